"""Fewer attackers: what need not attack is left out of a loop or a line, and so it may be tapped or summoning sick.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from reiterate.combos.smaller import as_much
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ATTACK
from reiterate.state.model import State
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.script_of_play import one_line, play_lines

#: Elementary choices that may be played for it.
BUDGET: Final = 2_000

_T = TypeVar("_T")


def fewer_attackers(found: Found) -> Found:
    """The same loop with attacks of no more creatures than give the same things, before its laps and in them."""
    many, meter = len(found.prefix), Meter(BUDGET)
    start, lines = found.start, (*found.prefix, *found.body)

    def does(lines: Sequence[str]) -> bool:
        nonlocal found
        if meter.spent():
            return False
        tried = Prover(found.start, found.me, meter).prove(tuple(lines[:many]), tuple(lines[many:]))
        if not isinstance(tried, Found) or not as_much(tried, found):
            return False
        found = replace(tried, steps=found.steps)
        return True

    with_fewer(start, lines, found.me, does)
    return found


def with_fewer(start: State, lines: Sequence[str], me: int, does: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """Lines with as few attackers as do: each group of like ones is left out in turn, the last one first.

    In: ``does``, whether other lines come to the same.
    """
    for at in range(len(lines)):
        played = play_lines(start, lines[at : at + 1])
        if isinstance(played, Refusal):
            break
        choice = played.choices[0] if len(played.choices) == 1 else None
        if choice is not None and choice.verb == ATTACK and len(choice.targets) == len(choice.picks):
            for group in reversed(range(len(choice.picks))):
                if len(choice.picks) == 1:
                    break
                less = replace(choice, picks=_but(choice.picks, group), targets=_but(choice.targets, group))
                tried = (*lines[:at], one_line(start, less, me), *lines[at + 1 :])
                if does(tried):
                    choice, lines = less, tried
            played = play_lines(start, lines[at : at + 1])
        if isinstance(played, Refusal):
            break
        start = played.state
    return tuple(lines)


def _but(there: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    """All but one of some things."""
    return there[:at] + there[at + 1 :]
