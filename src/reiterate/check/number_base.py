"""What the checker's three kinds of numbers share: sums, comparisons, and a refusal of everything else.

The rules engine runs on ordinary numbers and on these alike. A number of the checker answers a
comparison in ``decided`` only. So no comparison that the engine makes is lost. Every other way to
read the number raises ``Misuse``.
"""

from __future__ import annotations

from typing import Any, NoReturn

from reiterate.amounts.number_classes import Outside
from reiterate.check.arithmetic import EQ, LE


class Misuse(TypeError):
    """The engine read a number of the checker in a way that leaves no comparison."""


class CheckedNumber(Outside):
    """A number of the checker. A subclass says how sums are made (``_with``) and how a comparison with 0 is answered."""

    __slots__ = ()

    def _with(self, other: object, factor: int) -> Any:
        """``self + factor * other``."""
        raise NotImplementedError

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __add__(self, other: object) -> Any:
        return self._with(other, 1)

    def __radd__(self, other: object) -> Any:
        return self._with(other, 1)

    def __sub__(self, other: object) -> Any:
        return self._with(other, -1)

    def __rsub__(self, other: object) -> Any:
        return (-self)._with(other, 1)

    def __eq__(self, other: object) -> bool:
        return asked(self - other, EQ)

    def __ne__(self, other: object) -> bool:
        return not asked(self - other, EQ)

    def __le__(self, other: object) -> bool:
        return asked(self - other, LE)

    def __lt__(self, other: object) -> bool:
        return asked(self - other + 1, LE)

    def __ge__(self, other: object) -> bool:
        return asked(-(self - other), LE)

    def __gt__(self, other: object) -> bool:
        return asked(-(self - other) + 1, LE)

    def __pos__(self) -> Any:
        return self

    def __mul__(self, other: object) -> Any:
        raise self._unreadable()

    def __rmul__(self, other: object) -> Any:
        return self.__mul__(other)

    def _unreadable(self) -> Exception:
        """What is raised where the engine reads the number itself."""
        return Misuse("the engine read a number that is not written out")

    def _read(self, *_: object) -> NoReturn:
        raise self._unreadable()

    __bool__ = __hash__ = __str__ = __format__ = __int__ = __index__ = __float__ = __len__ = _read
    __iter__ = __round__ = __abs__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = _read
    __truediv__ = __rtruediv__ = __divmod__ = __rdivmod__ = __rpow__ = __trunc__ = __reduce__ = _read


def asked(value: Any, op: str, rule: str = "") -> bool:
    """Whether a number is 0 (``==``) or at most 0 (``<=``). A number that changes keeps the comparison, with the rule that asks."""
    if isinstance(value, Outside):
        return value.decided(op, rule)
    return bool(value == 0 if op == EQ else value <= 0)


def same_amount(x: Any, y: Any) -> bool:
    """Whether two amounts are equal for all values."""
    if isinstance(x, Outside):
        return x.same_as(y)
    return not isinstance(y, Outside) and bool(x == y)
