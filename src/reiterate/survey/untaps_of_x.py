"""Untapping X targets: as many of one's own as are tapped and can be paid for, before any smaller X; tapping one's own comes last.
Part of the solver: the search.

Each X and each set of targets is a way of its own, and few ways are tried. What untaps X targets gives most with all that
there is to untap.
"""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.amounts import plain
from reiterate.records import replace
from reiterate.rules.access.choice import ACTIVATE, CAST, RUN, Choice, Option, X
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.resolution.stacking import effects_of
from reiterate.state.model import State
from reiterate.terms.base import Term
from reiterate.terms.effects_permanents import Tap, Untap
from reiterate.terms.references import Targets


def most_untapped(state: State, option: Option, me: int) -> list[Option] | None:
    """An option with no more ways than those that untap as much of one's own as goes, nothing where none of it is tapped.

    None where the option untaps no X targets.
    """
    run, number = option.slot(RUN), option.slot(X)
    if run is None or run.words != ("X",) or number is None or not _does(state, option, Untap):
        return None
    rows = [row for row in run.rows if row in state.rows]
    rows = [row for row in rows if state.rows[row].cls.tapped and state.rows[row].cls.controller == me]
    there = sum(plain(state.rows[row].n) for row in rows)
    many = min(there, plain(number.high)) if plain(number.high) >= 0 else there
    if not many:
        return []
    slots = [
        replace(slot, rows=tuple(rows))
        if slot is run
        else replace(slot, low=many, high=many)
        if slot is number
        else slot
        for slot in option.slots
    ]
    return [replace(option, slots=tuple(slots))]


def taps_own(state: State, option: Option, choice: Choice, me: int) -> bool:
    """Whether a way to tap X targets taps nothing of another player's."""
    run = option.slot(RUN)
    if run is None or run.words != ("X",) or not _does(state, option, Tap):
        return False
    return all(state.rows[row].cls.controller == me for row in choice.targets if row in state.rows)


def _does(state: State, option: Option, kind: type[Tap | Untap]) -> bool:
    """Whether what is activated or cast taps its targets, or untaps them, and does nothing else."""
    proto = state.rows[option.row].cls.proto
    effects: Sequence[Term] = ()
    if option.verb == ACTIVATE:
        effects = abilities_at(state, option.row)[option.index].effects
    elif option.verb == CAST and proto is not None:
        effects = effects_of(proto, option.how)
    return bool(effects) and all(isinstance(each, kind) and isinstance(each.object, Targets) for each in effects)
