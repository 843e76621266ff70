"""Commands that ask nothing of a board: explain, new, doctor, and card files that are remembered."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reiterate.cards import remembered as store
from reiterate.cards.remembered import remember, remembered
from reiterate.refusals import Refusal
from reiterate.show.explained import explained_words, known
from tests.house import explained
from tests.support.command_line import in_process

CARD = {"name": "Own Elf", "type_line": "Creature — Elf", "mana_cost": "{G}", "power": "1", "toughness": "1"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for what is remembered."""
    monkeypatch.setenv("REITERATE_FOLDER", str(tmp_path / "folder"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "folder"


def card_file(path: Path, *names: str) -> str:
    path.write_text(json.dumps([CARD | {"name": name, "oracle_text": ""} for name in names]), encoding="utf-8")
    return str(path)


# --- explain -----------------------------------------------------------------------------------------------------


def test_what_is_explained_is_what_the_pages_say() -> None:
    assert explained.FILE.read_text("utf-8") == explained.content(), "run `make docs`"
    assert {"mana-short", "summoning-sick", "no-such-word"} <= set(known()["codes"])
    assert {"loop", "iteration", "way out", "exit"} <= set(known()["terms"])


def test_a_number_of_an_earlier_edition_names_the_newest_one() -> None:
    assert "730.2a in the edition of 2025-04-04, 732.2a today" in " ".join(in_process("explain", "730.2a")[1].split())
    assert "today" not in in_process("explain", "732.2a")[1]


def test_a_text_is_explained_rule_by_rule() -> None:
    text = in_process("explain", "G.18")[1]
    assert [name for name in ("G.18.1", "G.18.2", "G.18.3", "G.18.4") if name not in text] == []


def test_every_word_is_explained_in_at_most_twelve_lines() -> None:
    for word in explained_words():
        code, text = in_process("explain", word)
        assert code == 0 and 1 <= len(text.splitlines()) <= 12, word
        assert text.startswith(f"{word}: "[:40])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("mana-short",), "mana-short: not enough mana in the pool\nexit code  2, input that is not accepted\n"),
        (("(mana-short)",), "mana-short: "),
        (("loop",), "loop: a set of actions that could be repeated without end"),
        (("Iterations",), "iterations: the body done once"),
        (("round", "of", "turns"), "round of turns: one turn of each player"),
        (("3",), "3: undetermined: a budget ran out"),
        (("732.2a",), "732.2a: The player with priority describes legal choices for all players."),
        (("730.2a",), "732.2a: The player with priority describes legal choices for all players."),
        (("CR", "719.2a"), "732.2a: The player with priority describes legal choices for all players."),
        (("mtr", "4.4", "par", "3"), "MTR 4.4 par. 3: One player keeps the loop up"),
        (("G.18.2",), "G.18.2: Who controls the combination shows it a few times"),
        (("421.3",), "421.3: Where two players are needed"),
        (("704.5f",), "704.5f: State-Based Actions, section 704: partly"),
    ],
)
def test_a_code_a_term_or_an_exit_code_is_explained(asked: tuple[str, ...], said: str) -> None:
    code, text = in_process("explain", *asked)
    assert code == 0 and text.startswith(said)


def test_an_unknown_word_gets_those_that_are_spelt_alike() -> None:
    code, text = in_process("explain", "mana-shrt\x1b[31m")
    assert code == 2 and "(no-such-word)" in text and "\x1b" not in text
    assert "such as mana-short" in in_process("explain", "mana-shrt")[1]


# --- new ---------------------------------------------------------------------------------------------------------


def test_a_new_position_is_commented_and_runs(tmp_path: Path) -> None:
    text = in_process("new")[1]
    assert sum("# " in line for line in text.splitlines()) >= 10
    assert in_process("new", "board.yaml") == (0, "board.yaml is written; reiterate run board.yaml plays it\n")
    assert (tmp_path / "board.yaml").read_text("utf-8") == text
    code, shown = in_process("run", "board.yaml")
    assert code == 0 and "all 2 facts hold" in shown
    assert in_process("find", "board.yaml")[0] == 0


def test_a_new_position_takes_no_other_ones_place(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text("mine", encoding="utf-8")
    code, text = in_process("new", "board.yaml")
    assert code == 2 and "board.yaml is there already (file-exists)" in text
    assert (tmp_path / "board.yaml").read_text("utf-8") == "mine"
    assert in_process("new", "board.yaml", "--force")[0] == 0
    assert (tmp_path / "board.yaml").read_text("utf-8") != "mine"
    assert in_process("new", "nowhere/board.yaml")[0] == 2


# --- card files --------------------------------------------------------------------------------------------------


def test_a_card_file_that_was_added_is_known_until_it_is_removed(tmp_path: Path) -> None:
    file = card_file(tmp_path / "own.json", "Own Elf", "Own Orc")
    assert in_process("cards", "show", "Own Elf")[0] == 2
    code, text = in_process("cards", "add", "own.json")
    assert code == 0 and "2 cards" in text
    assert in_process("cards", "show", "Own Elf")[0] == 0
    assert file in in_process("cards", "list")[1]
    assert in_process("cards", "add", file)[0] == 0
    assert in_process("cards", "list")[1].count(file) == 1
    assert in_process("cards", "remove", file)[0] == 0
    assert in_process("cards", "show", "Own Elf")[0] == 2


def test_a_file_that_is_no_card_file_is_not_remembered(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "no.json").write_text("[1, 2]", encoding="utf-8")
    for name in ("no.json", "absent.json"):
        code, text = in_process("cards", "add", name)
        assert code == 2 and "(card-file)" in text
    assert not folder.exists()


def test_a_remembered_file_that_is_gone_says_how_to_forget_it(tmp_path: Path) -> None:
    file = card_file(tmp_path / "own.json", "Own Elf")
    assert in_process("cards", "add", file)[0] == 0
    (tmp_path / "own.json").unlink()
    code, text = in_process("cards", "show", "Island")
    assert code == 2 and f"reiterate cards remove {file}" in text
    assert in_process("doctor")[0] == 2
    assert in_process("cards", "remove", file)[0] == 0
    assert in_process("cards", "show", "Island")[0] == 0


def test_what_is_not_remembered_can_not_be_removed(tmp_path: Path) -> None:
    code, text = in_process("cards", "remove", "own.json")
    assert code == 2 and "is not remembered" in text


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[""]', "\xff"])
def test_a_damaged_list_is_refused_with_its_name(content: str, folder: Path) -> None:
    folder.mkdir()
    (folder / store.FILE).write_bytes(content.encode("latin-1"))
    found = remembered({store.ENVIRONMENT: str(folder)})
    assert isinstance(found, Refusal) and found.where.file == str(folder / store.FILE)
    for words_ in (("cards", "list"), ("cards", "show", "Island"), ("doctor",), ("cards", "add", "own.json")):
        assert in_process(*words_)[0] == 2


def test_the_folder_is_that_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert store.folder({"HOME": "/h"}) == Path("/h/.local/share/reiterate")
    assert store.folder({"HOME": "/h", "XDG_DATA_HOME": "/x"}) == Path("/x/reiterate")
    assert store.folder({"HOME": "/h", "XDG_DATA_HOME": "relative"}) == Path("/h/.local/share/reiterate")
    assert store.folder({"HOME": "/h", store.ENVIRONMENT: "/own"}) == Path("/own")
    assert store.folder({"HOME": "/h", store.ENVIRONMENT: "off"}) is None
    assert store.folder({}) is None
    monkeypatch.setattr(sys, "platform", "darwin")
    assert store.folder({"HOME": "/h"}) == Path("/h/Library/Application Support/reiterate")
    monkeypatch.setattr(sys, "platform", "win32")
    assert store.folder({"LOCALAPPDATA": "/l"}) == Path("/l/reiterate")
    assert store.folder({"HOME": "/h"}) is None


def test_nothing_is_remembered_where_there_is_no_folder(tmp_path: Path) -> None:
    assert remembered({store.ENVIRONMENT: "off"}) == []
    assert isinstance(remember([tmp_path], {store.ENVIRONMENT: "off"}), Refusal)
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert isinstance(remember([tmp_path], {store.ENVIRONMENT: str(tmp_path / "file")}), Refusal)


# --- doctor ------------------------------------------------------------------------------------------------------


def test_the_doctor_tells_what_is_installed(tmp_path: Path) -> None:
    card_file(tmp_path / "own.json", "Own Elf")
    in_process("cards", "add", "own.json")
    code, text = in_process("doctor")
    assert code == 0 and text.startswith("everything is in order\n")
    assert len(text.splitlines()) <= 12
    for word in ("Python", "msgspec", "python-flint", "built in: ", "own.json: 1", "cards-1.sqlite", "columns"):
        assert word in text


@pytest.mark.parametrize("word", ["٧٣٢.٢", "٧٣٢", "732.²", "²"])
def test_digits_of_another_script_are_no_number_of_a_rule(word: str) -> None:
    code, text = in_process("explain", word)
    assert code in (0, 2) and "Traceback" not in text


@pytest.mark.parametrize("symbol", ["²", "①"])
@pytest.mark.parametrize("words", [("find", "board.yaml"), ("combo", "Own Elf", "Midnight Guard")], ids=lambda w: w[0])
def test_107_4_a_symbol_that_is_a_digit_and_no_number_is_not_paid(
    words: tuple[str, ...], symbol: str, tmp_path: Path
) -> None:
    """``str.isdigit`` says that it is one, and ``int`` doesn't read it."""
    made = CARD | {"oracle_text": f"Ward {{{symbol}}}", "mana_cost": f"{{{symbol}}}"}
    (tmp_path / "cards.json").write_text(json.dumps([made]), encoding="utf-8")
    board = "format: position/1\nplayers:\n  p1:\n    hand: [Own Elf]\n    mana: {G: 9}\n  p2: {}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    code, text = in_process(*words, "--cards", "cards.json")
    assert code in (2, 3, 4) and "Traceback" not in text
    assert f"paying {{{symbol}}}" in text or "rule-107.4" in text
