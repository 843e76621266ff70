"""One move that makes all the mana that permanents make by tapping.
Part of the solver: the search.

Permanents that tap for mana may be used in any order and number. Tried one by one, they hide what the mana is for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from reiterate.amounts import plain
from reiterate.rules.access.choice import ACTIVATE, Choice, Option
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State
from reiterate.survey.consumers import dearest, wanted_mana
from reiterate.survey.moves import MANY_LANDS, Moves, Seen, act, lands, tried_ways
from reiterate.terms.abilities import is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import SacrificeCost, TapCost

#: Mana abilities that one such move may be.
MOST: Final = 24

#: The fewest of them: less are single moves.
FEWEST: Final = 2

#: What a single one costs more to look at, where all could be made.
SINGLE: Final = 6

#: What a search calls the move.
ALL_MANA: Final = "all mana"


def makes_much(state: State, me: int, found: Moves) -> bool:
    """Whether several permanents tap for mana at a decision whose moves are ``found``.

    Not where everything asks for one mana: a single ability pays for that.
    """
    if asked(state) != "priority" or decider(state) != me:
        return False
    able = {choice.row for _, choice in found.now if _taps(state, choice)}
    able |= {option.row for _, option in found.later if _taps(state, option)}
    return sum(plain(state.rows[row].n) for row in able) >= FEWEST and dearest(state, me) != 1


def singly(state: State, me: int, found: Moves, more: int = SINGLE) -> Moves:
    """The moves where all mana could be made at once: a single mana ability costs ``more`` to look at.

    Of many lands none is used alone.
    """
    if lands(state, me) > MANY_LANDS:
        now = [(cost, choice) for cost, choice in found.now if not _taps(state, choice)]
        return Moves(now, [(cost, option) for cost, option in found.later if not _taps(state, option)])
    now = [(cost + more * _taps(state, choice), choice) for cost, choice in found.now]
    return Moves(now, [(cost + more * _taps(state, option), option) for cost, option in found.later])


def all_mana(state: State, me: int, seen: Seen) -> Iterator[tuple[list[Choice], State]]:
    """All mana abilities that cost tapping alone, activated in turn: the choices, and the position before the last one.

    Where a color is chosen: of each color as much as costs ask for, the rest of another one; then all of each such color.
    """
    able = [option for option in seen.options(state) if not option.unknown and _taps(state, option)]
    able.sort(key=lambda option: len(abilities_at(state, option.row)[option.index].costs))
    found = [choices for choices in (tried_ways(state, option, me) for option in able) if choices]
    kinds = {choice.answer for choices in found for choice in choices}
    asked_for = Counter(kind for kind in wanted_mana(state, me) if kind in kinds)
    done: list[list[Choice]] = []
    for first in [asked_for, *(Counter({kind: MOST}) for kind in asked_for)]:
        made, before = _in_turn(state, me, found, first.copy())
        if len(made) >= FEWEST and made not in done:
            done.append(made)
            yield made, before


def _taps(state: State, option: Option | Choice) -> bool:
    """Whether an option is a mana ability that costs tapping its source, and maybe sacrificing it."""
    if option.verb != ACTIVATE or option.row not in state.rows:
        return False
    ability = abilities_at(state, option.row)[option.index]
    return is_mana_ability(ability) and TapCost() in ability.costs and all(map(_of_itself, ability.costs))


def _of_itself(cost: Term) -> bool:
    return isinstance(cost, TapCost) or (isinstance(cost, SacrificeCost) and cost.filter is None)


def _in_turn(state: State, me: int, found: list[list[Choice]], asked_for: Counter[str]) -> tuple[list[Choice], State]:
    """Each ability as often as it goes, but none that asks a question; and the position before the last choice."""
    made: list[Choice] = []
    now = before = state
    for choices in found:
        while len(made) < MOST:
            choice = _colored(choices, asked_for)
            if choice.row not in now.rows or verify(now, choice) is not None:
                break
            played = act(now, choice, me)
            if played is None or asked(played[0]) != "priority":
                break
            before, now = now, played[0]
            made += played[1]
            if choice.answer in asked_for:
                asked_for[choice.answer] -= 1
    return made, before


def _colored(choices: list[Choice], asked_for: Counter[str]) -> Choice:
    """The way for a color that is still asked for, else for one that never was, else the first way."""
    for choice in choices:
        if asked_for[choice.answer] > 0:
            return choice
    return next((choice for choice in choices if choice.answer not in asked_for), choices[0])
