"""Effects that look at, reorder or reveal cards of hands and libraries: scry, surveil, "look at the top" (701.20 to 701.25)."""

from __future__ import annotations

from functools import partial

from reiterate.rules.characteristics.evaluate import card_fits
from reiterate.rules.characteristics.printed_characteristics import proto_of, refuse_unknown
from reiterate.rules.events import looking, zones
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    numbered,
    players,
    quantity,
    set_results,
    source_handle,
    things,
)
from reiterate.rules.events.looking import look
from reiterate.rules.resolution.choosing import candidates, choose_rows
from reiterate.rules.resolution.entering import enter_cards
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    HAND,
    LIBRARY,
    Ref,
)
from reiterate.state.properties import NTH_LOOKED
from reiterate.terms.effects_zones import (
    LookAt,
    PutBack,
    PutRest,
    ReturnToBattlefield,
    RevealDiscard,
    RevealTop,
    RevealUntil,
    Scry,
    Surveil,
    Take,
)
from reiterate.terms.filters import Filter
from reiterate.terms.references import Result, This


def reveal_until(draft: Draft, frame: Frame, effect: RevealUntil) -> Ask | None:
    """Reveal cards from the top of libraries until one is of a set (701.20); it goes first, then the others."""
    made: list[int] = []
    for seat in players(draft, frame, effect.who):
        above, found = looking.until(draft, seat, partial(_is_wanted, draft, effect.filter, seat))
        if found >= 0:
            made += _put_found(draft, seat, found, effect)
        if effect.rest == "bottom":
            looking.to_bottom(draft, seat, above)
        elif effect.rest == "library":
            zones.shuffle(draft, seat)
        else:
            for handle in above:
                zones.move(draft, handle, effect.rest, f"to {effect.rest}")
    set_results(draft, frame, [handle for handle in made if handle in draft.rows])
    frame.failed = not made
    return None


def _is_wanted(draft: Draft, wanted: Filter, seat: int, handle: int) -> bool:
    return card_fits(draft, wanted, draft.rows[handle], seat, handle)


def _put_found(draft: Draft, seat: int, found: int, effect: RevealUntil) -> list[int]:
    """Put the card that was looked for where the effect says; the row that it became."""
    if effect.to != BATTLEFIELD:
        return [zones.move(draft, found, effect.to, f"to {effect.to}")]
    if {"instant", "sorcery"} & set(proto_of(draft.rows[found].cls).types):
        return []  # 304.4, 307.4: it stays where it is
    return enter_cards(draft, [(found, seat)], ReturnToBattlefield(This(), tapped=effect.tapped))


def scry(draft: Draft, frame: Frame, effect: Scry) -> Ask | None:
    """Scry (701.22)."""
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "scry", "bottom")
    return None


def surveil(draft: Draft, frame: Frame, effect: Surveil) -> Ask | None:
    """Surveil (701.25)."""
    for seat in players(draft, frame, effect.who):
        look(draft, seat, quantity(draft, frame, effect.amount), "surveil", "graveyard")
    return None


def reveal_discard(draft: Draft, frame: Frame, effect: RevealDiscard) -> Ask | None:
    """A player reveals their hand and discards a card that the controller chooses (701.20, 701.9)."""
    done = False
    for seat in players(draft, frame, effect.who):
        if effect.filter != Filter():
            for row in draft.rows.values():
                if row.cls.zone == HAND and row.cls.owner == seat:
                    refuse_unknown(row.cls, "which cards of a hand are of a set", "701.20")
        rows = candidates(draft, seat, (HAND,), effect.filter, source_handle(frame))
        for handle, count in choose_rows(draft, frame.controller, rows, 1, 1, "which card is discarded"):
            zones.discard(draft, handle, count)
            done = True
    frame.failed = not done
    return None


def put_back(draft: Draft, frame: Frame, effect: PutBack) -> Ask | None:
    """Put cards from the hand on top of the library in any order (401.4)."""
    frame.failed = not looking.put_back(draft, frame.controller, effect.amount)
    return None


def look_at(draft: Draft, frame: Frame, effect: LookAt) -> Ask | None:
    """Look at the top cards of the library, or reveal them (701.20); they stay where they are."""
    found = looking.top(draft, frame.controller, quantity(draft, frame, effect.amount), "look")
    set_results(draft, frame, found, NTH_LOOKED)
    return None


def reveal_top(draft: Draft, frame: Frame, effect: RevealTop) -> Ask | None:
    """Reveal the top card of a library (701.20a); it stays where it is."""
    found = [card for seat in players(draft, frame, effect.who) for card in looking.top(draft, seat, 1, "reveal")]
    set_results(draft, frame, found)
    frame.failed = not found
    return None


def _looked_at(draft: Draft, frame: Frame) -> list[int]:
    """The rows that were looked at and are still in the library, top first."""
    named = (frame.refs[slot] for slot in numbered(frame.refs, NTH_LOOKED))
    rows = [ref.row for ref in named if isinstance(ref, Ref) and ref.row in draft.rows]
    return [row for row in rows if draft.rows[row].cls.zone == LIBRARY]


def take(draft: Draft, frame: Frame, effect: Take) -> Ask | None:
    """Put cards of a set from among those looked at, revealed or milled into a zone, as the controller chooses (608.2d)."""
    seat = frame.controller
    pool = things(draft, frame, Result()) if effect.milled else _looked_at(draft, frame)
    fitting = [h for h in pool if _fits(draft, effect.filter, h, seat)]
    taken = looking.choose(draft, seat, fitting, effect.amount, effect.may, f"which card is put to {effect.to}")
    if effect.to == LIBRARY:  # on top, from where the others go
        made, pool = taken, [handle for handle in pool if handle not in taken]
    elif effect.to == BATTLEFIELD:
        made = enter_cards(
            draft, [(handle, seat) for handle in taken], ReturnToBattlefield(This(), tapped=effect.tapped)
        )
    else:
        made = [zones.move(draft, handle, effect.to, f"to {effect.to}") for handle in taken]
    if not effect.milled:
        set_results(draft, frame, [handle for handle in pool if handle in draft.rows], NTH_LOOKED)
    set_results(draft, frame, [handle for handle in made if handle in draft.rows])
    frame.failed = not made
    return None


def _fits(draft: Draft, wanted: Filter, handle: int, seat: int) -> bool:
    if wanted == Filter():
        return True
    refuse_unknown(draft.rows[handle].cls, "which cards are of a set", "608.2d")
    return card_fits(draft, wanted, draft.rows[handle], seat, handle)


def put_rest(draft: Draft, frame: Frame, effect: PutRest) -> Ask | None:
    """Put the rest of the cards looked at somewhere; in a library in the order that the controller chooses (401.4)."""
    seat, rest = frame.controller, _looked_at(draft, frame)
    set_results(draft, frame, [], NTH_LOOKED)
    if effect.to != LIBRARY:
        for handle in rest:
            zones.move(draft, handle, effect.to, f"to {effect.to}")
    elif effect.place == "random":
        looking.to_bottom(draft, seat, rest)
    elif effect.place:
        looking.in_any_order(draft, seat, rest, effect.place)
    else:
        zones.shuffle(draft, seat)
    return None
