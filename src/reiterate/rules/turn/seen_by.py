"""What one player sees of a game: hidden zones of the others hold cards that nobody has named (400.2).

``seen_by(state, seat)`` is a state like any other. Whatever is worked out of it tells that player nothing that the
others hide: findings, verdicts, and what somebody could do.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from reiterate.rules.access.state_access import seats
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.state.model import HAND, LIBRARY, Row, State, make_class
from reiterate.state.properties import CARD, LIBRARY_OF

#: Hidden zones: not all players may see their cards (400.2).
HIDDEN: Final = (HAND, LIBRARY)


def seen_by(state: State, seat: int, shown: Set[int] = frozenset()) -> State:
    """A state as the player of a seat sees it.

    In: the rows of hidden cards that everybody has seen, which stay as they are. Out: a state in which every other card
    of another player's hand and library is an unknown card. A player's own library is known as it was laid out.
    """
    rows = dict(state.rows)
    seqs = dict(state.seqs)
    for other in seats(state):
        if other == seat:
            continue
        library = f"{LIBRARY_OF}{other}"
        hand = [handle for handle, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == other]
        _hide(rows, hand, shown)
        seqs[library] = _hide(rows, seqs.get(library, ()), shown)
    labels = {label: handle for label, handle in state.labels.items() if rows.get(handle) is state.rows.get(handle)}
    return State(rows, seqs, state.tally, labels, state.fresh)


def _hide(rows: dict[int, Row], handles: Sequence[int], shown: Set[int]) -> tuple[int, ...]:
    """Make the cards of one hidden zone unknown, those next to each other as one row; the handles that are left."""
    left: list[int] = []
    for handle in handles:
        row = rows[handle]
        if handle in shown or row.cls.kind != CARD:
            left.append(handle)
            continue
        cls = make_class(CARD, row.cls.zone, proto=UNKNOWN_CARD, owner=row.cls.owner, controller=row.cls.controller)
        before = rows[left[-1]] if left else None
        if before is not None and before.cls is cls:
            rows[left[-1]] = Row(cls, {}, before.n + row.n, {})
            del rows[handle]
        else:
            rows[handle] = Row(cls, {}, row.n, {})
            left.append(handle)
    return tuple(left)


def shown_in(start: State, *later: State) -> frozenset[int]:
    """The rows of hidden cards that have left their hidden zone in one of some later states: everybody has seen them."""
    hidden = [(handle, row) for handle, row in start.rows.items() if row.cls.zone in HIDDEN]
    return frozenset(
        handle
        for handle, row in hidden
        for state in later
        if handle not in state.rows or state.rows[handle].cls.zone != row.cls.zone
    )
