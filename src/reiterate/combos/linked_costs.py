"""Costs that are read off a card: an ability that costs {X}, where X is the mana value of the card that its permanent exiled.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reiterate.survey.wants import Wants, mana_value, speaks_of_exiled
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import StatOf
from reiterate.terms.references import Linked


def with_linked_costs(wants: Wants, protos: Sequence[Proto]) -> Wants:
    """The wants of some cards, with those costs as the cards themselves make them: each other card may be the exiled one (607.2a)."""
    wants.costs += _costs(protos)
    return wants


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
