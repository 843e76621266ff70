"""Screens: made from answers alone, as wide as the page, plain where there is no terminal, harmless whatever titles hold."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

import pytest

from reiterate.ask.answer import Answer
from reiterate.ask.answer_parts import BoardQuestion
from reiterate.ask.building import answer
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.position import load, load_file
from reiterate.show.screen import NARROWEST, WIDTH, Page, page_of
from reiterate.show.screen_answer import screen
from reiterate.untrusted_text import hidden
from tests.support.files import ROOT

EVIL: Final = r"\x1b[31m\x9b2J\u202e\u200b\x07\u2028\x0aFORGED [bold]x[/bold] :smile:"
#: The same on one line: a label can't have more.
EVIL_LINE: Final = EVIL.replace(r"\u2028\x0a", "")
BOARD: Final = f"""\
format: position/1
title: "T{EVIL}"
players:
  p1:
    battlefield:
      - {{card: Midnight Guard, label: "L{EVIL_LINE}"}}
      - {{card: Presence of Gond, attached to: "L{EVIL_LINE}"}}
      - {{token: "K{EVIL}", power: 1, toughness: 1}}
script: |
  repeat 7:
    activate Midnight Guard
    all pass
    all pass
"""


class Stream(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def asked(text: str, *questions: BoardQuestion) -> Answer:
    position = load(text, "board.yaml", CardBook.builtin())
    assert not isinstance(position, Refusal), position
    return answer(position, questions or ("run", "loop"))


@cache
def example(name: str) -> Answer:
    position = load_file(ROOT / "examples" / f"{name}.yaml", CardBook.builtin())
    assert not isinstance(position, Refusal), position
    return answer(position, ["run", "loop", "find", "certify"])


def test_no_title_label_or_token_reaches_the_terminal_as_a_command() -> None:
    text = screen(asked(BOARD), Page())
    assert [letter for letter in text if letter != "\n" and hidden(letter)] == []
    assert not any(line.strip(" │").startswith("FORGED") for line in text.splitlines())
    assert "[bold]x[/bold] :smile:" in " ".join(text.split())


def test_on_a_terminal_the_only_hidden_characters_are_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    text = screen(asked(BOARD), Page(colour=True))
    assert "\x1b[1m" in text and "\x1b[31m\x9b" not in text
    codes = text.replace("\x1b[", "").replace("\n", "")
    assert [letter for letter in codes if hidden(letter)] == []


@pytest.mark.slow("all questions about a wide board")
@pytest.mark.parametrize("width", [NARROWEST, 60, WIDTH, 200])
def test_no_line_is_wider_than_the_page_but_those_to_be_pasted(width: int) -> None:
    found = example("twin-bond")
    pasted = {f"  {line}" for line in found.find.script} if found.find is not None else set()
    lines = screen(found, Page(width)).splitlines()
    assert [line for line in lines if len(line) > width and line not in pasted] == []
    assert pasted and pasted <= set(lines)


def test_a_stream_without_letters_for_lines_gets_none() -> None:
    text = screen(example("guard-gond"), Page(lines=False))
    assert not set(text) & set("╭╮╰╯│─")


def test_the_page_is_as_wide_as_columns_says_or_100(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert page_of(Stream(False)) == Page(WIDTH, colour=False)
    monkeypatch.setenv("COLUMNS", "72")
    assert page_of(Stream(False)) == Page(72, colour=False)
    assert page_of(Stream(True)) == Page(72, colour=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert page_of(Stream(True)) == Page(72, colour=False)
    monkeypatch.setenv("COLUMNS", "3")
    assert page_of(Stream(True)).width == NARROWEST


def test_a_screen_says_what_was_asked_and_what_was_refused() -> None:
    text = screen(asked("format: position/1\ntitle: Nothing\nscript: pass\n", "run", "loop", "find"), Page())
    assert "the shortcut is taken" in text and "loop: the script has no 'repeat' block [732.1b] (no-loop)" in text
    assert "find: " in text


def test_the_choices_that_keep_a_loop_up_are_marked() -> None:
    lines = screen(example("guard-gond"), Page()).splitlines()
    (marked,) = [line for line in lines if line.startswith("  1@n.1 ")]
    assert marked.split()[-1] == "acts"
    assert any(line.startswith("draw ") and line.endswith(" no") for line in lines)


def test_the_iteration_that_is_shown_of_a_longer_period_is_numbered() -> None:
    """Turns alternate between two players, so a period has two iterations, of which one is shown."""
    board = "format: position/1\nplayers:\n  p1: {library: 30}\n  p2: {library: 30}\nscript: |\n  repeat 6:\n    all pass to next turn\n"
    assert "iteration 1, where a period has 2 (place, choice)" in screen(asked(board, "loop"), Page(200))
    assert "one iteration (place, choice)" in screen(asked(BOARD, "loop"), Page(200))
