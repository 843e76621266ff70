"""Milliseconds of a watcher for each choice that it is fed, beside 7, 27 and 67 rows: half of the choices, and all but 1 %.

Two games are watched. In the first one player makes tokens by hand. In the second two players give and take flying, so
that each position of a lap has come back: that is the dearest thing to recognise.
"""

from __future__ import annotations

import time
from typing import Final

from benchmarks.boards import HEAD
from benchmarks.rows import MILLISECONDS, Row
from benchmarks.ruling import CASES, OWN_CARDS
from reiterate.cards import CardBook
from reiterate.loops.play import DONE, play
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.watcher import Watcher

#: Rows of the board of the first game before anything is played, with the aims of the dearest choices.
SIZES: Final = ((7, 1), (27, 2), (67, 5))
LAPS: Final = 60
REPEATS: Final = 5

TOKENS: Final = ("activate Midnight Guard", "all pass", "all pass")
GIVE_AND_TAKE: Final = (
    "activate Lifting Bird",
    "all pass",
    "pass",
    "p2: activate Grounding Stone targeting Lifting Bird",
    "all pass",
)
BIRD: Final = """format: position/1
players:
  p1:
    battlefield:
      - Lifting Bird
"""
OPPONENT: Final = "  p2: {battlefield: [Grounding Stone]}\n"

GAMES: Final = (("tokens", HEAD, "", TOKENS), ("a fragmented loop", BIRD, OPPONENT, GIVE_AND_TAKE))


def game(head: str, tail: str, lap: tuple[str, ...], rows: int) -> tuple[State, list[tuple[Choice, State]]]:
    """The first state of a game on so many rows, and each choice with the state behind it."""
    book = CardBook.builtin().with_files([CASES / OWN_CARDS])
    assert isinstance(book, CardBook), book
    script = tail + "script: |\n" + "".join(f"  {line}\n" for line in lap * LAPS)
    bare = load(head + script, "bench", book)
    assert isinstance(bare, Position), bare
    more = rows - len(bare.state.rows)
    beside = "".join(f"      - {{card: Grizzly Bears, counters: {{+1/+1: {i + 1}}}}}\n" for i in range(more))
    position = load(head + beside + script, "bench", book)
    assert isinstance(position, Position), position
    state = position.state
    assert len(state.rows) == rows
    played = play(state, BodyReader(position.script))
    assert played.stop == DONE, played.refusal
    made = []
    for choice in played.choices:
        state = step(state, choice)[0]
        made.append((choice, state))
    return position.state, made


def milliseconds(start: State, made: list[tuple[Choice, State]]) -> list[float]:
    """Of each choice the least milliseconds of several games, in order of size."""
    least = [float("inf")] * len(made)
    for _ in range(REPEATS):
        watcher = Watcher(start)
        for at, (choice, after) in enumerate(made):
            begin = time.process_time()
            watcher.feed(choice, after)
            least[at] = min(least[at], time.process_time() - begin)
        assert watcher.recognised
    return sorted(each * 1000 for each in least)


def rows() -> list[Row]:
    """The rows of the table."""
    found = []
    for name, head, tail, lap in GAMES:
        for size, aim in SIZES:
            times = milliseconds(*game(head, tail, lap, size))
            where = f"watching {name} beside {size} rows, a choice"
            found.append(Row(f"{where}, median", times[len(times) // 2], MILLISECONDS))
            found.append(Row(f"{where}, 99 of 100 within", times[len(times) * 99 // 100], MILLISECONDS, aim))
    return found


def main() -> None:
    """Measure and print these rows alone."""
    for row in rows():
        print(f"{row.name:<75}  {row.shown()}")


if __name__ == "__main__":
    main()
