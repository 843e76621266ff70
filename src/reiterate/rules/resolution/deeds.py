"""Handlers of the wider language: cards and zones, copies, structure of effects, permanents."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reiterate.amounts import Amount, at_least, at_most, equal, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import text_changes
from reiterate.rules.access.influence import sees
from reiterate.rules.access.questions import Question, decide, only_way
from reiterate.rules.access.state_access import add, new_row, single_out, split, tally, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.derived import card_fits, holds, matches, power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import proto_of, refuse_unknown
from reiterate.rules.characteristics.protection import colors_of
from reiterate.rules.costs import resolution_payments
from reiterate.rules.events import control, damage, regeneration, turn_changes, zones
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    DID,
    HURT,
    Ask,
    Frame,
    Handler,
    around,
    left,
    numbered,
    objects,
    players,
    quantity,
    set_results,
    source_handle,
    things,
)
from reiterate.rules.events.looking import look
from reiterate.rules.events.mana_added import ADDING
from reiterate.rules.events.mana_produced import PRODUCING
from reiterate.rules.events.replacement import destination
from reiterate.rules.events.triggers import reads
from reiterate.rules.resolution import stacking
from reiterate.rules.resolution.effects import damage_source, put_away
from reiterate.rules.resolution.entering import enter_cards
from reiterate.rules.resolution.linked_abilities import link_made, put_away_linked
from reiterate.rules.resolution.retargeting import RETARGETING
from reiterate.rules.turn import combat, state_based_actions
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    LIBRARY,
    STACK,
    WAITING,
    Gone,
    Ref,
    Reference,
    Row,
    is_player,
    make_class,
    one,
    player,
)
from reiterate.state.slots import flagged, without
from reiterate.terms import language as n
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term, swap, walk
from reiterate.terms.check import AMOUNT_EVENTS, OBJECT_EVENTS
from reiterate.terms.conditions import Damaged, HasCounter, IsA, ShareColor
from reiterate.terms.effects_continuous import SetBasePT
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.filters import Filter
from reiterate.terms.handled import not_understood
from reiterate.terms.proto import Proto
from reiterate.terms.references import ChosenPlayer, Linked, Result, Seat, TargetRef, Targets, ThatPlayer, This

# --- cards and zones ---------------------------------------------------------------------------------------------


def _move(draft: Draft, frame: Frame, effect: n.Move) -> Ask | None:
    found = things(draft, frame, effect.object)
    if not effect.link:
        put_away(draft, frame, found, effect.zone, f"to {effect.zone}", effect.place)
        return None
    made, told = put_away_linked(draft, frame, found, effect.zone, f"to {effect.zone}", effect.place)
    link_made(draft, frame, [h for h in made if draft.rows[h].cls.zone == effect.zone], told)
    return None


def _return(draft: Draft, frame: Frame, effect: n.ReturnToBattlefield) -> Ask | None:
    named = things(draft, frame, effect.object)
    if any(draft.rows[h].cls.zone == STACK for h in named):
        raise unsupported("rule-400.7", "an effect that puts a spell onto the battlefield", "400.7")
    found = [h for h in named if draft.rows[h].cls.zone != BATTLEFIELD]
    cards: list[tuple[int, int]] = []
    for handle in found:
        row = draft.rows[handle]
        refuse_unknown(row.cls, "putting a card onto the battlefield", "304.4")
        if not {"instant", "sorcery"} & set(proto_of(row.cls).types):
            cards.append((handle, frame.controller if effect.control == "you" else row.cls.owner))
    made = enter_cards(draft, cards, effect)
    if effect.attach and made:
        source = source_handle(frame)
        if source in draft.rows and draft.rows[source].cls.zone == BATTLEFIELD:
            game_objects.attach(draft, source, one(single_out(draft, made[0])))
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def candidates(draft: Draft, seat: int, zone_names: tuple[str, ...], filter: Filter, source: int) -> list[int]:
    """The rows of a player's permanents and cards in zones that could be chosen."""
    found = []
    for handle, row in draft.rows.items():
        if row.cls.proto is None or row.cls.zone not in zone_names:
            continue
        if row.cls.zone == BATTLEFIELD:
            if row.cls.controller == seat and matches(draft, filter, handle, seat, source):
                found.append(handle)
        elif row.cls.owner == seat and (filter == Filter() or card_fits(draft, filter, row, seat, handle)):
            found.append(handle)
    return found


def choose_rows(
    draft: Draft, seat: int, rows: list[int], low: Amount, high: Amount, text: str
) -> list[tuple[int, Amount]]:
    """Which objects a player chooses: rows with counts, all of them where there is no choice."""
    total: Amount = 0
    for row in rows:
        total = total + draft.rows[row].n
    if not rows or at_most(high, 0, "608.2d"):
        return []
    if at_least(low, total, "608.2d"):
        return [(row, draft.rows[row].n) for row in rows]
    only = only_way(draft, rows, low) if equal(low, high, "608.2d") else None
    if only is not None:
        return only
    most = total if less(total, high, "608.2d") else high
    return list(decide(draft, Question("objects", seat, rows=tuple(rows), low=low, high=most, text=text)).picks)


def _move_chosen(draft: Draft, frame: Frame, effect: n.MoveChosen) -> Ask | None:
    taken: list[int] = []
    assert isinstance(effect.filter, Filter)
    for seat in players(draft, frame, effect.who):
        rows = candidates(draft, seat, effect.zones, effect.filter, source_handle(frame))
        wanted = quantity(draft, frame, effect.amount)
        for handle, count in choose_rows(draft, seat, rows, wanted, wanted, f"to {effect.to}"):
            taken.append(split(draft, handle, count))
    if not effect.link:
        put_away(draft, frame, taken, effect.to, f"to {effect.to}", effect.place)
        return None
    made, told = put_away_linked(draft, frame, taken, effect.to, f"to {effect.to}", effect.place)
    link_made(draft, frame, [h for h in made if draft.rows[h].cls.zone == effect.to], told)
    return None


def _put_from_hand(draft: Draft, frame: Frame, effect: n.PutFromHand) -> Ask | None:
    cards: list[tuple[int, int]] = []
    assert isinstance(effect.filter, Filter)
    for seat in players(draft, frame, effect.who):
        rows = candidates(draft, seat, ("hand",), effect.filter, source_handle(frame))
        for handle, _ in choose_rows(draft, seat, rows, 1, 1, "onto the battlefield"):
            cards.append((split(draft, handle, 1), seat))
    made = enter_cards(draft, cards, n.ReturnToBattlefield(This(), tapped=effect.tapped))  # 101.4: all at once
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def _mill_until(draft: Draft, frame: Frame, effect: n.MillUntil) -> Ask | None:
    """Run by run: what goes elsewhere than the graveyard doesn't count (701.17, 614)."""
    most = quantity(draft, frame, effect.most)
    assert isinstance(effect.filter, Filter)
    hits: list[int] = []
    for seat in players(draft, frame, effect.who):
        left = most
        while not is_zero(left, "608.2"):
            seq = draft.seqs.get(zones.library(seat), ())
            if not seq:
                break
            top = draft.rows[seq[0]]
            to = destination(draft, seq[0], top.cls, GRAVEYARD)
            if to != GRAVEYARD:
                zones.mill(draft, seat, top.n)
                continue
            refuse_unknown(top.cls, "whether a milled card is of a set", "701.17")
            found = card_fits(draft, effect.filter, top, seat, seq[0])
            count: Amount = 1 if found else top.n if less(top.n, left, "608.2") else left
            made = zones.mill(draft, seat, count)
            left = left - count
            if found:
                hits += made
                break
    set_results(draft, frame, hits)
    return None


def _exile_top(draft: Draft, frame: Frame, effect: n.ExileTop) -> Ask | None:
    made = []
    for seat in players(draft, frame, effect.who):
        made += zones.mill(draft, seat, quantity(draft, frame, effect.amount), "exile", "exiled")
    set_results(draft, frame, made)
    return None


def _scry(draft: Draft, frame: Frame, effect: n.Scry) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "scry", "bottom")
    return None


def _surveil(draft: Draft, frame: Frame, effect: n.Surveil) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "surveil", "graveyard")
    return None


def _search(draft: Draft, frame: Frame, effect: n.Search) -> Ask | None:
    assert isinstance(effect.filter, Filter)
    made = []
    for seat in players(draft, frame, effect.who):
        rows = [
            h
            for h in zones.known_library(draft, seat, "a search")
            if card_fits(draft, effect.filter, draft.rows[h], seat, h)
        ]
        least = effect.amount if effect.filter == Filter() else 0  # 701.23d: who looks for any card finds one
        picks = choose_rows(draft, seat, rows, least, effect.amount, "search for")
        taken = [split(draft, handle, count, front=True) for handle, count in picks]
        tally(draft, "searches", 1)
        if effect.to == LIBRARY:
            made += zones.to_top_after_shuffling(draft, seat, taken)
            continue
        if effect.to == BATTLEFIELD:
            tapped = n.ReturnToBattlefield(This(), tapped=effect.tapped)
            made += enter_cards(draft, [(handle, seat) for handle in taken], tapped)
        else:
            made += [zones.move(draft, handle, effect.to, "found", "top") for handle in taken]
        zones.shuffle(draft, seat)
    set_results(draft, frame, made)
    return None


def _shuffle(draft: Draft, frame: Frame, effect: n.Shuffle) -> Ask | None:
    seats = players(draft, frame, effect.who)
    if effect.object is not None:
        found = things(draft, frame, effect.object)
        put_away(draft, frame, found, LIBRARY, "shuffled in")
    for seat in seats:
        zones.shuffle(draft, seat)
    return None


# --- copies ------------------------------------------------------------------------------------------------------


def _copy_token(draft: Draft, frame: Frame, effect: n.CopyToken) -> Ask | None:
    protos = [(game_objects.copiable(draft, h), draft.rows[h].n) for h in things(draft, frame, effect.of)]
    if not protos:
        protos = [(text_changes.copiable_of(gone.cls), 1) for gone in left(draft, frame, effect.of)]
    wanted: list[tuple[Proto, int, Amount]] = []
    for seat in players(draft, frame, effect.who):
        for proto, originals in protos:
            count = quantity(draft, frame, effect.count) * originals
            wanted.append((game_objects.with_exceptions(proto, effect.but, token=True), seat, count))
    made = game_objects.create_tokens(draft, wanted, effect.tapped)
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def _copy_spell(draft: Draft, frame: Frame, effect: n.CopySpell) -> Ask | None:
    count: Amount = 1 if effect.count is None else quantity(draft, frame, effect.count)
    if not at_least(count, 1, "707.10"):
        return None
    named = things(draft, frame, effect.object)
    found = [h for h in named if draft.rows[h].cls.zone == STACK]
    if not found and (
        named or not isinstance(effect.object, TargetRef | Targets)
    ):  # 707.10: as it last was on the stack
        raise unsupported("rule-707.10", "a copy of a spell or ability that is not on the stack any more", "707.10")
    for handle in found:
        stacking.copy_on_stack(draft, handle, frame.controller, count, effect.retarget, effect.but)
    return None


# --- structure ---------------------------------------------------------------------------------------------------


def _if_done(draft: Draft, frame: Frame, effect: n.IfDone) -> Ask | None:
    if effect.first:
        frame.num = without(frame.num, DID)
        frame.rest = (*effect.first, n.IfDone((), effect.then, effect.otherwise), *frame.rest)
        return None
    did = flagged(frame.num, DID)
    frame.num = without(frame.num, DID)
    frame.rest = (*(effect.then if did else effect.otherwise), *frame.rest)
    return None


def _branch(draft: Draft, frame: Frame, effect: n.Branch) -> Ask | None:
    true = _true(draft, frame, effect.condition)
    frame.rest = (*(effect.then if true else effect.otherwise), *frame.rest)
    return None


def _is(draft: Draft, filter: Filter, handle: int, seat: int) -> bool:
    """Whether a permanent or a card is in a set."""
    row = draft.rows[handle]
    if row.cls.zone == BATTLEFIELD:
        return matches(draft, filter, handle, seat, -1)
    return card_fits(draft, filter, row, seat, handle)


def _true(draft: Draft, frame: Frame, condition: Term) -> bool:
    if isinstance(condition, ShareColor):
        return _share_color(draft, frame)
    if isinstance(condition, IsA) and isinstance(condition.object, Result):
        assert isinstance(condition.filter, Filter)
        found = things(draft, frame, condition.object)
        if not found:  # it has left: as it last was (608.2h)
            return holds(draft, around(frame), condition)
        return _is(draft, condition.filter, found[0], frame.controller)
    if isinstance(condition, Damaged):
        assert isinstance(condition.filter, Filter)
        source = source_handle(frame)
        hurt = [
            r.row for s in numbered(frame.refs, HURT) if isinstance(r := frame.refs[s], Ref) and r.row in draft.rows
        ]
        return any(matches(draft, condition.filter, h, frame.controller, source) for h in hurt)
    if isinstance(condition, HasCounter) and isinstance(condition.object, Result):
        found = things(draft, frame, condition.object)
        last = frame.refs.get("res0")
        row = draft.rows[found[0]] if found else last if isinstance(last, Gone) else None
        return row is not None and at_least(row.num.get("counter." + condition.kind, 0), 1, "122.1")
    return holds(draft, around(frame), condition)


def _share_color(draft: Draft, frame: Frame) -> bool:
    """Whether two of the cards that the effect before moved share a colour (105.2)."""
    seen: set[str] = set()
    found = things(draft, frame, Result())
    if len(found) == 1 and at_most(draft.rows[found[0]].n, 1, "105.2"):
        return False
    for handle in found:
        colors = set(colors_of(draft, handle))
        if colors & seen or (colors and at_least(draft.rows[handle].n, 2, "105.2")):
            return True
        seen |= colors
    return False


def _may_pay(draft: Draft, frame: Frame, effect: n.MayPay) -> Ask | None:
    seats = list(players(draft, frame, effect.who))
    if any(resolution_payments.could_make(draft, seat, effect.costs) for seat in seats):
        if len(seats) > 1:
            frame.rest = (*(replace(effect, who=Seat(seat)) for seat in seats), *frame.rest)
            return None
        if draft.game.prop("ask") != "settle":
            raise unsupported("rule-608.2g", "mana made for a payment in the middle of another one", "608.2g")
        frame.rest = (effect, *frame.rest)
        return (resolution_payments.TOLL, seats[0])
    for seat in seats:
        bill = resolution_payments.could_pay(draft, seat, effect, frame)
        words = ("no", "yes") if bill else ("no",)
        answer = decide(draft, Question("yes", seat, words=words, text="pay")).answer if bill else "no"
        if answer == "yes":
            resolution_payments.pay_now(draft, seat, effect, frame)
        frame.rest = (*(effect.then if answer == "yes" else effect.otherwise), *frame.rest)
    return None


def _repeat(draft: Draft, frame: Frame, effect: n.RepeatProcess) -> Ask | None:
    """Each repetition is a place of its own in the data (law 5)."""
    check = n.Branch(effect.condition, (n.Again(effect),))
    frame.rest = (*effect.effects, check, *frame.rest)
    return None


def _again(draft: Draft, frame: Frame, effect: n.Again) -> Ask | None:
    tally(draft, "repetitions", 1)
    frame.rest = (effect.process, *frame.rest)
    return ("continue", frame.controller)


def _delayed(draft: Draft, frame: Frame, effect: n.Delayed) -> Ask | None:
    ability = Triggered(effect.trigger, effect.effects)
    refs = _captured(draft, frame, ability)
    if isinstance(effect.trigger, OBJECT_EVENTS) and "That()" not in repr(effect.trigger):
        refs = {slot: ref for slot, ref in refs.items() if slot not in ("that", "that@")}  # "it" is of its own event
    duration = continuous_effects.GAME_LONG if effect.once else continuous_effects.TURN
    kept = ("x",) if isinstance(effect.trigger, AMOUNT_EVENTS) else ("that", "x")
    num = {k: v for k, v in frame.num.items() if k in kept}
    continuous_effects.delay(draft, ability, frame.controller, refs, num, 1, effect.once, duration)
    return None


def _captured(draft: Draft, frame: Frame, ability: Triggered) -> dict[str, Reference]:
    """The references that a later ability's words need."""
    read = reads(ability)
    text = repr(ability)
    wanted = {
        "This": "source",
        "Host": "host",
        "That": "that",
        "ThatPlayer": "player",
        "Result": "res",
        "Linked": "link",
    }
    refs: dict[str, Reference] = {}
    for name, stem in wanted.items():
        if f"{name}(" in text or name in read:
            refs.update((s, r) for s, r in frame.refs.items() if s.startswith(stem))
    if "TargetRef(" in text or "Targets(" in text:
        refs.update((s, r) for s, r in frame.refs.items() if s.startswith("target"))
    return refs


def _reflexive(draft: Draft, frame: Frame, effect: n.Reflexive) -> Ask | None:
    from_this = Triggered(_NOW, effect.effects, effect.targets)
    refs = _captured(draft, frame, from_this)
    cls = make_class("ability", WAITING, term=from_this, owner=frame.controller, controller=frame.controller)
    num = {k: v for k, v in frame.num.items() if k in ("that", "x", "done")}
    new_row(draft, "triggered", Row(cls, num, 1, refs))
    return None


_NOW: Final = n.WhenDone()


def _damage_each(draft: Draft, frame: Frame, seats: list[int], effect: DealDamage) -> None:
    """Damage to each player, of an amount of their own, dealt to all at the same time (120.3)."""
    shares: list[tuple[int, Amount]] = []
    for seat in seats:
        amount = quantity(draft, frame, swap(effect.amount, ThatPlayer(), Seat(seat)))
        shares.append((player(seat), amount))
    damage.deal_together(draft, damage_source(draft, frame, effect.source), shares)


def _for_each_player(draft: Draft, frame: Frame, effect: n.ForEachPlayer) -> Ask | None:
    todo: tuple[Term, ...] = ()
    only = effect.effects[0] if len(effect.effects) == 1 else None
    if isinstance(only, DealDamage) and only.to == ThatPlayer():
        _damage_each(draft, frame, players(draft, frame, effect.who), only)
        return None
    for seat in players(draft, frame, effect.who):
        todo += tuple(swap(one_effect, ThatPlayer(), Seat(seat)) for one_effect in effect.effects)
    frame.rest = (*todo, *frame.rest)
    return None


# --- turns -------------------------------------------------------------------------------------------------------


def _extra_turn(draft: Draft, frame: Frame, effect: n.ExtraTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_turn(draft, seat)
    return None


def _skip_turn(draft: Draft, frame: Frame, effect: n.SkipTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        tally(draft, "turns skipped", 1)
        tally(draft, f"turns skipped.p{seat + 1}", 1)
        add(draft, "skips a turn", player(seat), "skip turns", 1)
    return None


def _skip_next(draft: Draft, frame: Frame, effect: n.SkipNext) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.skip_next(draft, seat, effect.what)
    return None


def _extra_steps(draft: Draft, frame: Frame, effect: n.ExtraSteps) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_steps(draft, seat, effect.step, quantity(draft, frame, effect.amount), effect.after)
    return None


def _extra_phases(draft: Draft, frame: Frame, effect: n.ExtraPhases) -> Ask | None:
    turn_changes.extra_phases(draft, frame.controller, effect.phases)
    return None


def _control_turn(draft: Draft, frame: Frame, effect: n.ControlTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        them = draft.rows[player(seat)].cls
        turn_into(draft, "will be controlled", player(seat), them.with_prop("next master", f"p{frame.controller + 1}"))
    return None


# --- permanents --------------------------------------------------------------------------------------------------


def _gain_control(draft: Draft, frame: Frame, effect: n.GainControl) -> Ask | None:
    found = objects(draft, frame, effect.object)
    who = [frame.controller] if effect.who is None else players(draft, frame, effect.who)
    for handle in found if len(who) == 1 else ():
        continuous_effects.last(draft, n.GainControl(This(), effect.duration), handle, who[0], effect.duration)
    control.settle_control(draft)
    frame.failed = not found or len(who) != 1  # "if they do": nobody does where the player is an illegal target
    return None


def _become(draft: Draft, frame: Frame, effect: n.Become) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        continuous_effects.last(draft, replace(effect, object=This()), handle, frame.controller, effect.duration)
    return None


def _gain_abilities(draft: Draft, frame: Frame, effect: n.GainAbilities) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        continuous_effects.last(
            draft, replace(effect, object=This()), handle, frame.controller, continuous_effects.TURN
        )
    return None


def _gain_activated(draft: Draft, frame: Frame, effect: n.GainActivated) -> Ask | None:
    """What an ability says of its own object by name is then said of the one that gained it (201.5b)."""
    found: tuple[n.Activated, ...] = ()
    for handle in objects(draft, frame, effect.of):
        found += _activated_of(draft, handle)
    for handle in objects(draft, frame, effect.object) if found else []:
        continuous_effects.last(
            draft, n.GainAbilities(This(), found), handle, frame.controller, continuous_effects.TURN
        )
    return None


def _activated_of(state: Draft, handle: int) -> tuple[n.Activated, ...]:
    """The activated abilities that a permanent has now and another one may gain.

    Raises ``Unsupported`` where an ability isn't understood, or speaks of what is linked to its own object (607.5).
    """
    chars = view(state, handle)
    found = tuple(a for a in chars.activated if a.zone == BATTLEFIELD)
    linked: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, (Linked, ChosenPlayer)) or (isinstance(node, Filter) and node.chosen):
            linked.append(node)

    for ability in found:
        walk(ability, visit)
    if linked or not_understood(chars.abilities) is not None:
        raise unsupported("rule-607.5", "gaining an ability that is linked to another, or not understood", "607.5")
    return found


def _swap_ability(draft: Draft, frame: Frame, effect: n.SwapEnchant) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        turn_into(draft, "changed", handle, cls.with_prop("enchant", effect.gains))
    return None


def _tap_or_untap(draft: Draft, frame: Frame, effect: n.TapOrUntap) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        asked = Question("tap", frame.controller, words=("tap", "untap"), text="tap or untap")
        if decide(draft, asked).answer == "tap":
            game_objects.tap(draft, handle)
        else:
            game_objects.untap(draft, handle)
    return None


def _remove_from_combat(draft: Draft, frame: Frame, effect: n.RemoveFromCombat) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        combat.leave_combat(draft, handle)
    return None


def _regenerate(draft: Draft, frame: Frame, effect: n.Regenerate) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        regeneration.protect(draft, handle, frame.controller)
    return None


def _untap_up_to(draft: Draft, frame: Frame, effect: n.UntapUpTo) -> Ask | None:
    assert isinstance(effect.filter, Filter)
    rows = [
        h
        for h, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and matches(draft, effect.filter, h, frame.controller, source_handle(frame))
    ]
    amount = quantity(draft, frame, effect.amount)
    for handle, count in choose_rows(draft, frame.controller, rows, 0, amount, "untap up to"):
        game_objects.untap(draft, split(draft, handle, count))
    return None


def _attach(draft: Draft, frame: Frame, effect: n.AttachTo) -> Ask | None:
    source = source_handle(frame)
    hosts = objects(draft, frame, effect.host)
    if source not in draft.rows or draft.rows[source].cls.zone != BATTLEFIELD or not hosts:
        frame.failed = True
        return None
    host = hosts[0]
    if not state_based_actions.could_attach(draft, source, host):
        frame.failed = True
        return None
    here = draft.rows[source].refs.get("host")
    if not (isinstance(here, Ref) and here.row == host):
        game_objects.attach(draft, source, one(single_out(draft, host)))
    return None


def _proliferate(draft: Draft, frame: Frame, effect: n.Proliferate) -> Ask | None:
    tally(draft, "proliferates", 1)
    rows = [
        h
        for h, row in draft.rows.items()
        if (row.cls.zone == BATTLEFIELD or (row.cls.kind == "player" and game_objects.in_game(draft, row.cls.owner)))
        and sees(draft, frame.controller, h)
        and any(s.startswith("counter.") and not is_zero(v, "122.1") for s, v in row.num.items())
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
            if slot.startswith("counter.") and not is_zero(amount, "122.1"):
                if is_player(draft, row_now):
                    _player_gets(draft, row_now - 1, slot, 1)
                else:
                    game_objects.put_counters(draft, row_now, slot.removeprefix("counter."), 1, frame.controller)
    return None


def _double_counters(draft: Draft, frame: Frame, effect: n.DoubleCounters) -> Ask | None:
    for handle in objects(draft, frame, effect.object):
        now = draft.rows[handle].get("counter." + effect.kind)
        game_objects.put_counters(draft, handle, effect.kind, now, frame.controller)
    return None


def _fight(draft: Draft, frame: Frame, effect: n.Fight) -> Ask | None:
    a, b = objects(draft, frame, effect.one), objects(draft, frame, effect.other)
    if not a or not b or any("creature" not in view(draft, h).types for h in (a[0], b[0])):
        return None
    first, second = damage.source_of(draft, a[0]), damage.source_of(draft, b[0])
    up, down = power(draft, a[0]), power(draft, b[0])
    draft.batch += 1  # 701.14a: at the same time
    damage.damage_permanent(draft, first, b[0], up)
    damage.damage_permanent(draft, second, a[0], down)
    return None


def _counter(draft: Draft, frame: Frame, effect: n.CounterSpell) -> Ask | None:
    for handle in things(draft, frame, effect.object):
        if draft.rows[handle].cls.zone == STACK:
            stacking.counter(draft, handle, effect.to, effect.place)
    return None


def _shield(draft: Draft, frame: Frame, effect: n.Redirect | n.Prevent) -> Ask | None:
    on = effect.shielded if isinstance(effect, n.Redirect) else effect.to
    refs: dict[str, Reference] = {}
    amount: Amount = 1 if effect.amount is None else quantity(draft, frame, effect.amount)
    if isinstance(effect, n.Redirect):
        to = _receivers(draft, frame, effect.to)
        if not to:
            return None
        refs["to"] = one(to[0])
    for handle in _receivers(draft, frame, on):
        continuous_effects.shield(draft, effect, frame.controller, handle, refs, amount)
    return None


def _receivers(draft: Draft, frame: Frame, ref: Term) -> list[int]:
    index = getattr(ref, "index", None)
    named = frame.refs.get(f"target{index}") if index is not None else None
    if isinstance(named, Ref) and is_player(draft, named.row):
        return [named.row]
    if type(ref).__name__ in ("You", "EachPlayer", "ThatPlayer"):
        return [player(seat) for seat in players(draft, frame, ref)]
    return objects(draft, frame, ref)


def _set_life(draft: Draft, frame: Frame, effect: n.SetLife) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        damage.set_life(draft, seat, quantity(draft, frame, effect.amount, signed=True))
    return None


def _exchange_life(draft: Draft, frame: Frame, effect: n.ExchangeLife) -> Ask | None:
    from_rows = objects(draft, frame, effect.object)
    for seat in players(draft, frame, effect.who):
        if not from_rows:
            continue
        handle = from_rows[0]
        life = draft.rows[player(seat)].get("life")
        out = view(draft, handle).base
        if out is None or not isinstance(life, int):
            raise unsupported("rule-701.12", "exchanging a life total that grows", "701.12")
        now = toughness(draft, handle)
        if less(life, now, "119.7") and replacement.cant(draft, seat, "gain life"):
            frame.failed = True  # 119.7: the exchange doesn't happen
            continue
        damage.set_life(draft, seat, now)
        made = SetBasePT(This(), _plain(out[0]), life)
        continuous_effects.last(draft, made, handle, frame.controller, continuous_effects.GAME_LONG)
    return None


def _plain(amount: Amount) -> int:
    if not isinstance(amount, int):
        raise unsupported("growth-not-covered", "a base power that grows", "613.4b")
    return amount


def _player_counters(draft: Draft, frame: Frame, effect: n.PutPlayerCounters) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        _player_gets(draft, seat, f"counter.{effect.kind}", quantity(draft, frame, effect.amount))
    return None


def _player_gets(draft: Draft, seat: int, slot: str, amount: Amount) -> None:
    """A player gets counters (122.1), unless they can't."""
    if not replacement.cant(draft, seat, f"get {slot.removeprefix('counter.')} counters"):
        add(draft, "got counters", player(seat), slot, amount)


MORE: Final[dict[type, Handler]] = {
    n.Move: _move,
    n.ReturnToBattlefield: _return,
    n.MoveChosen: _move_chosen,
    n.PutFromHand: _put_from_hand,
    n.MillUntil: _mill_until,
    n.ExileTop: _exile_top,
    n.Scry: _scry,
    n.Surveil: _surveil,
    n.Search: _search,
    n.Shuffle: _shuffle,
    n.CopyToken: _copy_token,
    n.CopySpell: _copy_spell,
    n.IfDone: _if_done,
    n.Branch: _branch,
    n.MayPay: _may_pay,
    n.RepeatProcess: _repeat,
    n.Again: _again,
    n.Delayed: _delayed,
    n.Reflexive: _reflexive,
    n.ForEachPlayer: _for_each_player,
    n.ExtraTurn: _extra_turn,
    n.SkipTurn: _skip_turn,
    n.SkipNext: _skip_next,
    n.ExtraPhases: _extra_phases,
    n.ExtraSteps: _extra_steps,
    n.ControlTurn: _control_turn,
    n.GainControl: _gain_control,
    n.Become: _become,
    n.GainAbilities: _gain_abilities,
    n.GainActivated: _gain_activated,
    n.SwapEnchant: _swap_ability,
    n.TapOrUntap: _tap_or_untap,
    n.Regenerate: _regenerate,
    n.RemoveFromCombat: _remove_from_combat,
    n.UntapUpTo: _untap_up_to,
    n.AttachTo: _attach,
    n.Proliferate: _proliferate,
    n.DoubleCounters: _double_counters,
    n.Fight: _fight,
    n.CounterSpell: _counter,
    n.Redirect: _shield,
    n.Prevent: _shield,
    n.SetLife: _set_life,
    n.ExchangeLife: _exchange_life,
    n.AddMixed: ADDING[n.AddMixed],
    n.AddPerColor: ADDING[n.AddPerColor],
    n.AddChosen: ADDING[n.AddChosen],
    n.AddProduced: ADDING[n.AddProduced],
    n.Adds: ADDING[n.Adds],
    **PRODUCING,
    **RETARGETING,
    n.PutPlayerCounters: _player_counters,
}
