"""Losing life (119.3), which is also how life is paid (119.4)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, in_total, is_zero
from reiterate.rules.access.state_access import add, tally
from reiterate.rules.access.unread_clauses import stop_at
from reiterate.rules.events import replacement
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.library import remember
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.properties import COUNT_LIFE_LOST_BY, LIFE, LOST
from reiterate.state.text_reads import LIFE_LOST

#: What a loss of life says that is the result of damage (120.3a).
BY_DAMAGE: Final = "damage"


def lose_life(draft: Draft, seat: int, amount: Amount, count: Amount = 1, by: str = "") -> None:
    """A player loses life, ``count`` times at once (119.3); losing 0 is no event. ``by``: "damage" for a result of that."""
    if is_zero(amount, "119.3") or draft.rows[player(seat)].cls.prop(LOST):
        return
    stop_at(draft, "lose", seat)
    amount = replacement.life(draft, seat, amount, "lose")
    if is_zero(amount, "119.3"):
        return
    total = in_total(amount, count)
    add(draft, "lost life", player(seat), LIFE, -total)
    tally(draft, f"{COUNT_LIFE_LOST_BY}p{seat + 1}", total)
    remember(draft, seat, LIFE_LOST, total)
    fire(draft, Happening("LifeLost", seat=seat, amount=amount, count=count, step=by))
