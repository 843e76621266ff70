"""Triggered abilities that wait are put onto the stack (603.3b), with their modes, targets and divisions."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access.choice import ITSELF
from reiterate.rules.access.questions import Question, decide, note_objects
from reiterate.rules.access.state_access import (
    family,
    game,
    in_game,
    new_row,
    push,
    seats,
    set_about,
    set_game,
    split,
    turn_into,
)
from reiterate.rules.characteristics.references import Around
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.targets import NONE, legal_targets, origin, possible, seen_from
from reiterate.rules.events.triggers import fire, waiting_abilities
from reiterate.rules.resolution import division
from reiterate.state.events import CLASS, COUNT, DROP, Draft, Event, apply
from reiterate.state.model import BATTLEFIELD, EACH, STACK, Ref, Reference, Row, State, each, one
from reiterate.state.normal_form import alike_num, indistinguishable, is_single, same_reference
from reiterate.state.properties import ASKED, NTH_TARGET, SOURCE, THAT, WHO
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import replace
from reiterate.terms.references import TargetSpec

#: What a note of the only targets of an ability is called.
TARGETS: Final = "targets"


def put_waiting(draft: Draft) -> bool:
    """Put waiting abilities on the stack in APNAP order; False if a player must choose first (603.3b, 603.3d).

    Abilities nobody can tell apart need no order. An ability with more than one possible target
    asks for it.
    """
    for handle in waiting_abilities(draft):
        if not in_game(draft, draft.rows[handle].cls.controller):  # 800.4d
            apply(draft, Event(DROP, "not put on the stack (800.4d)", handle, "", draft.rows[handle].n))
    if len(waiting_abilities(draft)) > 1:
        join_waiting(draft)
    for seat in seats(draft):
        mine = [h for h in waiting_abilities(draft) if draft.rows[h].cls.controller == seat]
        while mine:
            lowest = mine.pop()  # like ones stand on the stack in the order of their sources' timestamps, first on top
            if mine and any(not indistinguishable(draft, lowest, other) for other in mine):
                _ask(draft, seat, "order", None)
                return False
            if not place(draft, lowest, draft.rows[lowest].n):
                return False
            mine += [h for h in waiting_abilities(draft) if h == lowest]  # those with modes of their own
    return True


def place(draft: Draft, handle: int, count: Amount) -> bool:
    """Put ``count`` of a waiting row on the stack, or ask for a target first (then False).

    Of those that have a mode to choose only as many are put there as the choice is made for; the others still wait.
    """
    from_row = split(draft, handle, count)
    ability = draft.rows[from_row].cls.term
    assert isinstance(ability, Triggered)
    if ability.modes:
        from_row, ability = _with_mode(draft, from_row, ability)
        if not ability.effects:  # 603.3c
            apply(draft, Event(DROP, "removed without a mode", from_row, "", draft.rows[from_row].n))
            return True
    if ability.targets:
        return _place_targeted(draft, from_row, ability)
    _to_stack(draft, from_row)
    return True


def _with_mode(draft: Draft, handle: int, ability: Triggered) -> tuple[int, Triggered]:
    """The abilities of a row that get one mode as they are put on the stack, and what they are with it (603.3c, 700.2b).

    Each ability has a mode of its own. So their controller also says for how many of them a choice is made.
    """
    seat = draft.rows[handle].cls.controller
    row = draft.rows[handle]
    source, _ = origin(row)
    open_modes = [
        i
        for i, mode in enumerate(ability.modes, 1)
        if possible(draft, mode.targets, [_could_be(draft, spec, seat, row) for spec in mode.targets], source)
    ]
    if not open_modes:
        return handle, replace(ability, modes=())
    words = tuple(f"mode {i}" for i in open_modes)
    chosen = decide(draft, Question("mode", seat, words=words, high=row.n, text="choose a mode", ability=ability))
    mode = ability.modes[int(chosen.answer.removeprefix("mode ")) - 1]
    made = replace(ability, effects=mode.effects, targets=mode.targets, modes=())
    part = handle if _is_all(chosen.count) else split(draft, handle, chosen.count)
    turn_into(draft, "", part, draft.rows[part].cls.but("term", made))
    return part, made


def _is_all(count: Amount) -> bool:
    """Whether a choice is made for all of a group."""
    return type(count) is int and count == 0


def _place_targeted(draft: Draft, handle: int, ability: Triggered) -> bool:
    from_targets = trigger_targets(draft, handle)
    shared = division.divided(ability.targets)
    if shared is not None:
        return _place_divided(draft, handle, shared, from_targets)
    if division.run_of(ability.targets) is not None:
        return _place_run(draft, handle, from_targets)
    own = own_row(draft, handle)
    if not possible(draft, ability.targets, from_targets, own, acting=own >= 0):
        apply(draft, Event(DROP, "removed without a legal target", handle, "", draft.rows[handle].n))
        return True
    if all(len(options) == 1 and (options[0] == NONE or _one_object(draft, options[0])) for options in from_targets):
        only = [options[0] for options in from_targets]
        named = [target for target in only if target != NONE]
        note_objects(draft, draft.rows[handle].cls.controller, named, [(target, 1) for target in named], TARGETS)
        aim(draft, handle, only)
        return True
    _ask(draft, draft.rows[handle].cls.controller, "target", handle)
    return False


def _place_run(draft: Draft, handle: int, from_targets: list[list[int]]) -> bool:
    """An ability with any number of targets (603.3d), behind those that there must be."""
    if not all(from_targets[:-1]):
        apply(draft, Event(DROP, "removed without a legal target", handle, "", draft.rows[handle].n))
        return True
    if from_targets == [[]]:
        aim(draft, handle, [])
        return True
    _ask(draft, draft.rows[handle].cls.controller, "target", handle)
    return False


def _place_divided(draft: Draft, handle: int, shared: TargetSpec, from_targets: list[list[int]]) -> bool:
    """An ability that divides something among targets (601.2d): each of them gets at least 1."""
    whole = divided_by(draft, handle)
    nobody = not from_targets[-1] or not at_least(whole, 1, "601.2d")
    if any(not options for options in from_targets[:-1]) or (nobody and shared.least > 0):
        if from_targets[-1] and not at_least(whole, 1, "601.2d"):
            raise unsupported("rule-601.2d", "nothing to divide among targets that there must be", "601.2d")
        apply(draft, Event(DROP, "removed without a legal target", handle, "", draft.rows[handle].n))
        return True
    if nobody and len(from_targets) == 1:
        aim(draft, handle, [])
        return True
    if not at_least(whole, shared.least, "601.2d"):
        raise unsupported("rule-601.2d", "less to divide than there must be targets", "601.2d")
    _ask(draft, draft.rows[handle].cls.controller, "target", handle)
    return False


def divided_by(state: State, handle: int) -> Amount:
    """How much a waiting ability divides among its targets."""
    row = state.rows[handle]
    assert isinstance(row.cls.term, Triggered)
    source = getattr(row.refs.get(SOURCE), "row", -1)
    around = Around(row.cls.controller, row.refs, row.num, source)
    return division.total(state, row.cls.term.effects, around)


def _one_object(state: State, handle: int) -> bool:
    return is_single(state.rows[handle].n)


def _could_be(state: State, spec: TargetSpec, seat: int, row: Row) -> list[int]:
    """The rows that a target of a waiting ability could be, none among them where there needn't be one."""
    none = [NONE] if spec.optional or spec.least == 0 else []
    return legal_targets(state, spec, seat, *seen_from(row, spec)) + none


def trigger_targets(state: State, handle: int) -> list[list[int]]:
    """For each target of a waiting ability the rows that it could be."""
    row = state.rows[handle]
    assert isinstance(row.cls.term, Triggered)
    own = own_row(state, handle)
    found: list[list[int]] = []
    for spec in row.cls.term.targets:
        rows = legal_targets(state, spec, row.cls.controller, *seen_from(row, spec))
        another = spec.filter is not None and spec.filter.another and own == origin(row)[0]
        if own in rows and not another:
            rows.append(ITSELF)
        if not is_single(row.n) and any(other in rows for other in family(state, handle) if other != own):
            raise unsupported(
                "grouped-triggers", "targets beside what each of a group of sources is paired with", "603.3d"
            )
        found.append([*rows, NONE] if spec.optional else rows)
    return found


def own_slot(state: State, handle: int) -> str:
    """By what each of several like waiting abilities names an object of its own: its source, or what its event was about; "" for none."""
    row = state.rows[handle]
    if is_single(row.n):
        return ""
    paired = ((slot, row.refs.get(slot)) for slot in (SOURCE, THAT))
    return next((slot for slot, ref in paired if isinstance(ref, Ref) and ref.mode == EACH), "")


def own_row(state: State, handle: int) -> int:
    """The row of which each of several like waiting abilities has a member of its own, which may be its target; -1 for none."""
    slot = own_slot(state, handle)
    ref = state.rows[handle].refs[slot] if slot else None
    return ref.row if isinstance(ref, Ref) else -1


def aim(draft: Draft, handle: int, targets: list[int], parts: dict[str, Amount] | None = None) -> None:
    """Give a waiting ability its targets, and their parts of what is divided, and put it on the stack (603.3d).

    A row that the ability is paired with is a target member by member.
    """
    row = draft.rows[handle]
    entry = put_waiting_on_stack(draft, handle, targets, parts)
    targeted(draft, entry, row.cls.controller, targets, row.n, "ability")


def put_waiting_on_stack(draft: Draft, handle: int, targets: list[int], parts: dict[str, Amount] | None = None) -> int:
    """Put a waiting ability on the stack with its targets; nothing triggers on their becoming targets. Gives its row."""
    row = draft.rows[handle]
    refs: dict[str, Reference] = dict(row.refs)
    own = own_row(draft, handle)
    for i, target in enumerate(targets):
        if target != NONE:
            refs[f"{NTH_TARGET}{i}"] = each(target) if target == own else one(target)
    from_row = Row(row.cls, {**row.num, **parts} if parts else row.num, row.n, refs)
    apply(draft, Event(DROP, "", handle, "", row.n))
    return _to_stack(draft, new_row(draft, "", from_row))


def targeted(draft: Draft, entry: int, controller: int, targets: list[int], count: Amount, what: str) -> None:
    """Things become targets of something on the stack (115.10): of ``count`` like entries at once.

    ``what``: "spell" or "ability"; "cast" tells of the targets of a spell that has become cast (601.2i).
    """
    for target in dict.fromkeys(targets):
        if target != NONE and target in draft.rows and draft.rows[target].cls.zone == BATTLEFIELD:
            event = Happening("BecomesTarget", subject=target, seat=controller, count=count, step=what)
            event.other = entry
            fire(draft, event)


def _to_stack(draft: Draft, handle: int) -> int:
    row = draft.rows[handle]
    on_stack = row.cls.but("zone", STACK)
    if draft.stack:
        top = draft.rows[draft.stack[0]]
        if top.cls is on_stack and _same_entry(top, row):
            apply(draft, Event(COUNT, "", draft.stack[0], "", top.n + row.n))
            apply(draft, Event(DROP, "put on the stack", handle, "", row.n))
            return draft.stack[0]
    apply(draft, Event(CLASS, "put on the stack", handle, "", 0, on_stack))
    push(draft, handle)
    return handle


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
    handles = waiting_abilities(draft)
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
    set_game(draft, game(draft).with_prop(ASKED, what).with_prop(WHO, seat))
    set_about(draft, handle)
