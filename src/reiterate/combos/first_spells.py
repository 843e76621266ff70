"""What is cast first, so that a spell that copies spells finds a target: a spell that uses up nothing that another card waits for.
Part of the solver: the boards.

A card may watch the first spell of a kind in a turn. The spell that copies is to be that one, so what it copies first is of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.state.text_reads import kinds_counted
from reiterate.survey.wants import CARD, SORCERY, Wants, fits, holds, permanent
from reiterate.terms.base import Term, with_fields
from reiterate.terms.effects_structure import Delayed
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetSpec
from reiterate.terms.trigger_events import SpellCast

#: What may be cast first, the likeliest one first: what the cards of these starters are, but for their abilities.
_FIRST: Final = {
    CARD: Proto("Reach Through Mists", ("instant",), ("Arcane",), colors=("U",), mana_cost=("U",)),
    SORCERY: Proto("Chaplain's Blessing", ("sorcery",), colors=("W",), mana_cost=("W",)),
}


def with_first_spells(wants: Wants, protos: Sequence[Proto]) -> Wants:
    """The wants of some cards, with a spell to cast first for each card that targets one and has none among the others."""
    wants.starters += _first_spells(protos)
    return wants


def _first_spells(protos: Sequence[Proto]) -> Iterator[str]:
    for proto in protos:
        if not holds(proto.abilities, TargetSpec, _of_spells):
            continue
        others = [other for other in protos if other is not proto]
        if not any(_waits(other) and not _used_up(other, proto, protos) for other in others):
            fitting = (k for k, each in _FIRST.items() if _targeted(proto, each) and not _used_up(each, proto, protos))
            yield next(fitting, CARD)


def _waits(proto: Proto) -> bool:
    """Whether a card is a spell that waits on the stack for another one to target it.

    A permanent is none, nor is a spell that asks for such a target. One that acts as a later spell is cast has resolved by then (608.2n).
    """
    return not (
        permanent(proto) or holds(proto.abilities, TargetSpec, _of_spells) or holds(proto.abilities, Delayed, _of_later)
    )


def _of_later(node: Term) -> bool:
    return isinstance(node, Delayed) and isinstance(node.trigger, SpellCast)


def _of_spells(node: Term) -> bool:
    return isinstance(node, TargetSpec) and node.zone == "stack" and not node.ability


def _targeted(proto: Proto, first: Proto) -> bool:
    """Whether a card may target a spell."""

    def at_it(node: Term) -> bool:
        return (
            isinstance(node, TargetSpec)
            and _of_spells(node)
            and fits(with_fields(node.filter or Filter(), {"controller": "any"}), first)
        )

    return holds(proto.abilities, TargetSpec, at_it)


def _used_up(first: Proto, proto: Proto, protos: Sequence[Proto]) -> bool:
    """Whether a spell that is cast first uses up what a card watches: the first spell of a kind.

    A card that is cast behind it, and is of that kind too, is the second one then (603.4).
    """

    def taken(node: Term) -> bool:
        watched = kinds_counted(node) if isinstance(node, SpellCast) and node.nth == 1 else ()
        return any(fits(kind, first) and fits(kind, proto) for kind in watched)

    return holds(tuple(each.abilities for each in protos), SpellCast, taken)
