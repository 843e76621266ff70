"""Cards that nobody named: what asks them something is refused with rule and reason, the rest is taken under an assumption."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from tests.support.as_shown import report_json, report_lines

PLAIN = "unknown cards are plain"


def run(text: str, cards: CardBook | None = None) -> Result | Refusal:
    book = cards or CardBook.builtin()
    position = load(text, "board.yaml", book)
    assert isinstance(position, Position), position
    return run_position(position)


def board(battlefield: str, script: str, more: str = "", theirs: str = "{}", mana: str = "C: 9") -> str:
    lines = "\n".join(f"  {line}" for line in script.split("; "))
    return f"""format: position/1
title: unknown cards
players:
  p1:
    mana: {{{mana}}}
    battlefield: [{battlefield}]
{more}  p2: {theirs}
script: |
{lines}
answers:
  - p2: accept
"""


HELM = board("Helm of Obedience", "activate Helm of Obedience targeting p2 with X = 1; all pass")
STONE = board("Grindstone", "activate Grindstone targeting p2; all pass")
YAWGMOTH = board(
    '"Yawgmoth, Thran Physician", 3 Grizzly Bears',
    "repeat 2:;   activate Yawgmoth sacrificing Grizzly Bears targeting nothing;   all pass",
)


@pytest.mark.parametrize(
    ("text", "rule", "words", "line"),
    [(HELM, "701.17", "of a set", "all pass"), (STONE, "105.2", "a colour", "all pass")],
    ids=["creature card", "color"],
)
def test_109_2_what_a_declared_fact_does_not_answer_is_refused(text: str, rule: str, words: str, line: str) -> None:
    refusal = run(text)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule, refusal.where.span) == ("unknown-card", rule, line)
    assert words in refusal.message


def test_105_2_a_colour_that_an_effect_gives_to_all_cards_is_an_answer() -> None:
    result = run(
        board(
            "{card: Painter's Servant, chosen: blue}, Grindstone",
            "activate Grindstone targeting p2; all pass; continue",
            theirs="{library: 3}",
        )
    )
    assert isinstance(result, Result) and result.taken is not None, result


def test_701_24_the_order_of_a_shuffled_library_is_a_random_result(tmp_path: Path) -> None:
    text = "Search your library for a land card, reveal it, put it into your hand, then shuffle."
    card = {"name": "Finder", "mana_cost": "{B}", "type_line": "Sorcery", "oracle_text": text}
    file = tmp_path / "cards.jsonl"
    file.write_text(json.dumps(card) + "\n", encoding="utf-8")
    book = CardBook.builtin().with_files([file])
    assert isinstance(book, CardBook)
    script = "cast Finder paying {B}; all pass; choose Forest; activate Niv-Mizzet; all pass; target p2"
    for library, code in (("[Forest, Plains, Island]", "random-result"), ("[Forest, 2 Plains]", "")):
        more = f"    hand: [Finder]\n    library: {library}\n"
        result = run(board('"Niv-Mizzet, the Firemind"', script, more, mana="B: 1"), book)
        assert isinstance(result, Refusal) == bool(code), result
        if isinstance(result, Refusal):
            assert (result.code, result.rule, result.where.span) == (code, "701.24", "all pass")


def test_121_1_a_shortcut_that_only_draws_is_taken_under_the_assumption_that_the_answer_repeats() -> None:
    result = run(YAWGMOTH)
    assert isinstance(result, Result) and result.taken is not None, result
    (assumed,) = result.taken.assumptions
    assert assumed.startswith(PLAIN)
    assert f"assumed: {assumed}" in " ".join(" ".join(report_lines(result)).split())
    assert report_json(result)["assumptions"] == [assumed]


def test_701_22_a_scry_with_its_answer_in_the_script_is_taken() -> None:
    script = "repeat 3:;   activate Viscera Seer sacrificing Grizzly Bears;   all pass;   choose top"
    result = run(board("Viscera Seer, 3 Grizzly Bears", script))
    assert isinstance(result, Result) and result.taken is not None, result


def test_701_22_a_scry_whose_answer_is_not_in_the_script_is_refused() -> None:
    script = "repeat 3:;   activate Viscera Seer sacrificing Grizzly Bears;   all pass"
    result = run(board("Viscera Seer, 3 Grizzly Bears", script))
    assert isinstance(result, Refusal)
    assert (result.code, result.rule) == ("too-many-iterations", "608.2")
