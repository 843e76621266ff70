"""Seconds of the finder on the bare boards of the examples, and the steps that it took."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

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
        times = []
        steps = 0
        for _ in range(REPEATS):
            begin = time.perf_counter()
            answer = find_on_board(position.state, position.proposer)
            times.append(time.perf_counter() - begin)
            assert isinstance(answer, Found), (path.stem, answer)
            steps = answer.steps
        found[f"{path.parent.name}/{path.stem}"] = (statistics.median(times), steps)
    return found


def rows() -> list[tuple[str, float, str]]:
    """The rows of the table."""
    each = seconds_each()
    seconds = [time for time, _ in each.values()]
    steps = [number for _, number in each.values()]
    return [
        ("finder, median seconds of the bare examples", statistics.median(seconds), "<= 2"),
        ("finder, worst seconds", max(seconds), "<= 2"),
        ("finder, most steps", max(steps), ""),
    ]


if __name__ == "__main__":
    for name, (time_taken, number) in sorted(seconds_each().items(), key=lambda item: -item[1][0]):
        print(f"{name:<36} {time_taken:7.3f} s {number:7} steps")
