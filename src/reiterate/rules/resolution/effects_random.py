"""Effects whose results are random: coins that are flipped (705)."""

from __future__ import annotations

from reiterate.rules.events import coins
from reiterate.rules.events.frames import Ask, Frame, players, set_done
from reiterate.state.events import Draft
from reiterate.terms.base import replace
from reiterate.terms.effects_structure import FlipCoin, FlipUntilLost
from reiterate.terms.references import Seat


def flip_coin(draft: Draft, frame: Frame, effect: FlipCoin) -> Ask | None:
    """Go on by whether a flip is won, or by the side that the coin shows (705.2)."""
    seats = list(players(draft, frame, effect.who))
    if len(seats) > 1:  # in turn order (101.4)
        frame.rest = (*(replace(effect, who=Seat(seat)) for seat in seats), *frame.rest)
        return None
    for seat in seats:
        first = coins.heads(draft, seat) if effect.sides else coins.flip(draft, seat)
        frame.rest = (*(effect.then if first else effect.otherwise), *frame.rest)
    return None


def flip_until_lost(draft: Draft, frame: Frame, effect: FlipUntilLost) -> Ask | None:
    """Flip coins until one flip is lost (705.2): as many as results were given for."""
    won = 0
    for seat in players(draft, frame, effect.who):
        while coins.flip(draft, seat):
            won += 1
    set_done(frame, won)
    frame.rest = (*effect.then, *frame.rest)
    return None
