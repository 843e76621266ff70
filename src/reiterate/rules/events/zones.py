"""Cards outside the battlefield: drawn, milled, discarded, searched for; looked at, put in order, revealed (701.20 to 701.25).

Cards outside the battlefield: drawn, milled, discarded, put somewhere, scried, searched for, shuffled.

Cards looked at and shown: the top of a library put in order (701.22, 701.25), a hand revealed (701.20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from reiterate.amounts import Amount, at_most, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import faces, text_changes
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.results import EXILES, MILLS, ORDERS, Chance, Random
from reiterate.rules.access.state_access import discard_row, new_row, seats, set_seq, split, tally, turn_into
from reiterate.rules.access.unread_clauses import stop_at
from reiterate.rules.characteristics.printed_characteristics import (
    event_in,
    is_unknown,
    printed,
    proto_of,
    refuse_unknown,
)
from reiterate.rules.events import commander, enters_battlefield, leaves_battlefield, replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import (
    draw,
    from_top,
    known_again,
    known_card_laid,
    known_order,
    library,
    order_is_random,
    put_in_order,
    rows_in_order,
    shuffle,
    shuffle_in,
    top_as_given,
)
from reiterate.rules.events.triggers import fire, fire_of_itself, follow
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, NO_NUM, NO_REFS, Row, State, player
from reiterate.state.properties import CARD, COUNT_DISCARDS_OF, COUNT_EXILES_OF, COUNT_MILLS_OF, DISCARDED, SHUFFLED
from reiterate.state.text_reads import asks_discarded
from reiterate.terms.trigger_events import Madness

# --- zones ---------------------------------------------------------------------------------------

#: Zones whose cards not all players see (400.2).
HIDDEN: Final = (HAND, LIBRARY)
#: Where cards are put that are shuffled into a library.
ANYWHERE: Final = "anywhere"


def mill(draft: Draft, seat: int, amount: Amount, zone: str = GRAVEYARD, what: str = "milled") -> list[int]:
    """A player mills cards, as many as there are (701.17b), or exiles them; the rows they became.

    Cards that are shuffled into the library instead are none of these: they go back once all have been taken (614.6, 701.24).
    """
    if what == "milled":
        stop_at(draft, "mill", seat)
        amount = replacement.mill(draft, seat, amount)
    if zone == GRAVEYARD:
        draft.batch += 1
    left = amount
    made: list[int] = []
    while not is_zero(left, "701.17b"):
        seq = draft.seqs.get(library(seat), ())
        if not seq:
            break
        random = order_is_random(draft, seat)
        verb = MILLS if what == "milled" else EXILES
        for top, wanted in top_as_given(draft, seat, left, verb) if random else ((seq[0], left),):
            taken, handle = _mill_run(draft, seat, top, wanted, zone, what)
            made.append(handle)
            left = left - taken
        if random:
            known_again(draft, seat)
    back = [handle for handle in made if draft.rows[handle].cls.zone == LIBRARY]
    for handle in back:
        shuffle_in(draft, seat, handle)
    return [handle for handle in made if handle not in back]


def _mill_run(draft: Draft, seat: int, top: int, wanted: Amount, zone: str, what: str) -> tuple[Amount, int]:
    """Mill or exile up to so many cards of a run of like ones; how many, and the row they became."""
    to = replacement.destination(draft, top, draft.rows[top].cls, zone)
    taken, handle = from_top(draft, seat, top, wanted, to, what)
    tally(draft, f"{COUNT_MILLS_OF}p{seat + 1}" if what == "milled" else f"{COUNT_EXILES_OF}p{seat + 1}", taken)
    if to == GRAVEYARD:
        moved = draft.rows[handle]
        put = Happening("ToGraveyard", subject=handle, seat=seat, count=taken, row=moved, step=LIBRARY)
        fire(draft, put)
        fire_of_itself(draft, put)
    elif what == "milled" and to != LIBRARY:
        tally(draft, f"{COUNT_EXILES_OF}p{seat + 1}", taken)
    return taken, handle


def discard_together(draft: Draft, picks: Iterable[tuple[int, Amount]]) -> None:
    """Discard cards of several rows at the same time."""
    for i, (handle, count) in enumerate(picks):
        discard(draft, handle, count, i > 0)


def discard(draft: Draft, handle: int, count: Amount, with_last: bool = False) -> None:
    """Discard ``count`` cards of a row in a hand (701.9a); ``with_last``: at the same time as those before."""
    row = draft.rows[handle]
    if not with_last:
        draft.batch += 1
    gone = split(draft, handle, count)
    seat = row.cls.owner
    tally(draft, f"{COUNT_DISCARDS_OF}p{seat + 1}", count)
    to = replacement.destination(draft, gone, row.cls, GRAVEYARD)
    mad = event_in(EXILE, Madness.__name__) in printed(row.cls).triggers if row.cls.proto is not None else False
    if mad and to != GRAVEYARD:
        raise unsupported("rule-616.1", "madness beside another effect that says where a discarded card goes", "616.1")
    to = EXILE if mad else to
    fire(draft, Happening("Discards", subject=gone, seat=seat, count=count, row=row))
    fire(draft, Happening("DiscardsSome", seat=seat, amount=count))
    if to == GRAVEYARD:
        fire(draft, Happening("ToGraveyard", subject=gone, seat=seat, count=count, row=row, step=HAND))
    made = move(draft, gone, to, "discarded", replaced=True)
    if to == GRAVEYARD and made >= 0 and row.cls.proto is not None and asks_discarded(row.cls.proto):
        turn_into(draft, "", made, draft.rows[made].cls.with_prop(DISCARDED, True))
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
            draft.batch += 1
            put = Happening("ToGraveyard", handle, row.cls.owner, count=row.n, row=row, step=row.cls.zone)
            fire(draft, put)
            if row.cls.kind != CARD:
                fire_of_itself(draft, put)
    if row.cls.kind != CARD:
        discard_row(draft, handle, what)  # a copy ceases to exist (707.10a, 704.5e)
        return -1
    own = faces.front_of(row.cls) or text_changes.copiable_of(row.cls)
    cls = commander.carried(leaves_battlefield.card_class(own, zone, row.cls.owner), row.cls)
    known = leaves_battlefield.card_last_known(draft, handle) if zone in HIDDEN else None
    made = new_row(draft, what, Row(cls, NO_NUM, row.n, NO_REFS))
    follow(draft, handle, made)
    discard_row(draft, handle, "", known)
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
        put_in_order(draft, seat)
        seq = draft.seqs.get(library(seat), ())
        if order_is_random(draft, seat):
            raise Random(Chance("a card is put into a shuffled library", seat, "701.24", ()))
        known_card_laid(draft, seat)
    if place.isdecimal():
        leaves_battlefield.nth_from_top(draft, seat, handle, int(place))
        return
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


def manifest(draft: Draft, seat: int, cards: list[int], cloaked: bool) -> list[int]:
    """Put rows of cards face down onto the battlefield under a player's control, at once; the permanents' rows (701.40a, 701.58a)."""
    entering: list[tuple[int, Row]] = []
    for handle in cards:
        row = draft.rows[handle]
        cls = faces.manifested(proto_of(row.cls), row.cls.owner, seat, cloaked)
        entering.append((handle, Row(commander.carried(cls, row.cls), NO_NUM, row.n, NO_REFS)))
    return to_battlefield(draft, entering)


# --- looking -------------------------------------------------------------------------------------

#: At most so many unlike cards are put in an order one by one.
ORDER_BUDGET: Final = 40
#: The answer of a player who takes no further card.
NO_MORE: Final = "no more"


def top_cards(draft: Draft, seat: int, amount: Amount, what: str) -> list[int]:
    """The top cards of a library as rows of their own, top first; refuses where their order is random."""
    put_in_order(draft, seat)
    seq = draft.seqs.get(library(seat), ())
    if not seq or is_zero(amount, "701.22"):
        return []
    if draft.rows[player(seat)].cls.prop(SHUFFLED) and len(seq) > 1:
        raise unsupported("random-result", f"a {what} reads a shuffled library", "701.22")
    found: list[int] = []
    left = amount
    for handle in seq:
        if is_zero(left, "701.22"):
            break
        n = draft.rows[handle].n
        if less(left, n, "701.22"):
            found.append(split(draft, handle, left, front=True))
            break
        found.append(handle)
        left = left - n
    return found


def look(draft: Draft, seat: int, amount: Amount, what: str, away: str) -> None:
    """Scry and surveil: any number of the cards looked at go away, the rest back on top, each part in any order."""
    tally(draft, what, 1)
    put_in_order(draft, seat)
    seq = draft.seqs.get(library(seat), ())
    if not seq or is_zero(amount, "701.22"):
        return
    if draft.rows[player(seat)].cls.prop(SHUFFLED) and len(seq) > 1:
        raise unsupported("random-result", f"a {what} reads a shuffled library", "701.22")
    top = draft.rows[seq[0]]
    if not at_most(amount, top.n, "701.22") and len(seq) > 1:
        _look_at_unlike(draft, seat, amount, what, away)
        return
    chosen = decide(
        draft,
        Question("number" if not at_most(amount, 1, "701.22") else what, seat, ("top", away), (), 0, amount, what),
    )
    gone: Amount = chosen.count if not chosen.answer else (1 if chosen.answer == away else 0)
    if is_zero(gone, "701.22"):
        return
    card = split(draft, seq[0], gone if less(gone, top.n, "701.22") else top.n, front=True)
    if away == "graveyard":
        move(draft, card, GRAVEYARD, "surveiled")
    else:
        move(draft, card, LIBRARY, "put on the bottom", "bottom")


def about_card(what: str, name: str) -> str:
    """What the question is called that asks where cards of a name go which somebody looks at: ``scry: Island``."""
    return f"{what}: {name}"


def _look_at_unlike(draft: Draft, seat: int, amount: Amount, what: str, away: str) -> None:
    """Scry and surveil over cards that differ (701.22a, 701.25a): of each kind how many go, then the orders."""
    gone: list[int] = []
    kept: list[int] = []
    for handle in top_cards(draft, seat, amount, what):
        row = draft.rows[handle]
        some = not at_most(row.n, 1, "701.22")
        text = about_card(what, proto_of(row.cls).name)
        chosen = decide(draft, Question("number" if some else what, seat, ("top", away), (), 0, row.n, text))
        number: Amount = chosen.count if not chosen.answer else (1 if chosen.answer == away else 0)
        if is_zero(number, "701.22"):
            kept.append(handle)
            continue
        part = split(draft, handle, number, front=True)
        gone.append(part)
        kept += [handle] if part != handle else []
    order = _in_order(draft, seat, kept, "the next card on top of the library")
    if away == "graveyard":
        for handle in gone:
            move(draft, handle, GRAVEYARD, "surveiled")
        _put_back(draft, seat, order, [])
        return
    _put_back(draft, seat, order, _in_order(draft, seat, gone, "the next card on the bottom of the library"))


def _named(draft: Draft, seat: int, rows: list[int], text: str, may: bool = False) -> int:
    """The row of the card that a player chooses by its name; -1 for none, where they ``may``."""
    names: dict[str, list[int]] = {}
    for handle in rows:
        names.setdefault(proto_of(draft.rows[handle].cls).name, []).append(handle)
    if any(len({_as_card(draft, h) for h in same}) > 1 for same in names.values()):
        raise unsupported("rule-701.22", "cards that differ and have one name", "701.22")
    words = (*names, NO_MORE) if may else tuple(names)
    answer = decide(draft, Question("order", seat, words=words, text=text)).answer
    return -1 if answer == NO_MORE else names[answer][0]


def _as_card(draft: Draft, handle: int) -> object:
    """What tells a card from others in a library: of a permanent nothing that it leaves behind on the battlefield (400.7)."""
    cls = draft.rows[handle].cls
    return cls.proto if cls.zone == BATTLEFIELD else cls


def in_owners_order(draft: Draft, rows: list[int], place: str) -> list[int]:
    """Objects that are put on one end of libraries at the same time, as they go there one after another (401.4).

    The owners of two or more unlike cards among them choose, in turn order (101.4). Raises ``Unsupported`` for another place.
    """
    cards = [h for h in rows if not proto_of(draft.rows[h].cls).token]
    owners = {draft.rows[h].cls.owner for h in cards}
    order: list[int] = []
    for seat in (each for each in seats(draft) if each in owners):
        mine = [h for h in cards if draft.rows[h].cls.owner == seat]
        if len({_as_card(draft, h) for h in mine}) > 1:
            if place not in ("top", "bottom"):
                raise unsupported("rule-401.4", f"several cards that are put {place} in a library at once", "401.4")
            where = "on top" if place == "top" else "on the bottom"
            mine = _in_order(draft, seat, mine, f"the next card {where} of the library")
        order += mine if place == "bottom" else mine[::-1]
    return [*order, *(h for h in rows if h not in cards)]


def _in_order(draft: Draft, seat: int, rows: list[int], text: str) -> list[int]:
    """The cards of rows in the order that a player chooses, from the top on; like cards are not told apart."""
    found: list[int] = []
    left = list(rows)
    while left:
        if len({_as_card(draft, h) for h in left}) == 1:
            return [*found, *left]
        if len(found) > ORDER_BUDGET:
            raise unsupported("rule-701.22", f"an order of more than {ORDER_BUDGET} cards", "701.22")
        picked = _named(draft, seat, left, text)
        one_card = split(draft, picked, 1, front=True)
        found.append(one_card)
        if one_card == picked:
            left.remove(picked)
    return found


def _put_back(draft: Draft, seat: int, above: list[int], below: list[int]) -> None:
    """A library with cards on top and at the bottom in these orders, like ones beside each other counted together."""
    rest = [h for h in draft.seqs.get(library(seat), ()) if h not in (*above, *below)]
    order: list[int] = []
    for handle in (*above, *rest, *below):
        if order and draft.rows[order[-1]].cls is draft.rows[handle].cls:
            apply(draft, Event(COUNT, "", order[-1], "", draft.rows[order[-1]].n + draft.rows[handle].n))
            apply(draft, Event(DROP, "", handle))
        else:
            order.append(handle)
    set_seq(draft, library(seat), tuple(order))


def in_any_order(draft: Draft, seat: int, rows: list[int], place: str) -> None:
    """Put cards of a library on its "top" or "bottom" in the order that its owner chooses (401.4)."""
    where = "on top" if place == "top" else "on the bottom"
    order = _in_order(draft, seat, rows, f"the next card {where} of the library")
    _put_back(draft, seat, order if place == "top" else [], order if place != "top" else [])


def until(draft: Draft, seat: int, fits: Callable[[int], bool]) -> tuple[list[int], int]:
    """The rows of a library above the first card that fits, top first, and that card's row; -1 where none does.

    Where none fits, all of them are above, in whatever order they lie. Raises ``Unsupported`` where the order
    is random and a card fits, or where a card on the way is unknown.
    """
    above: list[int] = []
    there = draft.seqs.get(library(seat), ())
    random = order_is_random(draft, seat)
    any_order = random and not any(is_unknown(draft.rows[handle].cls) or fits(handle) for handle in there)
    if not any_order:
        known_order(draft, seat)
        there = draft.seqs.get(library(seat), ())
    for handle in there:
        refuse_unknown(draft.rows[handle].cls, "whether a revealed card is of a set", "701.20")
        if fits(handle):
            return above, split(draft, handle, 1, front=True)
        above.append(handle)
    return above, -1


def to_bottom(draft: Draft, seat: int, rows: list[int]) -> None:
    """Put cards of a library, or exiled ones, on its bottom in a random order.

    Raises ``Random`` where they are unlike, other cards lie above them, and no result says the order.
    """
    exiled = [handle for handle in rows if draft.rows[handle].cls.zone == EXILE]
    if len({draft.rows[handle].cls for handle in rows}) > 1:
        if len(rows) - len(exiled) < len(draft.seqs.get(library(seat), ())):
            chance = Chance("unlike cards on the bottom of a library in a random order", seat, "701.24", (ORDERS,))
            _on_the_bottom(draft, seat, rows_in_order(draft, rows, chance))
            return
        for handle in exiled:
            move(draft, handle, LIBRARY, "put on the bottom", ANYWHERE)
        shuffle(draft, seat)  # they are the whole library
        return
    _on_the_bottom(draft, seat, rows)


def _on_the_bottom(draft: Draft, seat: int, rows: list[int]) -> None:
    """Put cards of a library, or exiled ones, on its bottom in this order, the first one uppermost."""
    for handle in rows:
        if draft.rows[handle].cls.zone == EXILE:
            move(draft, handle, LIBRARY, "put on the bottom", "bottom")
            continue
        set_seq(draft, library(seat), tuple(h for h in draft.seqs[library(seat)] if h != handle))
        into_library(draft, seat, handle, "bottom")


def put_back(draft: Draft, seat: int, number: int) -> bool:
    """Put cards from the own hand on top of the library, one after the other; whether there were any."""
    done = False
    for _ in range(number):
        rows = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
        if not rows:
            return done
        picked = _named(draft, seat, rows, "the next card put on top of the library")
        move(draft, split(draft, picked, 1), LIBRARY, "put on top of the library", "top")
        done = True
    return done


def choose(draft: Draft, seat: int, rows: list[int], number: int, may: bool, text: str) -> list[int]:
    """Cards that a player chooses by their names, one by one, as rows of their own; ``number`` 0 for any number.

    ``may``: or fewer. The cards lie in a library, or have come somewhere else in this event.
    """
    total: Amount = 0
    for handle in rows:
        total = total + draft.rows[handle].n
    if not may and (not number or at_most(total, number, "608.2d")):
        return list(rows)
    chosen: list[int] = []
    left = list(rows)
    while left and (not number or len(chosen) < number):
        if len(chosen) > ORDER_BUDGET:
            raise unsupported("rule-701.22", f"more than {ORDER_BUDGET} cards chosen one by one", "608.2d")
        picked = _named(draft, seat, left, text, may)
        if picked < 0:
            break
        one_card = split(draft, picked, 1, front=draft.rows[picked].cls.zone == LIBRARY)
        chosen.append(one_card)
        if one_card == picked:
            left.remove(picked)
    return chosen


__all__ = [
    "NO_MORE",
    "ORDER_BUDGET",
    "SHUFFLED",
    "about_card",
    "choose",
    "discard",
    "draw",
    "in_any_order",
    "known_order",
    "library",
    "look",
    "manifest",
    "mill",
    "move",
    "put_back",
    "shuffle",
    "to_battlefield",
    "to_bottom",
    "top_cards",
    "until",
]
