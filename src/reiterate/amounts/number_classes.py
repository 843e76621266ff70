"""What traced amounts, formulas and other number classes share: bases to know each other by, and the refusal."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, TypeAlias

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported, unsupported


class TooLong:
    """Base of amounts that are too long to write out. They count with whole numbers and with each other."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        raise NotImplementedError

    def __radd__(self, other: Any) -> Any:
        raise NotImplementedError

    def __sub__(self, other: Any) -> Any:
        raise NotImplementedError

    def __rsub__(self, other: Any) -> Any:
        raise NotImplementedError

    def __mul__(self, other: Any) -> Any:
        raise NotImplementedError

    def __rmul__(self, other: Any) -> Any:
        raise NotImplementedError

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        raise NotImplementedError

    def __le__(self, other: Any) -> bool:
        raise NotImplementedError

    def __gt__(self, other: Any) -> bool:
        raise NotImplementedError

    def __ge__(self, other: Any) -> bool:
        raise NotImplementedError

    def halved(self, up: bool, rule: str = "") -> Any:
        """Half of it, rounded up or down."""
        raise NotImplementedError


#: The code of that refusal.
BEYOND: Final = "growth-beyond-writing"

#: A known whole number, written out or not.
Whole: TypeAlias = int | TooLong


def beyond(what: str) -> Unsupported:
    """The refusal for what can't be done with an amount whose digits can't be written."""
    message = f"an amount is too large for {what}"
    return Unsupported(Refusal(UNDETERMINED, BEYOND, message, "amounts that can be written out"))


class Outside:
    """Base of number classes that somebody else brings: what the helpers of this room ask, such a number answers itself.

    The checker of certificates runs the rules on one; it shares nothing with the traced amounts.
    """

    __slots__ = ()

    def decided(self, op: str, rule: str) -> bool:
        """Whether it is 0 (``==``) or at most 0 (``<=``), asked by this rule."""
        raise NotImplementedError

    def same_as(self, other: object) -> bool:
        """Whether it equals another amount for all values, so that rows may be grouped."""
        raise NotImplementedError

    def likeness(self) -> Hashable:
        """What all amounts have in common that are the same as this one; None where there is no such thing."""
        return None


class Differing(Outside):
    """Base of amounts that differ from member to member of a group by equal steps.

    ``first`` and ``step`` are amounts; ``members`` is what all such amounts of one group run along,
    and no other group's.
    """

    __slots__ = ()

    first: Any
    step: Any
    members: Any  # with ``count`` values of ``width`` members each, ``n`` in all

    @property
    def last(self) -> Any:
        """The value of the last member."""
        return self.at(self.members.count - 1)

    def at(self, index: Any) -> Any:
        """The value of the members number ``index``, from 0."""
        return self.first + self.step * index

    def total(self) -> Any:
        """The sum over all members, exactly."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """What two equal progressions of different groups have in common, to be hashed; for plain numbers only."""
        return (self.first, self.step, self.members.count, self.members.width)


def differ(what: str, rule: str = "") -> Unsupported:
    """The refusal for what would read one amount where the members of a group have different ones."""
    message = f"{what}, for a group whose members differ by equal steps"
    return unsupported("progression", message, rule, "the same for every member, or one member named by its counters")
