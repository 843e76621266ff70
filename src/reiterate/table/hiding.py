"""What one chair sees of a position: cards in hands of others and in every library are unknown cards (400.2).

So is what is face down or foretold, but for whoever controls or owns it (``seen_by.with_hidden_covered``).
At the table nobody knows a library, its owner neither (401.2). Whoever is asked about hidden cards sees those cards,
and whoever controls a player sees what that player sees (723.4).
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.faces import front_of, is_down, is_foretold
from reiterate.rules.access.questions import ASK, SEARCHING, question_of
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.turn_changes import master
from reiterate.rules.events.zones import about_card
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import (
    come_out,
    is_hidden,
    is_secret,
    lying_open,
    rows_named,
    with_hidden_covered,
)
from reiterate.shortcuts.procedure import chooser
from reiterate.state.model import HAND, LIBRARY, Row, State, make_class
from reiterate.state.properties import CARD, LIBRARY_OF, PRINTED, REST
from reiterate.table.seats import JUDGE, seat_of
from reiterate.terms.base import Part, walk
from reiterate.terms.effects_zones import Search
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter

#: What is asked of somebody who looks at the top of their library.
_LOOKING: Final = ("scry", "surveil")

#: Positions whose options are remembered, and positions as chairs see them: of a thousand games the last ones. A choice is read in the position that
#: its player has looked at.
_KEPT: Final = 4_096

#: Ways of one option whose cards are shown to whoever may choose them.
_WAYS: Final = 256


def seen_from(state: State, who: str) -> State:
    """A position as a chair sees it; the judge sees the position itself."""
    return state if who == JUDGE else _seen_by(state, who)


def _offered_of(state: State, handle: int) -> Amount:
    """How many cards of a row are offered: of what may be played out of a library the top card alone (401.5)."""
    row = state.rows[handle]
    return 1 if row.cls.zone == LIBRARY and asked(state) != ASK else row.n


@lru_cache(maxsize=_KEPT)
def _seen_by(state: State, who: str) -> State:
    offered = {handle: _offered_of(state, handle) for handle in offered_to(state, who)}
    return with_hidden_covered(state, hands_of(state, who), frozenset(), offered)


def everybodys(state: State) -> State:
    """A position with what everybody sees of it."""
    return with_hidden_covered(state, frozenset(), frozenset())


def foreseen(state: State, there: State, who: str, said: str) -> State:
    """A place of a shortcut that is not played yet, as a chair may see it.

    In: the true position now; the place; the words of the script, which all have read. What lies hidden from the chair now is not
    shown where it would come out: that is shown once it has come out. A card that the script names is named to all.
    """
    if who == JUDGE:
        return there
    shielded = _shielded(state, who, said)
    rows = {
        handle: row if handle in state.rows or is_hidden(row.cls) else _foreseen(row, shielded)
        for handle, row in there.rows.items()
    }
    labels = {label: handle for label, handle in there.labels.items() if rows.get(handle) is there.rows.get(handle)}
    return State(rows, there.seqs, there.tally, labels, there.fresh)


def _foreseen(row: Row, shielded: Set[tuple[int, Proto]]) -> Row:
    """A row of a place that is not played yet. A card that lies hidden now is covered where it would come out or lie face down (708.5)."""
    if (row.cls.owner, row.cls.proto) in shielded:
        return _unknown(row)
    own = front_of(row.cls) if is_down(row.cls) else None
    if own is not None and (row.cls.owner, own) in shielded:
        return Row(row.cls.with_prop(PRINTED, UNKNOWN_CARD), row.num, row.n, row.refs)
    return row


def shielded_names(state: State, who: str, said: str) -> Set[str]:
    """The names of cards that lie hidden from a chair now, and that some words don't name."""
    return frozenset() if who == JUDGE else frozenset(proto.name for _, proto in _shielded(state, who, said))


def without(hidden: Set[str], words: str) -> str:
    """Words about a place of a shortcut; "" where they name one of these cards."""
    return "" if any(name in words for name in hidden) else words


def _shielded(state: State, who: str, said: str) -> Set[tuple[int, Proto]]:
    """The hidden cards that a chair does not know, and that some words don't name, with their owners."""
    found = ((state.rows[handle].cls.owner, state.rows[handle].cls.proto) for handle in _unseen(state, who))
    return frozenset((owner, proto) for owner, proto in found if proto is not None and proto.name not in said)


def _unseen(state: State, who: str) -> Set[int]:
    return hidden_rows(state) - seen_rows(state, who)


def _unknown(row: Row) -> Row:
    cls = row.cls
    return Row(
        make_class(CARD, cls.zone, proto=UNKNOWN_CARD, owner=cls.owner, controller=cls.controller), {}, row.n, {}
    )


def hands_of(state: State, who: str) -> Set[int]:
    """The seats whose hands a chair sees: a player's own, and those of players under that player's control (723.4)."""
    seat = seat_of(who)
    return frozenset() if seat is None else frozenset({seat, *(s for s in seats(state) if master(state, s) == seat)})


def offered_to(state: State, who: str) -> Set[int]:
    """The hidden rows that a chair may choose among now: what somebody chooses, that player sees."""
    if seat_of(who) != chooser(state) or asked(state) == "over":
        return frozenset()
    hands = hands_of(state, who)
    hidden = frozenset(handle for handle in hidden_rows(state) if not _is_in_hand(state, handle, hands))
    return hidden & _named_in_options(state) if hidden else hidden


def hidden_rows(state: State) -> Set[int]:
    """The rows in hidden zones whose cards are named."""
    return frozenset(
        handle for handle, row in state.rows.items() if is_hidden(row.cls) and row.cls.proto != UNKNOWN_CARD
    )


@lru_cache(maxsize=_KEPT)
def _named_in_options(state: State) -> Set[int]:
    """Every row that is asked about, or that an option of the player who decides names.

    An act looks at the positions before it and behind it several times.
    """
    found: set[int] = set()
    if asked(state) == ASK:
        found |= {*question_of(state).rows, *looked_at(state), *_spoken_of(state)}
    try:
        for option in options(state):
            for choice in instances(state, option, _WAYS):
                found |= rows_named(choice)
    except Unsupported:
        pass
    return frozenset(found)


def looked_at(state: State) -> tuple[int, ...]:
    """The library row whose cards the player who is asked looks at on top (701.22, 701.25); none where nobody does."""
    question = question_of(state)
    library = state.seqs.get(f"{LIBRARY_OF}{question.seat}", ())
    return library[:1] if question.text in _LOOKING else ()


def _spoken_of(state: State) -> Set[int]:
    """The cards of the library of the player who is asked that the question or a possible answer names."""
    question = question_of(state)
    library = state.seqs.get(f"{LIBRARY_OF}{question.seat}", ())
    asked_about = {
        handle for handle in library for what in _LOOKING if question.text == about_card(what, _name(state, handle))
    }
    return asked_about | {handle for handle in library if _name(state, handle) in question.words}


def seen_rows(state: State, who: str) -> Set[int]:
    """The hidden rows whose cards a chair sees."""
    hands = hands_of(state, who)
    own = frozenset(handle for handle in hidden_rows(state) if _is_in_hand(state, handle, hands))
    return own | offered_to(state, who) | lying_open(state, hands)


def _is_in_hand(state: State, handle: int, hands: Set[int]) -> bool:
    cls = state.rows[handle].cls
    return (cls.zone == HAND or is_foretold(cls)) and cls.owner in hands


def reveals(before: State, after: State) -> bool:
    """Whether somebody has come to see a card that was hidden from them: an undo would take back what they know."""
    hidden = hidden_rows(before)
    if not hidden:
        return False
    for handle in hidden:
        row = after.rows.get(handle)
        if row is None or row.cls.zone != before.rows[handle].cls.zone or row.n != before.rows[handle].n:
            return True
    players = [f"p{seat + 1}" for seat in seats(before)]
    return any(
        (offered_to(after, who) | lying_open(after, hands_of(after, who))) - seen_rows(before, who) for who in players
    )


def stays_hidden(before: State, choice: Choice, after: State) -> bool:
    """Whether a choice names a card that is hidden behind it too, so that its words are for its own player alone.

    Whatever can't be followed into a public zone counts as hidden. What was searched for by a quality is revealed.
    """
    if is_secret(before, choice):
        return True
    if asked(before) == ASK and question_of(before).text == SEARCHING and _reveals_what_is_found(before):
        return False
    if asked(before) in ("priority", "cleanup"):
        return False  # what is cast, played or discarded is seen by all
    hidden = hidden_rows(before)
    named = {handle for handle in hidden if handle in rows_named(choice) or _name(before, handle) == choice.answer}
    return not all(come_out(before, handle, after) for handle in named)


def _reveals_what_is_found(state: State) -> bool:
    """Whether the search that is asked about is for cards of a set: cards say that these are revealed (701.20, 701.23)."""
    top = [state.rows[handle].cls for handle in state.stack[:1]]
    parts: list[Part] = [part for cls in top for part in (cls.term, *(cls.proto.abilities if cls.proto else ()))]
    parts += [row.cls.prop(REST, ()) for row in state.rows.values() if REST in row.cls.by_prop]
    found: list[Search] = []
    for part in parts:
        walk(part, lambda each: found.append(each) if isinstance(each, Search) else None)
    return bool(found) and all(search.filter != Filter() for search in found)


def _name(state: State, handle: int) -> str:
    proto = state.rows[handle].cls.proto
    return "" if proto is None else proto.name


def refusal_for_seat(true: Refusal, seen: Refusal | None) -> Refusal:
    """A refusal as a chair may be told it.

    In: the refusal of the true position, and that of the same act on what the chair sees. Out: the first where they
    are the same or where it names no card; else one that says that hidden cards decide.
    """
    if true == seen or true.code in NAMES_NO_CARD:
        return true
    message = "hidden cards decide that this can't be done"
    return Refusal(UNSUPPORTED, "hidden-cards", message, "a choice that hidden cards have no say in", true.rule)


#: Codes whose refusals hold words of the rules, seats and numbers of public things alone.
NAMES_NO_CARD: Final = frozenset(
    {
        "answer", "answer-order", "answers-missing", "game-over", "must-break", "must-differ", "no-priority", "no-proposal",
        "not-your-decision", "cut-unplayable", "nothing-else", "own-proposal", "position-budget", "restart", "no-such-place",
    }
)  # fmt: skip


def deciding_seat(state: State) -> str:
    """The chair that makes the present choice; "" once the game is over."""
    return "" if asked(state) == "over" else f"p{master(state, decider(state)) + 1}"
