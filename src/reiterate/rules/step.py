"""``step``: one elementary choice, played by the rules; everything up to the next decision follows from it.

A step does a bounded amount of work: one action, or one resolution up to its first decision, then state-based
actions and triggers until a player has to decide. It never changes its argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules import choices, combat, combat_damage, objects, payment, sba, turn
from reiterate.rules.chars import condition_holds, proto_of
from reiterate.rules.choices import Choice
from reiterate.rules.effects import Frame, carry_out, effects_of, resume, run
from reiterate.rules.targets import may_target
from reiterate.rules.triggers import Happening, aim, fire, place, put_waiting, reads, waiting
from reiterate.rules.verify import Plan, asked, prepare, spell_specs
from reiterate.rules.world import (
    about,
    active_seat,
    ask_for,
    discard_row,
    game,
    merge_news,
    new_row,
    number_prop,
    push,
    seats,
    set_about,
    set_game,
    set_seq,
    single_out,
    split,
    tally,
    turn_into,
)
from reiterate.state.events import DROP, NEW, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    NO_NUM,
    STACK,
    Class,
    Ref,
    Reference,
    Row,
    State,
    make_class,
    one,
)
from reiterate.state.normal import is_single
from reiterate.terms.base import Term
from reiterate.terms.nodes import Activated, May, SpellAbility, Triggered, is_mana_ability

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
    plan = prepare(state, choice)
    if isinstance(plan, Refusal):
        raise IllegalChoice(plan)
    draft = Draft(state)
    if _HANDLERS[choice.verb](draft, choice, plan):
        settle(draft)
    merge_news(draft)
    return draft.done(), draft.events


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
        if draft.news:
            draft.news = False
            if sba.check(draft):
                continue
        if waiting(draft):
            if not put_waiting(draft):
                return
            if ask == "cleanup-check":
                set_game(draft, game(draft).with_prop("ask", "settle"))
            continue
        if ask == "cleanup-check":
            turn.next_step(draft)
            continue
        _give_priority(draft, _next_seat(draft), 0)
        return
    message = f"state-based actions and triggers did not settle within {SETTLE_BUDGET} rounds"
    raise Unsupported(Refusal(UNDETERMINED, "settle-budget", message, rule="704.3"))


def _next_seat(draft: Draft) -> int:
    wanted = number_prop(game(draft), "next")
    order = seats(draft)
    return wanted if wanted in order else order[0]


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
        turn.next_step(draft)
    return True


# --- resolving (608) ---------------------------------------------------------------------------------------------


def resolve(draft: Draft) -> None:
    """Resolve the top entry of the stack: one ability of a run, or a spell."""
    top = draft.stack[0]
    row = draft.rows[top]
    if row.cls.kind == "card":
        _resolve_spell(draft, top)
        return
    if not is_single(row.n):
        top = split(draft, top, 1, front=True)
        row = draft.rows[top]
    term = row.cls.term
    assert isinstance(term, (Triggered, Activated))
    refs = _checked_targets(draft, row, term.targets)
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
    return condition_holds(draft, term.condition, source.row if isinstance(source, Ref) else -1, row.cls.controller)


def _checked_targets(draft: Draft, row: Row, specs: tuple[object, ...]) -> dict[str, Reference] | None:
    """The references with illegal targets left out; None where every target is illegal (608.2b)."""
    if not specs:
        return row.refs
    source = row.refs.get("source")
    handle = source.row if isinstance(source, Ref) else -1
    refs = dict(row.refs)
    legal = 0
    targets = getattr(row.cls.term, "targets", None)
    wanted = targets if targets is not None else specs
    for i, spec in enumerate(wanted):
        named = refs.get(f"target{i}")
        if isinstance(named, Ref) and may_target(draft, spec, named.row, row.cls.controller, handle):
            legal += 1
        else:
            refs.pop(f"target{i}", None)
    return refs if legal else None


def _resolve_spell(draft: Draft, top: int) -> None:
    row = draft.rows[top]
    proto = proto_of(row.cls)
    specs = spell_specs(draft, top)
    refs = _checked_targets(draft, row, specs)
    set_seq(draft, STACK, draft.stack[1:])
    permanent = not ("instant" in proto.types or "sorcery" in proto.types)
    if refs is None:
        _to_graveyard(draft, top, "did not resolve")
        return
    if permanent:
        apply(draft, Event(DROP, "resolved", top, "", 1))
        cls = make_class(
            "card", BATTLEFIELD, proto=proto, owner=row.cls.owner, controller=row.cls.controller, sick=True
        )
        host = refs.get("target0")
        objects.enter(draft, Row(cls, NO_NUM, 1, {"host": host} if host is not None else {}), "entered")
        return
    effects = tuple(e for a in proto.abilities if isinstance(a, SpellAbility) for e in a.effects)
    _to_graveyard(draft, top, "resolved")
    run(draft, Frame(row.cls.controller, dict(refs), row.num, effects))


def _to_graveyard(draft: Draft, handle: int, what: str) -> None:
    row = draft.rows[handle]
    discard_row(draft, handle, what)
    new_row(draft, "", Row(objects.card_class(proto_of(row.cls), GRAVEYARD, row.cls.owner), NO_NUM, 1, {}))


# --- actions -----------------------------------------------------------------------------------------------------

_ACTIVATED: dict[tuple[Term, int], Class] = {}


def _activated_class(ability: Activated, seat: int) -> Class:
    at = (ability, seat)
    found = _ACTIVATED.get(at)
    if found is None:
        found = _ACTIVATED[at] = make_class("ability", STACK, term=ability, owner=seat, controller=seat)
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
    for i, target in enumerate(choice.targets):
        named = handle if target == choices.ITSELF else single_out(draft, target)
        taken.setdefault(target, []).append(named)
        refs[f"target{i}"] = one(named)
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {"x": choice.x}
    if is_mana_ability(ability):
        _mana_ability(draft, choice, plan, handle, refs, num, taken)
        return True
    entry = draft.fresh
    apply(draft, Event(NEW, "activated", entry, "", 1, Row(_activated_class(ability, choice.player), num, 1, refs)))
    push(draft, entry)
    payment.pay(draft, choice.player, handle, ability, plan.bill, choice.x, taken)
    tally(draft, "activations", 1)
    _unsettle(draft, choice.player)
    return True


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
    holder = new_row(draft, "", Row(make_class("frame", owner=choice.player, controller=choice.player), num, 1, refs))
    payment.pay(draft, choice.player, handle, ability, bill, choice.x, taken)
    kept = draft.rows[holder].refs
    apply(draft, Event(DROP, "", holder, "", 1))
    if choice.answer:
        num = {**num, f"mana.{choice.answer}": 1}
    tally(draft, "mana activations", 1)
    _unsettle(draft, choice.player)
    run(draft, Frame(choice.player, kept, num, effects_of(ability)))


def _cast(draft: Draft, choice: Choice, plan: Plan) -> bool:
    assert plan.bill is not None
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    proto = proto_of(row.cls)
    targets = [single_out(draft, target) for target in choice.targets]
    discard_row(draft, handle, "")
    cls = make_class("card", STACK, proto=proto, owner=row.cls.owner, controller=choice.player)
    refs: dict[str, Reference] = {f"target{i}": one(target) for i, target in enumerate(targets)}
    num: dict[str, Amount] = {} if type(choice.x) is int and choice.x == 0 else {"x": choice.x}
    entry = new_row(draft, "cast", Row(cls, num, 1, refs))
    push(draft, entry)
    payment.pay_mana(draft, choice.player, plan.bill.mana)
    tally(draft, "casts", 1)
    tally(draft, f"casts.{proto.name}", 1)
    fire(draft, Happening("SpellCast", subject=entry, seat=choice.player))
    _unsettle(draft, choice.player)
    return True


def _play(draft: Draft, choice: Choice, plan: Plan) -> bool:
    handle = split(draft, choice.row, 1)
    row = draft.rows[handle]
    discard_row(draft, handle, "")
    seat = choice.player
    them = draft.rows[1 + seat].cls
    turn_into(draft, "", 1 + seat, them.with_prop("landed", True))
    cls = make_class("card", BATTLEFIELD, proto=proto_of(row.cls), owner=row.cls.owner, controller=seat, sick=True)
    objects.enter(draft, Row(cls, NO_NUM, 1, {}), "played")
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
    aim(draft, part, [single_out(draft, target) for target in choice.targets])
    return True


def _go_on(draft: Draft, frame: Frame) -> bool:
    _settle_on(draft)
    return run(draft, frame) or asked(draft) == "settle"


def _may(draft: Draft, choice: Choice, plan: Plan) -> bool:
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    assert isinstance(effect, May)
    frame.rest = (*(effect.effects if choice.answer == "yes" else ()), *frame.rest[1:])
    return _go_on(draft, frame)


def _pick(draft: Draft, choice: Choice, plan: Plan) -> bool:
    if asked(draft) == "cleanup":
        for handle, count in choice.picks:
            objects.discard(draft, handle, count)
        _settle_on(draft)
        turn.finish_cleanup(draft)
        return True
    frame = resume(draft, about(draft))
    effect = frame.rest[0]
    frame.rest = frame.rest[1:]
    carry_out(draft, effect, list(choice.picks))
    return _go_on(draft, frame)


def _keep(draft: Draft, choice: Choice, plan: Plan) -> bool:
    kept = single_out(draft, choice.row)
    others = [h for h in sba.legends_like(draft, kept) if h != kept]
    _settle_on(draft)
    objects.leave_all(draft, others, GRAVEYARD, "put into the graveyard (704.5j)")
    return True


def _attack(draft: Draft, choice: Choice, plan: Plan) -> bool:
    if not choice.picks:
        turn.begin(draft, "endcombat")  # 508.8
        return True
    combat.declare_attack(draft, choice)
    _unsettle(draft, active_seat(draft))
    return True


def _block(draft: Draft, choice: Choice, plan: Plan) -> bool:
    combat.declare_block(draft, choice)
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
    choices.BLOCK: _block,
    choices.ASSIGN: _assign,
}
