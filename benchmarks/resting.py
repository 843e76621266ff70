"""Memory of games that are played on and on: how it grows with every 10,000 acts once old positions are forgotten.

``python -m benchmarks.resting [GAMES] [ACTS]`` plays so many games at once in this process, so many acts in each. The positions that all
games may hold are as many for each game as with a thousand games.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time

from benchmarks.load_games import BOARDS
from benchmarks.load_report import slope
from reiterate.cards import CardBook
from reiterate.service.processes import resident
from reiterate.table import table as tables
from reiterate.table.chairs import Chair
from reiterate.table.resting import MOST_POSITIONS
from reiterate.table.sight import View
from reiterate.table.table import Accepted, Created, Table


def act(table: Table, chairs: dict[str, Chair], last: int, rng: random.Random) -> int:
    """One act of whoever decides; the number of the last entry."""
    found = table.view(chairs["spectator"])
    assert isinstance(found, View)
    if not found.decides:
        return last
    view = table.view(chairs[found.decides])
    assert isinstance(view, View)
    lines = [each.line for each in view.may]
    active = [line for line in lines if line.startswith("activate")]
    line = rng.choice(active) if active and rng.random() < 0.5 else ("pass" if "pass" in lines else rng.choice(lines))
    played = table.play(chairs[found.decides], last + 1, line)
    return played.last if isinstance(played, Accepted) else last


def main(games: int, acts: int) -> int:
    """Play, and print the memory as it goes."""
    tables.__dict__["MOST_POSITIONS"] = MOST_POSITIONS * games // 1_000
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="reiterate-resting-") as folder:
        table = Table.open(f"sqlite:///{folder}/games.db", CardBook.builtin())
        assert isinstance(table, Table)
        seats: list[dict[str, Chair]] = []
        for number in range(games):
            made = table.create(BOARDS[number % len(BOARDS)])
            assert isinstance(made, Created)
            entered = {who: table.enter(made.game, secret) for who, secret in made.links.items()}
            seats.append({who: chair for who, chair in entered.items() if isinstance(chair, Chair)})
        last = [1] * games
        points: list[tuple[int, int]] = []
        begun = time.process_time()
        for turn in range(acts):
            for number, chairs in enumerate(seats):
                last[number] = act(table, chairs, last[number], rng)
            if turn % 20 == 19:
                gc.collect()
                points.append(((turn + 1) * games, resident()))
                held = table.measured()["positions"]
                print(f"{points[-1][0]:,} acts: {points[-1][1] / 1e6:.0f} MB, {held:,} positions", flush=True)
        spent = 1000 * (time.process_time() - begun) / (games * acts)
        grows = slope(points[len(points) // 2 :]) * 10_000 / 1e6
        print(f"in the second half {grows:+.1f} MB in 10,000 acts; {spent:.2f} ms of a core for an act with two looks")
        table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in (*sys.argv[1:], *("60", "300")[len(sys.argv) - 1 :]))))
