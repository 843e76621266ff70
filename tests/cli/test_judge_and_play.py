"""``reiterate judge`` and ``reiterate play`` as a person meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.command_line import Done
from tests.support.command_line import reiterate as command
from tests.support.files import ROOT

pytestmark = pytest.mark.slow("whole commands, many times")

CASE: Final = """format: case/1
policy: tournament
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {}
script: |
  repeat 1:
    activate Midnight Guard
    all pass
    all pass
said:
  - p1: number 1000
  - p2: number 7
"""
BOARD: Final = CASE[CASE.index("players") : CASE.index("script")]


def reiterate(folder: Path, *words: str, typed: str = "") -> Done:
    """A command in a folder, with what is typed to it."""
    return command(*words, cwd=folder, typed=typed)


def case(folder: Path, more: str = "", text: str = CASE) -> str:
    (folder / "case.yaml").write_text(text + more, encoding="utf-8")
    return "case.yaml"


def test_the_first_line_is_the_sentence_and_the_screen_is_short(tmp_path: Path) -> None:
    done = reiterate(tmp_path, "judge", case(tmp_path))
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0]) == (0, "After 7 iterations p2 has priority.")
    assert len(lines[0].split()) <= 12 and len(lines) <= 12
    assert "MTR 4.4" in done.stdout


def test_a_case_from_standard_input_as_json(tmp_path: Path) -> None:
    done = reiterate(tmp_path, "judge", "-", "--json", typed=CASE)
    whole = json.loads(done.stdout)
    found = whole["verdict"]
    assert (whole["format"], found["outcome"], found["place"]["iterations"]) == ("answer/1", "game_continues", "7")


def test_a_verdict_is_a_part_of_an_answer(tmp_path: Path) -> None:
    whole = json.loads(reiterate(tmp_path, "judge", case(tmp_path), "--json").stdout)
    assert (whole["format"], whole["asked"], whole["verdict"]["policy"]) == ("answer/1", ["judge"], "tournament")
    refused = json.loads(reiterate(tmp_path, "judge", case(tmp_path, "questions: x\n"), "--json=answer").stdout)
    assert (refused["verdict"], refused["refusals"][0]["question"]) == (None, "judge")


def test_a_player_is_told_nothing_that_others_hide(tmp_path: Path) -> None:
    hidden = CASE.replace("p2: {}", "p2: {hand: [Lightning Bolt], mana: {R: 1}}").split("said:")[0]
    told = {
        seat: reiterate(tmp_path, "judge", case(tmp_path, "", hidden), "--why", "--seat", seat) for seat in ("p1", "p2")
    }
    assert "Lightning Bolt" in told["p2"].stdout and "Lightning Bolt" not in told["p1"].stdout
    wrong = reiterate(tmp_path, "judge", case(tmp_path), "--seat", "p9")
    assert wrong.returncode == 2 and "no player 'p9'" in wrong.stderr


def test_policies_side_by_side(tmp_path: Path) -> None:
    done = reiterate(tmp_path, "judge", case(tmp_path), "--compare")
    assert [line.split()[0] for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "comprehensive",
        "tournament",
        "g18",
    ]


def test_rule_numbers_are_those_of_the_edition(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text(
        f"format: position/1\n{BOARD}script: |\n  repeat 3:\n    activate Midnight Guard\n    all pass\n    all pass\nanswers: [{{p2: accept}}]\n",
        encoding="utf-8",
    )
    told = {
        date: reiterate(tmp_path, "judge", "board.yaml", "--edition", date).stdout
        for date in ("2017-01-20", "2026-01-16")
    }
    assert f"{719}.2c" in told["2017-01-20"] and "732.2c" not in told["2017-01-20"]
    assert f"{731}.2c" in told["2026-01-16"]


@pytest.mark.parametrize(
    ("words", "more", "code", "told"),
    [
        (["--policy", "poker"], "", 2, "is no policy"),
        (["--edition", "1998-01-01"], "", 2, "edition"),
        (["--edition", "soon"], "", 2, "is no date"),
        ([], "expect: {iterations: 8}\n", 1, "iterations: 8, is 7"),
        ([], "  - p2: maybe\n", 2, "is no statement"),
        ([], "  - p2: number 9\n", 2, "not said now"),
        ([], "questions: x\n", 2, "unknown-key"),
    ],
)
def test_what_is_wrong_is_told_with_its_exit_code(
    words: list[str], more: str, code: int, told: str, tmp_path: Path
) -> None:
    done = reiterate(tmp_path, "judge", case(tmp_path, more), *words)
    assert done.returncode == code, done.stdout + done.stderr
    assert told in done.stdout + done.stderr and "Traceback" not in done.stderr


# --- play ---------------------------------------------------------------------------------------------------------


def board(folder: Path) -> str:
    (folder / "board.yaml").write_text(f"format: position/1\n{BOARD}", encoding="utf-8")
    return "board.yaml"


def test_a_lap_by_hand_and_a_million_more(tmp_path: Path) -> None:
    typed = "1\nall pass\nall pass\nagain 10^100\naccept\nboard\nquit\n"
    done = reiterate(tmp_path, "play", board(tmp_path), typed=typed)
    assert done.returncode == 0 and "10^100 + 1 Elf Warrior tokens" in done.stdout
    again = reiterate(tmp_path, "play", "board.game", typed="")
    assert "10^100 + 1 Elf Warrior tokens" in again.stdout


def test_a_number_on_the_list_is_told_with_what_its_ability_does(tmp_path: Path) -> None:
    """Triggers are put in order by their numbers (603.3b)."""
    made = BOARD.replace("  p2: {}", "      - Soul Warden\n  p2: {}")
    (tmp_path / "board.yaml").write_text(f"format: position/1\n{made}", encoding="utf-8")
    typed = "activate Midnight Guard\nall pass\nquit\n"
    done = reiterate(tmp_path, "play", "board.yaml", typed=typed)
    assert "order #1 first: untap Midnight Guard" in done.stdout, done.stdout
    assert "order #2 first: Soul Warden's trigger: you gain 1 life" in done.stdout, done.stdout


def test_foreign_text_is_plain_in_a_game(tmp_path: Path) -> None:
    evil = '      - {token: "K\\x1b[31m\\u202e", power: 1, toughness: 1, label: "L\\x1b[1m"}\n'
    (tmp_path / "board.yaml").write_text(
        f"format: position/1\n{BOARD}".replace("  p2: {}", evil + "  p2: {}"), encoding="utf-8"
    )
    done = reiterate(tmp_path, "play", "board.yaml", typed="choices\nboard\nattack \x1b[31m\n")
    assert done.returncode == 0 and "K" in done.stdout
    assert not {"\x1b", "\u202e"} & set(done.stdout)


def test_bad_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.game").write_text("{}\n", encoding="utf-8")
    for name in ("bad.game", "none.yaml"):
        done = reiterate(tmp_path, "play", name)
        assert done.returncode == 2 and done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_whatever_ends_the_program_nothing_answered_is_lost(how: signal.Signals, tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-u", "-m", "reiterate", "play", board(tmp_path)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environ, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("1\nall pass\nall pass\n")
        process.stdin.flush()
        while "this has come back" not in process.stdout.readline():
            pass
        process.send_signal(how)
    again = reiterate(tmp_path, "play", "board.game", typed="")
    assert "Elf Warrior token" in again.stdout
    assert len((tmp_path / "board.game").read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize("number", ["²", "9" * 5_000, "0"], ids=["a superscript", "5,000 digits", "none"])
def test_a_number_of_no_choice_is_refused(number: str, tmp_path: Path) -> None:
    """The first is a digit to Python and the second is too long for it: both ended the table with a traceback."""
    done = reiterate(tmp_path, "play", case(tmp_path, text=f"format: position/1\n{BOARD}"), typed=f"{number}\n")
    assert "Traceback" not in done.stderr and "a bug in reiterate" not in done.stderr
    assert done.returncode == 0
