"""Copies of X targets: what does something as it enters, beside what makes mana, before any other targets.
Part of the solver: the search.

Each set of targets is a way of its own, and few ways are tried. Copies of what taps for mana pay for the same spell again. What a copy does as
it enters may bring that spell back.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import plain
from reiterate.records import replace
from reiterate.rules.access.choice import CAST, RUN, Option, X
from reiterate.rules.resolution.stacking import effects_of
from reiterate.state.model import BATTLEFIELD, State
from reiterate.survey.wants import acts_as_it_enters, makes_mana
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.references import Targets

#: The X that is tried, or what can be paid for if that is less.
MOST: Final = 3


def copied_first(state: State, option: Option, me: int) -> list[Option] | None:
    """An option with no other ways than to copy one thing that acts as it enters, and what makes mana; nothing where there is none.

    None where the option copies no X targets.
    """
    run, number = option.slot(RUN), option.slot(X)
    proto = state.rows[option.row].cls.proto if option.row in state.rows else None
    if option.verb != CAST or run is None or run.words != ("X",) or number is None or proto is None:
        return None
    effects = effects_of(proto, option.how)
    if not any(isinstance(each, CopyToken) and isinstance(each.of, Targets) for each in effects):
        return None
    mine = [row for row in run.rows if row in state.rows and _is_mine(state, row, me)]
    acting = [row for row in mine if _is(state, row, acts=True)][:1]
    paying = [row for row in mine if row not in acting and _is(state, row, acts=False)]
    many = min(MOST, plain(number.high))
    if not acting or sum(plain(state.rows[row].n) for row in paying) < many - 1 or many < 2:
        return []
    rows = (*acting, *paying)
    slots = [
        replace(slot, rows=rows) if slot is run else replace(slot, low=many, high=many) if slot is number else slot
        for slot in option.slots
    ]
    return [replace(option, slots=tuple(slots))]


def _is_mine(state: State, row: int, me: int) -> bool:
    cls = state.rows[row].cls
    return cls.zone == BATTLEFIELD and cls.controller == me


def _is(state: State, row: int, acts: bool) -> bool:
    proto = state.rows[row].cls.proto
    return proto is not None and (acts_as_it_enters if acts else makes_mana)(proto)
