"""Whatever a page says to the server is heard there, and no method hears a word that no page says."""

from __future__ import annotations

import re

import pytest

from reiterate.boards.draft_words import BUILDS
from reiterate.web import game_page, mounting, shortcut_part, start_page
from reiterate.web.page_frame import Heard, whole_number

#: Where the source of a page names the word that an element or a script says.
SAYS = re.compile(r'data_(?:do|slide|typed)="([a-z-]+)"|"data_(?:do|slide|typed)": "([a-z-]+)"|\bdo: "([a-z-]+)"')

#: Any word in quotes; the ways to a new game say ``begin-`` before their names.
QUOTED = re.compile(r"[\"'`]([a-z-]+)[\"'`]")
BEGIN = "begin-"


def heard_of(*owners: object) -> set[str]:
    """The words that the methods of these owners hear, as a page lets them hear."""
    heard = Heard.__new__(Heard)
    heard.handlers = {}
    for owner in owners:
        heard.hear(owner)
    return set(heard.handlers)


def test_each_word_is_heard_and_each_method_has_its_word() -> None:
    files = (*mounting.STATIC.parent.glob("*.py"), *mounting.STATIC.glob("*.js"))
    text = "".join(file.read_text("utf-8") for file in files)
    methods = heard_of(Heard, shortcut_part.LookWords, start_page.StartPage, game_page.GamePage)
    said = {word for found in SAYS.findall(text) for word in found if word}
    assert len(said) > 40 and said <= methods | {*BUILDS, *game_page.ACTS}
    quoted = set(QUOTED.findall(text))
    assert {word for word in methods if word.removeprefix(BEGIN) not in quoted} == set()


@pytest.mark.parametrize(("name", "word"), [("hears_play", "play"), ("hears_play_board", "play-board")])
def test_a_method_hears_the_word_of_its_name(name: str, word: str) -> None:
    assert heard_of(type("Owner", (), {name: None, "play": None, "_hears_other": None})) == {word}


@pytest.mark.parametrize(
    ("said", "number"), [("7", 7), ("007", 7), ("²", -1), ("٣", -1), ("", -1), ("-1", -1), ("1" * 10, -1)]
)
def test_a_number_in_a_word_is_whole_or_none(said: str, number: int) -> None:
    # "²" is a digit, and is no number: a place with it came back as a bug of the program.
    assert whole_number(said) == number
