"""What a game in memory may let go of: positions of long ago, which its log has all the same.

A game that was taken up from a snapshot knows as little of the past (``resuming.REPLAYED``). Duties (732.3) are never forgotten.
"""

from __future__ import annotations

from typing import Final

from reiterate.table.rounds import Round

#: Positions of one game that are left where old ones are forgotten; a game is looked at once it has so many.
LEFT: Final = 50
LOOKED_AT: Final = 60
#: Positions of all games in memory from which on old ones are forgotten.
MOST_POSITIONS: Final = 60_000


def positions(now: Round) -> int:
    """How many positions a game in memory holds."""
    return len(now.game.watcher.in_play.history.line)


def forget_old(now: Round, left: int = LEFT) -> None:
    """Forget all but the last so many positions of a game; nothing happens while something of them is spoken of."""
    game = now.game
    held = positions(now)
    if held <= left or game.proposal is not None or game.history.came_back is not None:
        return
    by = held - left
    watcher = game.watcher.lately(left)
    game.history, game.watcher = game.history.lately(left), watcher
    game.noticed.moved(by)
    game.noticed.duties = len(watcher.in_play.history.duties)
    if game.shown is not None:
        game.shown = game.shown.moved(by) if game.shown.begin >= by else None
