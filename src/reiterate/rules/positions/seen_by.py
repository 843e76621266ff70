"""What one player sees of a game: hidden zones of the others hold cards that nobody has named (400.2).

``seen_by(state, seat)`` is a state like any other. Whatever is worked out of it tells that player nothing that the
others hide: findings, verdicts, and what somebody could do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from types import MappingProxyType
from typing import Final, TypeAlias

from reiterate.amounts import Amount, is_zero, less, maximum, minimum, more
from reiterate.rules.access import faces
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.characteristics.printed_characteristics import is_unknown, printed
from reiterate.rules.events.replacement import in_force
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import EXILE, HAND, LIBRARY, Class, Ref, Row, State, make_class, player
from reiterate.state.properties import CARD, LIBRARY_OF, MAY_PLAY, PARTLY_SHUFFLED, PRINTED, SHUFFLED, SOURCE
from reiterate.terms.abilities import Activated
from reiterate.terms.proto import is_face_down
from reiterate.terms.static_effects import TurnedAsThough

#: Hidden zones: not all players may see their cards (400.2).
HIDDEN: Final = (HAND, LIBRARY)


#: Members of rows of hidden cards that everybody has seen; of a row that is missing nobody has.
Seen: TypeAlias = Mapping[int, Amount]

_NONE: Final[Seen] = MappingProxyType({})


def seen_by(state: State, seat: int, shown: Seen = _NONE) -> State:
    """A state as the player of a seat sees it.

    In: the hidden cards that everybody has seen, which stay as they are. Out: a state in which every other card
    of another player's hand and library is an unknown card. A player's own library is known as it was laid out.
    """
    own = frozenset({seat})
    return with_hidden_covered(state, own, own, shown)


def with_hidden_covered(state: State, hands: Set[int], libraries: Set[int], shown: Seen = _NONE) -> State:
    """A state with hidden cards covered: every one is an unknown card.

    In: the seats whose hands, and those whose libraries, stay as they are; the cards that stay as well. With a hand go what its player
    has foretold and the face-down permanents that the player controls (702.143a, 708.5). Cards of players
    who have left the game are covered too. What something refers to stays a row of its own.
    The top card of a library stays where it is revealed, or where its player sees it and the hand stays too (401.5).
    So does a card of a hand that is revealed for an ability on the stack (701.20a).
    """
    open_cards = lying_open(state, hands)
    draft = _Covering(state, both(shown, dict.fromkeys(open_cards, 1)) if open_cards else shown)
    inside: dict[int, list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.zone == HAND and row.cls.owner not in hands:
            inside.setdefault(row.cls.owner, []).append(handle)
    for held in inside.values():
        draft.hide(held)
    seqs = dict(state.seqs)
    for name, library in state.seqs.items():
        if name.startswith(LIBRARY_OF) and int(name.removeprefix(LIBRARY_OF)) not in libraries:
            seqs[name] = draft.hide(library)
            draft.in_any_order(int(name.removeprefix(LIBRARY_OF)), seqs[name])
    for handle, row in state.rows.items():
        if faces.is_foretold(row.cls) and row.cls.owner not in hands:
            owner = row.cls.owner
            cls = make_class(CARD, EXILE, proto=UNKNOWN_CARD, owner=owner, controller=owner)
            draft.rows[handle] = Row(cls.with_prop(MAY_PLAY, row.cls.prop(MAY_PLAY, "")), row.num, row.n, row.refs)
        if faces.is_down(row.cls) and row.cls.controller not in hands:  # 708.5
            draft.rows[handle] = Row(row.cls.with_prop(PRINTED, UNKNOWN_CARD), row.num, row.n, row.refs)
    rows = draft.rows
    labels = {label: handle for label, handle in state.labels.items() if rows.get(handle) is state.rows.get(handle)}
    return State(rows, seqs, state.tally, labels, draft.fresh)


#: What static abilities say of the top card of their controller's library: all see it, or that player alone does.
REVEALED_TOP: Final = "revealed top card"
KNOWN_TOP: Final = "known top card"


def known_tops(state: State, hands: Set[int]) -> Set[int]:
    """The rows on top of libraries whose first card is seen: by all, or by a player whose hand is seen too (401.5).

    A library in a random order has no card on top that anybody could name.
    """
    found: set[int] = set()
    for source, effect in in_force(state, TurnedAsThough):
        seat = state.rows[source].cls.controller
        if effect.what == REVEALED_TOP or (effect.what == KNOWN_TOP and seat in hands):
            library = state.seqs.get(f"{LIBRARY_OF}{seat}", ())
            ordered = len(library) == 1 or not state.rows[player(seat)].cls.prop(SHUFFLED)
            if library and ordered and not is_unknown(state.rows[library[0]].cls):
                found.add(library[0])
    return found


def lying_open(state: State, hands: Set[int]) -> Set[int]:
    """The rows of hidden zones with a card that is seen where it lies: on top of a library, or revealed for an ability.

    What is revealed to activate an ability stays revealed until the ability leaves the stack (701.20a, 702.49b).
    """
    sources = (state.rows[h].refs.get(SOURCE) for h in state.stack if isinstance(state.rows[h].cls.term, Activated))
    held = (ref.row for ref in sources if isinstance(ref, Ref) and ref.row in state.rows)
    return known_tops(state, hands) | {row for row in held if state.rows[row].cls.zone == HAND}


class _Covering:
    """The rows of a state while hidden cards are made unknown."""

    __slots__ = ("fresh", "pointed", "rows", "shown")

    def __init__(self, state: State, shown: Seen) -> None:
        self.rows = dict(state.rows)
        self.fresh = state.fresh
        self.shown = shown
        self.pointed = frozenset(
            ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)
        )

    def hide(self, handles: Sequence[int]) -> tuple[int, ...]:
        """Make the cards of one hidden zone unknown, those next to each other as one row; the handles that are left.

        Where some members of a row have been seen, the others are a row of their own behind them.
        """
        left: list[int] = []
        for handle in handles:
            row = self.rows[handle]
            seen = self.shown.get(handle, 0)
            if row.cls.kind != CARD or not less(seen, row.n):
                left.append(handle)
            elif is_zero(seen):
                self._unknown(handle, row, row.n, left)
            else:
                left.append(handle)
                self.rows[handle] = Row(row.cls, row.num, seen, row.refs)
                self._unknown(self.fresh, row, row.n - seen, left)
        return tuple(left)

    def in_any_order(self, seat: int, library: Sequence[int]) -> None:
        """Forget that a library was shuffled whose cards are all unknown: the order of cards that are alike says nothing (701.24)."""
        them = self.rows[player(seat)]
        if them.cls.prop(SHUFFLED) and len({self.rows[handle].cls for handle in library}) <= 1:
            cls = them.cls.with_prop(SHUFFLED, False).with_prop(PARTLY_SHUFFLED, False)
            self.rows[player(seat)] = Row(cls, them.num, them.n, them.refs)

    def _unknown(self, handle: int, row: Row, n: Amount, left: list[int]) -> None:
        """Make so many members of a row unknown cards, under a handle of their own or with those in front of them."""
        cls = make_class(CARD, row.cls.zone, proto=UNKNOWN_CARD, owner=row.cls.owner, controller=row.cls.controller)
        before = self.rows[left[-1]] if left else None
        if before is not None and before.cls is cls and not self.pointed & {handle, left[-1]}:
            self.rows[left[-1]] = Row(cls, {}, before.n + n, {})
            self.rows.pop(handle, None)
            return
        self.rows[handle] = Row(cls, {}, n, {})
        left.append(handle)
        self.fresh = max(self.fresh, handle + 1)


def is_hidden(cls: Class) -> bool:
    """Whether not all players may see a card where it lies: in a hidden zone, or foretold (400.2, 702.143a)."""
    return cls.zone in HIDDEN or faces.is_foretold(cls)


def casts_face_down(state: State, choice: Choice) -> bool:
    """Whether a choice casts a card face down (708.4)."""
    return (
        faces.BACK in choice.how
        and choice.row in state.rows
        and is_face_down(faces.back_of(state.rows[choice.row].cls))
    )


def is_secret(state: State, choice: Choice) -> bool:
    """Whether the words of an action are for its own player alone: a card is cast face down or foretold (702.143a, 708.5)."""
    if choice.verb != ACTIVATE or choice.row not in state.rows or state.rows[choice.row].cls.zone != HAND:
        return casts_face_down(state, choice)
    abilities = [a for a in printed(state.rows[choice.row].cls).activated if a.zone == HAND]
    return choice.index < len(abilities) and abilities[choice.index].action == faces.FORETELL


def rows_named(choice: Choice) -> Set[int]:
    """The rows that a choice names."""
    return frozenset((choice.row, *choice.targets, *(row for row, _ in choice.picks)))


def shown_in(start: State, *later: State) -> Seen:
    """The hidden cards that have come to a public zone in one of some later states: everybody has seen them.

    A card that changes its zone is a new object (400.7). What was drawn is one in another hidden zone: nobody else has
    seen it. Of a row as many members have been seen as have left it for a public zone.
    """
    found: dict[int, Amount] = {}
    for state in later:
        for handle in _hidden(start):
            out = _come_out(start, handle, state)
            if more(out, found.get(handle, 0)):
                found[handle] = out
    return found


def named_in(start: State, shown: Seen, state: State, choice: Choice) -> Seen:
    """The hidden cards of ``start`` that are known once a choice in a later state has named some, whoever may see them.

    In: those that were known before (``shown``). A card that has moved since is a new object (400.7). Then it counts as a card
    of that owner and name that has left its row, if possible one that was known.
    """
    found = dict(shown)
    if is_secret(state, choice):
        return found
    named = [(row, 1) for row in (choice.row, *choice.targets)] + list(choice.picks)
    for row, count in named:
        if row not in state.rows or not is_hidden(state.rows[row].cls):
            continue
        if row in start.rows:
            known = minimum(_left(start, row, state), found.get(row, 0))
            found[row] = maximum(found.get(row, 0), minimum(start.rows[row].n, known + count))
            continue
        cls = state.rows[row].cls
        rest: Amount = count
        alike = [
            h for h in _hidden(start) if (start.rows[h].cls.owner, start.rows[h].cls.proto) == (cls.owner, cls.proto)
        ]
        for handle in alike:
            rest = rest - minimum(rest, minimum(_left(start, handle, state), found.get(handle, 0)))
        for handle in alike:
            new = minimum(
                rest, _left(start, handle, state) - minimum(_left(start, handle, state), found.get(handle, 0))
            )
            found[handle] = found.get(handle, 0) + new
            rest = rest - new
    return found


def both(one: Seen, other: Seen) -> Seen:
    """What is known by either."""
    return {handle: maximum(one.get(handle, 0), other.get(handle, 0)) for handle in {**one, **other}}


def _hidden(state: State) -> list[int]:
    return [handle for handle, row in state.rows.items() if is_hidden(row.cls) and row.cls.kind == CARD]


def _left(before: State, handle: int, after: State) -> Amount:
    """How many members of a row of hidden cards have left it."""
    now = after.rows.get(handle)
    return before.rows[handle].n - (now.n if now is not None and is_hidden(now.cls) else 0)


def _come_out(before: State, handle: int, after: State) -> Amount:
    """How many of the hidden cards of a row have come to a public zone in a later state: new objects there are such cards."""
    left = _left(before, handle, after)
    if is_zero(left):
        return 0
    if handle in after.rows and not is_hidden(after.rows[handle].cls):
        return left
    cls = before.rows[handle].cls
    out: Amount = 0
    for other, row in after.rows.items():
        one = row.cls
        if other not in before.rows and (one.proto, one.owner) == (cls.proto, cls.owner) and not is_hidden(one):
            out = out + row.n
    return minimum(left, out)


def come_out(before: State, handle: int, after: State) -> bool:
    """Whether the hidden cards of a row have come to a public zone in a later state, and none of them is left in it."""
    if handle in after.rows:
        return not is_hidden(after.rows[handle].cls)
    return not is_zero(_come_out(before, handle, after))
