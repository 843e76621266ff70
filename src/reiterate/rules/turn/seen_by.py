"""What one player sees of a game: hidden zones of the others hold cards that nobody has named (400.2).

``seen_by(state, seat)`` is a state like any other. Whatever is worked out of it tells that player nothing that the
others hide: findings, verdicts, and what somebody could do.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.state.model import HAND, LIBRARY, Ref, Row, State, make_class
from reiterate.state.properties import CARD, LIBRARY_OF

#: Hidden zones: not all players may see their cards (400.2).
HIDDEN: Final = (HAND, LIBRARY)


def seen_by(state: State, seat: int, shown: Set[int] = frozenset()) -> State:
    """A state as the player of a seat sees it.

    In: the rows of hidden cards that everybody has seen, which stay as they are. Out: a state in which every other card
    of another player's hand and library is an unknown card. A player's own library is known as it was laid out.
    """
    own = frozenset({seat})
    return covered(state, own, own, shown)


def covered(state: State, hands: Set[int], libraries: Set[int], shown: Set[int] = frozenset()) -> State:
    """A state with hidden cards covered: every one is an unknown card.

    In: the seats whose hands, and those whose libraries, stay as they are; the rows that stay as well. Cards of players
    who have left the game are covered too. What something refers to stays a row of its own.
    """
    rows = dict(state.rows)
    seqs = dict(state.seqs)
    pointed = frozenset(ref.row for row in rows.values() for ref in row.refs.values() if isinstance(ref, Ref))
    inside: dict[int, list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.zone == HAND and row.cls.owner not in hands:
            inside.setdefault(row.cls.owner, []).append(handle)
    for held in inside.values():
        _hide(rows, held, shown, pointed)
    for name, library in state.seqs.items():
        if name.startswith(LIBRARY_OF) and int(name.removeprefix(LIBRARY_OF)) not in libraries:
            seqs[name] = _hide(rows, library, shown, pointed)
    labels = {label: handle for label, handle in state.labels.items() if rows.get(handle) is state.rows.get(handle)}
    return State(rows, seqs, state.tally, labels, state.fresh)


def _hide(rows: dict[int, Row], handles: Sequence[int], shown: Set[int], pointed: Set[int]) -> tuple[int, ...]:
    """Make the cards of one hidden zone unknown, those next to each other as one row; the handles that are left."""
    left: list[int] = []
    for handle in handles:
        row = rows[handle]
        if handle in shown or row.cls.kind != CARD:
            left.append(handle)
            continue
        cls = make_class(CARD, row.cls.zone, proto=UNKNOWN_CARD, owner=row.cls.owner, controller=row.cls.controller)
        before = rows[left[-1]] if left else None
        if before is not None and before.cls is cls and not pointed & {handle, left[-1]}:
            rows[left[-1]] = Row(cls, {}, before.n + row.n, {})
            del rows[handle]
        else:
            rows[handle] = Row(cls, {}, row.n, {})
            left.append(handle)
    return tuple(left)


def shown_in(start: State, *later: State) -> frozenset[int]:
    """The rows of hidden cards that have come to a public zone in one of some later states: everybody has seen them.

    A card that changes its zone is a new object (400.7). What was drawn is one in another hidden zone: nobody else has
    seen it.
    """
    hidden = [handle for handle, row in start.rows.items() if row.cls.zone in HIDDEN]
    return frozenset(handle for state in later for handle in hidden if come_out(start, handle, state))


def come_out(before: State, handle: int, after: State) -> bool:
    """Whether the hidden cards of a row have come to a public zone in a later state: a new object there is such a card."""
    if handle in after.rows:
        return after.rows[handle].cls.zone not in HIDDEN
    cls = before.rows[handle].cls
    new = (row.cls for other, row in after.rows.items() if other not in before.rows)
    return any(one.proto == cls.proto and one.owner == cls.owner and one.zone not in HIDDEN for one in new)
