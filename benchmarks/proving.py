"""Seconds of certifying the loops of the examples, and of checking over certifying."""

from __future__ import annotations

import statistics
import time

from benchmarks.finding import EXAMPLES, REPEATS
from reiterate.cards import CardBook
from reiterate.certify.certificate import certify
from reiterate.check.certificate import Accepted, check
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load_file
from reiterate.show.session import study_loop


def seconds_each() -> dict[str, tuple[float, float]]:
    """Of each example with a loop the median seconds of certifying it and of checking that certificate."""
    found: dict[str, tuple[float, float]] = {}
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        position = load_file(path, CardBook.builtin())
        assert isinstance(position, Position), position
        certifying, checking = [], []
        for _ in range(REPEATS):
            begin = time.perf_counter()
            study = study_loop(position)
            text = study if isinstance(study, Refusal) else certify(study.part.loop)
            certifying.append(time.perf_counter() - begin)
            if isinstance(text, Refusal):
                break
            begin = time.perf_counter()
            answer = check(text)
            checking.append(time.perf_counter() - begin)
            assert isinstance(answer, Accepted), (path.stem, answer)
        if checking:
            found[f"{path.parent.name}/{path.stem}"] = (statistics.median(certifying), statistics.median(checking))
    return found


def rows() -> list[tuple[str, float, str]]:
    """The rows of the table."""
    each = seconds_each().values()
    return [
        ("certify, median seconds of the examples", statistics.median(certify for certify, _ in each), ""),
        ("certify, worst seconds", max(certify for certify, _ in each), ""),
        ("check over certify, median", statistics.median(checked / certify for certify, checked in each), ""),
        ("check over certify, worst", max(checked / certify for certify, checked in each), ""),
    ]


if __name__ == "__main__":
    for name, (certify, checked) in sorted(seconds_each().items(), key=lambda item: -item[1][0]):
        print(f"{name:<36} {certify:7.3f} s {checked:7.3f} s")
