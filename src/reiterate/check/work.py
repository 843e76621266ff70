"""How much work one check may take, counted in units and never by a clock: so an answer is the same everywhere.

A unit is about ten microseconds of one core. The cost of a piece of work is known before it is
done. It counts the rows of a state that is played on, pairs that a normal form compares, or digits
of numbers that are multiplied. Outside of a check nothing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.properties import EFFECT


class OutOfBudget(Exception):
    """Checking would take more than a budget allows; the text says which."""


#: Units for one certificate.
WORK_BUDGET: Final = 1_000_000

#: What is left of the present check; None outside of one.
_LEFT: ContextVar[list[int] | None] = ContextVar("work left", default=None)

#: So many binary digits are multiplied with as many in one unit.
_WIDE: Final = 2_048


@contextmanager
def counted(units: int = WORK_BUDGET) -> Iterator[None]:
    """Count what is done inside."""
    token = _LEFT.set([units])
    try:
        yield
    finally:
        _LEFT.reset(token)


def spend(units: int) -> None:
    """Count units. ``OutOfBudget`` where there are not so many left."""
    left = _LEFT.get()
    if left is None:
        return
    left[0] -= units
    if left[0] < 0:
        raise OutOfBudget(f"more than {WORK_BUDGET} units of work")


def spend_product(bits: int, others: int, times: int = 1) -> None:
    """Count so many products, or divisions, of whole numbers with so many binary digits."""
    spend(times * (1 + (bits * others) // (_WIDE * _WIDE)))


def weight(state: State) -> int:
    """What one choice costs on a state: its rows, and what may depend on what (613.8).

    At worst each effect is tried against each other one, over all rows: measured at 1.35
    microseconds a row.
    """
    apart = sum(1 for row in state.rows.values() if row.cls.ordered or row.cls.kind == EFFECT)
    return len(state.rows) + apart * apart * len(state.rows) // 10


def look_weight(state: State) -> int:
    """What it costs to list what could be chosen: abilities that one permanent gives to others are many."""
    giving = sum(1 for row in state.rows.values() if row.cls.static)
    return 2 * weight(state) + len(state.rows) * giving


def tidied(state: State) -> State:
    """The normal form, each comparison of it counted."""
    spend(len(state.rows))
    return normal(state, spend=spend)
