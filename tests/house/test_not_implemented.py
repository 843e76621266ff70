"""The list of what is not implemented: each entry, given as a card text, is marked or refuses; the page is that list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.ask.session import run_position
from reiterate.cards.book import CardBook
from reiterate.cards.sources import read_source
from reiterate.oracle import INERT, NOT_UNDERSTOOD
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.script.position import load
from reiterate.terms.abilities import Inert
from tests.house.not_implemented import COMBAT, LIST, MARKED, OPENS, OPTION, Missing, card, page
from tests.support.files import ROOT

PAGE = ROOT / "docs" / "not-implemented.md"
USE = (
    "format: position/1\nplayers:\n  p1:\n    mana: {G: 3}\n    battlefield: [Shown]\n    library: [Forest, Plains, Island]\n"
    "  p2:\n    library: [Forest]\nscript: |\n  activate Shown\n  all pass\n"
)


@pytest.mark.parametrize("one", LIST, ids=lambda one: f"{one.rule} {one.what}")
def test_what_is_not_implemented_is_marked_or_refuses(one: Missing, tmp_path: Path) -> None:
    compiled = compile_card(card(one))
    status = {clause.status for clause in compiled.clauses}
    if one.shown == MARKED:
        assert NOT_UNDERSTOOD in status and not compiled.complete
    elif one.shown in (COMBAT, OPENS, OPTION):
        assert status == {INERT}
        kinds = {ability.kind for ability in compiled.proto.abilities if isinstance(ability, Inert)}
        assert kinds == {one.shown}
    else:
        source = read_source("shown", json.dumps([card(one)]).encode())
        targets = " targeting p2" if "Target opponent" in one.text else ""
        position = load(
            USE.replace("activate Shown", f"activate Shown{targets}"),
            "shown.yaml",
            CardBook((source, *CardBook.builtin().sources)),
        )
        assert not isinstance(position, Refusal)
        refused = run_position(position)
        assert isinstance(refused, Refusal) and refused.code == one.shown and refused.exit_code == 4


def test_the_list_is_in_order_and_says_each_thing_once() -> None:
    assert len({one.what for one in LIST}) == len(LIST) > 40
    numbers = [tuple(int(part.rstrip("abcdefghk")) for part in one.rule.split(".")) for one in LIST]
    assert numbers == sorted(numbers)


def test_the_page_is_the_list() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"
