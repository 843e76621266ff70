"""What mana that a player could make would pay for: spells and abilities that are offered behind mana abilities alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import value_of
from reiterate.kinds.answers import ACTIONS
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.access.option_slots import Option
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.terms.abilities import is_mana_ability

#: Positions behind mana abilities that are looked at, and ways to activate one of them.
PAYING_BUDGET: Final = 64
WAYS_SHOWN: Final = 6

#: What is said where the budget ran out.
MORE: Final = "maybe more"

#: An action in words.
Words: TypeAlias = Callable[[State, Option], str]


def is_mana(state: State, option: Option) -> bool:
    """Whether an option activates a mana ability (605.1a)."""
    if option.verb != ACTIVATE or option.index < 0:
        return False
    return is_mana_ability(abilities_at(state, option.row)[option.index])


def pays_for(state: State, words: Words) -> dict[str, tuple[str, ...]]:
    """By the words of each mana ability of the player with priority what it pays for, alone or with others of them."""
    seat = decider(state)
    ways: dict[str, list[frozenset[str]]] = {}  # of each action the least mana abilities behind which it is offered
    known = {words(state, option) for option in options(state) if option.verb in ACTIONS}
    todo = deque([_Behind(state, None, frozenset())])
    seen: set[object] = set()
    looked = 0
    while todo and looked < PAYING_BUDGET:
        behind = todo.popleft()
        here = _reached(behind, seat, seen)
        if here is None:
            continue
        looked += 1
        for option in options(here):
            if option.verb not in ACTIONS or option.unknown:
                continue
            said = words(here, option)
            if is_mana(here, option):
                todo += [_Behind(here, choice, behind.used | {said}) for choice in _activations(here, option)]
            elif behind.used and said not in known and not any(few <= behind.used for few in ways.get(said, ())):
                ways.setdefault(said, []).append(behind.used)
    left = _left(todo, seat, seen)
    if left:
        ways[MORE] = left
    found: dict[str, list[str]] = {}
    for said, each in ways.items():
        for source in sorted({source for used in each for source in used}):
            found.setdefault(source, []).append(said)
    return {source: tuple(payable) for source, payable in found.items()}


class _Behind(NamedTuple):
    """A position behind a mana ability that is played only when it is looked at; with no choice the position itself."""

    before: State
    choice: Choice | None
    used: frozenset[str]


def _left(todo: Iterable[_Behind], seat: int, seen: set[object]) -> list[frozenset[str]]:
    """The mana abilities behind which a position was not looked at, each named once."""
    left: list[frozenset[str]] = []
    named: set[str] = set()
    for behind in todo:
        if not behind.used <= named and _reached(behind, seat, seen) is not None:
            left.append(behind.used)
            named |= behind.used
    return left


def _activations(state: State, option: Option) -> list[Choice]:
    """The ways of choosing a mana ability that are shown."""
    found: list[Choice] = []
    with suppress(Unsupported):  # what is not covered is not offered
        found.extend(instances(state, option, WAYS_SHOWN))
    return found


def _reached(behind: _Behind, seat: int, seen: set[object]) -> State | None:
    """The position that an activation leads to; None where its player has no priority there, and where it was seen."""
    there = behind.before
    if behind.choice is not None:
        try:
            played = step_if_legal(there, behind.choice)
        except Unsupported:
            return None
        if isinstance(played, Refusal) or asked(played[0]) != "priority" or decider(played[0]) != seat:
            return None
        there = played[0]
    key = _key(there, seat)
    if key in seen:
        return None
    seen.add(key)
    return there


def _key(state: State, seat: int) -> object:
    """What tells positions behind mana abilities apart: the classes of the rows, how many, and the player's mana."""
    pool = frozenset((slot, value_of(n)) for slot, n in state.rows[player(seat)].num.items() if slot.startswith(MANA))
    return pool, frozenset((id(row.cls), value_of(row.n)) for row in state.rows.values())
