"""Leaving the game (800.4): what becomes of a player's objects, of what they control, and of effects in their favour.

Players who lose at the same time leave at the same time. What a player who has left would still
have to choose is chosen by another player (``questions.decide``).
"""

from __future__ import annotations

from reiterate.amounts import is_zero
from reiterate.rules.access.state_access import discard_row, put, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import cards_in
from reiterate.rules.events import control, leaves_battlefield, zones
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    Class,
    Gone,
    Ref,
    is_player,
    player,
    seat_of,
)
from reiterate.state.properties import (
    ABILITY,
    CARD,
    COPY,
    DELAYED,
    EFFECT,
    LAST_CARDS,
    MANA,
    MASTER,
    NEXT_MASTER,
    ON,
    PLAYER,
    SHIELD,
    SKIP_NEXT,
    SKIP_TURNS,
    TOKEN,
)
from reiterate.terms.effects_continuous import GainControl

#: What an owner takes along: cards, and what is none but has an owner (108.3, 111.2).
_OWNED = (CARD, TOKEN, COPY)

#: What is gone with its controller: abilities that wait or are on the stack, delayed ones that will never be put
#: there (800.4d). What is left of a resolution goes on (608.2m), and added turns come to nothing when they would begin (800.4k).
_CONTROLLED = (ABILITY, DELAYED)

#: Slots of a player that nobody can ask for any more.
_FORGOTTEN = (MANA, SKIP_TURNS, SKIP_NEXT)


def leave_game(draft: Draft, gone: list[int]) -> None:
    """Players leave the game (800.4a): their objects with them, and whatever else they still controlled is exiled."""
    left = frozenset(gone)
    for seat in gone:
        for zone in (HAND, LIBRARY, GRAVEYARD, EXILE):
            number = cards_in(draft, zone, seat, None)
            if not is_zero(number, "800.4i"):
                put(draft, "", player(seat), LAST_CARDS + zone, number)
    owned = [h for h, row in draft.rows.items() if row.cls.kind in _OWNED and row.cls.owner in left]
    for handle in owned:
        row = draft.rows[handle]
        if row.cls.zone == BATTLEFIELD:  # 603.6c: leaving the game is leaving the battlefield
            fire(draft, Happening("Leaves", subject=handle, count=row.n, row=row))
    known = {handle: leaves_battlefield.last_known(draft, handle) for handle in owned if _here(draft, handle)}
    for handle in owned:
        discard_row(draft, handle, "left the game", known.get(handle))
    _end_effects(draft, left)
    control.settle_control(draft)
    _exile_rest(draft, left)
    for handle, row in list(draft.rows.items()):
        if row.cls.kind in _CONTROLLED and row.cls.controller in left:
            discard_row(draft, handle, "ceased to exist (800.4a)")
    for seat in gone:
        for slot, amount in draft.rows[player(seat)].num.items():
            if slot.startswith(_FORGOTTEN) and not is_zero(amount, "800.4a"):
                put(draft, "", player(seat), slot, 0)
    continuous_effects.forgotten(draft)
    draft.view.clear()


def _here(draft: Draft, handle: int) -> bool:
    return draft.rows[handle].cls.zone == BATTLEFIELD


def _end_effects(draft: Draft, left: frozenset[int]) -> None:
    """Effects that give a player who left control of anything end, and what shielded things that are gone (800.4a)."""
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        on = row.refs.get(ON)
        if cls.kind == EFFECT and isinstance(cls.term, GainControl) and cls.controller in left:
            discard_row(draft, handle, "an effect ends (800.4a)")
        elif cls.kind == SHIELD and (isinstance(on, Gone) or (isinstance(on, Ref) and _left(draft, on.row, left))):
            discard_row(draft, handle)
        elif cls.kind == PLAYER:
            freed = _freed(cls, left)
            if freed is not cls:
                turn_into(draft, "is no longer controlled (800.4a)", handle, freed)
    continuous_effects.forgotten(draft)


def _left(draft: Draft, handle: int, left: frozenset[int]) -> bool:
    return is_player(draft, handle) and seat_of(handle) in left


def _freed(cls: Class, left: frozenset[int]) -> Class:
    """A player's class without being controlled by a player who left, now or in the next turn."""
    for name in (MASTER, NEXT_MASTER):
        if cls.prop(name, "") in {f"p{seat + 1}" for seat in left}:
            cls = cls.with_prop(name, False)
    return cls


def _exile_rest(draft: Draft, left: frozenset[int]) -> None:
    """Exile what others own and a player who left still controls (800.4a)."""
    control.exile_strays(draft)
    for handle in draft.stack:
        cls = draft.rows[handle].cls
        if cls.kind == CARD and cls.controller in left:
            zones.move(draft, handle, EXILE, "exiled (800.4a)", replaced=True)
