"""Whether an action is legal now (117, 305, 601, 602), its plan with costs worked out, and what could be said of it.

A legal choice with its ability and its costs worked out.

Whether an action is legal now: activating, casting, playing a land, passing (117, 305, 601, 602).

What could be said of a card or an ability as it is cast or activated, whether it is legal or not (601.2b, 602.2b).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from reiterate.amounts import Amount, less, more
from reiterate.refusals import UNSUPPORTED, Refusal, unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.choice import ACTIVATE, CAST, ITSELF, Choice
from reiterate.rules.access.state_access import active_seat, is_paired, turn_into
from reiterate.rules.access.unread_clauses import ACTIVATED, hindered, unread_use
from reiterate.rules.characteristics.evaluate import holds, view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.costs import casting, combat_costs, mana, object_costs, payment, total_cost
from reiterate.rules.costs.bill import Bill
from reiterate.rules.costs.mana import refuse
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.costs.total_cost import activation_bill
from reiterate.rules.decisions.pending import asked, label_of, over_text
from reiterate.rules.events.replacement import cant
from reiterate.rules.events.targets import NONE, clash, legal_targets, may_target, others_of, with_x
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.rules.resolution.stacking import specs_of
from reiterate.rules.turn import combat_ways
from reiterate.rules.turn.turn_structure import step_name
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, STACK, Class, State, player
from reiterate.state.properties import CARD, TOKEN, X
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, is_mana_ability
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import TurnFaceUp
from reiterate.terms.effects_structure import Effect
from reiterate.terms.quantities import XValue
from reiterate.terms.references import TargetSpec, This
from reiterate.terms.unusable import kept_from_casting
from reiterate.terms.vocabulary import PAYING

# --- plan ----------------------------------------------------------------------------------------


class Plan:
    """A legal choice with its costs worked out."""

    __slots__ = ("ability", "bill", "costs")

    def __init__(
        self, ability: Activated | None = None, bill: Bill | None = None, costs: tuple[Term, ...] = ()
    ) -> None:
        self.ability = ability
        self.bill = bill
        self.costs = costs


# --- verify actions ------------------------------------------------------------------------------


def check_pass(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a player may pass now, over what they say is on top of the stack (117.3d)."""
    if choice.over is not None:
        top = over_text(state)
        if top != choice.over:
            said = choice.over or "an empty stack"
            return refuse(
                "pass-over", f"the pass lets '{said}' resolve, but on top is {top or 'nothing'}", "117.4", said
            )
    return _FREE


#: The plan of what costs nothing.
_FREE: Final = Plan()


def abilities_at(state: State, handle: int) -> tuple[Activated, ...]:
    """The abilities of an object that can be activated where it is (602.1, 113.6)."""
    cls = state.rows[handle].cls
    found = view(state, handle).activated if cls.zone == BATTLEFIELD else printed(cls).activated
    if cls.zone == BATTLEFIELD:
        found = total_cost.with_more_loyalty(state, handle, found)
    if cls.zone == BATTLEFIELD and faces.is_down(cls):
        return (*found, *_turning(state, handle))
    for ability in found:
        if ability.zone != cls.zone:
            return tuple(ability for ability in found if ability.zone == cls.zone)
    return found


#: Where the special action of a face-down permanent is found.
FACE_DOWN: Final = "face down"


def _turning(state: State, handle: int) -> tuple[Activated, ...]:
    """The actions that turn a face-down permanent face up: what effects would leave of them if it were face up (702.37e).

    A manifested creature card has the same of its mana cost, whatever abilities it has (701.40b, 701.40c).
    """
    shown = Draft(state)
    turn_into(shown, "", handle, faces.turned_up(state.rows[handle].cls))
    found = tuple(ability for ability in view(shown, handle).activated if ability.zone == FACE_DOWN)
    price = faces.cost_face_up(state.rows[handle].cls)
    if price is None:
        return found
    return (*found, Activated((ManaCost(price),), (TurnFaceUp(This()),), zone=FACE_DOWN, action="manifest"))


def _ability(state: State, choice: Choice) -> Activated | Refusal:
    row = state.rows.get(choice.row)
    if row is None or row.cls.proto is None or row.cls.kind not in (CARD, TOKEN):
        return refuse("no-such-object", "no such permanent is on the battlefield", "602.2", "a permanent you control")
    if row.cls.controller != choice.player:
        message = f"p{choice.player + 1} does not control {proto_of(row.cls).name}"
        return refuse("not-controller", message, "602.2", "a permanent you control")
    abilities = abilities_at(state, choice.row)
    if not 0 <= choice.index < len(abilities):
        untold = faces.untold_turning(row.cls) if row.cls.zone == BATTLEFIELD else None
        if untold is not None:
            return Refusal(UNSUPPORTED, untold[0], untold[1], rule=untold[2])
        unread = unread_use(proto_of(row.cls), ACTIVATED)
        message = f"{proto_of(row.cls).name} has no such activated ability now"
        return unread or refuse("no-such-ability", message, "602.2", "one of its activated abilities")
    ability = abilities[choice.index]
    if not ability.modes:
        return refuse("how", "the ability has no modes", "700.2", "no mode") if choice.how else ability
    chosen = [i for i in range(1, len(ability.modes) + 1) if f"mode {i}" in choice.how]
    if len(chosen) != 1 or len(choice.how) != 1:
        return refuse("mode", "one mode is chosen", "700.2", "mode 1 to mode " + str(len(ability.modes)))
    mode = ability.modes[chosen[0] - 1]
    return replace(ability, effects=mode.effects, targets=mode.targets, modes=())


def check_activate(state: State, choice: Choice) -> Plan | Refusal:
    """Whether an ability may be activated now, and its costs paid so (602.2)."""
    ability = _ability(state, choice)
    if isinstance(ability, Refusal):
        return ability
    row = state.rows[choice.row]
    refused = (
        _member(state, choice, row.n)
        or _inactive(state, choice, ability)
        or _while_declaring(state, choice.player, ability)
    )
    if refused is not None:
        return refused
    unknown = unhandled(ability.effects)
    if unknown:
        return Refusal(UNSUPPORTED, "rule-effect", f"{unknown} is not implemented", rule="602")
    if ability.timing == "sorcery" and not sorcery_time(state, choice.player):
        return refuse(
            "sorcery-timing", "only any time a sorcery could be cast", "602.5d", "your main phase, empty stack"
        )
    if ability.timing == "cast":
        refused = casting.barred(state, choice.row, choice.player)
        if "land" in proto_of(row.cls).types:
            refused = refuse("land-cast", f"{proto_of(row.cls).name} is a land and is never cast", "305.9", "a spell")
        if refused is None and not casting.instant_speed(state, choice) and not sorcery_time(state, choice.player):
            expected = "your main phase, empty stack"
            refused = refuse("sorcery-timing", f"{proto_of(row.cls).name} couldn't be cast now", "702.62a", expected)
        if refused is not None:
            return refused
    if ability.action and mana.usable(state, choice.player, choice.row, cast=False):
        raise unsupported("rule-106.6", "mana for activated abilities and a special action", "106.6")
    if ability.condition is not None and not holds(
        state, Around(choice.player, {}, {X: choice.x}, choice.row, row), ability.condition
    ):
        return refuse("only-if", "the condition for activating this ability is not met", "602.5c", "its condition")
    if payment.is_loyal(ability.costs) and (not sorcery_time(state, choice.player) or payment.used_loyalty(row.cls)):
        return refuse("loyalty-timing", "one loyalty ability each turn, at sorcery speed", "606.3", "your main phase")
    if ability.limit and row.cls.prop(stacking.limit_flag(ability, choice.index)):
        if ability.limit == "turn":
            return refuse("once-each-turn", "this ability was activated already this turn", "602.5b", "another turn")
        return refuse("only-once", "this ability was activated already", "602.5b", "the permanent as a new object")
    refused = check_targets(state, ability.targets, ability.effects, choice) or _mana_answer(ability, choice)
    if refused is not None:
        return refused
    bill = activation_bill(state, choice, choice.row, ability)
    if isinstance(bill, Refusal):
        return bill
    return Plan(ability, bill, ability.costs)


def _inactive(state: State, choice: Choice, ability: Activated) -> Refusal | None:
    """Why an ability can't be activated at all (602.5), or None: special actions are no activations (116.2)."""
    if ability.action:
        return None
    cls = state.rows[choice.row].cls
    cant = view(state, choice.row).cant if cls.zone == BATTLEFIELD else ()
    if "be activated" in cant or ("be activated unless mana" in cant and not is_mana_ability(ability)):
        message = f"activated abilities of {proto_of(cls).name} can't be activated"
        return refuse("inactive", message, "602.5", "another ability")
    return None if is_mana_ability(ability) else casting.split_second(state, choice.player)


def _while_declaring(state: State, seat: int, ability: Activated) -> Refusal | None:
    """While attackers or blockers are declared, mana abilities alone, for a cost of that (508.1i, 509.1e, 602.5e)."""
    asks = asked(state)
    if asks == "priority":
        return None
    if ability.timing == "instant":
        return refuse("decision-first", "only any time an instant could be cast", "602.5e", "priority")
    if asks == TOLL:
        if is_mana_ability(ability):
            return None
        return refuse("decision-first", "a payment comes first", "608.2g", "a mana ability, yes, or no")
    return combat_costs.cant_activate(state, seat, ability, combat_ways.costs_something(state, seat, asks), asks)


def _member(state: State, choice: Choice, n: Amount) -> Refusal | None:
    if type(choice.member) is int and choice.member == 0:
        return None
    if less(choice.member, 1, "107.1") or less(n, choice.member, "107.1") or not is_paired(state, choice.row):
        return refuse(
            "no-such-member", "no such member of that group", "109.1", "a member counted from the top of the stack"
        )
    return None


_EFFECTS: Final = Effect.__args__
_UNHANDLED: dict[tuple[Term, ...], str] = {}


def unhandled(effects: tuple[Term, ...]) -> str:
    """The name of the first effect without a handler, those inside others included, or ""."""
    known = _UNHANDLED.get(effects)
    if known is None:
        found: list[str] = []

        def visit(node: Term) -> None:
            if isinstance(node, _EFFECTS) and type(node) not in HANDLERS:
                found.append(type(node).__name__)

        walk(effects, visit)
        known = _UNHANDLED[effects] = found[0] if found else ""
    return known


def _mana_answer(ability: Activated, choice: Choice) -> Refusal | None:
    kinds = mana_choice(ability)
    if not kinds and choice.answer:
        return refuse("mana-kind", "the ability offers no choice of mana", "106.4", "no kind of mana")
    if kinds and choice.answer not in kinds:
        expected = " or ".join(f"{{{k}}}" for k in kinds)
        return refuse("mana-kind", "the ability adds one of several kinds of mana", "106.4", expected)
    return None


def mana_choice(ability: Activated) -> tuple[str, ...]:
    """The kinds of mana that a mana ability lets its controller choose from; () if none, or where it is no mana ability.

    A targeted or a loyalty ability is none (605.1a): its kind of mana is chosen as it resolves (608.2d).
    """
    for effect in ability.effects if is_mana_ability(ability) else ():
        if isinstance(effect, AddMana) and effect.choice:
            return effect.choice
    return ()


def sorcery_time(state: State, seat: int) -> bool:
    """Whether a player could cast a sorcery now (307.1)."""
    return active_seat(state) == seat and not state.stack and step_name(state) in ("main1", "main2")


def check_targets(
    state: State, specs: tuple[TargetSpec, ...], effects: tuple[Term, ...], choice: Choice
) -> Refusal | None:
    """Whether the choice names a legal target for each specification (115, 601.2c), and how it divides (601.2d)."""
    if not specs and not choice.targets and not choice.sizes:
        return None
    wanted = division.each_target(specs, len(choice.targets), choice.x)
    if wanted is None:
        want = division.targets_wanted(specs)
        return refuse("targets", f"{want} wanted, {len(choice.targets)} named", "601.2c", want)
    if choice.sizes and division.divided(specs) is None:
        return refuse("division", "nothing is divided among these targets", "601.2d", "targets without parts")
    for named, target in zip(wanted, choice.targets, strict=True):
        if target == NONE and named.optional:
            continue
        spec = with_x(named, choice.x)
        itself = target == ITSELF and choice.verb == ACTIVATE
        if target == choice.row and choice.verb == CAST and not more(state.rows[target].n, 1, "601.2a"):
            return refuse("illegal-target", "the spell is on the stack by now", "601.2a", "another target")
        another = itself and spec.filter is not None and spec.filter.another
        cast = choice.verb == CAST
        aimed = choice.row if itself else target
        if another or not may_target(state, spec, aimed, choice.player, choice.row, casting=cast):
            there = legal_targets(state, spec, choice.player, choice.row, casting=cast)
            names = ", ".join(sorted({label_of(state, h) for h in there}))
            return refuse("illegal-target", "that is no legal target", "115.4", names or "no legal target is there")
    several = len(wanted) > 1
    if several and clash(state, others_of(wanted), choice.targets, choice.row, choice.verb == ACTIVATE):
        return refuse("illegal-target", "one target is named twice", "115.3", "different targets")
    if division.run_of(specs) is None:
        return None
    refused = division.named_twice(state, specs, choice)
    if refused is not None or division.divided(specs) is None:
        return refused
    return division.check_division(state, specs, choice, division.of_choice(state, effects, choice))


def spell_specs(state: State, handle: int, how: tuple[str, ...] = ()) -> tuple[TargetSpec, ...]:
    """The targets that a spell wants."""
    return specs_of(proto_of(state.rows[handle].cls), how)


def known_card(state: State, choice: Choice) -> Refusal | None:
    """Why a card can't be cast or played because of what it is, or None."""
    proto = proto_of(state.rows[choice.row].cls)
    if not proto.types:
        return Refusal(UNSUPPORTED, "unknown-card", "an unknown card can't be cast or played", rule="601")
    text = kept_from_casting(proto)
    if text is not None:
        return Refusal(UNSUPPORTED, "clause-not-understood", f'{proto.name}: not understood: "{text}"', rule="601")
    return None


def _turned(state: State, choice: Choice) -> tuple[State, Choice] | Refusal:
    """The state in which the back face of a card is looked at, and the choice there; why there is none (712.11b, 712.12)."""
    row = state.rows.get(choice.row)
    if row is None or row.cls.owner != choice.player or row.cls.zone in (BATTLEFIELD, STACK):
        return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand")
    word = faces.face_chosen(choice.how)
    if word not in faces.other_faces(row.cls):
        name = proto_of(row.cls).name if row.cls.proto is not None else "that"
        return refuse("how", f"{name} has no {word} to be played there", "712.11b", "a card that has one")
    return faces.turned(state, choice.row, word), faces.without_face(choice)


def check_cast(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a spell may be cast now, and its costs paid so (601.2)."""
    if faces.face_chosen(choice.how):
        turned = _turned(state, choice)
        return turned if isinstance(turned, Refusal) else check_cast(*turned)
    row = state.rows.get(choice.row)
    if row is None or row.cls.kind != CARD or row.cls.owner != choice.player:
        return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand")
    if row.cls.proto is not None and row.cls.proto.halves:
        return refuse(
            "how", f"one half of {row.cls.proto.name} is cast", "709.3", " or ".join(faces.other_faces(row.cls))
        )
    refused = _buried(state, choice) or casting.may_cast(state, choice) or known_card(state, choice)
    if refused is not None:
        return refused
    proto = proto_of(row.cls)
    if not casting.instant_speed(state, choice) and not sorcery_time(state, choice.player):
        return refuse(
            "sorcery-timing", f"{proto.name} can be cast only at sorcery speed", "307.1", "your main phase, empty stack"
        )
    for ability in casting.spell_abilities(proto):
        if unhandled(ability.effects):
            return Refusal(UNSUPPORTED, "rule-effect", f"{unhandled(ability.effects)} is not implemented", rule="608")
    refused = casting.check_how(state, choice) or check_targets(
        state, spell_specs(state, choice.row, choice.how), stacking.effects_of(proto, choice.how), choice
    )
    if refused is not None:
        return refused
    taxed = casting.target_costs(state, choice.row, choice.player, choice.targets)
    costs = (*casting.costs_of(proto, choice.how, casting.given_ways(state, choice.row)), *taxed)
    refused = payment.check_x(choice, payment.announces_x(costs))
    if refused is not None:
        return refused
    off, more = casting.changes(state, choice.row, choice.player)
    bill = total_cost.bill_of(state, choice, choice.row, costs, off, more)
    return bill if isinstance(bill, Refusal) else hindered(state, choice.player) or Plan(None, bill, costs)


def check_play(state: State, choice: Choice) -> Plan | Refusal:
    """Whether a land may be played now (305.1 to 305.3)."""
    if faces.face_chosen(choice.how):
        turned = _turned(state, choice)
        return turned if isinstance(turned, Refusal) else check_play(*turned)
    row = state.rows.get(choice.row)
    if row is None or row.cls.kind != CARD or row.cls.owner != choice.player or row.cls.zone == BATTLEFIELD:
        return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand")
    proto = proto_of(row.cls)
    refused = _buried(state, choice)
    if refused is not None:
        return refused
    untold = known_card(state, choice)  # what holds for every land is told first
    if "land" not in proto.types and untold is None:
        return refuse("not-a-land", f"{proto.name} is no land", "305.1", "a land card")
    if row.cls.zone != HAND and proto.types and not casting.let(state, choice.row, choice.player, land=True):
        return refuse("no-such-object", "that land can't be played from where it is", "305.1", "a land in your hand")
    if not sorcery_time(state, choice.player):
        return refuse(
            "land-timing", "a land can be played only in your main phase", "305.1", "your main phase, empty stack"
        )
    if cant(state, choice.player, "play lands"):
        return refuse(
            "land-forbidden", "an effect forbids that player to play lands", "101.2", "no effect that forbids it"
        )
    played = casting.played(state.rows[player(choice.player)].cls)
    if played and not less(played, casting.lands(state, choice.player), "305.2"):
        return refuse("land-played", "a land was played already this turn", "305.2", "another turn")
    return untold or Plan()


def _buried(state: State, choice: Choice) -> Refusal | None:
    """Why a card of a library, or an unknown one out of the hand, can't be played: nothing lets its owner (401.5, 601.3)."""
    cls = state.rows[choice.row].cls
    buried = cls.zone == LIBRARY and choice.row != casting.playable_top_card(state, choice.player)
    if cls.zone not in (HAND, LIBRARY) and not proto_of(cls).types:
        buried = not casting.anywhere(state, choice.row, choice.player)
    return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand") if buried else None


# --- sayable -------------------------------------------------------------------------------------


class Words(NamedTuple):
    """Of a card: ways of casting of which one at most is taken, those besides, its modes, and the keywords by which objects pay."""

    instead: tuple[str, ...]
    besides: tuple[str, ...]
    modes: int
    paying: tuple[str, ...]


def casting_words(cls: Class) -> Words:
    """What could be said of how a card is cast."""
    abilities = proto_of(cls).abilities
    words = {a.how for a in abilities if isinstance(a, SpellCosts) and a.how}
    besides = words - set(casting.ALTERNATIVES)
    modes = max((len(a.modes) for a in abilities if isinstance(a, SpellAbility)), default=0)
    has = {a.name for a in abilities if isinstance(a, Keyword)}
    paying = tuple(word for word in PAYING if word in has)
    return Words(tuple(sorted({*words, casting.FREE, *casting.GIVEN} - besides)), tuple(sorted(besides)), modes, paying)


def numbered_abilities(state: State, handle: int) -> Iterator[tuple[int, tuple[str, ...], Activated]]:
    """Each ability of an object with its number, once for each mode, which is said by ``how``."""
    for index, ability in enumerate(abilities_at(state, handle)):
        if not ability.modes:
            yield index, (), ability
        for k, mode in enumerate(ability.modes, 1):
            yield index, (f"mode {k}",), replace(ability, effects=mode.effects, targets=mode.targets, modes=())


def is_about_x(condition: Term | None, costs: tuple[Any, ...]) -> bool:
    """Whether a condition reads the X that is announced."""
    terms: list[Term] = []
    if condition is not None and payment.announces_x(costs):
        walk(condition, lambda node: terms.append(node) if isinstance(node, XValue) else None)
    return bool(terms)


def collects(costs: tuple[Any, ...]) -> bool:
    """Whether a cost totals something of objects, which have to be named: evidence, or power."""
    return any(type(cost) in object_costs.TOTALLED for cost in costs)


def without_objects(costs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The costs that ask for no objects to be named."""
    return tuple(
        cost for cost in costs if not object_costs.takes_objects(cost) and type(cost) not in object_costs.TOTALLED
    )
