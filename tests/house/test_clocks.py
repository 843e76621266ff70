"""No test asks how fast the machine is: the files that read a clock are listed, each with its reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.support import patience
from tests.support.files import ROOT

TESTS: Final = ROOT / "tests"

#: What reads a clock, or the processor time of a process or a thread. Names that are imported from ``time`` could be any of them.
CLOCK: Final = re.compile(
    r"\btime\.(?:time|monotonic|perf_counter|process_time|thread_time)(?:_ns)?\(|\bos\.times\("
    r"|\bfrom time import\b|\bgetrusage\(|\bclock_gettime(?:_ns)?\(|\bdatetime\.(?:now|utcnow|today)\("
)

#: Seconds that the program, or a process, may take: what it comes to would hang on the machine. 0 is no limit, and ``timedelta`` no clock.
GIVEN: Final = re.compile(
    r"(?<!timedelta\()\b(?:seconds|grace)(?:: float)? ?= ?\"?(?:\d*\.)?\d*[1-9]|\"seconds\": \"?(?:\d*\.)?\d*[1-9]"
    r"|\"--seconds\",\s*(?:\"(?:\d*\.)?\d*[1-9]|[a-zA-Z_])|REITERATE_SECONDS\W+(?:\d*\.)?\d*[1-9]|\bRLIMIT_CPU\b"
)

#: A wait that ends after a number of seconds that is written out.
BOUNDED: Final = re.compile(r"\b(?:timeout=|settimeout\(|join\(|wait\(|wait_for\(.+, ?)\d")

_END = "It ends waits for what never comes."
_RECORD = "It records how long a part of the long tests took, and compares nothing."

#: The files that may, and why.
READ: Final = {
    "cli/test_hostile_commands.py": "It asks for the most memory that a process held, and for no time.",
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


_ROOMY = "It has far more time than it needs, so that nothing runs out of it."
_ENDLESS = "What it ends goes on for minutes on any machine, and nothing has to be done in that time."

#: The files that give the program or a process so many seconds, and why a slow machine passes there too.
LIMITED: Final = {
    "benchmarks/test_fresh.py": "The seconds are those of a record that is made up.",
    "cli/test_command_words.py": "They are words that are refused, and no number of seconds.",
    "cli/test_hostile_commands.py": _ENDLESS,
    "databases/test_results_folder.py": "The seconds are a part of what is written, and none are measured.",
    "databases/test_row_workers.py": "The limit is of one row, which goes on for minutes; the row behind it has none.",
    "house/test_clocks.py": "The lines are samples of what is found.",
    "house/test_told_once.py": "The seconds are those of a report that is made up.",
    "script/test_position_files.py": "It ends what would go on for ever; it has many times what it needs.",
    "service/conftest.py": _ROOMY,
    "service/table_over_http.py": _ROOMY,
    "service/test_drawn_over_http.py": "The seconds are those of a record that is made up.",
    "service/test_games_over_http.py": "What is ended with the server waits for ever.",
    "service/test_hostile_clients.py": "What is ended with the server waits for ever.",
    "service/test_mcp.py": _ENDLESS,
    "service/test_pool.py": _ENDLESS,
    "service/test_serving.py": _ENDLESS,
    "support/browsers.py": _ROOMY,
    "table/api_games.py": _ROOMY,
    "table/test_long_parts.py": "The seconds are those of a record that is made up.",
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


def test_the_files_that_give_the_program_seconds_are_listed() -> None:
    assert readers(TESTS, GIVEN) == LIMITED.keys()
    assert all(len(why.split()) >= 5 and why.endswith(".") for why in LIMITED.values())


@pytest.mark.parametrize(
    "line",
    [
        "limits(seconds=0.5)",
        'run("--seconds", "20")',
        '("--seconds", str(2))',
        'post({"seconds": "1"})',
        "seconds: float = 120",
    ],
)
def test_seconds_that_are_given_are_found(line: str) -> None:
    assert GIVEN.search(line)


@pytest.mark.parametrize(
    "line", ["limits(seconds=0)", "Limits(seconds=0.0)", 'run("--seconds", "0")', "timedelta(seconds=59)"]
)
def test_no_limit_and_a_clock_of_its_own_are_none(line: str) -> None:
    assert not GIVEN.search(line)


@pytest.mark.parametrize(
    "line", ["from " + "time import perf_counter", "resource.get" + "rusage(resource.RUSAGE_SELF)"]
)
def test_a_clock_by_another_name_is_found(line: str) -> None:
    assert CLOCK.search(line)


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
