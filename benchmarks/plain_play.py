"""Plain play of position files with whatever engine is on the path; run as a script by ``benchmarks.base``.

It uses only names that the engine has had since the commit it is compared with. It answers orders, one line each, with
one line of JSON: ``prepare FILE`` with the choices of an iteration (or why the file is not played), ``step`` and
``play`` with the seconds that some iterations of that file took: with the choices known, and with the script read and
every choice verified.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import reiterate
from reiterate.api import step
from reiterate.cards import CardBook
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.position import load
from reiterate.script.script import BodyReader, Repeat

WARM_UP = 2
ITERATIONS = 20


class NotPlayed(Exception):
    """This engine doesn't play the file."""


class Loop:
    """One position file: its first repeat block, after the lines before it."""

    def __init__(self, path: Path) -> None:
        position = load(path.read_text(encoding="utf-8"), path.name, CardBook.builtin())
        if isinstance(position, Refusal):
            raise NotPlayed(f"{position.code}: {position.message}")
        place = next((i for i, node in enumerate(position.script) if isinstance(node, Repeat)), -1)
        if place < 0:
            raise NotPlayed("no repeat block")
        block: Any = position.script[place]
        self.reader = BodyReader(block.body)
        self.start: Any = position.state
        if place:
            self.start, _ = self.once(self.start, BodyReader(position.script[:place]))
        for _ in range(WARM_UP):
            self.start, _ = self.once(self.start, self.reader)
        self.made: list[Any] = []
        here = self.start
        for _ in range(ITERATIONS):
            here, choices = self.once(here, self.reader)
            self.made += choices

    def once(self, state: Any, body: BodyReader) -> tuple[Any, list[Any]]:
        """One iteration: the state after it and its choices."""
        played = play(state, body)
        if played.stop != DONE:
            raise NotPlayed(f"an iteration ended early: {played.stop}")
        return played.state, played.choices

    def step(self) -> None:
        """The iterations with their choices known."""
        at = self.start
        for choice in self.made:
            at = step(at, choice)[0]

    def play(self) -> None:
        """The iterations with their script read."""
        at = self.start
        for _ in range(ITERATIONS):
            at = play(at, self.reader).state


def seconds(loop: Loop, what: str) -> float:
    """The processor seconds of one run."""
    work = loop.step if what == "step" else loop.play
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    """Answer orders until there are no more."""
    print(json.dumps({"engine": str(reiterate.__file__)}), flush=True)
    loop: Loop | None = None
    for line in sys.stdin:
        order, _, name = line.strip().partition(" ")
        told: dict[str, object]
        if order == "prepare":
            try:
                loop = Loop(Path(name))
                told = {"choices": len(loop.made) / ITERATIONS}
            except (NotPlayed, Unsupported) as why:
                told = {"skipped": str(why)}
        else:
            assert loop is not None, "nothing was prepared"
            told = {"seconds": seconds(loop, order)}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
