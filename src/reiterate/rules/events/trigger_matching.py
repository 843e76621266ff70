"""Whether and how many times an event sets off an ability (603.2)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, equal, less, more
from reiterate.refusals import unsupported
from reiterate.rules.access.faces import in_graveyard
from reiterate.rules.access.influence import in_range, noticed
from reiterate.rules.access.results import WINS
from reiterate.rules.access.state_access import seats
from reiterate.rules.access.whole_tables import check_whole
from reiterate.rules.characteristics.evaluate import card_fits, matches, power, view
from reiterate.rules.events.combat_state import attackers
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.replacement import is_source
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, GAME, GRAVEYARD, ONE, Ref, Row, State, is_player, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    ATTACKED_BEFORE,
    ATTACKING,
    ATTACKS,
    CAST_FROM,
    COPIED,
    ENTERED,
    FIRST_RESULT,
    HOST,
    LIFE,
    LORE_COUNTERS,
    MOVED,
    NTH_RESULT,
    NTH_TARGET,
    RANGE,
    SADDLED,
    THIS_TURN,
)
from reiterate.state.text_reads import kinds_counted
from reiterate.terms.base import Term, replace
from reiterate.terms.references import Filter, Host, Result, Subject, TargetRef, This
from reiterate.terms.spell_kinds import history_of
from reiterate.terms.trigger_events import (
    FIRST_TIME,
    GREATER_BESIDE,
    MOST_LIFE,
    TWO_BESIDE,
    WHILE_SADDLED,
    AbilityActivated,
    Attacks,
    AttacksWith,
    BecomesBlocked,
    BecomesDesignated,
    BecomesTapped,
    BecomesTarget,
    BecomesUntapped,
    Bends,
    BlockedBy,
    Blocks,
    BlocksOne,
    CardDrawn,
    CastOrCopied,
    CastsNth,
    CastThis,
    Chapter,
    CoinFlipped,
    CountersPut,
    CyclesThis,
    DealsDamage,
    Dies,
    Discards,
    DiscardsSome,
    DrawsNth,
    Enters,
    Exerted,
    Expends,
    IsDealtDamage,
    LastCounter,
    Leaves,
    LevelReached,
    LifeGained,
    LifeLost,
    Madness,
    PlayerDamaged,
    Sacrifices,
    SpellCast,
    StateIs,
    StepBegins,
    TappedForMana,
    ToGraveyard,
    TokensMade,
    Transforms,
    TriggerEvent,
    TurnedUp,
    Unattached,
    Unblocked,
    WhenDone,
)

#: The events whose number ``times_triggered`` tells itself.
_PLAIN: Final = (
    LifeGained,
    LifeLost,
    CardDrawn,
    CoinFlipped,
    StepBegins,
    SpellCast,
    Enters,
    Dies,
    Leaves,
    BecomesTapped,
    BecomesUntapped,
)

#: The events whose number ``_more_times`` tells.
_MORE: Final = (
    DealsDamage,
    IsDealtDamage,
    PlayerDamaged,
    BecomesTarget,
    Discards,
    DiscardsSome,
    Sacrifices,
    CountersPut,
    Chapter,
    LastCounter,
    Madness,
    TurnedUp,
    Transforms,
    BecomesDesignated,
    Exerted,
    Bends,
    TokensMade,
    AbilityActivated,
    ToGraveyard,
    CastThis,
    CyclesThis,
    StateIs,
    TappedForMana,
    Attacks,
    AttacksWith,
    Blocks,
    BecomesBlocked,
    Unblocked,
    BlockedBy,
    BlocksOne,
    Unattached,
    LevelReached,
    DrawsNth,
    Expends,
    CastsNth,
    CastOrCopied,
)

#: Every event that sets off abilities (603), by who tells its number.
HANDLED_TRIGGERS: Final = (*_PLAIN, *_MORE)
check_whole("trigger event", HANDLED_TRIGGERS, TriggerEvent)


def times_triggered(
    draft: Draft, event: Happening, listener: int, row: Row, trigger: TriggerEvent | WhenDone
) -> Amount:
    """How many times the ability of all members of ``listener`` triggers together."""
    seat = row.cls.controller
    members = row.n
    if RANGE in draft.rows[GAME].cls.by_prop and not noticed(
        draft, seat, event.player, (event.subject, event.other), event.row
    ):  # 801.7
        return 0
    if isinstance(trigger, (LifeGained, LifeLost, CardDrawn)):
        return members * event.count if _is_player(trigger.who, seat, event.player) else 0
    if isinstance(trigger, CoinFlipped):
        right = (event.step == WINS) == trigger.won and _is_player(trigger.who, seat, event.player)
        return members if right else 0
    if isinstance(trigger, StepBegins):
        whose = trigger.whose
        theirs = _host_controller(draft, listener) if whose == "host" else seat
        right = whose == "each" or (whose in ("you", "host")) == (event.player == theirs)
        return members if right and trigger.step == event.step else 0
    if isinstance(trigger, SpellCast):
        spell = draft.rows[event.subject]
        if not _is_player(trigger.who, seat, event.player):
            return 0
        if trigger.nth:
            return (
                members
                if any(_is_nth(draft, event, listener, seat, trigger.nth, k) for k in kinds_counted(trigger))
                else 0
            )
        return members if card_fits(draft, trigger.filter, spell, seat, event.subject, listener) else 0
    if isinstance(trigger, Attacks) and not _attacks_so(draft, trigger, event.subject):
        return 0
    if isinstance(trigger, _MORE):
        return _more_times(draft, event, listener, row, trigger)
    assert isinstance(trigger, (Enters, Dies, Leaves, BecomesTapped, BecomesUntapped))
    subject = trigger.subject
    itself = listener == event.subject
    if isinstance(trigger, Leaves) and trigger.into and event.step not in trigger.into:
        return 0
    if isinstance(subject, (TargetRef, Result)):
        return _named(row, subject, event)
    if isinstance(trigger, (Enters, Dies, Leaves)) and trigger.or_this and itself:
        return members * event.count
    if isinstance(subject, This):
        return event.count if itself else 0
    if not subject_matches(draft, subject, listener, event.subject, seat, event.row):
        return 0
    count: Amount = event.count
    if isinstance(subject, Filter) and subject.another and itself:
        count = event.count - 1
    if isinstance(trigger, (Dies, Enters)) and trigger.batch:
        return members if at_least(count, 1, "603.2c") else 0
    return members * count


def _is_nth(draft: Draft, event: Happening, listener: int, seat: int, nth: int, kind: Filter) -> bool:
    """Whether a spell that was cast is the one of this number that its player has cast of a kind this turn.

    Of a kind "other than" the source the source's own spell is not counted, where that was cast this turn.
    """
    counted = replace(kind, another=False)
    if not card_fits(draft, counted, draft.rows[event.subject], seat, event.subject, listener):
        return False
    told = draft.rows[player(event.player)].get(THIS_TURN + history_of(counted))
    row = draft.rows[listener]
    if kind.another and row.cls.prop(ENTERED) and row.cls.prop(CAST_FROM, "") and row.cls.controller == event.player:
        if COPIED in row.cls.by_prop or not is_single(row.n):
            raise unsupported(
                "rule-603.2", "other spells than one that has become a copy or is one of a group", "603.2"
            )
        told = told - (1 if card_fits(draft, counted, row, seat) else 0)
    return equal(told, nth, "603.2")


def _named(row: Row, subject: TargetRef | Result, event: Happening) -> Amount:
    """How often a delayed ability triggers that watches what was named as it was set up (603.7c)."""
    made = [slot for slot in row.refs if slot.startswith(NTH_RESULT) and not slot.endswith(MOVED)]
    if isinstance(subject, Result) and len(made) > 1:
        raise unsupported("rule-603.7c", "a delayed ability about one of several things that were made", "603.7c")
    slot = FIRST_RESULT if isinstance(subject, Result) else f"{NTH_TARGET}{subject.index}"
    named = row.refs.get(slot + MOVED, row.refs.get(slot))
    if not isinstance(named, Ref) or named.row != event.subject:
        return 0
    if named.mode != ONE or not is_single(event.count):
        raise unsupported("rule-603.7c", "a delayed ability about each of a group", "603.7c")
    return row.n


def _host_controller(draft: Draft, listener: int) -> int:
    """The controller of what a source is attached to; -1 where that is nothing."""
    host = draft.rows[listener].refs.get(HOST) if listener in draft.rows else None
    return draft.rows[host.row].cls.controller if isinstance(host, Ref) and host.row in draft.rows else -1


def _told_as(event: Happening, what: str) -> bool:
    """Whether a target is told of as ``what`` says: a spell's are told as it is announced, and again as it becomes cast (601.2i)."""
    return event.step == what if what != "any" else event.step != "cast"


def _more_times(draft: Draft, event: Happening, listener: int, row: Row, trigger: TriggerEvent | WhenDone) -> Amount:
    """``times_triggered`` for the events of ``occasions``."""
    seat, members = row.cls.controller, row.n
    match trigger:
        case CastThis() | CyclesThis() | Madness() | StateIs() | Chapter() | LastCounter() | LevelReached():
            return _of_itself(event, row, trigger) if event.subject == listener else 0
        case AttacksWith(who, filter, least):
            return members if _attackers(draft, event, who, filter, seat, listener, least) else 0
        case DrawsNth(who, nth) | CastsNth(who, nth) | Expends(who, nth):
            then = less(event.amount, nth, "121.2") and at_least(event.amount + event.count, nth, "121.2")
            return members if then and _is_player(who, seat, event.player) else 0
        case Bends(who, elements):
            return members if event.step in elements and _is_player(who, seat, event.player) else 0
        case CastOrCopied(who, filter):
            spell = draft.rows[event.subject]
            fits = _is_player(who, seat, event.player) and card_fits(
                draft, filter, spell, seat, event.subject, listener
            )
            return members * event.count if fits else 0
        case Discards(who) | DiscardsSome(who) | PlayerDamaged(who):
            return members * event.count if _is_player(who, seat, event.player) else 0
        case ToGraveyard(whose, filter, this, origin, batch):
            there = origin in ("", event.step)
            if event.step == BATTLEFIELD and not this:  # "from the battlefield" looks back, "from anywhere" never does
                there = draft.rows[event.subject].cls.zone == (origin or GRAVEYARD)
            if this:  # from the battlefield too the card in the graveyard triggers (603.6c)
                return event.count if there and event.subject == listener and row.cls.zone != BATTLEFIELD else 0
            fits = there and _is_player(whose, seat, event.player) and _put(draft, event, listener, trigger, seat)
            return members * (1 if batch else event.count) if fits else 0
        case BlockedBy(filter) | BlocksOne(filter):
            if event.other != listener or not _fits(draft, event, listener, filter, seat):
                return 0
            return event.count if isinstance(trigger, BlockedBy) else members
        case Unattached():
            return members if event.other == listener else 0
        case TappedForMana(_, _, True) if not subject_matches(draft, Host(), listener, event.subject, seat):
            return 0
        case Sacrifices(who, filter) | TokensMade(who, filter) | TappedForMana(who, filter):
            fits = _is_player(who, seat, event.player) and _fits(draft, event, listener, filter, seat)
            batch = isinstance(trigger, TokensMade) and trigger.batch
            others = event.count - 1 if filter.another and listener == event.subject else event.count
            return members * (1 if batch else others) if fits else 0
        case AbilityActivated(who, _, nonmana):
            fits = _is_player(who, seat, event.player) and not (nonmana and event.step == "mana")
            return members if fits and _of_permanent(draft, event, listener, trigger, seat) else 0
        case CountersPut(_, kind, _, who):
            if kind not in ("", event.step) or not _is_player(who, seat, event.player):
                return 0
        case BecomesTarget(_, what, by):
            if not _told_as(event, what) or not _is_player(by, seat, event.player):
                return 0
        case BecomesDesignated(_, designation):
            if event.step != designation:
                return 0
        case DealsDamage() | IsDealtDamage():
            if not _damage_fits(draft, event, listener, seat, trigger):
                return 0
            if isinstance(trigger, DealsDamage) and trigger.source:
                return members * event.count
    return _of_subject(draft, event, listener, row, trigger)


def _of_subject(draft: Draft, event: Happening, listener: int, row: Row, trigger: TriggerEvent | WhenDone) -> Amount:
    """How many times an ability triggers on what happens to what it watches, where everything else of its event fits."""
    seat, members = row.cls.controller, row.n
    subject = getattr(trigger, "subject", None)
    if isinstance(subject, (TargetRef, Result)):
        return _named(row, subject, event)
    assert isinstance(subject, (This, Host, Filter))
    itself = listener == event.subject
    if isinstance(subject, This):
        return event.count if itself else 0
    if not _watched(draft, event, listener, subject, seat):
        return 0
    count = 1 if isinstance(trigger, DealsDamage) and trigger.batch else event.count
    if isinstance(subject, Filter) and subject.another and itself:
        return members * (count - 1)
    return members * count


def _of_itself(event: Happening, row: Row, trigger: TriggerEvent | WhenDone) -> Amount:
    """How many times an ability triggers on what can happen to its source alone."""
    if isinstance(trigger, Chapter):
        told = row.get(LORE_COUNTERS)
        reached = less(told - event.amount, trigger.number, "714.2b") and at_least(told, trigger.number, "714.2b")
        return event.count if reached else 0
    if isinstance(trigger, LastCounter):
        return event.count if event.step == trigger.kind else 0
    if isinstance(trigger, LevelReached):
        return event.count if event.step == str(trigger.level) else 0
    return 0 if isinstance(trigger, StateIs) else 1


def _attacks_so(draft: Draft, trigger: Attacks, attacker: int) -> bool:
    """Whether an attacker was declared in the company, and against whom, as an event asks (702.105a, 702.149a)."""
    if trigger.so == GREATER_BESIDE:
        mine = power(draft, attacker)
        return any(more(power(draft, other), mine, "702.149a") for other in attackers(draft) if other != attacker)
    if trigger.so == TWO_BESIDE:
        total: Amount = 0
        for other in attackers(draft):
            total = total + draft.rows[other].n
        return at_least(total, 3, "508.3c")
    if trigger.so == WHILE_SADDLED:
        return SADDLED in draft.rows[attacker].cls.by_prop
    if trigger.so == FIRST_TIME:
        return ATTACKED_BEFORE not in draft.rows[attacker].cls.by_prop
    if trigger.so == MOST_LIFE:
        attacked = draft.rows[attacker].refs.get(ATTACKS)
        if not isinstance(attacked, Ref) or not is_player(draft, attacked.row):
            return False
        seat = draft.rows[attacker].cls.controller
        rivals = [player(other) for other in seats(draft) if in_range(draft, seat, other)]
        life = draft.rows[attacked.row].get(LIFE)
        return not any(more(draft.rows[other].get(LIFE), life, "702.105a") for other in rivals)
    return not trigger.alone or _alone(draft)


def _attackers(draft: Draft, event: Happening, who: str, filter: Term, seat: int, listener: int, least: int) -> bool:
    """Whether a player attacks with so many creatures of a set, as the event of their declaration happens."""
    assert isinstance(filter, Filter)
    count: Amount = 0
    for handle in attackers(draft) if _is_player(who, seat, event.player) else ():
        if matches(draft, filter, handle, seat, listener, skip_another=True):
            itself = filter.another and handle == listener
            count = count + (draft.rows[handle].n - 1 if itself else draft.rows[handle].n)
    return at_least(count, least, "508.3d")


def _alone(draft: Draft) -> bool:
    """Whether one creature was declared as an attacker (506.5), as the events of that declaration happen."""
    attackers = [row for row in draft.rows.values() if row.cls.prop(ATTACKING)]
    return len(attackers) == 1 and is_single(attackers[0].n)


def subject_matches(
    state: State, subject: Subject, source: int, handle: int, controller: int, row: Row | None = None
) -> bool:
    """Whether a permanent is what a trigger watches; ``row`` is its last known row if it is gone."""
    if isinstance(subject, This):
        return source == handle
    if isinstance(subject, Host):
        host = state.rows[source].refs.get(HOST) if source in state.rows else None
        return isinstance(host, Ref) and host.row == handle
    if handle in state.rows:
        return matches(state, subject, handle, controller, source)
    assert row is not None
    return card_fits(state, subject, row, controller)


def _watched(draft: Draft, event: Happening, listener: int, subject: This | Host | Filter, seat: int) -> bool:
    if event.subject < 0:
        return isinstance(subject, Filter) and event.row is not None and card_fits(draft, subject, event.row, seat)
    if isinstance(subject, Filter) and event.subject in draft.rows and draft.rows[event.subject].cls.proto is None:
        return False
    return subject_matches(draft, subject, listener, event.subject, seat, event.row)


def _fits(draft: Draft, event: Happening, listener: int, filter: Term, seat: int) -> bool:
    assert isinstance(filter, Filter)
    if event.subject in draft.rows and draft.rows[event.subject].cls.zone == BATTLEFIELD:
        return matches(draft, filter, event.subject, seat, listener)
    row = event.row if event.row is not None else draft.rows.get(event.subject)
    return row is not None and card_fits(draft, filter, row, seat, event.subject)


def _of_permanent(draft: Draft, event: Happening, listener: int, trigger: AbilityActivated, seat: int) -> bool:
    """Whether an activated ability was one of a permanent of a set (109.2); without a set it may be one of a card elsewhere."""
    if trigger.host:
        return _of_the_host(draft, event, listener, seat)
    filter = trigger.filter
    if filter == Filter():
        return True
    there = event.row is not None and event.row.cls.zone == BATTLEFIELD
    return there and _fits(draft, event, listener, filter, seat)


def _of_the_host(draft: Draft, event: Happening, listener: int, seat: int) -> bool:
    """Whether an activated ability was one of what a permanent is attached to; refused where that was given up for it (603.10a)."""
    now = draft.rows.get(event.subject)
    left = now is None or now.cls.zone != BATTLEFIELD
    if left and event.row is not None and event.row.cls.zone == BATTLEFIELD:
        raise unsupported("rule-603.10", "an ability of what something was attached to, which left for it", "603.10a")
    return not left and subject_matches(draft, Host(), listener, event.subject, seat)


def _damage_fits(
    draft: Draft, event: Happening, listener: int, seat: int, trigger: DealsDamage | IsDealtDamage
) -> bool:
    if (trigger.combat and event.step != "combat") or (trigger.noncombat and event.step == "combat"):
        return False
    if isinstance(trigger, IsDealtDamage):
        return True
    dealt = draft.rows.get(event.subject, event.row)
    if trigger.source:
        assert isinstance(trigger.subject, Filter)
        if dealt is None:
            raise unsupported("rule-609.7", "whether a source that is not known is one of a set", "609.7")
        if not is_source(draft, trigger.subject, seat, dealt.cls.controller, dealt, event.subject, listener):
            return False
    elif isinstance(trigger.subject, Filter) and (dealt is None or dealt.cls.zone != BATTLEFIELD):
        return False  # 109.2: a permanent, where the text does not speak of a source
    match trigger.to:
        case "player":
            return event.player >= 0
        case "player or planeswalker":
            return event.player >= 0 or "planeswalker" in view(draft, event.other).types
        case "opponent":
            return event.player >= 0 and event.player != seat
        case "you":
            return event.player == seat
        case "creature":
            return event.player < 0 and "creature" in view(draft, event.other).types
    return True


def _put(draft: Draft, event: Happening, listener: int, trigger: ToGraveyard, seat: int) -> bool:
    """Whether what is put into a graveyard is of a set: from anywhere, as the card that it is there (603.6c, 712.8a)."""
    other = trigger.filter.another and event.subject == listener
    if other and not is_single(draft.rows[listener].n):
        raise unsupported("grouped-triggers", "one of a group put into a graveyard with others of it", "603.2")
    card = in_graveyard(event.row) if event.row is not None and not trigger.origin else None
    if card is None:
        return _fits(draft, event, listener, trigger.filter, seat)
    assert isinstance(trigger.filter, Filter)
    return card_fits(draft, trigger.filter, card, seat)


def _is_player(who: str, seat: int, happened_to: int) -> bool:
    return who == "any" or (who == "you") == (seat == happened_to)
