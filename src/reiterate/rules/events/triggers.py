"""Triggered abilities (603): which ones an event sets off, once for a batch (603.2c), and how they wait (603.3).

Abilities that trigger once for one or more things that happen at the same time (603.2c).

Triggered abilities that wait to be put onto the stack, with what they remember of their event (603.3, 608.2h).

Triggered abilities (603): which abilities an event sets off, delayed abilities, state triggers.
"""

from __future__ import annotations

from typing import Any, Final

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import discard_row, new_row, set_refs, split, turn_into
from reiterate.rules.characteristics.evaluate import (
    card_fits,
    condition_holds,
    matches,
    power,
    statics,
    toughness,
    view,
)
from reiterate.rules.characteristics.printed_characteristics import (
    Characteristics,
    SilentTrigger,
    event_in,
    mana_value_of,
    printed,
    refuse_unknown,
)
from reiterate.rules.characteristics.trigger_index import given_to_itself, listeners, silent, watches_itself
from reiterate.rules.events.combat_state import defending_seat
from reiterate.rules.events.happenings import Happening, as_one_event, damage_key, first_of, joins_waiting, reads
from reiterate.rules.events.trigger_matching import times_triggered
from reiterate.state.events import HEARING_CARDS, Draft
from reiterate.state.index import indexed, standing
from reiterate.state.model import (
    BATTLEFIELD,
    GRAVEYARD,
    POINTING,
    PROTECTIVE,
    STACK,
    WAITING,
    WATCHING,
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
from reiterate.state.properties import (
    ABILITY,
    ATTACKS,
    DEFENDER,
    DELAYED,
    FIRST_RESULT,
    HOST,
    MANA_SPENT,
    MOVED,
    NTH_LINK,
    ONCE,
    SOURCE,
    THAT,
    THAT_MUCH,
    THAT_PLAYER,
    TRIGGERED_ONCE,
    FlagName,
)
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term, replace, swap
from reiterate.terms.meanings import meaning
from reiterate.terms.references import LESSER, SEAT, Compare, Filter, This
from reiterate.terms.references import THAT_PLAYER as THAT_PLAYERS
from reiterate.terms.static_effects import TriggersAgain
from reiterate.terms.trigger_events import (
    AbilityActivated,
    BecomesTarget,
    CountersPut,
    DealsDamage,
    Dies,
    Discards,
    Enters,
    Leaves,
    Sacrifices,
    StateIs,
    ToGraveyard,
    TokensMade,
    happens_to_source,
)

# --- batches -------------------------------------------------------------------------------------


def first_of_batch(draft: Draft, key: object, now: int, zones: bool = False) -> bool:
    """Whether an ability has not yet triggered for what happens at the same time.

    in: what tells the ability, its source and the player it is about from others. ``now``: the number of what happens at this
    time. ``zones``: whether cards of any zone are watched. Several parts of one effect may or may not happen at the same time: refused.
    """
    before = draft.batched.get(key)
    if before is not None and before != now and (draft.frames or zones):
        raise unsupported("rule-603.2c", "one or more things at once, in several parts of one effect", "603.2c")
    draft.batched[key] = now
    return before != now


def watches_batches(state: State) -> bool:
    """Whether any ability triggers once for all that die, or go to a graveyard, at the same time."""
    return any(
        isinstance(ability.trigger, Dies | ToGraveyard) and ability.trigger.batch
        for handle, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        for kind in ("Dies", "ToGraveyard")
        for ability in view(state, handle).triggers.get(kind, ())
    )


# --- waiting triggers ----------------------------------------------------------------------------


def wait_for_each_counter(draft: Draft, event: Happening, listener: int, ability: Triggered, times: Amount) -> None:
    """An ability triggers for each of the counters that are put on something at once (122.6, 603.2c)."""
    many = event.amount
    each_one = Happening(event.kind, event.subject, event.player, 1, event.count, event.row, event.step)
    of_group = not is_single(draft.rows[listener].n) and bool({"This", "Host"} & reads(ability))
    if not of_group and ("That" not in reads(ability) or is_single(event.count)):
        wait(draft, each_one, listener, ability, times * many)
        return
    if not isinstance(many, int) or many > PAIR_BUDGET:
        raise unsupported("grouped-triggers", "many abilities for each member of a group", "603.2")
    for _ in range(many):
        wait(draft, each_one, listener, ability, times)


def wait(draft: Draft, event: Happening, listener: int, ability: Triggered, times: Amount) -> None:
    """Let an ability that triggered wait, so many times, with what it reads of the event (603.3)."""
    read = reads(ability)
    row = draft.rows[listener]
    num: dict[str, Amount] = {}
    refs: dict[str, Reference] = {}
    if "ThatMuch" in read:
        num[THAT_MUCH] = event.amount
    if "ManaSpent" in read:
        num[MANA_SPENT] = event.amount
    if "ThatPlayer" in read:
        refs[THAT_PLAYER] = one(player(event.player))
    copies: Amount = 1
    wants_source = (
        "This" in read or "Host" in read or isinstance(ability.trigger, StateIs) or source_matters(draft, ability)
    )
    if wants_source and not is_single(row.n):
        # One row of abilities per happening, its members paired with the sources.
        refs[SOURCE] = each(listener)
        copies = event.count - 1 if _another_of_itself(event, listener, ability) else event.count
        if event.subject == listener and happens_to_source(ability.trigger):
            copies = 1  # each member saw its own happening only
        times = row.n
    elif wants_source:
        refs[SOURCE] = one(listener)
    if "That" in read:
        copies, times = _pair_with_object(event, listener, row, refs, copies, times, happens_to_source(ability.trigger))
    if "Host" in read:
        host = row.refs.get(HOST)
        if host is not None:
            refs[HOST] = host
    if "Result" in read and isinstance(ability.trigger, _ON_STACK) and event.other in draft.rows:
        if not is_single(draft.rows[event.other].n):
            raise unsupported("grouped-triggers", "an ability about one of several like things that target", "603.2")
        refs[FIRST_RESULT] = one(event.other)  # what targets, or was activated
    if "Linked" in read:
        refs.update((slot, ref) for slot, ref in row.refs.items() if slot.startswith(NTH_LINK))
    if "DefendingPlayer" in read:
        fought = draft.rows.get(event.subject)
        if fought is not None and ATTACKS in fought.refs:
            refs[DEFENDER] = one(player(defending_seat(draft, event.subject)))  # 508.5
    cls = ability_class(less_than(draft, of_player(ability, event.player), event), row.cls.controller)
    if type(copies) is not int:
        raise unsupported("grouped-triggers", "an unknown number of abilities for each member of a group", "603.2")
    if copies > PAIR_BUDGET:
        raise unsupported("grouped-triggers", f"more than {PAIR_BUDGET} abilities for each member of a group", "603.2")
    for _ in range(copies):
        new_row(draft, "triggered", Row(cls, num, times, refs))


_OF_PLAYER: dict[tuple[Triggered, int], Triggered] = {}


def of_player(ability: Triggered, seat: int) -> Triggered:
    """An ability that has triggered, with the player of its event in place of "that player" among its targets (603.3d)."""
    specs = (*ability.targets, *(spec for mode in ability.modes for spec in mode.targets))
    if not any(spec.filter is not None and spec.filter.controller == THAT_PLAYERS for spec in specs):
        return ability
    known = _OF_PLAYER.get((ability, seat))
    if known is None:
        found = {spec.filter for spec in specs if spec.filter is not None and spec.filter.controller == THAT_PLAYERS}
        known = ability
        for one_set in found:
            theirs = replace(one_set, controller=f"{SEAT}{seat}")
            known = replace(
                known, targets=swap(known.targets, one_set, theirs), modes=swap(known.modes, one_set, theirs)
            )
        _OF_PLAYER[ability, seat] = known
    return known


def less_than(state: State, ability: Triggered, event: Happening) -> Triggered:
    """An ability that has triggered, with the number that "lesser" in its targets is less than: that of what left (608.2h)."""
    found = {spec.filter.compare for spec in ability.targets if spec.filter is not None and spec.filter.compare}
    for compare in found:
        if compare.op != LESSER:
            continue
        number = _last_number(state, compare.stat, event)
        if type(number) is not int:
            raise unsupported("rule-107.1", "a target compared with an unknown number", "107.1")
        known = Compare(compare.stat, "<=", number - 1)
        ability = replace(ability, targets=swap(ability.targets, compare, known))
    return ability


def _last_number(state: State, stat: str, event: Happening) -> Amount:
    """A number of a permanent as it leaves the battlefield."""
    row = state.rows.get(event.subject)
    if row is None or row.cls.zone != BATTLEFIELD:
        raise unsupported("rule-608.2h", "a number of something that left before", "608.2h")
    if stat == "manavalue":
        refuse_unknown(row.cls, "a mana value", "202.3")
        return mana_value_of(row)
    return power(state, event.subject) if stat == "power" else toughness(state, event.subject)


def source_matters(state: State, ability: Triggered) -> bool:
    """Whether it matters what the source of an ability is: it targets objects, and a card of the game has or gives protection (702.16b)."""
    specs = (*ability.targets, *(spec for mode in ability.modes for spec in mode.targets))
    if all(spec.filter is None for spec in specs):
        return False
    return bool(standing(state, PROTECTIVE))


#: Events whose second object is a spell or ability on the stack.
_ON_STACK: Final = (BecomesTarget, AbilityActivated)

#: At most this many separate rows of abilities are made when a group's members each trigger several times at once.
PAIR_BUDGET: Final = 64


def _another_of_itself(event: Happening, listener: int, ability: Triggered) -> bool:
    subject = getattr(ability.trigger, "subject", None)
    return isinstance(subject, Filter) and subject.another and event.subject == listener


def _pair_with_object(
    event: Happening, listener: int, row: Row, refs: dict[str, Reference], copies: Amount, times: Amount, own: bool
) -> tuple[Amount, Amount]:
    """Pair the waiting abilities with the event's objects."""
    if is_single(event.count):
        refs[THAT] = one(event.subject)
        return copies, times
    if event.subject == listener and own:
        refs[THAT] = each(event.subject)
        return 1, event.count
    if event.subject == listener and isinstance(refs.get(SOURCE), type(each(0))):
        raise unsupported("grouped-triggers", "a group that watches its own members one by one", "603.2")
    if not is_single(row.n):
        if SOURCE in refs:
            raise unsupported("grouped-triggers", "each of a group watching each of another", "603.2")
        refs[THAT] = each(event.subject)
        return row.n, event.count
    refs[THAT] = each(event.subject)
    return copies, event.count


_ABILITY_CLASSES: dict[tuple[Term, int], Class] = {}


def ability_class(ability: Triggered, controller: int) -> Class:
    """The class of a triggered ability that waits, under a player's control."""
    at = (ability, controller)
    found = _ABILITY_CLASSES.get(at)
    if found is None:
        found = _ABILITY_CLASSES[at] = make_class(
            ABILITY, WAITING, term=ability, owner=controller, controller=controller
        )
    return found


def waiting_abilities(state: State) -> tuple[int, ...]:
    """Handles of abilities that have triggered and are not on the stack yet, oldest first."""
    return (state.index or indexed(state)).get(WAITING, ())


# --- triggers ------------------------------------------------------------------------------------

_LEAVING: Final = (Dies, Leaves, ToGraveyard, Sacrifices, Discards)


def fire(draft: Draft, event: Happening) -> None:
    """Find every triggered ability that ``event`` sets off; they wait (603.2, 603.3)."""
    kind = event.kind
    known = draft.view
    waiting_for_it = listeners(draft, kind)
    if not waiting_for_it and kind not in _OWN:
        return
    if kind == "Enters" and silent(draft, event.subject):
        return
    hits: list[tuple[int, tuple[Triggered, ...]]] = []
    for handle in waiting_for_it:
        row = draft.rows.get(handle)
        if row is None:
            continue
        if row.cls.zone == BATTLEFIELD:
            chars = known.get(handle)
            if not isinstance(chars, Characteristics):
                chars = view(draft, handle)
            if kind in chars.triggers:
                hits.append((handle, chars.triggers[kind]))
        elif row.cls.zone in HEARING_CARDS and row.cls.proto is not None:
            hits.append((handle, printed(row.cls).triggers.get(event_in(row.cls.zone, kind), ())))
        elif row.cls.kind == DELAYED and type(getattr(row.cls.term, "trigger", None)).__name__ == kind:
            assert isinstance(row.cls.term, Triggered)
            hits.append((handle, (row.cls.term,)))
    if kind in _OWN and event.subject in draft.rows and draft.rows[event.subject].cls.zone != BATTLEFIELD:
        own = printed(draft.rows[event.subject].cls).triggers.get(_OWN[kind], ())
        hits.append((event.subject, tuple(a for a in (*own, *_given(draft, event)) if watches_itself(a))))
    for listener, abilities in hits:
        for handle in _each_of(draft, event, listener, abilities):
            for i, ability in enumerate(abilities):
                if draft.rows[handle].cls.kind == DELAYED:
                    _delayed(draft, event, handle, ability)
                else:
                    _consider(draft, event, handle, ability, abilities[:i].count(ability) if i else 0)


def _each_of(draft: Draft, event: Happening, listener: int, abilities: tuple[Triggered, ...]) -> tuple[int, ...]:
    """The rows that trigger: of like cards in a graveyard each by itself, as each returns itself alone."""
    row = draft.rows[listener]
    if row.cls.zone != GRAVEYARD or is_single(row.n) or type(row.n) is not int or row.n > PAIR_BUDGET:
        return (listener,)
    if all(is_zero(times_triggered(draft, event, listener, row, a.trigger), "603.2") for a in abilities):
        return (listener,)
    return (*(split(draft, listener, 1) for _ in range(row.n - 1)), listener)


def _given(draft: Draft, event: Happening) -> tuple[Triggered, ...]:
    """The triggered abilities of the keywords that a spell gives itself as it becomes cast (113.6e, 601.2i)."""
    if event.kind != "SpellCast":
        return ()
    given = given_to_itself(draft, event.subject, draft.rows[event.subject].cls.controller)
    return tuple(a for keyword in given for a in meaning(keyword) if isinstance(a, Triggered))


#: Events whose object watches itself wherever it is, and the trigger it has for that.
_OWN: Final = {"SpellCast": "CastThis", "CyclesThis": "CyclesThis"}


def fire_of_itself(draft: Draft, event: Happening) -> None:
    """The abilities of a card that was put into a graveyard trigger on that (603.6c).

    Nothing looks back here: the card has its abilities there, and its owner controls them (113.8).
    """
    own = own_of_graveyard(draft.rows[event.subject])
    for i, ability in enumerate(own):
        _consider(draft, event, event.subject, ability, own[:i].count(ability))


def own_of_graveyard(row: Row) -> tuple[Triggered, ...]:
    """The abilities by which an object watches itself being put into a graveyard, as it is outside the battlefield."""
    if row.cls.proto is None:
        return ()
    return tuple(a for a in printed(row.cls).triggers.get("ToGraveyard", ()) if watches_itself(a))


def _delayed(draft: Draft, event: Happening, handle: int, ability: Triggered) -> None:
    """A delayed triggered ability triggers (603.7): once, then it is gone, or each time this turn."""
    row = draft.rows[handle]
    single = Row(row.cls, row.num, 1, row.refs)
    source = row.refs.get(SOURCE)
    listener = source.row if isinstance(source, Ref) else handle
    event = as_one_event(event, ability.trigger)
    times = times_triggered(draft, event, listener, single, ability.trigger)
    if is_zero(times, "603.7"):
        return
    if _additional_times(draft, event, listener):
        raise unsupported("rule-603.2d", "an additional time for a delayed triggered ability", "603.2d")
    key = damage_key(event, handle, ability)
    if key is not None and joins_waiting(draft, event, key):
        return
    read = reads(ability)
    num = dict(row.num)
    refs = dict(row.refs)
    if "ThatMuch" in read and ability.trigger.says.amount:  # of another event it is what was captured
        num[THAT_MUCH] = event.amount
    if "ThatPlayer" in read and THAT_PLAYER not in refs:
        refs[THAT_PLAYER] = one(player(event.player))
    once = row.cls.prop(ONCE)
    if "That" in read and THAT not in refs:
        if is_single(event.count):
            refs[THAT] = one(event.subject)
        elif once or not is_single(row.n):
            raise unsupported("grouped-triggers", "a delayed ability about one of several like things", "603.7")
        else:
            refs[THAT] = each(event.subject)
    made = new_row(
        draft,
        "triggered",
        Row(ability_class(ability, row.cls.controller), num, row.n if once else row.n * times, refs),
    )
    if key is not None:
        draft.joined[key] = (draft.batch, range(made, made + 1))
    if once:
        discard_row(draft, handle)


def follow(draft: Draft, old: int, new: int) -> None:
    """Let abilities that triggered on an object's leaving find the card where it went (400.7, 603.6)."""
    for handle in waiting_abilities(draft):
        row = draft.rows[handle]
        term = row.cls.term
        if not isinstance(term, Triggered) or not isinstance(term.trigger, _LEAVING) or "Moved" not in reads(term):
            continue
        more: dict[str, Reference] = {}
        for slot, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.row == old and "@" not in slot:
                more[slot + MOVED] = Ref(ref.mode, new)
        if more:
            set_refs(draft, handle, {**row.refs, **more})


def state_triggers(draft: Draft) -> None:
    """State triggers (603.8): an ability whose condition is true triggers, unless it waits or is on the stack already.

    Asked after each effect of a resolution too: it triggers as soon as its condition is true,
    however shortly.
    """
    if WATCHING not in draft.index:
        return
    for handle, row in list(draft.rows.items()):
        if row.cls.zone != BATTLEFIELD:
            continue
        for ability in view(draft, handle).triggers.get("StateIs", ()):
            assert isinstance(ability.trigger, StateIs)
            condition: Any = ability.trigger.condition
            if condition_holds(draft, condition, handle) and not _under_way(draft, handle, ability):
                wait(draft, Happening("StateIs", subject=handle), handle, ability, row.n)


def _under_way(draft: Draft, handle: int, ability: Triggered) -> bool:
    return any(
        row.cls.term == ability and isinstance(ref, Ref) and ref.row == handle
        for row in (draft.rows[other] for other in standing(draft, POINTING))
        if row.cls.zone in (WAITING, STACK)
        for ref in [row.refs.get(SOURCE)]
    )


def _once_flag(draft: Draft, listener: int, ability: Triggered, again: int) -> FlagName:
    """The mark of an ability that has triggered this turn (603.2h)."""
    return FlagName(f"{TRIGGERED_ONCE}{_number(draft, listener, ability)}" + (f".{again}" if again else ""))


def _opens_batch(draft: Draft, event: Happening, trigger: object, key: object) -> bool:
    """Whether an ability about one or more things triggers: it has not yet for what happens at the same time (603.2c)."""
    entering = isinstance(trigger, (Enters, TokensMade))
    if event.kind == "Enters" and TriggersAgain in statics(draft).kinds:
        raise unsupported("rule-603.2d", "an additional time because of one or more things that enter", "603.2d")
    return first_of_batch(draft, key, draft.entering if entering else draft.batch, isinstance(trigger, ToGraveyard))


def _consider(draft: Draft, event: Happening, listener: int, ability: Triggered, again: int = 0) -> None:
    """Let an ability trigger as often as an event says; ``again``: how many like ones the listener has before it."""
    row = draft.rows[listener]
    trigger = ability.trigger
    event = as_one_event(event, trigger)
    times = times_triggered(draft, event, listener, row, trigger)
    if is_zero(times, "603.2"):
        return
    if isinstance(ability, SilentTrigger):
        name = view(draft, listener).name if row.cls.zone == BATTLEFIELD else printed(row.cls).name
        message = f'{name}: what triggers is not understood: "{ability.text}"'
        raise unsupported("clause-not-understood", message, "603.2")
    if ability.condition is not None and not condition_holds(
        draft, ability.condition, listener, that=event.subject, spent=event.amount
    ):
        return
    if row.cls.zone in HEARING_CARDS and not is_single(row.n) and not watches_itself(ability):
        raise unsupported("grouped-triggers", f"an ability of several like cards in {row.cls.zone}", "603.2")
    used = _once_flag(draft, listener, ability, again) if ability.limit else None
    if used is not None and row.cls.prop(used):
        return
    if isinstance(trigger, (Dies, DealsDamage, Enters, ToGraveyard, TokensMade)) and trigger.batch:
        if not _opens_batch(draft, event, trigger, (listener, ability, again, event.player)):
            return
        event = Happening(event.kind, -1, event.player, 0, 1, event.row, event.step)
    key = damage_key(event, listener, ability, again)
    if key is not None and joins_waiting(draft, event, key):
        return
    before = draft.fresh
    if used is not None:
        if not is_single(row.n) and isinstance(getattr(trigger, "subject", None), This):
            raise unsupported("rule-603.2h", "once each turn, for some members of a group", "603.2h")
        turn_into(draft, "", listener, row.cls.with_prop(used, True))
        times = row.n
        event = first_of(event)
    more_often = _additional_times(draft, event, listener)
    if more_often and ability.limit:
        raise unsupported("rule-603.2d", "an additional time for an ability that triggers once each turn", "603.2d")
    for _ in range(more_often):
        wait(draft, event, listener, ability, times)
    if isinstance(trigger, CountersPut) and not trigger.batch:
        wait_for_each_counter(draft, event, listener, ability, times)
    else:
        wait(draft, event, listener, ability, times)
    if key is not None:
        draft.joined[key] = (draft.batch, range(before, draft.fresh))


#: What causes an event, in the words of ``TriggersAgain``.
_CAUSES: Final = dict.fromkeys(("SpellCast", "CastOrCopied", "CastsNth", "BecomesTarget"), "cast") | {
    "Enters": "enters"
}


def _caused(draft: Draft, event: Happening, filter: Filter, source: int) -> bool:
    """Whether an event is caused by what a permanent asks for: what enters, or a spell that its controller casts or copies."""
    seat = draft.rows[source].cls.controller
    if event.kind == "Enters":
        return matches(draft, filter, event.subject, seat, source)
    if event.kind in ("SpellCast", "CastOrCopied"):
        return event.player == seat and card_fits(draft, filter, draft.rows[event.subject], seat, event.subject)
    if event.kind == "CastsNth" and event.player != seat:
        return False
    raise unsupported(
        "rule-603.2d", "an additional time for the number of a spell or for what becomes a target", "603.2d"
    )


def _additional_times(draft: Draft, event: Happening, listener: int) -> int:
    """How many additional times an ability triggers because of what enters (603.2d), if its source is a permanent."""
    cause = _CAUSES.get(event.kind)
    if cause is None or TriggersAgain not in statics(draft).kinds:
        return 0
    row = draft.rows.get(listener)
    if row is None or row.cls.zone != BATTLEFIELD:
        return 0
    found = 0
    for source, ability in statics(draft).applied:
        effect, origin = ability.effect, draft.rows[source]
        if not isinstance(effect, TriggersAgain) or origin.cls.controller != row.cls.controller:
            continue
        if ability.condition is not None and not condition_holds(draft, ability.condition, source):
            continue
        if effect.cause == cause and _caused(draft, event, effect.filter, source):
            if not isinstance(origin.n, int) or origin.n > PAIR_BUDGET:
                raise unsupported("rule-603.2d", "an unknown number of additional times", "603.2d")
            found += origin.n
    return found


def _number(state: State, listener: int, ability: Triggered) -> int:
    found = [a for abilities in view(state, listener).triggers.values() for a in abilities]
    return found.index(ability)
