"""Memory of games that are played on and on: how it grows with every 10,000 acts once old positions and entries are let go.

``python -m benchmarks.resting [GAMES] [ACTS]`` plays so many games at once in this process, so many acts in each. Where a game is
over, a new one takes its place. The positions that all games may hold are as many for each game as with a thousand games.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from dataclasses import dataclass

from benchmarks.load_games import BOARDS
from benchmarks.load_report import slope
from reiterate.cards import CardBook
from reiterate.service.processes import resident
from reiterate.table import table as tables
from reiterate.table.resuming import MOST_POSITIONS
from reiterate.table.seat_view import View
from reiterate.table.seats import Chair
from reiterate.table.table import Accepted, Created, Table

#: How often whoever may activate something does so.
EAGER = 0.98


@dataclass(slots=True)
class Game:
    """A game that is played: its board, its chairs, the number of its last entry."""

    board: int
    chairs: dict[str, Chair]
    last: int


def begun(table: Table, board: int) -> Game:
    """A new game on a board."""
    made = table.create(BOARDS[board])
    assert isinstance(made, Created)
    entered = {who: table.enter(made.game, secret) for who, secret in made.links.items()}
    return Game(board, {who: chair for who, chair in entered.items() if isinstance(chair, Chair)}, made.last)


def act(table: Table, game: Game, rng: random.Random) -> int:
    """One act of whoever decides; how many entries it made, -1 where the game is over."""
    found = table.view(game.chairs["spectator"])
    assert isinstance(found, View)
    if not found.decides:
        return -1
    chair = game.chairs[found.decides]
    view = table.view(chair)
    assert isinstance(view, View)
    lines = [each.line for each in view.may]
    rng.shuffle(lines)
    active = [line for line in lines if line.startswith("activate")] if rng.random() < EAGER else []
    for line in (*active, "pass", *lines):
        played = table.play(chair, game.last + 1, line)
        if isinstance(played, Accepted):
            game.last = played.last
            return 1
    return -1


def main(games: int, acts: int) -> int:
    """Play, and print the memory as it goes."""
    tables.__dict__["MOST_POSITIONS"] = MOST_POSITIONS * games // 1_000
    tables.__dict__["MOST_LIVE"] = games
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="reiterate-resting-") as folder:
        table = Table.open(f"sqlite:///{folder}/games.db", CardBook.builtin())
        assert isinstance(table, Table)
        played = [begun(table, number % len(BOARDS)) for number in range(games)]
        points: list[tuple[int, int]] = []
        made, over = 0, 0
        begin = time.process_time()
        for turn in range(acts):
            for number, game in enumerate(played):
                entered = act(table, game, rng)
                made += max(0, entered)
                if entered < 0:
                    played[number], over = begun(table, game.board), over + 1
            if turn % 20 == 19:
                gc.collect()
                points.append((made, resident()))
                held = table.measured()
                told = f"{held['positions']:,} positions, {held['entries']:,} entries, {over:,} games were over"
                print(f"{points[-1][0]:,} acts: {points[-1][1] / 1e6:.1f} MB, {told}", flush=True)
        spent = 1000 * (time.process_time() - begin) / made
        grows = slope(points[len(points) // 2 :]) * 10_000 / 1e6
        print(f"the longest game has {max(game.last for game in played):,} entries")
        print(f"in the second half {grows:+.2f} MB in 10,000 acts; {spent:.2f} ms of a core for an act with two looks")
        table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in (*sys.argv[1:], *("60", "300")[len(sys.argv) - 1 :]))))
