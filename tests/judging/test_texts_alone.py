"""Forty cases that were worked out from the texts alone, before the program was asked.

``texts_alone/NAME.yaml`` holds the case, the facts that follow and the reasoning with its sentences. ``who.json`` holds, by the
number of the case, who keeps the loop up, who is asked after so many statements, and a sentence that has to be cited.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from tests.support.drawn import drawn_cases
from tests.support.files import ROOT

FOLDER: Final = ROOT / "tests" / "judging" / "texts_alone"
FILES: Final = sorted(FOLDER.glob("*.yaml"))
#: A second draw with cards of its own, worked out in the same way later. ``docs/decisions/rulings.md`` tells of its first run.
AGAIN: Final = FOLDER / "again"
#: A third one.
THIRD: Final = FOLDER / "third"
#: A fourth one.
FOURTH: Final = FOLDER / "fourth"
#: A fifth one.
FIFTH: Final = FOLDER / "fifth"
LATER: Final = [
    (path, folder / cards)
    for folder, cards in (
        (AGAIN, "cards_of_the_second_draw.json"),
        (THIRD, "cards_of_the_third_draw.json"),
        (FOURTH, "cards_of_the_fourth_draw.json"),
        (FIFTH, "cards_of_the_fifth_draw.json"),
    )
    for path in sorted(folder.glob("*.yaml"))
]
#: Those in which each of three players takes turns. They take longer than all other cases together.
TURNS: Final = [given for given in LATER if "turns-of-three" in given[0].stem]
WHO: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "who.json").read_text(encoding="utf-8"))
BY_NUMBER: Final = {path.stem[:2]: path for path in FILES}
ASKED: Final = [
    (number, int(said), player) for number, who in WHO.items() for said, player in who["asked_after"].items()
]


@cache
def _case(path: Path) -> Case:
    book = CardBook.builtin().with_files([FOLDER / "cards_of_the_texts.json"])
    assert isinstance(book, CardBook), book
    case = load_case_file(path, book)
    assert isinstance(case, Case), case
    return case


@cache
def _ruled(path: Path) -> Ruling:
    ruling = judge(_case(path))
    assert isinstance(ruling, Ruling), ruling
    return ruling


def test_there_are_forty_cases_and_each_has_its_players() -> None:
    assert len(FILES) == 40 and sorted(WHO) == sorted(BY_NUMBER)
    assert all(_case(path).position.expect_items() for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_case_is_ruled_as_the_texts_say(path: Path) -> None:
    assert differences(_ruled(path)) == []


@pytest.mark.parametrize(
    ("path", "cards"), [given for given in LATER if given not in TURNS], ids=lambda path: path.stem
)
def test_a_case_of_a_later_draw_is_ruled_as_the_texts_say(path: Path, cards: Path) -> None:
    _is_ruled_as_the_texts_say(path, cards)


@pytest.mark.slow("each of three players takes turns")
@pytest.mark.parametrize("given", drawn_cases(TURNS, 2, "turns of three", lambda given: given[0].stem))
def test_a_case_with_turns_of_three_players_is_ruled_as_the_texts_say(given: tuple[Path, Path]) -> None:
    _is_ruled_as_the_texts_say(*given)


def test_there_are_four_cases_with_turns_of_three_players() -> None:
    assert len(TURNS) == 4


def _is_ruled_as_the_texts_say(path: Path, cards: Path) -> None:
    book = CardBook.builtin().with_files([cards])
    assert isinstance(book, CardBook), book
    case = load_case_file(path, book)
    assert isinstance(case, Case) and case.position.expect_items(), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    assert differences(ruling) == []


@pytest.mark.parametrize(
    ("name", "sentence", "cite"),
    [
        (
            "84-three-a-rider-s-player-names-the-least",
            "After 1 iteration p3 can't break the loop, and may go on.",
            "MTR 4.4",
        ),
        ("91-unless-and-a-breaker-of-the-other-player", "After 3 iterations p2 must break the loop.", "732.6"),
        ("97-shortcut-again-behind-the-rider", "Not again: nothing relevant has changed.", "MTR 4.4 par. 8"),
    ],
)
def test_a_screen_says_who_must_do_what_and_by_which_rule(name: str, sentence: str, cite: str) -> None:
    book = CardBook.builtin().with_files([FOURTH / "cards_of_the_fourth_draw.json"])
    assert isinstance(book, CardBook), book
    case = load_case_file(FOURTH / f"{name}.yaml", book)
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    found = verdict_of(ruling)
    assert found.sentence == sentence
    assert any(cite in each.cites for each in found.because)


@pytest.mark.parametrize("number", [number for number, who in WHO.items() if who["kept_up_by"] is not None])
def test_who_keeps_the_loop_up(number: str) -> None:
    kind = _ruled(BY_NUMBER[number]).kind
    assert kind is not None
    assert [f"p{seat + 1}" for seat in kind.keepers] == WHO[number]["kept_up_by"]


@pytest.mark.parametrize(("number", "said", "player"), ASKED)
def test_who_is_asked_next(number: str, said: int, player: str) -> None:
    case = _case(BY_NUMBER[number])
    case = replace(case, said=case.said[:said], position=replace(case.position, then=()))
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    assert [f"p{seat + 1}" for seat, _ in ruling.verdict.to_speak] == [player]


@pytest.mark.parametrize("number", [number for number, who in WHO.items() if who["cites_one_of"]])
def test_the_sentence_is_cited(number: str) -> None:
    verdict = _ruled(BY_NUMBER[number]).verdict
    cited = [because.cites for because in verdict.because] + ([] if verdict.owed is None else [verdict.owed.cites])
    wanted = WHO[number]["cites_one_of"]
    assert any(cites.startswith(sentence) for cites in cited for sentence in wanted), cited
