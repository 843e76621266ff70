"""Cards outside the battlefield: drawn, milled, discarded, put somewhere, scried, searched for, shuffled."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.results import EXILES, MILLS, Chance, Random
from reiterate.rules.access.state_access import discard_row, new_row, set_seq, split, tally
from reiterate.rules.access.unread_clauses import stop_at
from reiterate.rules.characteristics.printed_characteristics import event_in, is_unknown, printed
from reiterate.rules.events import commander, enters_battlefield, leaves_battlefield, replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.library import (
    draw,
    from_top,
    known_again,
    known_card_laid,
    known_order,
    library,
    order_is_random,
    shuffle,
    shuffle_in,
    top_as_given,
)
from reiterate.rules.events.triggers import fire, fire_of_itself, follow
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, NO_NUM, NO_REFS, Row, State
from reiterate.state.properties import CARD, COUNT_DISCARDS_OF, COUNT_EXILES_OF, COUNT_MILLS_OF, SHUFFLED
from reiterate.terms.trigger_events import Madness

#: Where cards are put that are shuffled into a library.
ANYWHERE: Final = "anywhere"


def mill(draft: Draft, seat: int, amount: Amount, zone: str = GRAVEYARD, what: str = "milled") -> list[int]:
    """A player mills cards, as many as there are (701.17b), or exiles them; the rows they became."""
    if what == "milled":
        stop_at(draft, "mill", seat)
        amount = replacement.mill(draft, seat, amount)
    left = amount
    made: list[int] = []
    while not is_zero(left, "701.17b"):
        seq = draft.seqs.get(library(seat), ())
        if not seq:
            return made
        random = order_is_random(draft, seat)
        verb = MILLS if what == "milled" else EXILES
        for top, wanted in top_as_given(draft, seat, left, verb) if random else ((seq[0], left),):
            taken, handle = _mill_run(draft, seat, top, wanted, zone, what)
            made.append(handle)
            left = left - taken
        if random:
            known_again(draft, seat)
    return made


def _mill_run(draft: Draft, seat: int, top: int, wanted: Amount, zone: str, what: str) -> tuple[Amount, int]:
    """Mill or exile up to so many cards of a run of like ones; how many, and the row they became."""
    to = replacement.destination(draft, top, draft.rows[top].cls, zone)
    if to == LIBRARY:
        raise unsupported("random-result", "a milled card is shuffled into the library instead", "701.24")
    taken, handle = from_top(draft, seat, top, wanted, to, what)
    tally(draft, f"{COUNT_MILLS_OF}p{seat + 1}" if what == "milled" else f"{COUNT_EXILES_OF}p{seat + 1}", taken)
    if to == GRAVEYARD:
        moved = draft.rows[handle]
        put = Happening("ToGraveyard", subject=handle, seat=seat, count=taken, row=moved, step=LIBRARY)
        fire(draft, put)
        fire_of_itself(draft, put)
    elif what == "milled":
        tally(draft, f"{COUNT_EXILES_OF}p{seat + 1}", taken)
    return taken, handle


def discard(draft: Draft, handle: int, count: Amount) -> None:
    """Discard ``count`` cards of a row in a hand (701.9a)."""
    row = draft.rows[handle]
    gone = split(draft, handle, count)
    seat = row.cls.owner
    tally(draft, f"{COUNT_DISCARDS_OF}p{seat + 1}", count)
    to = replacement.destination(draft, gone, row.cls, GRAVEYARD)
    mad = event_in(EXILE, Madness.__name__) in printed(row.cls).triggers if row.cls.proto is not None else False
    if mad and to != GRAVEYARD:
        raise unsupported("rule-616.1", "madness beside another effect that says where a discarded card goes", "616.1")
    to = EXILE if mad else to
    fire(draft, Happening("Discards", subject=gone, seat=seat, count=count, row=row))
    if to == GRAVEYARD:
        fire(draft, Happening("ToGraveyard", subject=gone, seat=seat, count=count, row=row, step=HAND))
    made = move(draft, gone, to, "discarded", replaced=True)
    if to == GRAVEYARD and made >= 0:
        fire_of_itself(draft, put_there(draft, made, HAND))
    if mad:
        fire(draft, Happening(Madness.__name__, made, seat))


def move(draft: Draft, handle: int, zone: str, what: str, place: str = "", replaced: bool = False) -> int:
    """Move a row of cards from a zone other than the battlefield to another zone of their owner (400.7)."""
    row = draft.rows[handle]
    assert row.cls.zone != BATTLEFIELD
    wanted = GRAVEYARD if replaced else zone
    if not replaced:
        zone = replacement.destination(draft, handle, row.cls, zone)
        if zone == GRAVEYARD:
            put = Happening("ToGraveyard", handle, row.cls.owner, count=row.n, row=row, step=row.cls.zone)
            fire(draft, put)
            if row.cls.kind != CARD:
                fire_of_itself(draft, put)
    if row.cls.kind != CARD:
        discard_row(draft, handle, what)  # a copy ceases to exist (707.10a, 704.5e)
        return -1
    own = faces.front_of(row.cls) or text_changes.copiable_of(row.cls)
    cls = commander.carried(leaves_battlefield.card_class(own, zone, row.cls.owner), row.cls)
    made = new_row(draft, what, Row(cls, NO_NUM, row.n, NO_REFS))
    follow(draft, handle, made)
    discard_row(draft, handle, "")
    if zone == GRAVEYARD and not replaced:
        fire_of_itself(draft, put_there(draft, made, row.cls.zone))
    if zone == LIBRARY and wanted == GRAVEYARD:  # a replacement that puts it there shuffles it in (701.24)
        return shuffle_in(draft, row.cls.owner, made)
    if zone == LIBRARY:
        into_library(draft, row.cls.owner, made, place)
    return made


def put_there(draft: Draft, handle: int, origin: str) -> Happening:
    """The event of a card that was put into its owner's graveyard, as the card itself sees it there (603.6c)."""
    row = draft.rows[handle]
    return Happening("ToGraveyard", handle, row.cls.owner, count=row.n, row=row, step=origin)


def into_library(draft: Draft, seat: int, handle: int, place: str) -> None:
    """Put a row of cards on top or at the bottom of its owner's library, joined with its like beside it.

    ``place`` ``ANYWHERE``: the library is shuffled as soon as the cards are in it.
    """
    seq = draft.seqs.get(library(seat), ())
    if place != ANYWHERE:
        if order_is_random(draft, seat):
            raise Random(Chance("a card is put into a shuffled library", seat, "701.24", ()))
        known_card_laid(draft, seat)
    beside = (seq[-1] if place == "bottom" else seq[0]) if seq else -1
    cls = draft.rows[handle].cls
    if beside >= 0 and draft.rows[beside].cls is cls:
        apply(draft, Event(COUNT, "", beside, "", draft.rows[beside].n + draft.rows[handle].n))
        apply(draft, Event(DROP, "", handle))
        return
    set_seq(draft, library(seat), (*seq, handle) if place == "bottom" else (handle, *seq))


def to_top_after_shuffling(draft: Draft, seat: int, taken: list[int]) -> list[int]:
    """Shuffle a library and put cards of it on top (701.24c); their rows, but of those that joined others."""
    set_seq(draft, library(seat), tuple(h for h in draft.seqs[library(seat)] if h not in taken))
    shuffle(draft, seat)
    for handle in taken:
        into_library(draft, seat, handle, "top")
    return [handle for handle in taken if handle in draft.rows]


def known_library(state: State, seat: int, question: str) -> list[int]:
    """The rows of a library whose cards are all known; refuses the question otherwise."""
    seq = state.seqs.get(library(seat), ())
    for handle in seq:
        if is_unknown(state.rows[handle].cls):
            raise unsupported("unknown-card", f"{question} reads unknown cards of a library", "701.23")
    return list(seq)


def to_battlefield(draft: Draft, cards: list[tuple[int, Row]]) -> list[int]:
    """Put rows of cards from any zone but the battlefield onto it at the same time; the permanents' rows.

    in: the handles of the cards, each with the row that it becomes. What replaces their entering sees none of the others (614.12),
    what triggers on it all of them (603.6a).
    """
    made = enters_battlefield.place_together(
        draft, [enters_battlefield.as_it_enters(draft, row) for _, row in cards], "entered"
    )
    for (handle, _), entered in zip(cards, made, strict=True):
        follow(draft, handle, entered)
        discard_row(draft, handle, "")
    for entered in made:
        enters_battlefield.announce(draft, entered)
    return made


__all__ = ["SHUFFLED", "discard", "draw", "known_order", "library", "mill", "move", "shuffle", "to_battlefield"]
