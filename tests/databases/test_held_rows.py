"""The rows of a survey that a deck holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.cli.surveyed import surveyed
from reiterate.databases.combo_rows import Broken, Row
from reiterate.databases.surveying import Held, Pairs, Survey, survey
from reiterate.refusals import Refusal

DECK = "1 Midnight Guard\n1 Presence of Gond\n1 Devoted Druid\n37 Forest\n1 Nobody at All\n\nSideboard\n1 Zealous Conscripts\n"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A list with one loop, a card that lacks its partner, and a card beside the game."""
    file = tmp_path / "elves.txt"
    file.write_text(DECK, encoding="utf-8")
    return file


def rows_of(found: Survey | Refusal) -> list[Row | Broken]:
    """The rows of a survey that can begin."""
    assert isinstance(found, Survey), found
    rows = list(found.reading.rows())
    found.reading.close()
    return rows


def test_pairs_of_a_deck_that_feed_each_other_are_its_rows(deck: Path) -> None:
    found = survey(deck=deck)
    assert isinstance(found, Survey) and isinstance(found.reading, Pairs)
    assert [where.line for where in found.reading.unknown] == [5]
    rows = rows_of(found)
    pairs = [frozenset(row.cards) for row in rows if isinstance(row, Row)]
    assert pairs[0] == {"Midnight Guard", "Presence of Gond"} and len(set(pairs)) == len(rows)
    assert not any("Zealous Conscripts" in pair for pair in pairs)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1)) and found.share == 1.0


def test_rows_of_a_file_that_the_deck_holds_keep_their_numbers(deck: Path, tmp_path: Path) -> None:
    file = tmp_path / "combos.jsonl"
    listed = [
        ["Devoted Druid", "Vizier of Remedies"],
        ["midnight guard", "Presence of Gond"],
        ["Zealous Conscripts", "Midnight Guard"],
        ["Forest", "Forest"],
    ]
    lines = [json.dumps({"cards": cards}) for cards in listed]
    file.write_text("\n".join([*lines[:2], "no row", *lines[2:]]) + "\n", encoding="utf-8")
    found = survey(file, deck=deck)
    assert isinstance(found, Survey) and isinstance(found.reading, Held)
    rows = rows_of(found)
    assert [row.number for row in rows] == [2, 3, 5] and isinstance(rows[1], Broken)


@pytest.mark.slow("processes of their own start")
def test_a_deck_is_surveyed_and_kept_as_a_file_is(deck: Path, tmp_path: Path) -> None:
    for kept in (0, 1):
        found = survey(deck=deck, folder=tmp_path / "results", workers=1, steps=500)
        assert isinstance(found, Survey)
        outcomes = iter(found)
        first = next(outcomes)
        assert (first.came, first.claims, found.kept) == ("loop", (), kept)
        del outcomes


@pytest.mark.parametrize("content", ["", "1 Nobody at All\n"])
def test_a_list_without_a_known_card_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(content, encoding="utf-8")
    assert isinstance(survey(deck=file), Refusal)
    assert isinstance(survey(deck=tmp_path / "nowhere"), Refusal)


def test_a_survey_of_nothing_is_refused() -> None:
    found = survey()
    assert isinstance(found, Refusal) and found.exit_code == 2


@pytest.mark.slow("processes of their own start")
def test_the_summary_names_lines_of_the_list_that_are_no_cards(deck: Path, tmp_path: Path) -> None:
    cards = "1 Midnight Guard\n1 Presence of Gond\n1 Nobody at All\n"
    deck.write_text(cards, encoding="utf-8")
    told, refusal = surveyed(None, [], (120, 1_000), lambda *_: None, tmp_path / "results", deck=deck, steps=500)
    assert told is not None and refusal is None
    assert told.verdict == "1 of 1 (100 %) rows are certified" and told.title == "elves.txt"
    assert dict(told.rows)["no card"] == ["line 3: 1 Nobody at All"]
