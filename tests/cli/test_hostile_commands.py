"""No command takes more than 20 seconds of work, counted in calls, or a gigabyte, whatever it is given."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from reiterate.limits import MARGIN, MEMORY, Watch, read_regular
from reiterate.refusals import Refusal
from tests.cli.hostile_commands import HOSTILE, Hostile
from tests.support.drawn import drawn_cases
from tests.support.files import ROOT
from tests.support.patience import PATIENCE
from tests.support.worked import ANSWERED

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="time and memory of a process are read as on Unix")


#: Runs a command, and writes into a file how many calls of functions it has made.
COUNTING: Final = """
import cProfile, pathlib, sys
from reiterate.cli.main import main
profile = cProfile.Profile()
file, sys.argv[1:] = sys.argv[1], sys.argv[2:]
profile.enable()
try:
    main()
finally:
    profile.disable()
    pathlib.Path(file).write_text(str(sum(each.callcount for each in profile.getstats())))
"""

#: So many calls are 20 seconds of one core.
CALLS: Final = 10 * ANSWERED


def measured(words: list[str], folder: Path) -> tuple[int, str, int, int]:
    """Run a command: its exit code, what it showed, the calls that it made, and the most bytes that it held."""
    environment = {**os.environ, "REITERATE_SECONDS": "0"}  # the clock is no measure on a busy machine
    counted = folder / "counted"
    with (folder / "shown").open("w+b") as shown:
        process = subprocess.Popen(
            [sys.executable, "-c", COUNTING, str(counted), *words],
            stdout=shown,
            stderr=shown,
            env=environment,
            cwd=ROOT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        shown.seek(0)
        text = shown.read().decode("utf-8")
    unit = 1 if sys.platform == "darwin" else 1024
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # what is told begins with the peak of this process
    memory = usage.ru_maxrss if usage.ru_maxrss > inherited else 0
    return process.returncode, text, int(counted.read_text()), memory * unit


@pytest.mark.slow("a process for each hostile input")
@pytest.mark.parametrize("case", drawn_cases(HOSTILE, 5, "hostile commands", lambda h: h.name, later=lambda h: h.slow))
def test_a_hostile_input_is_answered_or_refused_by_few_calls(case: Hostile, tmp_path: Path) -> None:
    code, text, calls, memory = measured(case.write(tmp_path), tmp_path)
    assert code in case.exits, text[-600:]
    assert "Traceback" not in text
    assert all(word in text for word in case.shows), text[-600:]
    assert calls < CALLS
    assert memory < MEMORY


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak of a program by itself")
def test_a_program_does_not_begin_with_the_peak_of_what_started_it() -> None:
    code = "from reiterate.limits import peak_memory; print(peak_memory())"
    outer = f"import subprocess, sys; held = b'x' * 400_000_000; subprocess.run([sys.executable, '-c', {code!r}])"
    done = subprocess.run([sys.executable, "-c", outer], capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < 200_000_000


@pytest.mark.slow("waits until the clock ends a run")
def test_the_clock_ends_a_run_with_its_code(tmp_path: Path) -> None:
    case = next(h for h in HOSTILE if h.name == "two shapes in turn")
    words = case.write(tmp_path)
    for extra, stream in (([], "stderr"), (["--json"], "stdout")):
        command = [sys.executable, "-m", "reiterate", "--seconds", str(MARGIN + 0.3), *words, *extra]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        assert done.returncode == 3
        assert "time-spent" in getattr(done, stream)


@pytest.mark.slow("fills its memory to the end")
def test_memory_ends_a_run_with_its_code(tmp_path: Path) -> None:
    case = next(h for h in HOSTILE if h.name == "3,000 lines")
    command = [sys.executable, "-m", "reiterate", "--megabytes", "5", *case.write(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 3 and "memory-spent" in done.stderr


def test_a_watch_that_is_stopped_ends_nothing() -> None:
    ended: list[Refusal] = []
    watch = Watch(MARGIN + 0.001, 0, ended.append)
    watch.stop()
    watch.start()
    watch.thread.join(PATIENCE)
    assert not ended and watch.refusal() is not None


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abcdef")
    assert read_regular(path, 3) == b"abcd"
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path, 3)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(tmp_path / "pipe", 3)
