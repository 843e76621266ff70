"""The index of a state: which rows wait, have references, have a name, without a look at every row.

The entries are those of ``Class.listed``, and ``POINTING`` for rows with references.
``events.apply`` keeps the index of a draft up to date.
"""

from __future__ import annotations

from bisect import bisect_left

from reiterate.state.model import CALLED, POINTING, Index, Row, State


def standing(state: State, entry: str) -> tuple[int, ...]:
    """The rows that stand in an entry of a state's index, oldest first."""
    return (state.index or indexed(state)).get(entry, ())


def names_off_stack(state: State) -> list[tuple[str, tuple[int, ...]]]:
    """The names of cards and tokens anywhere but on the stack, each with the rows of that name."""
    begin = len(CALLED)
    entries = (state.index or indexed(state)).items()
    return [(entry[begin:], handles) for entry, handles in entries if entry.startswith(CALLED)]


def indexed(state: State) -> Index:
    """The index of a state, made where it isn't there yet."""
    if not state.index:
        found: dict[str, list[int]] = {}
        for handle, row in state.rows.items():
            for entry in row.cls.listed:
                found.setdefault(entry, []).append(handle)
            if row.refs:
                found.setdefault(POINTING, []).append(handle)
        state.index = {entry: tuple(sorted(handles)) for entry, handles in found.items()}
    return state.index


def put_in(index: Index, handle: int, entry: str) -> None:
    """Let a row stand in an entry."""
    there = index.get(entry)
    if there is None:
        index[entry] = (handle,)
    elif handle > there[-1]:
        index[entry] = (*there, handle)
    else:
        at = bisect_left(there, handle)
        index[entry] = (*there[:at], handle, *there[at:])


def take_out(index: Index, handle: int, entry: str) -> None:
    """Let a row stand in an entry no more; an entry without rows is none."""
    there = index[entry]
    if len(there) == 1:
        del index[entry]
    else:
        at = bisect_left(there, handle)
        index[entry] = (*there[:at], *there[at + 1 :])


def enlist(index: Index, handle: int, row: Row) -> None:
    """Put a row into all entries in which it stands."""
    for entry in row.cls.listed:
        put_in(index, handle, entry)
    if row.refs:
        put_in(index, handle, POINTING)


def strike(index: Index, handle: int, row: Row) -> None:
    """Take a row out of all entries in which it stands."""
    for entry in row.cls.listed:
        take_out(index, handle, entry)
    if row.refs:
        take_out(index, handle, POINTING)
