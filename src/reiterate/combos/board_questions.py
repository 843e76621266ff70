"""What cards ask of a board beyond what their costs and targets name: hands of a kind, copies of permanent spells, lands that come back.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reiterate.survey.wants import creatures, fits, holds, permanent
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import DiscardCost, ExileCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.effects_zones import Move, RevealFromHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Total
from reiterate.terms.references import Each, Filter, TargetSpec
from reiterate.terms.replacement_effects import ChangeCounters, EntersWithCounters


def kinds_in_hand(protos: Sequence[Proto]) -> list[Filter]:
    """The sets of cards in hand that costs and effects of some cards ask for."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        held = isinstance(node, RevealFromHand | DiscardCost) or (isinstance(node, ExileCost) and node.zone == "hand")
        wanted = getattr(node, "filter", None) if held else None
        found.extend([wanted] if isinstance(wanted, Filter) and wanted != Filter() else [])

    walk(tuple(proto.abilities for proto in protos), visit)
    return list(dict.fromkeys(found))


def copies_as_spell(proto: Proto, card: Proto) -> bool:
    """Whether a card could copy a permanent spell that another card is: that card is cast for it (707.10f)."""

    def at_it(node: Term) -> bool:
        return isinstance(node, TargetSpec) and node.zone == "stack" and fits(node.filter or Filter(), card)

    return permanent(card) and holds(proto.abilities, CopySpell) and holds(proto.abilities, TargetSpec, at_it)


def enters_with_more(proto: Proto, card: Proto) -> bool:
    """Whether a card enters with more counters where another one is there (614.1a, 306.5b)."""
    counters = card.loyalty is not None or holds(card.abilities, EntersWithCounters)
    return counters and holds(proto.abilities, ChangeCounters)


def blinks_all(proto: Proto) -> bool:
    """Whether a card exiles all permanents of its controller until it leaves: lands that were tapped come back untapped (110.5b)."""

    def all_own(node: Term) -> bool:
        gone = node.object if isinstance(node, Move) and node.link and node.zone == "exile" else None
        return isinstance(gone, Each) and not gone.filter.types and gone.filter.controller != "opponent"

    return holds(proto.abilities, Move, all_own)


def totals(protos: Sequence[Proto]) -> Iterator[Total]:
    """The totals of what one controls that amounts of some cards are."""
    found: list[Total] = []
    walk(
        tuple(proto.abilities for proto in protos),
        lambda node: found.append(node) if isinstance(node, Total) and node.filter.controller != "opponent" else None,
    )
    return iter(found)


def hurts_all_creatures(proto: Proto) -> bool:
    """Whether a card deals damage to each creature, whoever controls it."""

    def to_each(node: Term) -> bool:
        to = getattr(node, "to", None)
        return isinstance(to, Each) and creatures(to.filter) and to.filter.controller == "any"

    return holds(proto.abilities, DealDamage, to_each)
