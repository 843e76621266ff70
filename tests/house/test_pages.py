"""The pages of the documentation: every link leads somewhere, every file and function that is named is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house import file_map, page_links
from tests.house.measures import long_sentences
from tests.support.files import ROOT


def test_the_map_of_files_is_up_to_date() -> None:
    assert file_map.PAGE.read_text("utf-8") == file_map.page(), "run `make docs`"


def test_every_module_says_what_it_holds() -> None:
    assert [path.name for files in file_map.rooms().values() for path in files if not file_map.told(path)] == []


def test_links_anchors_files_and_functions_of_all_pages_are_there() -> None:
    assert page_links.complaints() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a](nowhere.md)", "nowhere.md: no such file"),
        ("[a](README.md#no-such-heading)", "README.md#no-such-heading: no such heading"),
        ("[a](#words)\n## Other words", "#words: no such heading"),
    ],
)
def test_a_broken_link_is_seen(text: str, said: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    (tmp_path / "README.md").write_text("# Here\n", encoding="utf-8")
    assert page_links.broken_links(page, text) == [said]


def test_a_link_to_a_heading_with_code_and_commas_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("## Options, `verify`, step\n", encoding="utf-8")
    assert page_links.broken_links(page, "[a](page.md#options-verify-step)") == []


def test_a_file_or_function_that_is_not_there_is_seen() -> None:
    assert page_links.missing_names("`state/model.py` and `state/model.py::State.get`") != []
    assert page_links.missing_names("`state/model.py` and `state/model.py::State`") == []
    assert page_links.missing_names("`state/nothing.py`") == ["state/nothing.py: no such file"]


def test_every_place_of_the_page_where_names_its_function() -> None:
    text = (ROOT / "docs" / "where.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| X", "| ---"))]
    assert len(rows) >= 50
    assert [row for row in rows if ".py" not in row] == []


def test_no_table_of_files_has_a_file_twice() -> None:
    """Files that became one file are one row: whoever looks for a file reads all of it at one place."""
    found = []
    for page in page_links.pages():
        for table in re.findall(r"^\| (?:file|order) .*\n(?:\|.*\n?)+", page.read_text("utf-8"), re.MULTILINE):
            named = [name for row in table.splitlines() for name in re.findall(r"`([\w/]+\.py)`", file_cell(row))]
            found += [f"{page.name}: {name}" for name in sorted(set(named)) if named.count(name) > 1]
    assert found == []


def file_cell(row: str) -> str:
    """The cell of a row that names files: the first one, or the one behind a number."""
    cells = row.split("|")
    return cells[1] if "`" in cells[1] else cells[2]


def test_every_page_stands_on_the_list_of_pages() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert [name for name in sorted(pages) if f"({name})" not in index] == []
    decisions = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs" / "decisions").glob("*.md")} - {"README.md"}
    assert [name for name in sorted(pages) if f"({name})" not in decisions] == []


PAGES = [path.relative_to(ROOT).as_posix() for path in page_links.pages() if path.name != "CHANGELOG.md"]


@pytest.mark.parametrize("name", PAGES)
def test_no_sentence_of_a_page_has_more_than_25_words(name: str) -> None:
    parts = (ROOT / name).read_text("utf-8").split("```")
    assert [sentence for part in parts[::2] for sentence in long_sentences(part)] == []
