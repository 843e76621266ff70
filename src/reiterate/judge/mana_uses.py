"""What mana that a player could make would pay for: spells and abilities that are offered behind mana abilities alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from reiterate.amounts import value_of
from reiterate.judge.answers import ACTIONS
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.access.option_slots import Option
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
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
    todo: list[tuple[State, frozenset[str]]] = [(state, frozenset())]
    seen = {_key(state, seat)}
    looked = 0
    while todo and looked < PAYING_BUDGET:
        here, used = todo.pop(0)
        looked += 1
        for option in options(here):
            if option.verb not in ACTIONS or option.unknown:
                continue
            said = words(here, option)
            if is_mana(here, option):
                todo += [(there, used | {said}) for there in _behind(here, option, seat, seen)]
            elif used and said not in known and not any(few <= used for few in ways.get(said, ())):
                ways.setdefault(said, []).append(used)
    if todo:
        ways[MORE] = [used for _, used in todo]
    found: dict[str, list[str]] = {}
    for said, each in ways.items():
        for source in sorted({source for used in each for source in used}):
            found.setdefault(source, []).append(said)
    return {source: tuple(payable) for source, payable in found.items()}


def _behind(state: State, option: Option, seat: int, seen: set[object]) -> list[State]:
    """The positions behind an activation in which its player has priority still, each once."""
    found = []
    try:
        for choice in instances(state, option, WAYS_SHOWN):
            there = _after(state, choice)
            if there is None or asked(there) != "priority" or decider(there) != seat:
                continue
            key = _key(there, seat)
            if key not in seen:
                seen.add(key)
                found.append(there)
    except Unsupported:
        pass  # what is not covered is not offered
    return found


def _after(state: State, choice: Choice) -> State | None:
    return step(state, choice)[0] if verify(state, choice) is None else None


def _key(state: State, seat: int) -> object:
    """What tells positions behind mana abilities apart: the classes of the rows, how many, and the player's mana."""
    pool = frozenset((slot, value_of(n)) for slot, n in state.rows[player(seat)].num.items() if slot.startswith(MANA))
    return pool, frozenset((id(row.cls), value_of(row.n)) for row in state.rows.values())
