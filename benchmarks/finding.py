"""Seconds of the finder on the bare boards of the examples, and the steps that it took."""

from __future__ import annotations

import statistics
from functools import partial
from pathlib import Path

from benchmarks.rows import MILLISECONDS, Row, seconds
from reiterate.cards import CardBook
from reiterate.script.position import Position, load_file
from reiterate.survey.finder import find_on_board
from reiterate.survey.proof import Found

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
REPEATS = 3
#: A file without a loop, and one whose loop goes through the opponents' turns.
WITHOUT = {"go", "turn-cycles"}


def seconds_each() -> dict[str, tuple[float, int]]:
    """Of each example the median seconds of finding its loop anew, and the steps."""
    found: dict[str, tuple[float, int]] = {}
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        if path.stem in WITHOUT:
            continue
        position = load_file(path, CardBook.builtin())
        assert isinstance(position, Position), position
        answer = find_on_board(position.state, position.proposer)
        assert isinstance(answer, Found), (path.stem, answer)
        taken = seconds(partial(find_on_board, position.state, position.proposer), REPEATS)
        found[f"{path.parent.name}/{path.stem}"] = (taken, answer.steps)
    return found


def rows() -> list[Row]:
    """The rows of the table."""
    each = seconds_each()
    times = [time for time, _ in each.values()]
    return [
        Row("finder, median of the bare examples", statistics.median(times) * 1000, MILLISECONDS, 2000),
        Row("finder, worst of the bare examples", max(times) * 1000, MILLISECONDS, 2000),
        Row("finder, most steps", max(number for _, number in each.values())),
    ]


if __name__ == "__main__":
    for name, (time_taken, number) in sorted(seconds_each().items(), key=lambda item: -item[1][0]):
        print(f"{name:<36} {time_taken:7.3f} s {number:7} steps")
