"""Coins that players flip (705): the result is given, and what triggers on winning or losing a flip is told."""

from __future__ import annotations

from reiterate.rules.access.results import HEADS, LOSES, TAILS, WINS, Chance, given
from reiterate.rules.access.state_access import tally
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.properties import COUNT_FLIPS_OF


def flip(draft: Draft, seat: int) -> bool:
    """A player flips a coin and calls a side (705.2); whether they win the flip. Raises ``Random`` without a result."""
    won = given(draft, Chance(f"p{seat + 1} flips a coin and wins or loses the flip", seat, "705.2", (WINS, LOSES)))[0]
    tally(draft, f"{COUNT_FLIPS_OF}p{seat + 1}", 1)
    fire(draft, Happening("CoinFlipped", seat=seat, step=won))
    return won == WINS


def heads(draft: Draft, seat: int) -> bool:
    """A player flips a coin of which only the side counts (705.2); whether it comes up heads."""
    side = given(draft, Chance(f"p{seat + 1} flips a coin, and its side counts", seat, "705.2", (HEADS, TAILS)))[0]
    tally(draft, f"{COUNT_FLIPS_OF}p{seat + 1}", 1)
    return side == HEADS
