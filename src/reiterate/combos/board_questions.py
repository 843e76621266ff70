"""What cards ask of a board beyond what their costs and targets name: hands of a kind, copies of permanent spells, lands that come back.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reiterate.survey.balance import MUCH
from reiterate.survey.wants import creatures, fits, holds, mana_value, permanent
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import DiscardCost, ExileCost, ManaCost
from reiterate.terms.effects_damage import DealDamage, Fight
from reiterate.terms.effects_permanents import DoubleCounters, TapOrUntap, Untap, UntapUpTo
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.effects_zones import Move, RevealFromHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, Total
from reiterate.terms.references import Each, Filter, Host, TargetRef, Targets, TargetSpec, This
from reiterate.terms.replacement_effects import ChangeCounters, EntersWithCounters
from reiterate.terms.static_effects import GrantAbilities
from reiterate.terms.trigger_events import Attacks, AttacksWith, DealsDamage, IsDealtDamage, PlayerDamaged, StepBegins


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


def acts_in_combat(proto: Proto) -> bool:
    """Whether something happens as a creature attacks or deals combat damage, or in an upkeep: mana may be paid after it."""
    return holds(proto.abilities, Triggered, lambda node: _after_main(getattr(node, "trigger", None)))


def _after_main(event: object) -> bool:
    if isinstance(event, DealsDamage):
        return event.combat
    upkeep = isinstance(event, StepBegins) and event.step == "upkeep" and event.whose == "you"
    return upkeep or isinstance(event, Attacks | AttacksWith | PlayerDamaged)


def hurt_on_purpose(proto: Proto) -> bool:
    """Whether a creature does something as it is dealt damage, also by an ability that it has from itself."""
    granted = holds(
        proto.abilities, GrantAbilities, lambda node: holds(node, IsDealtDamage) and _granted_to(node, proto)
    )
    return "creature" in proto.types and (
        granted
        or any(
            isinstance(each, Triggered) and isinstance(each.trigger, IsDealtDamage) and _is_of(each.trigger, proto)
            for each in proto.abilities
        )
    )


def _granted_to(node: Term, proto: Proto) -> bool:
    """Whether a static ability gives abilities to a card as well."""
    subject = getattr(node, "subject", None)
    return isinstance(subject, This) or (isinstance(subject, Filter) and fits(subject, proto))


def _is_of(event: IsDealtDamage, proto: Proto) -> bool:
    """Whether damage to a creature with this ability is such an event."""
    return isinstance(event.subject, This) or (isinstance(event.subject, Filter) and fits(event.subject, proto))


def hurts_its_host(proto: Proto) -> bool:
    """Whether something happens as what a card is attached to is dealt damage."""
    return holds(proto.abilities, IsDealtDamage, lambda node: isinstance(getattr(node, "subject", None), Host))


def shoots_creatures(proto: Proto) -> bool:
    """Whether a card deals damage to a creature that it targets, and can't hit a player instead."""

    def at_creatures(node: Term) -> bool:
        specs = getattr(node, "targets", ())
        effects = getattr(node, "effects", ())
        return holds(effects, DealDamage) and any(
            spec.zone == "battlefield" and spec.filter is not None and not spec.players and creatures(spec.filter)
            for spec in specs
        )

    return holds(proto.abilities, Activated | Triggered, at_creatures)


def hits_creatures(protos: Sequence[Proto]) -> bool:
    """Whether damage that some cards deal to creatures sets off what one of them does."""
    watched = any(
        holds(proto.abilities, IsDealtDamage)
        or holds(proto.abilities, DealsDamage, lambda node: getattr(node, "to", "") in ("any", "creature"))
        for proto in protos
    )
    return watched and any(holds(proto.abilities, DealDamage | Fight) for proto in protos)


def untapped_at_once(protos: Sequence[Proto]) -> int:
    """How many permanents one ability or spell of some cards untaps at most; as many as there may be where it is no printed number."""
    found = [0]

    def visit(node: Term) -> None:
        if isinstance(node, UntapUpTo):
            found.append(node.amount.value if isinstance(node.amount, Fixed) else MUCH)
        elif isinstance(node, Untap | TapOrUntap) and isinstance(node.object, Targets):
            found.append(node.object.count or MUCH)
        elif isinstance(node, Untap | TapOrUntap) and not isinstance(node.object, This):
            found.append(1 if isinstance(node.object, TargetRef | Host) else MUCH)

    walk(tuple(proto.abilities for proto in protos), visit)
    return max(found)


def doubled_counters(protos: Sequence[Proto]) -> int:
    """How many counters lie there where an ability doubles them for mana: more than twice as many as it costs; 0 for no such ability.

    Where each counter pays for one mana, no fewer give anything.
    """
    found = [0]

    def visit(node: Term) -> None:
        if isinstance(node, Activated) and holds(node.effects, DoubleCounters):
            paid = [mana_value(cost.symbols) for cost in node.costs if isinstance(cost, ManaCost)]
            found.append(2 * sum(paid) + 2)

    walk(tuple(proto.abilities for proto in protos), visit)
    return max(found)
