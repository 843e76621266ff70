"""The work that the rounds of blocks take, counted: so many choices, on so many rows, with amounts so long.

What is counted is the same everywhere; no clock is asked. A call brings its own ``Work``, and every loop and every lemma inside
of it counts on the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from reiterate.amounts import Amount, Formula, Guard, Poly, Traced
from reiterate.amounts.number_classes import Whole
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.state.model import State
from reiterate.state.progression_rows import written

#: Units of work that one call may spend in rounds of blocks.
WORK_BUDGET: Final = 150_000

#: What a choice is beside its rows, in units.
CHOICE: Final = 2

#: What closing a traced period is, in units.
CLOSING: Final = 60

#: What each power in a formula is, in units: it is compared with the others, digit by digit.
POWER: Final = 4

#: What following a period from a formula is, in units, for each of its powers.
FORMULA: Final = 80

#: What an amount of a trace is beside its value and its polynomial, in units.
TRACED: Final = 3

#: How often closing a period counts with each of its amounts.
STEPS: Final = 8

#: Binary digits of a written number that are one unit.
BITS: Final = 1 << 14


class OutOfWork(Exception):
    """A call has spent its work. Nobody who catches ``Unsupported`` takes it for an answer; the outermost loop says it."""

    refusal: Final = Refusal(
        UNDETERMINED,
        "nest-budget",
        "undetermined: the rounds of blocks inside an iteration take too much work",
        "fewer rounds inside of rounds, or rounds in which amounts grow by fixed steps",
        "732.1b",
    )


class Work:
    """How much work was done in rounds of blocks, and how much may be."""

    __slots__ = ("done", "most")

    def __init__(self, most: int | None = None) -> None:
        self.done = 0
        self.most = WORK_BUDGET if most is None else most

    def spend(self, units: int) -> None:
        """Count so many units; ``OutOfWork`` where they are more than there were."""
        self.done += units
        if self.done > self.most:
            raise OutOfWork

    def choice(self, state: State, times: int = 1) -> None:
        """Count a choice that is made in a state, ``times`` as often where more is done with it."""
        rows = state.rows.values()
        self.spend(times * (CHOICE + len(rows) + sum(length(a) for row in rows for a in written(row).values())))

    def closing(self, guards: Iterable[Guard], values: Mapping[int, Whole]) -> None:
        """Count that a period is closed from these values of its symbols, and each of its comparisons followed along it."""
        lengths = {symbol: length(value) for symbol, value in values.items()}
        self.spend(CLOSING + sum(FORMULA * len(v.terms) for v in values.values() if isinstance(v, Formula)))
        self.spend(STEPS * sum(lengths.values()))
        for guard in guards:
            self.spend(2 + _poly_length(guard.poly) + sum(lengths.get(symbol, 0) for symbol in guard.poly.symbols()))


def length(a: Amount | Whole) -> int:
    """How many units it is to count with an amount once; 0 for a short number."""
    if type(a) is int:
        return a.bit_length() // BITS
    if isinstance(a, Traced):
        return TRACED + length(a.value) + _poly_length(a.poly)
    return POWER * len(a.terms) if isinstance(a, Formula) else 1


def _poly_length(poly: Poly) -> int:
    return sum(1 + c.numerator.bit_length() // BITS for _, c in poly.terms())
