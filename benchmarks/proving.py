"""Seconds of certifying the loops of the examples, and of checking over certifying."""

from __future__ import annotations

import statistics
import time
from typing import Final

from benchmarks.finding import EXAMPLES, REPEATS
from benchmarks.rows import MILLISECONDS, Row
from reiterate.ask.session import study_loop
from reiterate.cards import CardBook
from reiterate.certify.certificate import certify
from reiterate.check.certificate import Accepted, check
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load_file

#: Examples without a loop: nothing of them can be certified.
WITHOUT: Final = {"go"}


def seconds_each() -> dict[str, tuple[float, float]]:
    """Of each example with a loop the least seconds of certifying it and of checking that certificate."""
    found: dict[str, tuple[float, float]] = {}
    for path in sorted(path for path in EXAMPLES.rglob("*.yaml") if path.stem not in WITHOUT):
        position = load_file(path, CardBook.builtin())
        assert isinstance(position, Position), position
        certifying, checking = [], []
        for _ in range(REPEATS):
            begin = time.process_time()
            study = study_loop(position)
            text = study if isinstance(study, Refusal) else certify(study.part.loop)
            certifying.append(time.process_time() - begin)
            assert isinstance(text, str), (path.stem, text)
            begin = time.process_time()
            answer = check(text)
            checking.append(time.process_time() - begin)
            assert isinstance(answer, Accepted), (path.stem, answer)
        found[f"{path.parent.name}/{path.stem}"] = (min(certifying), min(checking))
    return found


def rows() -> list[Row]:
    """The rows of the table."""
    each = seconds_each().values()
    return [
        Row("certify, median of the examples", statistics.median(time for time, _ in each) * 1000, MILLISECONDS),
        Row("certify, worst of the examples", max(time for time, _ in each) * 1000, MILLISECONDS),
        Row("check over certify, median", statistics.median(checked / time for time, checked in each)),
        Row("check over certify, worst", max(checked / time for time, checked in each)),
    ]


if __name__ == "__main__":
    for name, (made, checked) in sorted(seconds_each().items(), key=lambda item: -item[1][0]):
        print(f"{name:<36} {made:7.3f} s {checked:7.3f} s")
