"""What a notebook shows: HTML of answers, boards and reports."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from reiterate import api
from reiterate.ask.building_board import board_of
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import Asked, outcome
from reiterate.discoveries.discovering import Discovery
from reiterate.notebook import SHOWN
from tests.support.files import ROOT

GUARD = ("Midnight Guard", "Presence of Gond")


def shown(value: Any) -> str:
    """What a notebook shows: well-formed, with nothing to be run or to be fetched. Its text is given."""
    html: str = value._repr_html_()
    tree = ET.fromstring(html.replace("<br>", "<br/>"))
    assert tree.tag == "section"
    assert {each.tag for each in tree.iter()} <= {
        "section",
        "h1",
        "p",
        "strong",
        "table",
        "tr",
        "th",
        "td",
        "pre",
        "br",
        "details",
        "summary",
    }
    assert not any(each.attrib for each in tree.iter())
    return "\n".join(tree.itertext())


@pytest.fixture(scope="module")
def combo() -> api.ComboAnswer:
    """A loop that is proved."""
    found = api.combo(GUARD)
    assert isinstance(found, api.ComboAnswer), found
    return found


def test_answers(combo: api.ComboAnswer) -> None:
    text = shown(combo)
    assert text == shown(combo.answer)
    for words in ("Midnight Guard + Presence of Gond", "INFINITE, proved", "creature tokens", "stops"):
        assert words in text, words
    assert "it never ends by itself" in shown(api.answer(combo.position, ["loop"]))


def test_boards(combo: api.ComboAnswer) -> None:
    state = combo.position.state
    text = shown(state)
    assert text == shown(board_of(state)) and text in shown(combo.position)
    for words in ("p1", "p2", "life 20", "Midnight Guard", "2/3"):
        assert words in text, words


def test_certificates(combo: api.ComboAnswer) -> None:
    book = api.CardBook.builtin()
    accepted = api.check(combo.certificate, book.protos)
    assert isinstance(accepted, api.Accepted)
    told = api.checked(accepted)
    assert shown(told) == shown(api.check_answer(combo.certificate, book.protos)) and "Midnight Guard" in shown(told)


def test_verdicts() -> None:
    book = api.CardBook.builtin()
    text = (ROOT / "examples" / "guard-gond.yaml").read_text(encoding="utf-8")
    text = re.sub(r"^format: .*", "format: case/1", text.split("answers:")[0], count=1, flags=re.MULTILINE)
    case = api.load_case(text + "said: [{p1: number 1000}, {p2: number 7}]\npolicy: tournament\n", "case.yaml", book)
    assert isinstance(case, api.Case), case
    ruling = api.judge(case)
    assert isinstance(ruling, api.Ruling), ruling
    verdict = api.verdict(ruling)
    assert verdict.sentence in shown(verdict) and shown(verdict) == shown(api.judge_answer(case, verdict))


def test_cards_decks_and_refusals() -> None:
    book = api.CardBook.builtin()
    cards = api.cards_answer([card for card in map(book.find, GUARD) if isinstance(card, api.CompiledCard)], [])
    assert "2 of 2 cards are fully usable" in shown(cards)
    deck = api.read_deck("1 Midnight Guard\n1 Presence of Gond\n", "elves", book)
    assert isinstance(deck, api.Deck)
    loops = api.deck_loops(deck, book)
    assert [loop.cards for loop in loops] == [list(GUARD)]
    assert shown(loops) == shown(loops.answer()) and "holds" in shown(loops)
    refused = book.find("<script>")
    assert "no card is called '<script>'" in shown(refused) and "accepted would be" in shown(refused)


def test_reports(tmp_path: Path) -> None:
    book = api.CardBook.builtin()
    row = Row(number=1, id="1", cards=GUARD, claims=("Infinite <i>mana</i>",))
    text = shown(outcome(row, book, Asked()))
    assert "not shown: Infinite <i>mana</i>" in text and "Listed: Infinite" in text
    file = tmp_path / "combos.jsonl"
    file.write_text(json.dumps({"cards": ["Nobody at All"]}) + "\nno row\n", encoding="utf-8")
    survey = api.survey(file)
    assert isinstance(survey, api.Survey)
    assert "0 of 0" in shown(survey)
    survey.tally.add(outcome(row, book, Asked()))
    assert "1 of 1 (100 %) rows are certified" in shown(survey)
    survey.reading.close()
    loop = Discovery(
        cards=GUARD, verdict="INFINITE, proved", gains=("Infinite ETB",), first_gives=("an untapped permanent",),
        second_gives=(), alike=((), ()), round=1, position="", certificate="",
    )  # fmt: skip
    assert "Midnight Guard gives an untapped permanent" in shown(loop)


def test_every_class_is_shown_by_its_own_method() -> None:
    assert all(kind.__dict__["_repr_html_"] is shows for kind, shows in SHOWN.items())
