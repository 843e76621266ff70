"""Cards looked at and shown: the top of a library put in order (701.22, 701.25), a hand revealed (701.20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.amounts import Amount, at_most, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import set_seq, split, tally
from reiterate.rules.characteristics.printed_characteristics import proto_of, refuse_unknown
from reiterate.rules.events import zones
from reiterate.rules.events.library import known_order
from reiterate.state.events import COUNT, DROP, Draft, Event, apply
from reiterate.state.model import GRAVEYARD, HAND, LIBRARY, player

#: At most so many unlike cards are put in an order one by one.
ORDER_BUDGET: Final = 40
#: The answer of a player who takes no further card.
NO_MORE: Final = "no more"


def top(draft: Draft, seat: int, amount: Amount, what: str) -> list[int]:
    """The top cards of a library as rows of their own, top first; refuses where their order is random."""
    seq = draft.seqs.get(zones.library(seat), ())
    if not seq or is_zero(amount, "701.22"):
        return []
    if draft.rows[player(seat)].cls.prop(zones.SHUFFLED) and len(seq) > 1:
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
    seq = draft.seqs.get(zones.library(seat), ())
    if not seq or is_zero(amount, "701.22"):
        return
    if draft.rows[player(seat)].cls.prop(zones.SHUFFLED) and len(seq) > 1:
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
        zones.move(draft, card, GRAVEYARD, "surveiled")
    else:
        zones.move(draft, card, LIBRARY, "put on the bottom", "bottom")


def about_card(what: str, name: str) -> str:
    """What the question is called that asks where cards of a name go which somebody looks at: ``scry: Island``."""
    return f"{what}: {name}"


def _look_at_unlike(draft: Draft, seat: int, amount: Amount, what: str, away: str) -> None:
    """Scry and surveil over cards that differ (701.22a, 701.25a): of each kind how many go, then the orders."""
    gone: list[int] = []
    kept: list[int] = []
    for handle in top(draft, seat, amount, what):
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
            zones.move(draft, handle, GRAVEYARD, "surveiled")
        _put_back(draft, seat, order, [])
        return
    _put_back(draft, seat, order, _in_order(draft, seat, gone, "the next card on the bottom of the library"))


def _named(draft: Draft, seat: int, rows: list[int], text: str, may: bool = False) -> int:
    """The row of the card that a player chooses by its name; -1 for none, where they ``may``."""
    names: dict[str, list[int]] = {}
    for handle in rows:
        names.setdefault(proto_of(draft.rows[handle].cls).name, []).append(handle)
    if any(len({draft.rows[h].cls for h in same}) > 1 for same in names.values()):
        raise unsupported("rule-701.22", "cards that differ and have one name", "701.22")
    words = (*names, NO_MORE) if may else tuple(names)
    answer = decide(draft, Question("order", seat, words=words, text=text)).answer
    return -1 if answer == NO_MORE else names[answer][0]


def _in_order(draft: Draft, seat: int, rows: list[int], text: str) -> list[int]:
    """The cards of rows in the order that a player chooses, from the top on; like cards are not told apart."""
    found: list[int] = []
    left = list(rows)
    while left:
        if len({draft.rows[h].cls for h in left}) == 1:
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
    rest = [h for h in draft.seqs[zones.library(seat)] if h not in (*above, *below)]
    order: list[int] = []
    for handle in (*above, *rest, *below):
        if order and draft.rows[order[-1]].cls is draft.rows[handle].cls:
            apply(draft, Event(COUNT, "", order[-1], "", draft.rows[order[-1]].n + draft.rows[handle].n))
            apply(draft, Event(DROP, "", handle))
        else:
            order.append(handle)
    set_seq(draft, zones.library(seat), tuple(order))


def in_any_order(draft: Draft, seat: int, rows: list[int], place: str) -> None:
    """Put cards of a library on its "top" or "bottom" in the order that its owner chooses (401.4)."""
    where = "on top" if place == "top" else "on the bottom"
    order = _in_order(draft, seat, rows, f"the next card {where} of the library")
    _put_back(draft, seat, order if place == "top" else [], order if place != "top" else [])


def until(draft: Draft, seat: int, fits: Callable[[int], bool]) -> tuple[list[int], int]:
    """The rows of a library above the first card that fits, top first, and that card's row; -1 where none does.

    Raises ``Unsupported`` where the order is random, or a card on the way is unknown.
    """
    above: list[int] = []
    for handle in draft.seqs.get(zones.library(seat), ()):
        known_order(draft, seat)
        refuse_unknown(draft.rows[handle].cls, "whether a revealed card is of a set", "701.20")
        if fits(handle):
            return above, split(draft, handle, 1, front=True)
        above.append(handle)
    return above, -1


def to_bottom(draft: Draft, seat: int, rows: list[int]) -> None:
    """Put cards of a library on its bottom in a random order; refuses where that order would be read later."""
    if len({draft.rows[handle].cls for handle in rows}) > 1:
        if len(rows) < len(draft.seqs[zones.library(seat)]):
            raise unsupported("random-result", "unlike cards on the bottom of a library in a random order", "701.24")
        zones.shuffle(draft, seat)  # they are the whole library
        return
    for handle in rows:
        set_seq(draft, zones.library(seat), tuple(h for h in draft.seqs[zones.library(seat)] if h != handle))
        zones.into_library(draft, seat, handle, "bottom")


def put_back(draft: Draft, seat: int, number: int) -> bool:
    """Put cards from the own hand on top of the library, one after the other; whether there were any."""
    done = False
    for _ in range(number):
        rows = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
        if not rows:
            return done
        picked = _named(draft, seat, rows, "the next card put on top of the library")
        zones.move(draft, split(draft, picked, 1), LIBRARY, "put on top of the library", "top")
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
