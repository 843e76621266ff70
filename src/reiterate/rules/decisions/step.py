"""``step``: one elementary choice, played by the rules; everything up to the next decision follows from it.

A step does a bounded amount of work: one action, or one resolution up to its first decision, then state-based
actions and triggers until a player has to decide. It never changes its argument.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import UNDETERMINED, UNSUPPORTED, Refusal, Unsupported, unsupported
from reiterate.rules.access import choices, questions, text_changes
from reiterate.rules.access.choices import Choice
from reiterate.rules.access.state_access import (
    about,
    active_seat,
    ask_for,
    discard_row,
    game,
    merge_news,
    new_row,
    next_after,
    number_prop,
    push,
    seats,
    set_about,
    set_game,
    set_seq,
    single_out,
    split,
    stand_apart,
    tally,
    turn_into,
)
from reiterate.rules.characteristics.derived import Around, holds
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.characteristics.trigger_index import hears
from reiterate.rules.costs import casting, combat_costs, payment, resolution_payments
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import Plan, asked, prepare
from reiterate.rules.events import commander, control, mana_added, objects, replacement, zones
from reiterate.rules.events.frames import DID, MANA_TIMES, Frame, asks_if_done, set_done
from reiterate.rules.events.library import expend
from reiterate.rules.events.targets import NONE, may_target, origin
from reiterate.rules.events.triggers import Happening, fire, reads, state_triggers, waiting
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.durations import come_back
from reiterate.rules.resolution.effects import carry_out, effects_of
from reiterate.rules.resolution.put_triggers_on_stack import aim, divided_by, place, put_waiting, targeted
from reiterate.rules.resolution.resolving import SPELL, resume, run
from reiterate.rules.turn import combat, combat_damage, state_based_actions, turn_structure
from reiterate.state.events import DROP, NEW, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    GAME,
    GRAVEYARD,
    NO_NUM,
    NOWHERE,
    ORDER,
    STACK,
    Class,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
)
from reiterate.state.normal_form import is_single
from reiterate.state.slots import written
from reiterate.terms.abilities import Activated, SpellAbility, Triggered, could_add_mana, is_mana_ability
from reiterate.terms.base import Term, swap
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_copies import Except
from reiterate.terms.effects_structure import May, MayPay
from reiterate.terms.meanings import is_cycling
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, Targets, TargetSpec

#: Rounds of state-based actions and triggers that one step may take before it is given up as undetermined.
SETTLE_BUDGET: Final = 10_000


class IllegalChoice(Exception):
    """``step`` was called with a choice that ``verify`` refuses: a caller's bug."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def step(state: State, choice: Choice) -> tuple[State, list[Event]]:
    """Play one legal choice; the state after it, and the events in order.

    Raises ``IllegalChoice`` for what ``verify`` refuses and ``Unsupported`` where a rule is not implemented.
    """
    events: list[Event] = []
    if choice.apart:
        parted = stand_apart(state, choice.apart)
        state, events, choice = parted.done(), parted.events, dataclasses.replace(choice, apart=())
    plan = prepare(state, choice)
    if isinstance(plan, Refusal):
        raise IllegalChoice(plan)
    if choice.verb != choices.ANSWER:
        return _perform(state, [choice], plan, events)
    draft = Draft(state)
    made = [*questions.take_back(draft), choice]
    before = draft.done()
    again = prepare(before, made[0])
    if isinstance(again, Refusal):
        raise IllegalChoice(again)
    return _perform(before, made, again, events + draft.events)


def _perform(state: State, made: list[Choice], plan: Plan, events: list[Event]) -> tuple[State, list[Event]]:
    """Play a choice with the answers that it needs in the middle; or ask for the next one, leaving it unplayed."""
    draft = Draft(state)
    draft.answers = list(made[1:])
    if len(made) > questions.ANSWERS_BUDGET:
        message = f"one choice needs more than {questions.ANSWERS_BUDGET} answers"
        raise Unsupported(Refusal(UNDETERMINED, "answers-budget", message, rule="608.2"))
    try:
        if _HANDLERS[made[0].verb](draft, made[0], plan):
            settle(draft)
            while (
                asked(draft) == resolution_payments.TOLL and made[0].verb != choices.ACTIVATE and _without_mana(draft)
            ):
                settle(draft)
    except questions.Need as need:
        if any(row not in state.rows for row in need.question.rows):
            return _perform_apart(state, made, events)
        asked_draft = questions.ask(state, made, need.question)
        return asked_draft.done(), events + asked_draft.events
    assert not draft.answers, "an answer was given that nothing asked for"
    merge_news(draft)
    return draft.done(), events + draft.events


def _perform_apart(state: State, made: list[Choice], events: list[Event]) -> tuple[State, list[Event]]:
    """Where a question names an object that was one of a group: the one that resolves stands apart before it is asked."""
    top = state.stack[0] if state.stack else -1
    if top < 0 or is_single(state.rows[top].n):
        raise unsupported("asked-midway", "a choice among objects that the same event has made", "608.2d")
    apart = Draft(state)
    single_out(apart, top)
    before = apart.done()
    plan = prepare(before, made[0])
    assert not isinstance(plan, Refusal)
    return _perform(before, made, plan, events + apart.events)


# --- priority ----------------------------------------------------------------------------------------------------

_PRIORITY: dict[tuple[Class, int, int], Class] = {}


def _give_priority(draft: Draft, seat: int, passes: int) -> None:
    """Give a player priority after ``passes`` passes in succession (117.3, 117.4)."""
    now = game(draft)
    at = (now, seat, passes)
    known = _PRIORITY.get(at)
    if known is None:
        known = now.with_prop("ask", "priority").with_prop("who", seat).with_prop("passes", passes)
        known = known.with_prop("next", False)
        _PRIORITY[at] = known
    set_game(draft, known)


def settle(draft: Draft) -> None:
    """State-based actions, then waiting triggers, until a player gets priority or has to choose (117.5)."""
    for _ in range(SETTLE_BUDGET):
        ask = asked(draft)
        if ask not in ("settle", "cleanup-check"):
            return
        if draft.ended:
            come_back(draft)
        if draft.news:
            draft.news = False
            if ORDER in draft.seqs and control.has_control_effects(draft):
                control.settle_control(draft)
                draft.news = False
            if state_based_actions.check(draft):
                state_triggers(draft)
                if asked(draft) == "cleanup-check":  # 514.3a: something happened, so there is priority
                    set_game(draft, game(draft).with_prop("ask", "settle"))
                continue
            state_triggers(draft)
        if waiting(draft):
            if not put_waiting(draft):
                return
            if ask == "cleanup-check":
                set_game(draft, game(draft).with_prop("ask", "settle"))
            continue
        if ask == "cleanup-check":
            turn_structure.next_step(draft)
            continue
        _give_priority(draft, _next_seat(draft), 0)
        return
    message = f"state-based actions and triggers did not settle within {SETTLE_BUDGET} rounds"
    raise Unsupported(Refusal(UNDETERMINED, "settle-budget", message, rule="704.3"))


def _next_seat(draft: Draft) -> int:
    wanted = number_prop(game(draft), "next")
    return next_after(draft, wanted) if "lost" in draft.rows[1 + wanted].cls.by_prop else wanted


def _unsettle(draft: Draft, seat: int) -> None:
    """Something was done: settle, then ``seat`` gets priority."""
    ask_for(draft, "settle", "next", seat)
    draft.news = True


def _pass(draft: Draft, choice: Choice, plan: Plan) -> bool:
    order = seats(draft)
    passes = number_prop(game(draft), "passes") + 1
    if passes < len(order):
        at = order.index(choice.player)
        _give_priority(draft, order[(at + 1) % len(order)], passes)
        return False
    _unsettle(draft, active_seat(draft))
    if draft.stack:
        resolve(draft)
    else:
        turn_structure.next_step(draft)
    return True


# --- resolving (608) ---------------------------------------------------------------------------------------------


def resolve(draft: Draft) -> None:
    """Resolve the top entry of the stack: one ability of a run, or a spell."""
    top = draft.stack[0]
    row = draft.rows[top]
    if not is_single(row.n):
        top = split(draft, top, 1, front=True)
        row = draft.rows[top]
    if row.cls.proto is not None:
        _resolve_spell(draft, top)
        return
    term = row.cls.term
    assert isinstance(term, (Triggered, Activated))
    refs = _checked_targets(draft, top, row, term.targets)
    set_seq(draft, STACK, draft.stack[1:])
    apply(draft, Event(DROP, "resolved" if refs is not None else "did not resolve", top, "", 1))
    tally(draft, "resolved." + ("trigger" if isinstance(term, Triggered) else "ability"), 1)
    if refs is None or not _still_true(draft, term, row):
        return
    run(draft, Frame(row.cls.controller, refs, row.num, effects_of(term)))


def _still_true(draft: Draft, term: Term, row: Row) -> bool:
    """An intervening "if" is checked again on resolution (603.4)."""
    if not isinstance(term, Triggered) or term.condition is None:
        return True
    source = row.refs.get("source")
    handle = source.row if isinstance(source, Ref) else -1
    return holds(draft, Around(row.cls.controller, row.refs, row.num, handle), term.condition)


def _checked_targets(draft: Draft, top: int, row: Row, specs: tuple[TargetSpec, ...]) -> dict[str, Reference] | None:
    """The references with illegal targets left out; None where every target chosen is illegal (608.2b).

    ``top``: the entry; a spell is what targets for itself (702.16b), an ability targets for its source.
    """
    if not specs:
        return row.refs
    handle, last = (top, None) if row.cls.proto is not None else origin(row)
    refs = dict(row.refs)
    legal = chosen = 0
    shared = division.divided(specs) is not None
    for i in division.numbers_of(refs) if shared else range(len(specs)):
        spec = division.spec_of(specs, i)
        named = refs.get(f"target{i}")
        chosen += named is not None
        if isinstance(named, Ref) and may_target(draft, spec, named.row, row.cls.controller, handle, last):
            legal += 1
        else:
            refs.pop(f"target{i}", None)
    return refs if legal or not chosen else None


def _resolve_spell(draft: Draft, top: int) -> None:
    row = draft.rows[top]
    proto = proto_of(row.cls)
    how = tuple(name.removeprefix("how.") for name, _ in row.cls.props if name.startswith("how."))
    refs = _checked_targets(draft, top, row, stacking.specs_of(proto, how))
    if refs is None:
        stacking.leave_stack(draft, top, GRAVEYARD, "did not resolve")
        return
    if not ("instant" in proto.types or "sorcery" in proto.types):
        set_seq(draft, STACK, draft.stack[1:])
        apply(draft, Event(DROP, "resolved", top, "", 1))
        _permanent(draft, row, refs)
        return
    refs = {**refs, "source": one(top), SPELL: one(top)}
    num = {**row.num, **{f"how.{word}": 1 for word in how}}
    run(draft, Frame(row.cls.controller, refs, num, _effects_of_spell(proto, how)))


def _permanent(draft: Draft, row: Row, refs: dict[str, Reference]) -> None:
    """A permanent spell becomes a permanent; a copy of one a token (608.3, 608.3f)."""
    copy = row.cls.kind == "copy"
    cls = make_class(
        "token" if copy else "card",
        BATTLEFIELD,
        proto=proto_of(row.cls),
        owner=row.cls.owner,
        controller=row.cls.controller,
        sick=True,
        props=tuple((k, v) for k, v in row.cls.props),
    )
    if copy:
        cls = text_changes.with_copiable(
            cls, objects.with_exceptions(text_changes.copiable_of(cls), Except(), token=True)
        )
    host = refs.get("target0") if stacking.aura_spec(proto_of(cls)) is not None else None
    num = {"x": row.get("x")} if written(row.num, "x") else NO_NUM
    objects.enter(draft, Row(cls, num, 1, {"host": host} if host is not None else {}), "entered")


_SPELLS: dict[tuple[Proto, tuple[str, ...]], tuple[Term, ...]] = {}


def _effects_of_spell(proto: Proto, how: tuple[str, ...]) -> tuple[Term, ...]:
    """The effects of all lines of a spell, their targets counted through (601.2c)."""
    at = (proto, how)
    known = _SPELLS.get(at)
    if known is None:
        found: list[Term] = []
        before = 0
        for ability in stacking.abilities_of(proto, how):
            assert isinstance(ability, SpellAbility)
            effects: tuple[Term, ...] = ability.effects
            for index in range(len(ability.targets) - 1, -1, -1):
                if before:
                    effects = swap(effects, TargetRef(index), TargetRef(index + before))
                    for count in range(1, len(ability.targets) + 1 if before else 0):
                        effects = swap(effects, Targets(index, count), Targets(index + before, count))
            found += effects
            before += len(ability.targets)
        known = _SPELLS[at] = tuple(found)
    return known


# --- actions -----------------------------------------------------------------------------------------------------

_ACTIVATED: dict[tuple[Term, int, str], Class] = {}


def _activated_class(ability: Activated, seat: int, kind: str = "ability") -> Class:
    """The class of an activated ability on the stack, or (a ``frame``) of one that doesn't use it."""
    at = (ability, seat, kind)
    found = _ACTIVATED.get(at)
    if found is None:
        zone = STACK if kind == "ability" else NOWHERE
        found = _ACTIVATED[at] = make_class(kind, zone, term=ability, owner=seat, controller=seat)
    return found


def _activate(draft: Draft, choice: Choice, plan: Plan) -> bool:
    ability = plan.ability
    assert ability is not None
    assert plan.bill is not None
    handle = single_out(draft, choice.row, choice.member)
    if ability.limit:
        cls = draft.rows[handle].cls.with_prop(f"used.{choice.index}", True)
        turn_into(draft, "", handle, cls)
    read = reads(ability)
    refs: dict[str, Reference] = {}
    if "This" in read or "Host" in read or ability.targets:
        refs["source"] = one(handle)
    taken: dict[int, list[int]] = {choice.row: [handle]}
    aimed: list[int] = []
    for i, target in enumerate(choice.targets):
        if target == NONE:
            aimed.append(NONE)
            continue
        named = handle if target == choices.ITSELF else single_out(draft, target)
        taken.setdefault(target, []).append(named)
        refs[f"target{i}"] = one(named)
        aimed.append(named)
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {"x": choice.x}
    if ability.targets:
        num |= _parts(draft, ability.targets, ability.effects, choice)
    if is_mana_ability(ability):
        _mana_ability(draft, choice, plan, handle, refs, num, taken)
        return True
    entry = draft.fresh
    apply(draft, Event(NEW, "activated", entry, "", 1, Row(_activated_class(ability, choice.player), num, 1, refs)))
    push(draft, entry)
    source = objects.remembered(draft, handle) if hears(draft, "AbilityActivated") else draft.rows[handle]
    payment.used(draft, handle, plan.costs)
    if is_cycling(ability):  # 702.29c: what waits for it waits as the card is discarded
        fire(draft, Happening("CyclesThis", subject=handle, seat=choice.player))
    payment.pay(draft, choice.player, handle, plan.costs, plan.bill, choice.x, taken, entry)
    tally(draft, "activations", 1)
    activated = Happening("AbilityActivated", subject=handle, seat=choice.player, row=source)
    activated.other = entry
    fire(draft, activated)
    targeted(draft, entry, choice.player, aimed, 1, "ability")
    _unsettle(draft, choice.player)
    return True


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
    holder = new_row(draft, "", Row(_activated_class(ability, choice.player, "frame"), num, 1, refs))
    heard = hears(draft, "AbilityActivated") or hears(draft, "TappedForMana")
    source = objects.remembered(draft, handle) if heard else draft.rows[handle]
    payment.pay(draft, choice.player, handle, plan.costs, bill, choice.x, taken, holder)
    kept, num = draft.rows[holder].refs, draft.rows[holder].num
    apply(draft, Event(DROP, "", holder, "", 1))
    if choice.answer:
        num = {**num, f"mana.{choice.answer}": 1}
    tapped = any(isinstance(cost, TapCost) for cost in plan.costs)
    times = replacement.mana_times(draft, choice.player) if tapped else 1
    if times != 1:
        num = {**num, MANA_TIMES: times}
    tally(draft, "mana activations", 1)
    fire(draft, Happening("AbilityActivated", subject=handle, seat=choice.player, row=source, step="mana"))
    asks = asked(draft)
    if asks == "priority":
        _unsettle(draft, choice.player)
    frame = draft.rows[GAME].refs.get("about")
    before = mana_added.held(draft, choice.player)
    run(draft, Frame(choice.player, kept, num, effects_of(ability)))
    if tapped:
        made = (
            mana_added.produced(before, mana_added.held(draft, choice.player)) if hears(draft, "TappedForMana") else {}
        )
        tapped_for_mana(draft, handle, choice.player, source, made)
    if asks == resolution_payments.TOLL and (asked(draft), draft.rows[GAME].refs.get("about")) != (asks, frame):
        raise unsupported("rule-608.2g", "a mana ability that asks for a decision before a payment", "608.2g")
    if asks not in ("priority", resolution_payments.TOLL):
        combat_costs.made_mana(draft, asks)


def tapped_for_mana(draft: Draft, handle: int, seat: int, row: Row, kinds: dict[str, Amount]) -> None:
    """A permanent was tapped for mana (106.12): triggered mana abilities resolve at once (605.4a).

    ``kinds``: the kinds of mana that it produced.
    """
    if not hears(draft, "TappedForMana"):
        return
    before = set(waiting(draft))
    fire(draft, Happening("TappedForMana", subject=handle, seat=seat, row=row))
    for made in [h for h in waiting(draft) if h not in before]:
        entry = draft.rows[made]
        ability = entry.cls.term
        assert isinstance(ability, Triggered)
        if ability.targets or not could_add_mana(ability.effects):
            continue
        discard_row(draft, made)
        if type(entry.n) is not int or entry.n > replacement.GROUP_BUDGET:
            raise Unsupported(Refusal(UNSUPPORTED, "rule-605.4", "a group of triggered mana abilities", rule="605.4a"))
        for _ in range(entry.n):
            run(draft, Frame(entry.cls.controller, dict(entry.refs), {**entry.num, **kinds}, effects_of(ability)))


def _cast(draft: Draft, choice: Choice, plan: Plan) -> bool:
    assert plan.bill is not None
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    zone = row.cls.zone
    proto = proto_of(row.cls)
    parts = _parts(draft, stacking.specs_of(proto, choice.how), stacking.effects_of(proto, choice.how), choice)
    targets = [single_out(draft, target) if target != NONE else NONE for target in choice.targets]
    discard_row(draft, handle, "")
    props: list[tuple[str, str | bool]] = [("cast", zone), *((f"how.{word}", True) for word in choice.how)]
    cls = make_class("card", STACK, proto=proto, owner=row.cls.owner, controller=choice.player, props=tuple(props))
    cls = commander.carried(cls, row.cls)
    commander.was_cast(draft, row.cls)
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {"x": choice.x}
    entry = stacking.put_spell(draft, cls, num | parts, choice.player, targets, "cast")
    taken: dict[int, list[int]] = {}
    for old, new in zip(choice.targets, targets, strict=True):
        taken.setdefault(old, []).append(new)
    payment.pay(draft, choice.player, entry, plan.costs, plan.bill, choice.x, taken, entry)
    spent: Amount = 0
    for kind, amount in plan.bill.mana:
        spent = spent + (0 if kind == "P" else amount)
    expend(draft, choice.player, spent)
    _unsettle(draft, choice.player)
    return True


def _play(draft: Draft, choice: Choice, plan: Plan) -> bool:
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    discard_row(draft, handle, "")
    seat = choice.player
    them = draft.rows[1 + seat].cls
    turn_into(draft, "", 1 + seat, them.with_prop("landed", casting.played(them) + 1 if casting.played(them) else True))
    cls = make_class("card", BATTLEFIELD, proto=proto_of(row.cls), owner=row.cls.owner, controller=seat, sick=True)
    objects.enter(draft, Row(commander.carried(cls, row.cls), NO_NUM, 1, {}), "played")
    _unsettle(draft, seat)
    return True


# --- answers -----------------------------------------------------------------------------------------------------


def _settle_on(draft: Draft) -> None:
    set_game(draft, game(draft).with_prop("ask", "settle"))
    set_about(draft, None)


def _order(draft: Draft, choice: Choice, plan: Plan) -> bool:
    _settle_on(draft)
    n = draft.rows[choice.row].n
    count = n if type(choice.count) is int and choice.count == 0 else choice.count
    return place(draft, choice.row, count) or asked(draft) == "settle"


def _target(draft: Draft, choice: Choice, plan: Plan) -> bool:
    handle = about(draft)
    _settle_on(draft)
    n = draft.rows[handle].n
    count = n if type(choice.count) is int and choice.count == 0 else choice.count
    part = split(draft, handle, count)
    term = draft.rows[part].cls.term
    assert isinstance(term, Triggered)
    parts: dict[str, Amount] = {}
    if division.divided(term.targets) is not None and len(choice.targets) >= len(term.targets):
        parts = division.slots(term.targets, division.parts_of(choice, term.targets, divided_by(draft, part)))
    aim(draft, part, [single_out(draft, target) if target != NONE else NONE for target in choice.targets], parts)
    return True


def _go_on(draft: Draft, frame: Frame) -> bool:
    _settle_on(draft)
    return run(draft, frame) or asked(draft) == "settle"


def _without_mana(draft: Draft) -> bool:
    """Go on with a payment that a resolution stands still for, where no mana ability can be activated now; else False."""
    if any(option.verb == choices.ACTIVATE for option in options(draft)):
        return False
    could, seat = resolution_payments.payable_now(draft), resolution_payments.decider_of(draft)
    answer = "no"
    if could:
        answer = questions.decide(draft, questions.Question("yes", seat, words=("no", "yes"), text="pay")).answer
    _pay_or_not(draft, answer)
    return True


def _pay_or_not(draft: Draft, answer: str) -> bool:
    """Pay what a resolution stands still for, or not, and go on (118.12)."""
    seat = resolution_payments.decider_of(draft)
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    assert isinstance(effect, MayPay)
    if answer == "yes":
        draft.frames.append(frame)
        resolution_payments.pay_now(draft, seat, effect, frame)
        draft.frames.remove(frame)
    frame.rest = (*(effect.then if answer == "yes" else effect.otherwise), *frame.rest[1:])
    return _go_on(draft, frame)


def _may(draft: Draft, choice: Choice, plan: Plan) -> bool:
    if asked(draft) == resolution_payments.TOLL:
        return _pay_or_not(draft, choice.answer)
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    assert isinstance(effect, May)
    frame.rest = (*(effect.effects if choice.answer == "yes" else ()), *frame.rest[1:])
    return _go_on(draft, frame)


def _continue(draft: Draft, choice: Choice, plan: Plan) -> bool:
    return _go_on(draft, resume(draft, about(draft)))


def _pick(draft: Draft, choice: Choice, plan: Plan) -> bool:
    if asked(draft) == "cleanup":
        for handle, count in choice.picks:
            zones.discard(draft, handle, count)
        _settle_on(draft)
        turn_structure.finish_cleanup(draft)
        return True
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    frame.rest = frame.rest[1:]
    total: Amount = 0
    for _, count in choice.picks:
        total = total + count
    set_done(frame, total)
    if asks_if_done(frame):
        frame.num = {**frame.num, DID: 1}
    draft.frames.append(frame)  # what it speaks of may be what leaves now (608.2h)
    carry_out(draft, frame, effect, list(choice.picks))
    draft.frames.remove(frame)
    return _go_on(draft, frame)


def _keep(draft: Draft, choice: Choice, plan: Plan) -> bool:
    """Keep a legendary permanent (704.5j); the others go with all that the check finds besides (704.3)."""
    kept = single_out(draft, choice.row)
    turn_into(draft, "", kept, draft.rows[kept].cls.with_prop(state_based_actions.KEPT, True))
    _settle_on(draft)
    return True


def _attack(draft: Draft, choice: Choice, plan: Plan) -> bool:
    if choice.picks:
        combat.declare_attack(draft, choice)
    else:
        combat_costs.over(draft)
    _unsettle(draft, active_seat(draft))  # without attackers, too; then come no blockers and no damage (508.8)
    return True


def _block(draft: Draft, choice: Choice, plan: Plan) -> bool:
    combat.declare_block(draft, choice)
    combat_costs.over(draft)
    if not combat.ask_blocks(draft, after=choice.player):
        _unsettle(draft, active_seat(draft))
    return True


def _assign(draft: Draft, choice: Choice, plan: Plan) -> bool:
    combat_damage.assign(draft, choice)
    draft.news = True
    return True


_HANDLERS: Final[dict[str, Callable[[Draft, Choice, Plan], bool]]] = {
    choices.PASS: _pass,
    choices.ACTIVATE: _activate,
    choices.CAST: _cast,
    choices.PLAY: _play,
    choices.ORDER: _order,
    choices.TARGET: _target,
    choices.MAY: _may,
    choices.PICK: _pick,
    choices.KEEP: _keep,
    choices.ATTACK: _attack,
    choices.GO_ON: _continue,
    choices.BLOCK: _block,
    choices.ASSIGN: _assign,
}
