"""The two pages of five minutes: the screens that they show are what the program prints, and the game is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.cli.hot_seat import HotSeat, opened
from reiterate.judging.case_file import Case, load_case, under
from reiterate.judging.ruling import Ruling, judge
from reiterate.refusals import Refusal
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from tests.support.files import ROOT
from tests.support.page_blocks import blocks as blocks_of

BOOK: Final = CardBook.builtin()
PLAYERS: Final = (ROOT / "docs" / "for-players.md").read_text(encoding="utf-8")
JUDGES: Final = (ROOT / "docs" / "for-judges.md").read_text(encoding="utf-8")
#: What a person types, behind a prompt: "p1> activate X", "p2, accept or cut PLACE? cut 7.3".
TYPED: Final = re.compile(r"p\d(?:>|, accept or cut PLACE\?) (.+)")


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a page in a language; "" for plain ones."""
    return [block.text for block in blocks_of("page", page) if block.language == language]


def screen(text: str, edition: str = "") -> str:
    """The screen of a case."""
    read = load_case(text, "board.yaml", BOOK)
    assert isinstance(read, Case), read
    case = under(read, "", edition)
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    return verdict_screen(verdict_of(ruling, "board.yaml"), Page())


def test_the_screen_for_judges_is_the_one_of_its_case() -> None:
    (shown,) = [block for block in blocks(JUDGES, "") if "because" in block]
    assert screen(blocks(JUDGES, "yaml")[0]) == shown


def test_the_screen_for_players_is_the_one_before_p2_has_answered() -> None:
    (shown,) = [block for block in blocks(PLAYERS, "") if "because" in block]
    assert screen(blocks(PLAYERS, "yaml")[0].partition("answers:")[0]) == shown


def test_the_game_for_players_is_played_as_it_stands(tmp_path: Path) -> None:
    (transcript,) = [block for block in blocks(PLAYERS, "") if "p1> " in block]
    file = tmp_path / "board.yaml"
    file.write_text(blocks(PLAYERS, "yaml")[0].partition("script:")[0], encoding="utf-8")
    found = opened(file, BOOK)
    assert not isinstance(found, Refusal), found
    prompts: list[str] = []
    told: list[str] = []
    typed = iter(TYPED.findall(transcript))

    def ask(prompt: str) -> str | None:
        prompts.append(prompt)
        word = next(typed, None)
        told.append(f"{prompt}{word}\n" if word is not None else "")
        return word

    HotSeat(*found, BOOK, ask, told.append, Page()).play()
    whole = "".join(told).splitlines()
    at = 0
    for line in transcript.splitlines():
        assert line in whole[at:], line
        at = whole.index(line, at) + 1


@pytest.mark.parametrize("page", [PLAYERS, JUDGES], ids=["players", "judges"])
def test_a_page_is_read_in_five_minutes(page: str) -> None:
    assert 850 <= len(page.split()) <= 1300  # five minutes at 260 words a minute
