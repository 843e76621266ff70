"""The keyword abilities of the language (702)."""

from __future__ import annotations

from typing import Final

#: Keywords that the language knows; what each does is the rules' business (a keyword without a handler refuses).
KEYWORDS: Final = (
    "flying",
    "reach",
    "first strike",
    "double strike",
    "deathtouch",
    "lifelink",
    "trample",
    "vigilance",
    "haste",
    "menace",
    "defender",
    "indestructible",
    "hexproof",
    "shroud",
    "flash",
    "fear",
    "intimidate",
    "skulk",
    "horsemanship",
    "shadow",
    "undying",
    "persist",
    "infect",
    "wither",
    "annihilator",
    "storm",
    "convoke",
    "protection",
    "ward",
    "prowess",
    "changeling",
    "devoid",
    "rebound",
    "toxic",
    "landwalk",
    "flanking",
    "exalted",
    "battle cry",
    "extort",
    "ingest",
    "evolve",
    "mentor",
    "training",
    "dethrone",
    "improvise",
    "delve",
)

#: Keywords that say nothing without what stands behind them: "protection from red", "ward {2}", "annihilator 2", "toxic 1".
WITH_PARAMETER: Final = frozenset({"protection", "ward", "annihilator", "toxic", "landwalk"})

#: Keywords by which objects pay for a spell instead of mana, and the rule of each (702.51a, 702.66a, 702.126a).
PAYING: Final = {"convoke": "702.51", "improvise": "702.126", "delve": "702.66"}
