"""What cards ask of a board beyond what their costs and targets name: hands of a kind, copies of permanent spells, lands that come back.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from reiterate.survey.balance import MUCH
from reiterate.survey.card_doings import all_of
from reiterate.survey.wants import (
    Wants,
    counters_at_first,
    counters_spent,
    creatures,
    fits,
    holds,
    host_of,
    mana_value,
    permanent,
    wants_of,
)
from reiterate.terms.abilities import Activated, SpellAbility, SpellCosts, Static, Triggered
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.conditions import Blessed, During
from reiterate.terms.costs import DiscardCost, ExileCost, ManaCost, TapOthers
from reiterate.terms.effects_damage import DealDamage, Fight
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import (
    ChooseObject,
    Destroy,
    DoubleCounters,
    Proliferate,
    PutCounters,
    SetLevel,
    TapOrUntap,
    Untap,
    UntapUpTo,
)
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CopyToken
from reiterate.terms.effects_structure import IfDone
from reiterate.terms.effects_zones import (
    Discard,
    Draw,
    ExileUntil,
    Move,
    MoveChosen,
    ReturnToBattlefield,
    RevealFromHand,
)
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, ThatMuch, Total
from reiterate.terms.references import Each, EachCard, Filter, Host, Result, TargetRef, Targets, TargetSpec, This
from reiterate.terms.replacement_effects import ChangeCounters, EntersWithCounters
from reiterate.terms.static_effects import CastOnly, GrantAbilities
from reiterate.terms.trigger_events import Attacks, AttacksWith, DealsDamage, IsDealtDamage, PlayerDamaged, StepBegins

#: Permanents with which a player has the city's blessing (702.131a).
BLESSED: Final = 10

#: Kinds of counters that a card has where a target is to have some.
NAMED_COUNTERS: Final = ("+1/+1",)

#: The word for creatures with counters, Equipment or Auras of their controller (700.9).
MODIFIED: Final = "modified"


def kinds_in_hand(protos: Sequence[Proto]) -> list[Filter]:
    """The sets of cards in hand that costs and effects of some cards ask for."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        held = isinstance(node, RevealFromHand | DiscardCost) or (isinstance(node, ExileCost) and node.zone == "hand")
        wanted = getattr(node, "filter", None) if held else None
        found.extend([wanted] if isinstance(wanted, Filter) and wanted != Filter() else [])

    walk(tuple(proto.abilities for proto in protos), visit)
    return list(dict.fromkeys(found))


def in_any_graveyard(protos: Sequence[Proto]) -> list[Filter]:
    """The sets of cards that some cards ask for and that may lie in an opponent's graveyard."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, TargetSpec | EachCard) and node.zone == "graveyard" and node.whose != "you":
            found.append(node.filter or Filter())

    walk(tuple(proto.abilities for proto in protos), visit)
    return found


def copies_as_spell(proto: Proto, card: Proto) -> bool:
    """Whether a card could copy a permanent spell that another card is: that card is cast for it (707.10f)."""

    def at_it(node: Term) -> bool:
        return isinstance(node, TargetSpec) and node.zone == "stack" and fits(node.filter or Filter(), card)

    return permanent(card) and holds(proto.abilities, CopySpell) and holds(proto.abilities, TargetSpec, at_it)


def enters_with_more(proto: Proto, card: Proto) -> bool:
    """Whether a card enters with more counters where another one is there (614.1a, 306.5b)."""
    counters = card.loyalty is not None or holds(card.abilities, EntersWithCounters)
    return counters and holds(proto.abilities, ChangeCounters)


def blinked_together(protos: Sequence[Proto]) -> list[Filter]:
    """The sets of own permanents that some cards exile, all or any number at once, until they leave: what was tapped comes back untapped (110.5b)."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        gone = node.object if isinstance(node, Move) and node.link and node.zone == "exile" else None
        if isinstance(gone, Each):
            found.append(gone.filter)
        effects = node.effects if isinstance(node, SpellAbility | Activated | Triggered) else ()
        if any(isinstance(each, ExileUntil) for each in effects):
            found.extend(each.filter for each in effects if isinstance(each, ChooseObject) and each.any_number)

    walk(tuple(proto.abilities for proto in protos), visit)
    return [filter for filter in dict.fromkeys(found) if filter.controller != "opponent"]


def discards_first(proto: Proto) -> bool:
    """Whether a card lets its player discard a card and draw one for it: there has to be one in hand."""

    def discards(node: Term) -> bool:
        return isinstance(node, IfDone) and holds(node.first, Discard) and holds(node.then, Draw)

    return holds(proto.abilities, IfDone, discards)


def become_copies(protos: Sequence[Proto]) -> Iterator[Filter]:
    """The sets of one's own permanents of which each one becomes a copy of something at once."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        if (
            isinstance(node, BecomeCopy)
            and isinstance(node.object, Each)
            and node.object.filter.controller != "opponent"
        ):
            found.append(node.object.filter)

    walk(tuple(proto.abilities for proto in protos), visit)
    return iter(dict.fromkeys(found))


def their_step(protos: Sequence[Proto]) -> str:
    """The first step of an opponent's turn in which a spell of some cards may be cast that is cast in none of one's own; "" for none."""
    for proto in protos:
        statics = [each.effect for each in proto.abilities if isinstance(each, Static)]
        for each in (effect.condition for effect in statics if isinstance(effect, CastOnly)):
            if isinstance(each, During) and each.whose == "opponent" and each.steps:
                return each.steps[0]
    return ""


def copies_several(proto: Proto) -> bool:
    """Whether a card makes copies of as many permanents as are announced: what taps for mana may be one of them."""
    return holds(proto.abilities, CopyToken, lambda node: isinstance(getattr(node, "of", None), Targets))


def bought_back(protos: Sequence[Proto]) -> Iterator[int]:
    """How much mana each spell with buyback costs that returns to hand (702.27a)."""
    for proto in protos:
        more = [each for each in proto.abilities if isinstance(each, SpellCosts) and each.how == "buyback"]
        for each in more:
            paid = [cost.symbols for cost in each.costs if isinstance(cost, ManaCost)]
            yield sum(map(mana_value, [proto.mana_cost or (), *paid]))


def returned_by_choice(protos: Sequence[Proto]) -> list[Filter]:
    """The sets of own permanents of which one is chosen as something resolves and returns to hand: it may be cast again."""
    found: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, MoveChosen) and node.to == "hand" and "battlefield" in node.zones:
            found.append(with_fields(node.filter, {"another": False}))

    walk(tuple(proto.abilities for proto in protos), visit)
    return list(dict.fromkeys(found))


def tapped_for_mana(protos: Sequence[Proto]) -> dict[Filter, int]:
    """Of what mana abilities of some cards tap beside their sources, how many one mana takes, where that is more than one."""
    found: dict[Filter, int] = {}
    for ability in (each for proto in protos for each in proto.abilities if isinstance(each, Activated)):
        if any(isinstance(effect, AddMana) for effect in ability.effects):
            for cost in ability.costs:
                if isinstance(cost, TapOthers) and isinstance(cost.amount, Fixed) and cost.amount.value > 1:
                    found[cost.filter] = cost.amount.value
    return found


def blinked(protos: Sequence[Proto]) -> list[Filter]:
    """The sets out of which some cards exile targets that come back at once: what was tapped comes back untapped (110.5b)."""
    found = blinked_together(protos)

    def visit(node: Term) -> None:
        effects = getattr(node, "effects", ())
        if isinstance(node, SpellAbility | Activated | Triggered) and any(map(_returns_at_once, effects)):
            specs = [spec for spec in node.targets if spec.zone == "battlefield" and spec.filter is not None]
            found.extend(spec.filter for spec in specs if spec.filter is not None)

    walk(tuple(proto.abilities for proto in protos), visit)
    return list(dict.fromkeys(found))


def _returns_at_once(effect: Term) -> bool:
    return isinstance(effect, ReturnToBattlefield) and isinstance(effect.object, Result) and not effect.tapped


def totals(protos: Sequence[Proto]) -> Iterator[Total]:
    """The totals of what one controls that amounts of some cards are."""
    found: list[Total] = []
    walk(
        tuple(proto.abilities for proto in protos),
        lambda node: found.append(node) if isinstance(node, Total) and node.filter.controller != "opponent" else None,
    )
    return iter(found)


def destroys_all(proto: Proto, creature: Proto) -> bool:
    """Whether a card destroys all creatures of a set, and a creature is one of them: it stays where nothing destroys it (702.12b)."""

    def swept(node: Term) -> bool:
        gone = getattr(node, "object", None)
        return isinstance(gone, Each) and fits(with_fields(gone.filter, {"controller": "any"}), creature)

    return "creature" in creature.types and holds(proto.abilities, Destroy, swept)


def levels(proto: Proto) -> list[tuple[str, ...]]:
    """The mana costs of the levels of a Class: each is paid once (716.2a)."""
    gained = [each for each in proto.abilities if isinstance(each, Activated) and holds(each.effects, SetLevel)]
    return [cost.symbols for each in gained for cost in each.costs if isinstance(cost, ManaCost)]


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


def proliferates(protos: Sequence[Proto]) -> bool:
    """Whether some card proliferates: a counter has to be left for that when another one was spent (701.34a)."""
    return any(holds(proto.abilities, Proliferate) for proto in protos)


def measures_hits(proto: Proto) -> bool:
    """Whether as much happens as combat damage is dealt: a creature of great power deals much of it."""

    def measured(node: Term) -> bool:
        event = getattr(node, "trigger", None)
        in_combat = isinstance(event, PlayerDamaged) or (isinstance(event, DealsDamage) and event.combat)
        return in_combat and holds(node, ThatMuch)

    return holds(proto.abilities, Triggered, measured)


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


def hurt_in_combat(proto: Proto) -> bool:
    """Whether a creature that is dealt damage does something if it attacks: what hurts it is paid for in combat."""

    def asks(node: Term) -> bool:
        of_damage = isinstance(node, Triggered) and isinstance(node.trigger, IsDealtDamage)
        return of_damage and holds(node, Filter, lambda each: isinstance(each, Filter) and each.attacking)

    return holds(proto.abilities, Triggered, asks)


def _is_of(event: IsDealtDamage, proto: Proto) -> bool:
    """Whether damage to a creature with this ability is such an event."""
    return isinstance(event.subject, This) or (isinstance(event.subject, Filter) and fits(event.subject, proto))


def hurts_its_host(proto: Proto) -> bool:
    """Whether something happens as what a card is attached to is dealt damage."""
    return holds(proto.abilities, IsDealtDamage, lambda node: isinstance(getattr(node, "subject", None), Host))


def legends(protos: Sequence[Proto]) -> bool:
    """Whether a creature of some cards is legendary: a copy of it would not stay (704.5j)."""
    return any("legendary" in proto.supertypes and "creature" in proto.types for proto in protos)


def grown_to(protos: Sequence[Proto], asked: Iterable[Filter]) -> list[Filter]:
    """The sets of creatures of so much power that a card asks for, where counters of another one may make a creature so large."""
    found: list[Filter] = []
    for filter in asked:
        sized = filter.compare is not None and filter.compare.stat == "power" and creatures(filter)
        others = [proto for proto in protos if filter not in all_of(proto.abilities)]
        if sized and any(holds(proto.abilities, PutCounters, _of_size) for proto in others):
            found.append(filter)
    return found


def _of_size(node: Term) -> bool:
    return isinstance(node, PutCounters) and node.kind == "+1/+1"


def counters_asked(wanted: Wants, proto: Proto, protos: Sequence[Proto]) -> set[str]:
    """The kinds of counters of which a permanent has one, for a set that some cards speak of has such counters.

    A creature that is to be modified has a +1/+1 counter (700.9), unless another card is an Equipment or an Aura on a creature.
    """
    marked = {each.counter for each in wanted.objects if each.counter in NAMED_COUNTERS and fits(each, proto)}
    if not any(host_of(other) is not None for other in protos):
        modified = [each for each in (*wanted.attackers, *wanted.objects) if each.hung == MODIFIED]
        marked |= {NAMED_COUNTERS[0] for each in modified if _bearer(each, protos) is proto}
    return marked if permanent(proto) else set()


def _bearer(wanted: Filter, protos: Sequence[Proto]) -> Proto | None:
    """The card that is the likeliest of a set: the one that speaks of it, else the first of it."""
    able = [proto for proto in protos if permanent(proto) and fits(wanted, proto)]
    return next((proto for proto in able if wanted in all_of(proto.abilities)), next(iter(able), None))


def asks_for_blessing(protos: Sequence[Proto]) -> bool:
    """Whether something of some cards asks whether their player has the city's blessing (702.131c)."""
    return any(holds(proto.abilities, Blessed) for proto in protos)


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


@lru_cache(maxsize=1024)
def dearest_ability(proto: Proto) -> int:
    """How much mana the dearest cost of a card is that may be paid again and again."""
    return max(map(mana_value, wants_of([proto]).costs), default=0)


def dies_at_once(proto: Proto) -> bool:
    """Whether a creature laid out as printed would have no toughness (704.5f)."""
    counters = counters_at_first(proto).get("+1/+1", 0)
    return "creature" in proto.types and proto.toughness is not None and proto.toughness + counters <= 0


def is_kept_up(proto: Proto) -> bool:
    """Whether a creature without printed toughness lies there with +1/+1 counters, which its costs take."""
    return dies_at_once(proto) and "+1/+1" in counters_spent(proto)


def enchants_later(proto: Proto) -> bool:
    """Whether an Aura can't be attached before it does something: it enchants a card in a graveyard first."""
    return "Aura" in proto.subtypes and host_of(proto) is None


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
