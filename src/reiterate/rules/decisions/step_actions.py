"""Playing actions: passing, activating, casting, playing a land; mana abilities (117, 305, 601, 602, 605)."""

from __future__ import annotations

from reiterate.amounts import Amount
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported, unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.choice import ITSELF, Choice
from reiterate.rules.access.state_access import (
    active_seat,
    discard_row,
    new_row,
    number_prop,
    push,
    seats,
    single_out,
    split,
    tally,
    turn_into,
)
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.costs import casting, combat_costs, payment, resolution_payments
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.priority import give_priority, settle_then_priority
from reiterate.rules.decisions.verify_actions import Plan
from reiterate.rules.events import commander, enters_battlefield, leaves_battlefield, replacement
from reiterate.rules.events.frames import Frame
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import expend
from reiterate.rules.events.targets import NONE
from reiterate.rules.events.triggers import fire, waiting_abilities
from reiterate.rules.resolution import division, effects_mana, stacking
from reiterate.rules.resolution.put_triggers_on_stack import targeted
from reiterate.rules.resolution.resolving import effects_of, resolve, run_frame
from reiterate.rules.turn import turn_structure
from reiterate.state.events import DROP, NEW, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    GAME,
    NO_NUM,
    STACK,
    Reference,
    Row,
    State,
    make_class,
    one,
)
from reiterate.state.properties import (
    ABOUT,
    CARD,
    COUNT_ACTIVATIONS,
    COUNT_MANA_ACTIVATIONS,
    FRAME,
    LANDED,
    MANA,
    MANA_TIMES,
    NTH_TARGET,
    PASSES,
    PRINTED,
    SOURCE,
    X,
)
from reiterate.terms.abilities import Triggered, could_add_mana, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import TapCost
from reiterate.terms.meanings import is_cycling
from reiterate.terms.references import TargetSpec


def play_pass(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Pass priority; where all have passed, the top of the stack resolves or the step ends (117.4)."""
    order = seats(draft)
    passes = number_prop(draft.rows[GAME].cls, PASSES) + 1
    if passes < len(order):
        at = order.index(choice.player)
        give_priority(draft, order[(at + 1) % len(order)], passes)
        return False
    settle_then_priority(draft, active_seat(draft))
    if draft.seqs.get(STACK):
        resolve(draft)
    else:
        turn_structure.next_step(draft)
    return True


def play_activate(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Activate an ability (602.2); a mana ability resolves at once (605.3b)."""
    ability = plan.ability
    assert ability is not None
    assert plan.bill is not None
    handle = single_out(draft, choice.row, choice.member)
    if ability.limit:
        cls = draft.rows[handle].cls.with_prop(stacking.limit_flag(ability, choice.index), True)
        turn_into(draft, "", handle, cls)
    refs: dict[str, Reference] = {SOURCE: one(handle)} if stacking.keeps_source(draft, ability) else {}
    taken: dict[int, list[int]] = {choice.row: [handle]}
    aimed: list[int] = []
    for i, target in enumerate(choice.targets):
        if target == NONE:
            aimed.append(NONE)
            continue
        named = handle if target == ITSELF else single_out(draft, target)
        taken.setdefault(target, []).append(named)
        refs[f"{NTH_TARGET}{i}"] = one(named)
        aimed.append(named)
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {X: choice.x}
    if ability.targets:
        num |= _parts(draft, ability.targets, ability.effects, choice)
    if ability.action:
        _special_action(draft, choice, plan, handle, taken)
        return True
    if is_mana_ability(ability):
        _mana_ability(draft, choice, plan, handle, refs, num, taken)
        return True
    entry = draft.fresh
    apply(
        draft,
        Event(NEW, "activated", entry, "", 1, Row(stacking.activated_class(ability, choice.player), num, 1, refs)),
    )
    push(draft, entry)
    source = leaves_battlefield.remembered(draft, handle) if hears(draft, "AbilityActivated") else draft.rows[handle]
    payment.used(draft, handle, plan.costs)
    if is_cycling(ability):  # 702.29c: what waits for it waits as the card is discarded
        fire(draft, Happening("CyclesThis", subject=handle, seat=choice.player))
    payment.pay(draft, choice.player, handle, plan.costs, plan.bill, choice.x, taken, entry)
    tally(draft, COUNT_ACTIVATIONS, 1)
    activated = Happening("AbilityActivated", subject=handle, seat=choice.player, row=source)
    activated.other = entry
    fire(draft, activated)
    if aimed:
        targeted(draft, entry, choice.player, aimed, 1, "ability")
    settle_then_priority(draft, choice.player)
    return True


def _special_action(draft: Draft, choice: Choice, plan: Plan, handle: int, taken: dict[int, list[int]]) -> None:
    """Take a special action (116.2): what it says is done at once, and its player has priority again (116.3)."""
    ability = plan.ability
    assert ability is not None
    assert plan.bill is not None
    cls = stacking.activated_class(ability, choice.player, FRAME)
    holder = new_row(draft, "", Row(cls, NO_NUM, 1, {SOURCE: one(handle)}))
    payment.pay(draft, choice.player, handle, plan.costs, plan.bill, choice.x, taken, holder)
    kept = draft.rows[holder].refs
    apply(draft, Event(DROP, "", holder, "", 1))
    run_frame(draft, Frame(choice.player, kept, NO_NUM, effects_of(ability)))
    settle_then_priority(draft, choice.player)


def _parts(state: State, specs: tuple[TargetSpec, ...], effects: tuple[Term, ...], choice: Choice) -> dict[str, Amount]:
    """What each target gets of what is divided among them (601.2d)."""
    if division.divided(specs) is None or len(choice.targets) < len(specs):
        return {}
    whole = division.of_choice(state, effects, choice)
    return division.slots(specs, division.parts_of(choice, specs, whole))


def _mana_ability(
    draft: Draft,
    choice: Choice,
    plan: Plan,
    handle: int,
    refs: dict[str, Reference],
    num: dict[str, Amount],
    taken: dict[int, list[int]],
) -> None:
    """Pay for and resolve a mana ability at once (605.3b)."""
    ability, bill = plan.ability, plan.bill
    assert ability is not None
    assert bill is not None
    holder = new_row(draft, "", Row(stacking.activated_class(ability, choice.player, FRAME), num, 1, refs))
    heard = hears(draft, "AbilityActivated") or hears(draft, "TappedForMana")
    source = leaves_battlefield.remembered(draft, handle) if heard else draft.rows[handle]
    payment.pay(draft, choice.player, handle, plan.costs, bill, choice.x, taken, holder)
    kept, num = draft.rows[holder].refs, draft.rows[holder].num
    apply(draft, Event(DROP, "", holder, "", 1))
    if choice.answer:
        num = {**num, f"{MANA}{choice.answer}": 1}
    tapped = any(isinstance(cost, TapCost) for cost in plan.costs)
    times = replacement.mana_times(draft, choice.player) if tapped else 1
    if times != 1:
        num = {**num, MANA_TIMES: times}
    tally(draft, COUNT_MANA_ACTIVATIONS, 1)
    fire(draft, Happening("AbilityActivated", subject=handle, seat=choice.player, row=source, step="mana"))
    asks = asked(draft)
    if asks == "priority":
        settle_then_priority(draft, choice.player)
    frame = draft.rows[GAME].refs.get(ABOUT)
    before = effects_mana.held(draft, choice.player)
    run_frame(draft, Frame(choice.player, kept, num, effects_of(ability)))
    if tapped:
        made = (
            effects_mana.produced(before, effects_mana.held(draft, choice.player))
            if hears(draft, "TappedForMana")
            else {}
        )
        tapped_for_mana(draft, handle, choice.player, source, made)
    if asks == resolution_payments.TOLL and (asked(draft), draft.rows[GAME].refs.get(ABOUT)) != (asks, frame):
        raise unsupported("rule-608.2g", "a mana ability that asks for a decision before a payment", "608.2g")
    if asks not in ("priority", resolution_payments.TOLL):
        combat_costs.made_mana(draft, asks)


def tapped_for_mana(draft: Draft, handle: int, seat: int, row: Row, kinds: dict[str, Amount]) -> None:
    """A permanent was tapped for mana (106.12): triggered mana abilities resolve at once (605.4a).

    ``kinds``: the kinds of mana that it produced. Nothing triggers where it produced none (106.12a).
    """
    if not kinds or not hears(draft, "TappedForMana"):
        return
    before = set(waiting_abilities(draft))
    fire(draft, Happening("TappedForMana", subject=handle, seat=seat, row=row))
    for made in [h for h in waiting_abilities(draft) if h not in before]:
        entry = draft.rows[made]
        ability = entry.cls.term
        assert isinstance(ability, Triggered)
        if ability.targets or not could_add_mana(ability.effects):
            continue
        discard_row(draft, made)
        if type(entry.n) is not int or entry.n > replacement.GROUP_BUDGET:
            raise Unsupported(Refusal(UNSUPPORTED, "rule-605.4", "a group of triggered mana abilities", rule="605.4a"))
        for _ in range(entry.n):
            run_frame(draft, Frame(entry.cls.controller, dict(entry.refs), {**entry.num, **kinds}, effects_of(ability)))


def _face_chosen(draft: Draft, choice: Choice) -> Choice:
    """Turn the card that is cast or played to the face that was chosen (712.11b, 712.12); the rest of the choice."""
    word = faces.face_chosen(choice.how)
    if not word:
        return choice
    faces.turn(draft, choice.row, word)
    return faces.without_face(choice)


def play_cast(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Cast a spell (601.2)."""
    assert plan.bill is not None
    choice = _face_chosen(draft, choice)
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    proto = proto_of(row.cls)
    parts = _parts(draft, stacking.specs_of(proto, choice.how), stacking.effects_of(proto, choice.how), choice)
    targets = [single_out(draft, target) if target != NONE else NONE for target in choice.targets]
    discard_row(draft, handle, "")
    cls = stacking.spell_class(row.cls, choice.player, choice.how)
    cls = stacking.with_spent(cls, plan.bill.mana, stacking.spent_asked(draft, proto_of(cls)))
    commander.was_cast(draft, row.cls)
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {X: choice.x}
    spent: Amount = 0
    for kind, amount in plan.bill.mana:
        spent = spent + (0 if kind == "P" else amount)
    entry = stacking.announce_spell(draft, cls, num | parts, choice.player, targets, "cast", spent)
    taken: dict[int, list[int]] = {}
    for old, new in zip(choice.targets, targets, strict=True):
        taken.setdefault(old, []).append(new)
    payment.pay(draft, choice.player, entry, plan.costs, plan.bill, choice.x, taken, entry)
    stacking.become_cast(draft, entry, choice.player, spent)
    expend(draft, choice.player, spent)
    settle_then_priority(draft, choice.player)
    return True


def play_land(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Play a land (305.1, 116.2a)."""
    choice = _face_chosen(draft, choice)
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    discard_row(draft, handle, "")
    seat = choice.player
    them = draft.rows[1 + seat].cls
    turn_into(draft, "", 1 + seat, them.with_prop(LANDED, casting.played(them) + 1 if casting.played(them) else True))
    cls = make_class(CARD, BATTLEFIELD, proto=proto_of(row.cls), owner=row.cls.owner, controller=seat, sick=True)
    cls = cls.with_prop(PRINTED, faces.front_of(row.cls) or False)
    enters_battlefield.enter(draft, Row(commander.carried(cls, row.cls), NO_NUM, 1, {}), "played")
    settle_then_priority(draft, seat)
    return True
