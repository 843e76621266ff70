"""How a game that is over ended (104), as the state keeps it."""

from __future__ import annotations

import re
from typing import Final

#: The outcome of a game that nobody won (104.4).
GAME_DRAWN: Final = "draw"

_WON: Final = re.compile(r"p(\d+)_wins")


def won_by(seat: int) -> str:
    """The outcome of a game that a player won (104.2): ``p1_wins`` for seat 0."""
    return f"p{seat + 1}_wins"


def winner_of(outcome: str) -> int | None:
    """The seat of who won, None for a draw: 0 for ``p1_wins``."""
    won = _WON.fullmatch(outcome)
    return None if won is None else int(won[1]) - 1
