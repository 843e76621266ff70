"""What each effect of the language does when it resolves (608.2c to 608.2i), one handler per node.

A handler finishes its effect or answers with the decision that it needs first. Suspended work is a row of kind
"frame": the remaining effects are discrete data, the objects and amounts it is about are references and slots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules import objects as game_objects
from reiterate.rules.chars import EOT_POWER, EOT_TOUGHNESS, count_matching, matches, proto_of
from reiterate.rules.world import add, game, new_row, opponents, seats, set_about, set_game, tell, turn_into
from reiterate.state.events import DROP, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    HAND,
    Gone,
    Ref,
    Reference,
    Row,
    State,
    is_player,
    make_class,
    player,
    seat_of,
)
from reiterate.terms.base import Term
from reiterate.terms.nodes import (
    AddMana,
    ControllerOf,
    CountOf,
    CreateTokens,
    DealDamage,
    Destroy,
    Discard,
    Draw,
    Each,
    EachPlayer,
    Effect,
    Exile,
    Fixed,
    Forbid,
    GainKeywords,
    GainLife,
    Host,
    LoseKeywords,
    LoseLife,
    May,
    Mill,
    ObjectRef,
    Pump,
    PutCounters,
    Quantity,
    RemoveCounters,
    Require,
    ReturnToHand,
    SacrificeChosen,
    SacrificeObject,
    Seat,
    SetBasePT,
    SwitchPT,
    Tap,
    TargetRef,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    Untap,
    WinLose,
    XValue,
    You,
)


class Frame:
    """A resolving spell or ability: who controls it, what it is about, and the effects still to come."""

    __slots__ = ("controller", "num", "proto", "refs", "rest")

    def __init__(
        self, controller: int, refs: dict[str, Reference], num: dict[str, Amount], rest: tuple[Term, ...]
    ) -> None:
        self.controller = controller
        self.refs = refs
        self.num = num
        self.rest = rest


#: A handler answers None when it is done, or the name of the decision it needs and the player to make it.
Ask = tuple[str, int]
Handler = Callable[[Draft, Frame, Any], "Ask | None"]


def run(draft: Draft, frame: Frame) -> bool:
    """Work through a frame's effects; False if it was suspended for a decision."""
    while frame.rest:
        effect = frame.rest[0]
        frame.rest = frame.rest[1:]
        handler = HANDLERS.get(type(effect))
        if handler is None:
            raise unsupported("rule-effect", f"{type(effect).__name__} has no handler", "608.2")
        asked = handler(draft, frame, effect)
        if asked is not None:
            suspend(draft, frame, asked)
            return False
    return True


def suspend(draft: Draft, frame: Frame, asked: Ask) -> None:
    """Store the rest of a frame in the state and ask its decision."""
    cls = make_class("frame", owner=frame.controller, controller=frame.controller, props=(("rest", frame.rest),))
    handle = new_row(draft, "", Row(cls, frame.num, 1, frame.refs))
    what, seat = asked
    set_game(draft, game(draft).with_prop("ask", what).with_prop("who", seat))
    set_about(draft, handle)


def resume(draft: Draft, handle: int) -> Frame:
    """Take a suspended frame out of the state."""
    row = draft.rows[handle]
    rest = row.cls.prop("rest", ())
    assert isinstance(rest, tuple)
    set_about(draft, None)
    apply(draft, Event(DROP, "", handle))
    effects: list[Term] = [e for e in rest if isinstance(e, Term)]
    return Frame(row.cls.controller, row.refs, row.num, tuple(effects))


# --- what the words of an effect refer to ------------------------------------------------------------------------


def source_handle(frame: Frame) -> int:
    """The source's handle, or -1 if it is gone or not remembered."""
    ref = frame.refs.get("source")
    return ref.row if isinstance(ref, Ref) else -1


def objects(draft: Draft, frame: Frame, ref: ObjectRef) -> list[int]:
    """The rows on the battlefield that an object reference means now; [] where it is gone."""
    if isinstance(ref, Each):
        source = source_handle(frame)
        found = []
        for handle, row in list(draft.rows.items()):
            if row.cls.zone == BATTLEFIELD and matches(draft, ref.filter, handle, frame.controller, source):
                if ref.filter.another and handle == source and not _is_one(row):
                    raise unsupported("grouped-other", "each other of a group seen from one of its members", "109.4")
                found.append(handle)
        return found
    slot = slot_of(ref)
    named = frame.refs.get(slot)
    if isinstance(ref, Host) and named is None:
        source_ref = frame.refs.get("source")
        if isinstance(source_ref, Ref):
            named = draft.rows[source_ref.row].refs.get("host")
    if not isinstance(named, Ref) or named.row not in draft.rows:
        return []
    if draft.rows[named.row].cls.zone != BATTLEFIELD:
        return []
    return [named.row]


def _is_one(row: Row) -> bool:
    return type(row.n) is int and row.n == 1


def slot_of(ref: ObjectRef | Term) -> str:
    """The reference slot that an object reference reads."""
    if isinstance(ref, This):
        return "source"
    if isinstance(ref, Host):
        return "host"
    if isinstance(ref, That):
        return "that"
    if isinstance(ref, TargetRef):
        return f"target{ref.index}"
    raise unsupported("rule-reference", f"{type(ref).__name__} has no handler", "608.2")


def players(draft: Draft, frame: Frame, ref: Term) -> list[int]:
    """The seats that a player reference means, in turn order from the active player."""
    if isinstance(ref, You):
        return [frame.controller]
    if isinstance(ref, Seat):
        return [ref.seat]
    if isinstance(ref, EachPlayer):
        return opponents(draft, frame.controller) if ref.opponents else seats(draft)
    if isinstance(ref, ThatPlayer):
        named = frame.refs.get("player")
        return [seat_of(named.row)] if isinstance(named, Ref) else []
    if isinstance(ref, TargetRef):
        named = frame.refs.get(slot_of(ref))
        return [seat_of(named.row)] if isinstance(named, Ref) and is_player(draft, named.row) else []
    if isinstance(ref, ControllerOf):
        return [_controller_of(draft, frame, ref.object)]
    raise unsupported("rule-reference", f"{type(ref).__name__} has no handler", "608.2")


def _controller_of(draft: Draft, frame: Frame, ref: ObjectRef) -> int:
    named = frame.refs.get(slot_of(ref))
    if isinstance(named, Gone):
        return named.cls.controller
    if isinstance(named, Ref) and named.row in draft.rows:
        return draft.rows[named.row].cls.controller
    return frame.controller


def quantity(draft: Draft, frame: Frame, value: Quantity) -> Amount:
    """The amount that a quantity stands for now."""
    if isinstance(value, Fixed):
        return value.value
    if isinstance(value, ThatMuch):
        return frame.num.get("that", 0)
    if isinstance(value, XValue):
        return frame.num.get("x", 0)
    if isinstance(value, CountOf):
        return count_matching(draft, value.filter, frame.controller, source_handle(frame)) * value.each
    raise unsupported("rule-quantity", f"{type(value).__name__} has no handler", "608.2")


# --- handlers ----------------------------------------------------------------------------------------------------


def _create(draft: Draft, frame: Frame, effect: CreateTokens) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        game_objects.create_tokens(draft, effect.token, seat, quantity(draft, frame, effect.count), effect.tapped)
    return None


def _tap(draft: Draft, frame: Frame, effect: Tap) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        game_objects.tap(draft, handle)
    return None


def _untap(draft: Draft, frame: Frame, effect: Untap) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        game_objects.untap(draft, handle)
    return None


def _add_mana(draft: Draft, frame: Frame, effect: AddMana) -> Ask | None:
    times = quantity(draft, frame, effect.count)
    for symbol in effect.symbols:
        game_objects.add_mana(draft, frame.controller, symbol, times)
    if effect.choice:
        chosen = [kind for kind in effect.choice if f"mana.{kind}" in frame.num]
        if not chosen:
            raise unsupported("rule-106.4", "a choice of mana outside a mana ability", "106.4")
        game_objects.add_mana(draft, frame.controller, chosen[0], times)
    return None


def _gain_life(draft: Draft, frame: Frame, effect: GainLife) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        game_objects.gain_life(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _lose_life(draft: Draft, frame: Frame, effect: LoseLife) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        game_objects.lose_life(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _damage(draft: Draft, frame: Frame, effect: DealDamage) -> Ask | None:
    source = _damage_source(draft, frame, effect.source)
    amount = quantity(draft, frame, effect.amount)
    if not at_least(amount, 0, "107.1b"):
        return None
    to = effect.to
    named = frame.refs.get(slot_of(to)) if isinstance(to, TargetRef) else None
    if isinstance(to, (This, Host, That, Each)) or (isinstance(named, Ref) and not is_player(draft, named.row)):
        assert isinstance(to, (This, Host, That, Each, TargetRef))
        for handle in objects(draft, frame, to):
            game_objects.damage_permanent(draft, source, handle, amount)
        return None
    for seat in players(draft, frame, to):
        game_objects.damage_player(draft, source, seat, amount)
    return None


def _damage_source(draft: Draft, frame: Frame, ref: ObjectRef) -> game_objects.Source:
    named = frame.refs.get(slot_of(ref))
    if isinstance(named, Gone):
        return game_objects.Source(
            frozenset(a.name for a in proto_of(named.cls).abilities if hasattr(a, "name")), named.cls.controller
        )
    if isinstance(named, Ref):
        return game_objects.source_of(draft, named.row)
    return game_objects.Source(frozenset(), frame.controller)


def _draw(draft: Draft, frame: Frame, effect: Draw) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        game_objects.draw(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _mill(draft: Draft, frame: Frame, effect: Mill) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        game_objects.mill(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _put_counters(draft: Draft, frame: Frame, effect: PutCounters) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    for handle in objects(draft, frame, effect.object):
        game_objects.put_counters(draft, handle, effect.kind, amount)
    return None


def _remove_counters(draft: Draft, frame: Frame, effect: RemoveCounters) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    for handle in objects(draft, frame, effect.object):
        game_objects.remove_counters(draft, handle, effect.kind, amount)
    return None


def _pump(draft: Draft, frame: Frame, effect: Pump) -> Ask | None:
    sign = -1 if effect.minus else 1
    up = quantity(draft, frame, effect.power) * sign
    out = quantity(draft, frame, effect.toughness) * sign
    for handle in objects(draft, frame, effect.object):
        add(draft, "got power", handle, EOT_POWER, up)
        add(draft, "got toughness", handle, EOT_TOUGHNESS, out)
    return None


def _mark(draft: Draft, handle: int, mark: Term) -> None:
    """Add an effect that lasts until end of turn to a row, in normal form (marks.py)."""
    cls = draft.rows[handle].cls
    turn_into(draft, "changed until end of turn", handle, cls.but("marks", with_mark(cls.marks, mark)))


def with_mark(marks: tuple[Term, ...], new: Term) -> tuple[Term, ...]:
    """The marks with one more: keywords are sets, the latest base power replaces, switching twice is nothing."""
    if isinstance(new, (GainKeywords, LoseKeywords)):
        gained = {k for m in marks if isinstance(m, GainKeywords) for k in m.keywords}
        lost = {k for m in marks if isinstance(m, LoseKeywords) for k in m.keywords}
        if isinstance(new, GainKeywords):
            gained, lost = gained | set(new.keywords), lost - set(new.keywords)
        else:
            gained, lost = gained - set(new.keywords), lost | set(new.keywords)
        kept = tuple(m for m in marks if not isinstance(m, (GainKeywords, LoseKeywords)))
        if gained:
            kept = (*kept, GainKeywords(This(), tuple(sorted(gained))))
        if lost:
            kept = (*kept, LoseKeywords(This(), tuple(sorted(lost))))
    elif isinstance(new, SwitchPT):
        kept = tuple(m for m in marks if not isinstance(m, SwitchPT))
        if len(kept) == len(marks):
            kept = (*kept, new)
    elif isinstance(new, SetBasePT):
        kept = (*(m for m in marks if not isinstance(m, SetBasePT)), new)
    else:
        kept = marks if new in marks else (*marks, new)
    return tuple(sorted(kept, key=repr))


def _gain_keywords(draft: Draft, frame: Frame, effect: GainKeywords) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, GainKeywords(This(), effect.keywords))
    return None


def _lose_keywords(draft: Draft, frame: Frame, effect: LoseKeywords) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, LoseKeywords(This(), effect.keywords))
    return None


def _forbid(draft: Draft, frame: Frame, effect: Forbid) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, Forbid(This(), effect.what))
    return None


def _require(draft: Draft, frame: Frame, effect: Require) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, Require(This(), effect.what))
    return None


def _set_base(draft: Draft, frame: Frame, effect: SetBasePT) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, SetBasePT(This(), effect.power, effect.toughness))
    return None


def _switch(draft: Draft, frame: Frame, effect: SwitchPT) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        _mark(draft, handle, SwitchPT(This()))
    return None


def _leaving(draft: Draft, handles: list[int], zone: str, what: str) -> None:
    if handles:
        game_objects.leave_all(draft, handles, zone, what)


def _destroy(draft: Draft, frame: Frame, effect: Destroy) -> Ask | None:
    named = objects(draft, frame, effect.object)
    _leaving(draft, game_objects.destroyable(draft, named), "graveyard", "destroyed")
    return None


def _exile(draft: Draft, frame: Frame, effect: Exile) -> Ask | None:
    _leaving(draft, objects(draft, frame, effect.object), "exile", "exiled")
    return None


def _bounce(draft: Draft, frame: Frame, effect: ReturnToHand) -> Ask | None:
    _leaving(draft, objects(draft, frame, effect.object), "hand", "returned to hand")
    return None


def _sacrifice(draft: Draft, frame: Frame, effect: SacrificeObject) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        if draft.rows[handle].cls.controller == frame.controller:
            game_objects.sacrifice(draft, handle)
    return None


def _may(draft: Draft, frame: Frame, effect: May) -> Ask | None:
    frame.rest = (effect, *frame.rest)
    return ("may", frame.controller)


def sacrifice_candidates(draft: State, frame_controller: int, seat: int, effect: SacrificeChosen) -> list[int]:
    """The rows of a player's permanents that could be sacrificed to an effect."""
    return [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and matches(draft, effect.filter, handle, seat, -1)
    ]


def _sacrifice_chosen(draft: Draft, frame: Frame, effect: SacrificeChosen) -> Ask | None:
    who = players(draft, frame, effect.who)
    if len(who) != 1 or not isinstance(effect.who, Seat):
        frame.rest = (*(SacrificeChosen(Seat(s), effect.filter, effect.amount) for s in who), *frame.rest)
        return None
    seat = who[0]
    handles = sacrifice_candidates(draft, frame.controller, seat, effect)
    wanted = quantity(draft, frame, effect.amount)
    return _pick_or_ask(draft, frame, effect, handles, wanted, seat)


def _discard(draft: Draft, frame: Frame, effect: Discard) -> Ask | None:
    who = players(draft, frame, effect.who)
    if len(who) != 1 or not isinstance(effect.who, Seat):
        frame.rest = (*(Discard(Seat(s), effect.amount) for s in who), *frame.rest)
        return None
    seat = who[0]
    handles = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return _pick_or_ask(draft, frame, effect, handles, quantity(draft, frame, effect.amount), seat)


def _pick_or_ask(draft: Draft, frame: Frame, effect: Term, handles: list[int], wanted: Amount, seat: int) -> Ask | None:
    """Carry out a choice of objects with only one answer, or ask for it."""
    total: Amount = 0
    for handle in handles:
        total = total + draft.rows[handle].n
    if at_least(wanted, total, "608.2d"):
        carry_out(draft, effect, [(h, draft.rows[h].n) for h in handles])
        return None
    if len(handles) == 1:
        carry_out(draft, effect, [(handles[0], wanted)])
        return None
    frame.rest = (effect, *frame.rest)
    return ("pick", seat)


def carry_out(draft: Draft, effect: Term, picks: list[tuple[int, Amount]]) -> None:
    """Sacrifice or discard what was picked."""
    from_rows = picks
    if isinstance(effect, Discard):
        for handle, count in from_rows:
            game_objects.discard(draft, handle, count)
        return
    chosen = [game_objects.split_off(draft, handle, count) for handle, count in from_rows]
    for handle in chosen:
        game_objects.tally_sacrifice(draft, handle)
    _leaving(draft, chosen, "graveyard", "sacrificed")


def _win_lose(draft: Draft, frame: Frame, effect: WinLose) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        cls = draft.rows[player(seat)].cls
        turn_into(draft, "", player(seat), cls.with_prop("winning" if effect.wins else "losing", True))
        tell(draft, "wins by effect" if effect.wins else "loses by effect", player(seat))
    return None


HANDLERS: Final[dict[type, Handler]] = {
    CreateTokens: _create,
    Tap: _tap,
    Untap: _untap,
    AddMana: _add_mana,
    GainLife: _gain_life,
    LoseLife: _lose_life,
    DealDamage: _damage,
    Draw: _draw,
    Mill: _mill,
    Discard: _discard,
    PutCounters: _put_counters,
    RemoveCounters: _remove_counters,
    Pump: _pump,
    GainKeywords: _gain_keywords,
    LoseKeywords: _lose_keywords,
    Forbid: _forbid,
    Require: _require,
    SetBasePT: _set_base,
    SwitchPT: _switch,
    Destroy: _destroy,
    Exile: _exile,
    ReturnToHand: _bounce,
    SacrificeObject: _sacrifice,
    SacrificeChosen: _sacrifice_chosen,
    May: _may,
    WinLose: _win_lose,
}


def effects_of(ability: Any) -> tuple[Effect, ...]:
    """The effects of an ability or spell."""
    found: tuple[Effect, ...] = ability.effects
    return found
