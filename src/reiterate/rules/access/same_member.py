"""One member of a group that a choice speaks of twice: it acts or is a target, and is named again.

A choice names rows, and a row may stand for many objects. A row that is named again means another one of them. So a choice that
means the same object says that: ``ITSELF`` is the object that acts, and ``same_as`` an earlier target. Such a member becomes a
row of its own before anything is done with it (601.2c, 602.2b).
"""

from __future__ import annotations

from dataclasses import replace

from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import ACTIVATE, ITSELF, Choice
from reiterate.rules.access.state_access import single_out, stand_apart
from reiterate.state.events import Draft, Event
from reiterate.state.model import State


def same_as(number: int) -> int:
    """What names, in place of a row, the very object that is the target with a number from 0."""
    return ITSELF - 1 - number


def target_meant(row: int) -> int:
    """The number of the target that is named in place of a row; -1 for a row, for ``ITSELF`` and for no target."""
    return ITSELF - 1 - row if row < ITSELF else -1


def real_row(choice: Choice, row: int) -> int:
    """The row whose member is meant by what a choice names."""
    number = target_meant(row)
    if number >= 0:
        return real_row(choice, choice.targets[number]) if number < len(choice.targets) else row
    return choice.row if row == ITSELF else row


def speaks_twice(choice: Choice) -> bool:
    """Whether a choice names an object that it has named before, and means the very same one."""
    return any(row < ITSELF for row in choice.targets) or any(row < 0 for row, _ in choice.picks)


def stood_apart(state: State, choice: Choice) -> tuple[State, list[Event], Choice] | Refusal:
    """The position in which single members that a choice means are rows of their own, its events, and the choice there.

    Nothing happens in the game. Raises ``Unsupported`` where there is no such member of a group that differs by equal steps.
    """
    events: list[Event] = []
    if choice.apart:
        parted = stand_apart(state, choice.apart)
        state, events, choice = parted.done(), parted.events, replace(choice, apart=())
    if not speaks_twice(choice):
        return state, events, choice
    refused = _nothing_before(state, choice)
    if refused is not None:
        return refused
    draft = Draft(state)
    rows = dict(_rows_apart(draft, choice))
    targets = tuple(
        rows.get(row, row) if row < 0 else rows.get(same_as(i), row) for i, row in enumerate(choice.targets)
    )
    picks = tuple((rows.get(row, row), count) for row, count in choice.picks)
    own, member = (rows[ITSELF], 0) if ITSELF in rows else (choice.row, choice.member)
    made = replace(choice, row=own, member=member, targets=targets, picks=picks)
    return draft.done(), events + draft.events, made


def _rows_apart(draft: Draft, choice: Choice) -> list[tuple[int, int]]:
    """What a choice names a second time, each with its row, which becomes one of its own."""
    again = [row for row in choice.targets if row < ITSELF] + [row for row, _ in choice.picks if row < 0]
    found: dict[int, int] = {}
    if ITSELF in again or any(choice.targets[target_meant(row)] == ITSELF for row in again if row < ITSELF):
        found[ITSELF] = single_out(draft, choice.row, choice.member)
    for row in sorted({row for row in again if row < ITSELF}, reverse=True):
        first = choice.targets[target_meant(row)]
        found[row] = found[first] if first == ITSELF else single_out(draft, first)
    return list(found.items())


def _nothing_before(state: State, choice: Choice) -> Refusal | None:
    """Why a choice can't mean an object that it has named before: it has named none there."""
    for at, row in enumerate(choice.targets):
        if row < ITSELF and not _is_named(state, choice, target_meant(row), at):
            return _no_such(target_meant(row))
    for row, _ in choice.picks:
        if row < ITSELF and not _is_named(state, choice, target_meant(row), len(choice.targets)):
            return _no_such(target_meant(row))
        if row < 0 and row >= ITSELF and (row != ITSELF or choice.verb != ACTIVATE or choice.row not in state.rows):
            return Refusal(ILLEGAL, "no-such-member", "nothing acts here that could be meant", "a name", "109.1")
    return None


def _is_named(state: State, choice: Choice, number: int, before: int) -> bool:
    """Whether the target with a number stands in front of a place, and is named by its row or as what acts."""
    if number >= before:
        return False
    row = choice.targets[number]
    return (row == ITSELF and choice.verb == ACTIVATE and choice.row in state.rows) or row in state.rows


def _no_such(number: int) -> Refusal:
    message = f"there is no target {number + 1} before that"
    return Refusal(ILLEGAL, "no-such-member", message, "the number of a target that stands before", "109.1")
