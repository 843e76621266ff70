"""No test asks how fast the machine is: the files that read a clock are listed, each with its reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.support import patience
from tests.support.files import ROOT

TESTS: Final = ROOT / "tests"

#: What reads a clock, or the processor time of a process or a thread.
CLOCK: Final = re.compile(r"\btime\.(?:time|monotonic|perf_counter|process_time|thread_time)(?:_ns)?\(|\bos\.times\(")

#: A wait that ends after a number of seconds that is written out.
BOUNDED: Final = re.compile(r"\b(?:timeout=|settimeout\(|join\(|wait\(|wait_for\(.+, ?)\d")

_END = "It ends waits for what never comes."
_RECORD = "It records how long a part of the long tests took, and compares nothing."

#: The files that may, and why.
READ: Final = {
    "benchmarks/test_load.py": "A load is played for a while, and on until enough has happened; nothing has to be done by a time.",
    "service/test_hostile_clients.py": "An answer that is held back comes no sooner; no test says how late it may be.",
    "service/test_socket_messages.py": "A connection outlives a limit of its beginning; no test says how long it may.",
    "service/test_stopping_calls.py": "Work of so much processor time is what a stretch is measured by.",
    "soak/report.py": _RECORD,
    "soak/whole.py": _RECORD,
    "state/test_deadline.py": "Work of so much processor time is what a stretch is measured by.",
    "support/part_records.py": _RECORD,
    "support/patience.py": _END,
    "table/api_games.py": _END,
    "table/open_page.py": _END,
    "web/stages.py": _END,
}


#: The files that wait for so many seconds at most, and why a slow machine passes there too.
WAIT: Final = {
    "service/test_games_over_http.py": "It speaks again after each pause, for as long as need be.",
    "service/test_pool.py": "A client gives up its wait, so that its work is ended.",
    "state/test_deadline.py": "What waits for its turn does not come meanwhile, however long that is.",
    "table/test_backup.py": "It looks again after each pause, for as long as need be.",
}


def readers(folder: Path, what: re.Pattern[str] = CLOCK) -> set[str]:
    """The files below a folder that read a clock, or in which something else stands."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if what.search(path.read_text(encoding="utf-8"))
    }


def test_the_files_that_read_a_clock_are_listed() -> None:
    assert readers(TESTS) == READ.keys()
    assert all(len(why.split()) >= 5 and why.endswith(".") for why in READ.values())


def test_no_other_wait_ends_after_seconds_of_its_own() -> None:
    """Each wait for what has to come lasts as long as ``support/patience.py`` says."""
    assert readers(TESTS, BOUNDED) == WAIT.keys()
    assert all(len(why.split()) >= 5 and why.endswith(".") for why in WAIT.values())


def test_a_reader_is_found(tmp_path: Path) -> None:
    for name in ("monotonic", "perf_counter_ns", "sleep"):
        (tmp_path / f"{name}.py").write_text(f"end = time.{name}() + 5\n", encoding="utf-8")
    assert readers(tmp_path) == {"monotonic.py", "perf_counter_ns.py"}


def test_after_a_wait_that_ran_out_later_ones_are_short() -> None:
    before = list(patience._spent)
    try:
        patience._spent.clear()
        patience.told("passed", False, patience.PATIENCE)
        patience.told("failed at once", True, 1)
        assert patience.patience() == patience.PATIENCE
        patience.told("ran out", True, patience.PATIENCE)
        assert patience.patience() == patience.SPENT < patience.PATIENCE
    finally:
        patience._spent[:] = before
