"""Plain play of position files with whatever engine is on the path; run as a script by ``benchmarks.base``.

It uses only names that the engine has had since the commit it is compared with. Prints one JSON object: for each file
the choices of an iteration and the least seconds an iteration took, with the choices known (``step``) and with the
script read and every choice verified (``play``); or why a file was not played.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import reiterate
from reiterate.cards import CardBook
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.step import step
from reiterate.script.position import load
from reiterate.script.script import BodyReader, Repeat

WARM_UP = 2
ITERATIONS = 20
REPEATS = 3


class NotPlayed(Exception):
    """This engine doesn't play the file."""


def least_time(work: Callable[[], object]) -> float:
    """The least seconds of several runs."""
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def measure(text: str, name: str) -> dict[str, float]:
    """The figures of one file: its first repeat block, after the lines before it."""
    position = load(text, name, CardBook.builtin())
    if isinstance(position, Refusal):
        raise NotPlayed(f"{position.code}: {position.message}")
    place = next((i for i, node in enumerate(position.script) if isinstance(node, Repeat)), -1)
    if place < 0:
        raise NotPlayed("no repeat block")
    block: Any = position.script[place]
    reader = BodyReader(block.body)

    def once(state: Any, body: BodyReader) -> tuple[Any, list[Any]]:
        played = play(state, body)
        if played.stop != DONE:
            raise NotPlayed(f"an iteration ended early: {played.stop}")
        return played.state, played.choices

    start: Any = position.state
    if place:
        start, _ = once(start, BodyReader(position.script[:place]))
    for _ in range(WARM_UP):
        start, _ = once(start, reader)
    made: list[Any] = []
    here = start
    for _ in range(ITERATIONS):
        here, choices = once(here, reader)
        made += choices

    def stepping() -> None:
        at = start
        for choice in made:
            at = step(at, choice)[0]

    def playing() -> None:
        at = start
        for _ in range(ITERATIONS):
            at = play(at, reader).state

    found = {"choices": len(made) / ITERATIONS}
    found["step"] = least_time(stepping) / ITERATIONS
    found["play"] = least_time(playing) / ITERATIONS
    return found


def main() -> None:
    """Measure every position file of the folder that is named."""
    figures: dict[str, Any] = {}
    for path in sorted(Path(sys.argv[1]).glob("*.yaml")):
        try:
            figures[path.stem] = measure(path.read_text(encoding="utf-8"), path.name)
        except (NotPlayed, Unsupported) as why:
            figures[path.stem] = {"skipped": str(why)}
    print(json.dumps({"engine": str(reiterate.__file__), "figures": figures}))


if __name__ == "__main__":
    main()
