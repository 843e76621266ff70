"""Boards for loops that are played by hand: cards that undo each other, and players in a circle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from tests.kinds.kinds_table import TEXTS, cards_of

#: A player gains the life that another one loses: n of them in a circle bring a position back, and fewer do not.
#: Ebb and Flow undo each other.
OWN: Final = {
    "Siphon": ("Artifact", "{0}: Target player loses 1 life. You gain 1 life."),
    "Dye": ("Artifact", "{0}: Target creature becomes red until end of turn."),
    "Bleach": ("Artifact", "{0}: Target creature becomes blue until end of turn."),
    "Stain": (
        "Artifact",
        "{0}: Target creature becomes a black artifact in addition to its other colors and types until end of turn.",
    ),
    "Plating": (
        "Artifact",
        "{0}: Target creature becomes an artifact in addition to its other types until end of turn.",
    ),
    "Gift": ("Artifact", '{0}: Target creature gains "{T}: You gain 1 life." until end of turn.'),
    "Dawn": ("Artifact", "At the beginning of each player's upkeep, you gain 1 life."),
    "Ebb": ("Artifact", "Whenever you gain life, you lose 1 life."),
    "Flow": ("Artifact", "Whenever you lose life, you gain 1 life."),
    "Waker": ("Artifact", "Whenever you gain life, untap each artifact. You gain 1 life."),
    "Waking Ebb": ("Artifact", "Whenever you gain life, untap each artifact. You lose 1 life."),
    "Peg": ("Artifact", "{T}: Put a charge counter on Peg."),
    "Idle Peg": ("Artifact", "{T}: Tap target artifact."),
    "Drying Peg": ("Artifact", "{T}: Tap target artifact."),
}


@cache
def book() -> CardBook:
    """The cards of the tables of kinds, and the tests' own."""
    return cards_of({**TEXTS, **OWN})


def circle(players: int, acting: Sequence[int], active: int = 1) -> str:
    """Players who siphon a life from one another in a circle, each once: a board with its script."""
    rows = [f"  p{n}: {{hand: 0, battlefield: [Siphon]}}" for n in range(1, players + 1)]
    lines: list[str] = []
    for at, seat in enumerate(acting):
        victim = acting[(at + 1) % len(acting)]
        before = (seat - active) % players
        lines += ["pass"] * before + [f"p{seat}: activate Siphon targeting p{victim}", "all pass"]
    head = ["format: position/1", f"active: p{active}", f"proposer: p{active}", "players:", *rows, "script: |"]
    return "\n".join([*head, *(f"  {line}" for line in lines)]) + "\n"
