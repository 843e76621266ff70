"""``make soak`` as a command: each part goes on when an earlier one failed, and the failure is told at the end."""

from __future__ import annotations

import pytest

from tests.service.long_drawn import PARTS as DRAWN
from tests.soak import whole
from tests.soak.games import drawn
from tests.soak.whole import Part, parts
from tests.support.files import ROOT
from tests.support.part_records import DRAW_NAME

SAYS = "import sys; print(*sys.argv[1:])"


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three parts, the first of which fails in its first command."""
    made = (
        Part("first", (("-c", "raise SystemExit(3)"), ("-c", SAYS, "behind")), ("-c", SAYS, "page one")),
        Part("second", (("-c", SAYS, "two"), ("-c", SAYS, "too")), ("-c", SAYS, "page two"), together=True),
        Part("third", (("-c", SAYS, "three"),), ("-c", "raise SystemExit(1)")),
    )
    monkeypatch.setattr(whole, "parts", lambda jobs: made)


@pytest.mark.usefixtures("three")
def test_a_part_that_fails_takes_no_other_down_and_is_told_at_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    assert whole.main([]) == 1
    printed = capfd.readouterr().out.splitlines()
    assert {"behind", "two", "too", "three"} <= set(printed)
    assert printed[-4:] == [
        "FAILED: first, 0 minutes",
        "  python -c raise SystemExit(3): exit code 3",
        "passed: second, 0 minutes",
        "passed: third, 0 minutes",
    ]


@pytest.mark.usefixtures("three")
def test_the_pages_are_written_without_a_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert whole.main(["--record"]) == 1
    printed = capfd.readouterr().out.splitlines()
    assert {"page one", "page two"} <= set(printed) and not {"behind", "two", "three"} & set(printed)
    assert printed[-2:] == ["FAILED: third, 0 minutes", "  python -c raise SystemExit(1): exit code 1"]
    assert whole.main(["--record", "first"]) == 0


@pytest.mark.usefixtures("three")
def test_some_parts_alone_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert whole.main(["second", "third"]) == 0
    assert "behind" not in capfd.readouterr().out
    with pytest.raises(SystemExit) as ended:
        whole.main(["fourth"])
    assert ended.value.code == 2 and "'fourth' is no part; the parts are first, second, third" in capfd.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_each_drawn_part_is_in_one_lane(jobs: int) -> None:
    drawn = next(part for part in parts(jobs) if part.name == "drawn")
    numbers = [word for command in drawn.commands for word in command if word.isdecimal()]
    assert sorted(map(int, numbers)) == list(range(DRAWN)) and len(drawn.commands) == min(jobs, DRAWN)


def test_rules_table_stories_and_bench_are_parts_and_each_has_a_page() -> None:
    there = {part.name: part for part in parts(2)}
    assert list(there) == ["rules", "table", "drawn", "stories", "bench"]
    for part in there.values():
        for module in (command[1] for command in (*part.commands, part.record) if command[1] != "pytest"):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module


def test_random_games_are_others_for_each_commit(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ("-c", f"import os; print(os.environ[{DRAW_NAME!r}])")
    monkeypatch.setattr(whole, "commit_now", lambda: "c0ffee-dirty")
    monkeypatch.delenv(DRAW_NAME, raising=False)
    assert whole.python(told) == 0
    monkeypatch.setenv(DRAW_NAME, "again")
    assert whole.python(told) == 0
    assert [line for line in capfd.readouterr().out.splitlines() if not line.startswith("$")] == ["c0ffee", "again"]
    some, others = (list(drawn(False, 0, 8, 3, 60, name)) for name in ("c0ffee", "again"))
    assert {game.seed for game in some}.isdisjoint(game.seed for game in others)
