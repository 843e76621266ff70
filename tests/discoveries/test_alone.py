"""A loop that a board has without one of the cards is no discovery."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate import api
from reiterate.cards import CardBook
from reiterate.combos.alone import less, without
from reiterate.discoveries.discovering import WITHOUT
from tests.support.files import needs_data, require_data

KIKI, ZEALOUS, BEARS = "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts", "Grizzly Bears"


def _board(*names: str) -> str:
    lines = "".join(f"    - card: {name}\n" for name in names)
    return f"format: position/2\nplayers:\n  p1:\n    life: '20'\n    battlefield:\n{lines}  p2:\n    life: '20'\n"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [((KIKI, ZEALOUS), ""), ((KIKI, ZEALOUS, BEARS), BEARS), ((KIKI, BEARS), "")],
    ids=["both are needed", "one is not", "there is no loop"],
)
def test_without_which_card_a_board_loops(cards: tuple[str, ...], expected: str) -> None:
    """Kiki-Jiki copies Conscripts, whose copy untaps him. The bear does nothing."""
    assert without(cards, _board(*cards), CardBook.builtin()) == expected


def test_a_card_that_another_one_holds_is_taken_away_too() -> None:
    """The Scepter casts copies of the card that it holds. Without that card nothing untaps."""
    board = (
        "format: position/2\nplayers:\n  p1:\n    life: '20'\n    battlefield:\n    - card: Isochron Scepter\n"
        "      exiled:\n      - Dramatic Reversal\n    - card: Sol Ring\n      count: '2'\n  p2:\n    life: '20'\n"
    )
    assert without(("Isochron Scepter", "Dramatic Reversal"), board, CardBook.builtin()) == ""


@pytest.mark.parametrize("name", ["Repudiate", "Replicate", "Repudiate // Replicate"])
def test_a_split_card_is_taken_away_by_the_name_of_either_half(name: str) -> None:
    board = {"p1": {"hand": [name, BEARS], "battlefield": [{"card": KIKI, "exiled": [name]}]}}
    left = {"p1": {"hand": [BEARS], "battlefield": [{"card": KIKI, "exiled": []}]}}
    assert less(board, "Repudiate // Replicate") == left


def test_a_card_that_is_not_on_the_board_takes_nothing_away() -> None:
    assert without(("Sol Ring",), _board(KIKI, ZEALOUS), CardBook.builtin()) == ""


@needs_data("cards.jsonl")
def test_a_trigger_before_the_loop_makes_no_part_in_it(tmp_path: Path) -> None:
    """Chain of Acid copies itself for ever over an indestructible permanent. Adeliz sees the one spell that is cast, and no copy (707.10)."""
    names = ("Adeliz, the Cinder Wind", "Chain of Acid")
    lines = require_data("cards.jsonl").read_text(encoding="utf-8").splitlines()
    file, among = tmp_path / "cards.jsonl", tmp_path / "among.txt"
    file.write_text("".join(line + "\n" for line in lines if json.loads(line)["name"] in names), encoding="utf-8")
    among.write_text("".join(f"1 {name}\n" for name in names), encoding="utf-8")
    found = api.discover(tmp_path / "out", cards=[file], among=among, workers=1, seconds=0)
    assert isinstance(found, api.Discovering), found
    assert list(found) == []
    assert found.came[WITHOUT] == 1
