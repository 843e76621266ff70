"""Rows in processes with limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import ROWS, TIMES
from reiterate.databases.row_outcomes import Asked, Outcome
from reiterate.databases.row_worker import Bounds, Done, Question
from reiterate.databases.row_workers import Task, program_of, worked
from reiterate.databases.surveying import survey
from reiterate.databases.text_workers import Processes, Worker, Workers
from reiterate.refusals import Refusal
from tests.support.dice import dice
from tests.support.files import ROOT

GUARD: Final = ("Midnight Guard", "Presence of Gond")

#: Cards that are searched for minutes.
MINUTES: Final = ("Basalt Monolith", "Mind Over Matter", "Umbral Mantle", "Palinchron")


def row(number: int, *cards: str) -> Row:
    """A row that claims nothing."""
    return Row(number=number, id=str(number), cards=cards)


def bounds(seconds: float = 0) -> Bounds:
    """What a row may take; 0: as long as it needs."""
    return Bounds(seconds=seconds, megabytes=1_000)


def came(tasks: Sequence[Task], many: int) -> list[Done]:
    """What comes of rows in so many processes."""
    with Processes(many, program_of(bounds()), []) as entered:
        return list(worked(tasks, entered, Asked()))


def text(number: int, *cards: str) -> str:
    """A row as a text."""
    return msgspec.json.encode(Question(row=row(number, *cards), asked=Asked())).decode()


@pytest.mark.slow("processes of their own start")
def test_rows_come_in_their_order_with_what_is_known() -> None:
    known = Outcome(number=2, key="k", came="not found")
    tasks: list[Task] = [row(1, *GUARD), known, row(3, "Forest", "Nobody at All"), row(4, "Forest", "Island")]
    found = came(tasks, 2)
    assert [each.outcome.number for each in found] == [1, 2, 3, 4]
    assert [each.outcome.came for each in found] == ["loop", "not found", "refused", "not found"]
    assert found[1].outcome is known and found[0].seconds > 0


class Answered:
    """A text of which it is known in which look it is answered."""

    def __init__(self, text: str, looks: int) -> None:
        self.text = text
        self.looks = looks

    def done(self) -> bool:
        """Whether it was looked at often enough."""
        self.looks -= 1
        return self.looks < 0

    def result(self) -> str:
        """What comes of the row: nothing was found; "" for every fifth one."""
        row = msgspec.json.decode(self.text, type=Question).row
        outcome = Outcome(number=row.number, key=row.key, came="not found")
        return msgspec.json.encode(Done(outcome=outcome, seconds=1.0, last=False)).decode() if row.number % 5 else ""

    def cancel(self) -> None:
        """Nobody waits for it any more."""


@given(
    st.lists(st.booleans(), max_size=30),
    st.randoms(use_true_random=False),
    st.integers(1, 4),
    st.integers(1, 8),
)
def test_in_whatever_order_rows_are_answered_they_come_in_their_own(
    known: list[bool], moments: Random, together: int, ahead: int
) -> None:
    given_out: list[str] = []

    def begin(texts: Sequence[str]) -> list[Answered]:
        given_out.extend(texts)
        return [Answered(text, moments.randrange(4)) for text in texts]

    who: Any = SimpleNamespace(together=together, ahead=ahead, begin=begin)
    tasks: list[Task] = [
        Outcome(number=number, key="k", came="refused") if each else row(number, *GUARD)
        for number, each in enumerate(known, 1)
    ]
    found = [done.outcome for done in worked(tasks, who, Asked())]
    assert [each.number for each in found] == list(range(1, len(known) + 1))
    expected = ["refused" if each else "not found" if number % 5 else "bug" for number, each in enumerate(known, 1)]
    assert [each.came for each in found] == expected
    assert len(given_out) == known.count(False)


@pytest.mark.slow("processes of their own start")
def test_a_row_over_a_limit_takes_no_other_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the first row, which goes on for minutes, has a limit. The one that is started behind it has none."""
    programs = iter([program_of(bounds(seconds=0.1)), program_of(bounds())])
    start = Worker._start

    def started(worker: Worker) -> subprocess.Popen[bytes]:
        worker.program = next(programs)
        return start(worker)

    monkeypatch.setattr(Worker, "_start", started)
    rows = [row(1, *MINUTES), row(2, "Forest", "Nobody at All")]
    found = [each.outcome for each in came(rows, 1)]
    assert next(programs, None) is None
    assert [(each.number, each.came, each.code) for each in found] == [
        (1, "budget", "time-spent"),
        (2, "refused", "card-unknown"),
    ]


@pytest.mark.slow("a process of its own starts twice")
def test_a_process_that_is_gone_is_started_again() -> None:
    worker = Worker(program_of(bounds()), [])
    try:
        assert worker.ask(text(1, "Forest", "Nobody at All")) and worker.process is not None
        worker.process.kill()
        worker.process.wait()
        assert worker.ask(text(2, "Forest", "Nobody at All")) == ""
        again = worker.ask(text(2, "Forest", "Nobody at All"))
        assert msgspec.json.decode(again, type=Done).outcome.code == "card-unknown"
    finally:
        worker.end()


def test_processes_that_work_on_nothing_may_rest() -> None:
    workers = Workers(2, program_of(bounds()), [])
    pipe = subprocess.PIPE
    for each in workers.workers:
        each.process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=pipe, stdout=pipe)
    asked = workers.free.get()
    try:
        workers.rest()
        assert [each.process is None for each in workers.workers] == [each is not asked for each in workers.workers]
        assert workers.free.get_nowait() is not asked
    finally:
        workers.end()


#: Built-in pairs: loops, pairs that give nothing, and names that nobody knows.
PAIRS: Final = (
    GUARD,
    ("Forest", "Island"),
    ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"),
    ("Midnight Guard", "Nobody at All"),
    ("Presence of Gond", "Forest"),
    ("Midnight Guard", "Forest"),
)


@pytest.mark.slow("processes of their own start")
@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by a signal")
def test_killed_at_two_moments_and_resumed_it_is_the_same(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, rows=8, times=2)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by a signal")
def test_ended_at_ten_moments_and_resumed_it_is_the_same(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, rows=60, times=10)


def killed_and_resumed(tmp_path: Path, rows: int, times: int) -> None:
    """A survey of so many rows comes to the same bytes, at whatever moments it is killed."""
    file = tmp_path / "combos.csv"
    lines = [f'{number},"{" + ".join(PAIRS[number % len(PAIRS)])}"' for number in range(rows)]
    file.write_text("\n".join(["id,cards", *lines, ""]), encoding="utf-8")
    found = survey(file, tmp_path / "whole", seconds=0)
    assert not isinstance(found, Refusal)
    assert len(list(found)) == len(lines)
    expected = (tmp_path / "whole" / ROWS).read_bytes()
    words = ["--seconds", "0", "survey", str(file), "-o", str(tmp_path / "ended")]
    line = [sys.executable, "-m", "reiterate", *words]
    told = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "REITERATE_CARDS": "", "REITERATE_FOLDER": "off"}
    kept = tmp_path / "ended" / ROWS
    for most in dice("moments", rows).sample(range(1, len(expected)), times):
        process = subprocess.Popen(line, env=told, stdout=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and (not kept.exists() or kept.stat().st_size < most):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert not kept.exists() or expected.startswith(kept.read_bytes()), f"killed behind {most} bytes"
    subprocess.run(line, env=told, check=True, stdout=subprocess.DEVNULL)
    assert kept.read_bytes() == expected
    assert (tmp_path / "ended" / TIMES).exists()
