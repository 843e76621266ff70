"""Rows in processes with limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import ROWS, TIMES
from reiterate.databases.row_outcomes import Asked, Outcome
from reiterate.databases.row_worker import Limits
from reiterate.databases.row_workers import Task, Worker, worked
from reiterate.databases.surveying import survey
from reiterate.refusals import Refusal
from tests.support.dice import dice
from tests.support.files import ROOT

GUARD: Final = ("Midnight Guard", "Presence of Gond")

#: Cards that are searched for minutes.
MINUTES: Final = ("Basalt Monolith", "Mind Over Matter", "Umbral Mantle", "Palinchron")


def row(number: int, *cards: str) -> Row:
    """A row that claims nothing."""
    return Row(number=number, id=str(number), cards=cards)


def limits(seconds: float = 0) -> Limits:
    """What a row may take; 0: as long as it needs."""
    return Limits(seconds=seconds, megabytes=1_000, asked=Asked())


@pytest.mark.slow("processes of their own start")
def test_rows_come_in_their_order_with_what_is_known() -> None:
    known = Outcome(number=2, key="k", came="not found")
    tasks: list[Task] = [row(1, *GUARD), known, row(3, "Forest", "Nobody at All"), row(4, "Forest", "Island")]
    found = list(worked(tasks, 2, limits(), []))
    assert [each.outcome.number for each in found] == [1, 2, 3, 4]
    assert [each.outcome.came for each in found] == ["loop", "not found", "refused", "not found"]
    assert found[1].outcome is known and found[0].seconds > 0


@pytest.mark.slow("processes of their own start")
def test_a_row_over_a_limit_takes_no_other_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the first row, which goes on for minutes, has a limit. The one that is started behind it has none."""
    given, start = iter([limits(seconds=0.1), limits()]), Worker._start

    def started(worker: Worker) -> subprocess.Popen[bytes]:
        worker.limits = next(given)
        return start(worker)

    monkeypatch.setattr(Worker, "_start", started)
    rows = [row(1, *MINUTES), row(2, "Forest", "Nobody at All")]
    found = [each.outcome for each in worked(rows, 1, limits(), [])]
    assert next(given, None) is None
    assert [(each.number, each.came, each.code) for each in found] == [
        (1, "budget", "time-spent"),
        (2, "refused", "card-unknown"),
    ]


@pytest.mark.slow("a process of its own starts twice")
def test_a_process_that_is_gone_is_started_again() -> None:
    worker = Worker(limits(), [])
    try:
        first = worker.ask(row(1, "Forest", "Nobody at All"))
        assert first is not None and worker.process is not None
        worker.process.kill()
        worker.process.wait()
        assert worker.ask(row(2, "Forest", "Nobody at All")) is None
        again = worker.ask(row(2, "Forest", "Nobody at All"))
        assert again is not None and again.outcome.code == "card-unknown"
    finally:
        worker.end()


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
