"""What a survey comes to: counts, a table for spreadsheets, and a page that needs nothing else."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.cards import CardBook
from reiterate.cli.surveyed import how_far
from reiterate.databases.combo_rows import Row
from reiterate.databases.reports import brief, tally_of, write_csv
from reiterate.databases.row_outcomes import Asked, Outcome, outcome
from reiterate.refusals import Refusal
from reiterate.web import survey_page
from reiterate.web.survey_page import write_page

REFUSED: Final = Outcome(
    number=2,
    key="",
    came="refused",
    id="2",
    cards=("<b>A", "B"),
    how="A: a clause",
    code="clause-not-understood",
    card="A",
)
BROKEN: Final = Outcome(number=3, key="", came="broken", how="it has no list of card names")
FORMULA: Final = Outcome(number=4, key="", came="not found", id="=1+1", cards=("</script><script>alert(1)", "B"))


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """A row of each kind that matters here."""
    row = Row(number=1, id="1", cards=("Midnight Guard", "Presence of Gond"), claims=("Infinite colored mana",))
    return [outcome(row, CardBook.builtin(), Asked()), REFUSED, BROKEN, FORMULA]


def test_the_summary_counts_all_rows(outcomes: list[Outcome]) -> None:
    told = brief("combos.csv", tally_of(outcomes), [Path("out/rows.csv")])
    assert told.verdict == "1 of 4 (25 %) rows are certified"
    assert dict(told.rows) == {
        "certified, but not what is claimed": ["1 of 4 (25 %)"],
        "refused": ["1 of 4 (25 %)"],
        "not found": ["1 of 4 (25 %)"],
        "a row that can't be read": ["1 of 4 (25 %)"],
        "differs, mostly": ["not shown: Infinite colored mana (1)"],
        "refused, mostly": ["clause-not-understood: A (1)"],
        "written": ["out/rows.csv"],
    }


@pytest.mark.parametrize(
    ("came_to", "reason"),
    [("ends", "the loop ends"), ("once: win", "no loop was found, and a line that is played once")],
)
def test_a_row_that_is_no_loop_without_end_is_counted_by_what_its_cards_come_to(came_to: str, reason: str) -> None:
    """Rows that differ alike are one reason, whatever their sentences say."""
    rows = [Outcome(number=at, key="", came="differs", outcome=came_to, how=f"any words: {at}") for at in (1, 2)]
    assert dict(brief("", tally_of(rows), []).rows)["differs, mostly"] == [f"{reason} (2)"]


def test_no_cell_of_the_table_is_a_formula(outcomes: list[Outcome], tmp_path: Path) -> None:
    write_csv(outcomes, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [row["came"] for row in rows] == ["differs", "refused", "broken", "not found"]
    assert rows[0]["cards"] == "Midnight Guard + Presence of Gond" and rows[0]["not shown"] == "Infinite colored mana"
    assert rows[3]["id"] == "'=1+1"


def page_of(outcomes: list[Outcome], folder: Path, book: CardBook | None = None) -> str:
    """The page of some outcomes."""
    write_page(outcomes, tally_of(outcomes), "combos.csv", folder / "report.html", book)
    return (folder / "report.html").read_text(encoding="utf-8")


def test_the_policy_allows_what_stands_in_the_page_and_nothing_else(outcomes: list[Outcome], tmp_path: Path) -> None:
    text = page_of(outcomes, tmp_path)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    parts = dict(part.strip().split(" ", 1) for part in policy[1].replace("&#x27;", "'").split(";"))
    assert parts["default-src"] == "'none'" and len(parts) == 5
    for name, found in (("style-src", r"<style>(.*?)</style>"), ("script-src", r"<script>(.*?)</script>")):
        inside = re.findall(found, text, re.DOTALL)
        assert len(inside) == 1
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        assert parts[name] == f"'sha256-{digest}'"
    assert not re.search(r"""(?:src|href)=["']?(?!#)|url\(|@import""", text)


def rows_in(text: str) -> Iterator[tuple[list[Any], str]]:
    """The rows that a page holds, each with what the row opens."""
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    for row in json.loads(data[1]):
        yield row[:-1], zlib.decompress(base64.b64decode(row[-1]), -15).decode("utf-8")


def test_each_row_opens_steps_board_draft_and_certificate(outcomes: list[Outcome], tmp_path: Path) -> None:
    (first, opened), (second, refused), *others = rows_in(page_of(outcomes, tmp_path))
    assert first[:4] == [1, "1", "Midnight Guard + Presence of Gond", "differs"]
    for words in (
        "2 resolves: Midnight Guard",
        'class="board',
        "Draft of a correction",
        "Certificate",
        "repeat 10^100",
    ):
        assert words in opened, words
    assert second[2] == "<b>A + B" and "<b>" not in refused and "clause-not-understood" in refused
    assert [row[0] for row, _ in others] == [3, 4]


def test_the_text_of_cards_stands_in_the_page_where_it_is_asked_for(outcomes: list[Outcome], tmp_path: Path) -> None:
    book = CardBook.builtin()
    facts = book.facts("Midnight Guard")
    assert not isinstance(facts, Refusal)
    printed = str(facts["oracle_text"]).splitlines()[0]
    (_, bare), *_ = rows_in(page_of(outcomes, tmp_path))
    (_, opened), (_, unknown), *_ = rows_in(page_of(outcomes, tmp_path, book))
    assert printed in opened and printed not in bare and "The text of the cards" not in unknown


def test_names_of_a_database_are_no_part_of_the_page(outcomes: list[Outcome], tmp_path: Path) -> None:
    text = page_of(outcomes, tmp_path)
    assert "alert(1)" in text and "<script>alert" not in text and "<b>A" not in text


def test_a_page_holds_so_many_rows_and_says_so(
    outcomes: list[Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey_page, "MOST_ROWS", 2)
    text = page_of(outcomes, tmp_path)
    assert len(list(rows_in(text))) == 2 and "The page holds the first 2 rows of 4." in text


@pytest.mark.parametrize(
    ("done", "worked", "seconds", "said"),
    [
        (5, 0, 1.0, "5 of 100 rows"),
        (50, 50, 25.0, "50 of 100 rows, 2.0 a second, 25 seconds left"),
        (50, 10, 100, "50 of 100 rows, 0.1 a second, 8 minutes left"),
    ],
)
def test_it_is_told_how_far_a_survey_is(done: int, worked: int, seconds: float, said: str) -> None:
    assert how_far(done, worked, seconds, 100) == said
