"""Amounts too long to write out, such as 2^(10^100). Not covered yet: every use is refused by name."""

from __future__ import annotations

from reiterate.amounts.traced import Traced
from reiterate.refusals import Unsupported, unsupported


class Formula:
    """An exact amount kept as a formula because its digits can't be written.

    There is none so far: making one, and anything done with one, raises ``Unsupported`` with the code
    ``growth-beyond-writing``. The type exists so that code which handles amounts is typed for it from the start.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise _refused()

    def __add__(self, other: int | Traced | Formula) -> Formula:
        raise _refused()

    def __radd__(self, other: int | Traced) -> Formula:
        raise _refused()

    def __sub__(self, other: int | Traced | Formula) -> Formula:
        raise _refused()

    def __rsub__(self, other: int | Traced) -> Formula:
        raise _refused()

    def __mul__(self, other: int | Traced | Formula) -> Formula:
        raise _refused()

    def __rmul__(self, other: int | Traced) -> Formula:
        raise _refused()

    def __neg__(self) -> Formula:
        raise _refused()

    def __eq__(self, other: object) -> bool:
        raise _refused()

    def __hash__(self) -> int:
        raise _refused()

    def __bool__(self) -> bool:
        raise _refused()

    def __le__(self, other: int | Traced | Formula) -> bool:
        raise _refused()

    def __lt__(self, other: int | Traced | Formula) -> bool:
        raise _refused()

    def __ge__(self, other: int | Traced | Formula) -> bool:
        raise _refused()

    def __gt__(self, other: int | Traced | Formula) -> bool:
        raise _refused()


def _refused() -> Unsupported:
    return unsupported(
        "growth-beyond-writing",
        "an amount grows too large for its digits to be written out",
        expected="amounts that a whole number can hold",
    )
