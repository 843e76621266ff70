"""The ways to untap permanents that a search tries first: as many of one's own as goes, and only tapped ones.
Part of the solver: the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from reiterate.amounts import plain
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.access.option_slots import PICKS, TARGET, Option
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE
from reiterate.state.model import State
from reiterate.terms.base import Term
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.references import TargetRef, Targets

#: How the question begins which permanents are untapped.
UNTAPS: Final = "untap up to"


def untapping(state: State, option: Option, ways: Sequence[Choice], me: int) -> list[Choice] | None:
    """The ways of choosing an option that untap as much of one's own as goes; None where it isn't there to untap.

    ``ways``: those that are tried without this. Of the rows that may be untapped each comes first in one way.
    """
    if asked(state) == "answer" and question_of(state).text == UNTAPS:
        found = _picked(state, option, me)
    elif ways and _untaps_targets(state, option):
        found = _targeted(state, option, ways[0], me)
    else:
        return None
    return list(dict.fromkeys(choice for choice in found if verify(state, choice) is None))


def _picked(state: State, option: Option, me: int) -> Iterator[Choice]:
    slot = option.slot(PICKS)
    rows = _tapped(state, () if slot is None else slot.rows, me)
    for first in range(len(rows)):
        left, picks = plain(question_of(state).high), list[tuple[int, int]]()
        for row in [*rows[first:], *rows[:first]]:
            taken = min(left, plain(state.rows[row].n))
            picks += [(row, taken)] if taken else []
            left -= taken
        yield Choice(option.verb, option.player, picks=tuple(sorted(picks)))


def _untaps_targets(state: State, option: Option) -> bool:
    """Whether an option is an ability whose targets are untapped, all of them, and does nothing else."""
    if option.verb != ACTIVATE or option.how:
        return False
    effects = abilities_at(state, option.row)[option.index].effects
    return bool(effects) and all(map(_untaps_target, effects))


def _untaps_target(effect: Term) -> bool:
    return isinstance(effect, Untap) and isinstance(effect.object, TargetRef | Targets)


def _targeted(state: State, option: Option, way: Choice, me: int) -> Iterator[Choice]:
    slots = [slot for slot in option.slots if slot.name == TARGET]
    rows = _tapped(state, slots[0].rows if slots else (), me)
    for first in range(len(rows)):
        turned = [row for row in [*rows[first:], *rows[:first]] for _ in range(plain(state.rows[row].n))]
        named = turned[: len(slots)]
        yield replace(way, targets=(*sorted(named), *(NONE for _ in slots[len(named) :])))


def _tapped(state: State, rows: Sequence[int], me: int) -> list[int]:
    there = [row for row in rows if row in state.rows]
    return [row for row in there if state.rows[row].cls.tapped and state.rows[row].cls.controller == me]
