"""Triggered abilities (603): what an event sets off, and how the abilities reach the stack.

An event of ``count`` like happenings sets off ``count`` like abilities for each listener: they wait as one row with
a count. A row keeps its source, its event's object or its event's amount only where its effects read them.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.chars import Chars, condition_holds, filter_holds, printed, subject_matches, view
from reiterate.rules.targets import legal_targets
from reiterate.rules.world import game, new_row, push, seats, set_about, set_game, split
from reiterate.state.events import CLASS, COUNT, DROP, Draft, Event, apply
from reiterate.state.model import (
    BATTLEFIELD,
    STACK,
    WAITING,
    Class,
    Reference,
    Row,
    State,
    each,
    make_class,
    one,
    player,
)
from reiterate.state.normal import alike, alike_num, is_single, same_reference
from reiterate.terms.base import Term, walk
from reiterate.terms.nodes import (
    Attacks,
    BecomesBlocked,
    BecomesTapped,
    BecomesUntapped,
    Blocks,
    CardDrawn,
    ControllerOf,
    Dies,
    Enters,
    Filter,
    Host,
    Leaves,
    LifeGained,
    LifeLost,
    SpellCast,
    StepBegins,
    That,
    ThatMuch,
    ThatPlayer,
    This,
    Triggered,
    TriggerEvent,
)

HANDLED_TRIGGERS: Final = (
    Enters,
    Dies,
    Leaves,
    LifeGained,
    LifeLost,
    BecomesTapped,
    BecomesUntapped,
    CardDrawn,
    SpellCast,
    StepBegins,
    Attacks,
    Blocks,
    BecomesBlocked,
)

_OF_OBJECTS: Final = (Enters, Dies, Leaves, BecomesTapped, BecomesUntapped, Attacks, Blocks, BecomesBlocked)

_READS: dict[Term, frozenset[str]] = {}


def reads(ability: Term) -> frozenset[str]:
    """Which of its surroundings the effects, targets and condition of an ability read: names of node kinds."""
    known = _READS.get(ability)
    if known is None:
        found: set[str] = set()

        def visit(node: Term) -> None:
            if isinstance(node, (This, Host, That, ThatMuch, ThatPlayer, ControllerOf)):
                found.add(type(node).__name__)
            elif isinstance(node, Filter) and node.another:
                found.add("This")

        effects = getattr(ability, "effects", ())
        walk(effects, visit)
        walk(getattr(ability, "targets", ()), visit)
        condition = getattr(ability, "condition", None)
        if condition is not None:
            found.add("This")
        known = _READS[ability] = frozenset(found)
    return known


class Happening:
    """What an event offers to triggers: its kind, object, player and amount, and how many times it happened."""

    __slots__ = ("amount", "count", "kind", "player", "row", "step", "subject")

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


def fire(draft: Draft, event: Happening) -> None:
    """Find every triggered ability that ``event`` sets off; they wait (603.2, 603.3)."""
    kind = event.kind
    known = draft.view
    hits: list[tuple[int, tuple[Triggered, ...]]] = []
    for handle, row in draft.rows.items():
        if row.cls.zone == BATTLEFIELD:
            chars = known.get(handle)
            if not isinstance(chars, Chars):
                chars = view(draft, handle)
            if kind in chars.triggers:
                hits.append((handle, chars.triggers[kind]))
    for handle, abilities in hits:
        for ability in abilities:
            _consider(draft, event, handle, ability)


def _consider(draft: Draft, event: Happening, listener: int, ability: Triggered) -> None:
    row = draft.rows[listener]
    trigger = ability.trigger
    times = _times(draft, event, listener, row, trigger)
    if is_zero(times, "603.2"):
        return
    if ability.condition is not None and not condition_holds(draft, ability.condition, listener):
        return
    if ability.limit:
        used = f"triggered.{_number(draft, listener, ability)}"
        if row.cls.prop(used):
            return
        raise unsupported("rule-603.2h", "a triggered ability limited to once each turn", "603.2h")
    _wait(draft, event, listener, ability, times)


def _number(state: State, listener: int, ability: Triggered) -> int:
    return view(state, listener).abilities.index(ability)


def _times(draft: Draft, event: Happening, listener: int, row: Row, trigger: TriggerEvent) -> Amount:
    """How many times the ability of all members of ``listener`` triggers together."""
    seat = row.cls.controller
    members = row.n
    if isinstance(trigger, (LifeGained, LifeLost, CardDrawn)):
        return members * event.count if _is_player(trigger.who, seat, event.player) else 0
    if isinstance(trigger, StepBegins):
        whose = trigger.whose
        right = whose == "each" or (whose == "you") == (event.player == seat)
        return members if right and trigger.step == event.step else 0
    if isinstance(trigger, SpellCast):
        spell = draft.rows[event.subject]
        if not _is_player(trigger.who, seat, event.player):
            return 0
        return members if filter_holds(trigger.filter, spell, printed(spell.cls), seat) else 0
    assert isinstance(trigger, _OF_OBJECTS)
    subject = trigger.subject
    itself = listener == event.subject
    if isinstance(trigger, (Enters, Dies)) and trigger.or_this and itself:
        return members * event.count
    if isinstance(subject, This):
        return event.count if itself else 0
    if not subject_matches(draft, subject, listener, event.subject, seat, event.row):
        return 0
    if isinstance(subject, Filter) and subject.another and itself:
        return members * (event.count - 1)
    return members * event.count


def _is_player(who: str, seat: int, happened_to: int) -> bool:
    return who == "any" or (who == "you") == (seat == happened_to)


def _wait(draft: Draft, event: Happening, listener: int, ability: Triggered, times: Amount) -> None:
    read = reads(ability)
    row = draft.rows[listener]
    num: dict[str, Amount] = {}
    refs: dict[str, Reference] = {}
    if "ThatMuch" in read:
        num["that"] = event.amount
    if "ThatPlayer" in read:
        refs["player"] = one(player(event.player))
    copies: Amount = 1
    wants_source = "This" in read or "Host" in read
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
    cls = _ability_class(ability, row.cls.controller)
    if type(copies) is not int:
        raise unsupported("grouped-triggers", "an unknown number of abilities for each member of a group", "603.2")
    if copies > PAIR_BUDGET:
        raise unsupported("grouped-triggers", f"more than {PAIR_BUDGET} abilities for each member of a group", "603.2")
    for _ in range(copies):
        new_row(draft, "triggered", Row(cls, num, times, refs))


#: At most this many separate rows of abilities are made when a group's members each trigger several times at once.
PAIR_BUDGET: Final = 64


def _another_of_itself(event: Happening, listener: int, ability: Triggered) -> bool:
    subject = getattr(ability.trigger, "subject", None)
    return isinstance(subject, Filter) and subject.another and event.subject == listener


def _own(ability: Triggered) -> bool:
    """Whether an ability triggers on what happens to its own source only."""
    return isinstance(getattr(ability.trigger, "subject", None), This) and not getattr(
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


def _ability_class(ability: Triggered, controller: int) -> Class:
    at = (ability, controller)
    found = _ABILITY_CLASSES.get(at)
    if found is None:
        found = _ABILITY_CLASSES[at] = make_class(
            "ability", WAITING, term=ability, owner=controller, controller=controller
        )
    return found


# --- onto the stack (603.3b) -------------------------------------------------------------------------------------


def waiting(state: State) -> list[int]:
    """Handles of abilities that have triggered and are not on the stack yet."""
    return [h for h, row in state.rows.items() if row.cls.zone == WAITING]


def put_waiting(draft: Draft) -> bool:
    """Put waiting abilities on the stack in APNAP order; False if a player must choose first (603.3b, 603.3d).

    Abilities nobody can tell apart need no order. An ability with more than one possible target asks for it.
    """
    join_waiting(draft)
    for seat in seats(draft):
        mine = [h for h in waiting(draft) if draft.rows[h].cls.controller == seat]
        while mine:
            first = mine[0]
            if any(not alike(draft, first, other) for other in mine[1:]):
                _ask(draft, seat, "order", None)
                return False
            mine.remove(first)
            if not place(draft, first, draft.rows[first].n):
                return False
    return True


def place(draft: Draft, handle: int, count: Amount) -> bool:
    """Put ``count`` of a waiting row on the stack, or ask for a target first (then False)."""
    from_row = split(draft, handle, count)
    ability = draft.rows[from_row].cls.term
    assert isinstance(ability, Triggered)
    if ability.targets:
        return _place_targeted(draft, from_row, ability)
    _to_stack(draft, from_row)
    return True


def _place_targeted(draft: Draft, handle: int, ability: Triggered) -> bool:
    from_targets = trigger_targets(draft, handle)
    if any(not options for options in from_targets):
        apply(draft, Event(DROP, "removed without a legal target", handle, "", draft.rows[handle].n))
        return True
    if all(len(options) == 1 and _one_object(draft, options[0]) for options in from_targets):
        aim(draft, handle, [options[0] for options in from_targets])
        return True
    _ask(draft, draft.rows[handle].cls.controller, "target", handle)
    return False


def _one_object(state: State, handle: int) -> bool:
    return is_single(state.rows[handle].n)


def trigger_targets(state: State, handle: int) -> list[list[int]]:
    """For each target of a waiting ability the rows that it could be."""
    row = state.rows[handle]
    assert isinstance(row.cls.term, Triggered)
    source = row.refs.get("source")
    source_handle = getattr(source, "row", -1)
    return [legal_targets(state, spec, row.cls.controller, source_handle) for spec in row.cls.term.targets]


def aim(draft: Draft, handle: int, targets: list[int]) -> None:
    """Give a waiting ability its targets and put it on the stack (603.3d)."""
    row = draft.rows[handle]
    refs = dict(row.refs)
    for i, target in enumerate(targets):
        refs[f"target{i}"] = one(target)
    from_row = Row(row.cls, row.num, row.n, refs)
    apply(draft, Event(DROP, "", handle, "", row.n))
    made = new_row(draft, "", from_row)
    _to_stack(draft, made)


def _to_stack(draft: Draft, handle: int) -> None:
    row = draft.rows[handle]
    on_stack = row.cls.but("zone", STACK)
    if draft.stack:
        top = draft.rows[draft.stack[0]]
        if top.cls is on_stack and _same_entry(top, row):
            apply(draft, Event(COUNT, "", draft.stack[0], "", top.n + row.n))
            apply(draft, Event(DROP, "put on the stack", handle, "", row.n))
            return
    apply(draft, Event(CLASS, "put on the stack", handle, "", 0, on_stack))
    push(draft, handle)


def _same_entry(a: Row, b: Row) -> bool:
    if a.refs.keys() != b.refs.keys() or not alike_num(a.num, b.num):
        return False
    for slot, ref in a.refs.items():
        other = b.refs[slot]
        if getattr(ref, "mode", "") == "each" or not same_reference(ref, other):
            return False
    return True


def join_waiting(draft: Draft) -> None:
    """Count waiting abilities together that are equal in everything."""
    handles = waiting(draft)
    if len(handles) < 2:
        return
    for i, first in enumerate(handles):
        if first not in draft.rows:
            continue
        for other in handles[i + 1 :]:
            if other not in draft.rows:
                continue
            a, b = draft.rows[first], draft.rows[other]
            if a.cls is b.cls and _same_entry(a, b):
                apply(draft, Event(COUNT, "", first, "", a.n + b.n))
                apply(draft, Event(DROP, "", other, "", b.n))


def _ask(draft: Draft, seat: int, what: str, handle: int | None) -> None:
    set_game(draft, game(draft).with_prop("ask", what).with_prop("who", seat))
    set_about(draft, handle)
