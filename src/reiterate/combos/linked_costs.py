"""Costs that hang together: {X} read off the card that a permanent exiled, and what turns a permanent face down and up again.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reiterate.survey.wants import Wants, mana_value, speaks_of_exiled
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_permanents import TurnFaceDown, TurnFaceUp
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import StatOf
from reiterate.terms.references import Linked, This


def with_linked_costs(wants: Wants, protos: Sequence[Proto]) -> Wants:
    """The wants of some cards, with those costs as the cards themselves make them: each other card may be the exiled one (607.2a).

    What is turned face down and up again is paid for together, before anything comes of it (708.8).
    """
    wants.costs += [*_costs(protos), *_turned_over(protos)]
    return wants


def _turned_over(protos: Sequence[Proto]) -> Iterator[tuple[str, ...]]:
    """The mana with which a permanent is turned face down and up again by itself."""
    for proto in protos:
        acts = [each for each in proto.abilities if isinstance(each, Activated)]
        for down in (each for each in acts if TurnFaceDown(This()) in each.effects):
            for up in (each for each in acts if TurnFaceUp(This()) in each.effects):
                costs = [cost for cost in (*down.costs, *up.costs) if isinstance(cost, ManaCost)]
                symbols = [symbol for cost in costs for symbol in cost.symbols]
                generic = sum(int(symbol) for symbol in symbols if symbol.isdecimal())
                yield (*(symbol for symbol in symbols if not symbol.isdecimal()), *([str(generic)] if generic else []))


def _costs(protos: Sequence[Proto]) -> Iterator[tuple[str, ...]]:
    for proto in protos:
        for ability in proto.abilities:
            if not isinstance(ability, Activated) or not _of_the_exiled_card(ability):
                continue
            printed = [symbol for cost in ability.costs if isinstance(cost, ManaCost) for symbol in cost.symbols]
            for other in protos:
                if other is not proto and speaks_of_exiled(proto, other):
                    yield (*printed, str(mana_value(other.mana_cost or ())))


def _of_the_exiled_card(ability: Activated) -> bool:
    """Whether an ability costs as much more as a card's mana value comes to, where that card is linked."""
    more = ability.more
    return isinstance(more, StatOf) and more.stat == "manavalue" and isinstance(more.object, Linked)
