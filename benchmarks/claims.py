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
    "large creature": "large creature until end of turn",
    "damage to most creatures": "damage to creatures",
    "powerful creatures you control until end of turn": "powerful creature until end of turn",
    "Each opponent loses the game": "Win the game",
    "Target opponent loses the game": "Win the game",
    "Target player loses the game": "Win the game",
}

#: What is said of all players where it is said of the opponents and of oneself.
BOTH: Final = {"damage": "damage to all players", "lifeloss": "lifeloss for all players"}
YOURSELF: Final = {"damage": "to", "lifeloss": "for"}

COLORS: Final = ("white", "blue", "black", "red", "green")

ENDLESS: Final = ("Infinite", "Near-infinite", "Infinitely", "Near-infinitely")


def word(claim: str) -> str:
    """What is claimed, without how much of it."""
    much, _, what = claim.partition(" ")
    found = what if much in ENDLESS else claim
    return COARSER.get(found, found)


def said(names: Iterable[str]) -> set[str]:
    """What gains say, without how much of it: mana of any color is mana of each."""
    words = {word(name) for name in names}
    for one, both in BOTH.items():
        if {one, f"{one} {YOURSELF[one]} yourself"} <= words:
            words.add(both)
    return words | ({f"{color} mana" for color in COLORS} if "colored mana" in words else set())


def lacking(claims: Iterable[str], gains: Iterable[str]) -> list[str]:
    """The claims that no gain holds."""
    held = said(gains)
    return [claim for claim in claims if word(claim) not in held]
