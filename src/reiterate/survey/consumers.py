"""What mana could be paid for: a player's abilities, cards where they can be cast, and what is asked for on resolution.
Part of the solver: the search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.costs.casting import castable_zones, instant_speed
from reiterate.rules.decisions.verify_actions import abilities_at, sorcery_time
from reiterate.rules.events.players import add_mana
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, State
from reiterate.state.properties import CARD, TOKEN
from reiterate.terms.abilities import SpellCosts, is_mana_ability
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import ManaCost, TapCost
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.proto import Proto
from reiterate.terms.references import You
from reiterate.terms.vocabulary import MANA_KINDS

#: Mana of each kind that is plenty.
PLENTY: Final = 20

#: Mana abilities that are activated for one thing that costs mana.
MOST_MANA: Final = 12


def has_consumer(state: State, seat: int) -> bool:
    """Whether a player has something that mana could be paid for where it is."""
    return any(_symbols(costs) for _, _, costs in _payable(state, seat)) or any(
        _symbols(costs) for costs in _on_stack(state, seat)
    )


def lacks_mana(state: State, seat: int, offered: Collection[tuple[str, int, int]]) -> bool:
    """Whether mana could be paid for more than is offered there: a card to cast, or an ability that makes no mana.

    What taps a permanent that is tapped is not paid for with mana alone (118.3). Nor is what waits for a main phase with an empty stack (307.1, 602.5d).
    In: ``offered``, what is offered, as verb, row and index.
    """
    cast = {row for verb, row, _ in offered if verb == CAST}
    sorcery = sorcery_time(state, seat)
    for handle, index, costs in _payable(state, seat):
        if not _symbols(costs):
            continue
        if index < 0:
            if handle not in cast and (sorcery or _at_any_time(state, seat, handle)):
                return True
        elif (ACTIVATE, handle, index) not in offered:
            ability = abilities_at(state, handle)[index]
            tapped = state.rows[handle].cls.tapped and any(isinstance(cost, TapCost) for cost in costs)
            if not tapped and not is_mana_ability(ability) and (sorcery or ability.timing != "sorcery"):
                return True
    return False


def _at_any_time(state: State, seat: int, handle: int) -> bool:
    """Whether a card may be cast outside its player's main phases, as far as that is known before a way of casting it is chosen."""
    proto = state.rows[handle].cls.proto
    ways = proto is not None and any(isinstance(each, SpellCosts) and each.how for each in proto.abilities)
    return ways or instant_speed(state, Choice(CAST, seat, handle))


def with_plenty(state: State, seat: int) -> State:
    """The position with much mana of each kind in a player's pool: what mana alone is lacking for can be done there."""
    draft = Draft(state)
    for kind in MANA_KINDS:
        add_mana(draft, seat, kind, PLENTY)
    return draft.done()


def dearest(state: State, seat: int) -> int:
    """How much mana the dearest thing asks for that a player could pay for where it is; X counts as ``MOST_MANA``."""
    every = [*(costs for _, _, costs in _payable(state, seat)), *_on_stack(state, seat)]
    asked_for = (cost.symbols for costs in every for cost in costs if isinstance(cost, ManaCost))
    return max((sum(map(_worth, symbols)) for symbols in asked_for), default=0)


def _payable(state: State, seat: int) -> Iterator[tuple[int, int, Sequence[Term]]]:
    """The costs of each of a player's abilities on the battlefield, and of each card where it can be cast.

    Out: the row, the index of the ability or -1 for a card to cast, and the costs.
    """
    for handle, row in state.rows.items():
        if row.cls.proto is None or row.cls.kind not in (CARD, TOKEN):
            continue
        here = row.cls.zone == HAND or (row.cls.zone in (GRAVEYARD, EXILE) and castable_zones(state, handle))
        if row.cls.zone == BATTLEFIELD and row.cls.controller == seat:
            yield from ((handle, i, ability.costs) for i, ability in enumerate(abilities_at(state, handle)))
        elif here and row.cls.owner == seat:
            yield handle, -1, _to_cast(row.cls.proto)


def _on_stack(state: State, seat: int) -> Iterator[Sequence[Term]]:
    """What a player may be asked to pay as something on the stack resolves."""
    for handle in state.stack:
        row = state.rows[handle]
        if row.cls.controller == seat:
            yield from _as_it_resolves(row.cls.term or row.cls.proto)


@lru_cache(maxsize=1024)
def _as_it_resolves(term: Term | None) -> tuple[tuple[Term, ...], ...]:
    """The costs that an ability or a card has its controller pay as it resolves (118.12): their mana is made before."""
    found: list[tuple[Term, ...]] = []

    def visit(node: Term) -> None:
        if isinstance(node, MayPay) and node.who == You():
            found.append(node.costs)

    walk(term.abilities if isinstance(term, Proto) else term, visit)
    return tuple(found)


def _worth(symbol: str) -> int:
    return int(symbol) if symbol.isdecimal() else MOST_MANA if symbol == "X" else 1


def wanted_mana(state: State, seat: int) -> str:
    """The symbols of all that a player's cards, wherever they are, could come to be paid with, run together."""
    found = ""
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.kind not in (CARD, TOKEN):
            continue
        if cls.owner == seat:
            found += _symbols(_to_cast(cls.proto))
        if cls.zone == BATTLEFIELD and cls.controller == seat:
            found += _symbols(cost for ability in abilities_at(state, handle) for cost in ability.costs)
            found += _symbols(cost for costs in _as_it_resolves(cls.proto) for cost in costs)
    return found


def _to_cast(proto: Proto) -> list[Term]:
    more = [cost for ability in proto.abilities if isinstance(ability, SpellCosts) for cost in ability.costs]
    return [ManaCost(proto.mana_cost or ()), *more]


def _symbols(costs: Iterable[Term]) -> str:
    return "".join(symbol for cost in costs if isinstance(cost, ManaCost) for symbol in cost.symbols)
