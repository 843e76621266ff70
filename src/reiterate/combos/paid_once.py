"""What is paid once and lies near at hand: mana for what enters with counters, and life. Counters that come from nowhere don't.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from reiterate.combos.board_questions import doubled_counters
from reiterate.combos.helpers import Entry
from reiterate.combos.layouts import SPENT, Layout
from reiterate.combos.pools import Pool
from reiterate.combos.smaller import lacking
from reiterate.oracle import CompiledCard
from reiterate.survey.feeds import costs_what_is_there
from reiterate.survey.script_of_play import ALL_PASS
from reiterate.survey.wants import holds
from reiterate.terms.abilities import Activated
from reiterate.terms.base import Ability, Term, walk
from reiterate.terms.conditions import Compared
from reiterate.terms.costs import LifeCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_players import LoseLife
from reiterate.terms.effects_spells import CastFree
from reiterate.terms.effects_structure import ForEachPlayer
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, LifeTotal, XValue
from reiterate.terms.references import EachPlayer, You
from reiterate.terms.replacement_effects import EntersWithCounters
from reiterate.terms.vocabulary import COLORS

#: So much generic mana at most is laid out for one spell.
_MOST: Final = 100


def from_nowhere(layout: Layout, first: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether a card of a board begins with more counters than it enters with.

    In: ``first``, how many counters each card enters with, by name and kind, such as ``{"Bear": {"+1/+1": 1}}``.
    """
    return any(
        int(n) > first.get(str(entry["card"]), {}).get(kind, 0)
        for entry in layout.battlefield
        for kind, n in _counters(entry).items()
    )


def not_doubled(layout: Layout, cards: Sequence[CompiledCard]) -> Layout:
    """A board with a few counters where as many lie there as a loop takes that doubles them.

    Played once, so many are an amount by themselves.
    In: a board of the cards of the combo.
    """
    many = str(doubled_counters([card.proto for card in cards]))

    def fewer(entry: Entry) -> Entry:
        counters = {kind: str(SPENT) if n == many else n for kind, n in _counters(entry).items()}
        return {**entry, "counters": counters} if counters else entry

    return replace(layout, battlefield=tuple(map(fewer, layout.battlefield)))


def cast_instead(layout: Layout, cards: Sequence[CompiledCard]) -> tuple[Layout, tuple[str, ...]]:
    """A board on which cards that enter with X counters are still in hand (107.3m), and the lines that cast them.

    In: a board that has such cards on the battlefield with counters; the cards of the combo. Out: the board with these cards
    in hand and the mana for them; the lines of the script, none where no card is such.
    """
    lines: list[str] = []
    for card in cards:
        entry = next((each for each in layout.battlefield if each.get("card") == card.name), None)
        many = 0 if entry is None else sum(map(int, _counters(entry).values()))
        mana = paid_for_counters(card.proto, many)
        if many and mana:
            layout = lacking(layout, card.name)
            layout = replace(layout, hand=(*layout.hand, card.name), mana=_more_mana(layout.mana, mana))
            lines += [f"cast {card.name} paying {''.join(f'{{{each}}}' for each in mana)} with X = {many}", ALL_PASS]
    return layout, tuple(lines)


def paid_for_counters(proto: Proto, many: int) -> tuple[str, ...]:
    """The mana with which a permanent is cast so that it enters with so many counters, one for each X (107.3m); () where that is not so."""
    cost = proto.mana_cost or ()
    plain = all(symbol in (*COLORS, "C", "X") or symbol.isdecimal() for symbol in cost)
    if "X" not in cost or not plain or not holds(proto.abilities, EntersWithCounters, _by_x):
        return ()
    generic = sum(int(symbol) for symbol in cost if symbol.isdecimal()) + many * cost.count("X")
    if generic > _MOST:
        return ()
    return (*(symbol for symbol in cost if symbol in (*COLORS, "C")), *["C"] * generic)


def _by_x(node: Term) -> bool:
    return isinstance(getattr(node, "amount", None), XValue)


def pays_any_life(proto: Proto) -> bool:
    """Whether something of a card costs as much life as its player likes."""
    return holds(proto.abilities, LifeCost, lambda node: isinstance(getattr(node, "amount", None), XValue))


def life_beyond(protos: Sequence[Proto], total: int) -> list[int]:
    """How much more life than a total leads to an exact number that is asked for, by payments of several life each.

    Example: of 20 life, payments of 2 lead to an even number. With 1 life more they lead to "exactly 1 life".
    """
    paid = {n for proto in protos for each in proto.abilities if costs_what_is_there(each) for n in _life_paid(each)}
    exact: set[int] = set()

    def visit(node: Term) -> None:
        if isinstance(node, Compared) and node.op == "==" and node.left == LifeTotal(You()):
            exact.update({node.right.value} if isinstance(node.right, Fixed) else ())

    walk(tuple(proto.abilities for proto in protos), visit)
    return sorted({(there - total) % each for each in paid for there in exact} - {0})


def _life_paid(ability: Ability) -> Iterator[int]:
    """The fixed amounts of life that an ability costs, of more than 1."""
    for cost in ability.costs if isinstance(ability, Activated) else ():
        if isinstance(cost, LifeCost) and isinstance(cost.amount, Fixed) and cost.amount.value > 1:
            yield cost.amount.value


def casts_of_drawn(proto: Proto) -> bool:
    """Whether a card lets its player cast a card from hand as it goes on behind a draw: unknown cards are no choice (608.2g)."""

    def of_hand(node: Term) -> bool:
        return isinstance(node, CastFree) and node.object is None and not node.exile

    return holds(proto.abilities, Draw) and holds(proto.abilities, CastFree, of_hand)


def hurts_all(proto: Proto) -> bool:
    """Whether a card deals damage to each player, or has each player lose life, its controller among them."""

    def all_players(node: Term) -> bool:
        who = getattr(node, "to", None) or getattr(node, "who", None)
        hurts = not isinstance(node, ForEachPlayer) or holds(node.effects, DealDamage | LoseLife)
        return hurts and isinstance(who, EachPlayer) and not who.opponents and not who.other

    return holds(proto.abilities, DealDamage | LoseLife | ForEachPlayer, all_players)


def _counters(entry: Entry) -> Mapping[str, str]:
    """The counters of a permanent of a layout."""
    there = entry.get("counters")
    return {str(kind): str(n) for kind, n in there.items()} if isinstance(there, dict) else {}


def _more_mana(there: Pool, more: Iterable[str]) -> Pool:
    """The mana of a pool, and more of it."""
    return tuple((Counter(dict(there)) + Counter(more)).items())
