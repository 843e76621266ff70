"""Triggered abilities (603): what an event sets off, and how the abilities reach the stack.

An event of ``count`` like happenings sets off ``count`` like abilities for each listener: they wait as one row with
a count. A row keeps its source, its event's object or its event's amount only where its effects read them.
"""

from __future__ import annotations

from typing import Any, Final

from reiterate.amounts import Amount, at_least, equal, in_total, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import limited, noticed
from reiterate.rules.access.state_access import discard_row, new_row, put, set_refs, turn_into
from reiterate.rules.characteristics.derived import card_fits, condition_holds, matches, view
from reiterate.rules.characteristics.printed_characteristics import Chars, printed
from reiterate.rules.characteristics.trigger_index import hears, silent, watches_itself
from reiterate.rules.events.batches import first_of_batch
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    STACK,
    WAITING,
    Class,
    Ref,
    Reference,
    Row,
    State,
    each,
    make_class,
    one,
    player,
)
from reiterate.state.normal_form import is_single
from reiterate.terms import language as n
from reiterate.terms.base import Term, walk
from reiterate.terms.check import AMOUNT_EVENTS

HANDLED_TRIGGERS: Final = (
    n.Enters,
    n.Dies,
    n.Leaves,
    n.LifeGained,
    n.LifeLost,
    n.BecomesTapped,
    n.BecomesUntapped,
    n.CardDrawn,
    n.SpellCast,
    n.StepBegins,
    n.DealsDamage,
    n.IsDealtDamage,
    n.PlayerDamaged,
    n.BecomesTarget,
    n.Discards,
    n.Sacrifices,
    n.CountersPut,
    n.TokensMade,
    n.AbilityActivated,
    n.ToGraveyard,
    n.CastThis,
    n.CyclesThis,
    n.StateIs,
    n.TappedForMana,
    n.Attacks,
    n.Blocks,
    n.BecomesBlocked,
    n.BlockedBy,
    n.BlocksOne,
    n.DrawsNth,
    n.Expends,
    n.CastsNth,
    n.CastOrCopied,
)

#: Effects that look for a card where it went (400.7), and events that let them.
_MOVING: Final = (n.Move, n.ReturnToBattlefield, n.ReturnToHand, n.Exile, n.Shuffle)
_LEAVING: Final = (n.Dies, n.Leaves, n.ToGraveyard, n.Sacrifices, n.Discards)

#: What speaks of the source without naming it: what was chosen for it, where it is, how it was cast.
_OF_SOURCE: Final = (
    n.AttachTo,
    n.ChosenPlayer,
    n.HeldByChosen,
    n.OnBattlefield,
    n.WasCast,
    n.Kicked,
    n.ExileUntil,
    n.Lasting,
)

_READS: dict[Term, frozenset[str]] = {}


def reads(ability: Term | None) -> frozenset[str]:
    """Which of its surroundings the effects, targets and condition of an ability read: names of node kinds."""
    if ability is None:
        return frozenset()
    known = _READS.get(ability)
    if known is None:
        found: set[str] = set()

        def visit(node: Term) -> None:
            if isinstance(
                node,
                (
                    n.This,
                    n.Host,
                    n.That,
                    n.ThatMuch,
                    n.ThatPlayer,
                    n.ControllerOf,
                    n.Linked,
                    n.DefendingPlayer,
                    n.OwnerOf,
                    n.Result,
                ),
            ):
                found.add(type(node).__name__)
                if isinstance(node, n.Linked):
                    found.add("This")
            elif isinstance(node, n.EachPlayer) and node.other:
                found.add("ThatPlayer")
            elif isinstance(node, _MOVING):
                found.add("Moved")
                if (isinstance(node, n.Move) and node.link) or getattr(node, "attach", False):
                    found.add("This")
            elif (
                isinstance(node, _OF_SOURCE)
                or (isinstance(node, n.MoveChosen) and node.link)
                or (isinstance(node, n.Filter) and (node.another or node.chosen))
            ):
                found.add("This")

        effects = getattr(ability, "effects", ())
        walk(effects, visit)
        walk(getattr(ability, "targets", ()), visit)
        walk(getattr(ability, "modes", ()), visit)
        condition = getattr(ability, "condition", None)
        if condition is not None:
            found.add("This")
        known = _READS[ability] = frozenset(found)
    return known


class Happening:
    """What an event offers to triggers: its kind, object, player and amount, and how many times it happened."""

    __slots__ = ("amount", "count", "kind", "other", "player", "row", "step", "subject")

    def __init__(
        self,
        kind: str,
        subject: int = -1,
        seat: int = -1,
        amount: Amount = 0,
        count: Amount = 1,
        row: Row | None = None,
        step: str = "",
    ) -> None:
        self.kind = kind
        self.subject = subject
        self.player = seat
        self.amount = amount
        self.count = count
        self.row = row
        self.step = step
        self.other = -1  # the second object: what was dealt damage, what targets


def fire(draft: Draft, event: Happening) -> None:
    """Find every triggered ability that ``event`` sets off; they wait (603.2, 603.3)."""
    kind = event.kind
    known = draft.view
    if kind not in _OWN and not hears(draft, kind):
        return
    if kind == "Enters" and silent(draft, event.subject):
        return
    hits: list[tuple[int, tuple[n.Triggered, ...]]] = []
    for handle, row in draft.rows.items():
        if row.cls.zone == BATTLEFIELD:
            chars = known.get(handle)
            if not isinstance(chars, Chars):
                chars = view(draft, handle)
            if kind in chars.triggers:
                hits.append((handle, chars.triggers[kind]))
        elif row.cls.kind == "delayed" and type(getattr(row.cls.term, "trigger", None)).__name__ == kind:
            assert isinstance(row.cls.term, n.Triggered)
            hits.append((handle, (row.cls.term,)))
    if kind in _OWN and event.subject in draft.rows and draft.rows[event.subject].cls.zone != BATTLEFIELD:
        own = printed(draft.rows[event.subject].cls).triggers.get(_OWN[kind], ())
        hits.append((event.subject, tuple(a for a in own if watches_itself(a))))
    for handle, abilities in hits:
        for i, ability in enumerate(abilities):
            if draft.rows[handle].cls.kind == "delayed":
                _delayed(draft, event, handle, ability)
            else:
                _consider(draft, event, handle, ability, abilities[:i].count(ability) if i else 0)


#: Events whose object watches itself wherever it is, and the trigger it has for that.
_OWN: Final = {"ToGraveyard": "ToGraveyard", "SpellCast": "CastThis", "CyclesThis": "CyclesThis"}


def _delayed(draft: Draft, event: Happening, handle: int, ability: n.Triggered) -> None:
    """A delayed triggered ability triggers (603.7): once, then it is gone, or each time this turn."""
    row = draft.rows[handle]
    single = Row(row.cls, row.num, 1, row.refs)
    source = row.refs.get("source")
    listener = source.row if isinstance(source, Ref) else handle
    event = _whole(event, ability.trigger)
    times = _times(draft, event, listener, single, ability.trigger)
    if is_zero(times, "603.7"):
        return
    key = _damage_key(event, handle, ability)
    if key is not None and _joins(draft, event, key):
        return
    read = reads(ability)
    num = dict(row.num)
    refs = dict(row.refs)
    if "ThatMuch" in read and isinstance(ability.trigger, AMOUNT_EVENTS):  # of another event it is what was captured
        num["that"] = event.amount
    if "ThatPlayer" in read and "player" not in refs:
        refs["player"] = one(player(event.player))
    once = bool(row.cls.prop("once"))
    if "That" in read and "that" not in refs:
        if is_single(event.count):
            refs["that"] = one(event.subject)
        elif once or not is_single(row.n):
            raise unsupported("grouped-triggers", "a delayed ability about one of several like things", "603.7")
        else:
            refs["that"] = each(event.subject)
    made = new_row(
        draft,
        "triggered",
        Row(_ability_class(ability, row.cls.controller), num, row.n if once else row.n * times, refs),
    )
    if key is not None:
        draft.joined[key] = (draft.batch, range(made, made + 1))
    if once:
        discard_row(draft, handle)


def follow(draft: Draft, old: int, new: int) -> None:
    """Let abilities that triggered on an object's leaving find the card where it went (400.7, 603.6)."""
    for handle in waiting(draft):
        row = draft.rows[handle]
        term = row.cls.term
        if not isinstance(term, n.Triggered) or not isinstance(term.trigger, _LEAVING) or "Moved" not in reads(term):
            continue
        more: dict[str, Reference] = {}
        for slot, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.row == old and "@" not in slot:
                more[slot + "@"] = Ref(ref.mode, new)
        if more:
            set_refs(draft, handle, {**row.refs, **more})


def state_triggers(draft: Draft) -> None:
    """State triggers (603.8): an ability whose condition is true triggers, unless it waits or is on the stack already.

    Asked after each effect of a resolution too: it triggers as soon as its condition is true, however shortly.
    """
    for row in draft.rows.values():
        if row.cls.watching:
            break
    else:
        return
    for handle, row in list(draft.rows.items()):
        if row.cls.zone != BATTLEFIELD:
            continue
        for ability in view(draft, handle).triggers.get("StateIs", ()):
            assert isinstance(ability.trigger, n.StateIs)
            condition: Any = ability.trigger.condition
            if condition_holds(draft, condition, handle) and not _under_way(draft, handle, ability):
                _wait(draft, Happening("StateIs", subject=handle), handle, ability, row.n)


def _under_way(draft: Draft, handle: int, ability: n.Triggered) -> bool:
    return any(
        row.cls.term == ability and isinstance(ref, Ref) and ref.row == handle
        for row in draft.rows.values()
        if row.cls.zone in (WAITING, STACK)
        for ref in [row.refs.get("source")]
    )


def _consider(draft: Draft, event: Happening, listener: int, ability: n.Triggered, again: int = 0) -> None:
    """Let an ability trigger as often as an event says; ``again``: how many like ones the listener has before it."""
    row = draft.rows[listener]
    trigger = ability.trigger
    event = _whole(event, trigger)
    times = _times(draft, event, listener, row, trigger)
    if is_zero(times, "603.2"):
        return
    if ability.condition is not None and not condition_holds(draft, ability.condition, listener):
        return
    if isinstance(trigger, (n.Dies, n.DealsDamage)) and trigger.batch:
        if not first_of_batch(draft, (listener, ability, again, event.player)):
            return
        event = Happening(event.kind, -1, event.player, 0, 1, event.row, event.step)
    key = _damage_key(event, listener, ability, again)
    if key is not None and _joins(draft, event, key):
        return
    before = draft.fresh
    if ability.limit:
        used = f"triggered.{_number(draft, listener, ability)}" + (f".{again}" if again else "")
        if row.cls.prop(used):
            return
        if not is_single(row.n) and isinstance(getattr(trigger, "subject", None), n.This):
            raise unsupported("rule-603.2h", "once each turn, for some members of a group", "603.2h")
        turn_into(draft, "", listener, row.cls.with_prop(used, True))
        times = row.n
        event = _once(event)
    if isinstance(trigger, n.CountersPut) and not trigger.batch:
        _each_counter(draft, event, listener, ability, times)
    else:
        _wait(draft, event, listener, ability, times)
    if key is not None:
        draft.joined[key] = (draft.batch, range(before, draft.fresh))


#: What a loss of life says that is the result of damage (``lifeloss``).
_BY_DAMAGE: Final = "damage"


def _whole(event: Happening, trigger: n.TriggerEvent | n.WhenDone) -> Happening:
    """Damage that is dealt at the same time, as one event of its source or of the player damaged (603.2c)."""
    lost = isinstance(trigger, n.LifeLost) and event.step == _BY_DAMAGE
    whole = lost or isinstance(trigger, n.PlayerDamaged) or (isinstance(trigger, n.DealsDamage) and trigger.to == "any")
    if is_single(event.count) or not whole:
        return event
    if isinstance(trigger, n.DealsDamage) and event.row is not None and not is_single(event.row.n):
        if trigger.batch or equal(event.count, event.row.n, "603.2c"):
            return event  # each of a group of sources deals its own
        raise unsupported("rule-603.2c", "each of a group of sources dealing damage to several at once", "603.2c")
    amount = in_total(event.amount, event.count)
    made = Happening(event.kind, event.subject, event.player, amount, 1, event.row, event.step)
    made.other = event.other
    return made


def _damage_key(event: Happening, listener: int, ability: n.Triggered, again: int = 0) -> tuple[object, ...] | None:
    """What tells an event of damage for an ability from others that happen at the same time; None for no damage.

    A source deals damage once, to each player or creature once where the ability says to whom; a permanent or a player is dealt
    damage once, by however many sources (603.2c).
    """
    match ability.trigger:
        case n.DealsDamage(_, to, _, False):
            return (listener, ability, again, event.subject, event.other if to != "any" else -1)
        case n.IsDealtDamage():
            return (listener, ability, again, event.subject)
        case n.PlayerDamaged():
            return (listener, ability, again, event.player)
        case n.LifeLost() if event.step == _BY_DAMAGE:
            return (listener, ability, again, event.player)
    return None


def _joins(draft: Draft, event: Happening, key: tuple[object, ...]) -> bool:
    """Whether an ability triggered on damage dealt at the same time already: then what waits speaks of all of it."""
    batch, rows = draft.joined.get(key, (-1, range(0)))
    if batch != draft.batch:
        return False
    for handle in rows:
        if handle in draft.rows and "ThatMuch" in reads(draft.rows[handle].cls.term):
            put(draft, "", handle, "that", draft.rows[handle].get("that") + event.amount)
    return True


def _each_counter(draft: Draft, event: Happening, listener: int, ability: n.Triggered, times: Amount) -> None:
    """An ability triggers for each of the counters that are put on something at once (122.6, 603.2c)."""
    many = event.amount
    each_one = Happening(event.kind, event.subject, event.player, 1, event.count, event.row, event.step)
    of_group = not is_single(draft.rows[listener].n) and bool({"This", "Host"} & reads(ability))
    if not of_group and ("That" not in reads(ability) or is_single(event.count)):
        _wait(draft, each_one, listener, ability, times * many)
        return
    if not isinstance(many, int) or many > PAIR_BUDGET:
        raise unsupported("grouped-triggers", "many abilities for each member of a group", "603.2")
    for _ in range(many):
        _wait(draft, each_one, listener, ability, times)


def _once(event: Happening) -> Happening:
    """The first of like happenings: what "only once each turn" lets through (603.2h)."""
    if not is_single(event.count) and event.subject >= 0:
        raise unsupported("rule-603.2h", "once each turn, for one of several things at once", "603.2h")
    made = Happening(event.kind, event.subject, event.player, event.amount, 1, event.row, event.step)
    made.other = event.other
    return made


def _number(state: State, listener: int, ability: n.Triggered) -> int:
    found = [a for abilities in view(state, listener).triggers.values() for a in abilities]
    return found.index(ability)


def _times(draft: Draft, event: Happening, listener: int, row: Row, trigger: n.TriggerEvent | n.WhenDone) -> Amount:
    """How many times the ability of all members of ``listener`` triggers together."""
    seat = row.cls.controller
    members = row.n
    if limited(draft) and not noticed(draft, seat, event.player, (event.subject, event.other), event.row):  # 801.7
        return 0
    if isinstance(trigger, (n.LifeGained, n.LifeLost, n.CardDrawn)):
        return members * event.count if _is_player(trigger.who, seat, event.player) else 0
    if isinstance(trigger, n.StepBegins):
        whose = trigger.whose
        right = whose == "each" or (whose == "you") == (event.player == seat)
        return members if right and trigger.step == event.step else 0
    if isinstance(trigger, n.SpellCast):
        spell = draft.rows[event.subject]
        if not _is_player(trigger.who, seat, event.player):
            return 0
        return members if card_fits(draft, trigger.filter, spell, seat, event.subject) else 0
    if isinstance(trigger, _MORE):
        return _more_times(draft, event, listener, row, trigger)
    assert isinstance(trigger, (n.Enters, n.Dies, n.Leaves, n.BecomesTapped, n.BecomesUntapped))
    subject = trigger.subject
    itself = listener == event.subject
    if isinstance(trigger, (n.Enters, n.Dies)) and trigger.or_this and itself:
        return members * event.count
    if isinstance(subject, n.This):
        return event.count if itself else 0
    if not subject_matches(draft, subject, listener, event.subject, seat, event.row):
        return 0
    count: Amount = event.count
    if isinstance(subject, n.Filter) and subject.another and itself:
        count = event.count - 1
    if isinstance(trigger, n.Dies) and trigger.batch:
        return members if at_least(count, 1, "603.2c") else 0
    return members * count


#: The events whose number ``_more_times`` tells.
_MORE: Final = (
    n.DealsDamage,
    n.IsDealtDamage,
    n.PlayerDamaged,
    n.BecomesTarget,
    n.Discards,
    n.Sacrifices,
    n.CountersPut,
    n.TokensMade,
    n.AbilityActivated,
    n.ToGraveyard,
    n.CastThis,
    n.CyclesThis,
    n.StateIs,
    n.TappedForMana,
    n.Attacks,
    n.Blocks,
    n.BecomesBlocked,
    n.BlockedBy,
    n.BlocksOne,
    n.DrawsNth,
    n.Expends,
    n.CastsNth,
    n.CastOrCopied,
)


def _more_times(
    draft: Draft, event: Happening, listener: int, row: Row, trigger: n.TriggerEvent | n.WhenDone
) -> Amount:
    """``_times`` for the events of ``occasions``."""
    seat, members = row.cls.controller, row.n
    match trigger:
        case n.CastThis() | n.CyclesThis():
            return 1 if event.subject == listener else 0
        case n.StateIs():
            return 0
        case n.DrawsNth(who, nth) | n.CastsNth(who, nth) | n.Expends(who, nth):
            then = less(event.amount, nth, "121.2") and at_least(event.amount + event.count, nth, "121.2")
            return members if then and _is_player(who, seat, event.player) else 0
        case n.CastOrCopied(who, filter):
            spell = draft.rows[event.subject]
            fits = _is_player(who, seat, event.player) and card_fits(draft, filter, spell, seat, event.subject)
            return members * event.count if fits else 0
        case n.Discards(who) | n.PlayerDamaged(who):
            return members * event.count if _is_player(who, seat, event.player) else 0
        case n.ToGraveyard(whose, filter, this):
            if this:
                return event.count if event.subject == listener else 0
            fits = _is_player(whose, seat, event.player) and _fits(draft, event, listener, filter, seat)
            return members * event.count if fits else 0
        case n.BlockedBy(filter) | n.BlocksOne(filter):
            if event.other != listener or not _fits(draft, event, listener, filter, seat):
                return 0
            return event.count if isinstance(trigger, n.BlockedBy) else members
        case n.TappedForMana(_, _, True) if not subject_matches(draft, n.Host(), listener, event.subject, seat):
            return 0
        case n.Sacrifices(who, filter) | n.TokensMade(who, filter) | n.TappedForMana(who, filter):
            fits = _is_player(who, seat, event.player) and _fits(draft, event, listener, filter, seat)
            batch = isinstance(trigger, n.TokensMade) and trigger.batch
            return members * (1 if batch else event.count) if fits else 0
        case n.AbilityActivated(who, filter, nonmana):
            fits = _is_player(who, seat, event.player) and not (nonmana and event.step == "mana")
            return members if fits and _fits(draft, event, listener, filter, seat) else 0
        case n.CountersPut(_, kind, _, who):
            if kind not in ("", event.step) or not _is_player(who, seat, event.player):
                return 0
        case n.BecomesTarget(_, what, by):
            by_this = {"any": True, "spell": event.step != "ability", "cast": event.step == "cast"}[what]
            if not by_this or not _is_player(by, seat, event.player):
                return 0
        case n.DealsDamage():
            if not _damage_fits(draft, event, seat, trigger):
                return 0
    subject = getattr(trigger, "subject", None)
    assert isinstance(subject, (n.This, n.Host, n.Filter))
    itself = listener == event.subject
    if isinstance(subject, n.This):
        return event.count if itself else 0
    if not _watched(draft, event, listener, subject, seat):
        return 0
    count = event.count
    if isinstance(trigger, n.DealsDamage) and trigger.batch:
        count = 1
    if isinstance(subject, n.Filter) and subject.another and itself:
        return members * (count - 1)
    return members * count


def subject_matches(
    state: State, subject: n.Subject, source: int, handle: int, controller: int, row: Row | None = None
) -> bool:
    """Whether a permanent is what a trigger watches; ``row`` is its last known row if it is gone."""
    if isinstance(subject, n.This):
        return source == handle
    if isinstance(subject, n.Host):
        host = state.rows[source].refs.get("host") if source in state.rows else None
        return isinstance(host, Ref) and host.row == handle
    if handle in state.rows:
        return matches(state, subject, handle, controller, source)
    assert row is not None
    return card_fits(state, subject, row, controller)


def _watched(draft: Draft, event: Happening, listener: int, subject: n.This | n.Host | n.Filter, seat: int) -> bool:
    if event.subject < 0:
        return isinstance(subject, n.Filter) and event.row is not None and card_fits(draft, subject, event.row, seat)
    if isinstance(subject, n.Filter) and event.subject in draft.rows and draft.rows[event.subject].cls.proto is None:
        return False
    return subject_matches(draft, subject, listener, event.subject, seat, event.row)


def _fits(draft: Draft, event: Happening, listener: int, filter: Term, seat: int) -> bool:
    assert isinstance(filter, n.Filter)
    if event.subject in draft.rows and draft.rows[event.subject].cls.zone == BATTLEFIELD:
        return matches(draft, filter, event.subject, seat, listener)
    row = event.row if event.row is not None else draft.rows.get(event.subject)
    return row is not None and card_fits(draft, filter, row, seat, event.subject)


def _damage_fits(draft: Draft, event: Happening, seat: int, trigger: n.DealsDamage) -> bool:
    if trigger.combat and event.step != "combat":
        return False
    match trigger.to:
        case "player":
            return event.player >= 0
        case "opponent":
            return event.player >= 0 and event.player != seat
        case "you":
            return event.player == seat
        case "creature":
            return event.player < 0 and "creature" in view(draft, event.other).types
    return True


def _is_player(who: str, seat: int, happened_to: int) -> bool:
    return who == "any" or (who == "you") == (seat == happened_to)


def _wait(draft: Draft, event: Happening, listener: int, ability: n.Triggered, times: Amount) -> None:
    read = reads(ability)
    row = draft.rows[listener]
    num: dict[str, Amount] = {}
    refs: dict[str, Reference] = {}
    if "ThatMuch" in read:
        num["that"] = event.amount
    if "ThatPlayer" in read:
        refs["player"] = one(player(event.player))
    copies: Amount = 1
    wants_source = "This" in read or "Host" in read or isinstance(ability.trigger, n.StateIs) or _minded(draft, ability)
    if wants_source and not is_single(row.n):
        # One row of abilities per happening, its members paired with the sources.
        refs["source"] = each(listener)
        copies = event.count - 1 if _another_of_itself(event, listener, ability) else event.count
        if event.subject == listener and _own(ability):
            copies = 1  # each member saw its own happening only
        times = row.n
    elif wants_source:
        refs["source"] = one(listener)
    if "That" in read:
        copies, times = _pair_with_object(event, listener, row, refs, copies, times, _own(ability))
    if "Host" in read:
        host = row.refs.get("host")
        if host is not None:
            refs["host"] = host
    if "Result" in read and isinstance(ability.trigger, _ON_STACK) and event.other in draft.rows:
        if not is_single(draft.rows[event.other].n):
            raise unsupported("grouped-triggers", "an ability about one of several like things that target", "603.2")
        refs["res0"] = one(event.other)  # what targets, or was activated
    if "Linked" in read:
        refs.update((slot, ref) for slot, ref in row.refs.items() if slot.startswith("link"))
    if "DefendingPlayer" in read:
        attacked = draft.rows[event.subject].refs.get("attacks") if event.subject in draft.rows else None
        if attacked is not None:
            refs["defender"] = attacked
    cls = _ability_class(ability, row.cls.controller)
    if type(copies) is not int:
        raise unsupported("grouped-triggers", "an unknown number of abilities for each member of a group", "603.2")
    if copies > PAIR_BUDGET:
        raise unsupported("grouped-triggers", f"more than {PAIR_BUDGET} abilities for each member of a group", "603.2")
    for _ in range(copies):
        new_row(draft, "triggered", Row(cls, num, times, refs))


_PROTECTS: dict[Term, bool] = {}


def _minded(state: State, ability: n.Triggered) -> bool:
    """Whether it matters what the source of an ability is: it targets objects, and a card of the game has or gives protection (702.16b)."""
    specs = (*ability.targets, *(spec for mode in ability.modes for spec in mode.targets))
    if all(spec.filter is None for spec in specs):
        return False
    for row in state.rows.values():
        what = row.cls.proto if row.cls.proto is not None else row.cls.term
        if what is None:
            continue
        known = _PROTECTS.get(what)
        if known is None:
            found: list[Term] = []
            walk(what, lambda node, found=found: found.append(node) if _protection(node) else None)  # type: ignore[misc] # bound now
            known = _PROTECTS[what] = bool(found)
        if known:
            return True
    return False


def _protection(node: Term) -> bool:
    return isinstance(node, n.Keyword) and node.name == "protection"


#: Events whose second object is a spell or ability on the stack.
_ON_STACK: Final = (n.BecomesTarget, n.AbilityActivated)

#: At most this many separate rows of abilities are made when a group's members each trigger several times at once.
PAIR_BUDGET: Final = 64


def _another_of_itself(event: Happening, listener: int, ability: n.Triggered) -> bool:
    subject = getattr(ability.trigger, "subject", None)
    return isinstance(subject, n.Filter) and subject.another and event.subject == listener


def _own(ability: n.Triggered) -> bool:
    """Whether an ability triggers on what happens to its own source only."""
    return isinstance(getattr(ability.trigger, "subject", None), n.This) and not getattr(
        ability.trigger, "or_this", False
    )


def _pair_with_object(
    event: Happening, listener: int, row: Row, refs: dict[str, Reference], copies: Amount, times: Amount, own: bool
) -> tuple[Amount, Amount]:
    """Pair the waiting abilities with the event's objects."""
    if is_single(event.count):
        refs["that"] = one(event.subject)
        return copies, times
    if event.subject == listener and own:
        refs["that"] = each(event.subject)
        return 1, event.count
    if event.subject == listener and isinstance(refs.get("source"), type(each(0))):
        raise unsupported("grouped-triggers", "a group that watches its own members one by one", "603.2")
    if not is_single(row.n):
        if "source" in refs:
            raise unsupported("grouped-triggers", "each of a group watching each of another", "603.2")
        refs["that"] = each(event.subject)
        return row.n, event.count
    refs["that"] = each(event.subject)
    return copies, event.count


_ABILITY_CLASSES: dict[tuple[Term, int], Class] = {}


def _ability_class(ability: n.Triggered, controller: int) -> Class:
    at = (ability, controller)
    found = _ABILITY_CLASSES.get(at)
    if found is None:
        found = _ABILITY_CLASSES[at] = make_class(
            "ability", WAITING, term=ability, owner=controller, controller=controller
        )
    return found


def waiting(state: State) -> list[int]:
    """Handles of abilities that have triggered and are not on the stack yet."""
    return [h for h, row in state.rows.items() if row.cls.zone == WAITING]
