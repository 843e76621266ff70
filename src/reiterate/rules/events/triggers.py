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
    SOURCED,
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
    USED,
    USED_LOYALTY,
    USED_UP,
    FlagName,
)
from reiterate.terms.abilities import Activated, Static, Triggered
from reiterate.terms.base import Ability, Term, replace, swap, walk
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.references import DEFENDING, LESSER, SEAT, Compare, Filter, This
from reiterate.terms.references import THAT_PLAYER as THAT_PLAYERS
from reiterate.terms.static_effects import GrantAbilities, TriggersAgain
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
        for kind in ("Dies", "ToGraveyard")
        for handle in listeners(state, kind)
        for ability in _waiting_for(state, handle, kind)
    )


def _waiting_for(state: State, handle: int, kind: str) -> tuple[Triggered, ...]:
    """The abilities of a row that wait for events of this kind: of a permanent, a card elsewhere, or a delayed ability."""
    row = state.rows.get(handle)
    if row is None:
        return ()
    if row.cls.zone == BATTLEFIELD:
        known = state.view.get(handle)
        chars = known if isinstance(known, Characteristics) else view(state, handle)
        return chars.triggers.get(kind, ())
    if row.cls.zone in HEARING_CARDS and row.cls.proto is not None:
        return printed(row.cls).triggers.get(event_in(row.cls.zone, kind), ())
    term = row.cls.term
    if row.cls.kind == DELAYED and isinstance(term, Triggered) and type(term.trigger).__name__ == kind:
        return (term,)
    return ()


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
    if (
        "That" in read and event.subject >= 0
    ):  # where the event has no object, what is later spoken of is of another one
        others = row.n - 1 if _another_of_itself(event, listener, ability) else row.n
        own = happens_to_source(ability.trigger)
        copies, times = _pair_with_object(event, listener, row, refs, (copies, times, others), own)
    if isinstance(
        ability.trigger, _LEAVING
    ):  # what may be gone as it resolves; else it is what the source then has (608.2h)
        if "Host" in read and HOST in row.refs:
            refs[HOST] = row.refs[HOST]
        if "Linked" in read:
            refs.update((slot, ref) for slot, ref in row.refs.items() if slot.startswith(NTH_LINK))
    if "Result" in read and isinstance(ability.trigger, _ON_STACK) and event.other in draft.rows:
        if not is_single(draft.rows[event.other].n):
            raise unsupported("grouped-triggers", "an ability about one of several like things that target", "603.2")
        refs[FIRST_RESULT] = one(event.other)  # what targets, or was activated
    if "DefendingPlayer" in read:
        fought = draft.rows.get(event.subject)
        if fought is not None and ATTACKS in fought.refs:
            refs[DEFENDER] = one(player(defending_seat(draft, event.subject)))  # 508.5
    said = of_defender(draft, of_player(ability, event.player), listener, event)
    cls = ability_class(less_than(draft, said, event), row.cls.controller)
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


def of_defender(state: State, ability: Triggered, listener: int, event: Happening) -> Triggered:
    """An ability about a creature other than its source that attacks, with the player it attacks as "defending player" (508.5)."""
    fought = state.rows.get(event.subject)
    if listener == event.subject or fought is None or ATTACKS not in fought.refs:
        return ability
    found: set[Filter] = set()

    def visit(node: Term) -> None:
        if isinstance(node, Filter) and node.controller == DEFENDING:
            found.add(node)

    walk(ability, visit)
    seat = f"{SEAT}{defending_seat(state, event.subject)}" if found else ""
    for one_set in found:
        made = swap(ability, one_set, replace(one_set, controller=seat))
        assert isinstance(made, Triggered)
        ability = made
    return ability


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
    """Whether it matters what the source of an ability is: a card of the game asks for it (113.7a), or has or gives protection (702.16b)."""
    if standing(state, SOURCED):
        return True
    specs = (*ability.targets, *(spec for mode in ability.modes for spec in mode.targets))
    if all(spec.filter is None for spec in specs):
        return False
    return bool(standing(state, PROTECTIVE))


#: Events whose second object is a spell or ability on the stack.
_ON_STACK: Final = (BecomesTarget, AbilityActivated)

#: At most this many separate rows of abilities are made when a group's members each trigger several times at once.
PAIR_BUDGET: Final = 64


def _another_of_itself(event: Happening, listener: int, ability: Triggered) -> bool:
    """Whether each of several like objects sees the others of them, and not itself (603.2)."""
    trigger = ability.trigger
    subject = getattr(trigger, "subject", None) or getattr(trigger, "filter", None)
    itself = getattr(trigger, "or_this", False)
    return isinstance(subject, Filter) and subject.another and not itself and event.subject == listener


def _pair_with_object(
    event: Happening,
    listener: int,
    row: Row,
    refs: dict[str, Reference],
    many: tuple[Amount, Amount, Amount],
    own: bool,
) -> tuple[Amount, Amount]:
    """Pair the waiting abilities with the event's objects. In ``many``: how many, how often, and how many see each object."""
    copies, times, others = many
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
        return others, event.count
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
    waiting_for_it = listeners(draft, kind)
    if not waiting_for_it and kind not in _OWN:
        return
    if kind == "Enters" and silent(draft, event.subject):
        return
    hits: list[tuple[int, tuple[Triggered, ...]]] = []
    for handle in waiting_for_it:
        abilities = _waiting_for(draft, handle, kind)
        if abilities:
            hits.append((handle, abilities))
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


def heard(draft: Draft, event: Happening) -> bool:
    """Whether an ability that triggers for each of several like things would trigger on an event, conditions aside (603.2c)."""
    for handle in listeners(draft, event.kind):
        for ability in _waiting_for(draft, handle, event.kind):
            if getattr(ability.trigger, "batch", False):
                continue
            row = draft.rows[handle]
            if row.cls.kind == DELAYED or not is_zero(
                times_triggered(draft, event, handle, row, ability.trigger), "603.2"
            ):
                return True
    return False


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
    whole = _as_batch(draft, event, ability.trigger, handle, ability)
    if whole is None:
        return
    event = whole
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


def once_flag(state: State, listener: int, ability: Triggered, again: int = 0) -> FlagName:
    """The mark of an ability with a limit that has triggered this turn (603.2h); ``again``: how many like ones are in front.

    Such abilities are numbered among themselves: one without a limit that is gained or lost renames none of them.
    """
    limited = [a for abilities in view(state, listener).triggers.values() for a in abilities if a.limit]
    return FlagName(f"{TRIGGERED_ONCE}{limited.index(ability)}" + (f".{again}" if again else ""))


def holding_given(draft: Draft, leaving: list[Class]) -> list[int]:
    """The marked permanents that have an ability with a limit from what is about to leave the battlefield."""
    given = {each for cls in leaving for each in _limited_given(cls)}
    if not given:
        return []
    marked = ((h, row) for h, row in draft.rows.items() if row.cls.zone == BATTLEFIELD and _marks(row.cls))
    return [handle for handle, _ in marked if given & {*view(draft, handle).abilities}]


def forget_given(draft: Draft, held: list[int]) -> None:
    """Permanents lose the marks of what they had from objects that have left (602.5c, 400.7).

    What another object, or the same card as another object, gives them then is another ability. In: those that
    ``holding_given`` named. Raises ``Unsupported`` where one has another ability with a limit: which of them is marked is not known.
    """
    for handle in held:
        if handle not in draft.rows:
            continue
        now = view(draft, handle)
        if any(a.limit for a in now.activated) or any(a.limit for found in now.triggers.values() for a in found):
            raise unsupported(
                "rule-602.5c", "a limited ability that was given, beside another one on a permanent", "602.5c"
            )
        cls = draft.rows[handle].cls
        for name in _marks(cls):
            cls = cls.with_prop(FlagName(name), False)
        turn_into(draft, "", handle, cls)


def _marks(cls: Class) -> list[str]:
    """The marks of abilities with a limit that were used, or have triggered."""
    return [name for name in cls.by_prop if name.startswith((TRIGGERED_ONCE, USED, USED_UP)) and name != USED_LOYALTY]


_LIMITED_GIVEN: dict[Proto, tuple[Ability, ...]] = {}


def _limited_given(cls: Class) -> tuple[Ability, ...]:
    """The abilities that an object gives others and that are limited in how often they trigger or are activated."""
    proto = cls.proto
    if proto is None:
        return ()
    if proto not in _LIMITED_GIVEN:
        _LIMITED_GIVEN[proto] = tuple(
            each
            for a in proto.abilities
            if isinstance(a, Static) and isinstance(a.effect, GrantAbilities)
            for each in a.effect.abilities
            if isinstance(each, Triggered | Activated) and each.limit
        )
    return _LIMITED_GIVEN[proto]


def _as_batch(draft: Draft, event: Happening, trigger: object, *key: object) -> Happening | None:
    """The event that an ability triggers on; of one or more things, all that happens at the same time is one (603.2c).

    In: ``key`` tells the ability and its source from others. Out: None where it has triggered on this event already.
    """
    if not isinstance(trigger, (Dies, DealsDamage, Enters, ToGraveyard, TokensMade)) or not trigger.batch:
        return event
    entering = isinstance(trigger, (Enters, TokensMade))
    if event.kind == "Enters" and TriggersAgain in statics(draft).kinds:
        raise unsupported("rule-603.2d", "an additional time because of one or more things that enter", "603.2d")
    now = draft.entering if entering else draft.batch
    if not first_of_batch(draft, (*key, event.player), now, isinstance(trigger, ToGraveyard)):
        return None
    return Happening(event.kind, -1, event.player, 0, 1, event.row, event.step)


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
    used = once_flag(draft, listener, ability, again) if ability.limit else None
    if used is not None and row.cls.prop(used):
        return
    whole = _as_batch(draft, event, trigger, listener, ability, again)
    if whole is None:
        return
    event = whole
    key = damage_key(event, listener, ability, again)
    if key is not None and joins_waiting(draft, event, key):
        return
    before = draft.fresh
    if used is not None:
        if not is_single(row.n) and isinstance(getattr(trigger, "subject", None), This):
            raise unsupported("rule-603.2h", "once each turn, for some members of a group", "603.2h")
        turn_into(draft, "", listener, row.cls.with_prop(used, True))
        times = row.n
        event = first_of(event, listener, ability)
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
