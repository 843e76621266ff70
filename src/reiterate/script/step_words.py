"""Words for steps and phases, as lines and places say them."""

from __future__ import annotations

from typing import Final

from reiterate.rules.turn.turn_structure import STEP_NAMES

#: The step that each word means. "turn" is the first step of a turn in which somebody has priority.
STEPS: Final = {
    "upkeep": "upkeep",
    "turn": "upkeep",
    "draw": "draw",
    "draw step": "draw",
    "main": "main1",
    "main phase": "main1",
    "first main phase": "main1",
    "combat": "combat",
    "beginning of combat": "combat",
    "start of combat": "combat",
    "end of combat": "endcombat",
    "declare attackers": "attackers",
    "declare blockers": "blockers",
    "combat damage": "damage",
    "first-strike damage": "firststrike",
    "second main": "main2",
    "second main phase": "main2",
    "end": "end",
    "end of turn": "end",
    "end step": "end",
}
_EACH: Final = STEPS | {name: step for step, name in STEP_NAMES.items()}


def step_meant(words: str) -> str:
    """The step that words mean, such as "the end step"; "" for words that mean none."""
    told = " ".join(words.casefold().split()).removeprefix("the ")
    return _EACH.get(told) or _EACH.get(told.removesuffix(" step"), "")
