"""Effects whose results are random: coins that are flipped (705), cards discarded or returned at random (701.9b)."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, is_zero
from reiterate.rules.access.questions import only_way
from reiterate.rules.access.results import DISCARDS, RETURNS, Chance
from reiterate.rules.access.state_access import split
from reiterate.rules.events import coins, zones
from reiterate.rules.events.frames import Ask, Frame, players, quantity, set_done, source_handle
from reiterate.rules.events.players import rows_as_given
from reiterate.rules.resolution.moving import candidates, put_away, total
from reiterate.state.events import Draft
from reiterate.state.model import GRAVEYARD, HAND
from reiterate.terms.base import replace
from reiterate.terms.effects_structure import FlipCoin, FlipUntilLost
from reiterate.terms.effects_zones import DiscardRandom, ReturnAtRandom
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


def discard_random(draft: Draft, frame: Frame, effect: DiscardRandom) -> Ask | None:
    """Players discard cards at random, all at the same time (701.9b, 101.4)."""
    gone: list[tuple[int, Amount]] = []
    for seat in players(draft, frame, effect.who):
        wanted = quantity(draft, frame, effect.amount)
        rows = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
        gone += _at_random(draft, seat, rows, wanted, DISCARDS, "701.9b")
    done: Amount = 0
    zones.discard_together(draft, gone)
    for _, count in gone:
        done = done + count
    set_done(frame, done)
    frame.failed = not gone
    return None


def return_at_random(draft: Draft, frame: Frame, effect: ReturnAtRandom) -> Ask | None:
    """Players return cards of a set from their graveyards to their hands, at random (400.7)."""
    gone: list[int] = []
    for seat in players(draft, frame, effect.who):
        rows = candidates(draft, seat, (GRAVEYARD,), effect.filter, source_handle(frame))
        found = _at_random(draft, seat, rows, quantity(draft, frame, effect.amount), RETURNS, "608.2d")
        gone += [split(draft, handle, count) for handle, count in found]
    put_away(draft, frame, gone, HAND, "returned to hand")
    return None


def _at_random(
    draft: Draft, seat: int, rows: list[int], wanted: Amount, verb: str, rule: str
) -> list[tuple[int, Amount]]:
    """Which cards of a player come at random; nothing is random where all of them come, or all are alike."""
    if not rows or is_zero(wanted, rule):
        return []
    if at_least(wanted, total(draft, rows), rule):
        return [(handle, draft.rows[handle].n) for handle in rows]
    only = only_way(draft, rows, wanted)
    if only is not None:
        return only
    return rows_as_given(draft, seat, rows, wanted, Chance(f"p{seat + 1} {verb} at random", seat, rule, (verb,)))
