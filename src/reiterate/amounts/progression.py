"""Amounts that differ from member to member of a group by equal steps: 1, 2, 3, ... counters on as many tokens.

A group whose members differ so is still one row, and its slot holds a ``Progression``. An operation
on it is done for every member: adding shifts all of them. A comparison answers only where it is the
same for all. The two ends decide that, since the values between them lie in order. Everything else
refuses by name (``progression``): nothing ever reads just one member.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NoReturn, TypeAlias, TypeGuard

from reiterate.amounts.formula import Formula
from reiterate.amounts.number_classes import Differing, Outside, TooLong, differ
from reiterate.amounts.polynomials import Poly
from reiterate.amounts.traced import EQ, LE, Traced, decide

Single: TypeAlias = int | Traced | Formula

_HALF: Final = Poly({(): Fraction(1, 2)})


class Members:
    """The members of one group that its progressions run along: ``count`` values with ``width`` members each.

    Progressions belong to one group only if they share this very object: there is no other
    comparison.
    """

    __slots__ = ("count", "width")

    def __init__(self, count: Single, width: Single) -> None:
        self.count = count
        self.width = width

    @property
    def n(self) -> Single:
        """How many members there are."""
        return self.count * self.width


class Progression(Differing):
    """``first``, ``first + step``, ``first + 2*step``, ... along the members of a group.

    Adds and subtracts what is the same for all members, and another progression of the very same
    group. Anything that has no one answer for all members raises ``Unsupported`` (``progression``).
    """

    __slots__ = ("first", "members", "step")

    def __init__(self, first: Single, step: Single, members: Members) -> None:
        self.first: Single = first
        self.step: Single = step
        self.members: Members = members

    @property
    def last(self) -> Single:
        """The value of the last member."""
        return self.at(self.members.count - 1)  # type: ignore[no-any-return] # the base does not know whose it is

    def total(self) -> Single:
        """The sum over all members, exactly."""
        count = self.members.count
        pairs = _halved(self.step * (count * (count - 1)))
        return (self.first * count + pairs) * self.members.width

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: object) -> Progression | Single:
        if isinstance(other, Progression):
            self._check(other)
            return _made(self.first + other.first, self.step + other.step, self.members)
        return Progression(self.first + _single(other), self.step, self.members)

    __radd__ = __add__

    def __neg__(self) -> Progression:
        return Progression(-self.first, -self.step, self.members)

    def __sub__(self, other: object) -> Progression | Single:
        if isinstance(other, Progression):
            self._check(other)
            return _made(self.first - other.first, self.step - other.step, self.members)
        return Progression(self.first - _single(other), self.step, self.members)

    def __rsub__(self, other: object) -> Progression | Single:
        return -self + other

    def __mul__(self, other: object) -> NoReturn:
        # Rules code multiplies by factors and by numbers of members alike: ``in_total`` says which one is meant.
        raise differ("multiplying an amount")

    __rmul__ = __mul__

    def _check(self, other: Progression) -> None:
        if other.members is not self.members:
            raise differ("an amount counted together with that of another group")

    # --- comparison: one answer for all members, or none ---------------------------------------

    def decided(self, op: str, rule: str) -> bool:
        """Whether every member's is 0 (``==``) or at most 0 (``<=``), or no member's is; ``Unsupported`` otherwise."""
        ends = (self.first, self.last)
        if op == LE:
            low, high = (_holds(end, LE, rule) for end in ends)
            if low != high:
                raise differ("a comparison that holds for some members only", rule)
            return low
        if isinstance(self.first, int) and isinstance(self.step, int) and self.step and -self.first % self.step:
            return False  # the steps pass by 0
        for sign in (1, -1):
            if not any(_holds(end * sign, LE, rule) for end in ends):
                return False  # all on one side of 0
        if all(_holds(end, EQ, rule) for end in ends):
            return True
        raise differ("a comparison that may hold for some members only", rule)

    def same_as(self, other: object) -> bool:
        """Whether it is the same progression of as many members, as polynomials while traced; records no guard."""
        if not isinstance(other, Progression):
            return False
        mine = (self.first, self.step, self.members.count, self.members.width)
        theirs = (other.first, other.step, other.members.count, other.members.width)
        return all(_alike(a, b) for a, b in zip(mine, theirs, strict=True))

    def __eq__(self, other: object) -> bool:
        return _decided(self - other, EQ)

    def __ne__(self, other: object) -> bool:
        return not _decided(self - other, EQ)

    def __le__(self, other: object) -> bool:
        return _decided(self - other, LE)

    def __lt__(self, other: object) -> bool:
        return _decided(self - other + 1, LE)

    def __ge__(self, other: object) -> bool:
        return _decided(-(self - other), LE)

    def __gt__(self, other: object) -> bool:
        return _decided(-(self - other) + 1, LE)

    def __repr__(self) -> str:
        count, width = self.members.count, self.members.width
        return f"Progression({self.first!r}, step {self.step!r}, {count!r} values of {width!r})"

    # --- whatever would read one number --------------------------------------------------------

    def __bool__(self) -> NoReturn:
        raise differ("reading an amount")

    def __hash__(self) -> NoReturn:
        raise differ("reading an amount")

    def __int__(self) -> NoReturn:
        raise differ("reading an amount")

    def __index__(self) -> NoReturn:
        raise differ("reading an amount")

    def __str__(self) -> NoReturn:
        raise differ("showing an amount")

    def __format__(self, spec: str) -> NoReturn:
        raise differ("showing an amount")


def differs(amount: object) -> TypeGuard[Differing]:
    """Whether an amount differs from member to member."""
    return isinstance(amount, Differing)


def _single(other: object) -> Single:
    if isinstance(other, int | Traced | Formula):
        return other
    raise differ("counting with an amount")


def _made(first: Single, step: Single, members: Members) -> Progression | Single:
    """A progression; a plain amount where all members turn out alike."""
    return first if type(step) is int and step == 0 else Progression(first, step, members)


def _holds(value: Single, op: str, rule: str) -> bool:
    if isinstance(value, Formula):
        sign = value.sign()
        return sign == 0 if op == EQ else sign <= 0
    return decide(value, op, rule)


def _decided(value: Progression | Single, op: str) -> bool:
    return value.decided(op, "") if isinstance(value, Progression) else _holds(value, op, "")


def _alike(a: Single, b: Single) -> bool:
    if isinstance(a, Outside):
        return a.same_as(b)
    if isinstance(b, Outside):
        return b.same_as(a)
    if isinstance(a, Traced) or isinstance(b, Traced):
        return isinstance(a, Traced) and isinstance(b, Traced) and a.rec is b.rec and a.poly == b.poly
    return a == b


def _halved(even: Single) -> Single:
    """Half of an amount that is even whatever its symbols are."""
    if isinstance(even, Traced):
        value = even.value
        return Traced(value.halved(up=False) if isinstance(value, TooLong) else value // 2, even.poly * _HALF, even.rec)
    return even.halved(up=False) if isinstance(even, Formula) else even // 2


def in_total(amount: Single | Differing, n: Single) -> Single:
    """What ``n`` members have together that have ``amount`` each: for a progression its sum, ``n`` being all of them."""
    if not isinstance(amount, Differing):
        return amount * n
    if not _alike(n, amount.members.n):
        raise differ("the sum over a part of a group")
    return amount.total()  # type: ignore[no-any-return] # whose progression it is, is not known here
