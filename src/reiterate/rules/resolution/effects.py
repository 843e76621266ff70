"""What each effect of the core language does when it resolves (608.2c to 608.2i), one handler per node."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from reiterate.amounts import Amount, at_least, equal, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, decide, only_way
from reiterate.rules.access.state_access import add, tell, turn_into
from reiterate.rules.characteristics.derived import matches
from reiterate.rules.characteristics.static_characteristics import EOT_POWER, EOT_TOUGHNESS
from reiterate.rules.events import damage, regeneration, zones
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events.batches import watches_batches
from reiterate.rules.events.frames import (
    HURT,
    Ask,
    Frame,
    Handler,
    asks_if_done,
    numbered,
    objects,
    players,
    pointer,
    quantity,
    set_done,
    set_results,
    slot_of,
    source_handle,
    things,
)
from reiterate.rules.events.mana_added import add_mana
from reiterate.rules.events.replacement import cant
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, Gone, Ref, State, is_player, player
from reiterate.state.slots import flagged, without
from reiterate.terms.abilities import Keyword
from reiterate.terms.base import Term
from reiterate.terms.conditions import Damaged
from reiterate.terms.effects_continuous import Forbid, GainKeywords, LoseKeywords, Pump, Require, SetBasePT, SwitchPT
from reiterate.terms.effects_copies import CreateTokens
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import (
    Destroy,
    PutCounters,
    RemoveCounters,
    SacrificeChosen,
    SacrificeObject,
    Tap,
    Untap,
)
from reiterate.terms.effects_players import GainLife, LoseLife, WinLose
from reiterate.terms.effects_structure import Branch, ChooseOne, Effect, IfDone, May, Reflexive
from reiterate.terms.effects_zones import Discard, Draw, Exile, Mill, ReturnToHand
from reiterate.terms.meanings import each_counts
from reiterate.terms.references import Each, Host, Result, Seat, TargetRef, Targets, That, This


def _create(draft: Draft, frame: Frame, effect: CreateTokens) -> Ask | None:
    counts = [(effect.token, seat, quantity(draft, frame, effect.count)) for seat in players(draft, frame, effect.who)]
    wanted = [one_of for one_of in counts if at_least(one_of[2], 1, "107.1b")]
    set_results(draft, frame, game_objects.create_tokens(draft, wanted, effect.tapped))
    return None


def _tap(draft: Draft, frame: Frame, effect: Tap) -> Ask | None:
    found = [h for h in objects(draft, frame, effect.object) if not draft.rows[h].cls.tapped]
    for handle in found:
        game_objects.tap(draft, handle)
    frame.failed = not found
    return None


def _untap(draft: Draft, frame: Frame, effect: Untap) -> Ask | None:
    found = [h for h in objects(draft, frame, effect.object) if draft.rows[h].cls.tapped]
    for handle in found:
        game_objects.untap(draft, handle)
    frame.failed = not found
    return None


def _gain_life(draft: Draft, frame: Frame, effect: GainLife) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        damage.gain_life(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _lose_life(draft: Draft, frame: Frame, effect: LoseLife) -> Ask | None:
    total: Amount = 0
    for seat in players(draft, frame, effect.who):
        before = draft.rows[player(seat)].get("life")
        damage.lose_life(draft, seat, quantity(draft, frame, effect.amount))
        total = total + before - draft.rows[player(seat)].get("life")
    set_done(frame, total)
    return None


def _damage(draft: Draft, frame: Frame, effect: DealDamage) -> Ask | None:
    """Damage from one source, with what the same words say it deals besides at the same time (120.3, 702.15e)."""
    source = damage_source(draft, frame, effect.source)
    shares = _shares(draft, frame, effect)
    while frame.rest and isinstance(frame.rest[0], DealDamage) and frame.rest[0].with_last:
        shares += _shares(draft, frame, frame.rest[0])
        frame.rest = frame.rest[1:]
    dealt = damage.deal_together(draft, source, shares)
    if any(isinstance(e, Branch) and isinstance(e.condition, Damaged) for e in frame.rest):
        hurt = [h for (h, _), much in zip(shares, dealt, strict=True) if not is_zero(much, "120.8")]
        set_results(draft, frame, [h for h in hurt if not is_player(draft, h)], HURT)
    return None


def _shares(draft: Draft, frame: Frame, effect: DealDamage) -> list[tuple[int, Amount]]:
    """The rows of players and permanents that an effect deals damage to, and how much to each."""
    amount = quantity(draft, frame, effect.amount)
    if not at_least(amount, 0, "107.1b"):
        return []
    to = effect.to
    if isinstance(to, Targets):
        found = things(draft, frame, to)
        return [(h, amount) for h in found if is_player(draft, h) or draft.rows[h].cls.zone == BATTLEFIELD]
    named = frame.refs.get(slot_of(to)) if isinstance(to, TargetRef) else None
    if isinstance(to, (This, Host, That, Each, Result)) or (isinstance(named, Ref) and not is_player(draft, named.row)):
        assert isinstance(to, (This, Host, That, Each, TargetRef, Result))
        return [(h, amount) for h in objects(draft, frame, to)]
    return [(player(seat), amount) for seat in players(draft, frame, to)]


def damage_source(draft: Draft, frame: Frame, ref: Term) -> damage.Source:
    """What deals the damage of an effect, as it is or last was (608.2h)."""
    named = frame.refs.get(slot_of(ref))
    if isinstance(named, Gone):
        return damage.source_gone(named)
    if isinstance(named, Ref):
        source = damage.source_of(draft, named.row)
        if draft.rows[named.row].cls.zone != BATTLEFIELD:
            source.controller = frame.controller  # of a spell or of an ability elsewhere, not the card's owner
        return source
    return damage.Source(frozenset(), frame.controller)


def _draw(draft: Draft, frame: Frame, effect: Draw) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        zones.draw(draft, seat, quantity(draft, frame, effect.amount))
    return None


def _mill(draft: Draft, frame: Frame, effect: Mill) -> Ask | None:
    made = []
    for seat in players(draft, frame, effect.who):
        made += zones.mill(draft, seat, quantity(draft, frame, effect.amount))
    set_results(draft, frame, made)
    return None


def _put_counters(draft: Draft, frame: Frame, effect: PutCounters) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    asked, put = asks_if_done(frame), False
    aimed = things(draft, frame, effect.object) if isinstance(effect.object, TargetRef | Targets) else []
    if any(is_player(draft, handle) for handle in aimed):
        raise unsupported("rule-122.1", "counters for a permanent put on a player", "122.1")
    for handle in objects(draft, frame, effect.object):
        before = draft.rows[handle].get(game_objects.COUNTER + effect.kind) if asked else 0
        game_objects.put_counters(draft, handle, effect.kind, amount, frame.controller)
        if asked and not equal(draft.rows[handle].get(game_objects.COUNTER + effect.kind), before, "608.2c"):
            put = True
    frame.failed = asked and not put
    return None


def _remove_counters(draft: Draft, frame: Frame, effect: RemoveCounters) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    total: Amount = 0
    for handle in objects(draft, frame, effect.object):
        total = total + game_objects.remove_counters(draft, handle, effect.kind, amount)
    set_done(frame, total)
    frame.failed = is_zero(total, "608.2c")
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
            _once_only(gained & set(new.keywords))
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


def _once_only(again: set[str]) -> None:
    """Refuse to gain once more, from the set of marks, a keyword of which each instance counts (702.108b)."""
    for word in sorted(again):
        if each_counts(Keyword(word)):
            raise unsupported("rule-613.1f", f"{word} gained twice until end of turn", "613.1f")


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


def _leaving(draft: Draft, handles: list[int], zone: str, what: str) -> list[int]:
    return game_objects.leave_all(draft, handles, zone, what) if handles else []


def put_away(
    draft: Draft, frame: Frame, found: list[int], zone: str, what: str, place: str = "", name: bool = True
) -> list[int]:
    """Move permanents at the same time, and cards from other zones, to a zone.

    ``name``: what they became is what the next effect's "that card" means.
    """
    total: Amount = 0
    for handle in found:
        total = total + draft.rows[handle].n
    here = [h for h in found if draft.rows[h].cls.zone == BATTLEFIELD]
    made = game_objects.leave_all(draft, here, zone, what, place) if here else []
    for handle in found:
        if handle not in here and handle in draft.rows and draft.rows[handle].cls.zone != zone:
            moved = zones.move(draft, handle, zone, what, place)
            made += [moved] if moved in draft.rows else []
    if name:
        set_results(draft, frame, made)
    set_done(frame, total)
    frame.failed = not found
    return made


def _destroy(draft: Draft, frame: Frame, effect: Destroy) -> Ask | None:
    named = game_objects.destroyable(draft, objects(draft, frame, effect.object))
    named = regeneration.spared(draft, named, effect.final)
    put_away(draft, frame, named, "graveyard", "destroyed", name=False)
    return None


def _exile(draft: Draft, frame: Frame, effect: Exile) -> Ask | None:
    put_away(draft, frame, things(draft, frame, effect.object), "exile", "exiled")
    return None


def _bounce(draft: Draft, frame: Frame, effect: ReturnToHand) -> Ask | None:
    put_away(draft, frame, things(draft, frame, effect.object), "hand", "returned to hand")
    return None


def _sacrifice(draft: Draft, frame: Frame, effect: SacrificeObject) -> Ask | None:
    handles = [
        h
        for h in objects(draft, frame, effect.object)
        if effect.by_controller or draft.rows[h].cls.controller == frame.controller
    ]
    if flagged(frame.num, TOGETHER):
        handles = _offered(frame)
    for handle in handles:
        game_objects.tally_sacrifice(draft, handle)
    put_away(draft, frame, handles, "graveyard", "sacrificed", name=False)
    return None


def _may(draft: Draft, frame: Frame, effect: May) -> Ask | None:
    frame.rest = (effect, *frame.rest)
    return ("may", frame.controller)


def _offered(frame: Frame) -> list[int]:
    """What several players chose to sacrifice, each for themselves: it leaves at the same time (101.4)."""
    slots = numbered(frame.refs, OFFERED)
    found = [ref.row for slot in slots if isinstance(ref := frame.refs[slot], Ref)]
    frame.refs = {slot: ref for slot, ref in frame.refs.items() if slot not in slots}
    frame.num = without(frame.num, TOGETHER)
    return found


#: The slots of a frame for what players chose to sacrifice at the same time, and the mark that they do so.
OFFERED: Final = "offered"
TOGETHER: Final = "together"


def sacrifice_candidates(draft: State, source: int, seat: int, effect: SacrificeChosen) -> list[int]:
    """The rows of a player's permanents that could be sacrificed to an effect of a source (-1: none that is known)."""
    return [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and matches(draft, effect.filter, handle, seat, source)
    ]


def _sacrifice_chosen(draft: Draft, frame: Frame, effect: SacrificeChosen) -> Ask | None:
    who = players(draft, frame, effect.who)
    if len(who) > 1 and watches_batches(draft):
        raise unsupported("rule-603.2c", "one or more things at once, sacrificed by several players", "603.2c")
    if len(who) != 1 or not isinstance(effect.who, Seat):
        each_player: tuple[Effect, ...] = tuple(SacrificeChosen(Seat(s), effect.filter, effect.amount) for s in who)
        if len(who) > 1:  # they choose one after the other and then sacrifice together (101.4)
            frame.num = {**frame.num, TOGETHER: 1}
            each_player += (SacrificeObject(Result(), by_controller=True),)
        frame.rest = (*each_player, *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = sacrifice_candidates(draft, source_handle(frame), seat, effect)
    wanted = quantity(draft, frame, effect.amount)
    return _pick_or_ask(draft, frame, effect, handles, wanted, seat)


def _discard(draft: Draft, frame: Frame, effect: Discard) -> Ask | None:
    who = players(draft, frame, effect.who)
    if len(who) != 1 or not isinstance(effect.who, Seat):
        frame.rest = (*(Discard(Seat(s), effect.amount) for s in who), *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return _pick_or_ask(draft, frame, effect, handles, quantity(draft, frame, effect.amount), seat)


def _pick_or_ask(draft: Draft, frame: Frame, effect: Term, handles: list[int], wanted: Amount, seat: int) -> Ask | None:
    """Carry out a choice of objects with only one answer, or ask for it."""
    total: Amount = 0
    for handle in handles:
        total = total + draft.rows[handle].n
    if not handles or not at_least(wanted, 1, "608.2d"):
        frame.failed = True
        frame.num = without(frame.num, "done")  # "that many" is none
        return None
    if at_least(wanted, total, "608.2d"):
        set_done(frame, total)
        carry_out(draft, frame, effect, [(h, draft.rows[h].n) for h in handles])
        return None
    only = only_way(draft, handles, wanted)
    if only is not None:
        set_done(frame, wanted)
        carry_out(draft, frame, effect, only)
        return None
    frame.rest = (effect, *frame.rest)
    return ("pick", seat)


def carry_out(draft: Draft, frame: Frame, effect: Term, picks: list[tuple[int, Amount]]) -> None:
    """Sacrifice or discard what was picked; what several players sacrifice together waits for all of them."""
    from_rows = picks
    if isinstance(effect, Discard):
        for handle, count in from_rows:
            zones.discard(draft, handle, count)
        return
    chosen = [game_objects.split_off(draft, handle, count) for handle, count in from_rows]
    if flagged(frame.num, TOGETHER):
        start = len(numbered(frame.refs, OFFERED))
        frame.refs = {**frame.refs, **{f"{OFFERED}{start + i}": pointer(draft, h) for i, h in enumerate(chosen)}}
        return
    if _told(frame.rest[:1]):
        set_results(draft, frame, chosen)
    for handle in chosen:
        game_objects.tally_sacrifice(draft, handle)
    _leaving(draft, chosen, "graveyard", "sacrificed")


def _told(rest: tuple[Term, ...]) -> bool:
    """Whether "when you do" comes next and speaks of what is sacrificed now, before it makes anything itself (603.12)."""
    then = rest[0].then if rest and isinstance(rest[0], IfDone) and not rest[0].first else ()
    return any(isinstance(effect, Reflexive) and "Result(" in repr(effect.effects[:1]) for effect in then)


def _win_lose(draft: Draft, frame: Frame, effect: WinLose) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        if cant(draft, seat, "win the game" if effect.wins else "lose the game"):
            continue
        cls = draft.rows[player(seat)].cls
        turn_into(draft, "", player(seat), cls.with_prop("winning" if effect.wins else "losing", True))
        tell(draft, "wins by effect" if effect.wins else "loses by effect", player(seat))
    return None


def _choose_one(draft: Draft, frame: Frame, effect: ChooseOne) -> Ask | None:
    words = tuple(f"mode {i}" for i in range(1, len(effect.options) + 1))
    chosen = decide(draft, Question("mode", frame.controller, words=words, text="choose one")).answer
    frame.rest = (*effect.options[int(chosen.removeprefix("mode ")) - 1], *frame.rest)
    return None


CORE: Final[dict[type, Handler]] = {
    ChooseOne: _choose_one,
    CreateTokens: _create,
    Tap: _tap,
    Untap: _untap,
    AddMana: add_mana,
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


@cache
def effects_of(ability: Any) -> tuple[Effect, ...]:
    """The effects of an ability or spell; what has "this ability" as a copy has this one (707.9a)."""
    found: tuple[Effect, ...] = game_objects.with_itself(ability.effects, ability)
    return found
