"""Mana of tokens that a loop leaves behind: each of them is sacrificed for mana whenever its player likes.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import TOKEN
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.costs import SacrificeCost, TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.vocabulary import MANA_KINDS

#: Iterations whose ends are compared: so many tokens more after each of them.
COMPARED: Final = (2, 3)

_COLORS: Final = frozenset(MANA_KINDS) - {"C"}


def mana_of_tokens(loop: Loop, seat: int) -> set[tuple[str, str]]:
    """The tokens of which a loop leaves ever more and that may be sacrificed for mana: names, each with a kind of mana.

    "" stands for any color.

    They are untapped, and their ability may be activated after an iteration (605.3a).
    """
    ends = [loop.reach(many) for many in COMPARED]
    before, after = (end if isinstance(end, State) else None for end in ends)
    if before is None or after is None or asked(after) != "priority" or decider(after) != seat:
        return set()
    more = _tokens(after, seat) - _tokens(before, seat)
    try:
        return {(name, kind) for name in more for kind in _kinds(_mana(after, seat, name))}
    except Unsupported:
        return set()


def _tokens(state: State, seat: int) -> Counter[str]:
    """A player's untapped tokens by name."""
    found: Counter[str] = Counter()
    for row in state.rows.values():
        cls = row.cls
        if cls.kind == TOKEN and cls.zone == BATTLEFIELD and cls.controller == seat and not cls.tapped and cls.proto:
            found[cls.proto.name] += plain(row.n)
    return found


def _mana(state: State, seat: int, name: str) -> Iterator[AddMana]:
    """What the untapped tokens of a name add where they cost nothing but themselves."""
    for option in options(state):
        row = state.rows.get(option.row)
        if option.verb != ACTIVATE or option.unknown or option.player != seat or row is None or row.cls.tapped:
            continue
        if row.cls.kind == TOKEN and row.cls.proto is not None and row.cls.proto.name == name:
            ability = abilities_at(state, option.row)[option.index]
            if _costs_itself(ability):
                yield from (effect for effect in ability.effects if isinstance(effect, AddMana) and not effect.only)


def _costs_itself(ability: Activated) -> bool:
    sacrificed = [cost for cost in ability.costs if isinstance(cost, SacrificeCost) and cost.filter is None]
    others = [cost for cost in ability.costs if cost not in sacrificed and not isinstance(cost, TapCost)]
    return is_mana_ability(ability) and bool(sacrificed) and not others


def _kinds(added: Iterable[AddMana]) -> Iterator[str]:
    for effect in added:
        if set(effect.choice) >= _COLORS:
            yield ""
        else:
            yield from (*effect.symbols, *effect.choice)
