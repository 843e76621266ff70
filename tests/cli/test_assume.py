"""``--assume`` of the commands that take a board: what it lifts, what is said of it, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import in_process
from tests.support.unread_boards import TEXTS, board

ASSUMED = ("--assume", "Riddle: infinite")
SAID = 'Riddle: "Contemplation is infinite." does not matter'


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A board with a riddle, and the cards of the tests."""
    cards, file = tmp_path / "cards.json", tmp_path / "board.yaml"
    rows = [{"name": name, "type_line": types, "oracle_text": text} for name, (types, text, _) in TEXTS.items()]
    cards.write_text(json.dumps(rows), encoding="utf-8")
    file.write_text(board("Chime", "Riddle"), encoding="utf-8")
    return [str(file), "--cards", str(cards)]


@pytest.mark.parametrize("command", ["run", "loop", "judge"])
def test_a_board_with_a_riddle_is_answered_with_what_is_assumed(command: str, files: list[str]) -> None:
    exit_code, written = in_process(command, *files)
    assert exit_code == 4 or command == "judge"
    assert "Riddle: a clause is not understood" in written
    exit_code, written = in_process(command, *files, *ASSUMED)
    assert exit_code == 0, written
    assert "assumed" in written
    assert SAID in " ".join(written.replace("│", " ").split())
    exit_code, written = in_process(command, *files, *ASSUMED, "--json")
    assert exit_code == 0
    assert SAID in json.loads(written)["assumptions"]


def test_a_certificate_is_written_and_checked_with_what_is_assumed(files: list[str], tmp_path: Path) -> None:
    output = tmp_path / "board.cert"
    assert in_process("certify", *files, "-o", str(output))[0] == 4
    exit_code, written = in_process("certify", *files, *ASSUMED, "-o", str(output))
    assert exit_code == 0, written
    assert SAID in " ".join(written.split())
    exit_code, written = in_process("check", str(output), *files[1:])
    assert exit_code == 0
    assert written.startswith("accepted, assuming what is said below: ")
    exit_code, written = in_process("check", str(output), *files[1:], "--json")
    told = json.loads(written)
    assert [each["state"] for each in told["check"]["clauses"]] == ["assumed"] and SAID in told["assumptions"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Riddle", "names no card and no words of a clause"),
        ("Thinker: {5}", "Thinker is assumed to have a clause that does not matter, and is not in the position"),
    ],
)
def test_what_can_t_be_assumed_is_one_line_and_exit_2(words: str, said: str, files: list[str]) -> None:
    exit_code, written = in_process("loop", *files, "--assume", words)
    assert exit_code == 2
    assert said in written.splitlines()[0]
