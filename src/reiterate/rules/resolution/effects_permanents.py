"""Effects on permanents: tapped, attached, with counters (122), destroyed, sacrificed or given up (701.8, 701.9, 701.21).

Effects that tap, untap, attach, regenerate or remove permanents from combat (701.3, 701.19, 701.26, 506.4).

Effects that put counters on permanents and players, remove, double or distribute them (122, 701.34).

Effects that destroy, sacrifice or discard, and the choice of what is given up (701.8, 701.9, 701.21, 608.2d).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import faces, state_access
from reiterate.rules.access.influence import sees
from reiterate.rules.access.questions import Question, decide, note_objects, only_way, told_apart
from reiterate.rules.access.state_access import single_out, split, tally, tell, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.board_facts import summed
from reiterate.rules.characteristics.evaluate import card_fits, matches, toughness
from reiterate.rules.characteristics.printed_characteristics import refuse_unknown
from reiterate.rules.events import attaching, combat_state, counters, daytime, leaves_battlefield, pairs, zones
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    nothing_came,
    numbered,
    objects,
    players,
    pointer,
    quantity,
    set_done,
    set_results,
    source_handle,
    things,
)
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire, watches_batches
from reiterate.rules.resolution.division import legal_shares
from reiterate.rules.resolution.moving import choose_rows, put_away
from reiterate.rules.resolution.moving import total as total_of
from reiterate.state.amount_slots import amounts_without, flagged, names
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, HAND, Ref, State, is_player, one
from reiterate.state.properties import (
    ATTACKS,
    CLASS_LEVEL,
    COUNT_PROLIFERATES,
    COUNTER,
    DESIGNATED,
    DONE_AMOUNT,
    DONE_TOGETHER,
    HOST,
    NTH_OFFERED,
    PLAYER,
    SADDLED,
    TURNED,
    FlagName,
)
from reiterate.terms.base import Term, has_kind, replace, swap, walk
from reiterate.terms.effects_permanents import (
    AttachTo,
    Blight,
    ChooseObject,
    ChooseTarget,
    Designate,
    Destroy,
    Distribute,
    DoubleCounters,
    JoinCombat,
    PairUp,
    Proliferate,
    PutCounters,
    Regenerate,
    RemoveAllCounters,
    RemoveCounters,
    RemoveFromCombat,
    SacrificeChosen,
    SacrificeObject,
    Saddle,
    SetLevel,
    StaysTapped,
    Tap,
    TapOrUntap,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
    Untap,
    UntapUpTo,
)
from reiterate.terms.effects_players import PutPlayerCounters
from reiterate.terms.effects_structure import Effect, IfDone, Reflexive
from reiterate.terms.effects_zones import Discard
from reiterate.terms.quantities import Fixed, StatOf
from reiterate.terms.references import Each, EachPlayer, Filter, Result, Seat, TargetRef, Targets, ThatPlayer, This
from reiterate.terms.trigger_events import BecomesDesignated, LevelReached, TurnedUp

# --- effects permanents --------------------------------------------------------------------------

#: What is blighted, and with which counters (701.68a).
_CREATURE: Final = Filter(types=("creature",))
_BLIGHTED: Final = "-1/-1"


def tap(draft: Draft, frame: Frame, effect: Tap) -> Ask | None:
    """Tap permanents (701.26a)."""
    for handle in objects(draft, frame, effect.object):
        counters.tap(draft, handle)
    return None


def untap(draft: Draft, frame: Frame, effect: Untap) -> Ask | None:
    """Untap permanents (701.26b)."""
    done = [counters.untap(draft, handle) for handle in objects(draft, frame, effect.object)]
    frame.averted = not any(done)
    return None


def stay_tapped(draft: Draft, frame: Frame, effect: StaysTapped) -> Ask | None:
    """Permanents don't untap during the next untap step of their controller, or of the effect's (502.3)."""
    if effect.yours and isinstance(effect.object, Each):
        raise unsupported(
            "rule-611.2c", "a set that doesn't untap in a step to come, with what comes into it", "611.2c"
        )
    whose = f"p{frame.controller + 1}" if effect.yours else counters.CONTROLLER
    for handle in objects(draft, frame, effect.object):
        counters.stay_tapped(draft, handle, whose)
    return None


def choose_target(draft: Draft, frame: Frame, effect: ChooseTarget) -> Ask | None:
    """Nothing is done to a target that was chosen before (115.1)."""
    return None


def choose_object(draft: Draft, frame: Frame, effect: ChooseObject) -> Ask | None:
    """Choose a permanent of a set, for what is said of it next (608.2d)."""
    source = source_handle(frame)
    there = [h for h, row in draft.rows.items() if row.cls.zone == BATTLEFIELD]
    rows = [h for h in there if matches(draft, effect.filter, h, frame.controller, source)]
    if effect.host:
        rows = [h for h in rows if source in draft.rows and attaching.could_attach(draft, source, h)]
    if effect.least:
        sizes = {h: toughness(draft, h) for h in rows}
        rows = [h for h in rows if not any(less(other, sizes[h], "701.39a") for other in sizes.values())]
    low, high = (0, total_of(draft, rows)) if effect.any_number else (1, 1)
    picks = choose_rows(draft, frame.controller, rows, low, high, "choose")
    set_results(draft, frame, [split(draft, handle, count) for handle, count in picks])
    if effect.any_number:
        set_done(frame, summed(count for _, count in picks))
    frame.failed = not picks
    return None


def tap_or_untap(draft: Draft, frame: Frame, effect: TapOrUntap) -> Ask | None:
    """Tap or untap permanents, as the controller chooses (701.26)."""
    for handle in objects(draft, frame, effect.object):
        asked = Question("tap", frame.controller, words=("tap", "untap"), text="tap or untap")
        if decide(draft, asked).answer == "tap":
            counters.tap(draft, handle)
        else:
            counters.untap(draft, handle)
    return None


def join_combat(draft: Draft, frame: Frame, effect: JoinCombat) -> Ask | None:
    """Creatures that have entered are attacking (508.4), or with ``same`` what was attacked before (702.49c)."""
    whom = frame.refs.get(ATTACKS)
    if effect.same and whom is None:
        raise unsupported("rule-702.49c", "an ability that is not told what the returned creature attacked", "702.49c")
    for handle in objects(draft, frame, effect.object):
        if effect.same and whom is not None:
            combat_state.join_against(draft, handle, whom)
        else:
            combat_state.join(draft, handle)
    return None


def remove_from_combat(draft: Draft, frame: Frame, effect: RemoveFromCombat) -> Ask | None:
    """Remove permanents from combat (506.4)."""
    for handle in objects(draft, frame, effect.object):
        combat_state.leave_combat(draft, handle)
    return None


def regenerate(draft: Draft, frame: Frame, effect: Regenerate) -> Ask | None:
    """Put a regeneration shield before permanents (701.19)."""
    for handle in objects(draft, frame, effect.object):
        leaves_battlefield.protect(draft, handle, frame.controller)
    return None


def untap_up_to(draft: Draft, frame: Frame, effect: UntapUpTo) -> Ask | None:
    """Untap up to so many permanents of a set (701.26b)."""
    rows = [
        h
        for h, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and matches(draft, effect.filter, h, frame.controller, source_handle(frame))
    ]
    amount = quantity(draft, frame, effect.amount)
    for handle, count in choose_rows(draft, frame.controller, rows, 0, amount, "untap up to"):
        counters.untap(draft, split(draft, handle, count))
    return None


def attach_to(draft: Draft, frame: Frame, effect: AttachTo) -> Ask | None:
    """Attach permanents to another, if they could be attached there (701.3)."""
    hosts = objects(draft, frame, effect.host)
    frame.averted = True
    for source in objects(draft, frame, effect.what) if hosts else ():
        if not attaching.could_attach(draft, source, hosts[0]):
            continue
        here = draft.rows[source].refs.get(HOST)
        if not (isinstance(here, Ref) and here.row == hosts[0]):
            attaching.attach(draft, source, one(single_out(draft, hosts[0])))
            frame.averted = False  # 701.3b: to where it is attached already it isn't attached
    return None


def turn_face_up(draft: Draft, frame: Frame, effect: TurnFaceUp) -> Ask | None:
    """Turn face-down permanents face up: they regain their normal characteristics, and enter nothing (708.8, 613.7f).

    A manifested or cloaked instant or sorcery card is revealed and stays face down (701.40g, 701.58g).
    """
    for handle in objects(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        own = faces.front_of(cls) if faces.is_down(cls) else None
        if own is None:
            continue
        if not own.types:
            raise unsupported("unknown-card", "an unknown card that is turned face up", "708.8")
        if not faces.permanent(own):
            tell(draft, f"{own.name} is revealed", handle)
            continue
        turn_into(draft, "turned face up", handle, faces.turned_up(cls))
        continuous_effects.restamp(draft, handle)
        fire(draft, Happening(TurnedUp.__name__, handle, cls.controller, count=draft.rows[handle].n))
    return None


def turn_face_down(draft: Draft, frame: Frame, effect: TurnFaceDown) -> Ask | None:
    """Turn permanents face down: each is the same object as before, with a new timestamp (708.2a, 613.7f)."""
    frame.failed = True
    for handle in objects(draft, frame, effect.object):
        made = faces.turned_down(draft.rows[handle].cls)
        if made is not None:
            turn_into(draft, "turned face down", handle, made)
            continuous_effects.restamp(draft, handle)
            frame.failed = False
    return None


def transform(draft: Draft, frame: Frame, effect: Transform) -> Ask | None:
    """Turn double-faced permanents over (701.27a): each is the same object as before (712.18, 613.7g).

    An ability of the permanent does nothing to it if it transformed since the ability was put on the stack (701.27f).
    """
    done = [
        handle
        for handle in objects(draft, frame, effect.object)
        if not (handle == source_handle(frame) and flagged(frame.num, TURNED))
        and not daytime.is_bound(draft, handle)
        and daytime.turn_over(draft, handle)
    ]
    frame.failed = not done
    daytime.told(draft, done)
    return None


def pair_up(draft: Draft, frame: Frame, effect: PairUp) -> Ask | None:
    """Pair the source with a creature, if its controller wants and both still may be (702.95a, 702.95c, 702.95d)."""
    seat = frame.controller
    mine = [handle for handle in objects(draft, frame, This()) if pairs.may_pair(draft, handle, seat)]
    if not mine:
        return None
    own = single_out(draft, mine[0])
    there = list(draft.rows) if effect.object is None else objects(draft, frame, effect.object)
    rows = [handle for handle in there if handle != own and pairs.may_pair(draft, handle, seat)]
    for handle, _ in choose_rows(draft, seat, rows, 0, 1, "paired with it"):
        pairs.pair(draft, own, single_out(draft, handle))
    return None


def saddle(draft: Draft, frame: Frame, effect: Saddle) -> Ask | None:
    """Mark permanents as saddled: a designation until end of turn, which no copy has (702.171b)."""
    for handle in objects(draft, frame, effect.object):
        turn_into(draft, "becomes saddled", handle, draft.rows[handle].cls.with_prop(SADDLED, True))
    return None


def designate(draft: Draft, frame: Frame, effect: Designate) -> Ask | None:
    """Permanents become monstrous or renowned; what is so already does not become so again (701.37a, 702.112c)."""
    name = f"{DESIGNATED}{effect.designation}"
    for handle in objects(draft, frame, effect.object):
        row = draft.rows[handle]
        if row.cls.zone != BATTLEFIELD or name in row.cls.by_prop:  # 701.37b: only permanents
            continue
        turn_into(
            draft,
            f"becomes {effect.designation}",
            handle,
            row.cls.with_prop(FlagName(f"{DESIGNATED}{effect.designation}"), True),
        )
        event = Happening(BecomesDesignated.__name__, handle, row.cls.controller, step=effect.designation, count=row.n)
        fire(draft, event)
    return None


def set_level(draft: Draft, frame: Frame, effect: SetLevel) -> Ask | None:
    """The source becomes a level (716.2a); level 1 is that of what has none (716.2d)."""
    for handle in objects(draft, frame, This()):
        row = draft.rows[handle]
        level = effect.level if effect.level > 1 else False
        turn_into(draft, "becomes a level", handle, row.cls.with_prop(CLASS_LEVEL, level))
        fire(draft, Happening(LevelReached.__name__, handle, row.cls.controller, step=str(effect.level), count=row.n))
    return None


# --- effects counters ----------------------------------------------------------------------------

#: Where cards may have counters (122.1).
COUNTED: Final = (BATTLEFIELD, EXILE)


def put_counters(draft: Draft, frame: Frame, effect: PutCounters) -> Ask | None:
    """Put counters on permanents (122.1)."""
    amount = quantity(draft, frame, effect.amount)
    aimed = things(draft, frame, effect.object) if isinstance(effect.object, TargetRef | Targets) else []
    if any(is_player(draft, handle) for handle in aimed):
        raise unsupported("rule-122.1", "counters for a permanent put on a player", "122.1")
    seats = [frame.controller] if effect.by is None else players(draft, frame, effect.by)
    put: list[Amount] = []
    for handle in objects(draft, frame, effect.object, COUNTED) if seats else ():
        put.append(counters.put_counters(draft, handle, effect.kind, amount, seats[0]))
    frame.averted = nothing_came(frame, put, "122.1")
    return None


def remove_counters(draft: Draft, frame: Frame, effect: RemoveCounters) -> Ask | None:
    """Remove counters from permanents (122.1)."""
    amount = quantity(draft, frame, effect.amount)
    total: Amount = 0
    for handle in objects(draft, frame, effect.object, COUNTED):
        total = total + counters.remove_counters(draft, handle, effect.kind, amount)
    set_done(frame, total)
    frame.averted = nothing_came(frame, [total], "122.1")
    return None


def remove_all_counters(draft: Draft, frame: Frame, effect: RemoveAllCounters) -> Ask | None:
    """Remove all counters from permanents (122.1)."""
    total: Amount = 0
    for handle in objects(draft, frame, effect.object, COUNTED):
        row = draft.rows[handle]
        for slot in names(row.num, COUNTER):
            gone = counters.remove_counters(draft, handle, slot.removeprefix(COUNTER), row.get(slot))
            total = total + gone * row.n
    set_done(frame, total)
    frame.failed = is_zero(total, "608.2c")
    return None


def proliferate(draft: Draft, frame: Frame, effect: Proliferate) -> Ask | None:
    """One more counter of each kind on chosen permanents and players (701.34)."""
    tally(draft, COUNT_PROLIFERATES, 1)
    rows = [
        h
        for h, row in draft.rows.items()
        if (row.cls.zone == BATTLEFIELD or (row.cls.kind == PLAYER and state_access.in_game(draft, row.cls.owner)))
        and sees(draft, frame.controller, h)
        and any(s.startswith(COUNTER) and not is_zero(v, "122.1") for s, v in row.num.items())
    ]
    total: Amount = 0
    for row in rows:
        total = total + draft.rows[row].n
    if not rows:
        return None
    asked = Question("objects", frame.controller, rows=tuple(rows), low=0, high=total, text="proliferate")
    for handle, count in decide(draft, asked).picks:
        row_now = split(draft, handle, count)
        for slot, amount in list(draft.rows[row_now].num.items()):
            if slot.startswith(COUNTER) and not is_zero(amount, "122.1"):
                if is_player(draft, row_now):
                    counters.player_gets(draft, row_now - 1, slot, 1)
                else:
                    counters.put_counters(draft, row_now, slot.removeprefix(COUNTER), 1, frame.controller)
    return None


def blight_candidates(draft: State, seat: int) -> list[int]:
    """The rows of a player's creatures on which -1/-1 counters can be put (701.68b)."""
    return [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and matches(draft, _CREATURE, handle, seat, -1)
        and not replacement.cant_have(draft, handle, row, _BLIGHTED)
    ]


def blight(draft: Draft, frame: Frame, effect: Blight) -> Ask | None:
    """Players put -1/-1 counters on a creature of their choice (701.68a); they choose in turn order, then all are put (101.4)."""
    chosen: list[tuple[int, int, Amount]] = []
    for seat in players(draft, frame, effect.who):
        picks = choose_rows(draft, seat, blight_candidates(draft, seat), 1, 1, "blight")
        chosen += [(seat, handle, count) for handle, count in picks]
    amount = quantity(draft, frame, effect.amount)
    for seat, handle, count in chosen:  # 701.68d: that is blighting, whatever replacement effects make of the counters
        counters.put_counters(draft, split(draft, handle, count), _BLIGHTED, amount, seat)
    return None


def double_counters(draft: Draft, frame: Frame, effect: DoubleCounters) -> Ask | None:
    """As many counters again as are on a permanent, of a kind or of each kind (701.10e)."""
    for handle in objects(draft, frame, effect.object):
        row = draft.rows[handle]
        slots = (COUNTER + effect.kind,) if effect.kind else tuple(names(row.num, COUNTER))
        for slot, now in [(slot, row.get(slot)) for slot in slots]:
            counters.put_counters(draft, handle, slot.removeprefix(COUNTER), now, frame.controller)
    return None


def put_player_counters(draft: Draft, frame: Frame, effect: PutPlayerCounters) -> Ask | None:
    """Players get counters (122.1)."""
    slot = f"{COUNTER}{effect.kind}"
    got = [
        counters.player_gets(draft, seat, slot, quantity(draft, frame, effect.amount))
        for seat in players(draft, frame, effect.who)
    ]
    frame.averted = nothing_came(frame, got, "122.1")
    return None


def distribute(draft: Draft, frame: Frame, effect: Distribute) -> Ask | None:
    """Counters divided among targets, as announced (601.2d)."""
    shares = legal_shares(draft, frame, effect.to)
    put = [counters.put_counters(draft, handle, effect.kind, part, frame.controller) for handle, part in shares]
    frame.failed = not shares
    frame.averted = nothing_came(frame, put, "122.1")
    return None


# --- effects given up ----------------------------------------------------------------------------


def _leave(draft: Draft, handles: list[int], zone: str, what: str) -> list[int]:
    return leaves_battlefield.leave_all(draft, handles, zone, what) if handles else []


def destroy(draft: Draft, frame: Frame, effect: Destroy) -> Ask | None:
    """Destroy permanents, if they can be and nothing regenerates them (701.8)."""
    would = leaves_battlefield.destroyable(draft, objects(draft, frame, effect.object))
    named = leaves_battlefield.regenerated(draft, would, effect.final)
    put_away(draft, frame, named, "graveyard", "destroyed", name=False)
    frame.failed, frame.averted = False, not {*would} & {*named}  # 614.8: what regenerates isn't destroyed
    return None


def sacrifice_object(draft: Draft, frame: Frame, effect: SacrificeObject) -> Ask | None:
    """Sacrifice permanents that the effect names (701.21)."""
    handles = [
        h
        for h in objects(draft, frame, effect.object)
        if effect.by_controller or draft.rows[h].cls.controller == frame.controller
    ]
    if flagged(frame.num, DONE_TOGETHER):
        handles = _offered(frame)
    for handle in handles:
        leaves_battlefield.tally_sacrifice(draft, handle)
    put_away(draft, frame, handles, "graveyard", "sacrificed", name=False)
    return None


def _offered(frame: Frame) -> list[int]:
    """What several players chose to sacrifice or discard, each for themselves: it leaves at the same time (101.4)."""
    slots = numbered(frame.refs, NTH_OFFERED)
    found = [ref.row for slot in slots if isinstance(ref := frame.refs[slot], Ref)]
    frame.refs = {slot: ref for slot, ref in frame.refs.items() if slot not in slots}
    frame.num = amounts_without(frame.num, DONE_TOGETHER)
    return found


def sacrifice_candidates(draft: State, source: int, seat: int, effect: SacrificeChosen) -> list[int]:
    """The rows of a player's permanents that could be sacrificed to an effect of a source (-1: none that is known)."""
    return [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and matches(draft, effect.filter, handle, seat, source)
    ]


def sacrifice_chosen(draft: Draft, frame: Frame, effect: SacrificeChosen) -> Ask | None:
    """Players sacrifice permanents of their choice (701.21)."""
    who = players(draft, frame, effect.who)
    if len(who) > 1 and watches_batches(draft):
        raise unsupported("rule-603.2c", "one or more things at once, sacrificed by several players", "603.2c")
    if len(who) != 1 or not isinstance(effect.who, Seat):
        each_player: tuple[Effect, ...] = tuple(SacrificeChosen(Seat(s), effect.filter, effect.amount) for s in who)
        if len(who) > 1:  # they choose one after the other and then sacrifice together (101.4)
            frame.num = {**frame.num, DONE_TOGETHER: 1}
            each_player += (SacrificeObject(Result(), by_controller=True),)
        frame.rest = (*each_player, *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = sacrifice_candidates(draft, source_handle(frame), seat, effect)
    wanted = quantity(draft, frame, effect.amount)
    return _pick_or_ask(draft, frame, effect, handles, wanted, seat)


def give_up_together(draft: Draft, frame: Frame, effect: SacrificeChosen | Discard, seats: list[int]) -> None:
    """Let players choose one after the other, each as many as is said of them, and then give it up together (101.4)."""
    if isinstance(effect, SacrificeChosen) and watches_batches(draft):
        raise unsupported("rule-603.2c", "one or more things at once, sacrificed by several players", "603.2c")
    each: tuple[Effect, ...] = tuple(swap(effect, ThatPlayer(), Seat(seat)) for seat in seats)
    frame.num = {**frame.num, DONE_TOGETHER: 1}
    if isinstance(effect, SacrificeChosen):
        each += (SacrificeObject(Result(), by_controller=True),)
    else:
        each += (Discard(EachPlayer(), Fixed(0)),)
    frame.rest = (*each, *frame.rest)
    frame.failed = True  # nothing is done yet: what each player does says whether anything was


def discard(draft: Draft, frame: Frame, effect: Discard) -> Ask | None:
    """Players discard cards of their choice (701.9)."""
    if flagged(frame.num, DONE_TOGETHER) and not isinstance(effect.who, Seat):
        _discard_together(draft, frame)
        return None
    who = players(draft, frame, effect.who)
    if len(who) != 1 or not isinstance(effect.who, Seat):
        each_player: tuple[Effect, ...] = tuple(replace(effect, who=Seat(s)) for s in who)
        if len(who) > 1 and effect.counted is not None:
            raise unsupported("rule-701.50d", "several players who discard cards of which some are counted", "701.50d")
        if len(who) > 1:  # they choose one after the other and then discard together (101.4)
            frame.num = {**frame.num, DONE_TOGETHER: 1}
            each_player += (effect,)
        frame.rest = (*each_player, *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return _pick_or_ask(draft, frame, effect, handles, quantity(draft, frame, effect.amount), seat)


def _discard_together(draft: Draft, frame: Frame) -> None:
    """Discard what several players have chosen, at the same time (101.4)."""
    total: Amount = 0
    for i, handle in enumerate(_offered(frame)):
        count = draft.rows[handle].n
        zones.discard(draft, handle, count, i > 0)
        total = total + count
    set_done(frame, total)
    frame.failed = is_zero(total, "701.9")


def _pick_or_ask(draft: Draft, frame: Frame, effect: Term, handles: list[int], wanted: Amount, seat: int) -> Ask | None:
    """Carry out a choice of objects with only one answer, or ask for it."""
    total: Amount = 0
    for handle in handles:
        total = total + draft.rows[handle].n
    if not handles or not at_least(wanted, 1, "608.2d"):
        if isinstance(effect, SacrificeChosen) and _told(frame.rest):
            set_results(draft, frame, [])
        frame.failed = True
        frame.num = amounts_without(frame.num, DONE_AMOUNT)  # "that many" is none
        return None
    every = at_least(wanted, total, "608.2d")
    if not every:
        told_apart(draft, handles)
    only = [(h, draft.rows[h].n) for h in handles] if every else only_way(draft, handles, wanted)
    if only is not None:
        note_objects(draft, seat, handles, only)
        set_done(frame, total if every else wanted)
        carry_out(draft, frame, effect, only)
        return None
    frame.rest = (effect, *frame.rest)
    return ("pick", seat)


def carry_out(draft: Draft, frame: Frame, effect: Term, picks: list[tuple[int, Amount]]) -> None:
    """Sacrifice or discard what was picked; what several players give up together waits for all of them."""
    together = flagged(frame.num, DONE_TOGETHER)
    if isinstance(effect, Discard) and not together:
        if effect.counted is not None:
            set_done(frame, _counted(draft, frame, effect.counted, picks))
        zones.discard_together(draft, picks)
        return
    of = split if isinstance(effect, Discard) else leaves_battlefield.split_off
    chosen = [of(draft, handle, count) for handle, count in picks]
    if together:
        start = len(numbered(frame.refs, NTH_OFFERED))
        frame.refs = {**frame.refs, **{f"{NTH_OFFERED}{start + i}": pointer(draft, h) for i, h in enumerate(chosen)}}
        return
    if _told(frame.rest):
        set_results(draft, frame, chosen)
    for handle in chosen:
        leaves_battlefield.tally_sacrifice(draft, handle)
    _leave(draft, chosen, "graveyard", "sacrificed")


def _counted(draft: Draft, frame: Frame, filter: Filter, picks: list[tuple[int, Amount]]) -> Amount:
    """How many of the picked cards are of a set."""
    total: Amount = 0
    for handle, count in picks:
        row = draft.rows[handle]
        refuse_unknown(row.cls, "a card that is discarded", "701.9")
        if card_fits(draft, filter, row, frame.controller):
            total = total + count
    return total


def _told(rest: tuple[Term, ...]) -> bool:
    """Whether what comes next speaks of what is sacrificed now, before it makes anything itself (608.2h, 603.12)."""
    then = rest[0].then if rest and isinstance(rest[0], IfDone) and not rest[0].first else ()
    if any(isinstance(effect, Reflexive) and has_kind(effect.effects[:1], Result) for effect in then):
        return True
    for effect in (*then, *rest[1:]) if then else rest:
        if _reads_size(effect):
            return True
        if getattr(getattr(effect, "says", None), "names", False):
            return False
    return False


def _reads_size(effect: Term) -> bool:
    """Whether an effect reads a number off what an effect before it named, and speaks of that in no other way."""
    terms: list[Term] = []
    walk(effect, terms.append)
    numbers = [node for node in terms if isinstance(node, StatOf) and node.object == Result()]
    return bool(numbers) and terms.count(Result()) == len(numbers)
