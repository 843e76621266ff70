"""The options of a decision and their slots (law 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Paid

# The names of slots.
TARGET: Final = "target"  # one of ``rows``, none of the targets of so many (``low``) slots right in front of it
MEMBER: Final = "member"  # which member of a paired row: ``low`` to ``high``
COUNT: Final = "count"  # how many of a group: ``low`` to ``high``
X: Final = "x"  # the announced X: ``low`` to ``high``
# ``low`` (and as many again for each X: ``high`` = 1) things out of ``rows``; with ``kinds``, one for each row: things
# that have ``low`` or more in all of what ``kinds`` names, that much each
PICKS: Final = "picks"
PAY: Final = "pay"  # mana of ``kinds``, up to the amount of each, that pays ``symbols`` and ``low`` more
ANSWER: Final = "answer"  # one of ``words``
CREATURES: Final = "creatures"  # attackers or blockers out of ``rows``, or what ``low`` damage is assigned to
DIVIDE: Final = "divide"  # ``low`` (and X where ``high`` is 1) divided among ``kinds`` "least" to "most" of ``rows``
AGAINST: Final = "against"  # beside each of them one of ``rows``: what it attacks or blocks


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to decide within an option. What the fields mean depends on ``name``."""

    name: str
    rows: tuple[int, ...] = ()
    low: Amount = 0
    high: Amount = 0
    words: tuple[str, ...] = ()
    kinds: tuple[Paid, ...] = ()
    symbols: tuple[tuple[str, ...], ...] = ()
    but_itself: bool = False  # of the picks: one of the acting object's own row can't be taken
    taps: bool = False  # the picks are tapped: each of them may be given up for another cost as well
    off: tuple[tuple[Amount, Amount], ...] = ()  # of a payment with {X}: reductions with floors, applied to it in order


@dataclass(frozen=True, slots=True)
class Option:
    """A verb with slots. ``unknown``: the code of why it can't be told whether, or how, this may be chosen."""

    verb: str
    player: int
    row: int = -1
    index: int = 0
    slots: tuple[Slot, ...] = ()
    unknown: str = ""
    how: tuple[str, ...] = ()

    def slot(self, name: str) -> Slot | None:
        """The first slot with this name."""
        return next((slot for slot in self.slots if slot.name == name), None)
