"""Choices: what a player decides at one place, and the slots of the options of a decision (law 7).

A choice is a frozen record. It names rows of the state it is made in; its text and JSON forms (room ``script``) name them
by label or description instead.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.amounts import Amount
from reiterate.records import record

# --- choice --------------------------------------------------------------------------------------

PASS: Final = "pass"
ACTIVATE: Final = "activate"
CAST: Final = "cast"
PLAY: Final = "play"
TARGET: Final = "target"
ORDER: Final = "order"
MAY: Final = "may"
PICK: Final = "pick"
KEEP: Final = "keep"
ATTACK: Final = "attack"
ANSWER: Final = "answer"
GO_ON: Final = "continue"
BLOCK: Final = "block"
ASSIGN: Final = "assign"

#: Nobody's choice: what a player who left has interrupted goes on (``decisions.interrupted``). No script says it.
RESUME: Final = "resume"
#: An answer that was given before a player left, and stands: among the answers of a choice, with what it answers in ``how``.
STANDS: Final = "stands"

#: How the creatures of one pick of a block share out a group of attackers: one attacker for each of them, all of them
#: together on one further attacker, or on the same one as the pick before.
EACH_ONE: Final = "each"
TOGETHER: Final = "together"
SAME: Final = "same"

#: Among targets: the very object that acts, where its row stands for more than one; of a triggered ability its own source.
ITSELF: Final = -2

Pick: TypeAlias = "tuple[int, Amount]"
Paid: TypeAlias = "tuple[str, Amount]"


@record(frozen=True, slots=True)
class Choice:
    """One elementary choice.

    ``row``: the object acted with, the trigger put next, the permanent kept. ``index``: which of
    its activated abilities. ``member``: which member of a paired row, counted from the top of the
    stack (0: any, all alike). ``targets``: rows. ``picks``: rows and counts given up or discarded.
    ``pay``: mana by kind (empty: the only way). ``x``: the announced X. ``count``: how many of a
    group of like triggers. ``answer``: yes, no, a kind of mana, "none" for no attack and no block.
    ``over``: for a pass, what is on top of the stack ("" for an empty stack, None: not said).

    ``sizes`` beside the last targets: what part each of them gets of what is divided among them
    (601.2d; empty: all to the only one).

    Combat: ``picks`` are attackers or blockers with counts, ``targets`` beside them what each
    attacks or blocks. ``ways`` says how the blockers of a pick share out a group; empty: one
    attacker for each. ``sizes`` says of blockers together how many attackers are each blocked by so
    many; 0 or empty: one. For an assignment of damage ``picks`` are rows with the damage to each of
    ``sizes`` members; empty: to every member. ``count`` is how many of the attackers that are asked
    about assign it so; 0: all.

    ``apart``: (row, index of a value from 0) for members of groups that differ by equal steps.
    ``state_access.stand_apart`` makes them rows of their own before, one after the other. All other
    fields name rows of the state after that.

    ``results``: what random events gave while this was carried out, in order, as lines of a script
    say it (``rules.access.results``). They are no part of the decision: nobody chose them.
    """

    verb: str
    player: int
    row: int = -1
    index: int = 0
    member: Amount = 0
    targets: tuple[int, ...] = ()
    picks: tuple[Pick, ...] = ()
    pay: tuple[Paid, ...] = ()
    x: Amount = 0
    count: Amount = 0
    answer: str = ""
    over: str | None = None
    how: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    sizes: tuple[Amount, ...] = ()
    apart: tuple[tuple[int, Amount], ...] = ()
    results: tuple[str, ...] = ()


# --- option slots --------------------------------------------------------------------------------

MEMBER: Final = "member"  # which member of a paired row: ``low`` to ``high``
COUNT: Final = "count"  # how many of a group: ``low`` to ``high``
X: Final = "x"  # the announced X: ``low`` to ``high``
# ``low`` (and as many again for each X: ``high`` = 1) things out of ``rows``; with ``kinds``, one for each row: things
# that have ``low`` or more in all of what ``kinds`` names, that much each
PICKS: Final = "picks"
PAY: Final = "pay"  # mana of ``kinds``, up to the amount of each, that pays ``symbols`` and ``low`` more
CREATURES: Final = "creatures"  # attackers or blockers out of ``rows``, or what ``low`` damage is assigned to
RUN: Final = "run"  # as many of ``rows`` as are announced, different ones: any number, or with ``words`` X or up to X; up to ``low`` of an event
DIVIDE: Final = "divide"  # ``low`` (and X where ``high`` is 1) divided among ``kinds`` "least" to "most" of ``rows``
AGAINST: Final = "against"  # beside each of them one of ``rows``: what it attacks or blocks


@record(frozen=True, slots=True)
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


@record(frozen=True, slots=True)
class Option:
    """A verb with slots. ``unknown``: the code of why it can't be told whether, or how, this may be chosen."""

    verb: str
    player: int
    row: int = -1
    index: int = 0
    slots: tuple[Slot, ...] = ()
    unknown: str = ""
    how: tuple[str, ...] = ()
    own: int = -1  # of the targets of like triggered abilities: the row of which each of these has a member of its own

    @property
    def actor(self) -> tuple[int, bool]:
        """The row of which one member wants the targets, and whether that member may be one of them."""
        return (self.own, True) if self.own >= 0 else (self.row, self.verb == ACTIVATE)

    def slot(self, name: str) -> Slot | None:
        """The first slot with this name."""
        return next((slot for slot in self.slots if slot.name == name), None)
