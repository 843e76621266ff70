"""What is gained: amounts that grow beyond every bound in a loop without end, else what there is more of in the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from reiterate.check.arithmetic import Form
from reiterate.check.claims.form import Gain
from reiterate.check.form import Jump, Place
from reiterate.check.huge import Huge
from reiterate.check.monotone import Powers
from reiterate.check.number_base import same_amount
from reiterate.check.same_shape import amounts_of
from reiterate.check.small_values import GAINS, Rejected
from reiterate.state.model import State
from reiterate.state.properties import PLAYER

#: Tallies of what happens and gives nobody anything nor takes it away: of use only where something sees it happen.
_COUNTS: Final = ("etb", "dies", "casts", "sacrifices", "lifegain", "proliferates", "populates", "copies")
#: Tallies of what was done to make the loop go round.
_WORK: Final = ("activations", "mana activations", "resolved", "repetitions")


class Growing:
    """The amounts that grow beyond every bound along the segments of a chain, with their change each period."""

    __slots__ = ("found", "last", "used")

    def __init__(self) -> None:
        self.found: dict[Place, Form | None] = {}
        self.last: dict[Place, Form | None] = {}
        self.used: set[Place] = set()  # what comparisons and other amounts are made of

    def segment(self, piece: Jump, closed: Sequence[Form] | Powers) -> None:
        """Note one more proved segment. In: ``closed``, the form of each of its amounts, or the powers of the system that proves them."""
        self.last = {}
        for i, place in enumerate(piece.noted.slots):
            if isinstance(closed, Powers):
                if closed.rises(i):
                    self.last[place] = None
            elif _unbounded(closed[i]):
                self.last[place] = closed[i].later().plus(closed[i], -1)
        self.found |= self.last
        noted = piece.noted
        for product in (product for guard in noted.guards for product in guard.poly):
            self.used.update(noted.slots[i] for i in product)
        for place, update in zip(noted.slots, noted.update, strict=True):
            self.used.update(noted.slots[i] for product in update for i in product if noted.slots[i] != place)

    def _alone(self, place: Place) -> bool:
        """Whether it does something by itself: part of the position, or the loop uses it, or no mere count of events."""
        name = place[1].split(".")[0]
        return place[0] >= 0 or place in self.used or name not in (*_COUNTS, *_WORK)

    def endless(self) -> list[Gain]:
        """What a loop without end gives."""
        return [
            Gain(place, "infinite", change, None, self._alone(place))
            for place, change in sorted(self.last.items(), key=lambda each: each[0])
        ]

    def ended(self, start: State, end: State, once: bool) -> list[Gain]:
        """What there is more of at the end than at the start: tallies, and what the players' own rows hold.

        ``once``: the chain is played once, and has no segments. Out: gains in order of their places.
        """
        before, after = amounts_of(start), amounts_of(end)
        found = []
        for place in sorted(after):
            handle = place[0]
            if handle >= 0 and not (handle in end.rows and end.rows[handle].cls.kind == PLAYER and place[1] != "n"):
                continue
            more: Any = after[place] - before.get(place, 0)
            if (once or place in self.found) and more > 0:
                size, change = ("once", None) if once else ("near-infinite", self.found[place])
                found.append(Gain(place, size, change, more, self._alone(place)))
        return found


def _unbounded(form: Form) -> bool:
    """Whether it grows beyond every bound: its dominant term is no constant, and has a factor above 0."""
    if not form.terms:
        return False
    top = max(form.terms)
    return top != (1, 0) and form.terms[top] > 0


def compare(stated: Sequence[Gain], found: Sequence[Gain]) -> None:
    """Compare the stated gains with those that were found, both in order of their places. Raises ``Rejected`` where they differ."""
    if [(gain.at, gain.size) for gain in stated] != [(gain.at, gain.size) for gain in found]:
        raise Rejected(GAINS, "what is gained is not what is stated")
    for said, true in zip(stated, found, strict=True):
        if said.change != true.change:
            raise Rejected(GAINS, f"{said.at[1]} changes by something else each period")
        if said.alone != true.alone:
            what = "does something" if true.alone else "does nothing"
            raise Rejected(GAINS, f"{said.at[1]} {what} by itself, unlike what is stated")
        if not _as_much(said.most, true.most):
            raise Rejected(GAINS, f"the most of {said.at[1]} is another")


def _as_much(a: int | Huge | None, b: int | Huge | None) -> bool:
    return a is b if a is None or b is None else same_amount(a, b)
