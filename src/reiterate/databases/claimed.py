"""Claims of combo data beside gains: what is claimed, without how much of it, in the words that gains use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: Words of the data that say of one opponent, or of all one's creatures, what ours say without: two players, one board.
COARSER: Final = {
    "damage to one opponent": "damage",
    "damage to target player": "damage",
    "mill for target opponent": "mill",
    "lifeloss for target opponent": "lifeloss",
    "card draw for target opponent": "card draw for an opponent",
    "ETB for target opponent": "ETB for opponents",
    "+1/+1 counters on creatures you control": "+1/+1 counters on a creature",
    "+1/+1 counters on certain creatures": "+1/+1 counters on a creature",
    "creature tokens for any number of opponents": "creature tokens for opponents",
    "large creature": "large creature until end of turn",
    "damage to most creatures": "damage to creatures",
    "powerful creatures you control until end of turn": "powerful creature until end of turn",
    "Target opponent loses the game": "Win the game",
    "Target player loses the game": "Win the game",
}

COLORS: Final = ("white", "blue", "black", "red", "green")

#: Kinds of permanents with a wider one that they belong to, the widest first.
_WITHIN: Final = (
    ("permanents", "nonland permanents"),
    ("permanents", "lands"),
    ("nonland permanents", "creatures"),
    ("nonland permanents", "artifacts"),
    ("creatures", "legendary creatures"),
    ("creatures", "artifact creatures"),
)

_OF_KINDS: Final = ("untap of {} you control", "mana {} you control can produce", "blinking of {}")

#: What follows from words alone: a word, and those of which it says no more than they do together.
FOLLOWS: Final = (
    *((form.format(narrow), {form.format(wide)}) for form in _OF_KINDS for wide, narrow in _WITHIN),
    *((f"{color} mana", {"colored mana"}) for color in COLORS),
    *(
        (
            f"non-{color} mana of colors among permanents you control",
            {f"{each} mana" for each in COLORS if each != color},
        )
        for color in COLORS
    ),
    ("mana of colors among permanents you control", {f"{color} mana" for color in COLORS}),
    ("colored mana", {f"{color} mana" for color in COLORS}),
    ("Each opponent loses the game", {"Win the game"}),
    ("large creature until end of turn", {"+1/+1 counters on a creature"}),
    ("damage to all players", {"damage", "damage to yourself"}),
    ("lifeloss for all players", {"lifeloss", "lifeloss for yourself"}),
)

ENDLESS: Final = ("Infinite", "Near-infinite", "Infinitely", "Near-infinitely")


def word(claim: str) -> str:
    """What is claimed, without how much of it."""
    much, _, what = claim.partition(" ")
    found = what if much in ENDLESS else claim
    return COARSER.get(found, found)


def said(gains: Iterable[str]) -> set[str]:
    """What gains say and what follows from that by the words alone; ``gains``: each without how much of it."""
    words = {COARSER.get(what, what) for what in gains}
    for more, together in FOLLOWS:
        if together <= words:
            words.add(more)
    return words


def lacking(claims: Iterable[str], gains: Iterable[str]) -> list[str]:
    """The claims that no gain holds; ``gains``: each without how much of it."""
    held = said(gains)
    return [claim for claim in claims if word(claim) not in held]
