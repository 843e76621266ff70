"""Results that grow: a survey that was ended goes on where it stands, and comes to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reiterate import extras
from reiterate.databases import surveying
from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import BEFORE, ROWS, outcomes_of
from reiterate.databases.row_outcomes import LOOP, Asked, Outcome
from reiterate.databases.row_worker import Done
from reiterate.databases.row_workers import Task
from reiterate.databases.surveying import Survey, survey
from reiterate.databases.text_workers import Crew
from reiterate.refusals import Refusal

MANY: Final = 30


class Counted:
    """Work in place of processes, which says what came at once. ``rows``: those that took work."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.code = ""

    def worked(self, tasks: Iterable[Task], crew: Crew, asked: Asked) -> Generator[Done, None, None]:
        """As ``row_workers.worked``."""
        for task in tasks:
            if isinstance(task, Outcome):
                yield Done(outcome=task, seconds=0.0, last=False)
            else:
                self.rows.append(task.id)
                yield Done(outcome=self.outcome(task), seconds=0.5, last=False)

    def outcome(self, row: Row) -> Outcome:
        """A loop, or a refusal of the code that is set."""
        came = "refused" if self.code else LOOP
        return Outcome(number=row.number, key=row.key, came=came, id=row.id, cards=row.cards, code=self.code)  # type: ignore[arg-type]  # one of the words


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Work without processes."""
    found = Counted()
    monkeypatch.setattr(surveying, "worked", found.worked)
    return found


def combos(folder: Path, ids: Iterable[object]) -> Path:
    """A file with a row for each id; the row "broken" is none."""
    file = folder / "combos.jsonl"
    lines = [
        "broken" if each == "broken" else json.dumps({"id": str(each), "cards": ["A", f"B{each}"]}) for each in ids
    ]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def begun(file: Path, folder: Path, steps: int | None = None) -> Survey:
    """A survey that can begin."""
    found = survey(file, folder, steps=steps)
    assert isinstance(found, Survey), found
    return found


#: After how many rows a survey ends, and how many of the last bytes never came to the disk.
_END: Final = st.tuples(st.integers(0, MANY), st.integers(0, 300))


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_END, min_size=10, max_size=10))
def test_ended_at_ten_moments_and_resumed_it_is_the_same(work: Counted, ends: list[tuple[int, int]]) -> None:
    with TemporaryDirectory() as folder:
        ended_and_resumed(work, Path(folder), ends)


def ended_and_resumed(work: Counted, folder: Path, ends: list[tuple[int, int]]) -> None:
    """A survey comes to the same bytes, whenever it is ended."""
    file = combos(folder, ["broken" if each == 7 else each for each in range(MANY)])
    whole = folder / "whole"
    assert len(list(begun(file, whole))) == MANY
    expected = (whole / ROWS).read_bytes()
    work.rows.clear()
    ended = folder / "ended"
    for moment, lost in ends:
        for done, _ in enumerate(begun(file, ended)):
            if done == moment:
                break
        so_far = (ended / ROWS).read_bytes()
        assert expected.startswith(so_far)
        (ended / ROWS).write_bytes(so_far[: len(so_far) - lost] if lost < len(so_far) else b"")
    assert len(list(begun(file, ended))) == MANY
    assert (ended / ROWS).read_bytes() == expected
    assert not (ended / BEFORE).exists()
    shortest = min(map(len, expected.splitlines()[1:]))
    assert len(work.rows) <= MANY + sum(lost // shortest + 2 for _, lost in ends)


def test_a_head_that_was_half_written_is_no_older_survey(work: Counted, tmp_path: Path) -> None:
    file, folder = combos(tmp_path, range(3)), tmp_path / "results"
    list(begun(file, folder))
    whole = (folder / ROWS).read_bytes()
    (folder / ROWS).write_bytes(whole[: whole.index(b"\n")])
    assert [each.id for each in begun(file, folder)] == ["0", "1", "2"]
    assert (folder / ROWS).read_bytes() == whole
    assert not (folder / BEFORE).exists()


def test_a_file_that_was_edited_keeps_what_was_done(work: Counted, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    list(begun(combos(tmp_path, range(MANY)), folder))
    work.rows.clear()
    edited = combos(tmp_path, [*range(5), "new", *range(6, MANY)])
    for done, _ in enumerate(begun(edited, folder)):
        if done == 9:
            break
    assert [each.id for each in begun(edited, folder)] == [*map(str, range(5)), "new", *map(str, range(6, MANY))]
    assert work.rows == ["new"]
    assert [each.number for each in outcomes_of(folder)] == list(range(1, MANY + 1))


def test_rows_behind_the_end_of_the_file_are_cut_off(work: Counted, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    list(begun(combos(tmp_path, range(MANY)), folder))
    assert len(list(begun(combos(tmp_path, range(4)), folder))) == 4
    assert len(list(outcomes_of(folder))) == 4


def test_another_question_begins_anew(work: Counted, tmp_path: Path) -> None:
    folder, file = tmp_path / "results", combos(tmp_path, range(3))
    list(begun(file, folder))
    list(begun(file, folder, steps=9))
    assert work.rows == ["0", "1", "2"] * 2
    assert (folder / BEFORE).exists()


def test_two_surveys_never_write_to_one_folder(work: Counted, tmp_path: Path) -> None:
    file = combos(tmp_path, range(3))
    first = begun(file, tmp_path / "results")
    second = survey(file, tmp_path / "results")
    assert isinstance(second, Refusal) and "another survey writes there" in second.message
    assert len(list(first)) == 3


def test_rows_of_unknown_cards_alone_end_the_survey(work: Counted, tmp_path: Path) -> None:
    work.code = "card-unknown"
    found = begun(combos(tmp_path, range(900)), tmp_path / "results")
    assert len(list(found)) == 200
    assert found.refusal is not None and found.refusal.code == "cards-unknown"


def test_files_that_can_not_be_used_are_refused(tmp_path: Path) -> None:
    file = combos(tmp_path, range(3))
    assert isinstance(survey(tmp_path / "nowhere"), Refusal)
    assert isinstance(survey(file, file), Refusal)
    assert isinstance(survey(file, tmp_path / "results", cards=[tmp_path / "nowhere"]), Refusal)


def test_without_the_extra_it_is_told_which_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    found = survey(tmp_path / "combos.jsonl", dask="tcp://127.0.0.1:8786")
    assert isinstance(found, Refusal) and found.expected == "pip install 'reiterate[dask]'"


def test_a_file_that_is_refused_leaves_no_folder_and_an_old_one_as_it_was(work: Counted, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("nothing\n", encoding="utf-8")
    assert isinstance(survey(bad, tmp_path / "none"), Refusal) and not (tmp_path / "none").exists()
    folder = tmp_path / "results"
    list(begun(combos(tmp_path, range(3)), folder))
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert isinstance(survey(bad, folder, steps=9), Refusal)
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


@pytest.mark.parametrize(("ids", "aside"), [(["x", "y"], 3), ([0], 2), ([0, 1, 2], 0), ([0, "x", 2], 2)])
def test_rows_of_another_file_are_put_aside_and_counted(
    work: Counted, tmp_path: Path, ids: list[object], aside: int
) -> None:
    folder = tmp_path / "results"
    list(begun(combos(tmp_path, range(3)), folder))
    second = begun(combos(tmp_path, ids), folder)
    list(second)
    assert second.aside == aside
    assert [each.id for each in outcomes_of(folder)] == [str(each) for each in ids]
    stood = (folder / BEFORE).read_text(encoding="utf-8").splitlines()[1:] if aside else []
    assert [json.loads(line)["id"] for line in stood] == [str(each) for each in range(3)][3 - aside :]


def test_another_question_puts_all_rows_aside(work: Counted, tmp_path: Path) -> None:
    folder, file = tmp_path / "results", combos(tmp_path, range(3))
    list(begun(file, folder))
    other = begun(file, folder, steps=9)
    list(other)
    assert other.aside == 3
