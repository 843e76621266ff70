"""What cards ask for, read off their terms: objects, untapping, mana, events that set them off, zones.
Part of the solver: the terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import UnionType
from typing import Any, Final

from reiterate.state.text_reads import DIED, HURT, LIFE_LOST, OF_OPPONENTS
from reiterate.terms.abilities import Activated, Enchant, SpellAbility, Triggered, is_mana_ability
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.conditions import Compared, Controls, During, LifeIs, StatIs
from reiterate.terms.costs import (
    ExileCost,
    ManaCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapOthers,
    TapPower,
)
from reiterate.terms.effects_continuous import GainAbilities
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import Blight, Destroy, SacrificeChosen, TapOrUntap, Untap, UntapUpTo
from reiterate.terms.effects_players import SetLife
from reiterate.terms.effects_spells import BecomeCopy, CreateTokens
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import MoveChosen, PutFromHand, ReturnAtRandom, ReturnToHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import (
    CardsIn,
    CountersOn,
    Devotion,
    Fixed,
    Greatest,
    HeldBy,
    Quantity,
    StatOf,
    ThisTurn,
)
from reiterate.terms.references import (
    Compare,
    Each,
    EachCard,
    Filter,
    Host,
    Linked,
    TargetRef,
    TargetSpec,
    This,
    You,
)
from reiterate.terms.replacement_effects import EntersAs, EntersChoosing, EntersWithCounters
from reiterate.terms.static_effects import (
    Are,
    CastTransformed,
    Defines,
    GrantAbilities,
    GraveyardCast,
    HasActivated,
    MayCastFrom,
    ModifyPT,
)
from reiterate.terms.trigger_events import (
    Attacks,
    AttacksWith,
    CastThis,
    Chapter,
    CountersPut,
    DealsDamage,
    Discards,
    DiscardsSome,
    Enters,
    Exerted,
    LifeGained,
    PlayerDamaged,
    SpellCast,
    StepBegins,
)
from reiterate.terms.vocabulary import NAMED

#: What sets abilities off from outside, by the event that they watch.
LIFE: Final = "life"
CARD: Final = "card"
SORCERY: Final = "sorcery"
DAMAGE: Final = "damage"
DEATH: Final = "death"
COUNTER: Final = "counter"
SHRINKING: Final = "shrinking counter"
CREATURE: Final = "creature"
LAND: Final = "land"
TOKEN: Final = "token"
ARTIFACT_TOKEN: Final = "artifact token"
# As much of it as is counted.
ASKED_CARDS: Final = "cards"
MUCH_LIFE: Final = "much life"
GREAT_CREATURE: Final = "great creature"

#: What is counted over the turn, by the words for it.
_HAPPENED: Final = {
    "life gained": (LIFE,),
    "cards drawn": (CARD,),
    "spells cast": (CARD,),
    LIFE_LOST: (DAMAGE,),
    OF_OPPONENTS[LIFE_LOST]: (DAMAGE,),
    OF_OPPONENTS[HURT]: (DAMAGE,),
    DIED: (CREATURE, DEATH),
}

#: Counters that make a creature smaller: it has none at first for the costs of others.
MINUS: Final = "-1/-1"

_COUNTED: Final = {"life gained": MUCH_LIFE, "cards drawn": ASKED_CARDS}

_LETTERS: Final = "WUBRG"

_FOREST: Final = Proto("Forest", ("land",), ("Forest",), ("basic",))

#: Numbers of an object that filters compare.
_STATS: Final[dict[str, Callable[[Proto], int | None]]] = {
    "power": lambda proto: proto.power,
    "toughness": lambda proto: proto.toughness,
    "manavalue": lambda proto: mana_value(proto.mana_cost or ()),
    "size": lambda proto: proto.power if proto.power == proto.toughness else None,
}


@dataclass(slots=True)
class Wants:
    """What some cards ask for.

    ``objects``: sets of permanents that targets, costs and conditions speak of, with how many.
    ``counted``: sets whose size is counted. ``untaps``: sets that are untapped. ``starters``: what would set
    triggers off. ``symbols``: of all mana costs of abilities, which are ``costs``. ``once``: mana costs of what is activated but once, where
    something else costs mana. ``much``: what would make much of
    an amount that mana is made for. ``buried``: sets of cards in the graveyard whose number matters, with how many
    a condition asks for, else 0. ``doubled``: unspent mana is doubled. ``in_hand``: cards in hand are counted. ``turns``: extra turns are
    taken. ``attackers``: sets whose attacks are watched. ``hitters``: sets whose combat damage is watched. ``granted``: sets that get
    abilities to activate. ``chosen``: sets of which one is chosen as something resolves. ``most_life``:
    what a condition asks one's life to be at most, -1 for none. ``searches``: a library is searched.
    ``revealed``: sets; a library is revealed from the top until there is one of it.
    """

    objects: dict[Filter, int] = field(default_factory=dict)
    counted: list[Filter] = field(default_factory=list)
    untaps: list[Filter] = field(default_factory=list)
    starters: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    costs: list[tuple[str, ...]] = field(default_factory=list)
    once: list[tuple[str, ...]] = field(default_factory=list)
    from_hand: bool = False
    optional: list[Filter] = field(default_factory=list)
    many_colors: bool = False
    great: bool = False
    devotion: list[str] = field(default_factory=list)
    discards: bool = False
    counters: bool = False
    lands_change: bool = False
    mills: bool = False
    much: list[str] = field(default_factory=list)
    buried: dict[Filter | None, int] = field(default_factory=dict)
    doubled: bool = False
    in_hand: bool = False
    turns: bool = False
    attackers: list[Filter] = field(default_factory=list)
    hitters: list[Filter] = field(default_factory=list)
    granted: list[Filter] = field(default_factory=list)
    most_life: int = -1  # discrete: printed
    searches: bool = False
    revealed: list[Filter] = field(default_factory=list)
    chosen: list[Filter] = field(default_factory=list)


def wants_of(protos: Sequence[Proto]) -> Wants:
    """What the abilities of some cards ask for."""
    wants = Wants()
    for proto in protos:
        for ability in proto.abilities:
            walk(ability, partial(_visit_once if _is_done_once(ability) else _visit, wants))
        specs: list[Filter] = []
        loose: list[bool] = []
        walk(proto.abilities, partial(_untapped, specs, loose))
        wants.untaps += specs if loose else []
    if TOKEN in wants.starters and holds(tuple(proto.abilities for proto in protos), Enters, _of_artifacts):
        wants.starters.append(ARTIFACT_TOKEN)
    if not wants.costs:
        for symbols in wants.once:
            _mana(wants, ManaCost(symbols))
        wants.once = []
    return wants


def _is_done_once(ability: Term) -> bool:
    """Whether an ability is activated but once (602.5b, 702.177a): no period holds it, it is done before one."""
    return isinstance(ability, Activated) and ability.limit in ("once", "exhaust")


def _visit_once(found: Wants, node: Term) -> None:
    """Add what one node of such an ability asks for; its mana is no part of what each period costs."""
    if isinstance(node, ManaCost):
        found.once.append(node.symbols)
    else:
        _visit(found, node)


def _of_artifacts(event: Term) -> bool:
    """Whether an event is that of artifacts that enter."""
    subject = getattr(event, "subject", None)
    return isinstance(subject, Filter) and "artifact" in subject.types


def _visit(found: Wants, node: Term) -> None:
    """Add what one node asks for."""
    for word in node.says.asks:
        _ASKED[word](found, node)
    if isinstance(node, TargetSpec):
        _target(found, node)
    elif isinstance(node, Triggered) and not _by_itself(node.trigger):
        found.starters += sets_off(node.trigger)


def _target(found: Wants, spec: TargetSpec) -> None:
    if spec.filter is None or spec.zone != "battlefield" or spec.players:
        return
    if spec.filter.fresh and spec.filter.token:
        found.starters.append(TOKEN)
    if spec.optional or not spec.least:
        found.optional.append(spec.filter)
    else:
        _add(found, spec.filter, 1)


def _objects(
    found: Wants, node: SacrificeCost | ReturnCost | TapOthers | TapPower | RemoveCountersCost | Controls
) -> None:
    if isinstance(node, TapPower):
        _add(found, Filter(types=("creature",)), node.amount)
    elif isinstance(node, Controls):
        if node.op == ">=":
            _add(found, node.filter, node.value)
    elif node.filter is not None:
        _add(found, node.filter, 1 if isinstance(node, RemoveCountersCost) else _number(node.amount))


def _mana(found: Wants, node: ManaCost) -> None:
    found.symbols += node.symbols
    found.costs.append(node.symbols)


def _from_hand(found: Wants, node: Term) -> None:
    found.from_hand = found.from_hand or not _by_itself(node)


def _attackers(found: Wants, node: Attacks | AttacksWith | Exerted) -> None:
    wanted = node.filter if isinstance(node, AttacksWith) else node.subject
    found.attackers += [wanted] if isinstance(wanted, Filter) else []


def _hitters(found: Wants, node: DealsDamage) -> None:
    if node.combat and isinstance(node.subject, Filter) and node.to != "creature":
        found.hitters.append(node.subject)


def _devotion(found: Wants, node: Devotion) -> None:
    found.devotion += [color for color in (node.color, node.other) if color]


def _much(found: Wants, node: AddMana) -> None:
    if isinstance(node.count, ThisTurn) and node.count.what in _COUNTED:
        found.much.append(_COUNTED[node.count.what])


def _great(found: Wants, node: Greatest) -> None:
    if node.filter.fresh:
        found.much.append(GREAT_CREATURE)
    else:
        found.great = True


def _counted(found: Wants, node: Any) -> None:
    """What is counted of a player is an opponent's, where that player isn't the one whose card it is."""
    theirs = isinstance(node, HeldBy) and not isinstance(node.who, You)
    found.counted.append(with_fields(node.filter, {"controller": "opponent"}) if theirs else node.filter)


def _happened(found: Wants, node: ThisTurn) -> None:
    found.starters += _HAPPENED.get(node.what, ())


def _buried(found: Wants, node: CardsIn | Compared) -> None:
    if isinstance(node, CardsIn):
        found.in_hand = found.in_hand or (node.zone == "hand" and isinstance(node.who, You))
        if _own_graveyard(node):
            found.buried.setdefault(node.filter, 0)
        return
    left, right = node.left, node.right
    if isinstance(left, CardsIn) and isinstance(right, Fixed) and node.op == ">=" and _own_graveyard(left):
        found.buried[left.filter] = max(right.value, found.buried.get(left.filter, 0))


def _lands_change(found: Wants, node: Are) -> None:
    found.lands_change = found.lands_change or (isinstance(node.subject, Filter) and "land" in node.subject.types)


def _discards(found: Wants, node: Term) -> None:
    """Cards that leave the hand; what exiles its own source takes no other card."""
    exiles = isinstance(node, ExileCost) and (node.zone != "hand" or node.filter is None)
    found.discards = found.discards or not exiles


def _most_life(found: Wants, node: LifeIs) -> None:
    found.most_life = node.value if node.op == "<=" else found.most_life


def _chosen(found: Wants, node: SacrificeChosen | MoveChosen | Blight) -> None:
    if isinstance(node, Blight):
        found.chosen += [Filter(types=("creature",))] if isinstance(node.who, You) else []
    elif isinstance(node, SacrificeChosen) or "battlefield" in node.zones:
        found.chosen.append(node.filter)


def _granted(found: Wants, node: GrantAbilities | GainAbilities) -> None:
    subject = node.object if isinstance(node, GainAbilities) else node.subject
    subject = subject.filter if isinstance(subject, Each) else subject
    if isinstance(subject, Filter) and any(isinstance(each, Activated) for each in node.abilities):
        found.granted.append(subject)


def _true(name: str) -> Callable[[Wants, Any], None]:
    """What sets a field of the wants to True."""
    return lambda found, _: setattr(found, name, True)


#: What each word of a declaration adds (``terms.base.ASKED``).
_ASKED: Final[dict[str, Callable[[Wants, Any], None]]] = {
    "objects": _objects,
    "mana": _mana,
    "from-hand": _from_hand,
    "attackers": _attackers,
    "hitters": _hitters,
    "colors": _true("many_colors"),
    "great": _great,
    "devotion": _devotion,
    "doubled": _true("doubled"),
    "counted": _counted,
    "happened": _happened,
    "much": _much,
    "buried": _buried,
    "discards": _discards,
    "mills": _true("mills"),
    "counters": _true("counters"),
    "lands-change": _lands_change,
    "turns": _true("turns"),
    "most-life": _most_life,
    "searches": _true("searches"),
    "chosen": _chosen,
    "revealed": lambda found, node: found.revealed.append(node.filter),
    "granted": _granted,
}


def _own_graveyard(node: CardsIn) -> bool:
    return node.zone == "graveyard" and isinstance(node.who, You)


def sets_off(event: Any) -> tuple[str, ...]:
    """What sets a trigger off from outside; of what enters, a land where lands are watched, and a counter of the kind that is watched."""
    subject = getattr(event, "subject", None)
    if isinstance(event, CountersPut) and event.kind == MINUS:
        return (SHRINKING,)
    if isinstance(event, Enters) and isinstance(subject, Filter) and fits(subject, _FOREST):
        return (LAND,) if subject.types else (CREATURE, LAND)
    return tuple(event.says.starters)


def _by_itself(event: Term) -> bool:
    """Whether an event is one that only the source itself brings about: it enters, or it deals damage."""
    return (
        isinstance(event, Enters | DealsDamage)
        and isinstance(event.subject, This)
        and not getattr(event, "or_this", False)
    )


def _add(found: Wants, filter: Filter, many: int) -> None:
    found.objects[filter] = max(found.objects.get(filter, 0), many)


def _number(amount: Quantity | None) -> int:
    return amount.value if isinstance(amount, Fixed) else 1


def _untapped(specs: list[Filter], loose: list[bool], node: Term) -> None:
    """Collect what a card could untap: its targets and sets, if it untaps anything at all."""
    if isinstance(node, UntapUpTo):
        specs.append(node.filter)
        loose.append(True)
    elif isinstance(node, Untap | TapOrUntap) and not isinstance(node.object, This):
        loose.append(True)
    filter = node.filter if isinstance(node, TargetSpec | Each) else None
    if filter is not None and (isinstance(node, Each) or getattr(node, "zone", "") == "battlefield"):
        specs.append(filter)


# --- one card ----------------------------------------------------------------------------------------------------


def holds(term: object, kind: type[Term] | UnionType, test: Callable[[Term], bool] = lambda _: True) -> bool:
    """Whether a node of this kind that passes the test stands anywhere in some terms."""
    hits: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, kind) and test(node):
            hits.append(node)

    walk(term, visit)
    return bool(hits)


def permanent(proto: Proto) -> bool:
    """Whether a card is no instant or sorcery."""
    return not {"instant", "sorcery"} & set(proto.types)


def copies_as_it_enters(proto: Proto) -> bool:
    """Whether a card is to enter as a copy of something."""
    return holds(proto.abilities, EntersAs)


def makes_copies(proto: Proto) -> bool:
    """Whether something of a card makes permanents copies of another one."""
    return holds(proto.abilities, BecomeCopy)


def acts_as_it_enters(proto: Proto) -> bool:
    """Whether something happens as a card enters, or as it is cast."""
    return any(
        isinstance(each, Triggered)
        and (
            isinstance(each.trigger, CastThis)
            or (isinstance(each.trigger, Enters) and _itself(each.trigger))
            or (isinstance(each.trigger, Chapter) and each.trigger.number == 1)  # 714.3a
        )
        for each in proto.abilities
    ) or holds(proto.abilities, EntersChoosing)


def _itself(trigger: Enters) -> bool:
    return trigger.or_this or isinstance(trigger.subject, This)


def used_from_graveyard(proto: Proto) -> bool:
    """Whether a card has something to do in a graveyard: an ability there, or a way to be cast."""
    if holds(proto.abilities, MayCastFrom | CastTransformed, lambda n: getattr(n, "zone", "graveyard") == "graveyard"):
        return True
    ways = ("flashback", "escape", "retrace", "jump-start", "mayhem")
    each_way = (
        a.zone == "graveyard" if isinstance(a, Activated | Triggered) else getattr(a, "how", "") in ways
        for a in proto.abilities
    )
    return any(each_way)


def takes_from_graveyard(proto: Proto, card: Proto) -> bool:
    """Whether a card could do something to another one in a graveyard."""
    return any(fits(filter, card) for filter in of_graveyards(proto))


def of_graveyards(proto: Proto) -> Iterator[Filter]:
    """The sets of cards in graveyards that a card speaks of."""
    hits: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, TargetSpec | EachCard | Enchant) and node.zone == "graveyard":
            hits.append(node.filter or Filter())
        elif (
            isinstance(node, ReturnAtRandom | GraveyardCast | HasActivated)
            or (isinstance(node, MoveChosen) and "graveyard" in node.zones)
            or (isinstance(node, Enchant) and node.made)
        ):
            hits.append(node.filter)

    walk(proto.abilities, visit)
    return iter(hits)


def puts_from_hand(proto: Proto, card: Proto) -> bool:
    """Whether a card could put another one from a hand onto the battlefield."""
    hits: list[Term] = []

    def visit(node: Term) -> None:
        if (isinstance(node, PutFromHand) and fits(node.filter, card)) or (
            isinstance(node, MoveChosen) and "hand" in node.zones and fits(node.filter, card)
        ):
            hits.append(node)

    walk(proto.abilities, visit)
    return bool(hits)


def speaks_of_exiled(proto: Proto, card: Proto) -> bool:
    """Whether a permanent has a linked ability that speaks of a card like this one, which it exiled (607)."""
    hits: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, MoveChosen) and node.link and fits(node.filter, card):
            hits.append(node)

    walk(proto.abilities, visit)
    return bool(hits) and holds(proto.abilities, Linked)


def counters_at_first(proto: Proto) -> dict[str, int]:
    """The counters that a permanent enters with, where their number is printed (614.1c)."""
    found: dict[str, int] = {}

    def visit(node: Term) -> None:
        if isinstance(node, EntersWithCounters) and isinstance(node.amount, Fixed) and node.amount.value:
            found[node.kind] = node.amount.value

    walk(proto.abilities, visit)
    return found


def counters_spent(proto: Proto) -> set[str]:
    """The kinds of counters that costs of a card take, from itself or from what it could be."""
    found: set[str] = set()

    def visit(node: Term) -> None:
        if isinstance(node, RemoveCountersCost) and (node.filter is None or node.kind != MINUS):
            found.add(node.kind)

    walk(proto.abilities, visit)
    return found


def step_asked(protos: Sequence[Proto], held: bool = True) -> str:
    """The step outside the main phases in which alone an ability of some cards may be activated; "" for none. ``held``: also from the hand."""
    found: list[str] = []

    def visit(node: Term) -> None:
        if not isinstance(node, Activated) or (node.zone == "hand" and not held):
            return
        if isinstance(node.condition, During) and node.condition.whose != "opponent":
            found.extend(step for step in node.condition.steps[:1] if step not in ("main1", "main2"))

    walk(tuple(proto.abilities for proto in protos), visit)
    return found[0] if found else ""


def types_asked(protos: Sequence[Proto]) -> list[str]:
    """The creature types that abilities of some cards ask for and none of the cards has."""
    found: list[str] = []

    def visit(node: Term) -> None:
        if isinstance(node, Filter):
            found.extend(word for word in (*node.subtypes, *node.any_subtype) if word in NAMED)

    walk(tuple(proto.abilities for proto in protos), visit)
    return [word for word in dict.fromkeys(found) if not any(word in proto.subtypes for proto in protos)]


def returns_for_spells(proto: Proto) -> bool:
    """Whether a card returns a permanent to a hand as its controller casts a spell: two of them are cast in turn."""

    def as_cast(node: Term) -> bool:
        return isinstance(getattr(node, "trigger", None), SpellCast) and holds(node, ReturnToHand)

    return holds(proto.abilities, Triggered, as_cast)


def measures_itself(proto: Proto) -> bool:
    """Whether an ability of a creature does as much as its own power, toughness or number of counters says."""
    return holds(proto.abilities, StatOf | CountersOn, lambda node: isinstance(getattr(node, "object", None), This))


def measures_other(proto: Proto, stats: Sequence[str]) -> bool:
    """Whether something of a card is as much as one of these numbers of what is sacrificed, exiled or chosen says."""

    def of_other(node: Term) -> bool:
        return getattr(node, "stat", "") in stats and not isinstance(getattr(node, "object", None), This | Host)

    return holds(proto.abilities, StatOf, of_other)


def power_asked(proto: Proto) -> int:
    """How much more power or toughness a creature needs for its own conditions than is printed."""
    short = [0]

    def visit(node: Term) -> None:
        if isinstance(node, StatIs) and isinstance(node.object, This) and node.compare.op == ">=":
            number = _STATS[node.compare.stat](proto)
            short.append(node.compare.value - (number or 0))

    walk(proto.abilities, visit)
    return max(short)


def destroyed(proto: Proto) -> Iterator[Filter]:
    """The sets of permanents out of which something of a card destroys a target and then goes on."""
    hits: list[Filter] = []

    def visit(node: Term) -> None:
        if not isinstance(node, SpellAbility | Activated | Triggered) or len(node.effects) < 2:
            return
        for effect in node.effects:
            if isinstance(effect, Destroy) and isinstance(effect.object, TargetRef):
                hits.extend(
                    spec.filter or Filter() for spec in node.targets[effect.object.index : effect.object.index + 1]
                )

    walk(proto.abilities, visit)
    return iter(hits)


def paid_in_combat(protos: Sequence[Proto]) -> list[tuple[str, ...]]:
    """The mana costs that a triggered ability of combat, or of a step's beginning, asks for. No mana of the main phase is left then (500.5)."""
    found: list[tuple[str, ...]] = []

    def pay(node: Term) -> None:
        if isinstance(node, MayPay) and node.who == You():
            found.extend(cost.symbols for cost in node.costs if isinstance(cost, ManaCost))

    def visit(node: Term) -> None:
        if isinstance(node, Triggered) and isinstance(node.trigger, Attacks | DealsDamage | PlayerDamaged | StepBegins):
            walk(node.effects, pay)

    walk(tuple(proto.abilities for proto in protos), visit)
    return found


def discards_watched(proto: Proto) -> bool:
    """Whether a card does something as its controller discards: also in a cleanup step (514.3a)."""
    return holds(
        proto.abilities, Triggered, lambda node: isinstance(getattr(node, "trigger", None), Discards | DiscardsSome)
    )


def sets_life_by_count(proto: Proto) -> bool:
    """Whether life totals become as much as there is of something: what an opponent has of it counts too."""
    return holds(proto.abilities, SetLife, lambda node: not isinstance(getattr(node, "amount", None), Fixed))


def makes_itself_tougher(proto: Proto) -> bool:
    """Whether a static ability of a permanent adds to its own toughness."""
    return holds(proto.abilities, ModifyPT, lambda node: isinstance(getattr(node, "subject", None), This))


def makes_mana(proto: Proto) -> bool:
    """Whether a permanent has a mana ability for which no mana is paid, or makes tokens that have one, such as Treasures."""
    tokens: list[Proto] = []
    walk(proto.abilities, lambda node: tokens.append(node.token) if isinstance(node, CreateTokens) else None)
    return any(
        isinstance(each, Activated) and is_mana_ability(each) and not holds(each.costs, ManaCost)
        for one in (proto, *tokens)
        for each in one.abilities
    )


def untaps_host(proto: Proto) -> bool:
    """Whether what a card is attached to can be untapped by it, or gets an ability that untaps it."""
    own = holds(proto.abilities, Untap, lambda node: isinstance(getattr(node, "object", None), Host))
    return own or holds(proto.abilities, GrantAbilities, lambda node: holds(node, Untap))


def watches_life(proto: Proto) -> bool:
    """Whether a creature does something as life is gained."""
    return "creature" in proto.types and holds(proto.abilities, LifeGained)


def deals_damage(proto: Proto) -> bool:
    """Whether a creature deals damage by an ability: with lifelink its controller gains life (702.15b)."""
    return "creature" in proto.types and holds(proto.abilities, DealDamage)


def chosen_at_first(proto: Proto) -> str:
    """What is chosen as a permanent enters: "color", "type", "player", or "" for nothing."""
    found: list[str] = []

    def visit(node: Term) -> None:
        if isinstance(node, EntersChoosing):
            found.append(node.what)

    walk(proto.abilities, visit)
    return found[0] if found else ""


def host_of(proto: Proto) -> Filter | None:
    """What a permanent is to be attached to: an Aura by its enchant ability, an Equipment to a creature."""
    for ability in proto.abilities:
        if isinstance(ability, Enchant) and ability.zone == "battlefield" and not ability.made:
            return ability.filter
    return Filter(types=("creature",)) if "Equipment" in proto.subtypes else None


def mana_value(cost: Sequence[str]) -> int:
    """The mana value of a printed cost (202.3)."""
    return sum(int(symbol) if symbol.isdecimal() else 0 if symbol == "X" else 1 for symbol in cost)


def colors_asked(symbols: Sequence[str]) -> str:
    """The letters of colors in mana symbols, each as often as it stands there."""
    return "".join(letter for symbol in symbols for letter in symbol if letter in _LETTERS)


# --- filters -----------------------------------------------------------------------------------------------------


def fits(filter: Filter, proto: Proto) -> bool:
    """Whether a card, as printed, could be one of a set; what depends on the game is taken to hold."""
    types, subtypes, colors = set(proto.types), set(proto.subtypes), set(proto.colors)
    if proto.abilities and any(getattr(each, "name", "") == "changeling" for each in proto.abilities):
        subtypes |= {*filter.subtypes, *filter.any_subtype}
    words = {getattr(each, "name", "") for each in proto.abilities}
    return (
        set(filter.types) <= types
        and (not filter.any_of or bool(types & set(filter.any_of)))
        and not types & set(filter.without_types)
        and set(filter.supertypes) <= set(proto.supertypes)
        and not set(proto.supertypes) & set(filter.without_supertypes)
        and set(filter.subtypes) <= subtypes
        and (not filter.any_subtype or bool(subtypes & set(filter.any_subtype)))
        and not subtypes & set(filter.without_subtypes)
        and set(filter.colors) <= colors
        and (not filter.any_colors or bool(colors & set(filter.any_colors)))
        and not colors & set(filter.without_colors)
        and not (filter.colorless and colors)
        and (filter.token is None or filter.token == proto.token)
        and filter.named in ("", proto.name)
        and (not filter.keyword or filter.keyword in words)
        and filter.without_keyword not in words - {""}
        and (filter.compare is None or _compares(filter.compare, proto))
        and filter.controller != "opponent"
    )


def _compares(compare: Compare, proto: Proto) -> bool:
    number = _STATS[compare.stat](proto)
    if compare.stat != "manavalue" and holds(proto.abilities, Defines):
        return True  # the game says how large it is
    if number is None or compare.op not in (">=", "<=", "==") or compare.amount is not None:
        return number is not None  # X is announced as it suits, and what left is not known
    if compare.op == "==":
        return number == compare.value
    return number >= compare.value if compare.op == ">=" else number <= compare.value


def creatures(filter: Filter) -> bool:
    """Whether a set is one of creatures, or holds them."""
    return _speaks_of(filter, "creature")


def lands(filter: Filter) -> bool:
    """Whether a set is one of lands, or holds them."""
    return _speaks_of(filter, "land")


def artifacts(filter: Filter) -> bool:
    """Whether a set is one of artifacts, or holds them."""
    return _speaks_of(filter, "artifact")


def _speaks_of(filter: Filter, kind: str) -> bool:
    if kind in filter.without_types:
        return False
    return kind in filter.types or kind in filter.any_of or not (filter.types or filter.any_of or filter.subtypes)
