"""Traced amounts: numbers that know how they came about and write down what was asked of them.

A trace runs ordinary rules code on ``value + symbol`` numbers: symbolic execution along one path.
Arithmetic builds polynomials. Every comparison answers with the truth of the concrete values and
leaves a *guard*. The guards are the path condition: the path is right for all other values that
give the same answers. An operation that would read a number without leaving a guard raises
``TracedMisuse``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NoReturn

from reiterate.amounts.number_classes import Outside, TooLong, Whole, beyond
from reiterate.amounts.polynomials import Coefficient, Monomial, Poly
from reiterate.refusals import unsupported

# What a guard was asked for.
RULES: Final = "rules"  # the rules took this path
OPTIONS: Final = "options"  # it decided what somebody could have chosen
SHAPE: Final = "shape"  # it decided how rows are grouped

EQ: Final = "=="
LE: Final = "<="


class TracedMisuse(TypeError):
    """Code read a traced amount in a way that would leave no guard, or by what is no whole number. Our bug."""


@dataclass(frozen=True, slots=True)
class Guard:
    """``poly op 0`` had this ``truth`` on the traced run; ``op`` is EQ or LE, ``place`` where it was first asked."""

    poly: Poly
    op: str
    truth: bool
    purpose: str
    rule: str
    place: int

    def holds(self, values: Mapping[int, Whole]) -> bool:
        """Whether the comparison has the traced truth where symbol i is ``values[i]``."""
        return test(self.poly.evaluate(values), self.op) == self.truth


def test(n: Whole, op: str) -> bool:
    """Whether ``n op 0``; ValueError for an ``op`` that is neither EQ nor LE."""
    if op == EQ:
        return n == 0
    if op == LE:
        return n <= 0
    raise ValueError(f"not a guard's comparison: {op!r}")


class Recorder:
    """Collects the guards of one trace. The tracer sets ``purpose`` and ``place`` as it goes along."""

    __slots__ = ("_seen", "_unused", "guards", "place", "powers", "purpose", "values")

    def __init__(self) -> None:
        self.guards: list[Guard] = []
        self.purpose: str = RULES
        self.place: int = 0
        self.values: dict[int, Whole] = {}  # of the symbols, in this trace
        self.powers: dict[tuple[int, int], int] = {}  # the symbols that stand for a prime to the power of a symbol
        self._seen: set[tuple[Poly, str, bool, str]] = set()
        self._unused = 0

    def amount(self, symbol: int, value: Whole) -> Traced:
        """The traced amount that is the symbol with number ``symbol``, now ``value``."""
        self.values[symbol] = value
        if self.powers:  # a number that is used anew
            self.powers = {name: number for name, number in self.powers.items() if name[1] != symbol}
        return Traced(value, Poly.symbol(symbol), self)

    def unused(self) -> int:
        """The number, below 0, of a further symbol that is no amount of a state."""
        self._unused -= 1
        return self._unused

    def power(self, name: tuple[int, int], value: Whole) -> int:
        """A further symbol, now ``value``, that stands for a prime to the power of a symbol."""
        self.powers[name] = number = self.unused()
        self.values[number] = value
        return number

    @contextmanager
    def apart(self) -> Iterator[list[Guard]]:
        """What is recorded inside goes to a list of its own: the guards of one round of a block."""
        kept = self.guards, self._seen
        self.guards, self._seen = [], set()
        try:
            yield self.guards
        finally:
            self.guards, self._seen = kept

    def answer(self, value: Whole, poly: Poly, op: str) -> bool:
        """The truth of ``poly op 0``, which is ``value`` at the trace's start. Who follows several paths says it here."""
        return test(value, op)

    def record(self, poly: Poly, op: str, truth: bool, rule: str = "") -> None:
        """Keep a guard; asked again for the same purpose, the first place and rule stay."""
        key = (poly, op, truth, self.purpose)
        if key not in self._seen:
            self._seen.add(key)
            self.guards.append(Guard(poly, op, truth, self.purpose, rule, self.place))

    def forget(self, kept: int) -> None:
        """Forget all guards but the first ``kept`` of them, as if they had not been asked: what was tried is done another way."""
        for guard in self.guards[kept:]:
            self._seen.discard((guard.poly, guard.op, guard.truth, guard.purpose))
        del self.guards[kept:]


class Traced:
    """A whole number with the polynomial that made it.

    ``value`` is ``poly`` at the trace's start. Sums, differences and products with whole numbers
    and with amounts of the same trace; a result without symbols is a plain ``int``. Everything else
    but comparing raises TracedMisuse.
    """

    __slots__ = ("poly", "rec", "value")

    def __init__(self, value: Whole, poly: Poly, rec: Recorder) -> None:
        self.value = value
        self.poly = poly
        self.rec = rec

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: int | Traced) -> int | Traced:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with traced amounts itself
        value, poly = self._operand(other, "+")
        return self._result(self.value + value, self.poly + poly)

    def __radd__(self, other: int) -> int | Traced:
        return self + other

    def __sub__(self, other: int | Traced) -> int | Traced:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with traced amounts itself
        value, poly = self._operand(other, "-")
        return self._result(self.value - value, self.poly - poly)

    def __rsub__(self, other: int) -> int | Traced:
        value, poly = self._operand(other, "-")
        return self._result(value - self.value, poly - self.poly)

    def __mul__(self, other: int | Traced) -> int | Traced:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with traced amounts itself
        value, poly = self._operand(other, "*")
        return self._result(self.value * value, self.poly * poly)

    def __rmul__(self, other: int) -> int | Traced:
        return self * other

    def __neg__(self) -> Traced:
        return Traced(-self.value, -self.poly, self.rec)

    def __pos__(self) -> Traced:
        return self

    def halved(self, up: bool, rule: str = "") -> int | Traced:
        """Half of it, rounded up or down, where it is as even or odd for all values of the symbols as it is now.

        That is where every product of symbols has an even factor. ``Unsupported``
        (``growth-not-covered``) elsewhere.
        """
        terms = dict(self.poly.terms())
        rest = terms.pop((), 0)
        if any(not isinstance(c, int) or c % 2 for c in (*terms.values(), 2 * rest)):
            message = "half of an amount that changes during the loop, and may be even or odd, is not covered"
            raise unsupported("growth-not-covered", message, rule)
        half: dict[Monomial, Coefficient] = {m: c // 2 for m, c in terms.items()}
        half[()] = -(-rest // 2) if up else rest // 2
        value = self.value
        if isinstance(value, TooLong):
            return self._result(value.halved(up, rule), Poly(half))
        return self._result(-(-value // 2) if up else value // 2, Poly(half))

    def _operand(self, other: object, what: str) -> tuple[Whole, Poly | int]:
        if isinstance(other, int):
            return other, other
        if isinstance(other, TooLong):
            raise beyond("a loop that counts with it")
        if not isinstance(other, Traced):
            raise TracedMisuse(f"a traced amount {what} {type(other).__name__}")
        if other.rec is not self.rec:
            raise TracedMisuse(f"{what} between amounts of two traces")
        return other.value, other.poly

    def _result(self, value: Whole, poly: Poly | int) -> int | Traced:
        if isinstance(poly, int) or poly.is_const:
            assert isinstance(value, int), "without symbols a value is written out"
            return value
        return Traced(value, poly, self.rec)

    # --- comparison: each leaves a guard -------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return decide(self - self._number(other), EQ)

    def __ne__(self, other: object) -> bool:
        return not decide(self - self._number(other), EQ)

    def __le__(self, other: int | Traced) -> bool:
        return decide(self - other, LE)

    def __lt__(self, other: int | Traced) -> bool:
        return decide(self - other + 1, LE)

    def __ge__(self, other: int | Traced) -> bool:
        return decide(-(self - other), LE)

    def __gt__(self, other: int | Traced) -> bool:
        return decide(-(self - other) + 1, LE)

    def _number(self, other: object) -> int | Traced:
        if isinstance(other, int | Traced):
            return other
        if isinstance(other, TooLong):
            raise beyond("a loop that counts with it")
        raise TracedMisuse(f"a traced amount compared with {type(other).__name__}")

    # --- for debugging -------------------------------------------------------------------------

    def __repr__(self) -> str:
        shown = Poly.const(self.value).text({}) if isinstance(self.value, int) else "too long"
        return f"Traced({shown} = {self.poly.text({})})"

    # --- whatever would read the number and leave no guard -------------------------------------

    def __bool__(self) -> NoReturn:
        raise _misuse("bool()")

    def __hash__(self) -> NoReturn:
        raise _misuse("hash(), or a key or member of something hashed")

    def __str__(self) -> NoReturn:
        raise _misuse("str()")

    def __format__(self, spec: str) -> NoReturn:
        raise _misuse("formatting")

    def __int__(self) -> NoReturn:
        raise _misuse("int()")

    def __index__(self) -> NoReturn:
        raise _misuse("an index, range or repetition")

    def __float__(self) -> NoReturn:
        raise _misuse("float()")

    def __complex__(self) -> NoReturn:
        raise _misuse("complex()")

    def __len__(self) -> NoReturn:
        raise _misuse("len()")

    def __iter__(self) -> NoReturn:
        raise _misuse("iteration")

    def __contains__(self, item: object) -> NoReturn:
        raise _misuse("in")

    def __round__(self, digits: int = 0) -> NoReturn:
        raise _misuse("round()")

    def __trunc__(self) -> NoReturn:
        raise _misuse("trunc()")

    def __floor__(self) -> NoReturn:
        raise _misuse("floor()")

    def __ceil__(self) -> NoReturn:
        raise _misuse("ceil()")

    def __abs__(self) -> NoReturn:
        raise _misuse("abs()")

    def __invert__(self) -> NoReturn:
        raise _misuse("~")

    def __truediv__(self, other: object) -> NoReturn:
        raise _misuse("/")

    def __rtruediv__(self, other: object) -> NoReturn:
        raise _misuse("/")

    def __floordiv__(self, other: object) -> NoReturn:
        raise _misuse("//")

    def __rfloordiv__(self, other: object) -> NoReturn:
        raise _misuse("//")

    def __mod__(self, other: object) -> NoReturn:
        raise _misuse("%")

    def __rmod__(self, other: object) -> NoReturn:
        raise _misuse("%")

    def __divmod__(self, other: object) -> NoReturn:
        raise _misuse("divmod()")

    def __rdivmod__(self, other: object) -> NoReturn:
        raise _misuse("divmod()")

    def __pow__(self, other: object) -> NoReturn:
        raise _misuse("**")

    def __rpow__(self, other: object) -> NoReturn:
        raise _misuse("**")

    def __reduce__(self) -> NoReturn:
        raise _misuse("copying or pickling")


def _misuse(what: str) -> TracedMisuse:
    return TracedMisuse(f"a traced amount met {what}")


def decide(difference: int | Traced, op: str, rule: str = "") -> bool:
    """Whether ``difference op 0`` (EQ or LE); leaves a guard that cites ``rule`` where the answer may change."""
    if not isinstance(difference, Traced):
        return difference.decided(op, rule) if isinstance(difference, Outside) else test(difference, op)
    truth = difference.rec.answer(difference.value, difference.poly, op)
    if not difference.poly.is_const:
        difference.rec.record(difference.poly, op, truth, rule)
    return truth
