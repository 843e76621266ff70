"""``make bench`` as a command: rows are printed as they come, and a part that fails is named and takes no other down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import baseline, record, run
from benchmarks.rows import MILLISECONDS, Row
from benchmarks.run import Part


def good() -> list[Row]:
    return [Row("first", 2, MILLISECONDS, aim=3), Row("second", 5, aim=4)]


def broken() -> Iterator[Row]:
    yield Row("before", 1)
    raise AssertionError("this board has a loop")


def last() -> list[Row]:
    return [Row("last", 3)]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench of three parts, the middle one of which fails."""
    path = tmp_path / "build" / "bench.json"
    monkeypatch.setattr(run, "PARTS", (Part("good", good), Part("broken", broken), Part("last", last, compared=False)))
    monkeypatch.setattr(record.keep, "__defaults__", (path,))
    monkeypatch.setattr(baseline, "compared", lambda rows, _, whole: [f"{len(rows)} rows, whole: {whole}"])
    return path


def test_a_part_that_fails_is_named_and_the_others_go_on(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 1
    printed = capsys.readouterr().out
    told = [
        printed.index(each)
        for each in ("first ", "second ", "before ", "FAILED: broken", "last ", "beside the baseline")
    ]
    assert told == sorted(told)
    assert "3 rows, whole: False" in printed and "aims missed: second" in printed
    assert printed.splitlines()[-1] == "FAILED: broken: AssertionError: this board has a loop"
    found = json.loads(kept.read_text("utf-8"))
    assert [row["name"] for row in found["rows"]] == ["first", "second", "before", "last"]
    assert found["failed"] == {"broken": "AssertionError: this board has a loop"} and found["commit"]


def test_rows_are_printed_while_the_next_ones_are_measured(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told() -> Iterator[Row]:
        yield Row("one", 1)
        assert "one " in capsys.readouterr().out
        yield Row("two", 2)

    assert run.measure([Part("told", told)]).failed == {}
    assert not kept.exists()


def test_some_parts_alone_are_not_kept(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["last", "good"]) == 0
    assert not kept.exists()
    assert "2 rows, whole: False" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [(["goood"], "'goood' is no part; the parts are good, broken, last"), (["good", "--baseline"], "not all of them")],
)
def test_a_part_that_is_not_there_is_told(
    words: list[str], said: str, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run.main(words)
    assert ended.value.code == 2 and said in capsys.readouterr().err
    assert not kept.exists()


def test_a_run_with_a_failure_makes_no_baseline(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(baseline, "write", lambda *words: made.append(words))
    assert run.main(["--baseline"]) == 1 and made == [] and kept.exists()
    monkeypatch.setattr(run, "PARTS", run.PARTS[::2])
    assert run.main(["--baseline"]) == 0 and len(made) == 1


def test_the_record_is_the_kept_run_between_the_marks(kept: Path) -> None:
    run.main([])
    made = record.table(json.loads(kept.read_text("utf-8")))
    assert "| first | 2.00 ms | <= 3.00 |" in made and "| second | 5.00 | <= 4.00 **MISSED** |" in made
    assert (
        "| last | 3.00 |  |" in made and "| **part broken failed**: AssertionError: this board has a loop | | |" in made
    )
    page = f"a\n{record.BEGIN}old\n{record.END}b\n"
    once = record.written(page, made)
    assert once.startswith(f"a\n{record.BEGIN}\nCommit `") and once.endswith(f"{record.END}b\n") and "old" not in once
    assert record.written(once, made) == once
    with pytest.raises(ValueError, match="has no marks"):
        record.written("a page without marks", made)


def test_the_page_of_speed_has_the_marks() -> None:
    page = record.PAGE.read_text("utf-8")
    assert record.written(page, "new").count("new") >= 1


def test_each_part_has_a_name_of_its_own() -> None:
    names = [part.name for part in run.PARTS]
    assert len(set(names)) == len(names)
