"""What a terminal obeys never comes out of a command, whatever titles, labels, tokens and card files hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.untrusted_text import hidden
from tests.support.command_line import Done, reiterate

EVIL = r"\x1b[31m\x9b2J\u202ee\u2066\u200b\x07\u2028" + r"\x0aFORGED"
#: The same on one line: a label can't have more.
EVIL_LINE = EVIL.replace(r"\u2028", "").replace(r"\x0a", "")
BOARD = f"""\
format: position/1
title: "T{EVIL}"
notes: "N{EVIL}"
players:
  p1:
    battlefield:
      - {{card: Midnight Guard, label: "L{EVIL_LINE}"}}
      - {{card: Presence of Gond, attached to: "L{EVIL_LINE}"}}
      - {{token: "K{EVIL}", power: 1, toughness: 1}}
      - "C{EVIL}"
  p2: {{hand: 1}}
script: |
  repeat 7:
    activate Midnight Guard
    all pass
    all pass
"""
CARD = {
    "name": json.loads('"C' + EVIL.replace("\\x", "\\u00") + '"'),
    "type_line": "Creature — \x1b[1mElf",
    "oracle_text": "",
    "mana_cost": "{G}",
    "power": "1",
    "toughness": "1",
}
COMMANDS = [
    ("run", "board.yaml"),
    ("judge", "board.yaml"),
    ("loop", "board.yaml"),
    ("find", "board.yaml"),
    ("certify", "board.yaml", "-o", "cert\x1b.json"),
    ("check", "cert\x1b.json"),
    ("cards", "show", CARD["name"]),
    ("cards", "show", "No\x1bSuch"),
    ("cards", "coverage", "--cards", "cards.json"),
    ("combo", CARD["name"], "grizzly bears"),
    ("combo", "No\x1bSuch", "grizzly bears"),
    ("combo", "midnight guard", "presence of gond", "--others", CARD["name"], "--why"),
    ("run", "wrong.yaml"),
    ("run", "no\x1b[31mfile"),
    ("check", "board.yaml"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a board, a card file and a board whose every line is wrong."""
    made = tmp_path_factory.mktemp("shown")
    (made / "board.yaml").write_text(BOARD, encoding="utf-8")
    (made / "wrong.yaml").write_text(BOARD.replace("  p2: {hand: 1}", f'  p2: {{hand: ["X{EVIL}"]}}'), encoding="utf-8")
    (made / "cards.json").write_text(json.dumps([CARD]), encoding="utf-8")
    shown(made, COMMANDS[3])
    return made


def shown(folder: Path, words: tuple[str, ...], encoding: str = "utf-8") -> Done:
    return reiterate(*words, cwd=folder, encoding=encoding, REITERATE_CARDS="cards.json")


@pytest.mark.parametrize("json_flag", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda w: ascii(" ".join(w)))
def test_no_command_shows_what_a_terminal_obeys(
    folder: Path, words: tuple[str, ...], json_flag: tuple[str, ...]
) -> None:
    done = shown(folder, (*words, *json_flag))
    text = done.stdout + done.stderr
    assert text.strip() and done.returncode != 70, text
    assert [letter for letter in text if letter != "\n" and hidden(letter)] == []
    assert not any(line.startswith("FORGED") for line in text.splitlines())
    if json_flag:
        assert isinstance(json.loads(done.stdout), dict | list)


@pytest.mark.parametrize("json_flag", [(), ("--json",)], ids=["text", "json"])
def test_a_stream_that_takes_only_ascii_gets_it(folder: Path, json_flag: tuple[str, ...]) -> None:
    (folder / "accents.yaml").write_text(BOARD.replace('"T', '"Lim-Dûl −'), encoding="utf-8")
    done = shown(folder, ("run", "accents.yaml", *json_flag), "ascii")
    assert done.returncode == 0 and done.stdout.isascii()
    if json_flag:
        assert json.loads(done.stdout)


def test_json_keeps_the_text_as_it_is(folder: Path) -> None:
    done = shown(folder, ("cards", "show", CARD["name"], "--json"))
    assert json.dumps(CARD["name"])[1:-1] in json.dumps(json.loads(done.stdout))
