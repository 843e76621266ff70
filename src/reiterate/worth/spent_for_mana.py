"""Second loops that spend what a loop gives more and more of on mana: counters that are removed, tokens that are sacrificed.
Part of the solver: the answer.

The mana ability joins the iteration. Where the loop is still proved never to end, the loop pays for that mana each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.script import BodyReader
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import TOKEN
from reiterate.survey.moves import Seen, taps_for_mana, tried_ways
from reiterate.survey.script_of_play import nodes_of, write_down
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.costs import SacrificeCost, TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.vocabulary import MANA_KINDS
from reiterate.worth.second_loops import own_laps

#: Ways to make mana that are tried.
WAYS: Final = 12


def spent_for_mana(loop: Loop, me: int) -> Iterator[Loop]:
    """The loops in each of whose iterations something is spent on mana besides, each proved without end."""
    if not isinstance(loop.reader, BodyReader):
        return
    own = own_laps(loop, me)
    there = own.laps.after
    if there is None or asked(there) != "priority":
        return
    for choice in islice(_ways(there, me), WAYS):
        after = step(there, choice)[0]
        if asked(after) != "priority":
            continue
        lines = write_down([there, after], [choice], me).lines
        second = own.laps.with_detour(nodes_of(lines))
        if second is not None and second.endless:
            yield second


def _ways(state: State, me: int) -> Iterator[Choice]:
    """The ways to activate a mana ability that costs more than tapping and mana."""
    for option in Seen().options(state):
        if option.verb != ACTIVATE or option.unknown or option.row not in state.rows:
            continue
        ability = abilities_at(state, option.row)[option.index]
        if is_mana_ability(ability) and not taps_for_mana(ability):
            try:
                yield from tried_ways(state, option, me)
            except Unsupported:
                continue


# --- tokens that are spent ------------------------------------------------------------------------


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
