"""Completion: the words that may stand where a person types, and the scripts that ask for them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reiterate.cli.completion import MOST, SCRIPTS
from reiterate.cli.main import WORKS
from tests.support.command_line import in_process
from tests.support.files import ROOT


def told(*typed: str) -> list[str]:
    """What may stand in the place of the last word."""
    code, text = in_process("completion", "words", "--", *typed)
    assert code == 0, text
    return text.splitlines()


def test_all_commands_are_told_and_no_other_word() -> None:
    assert told("") == sorted({name.split()[0] for name in WORKS})
    assert told("cards", "") == sorted(name.split()[1] for name in WORKS if name.startswith("cards "))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("ju",), ["judge"]),
        (("run", "--fo"), ["--format"]),
        (("run", "board.yaml", "--format", "m"), ["markdown"]),
        (("run", "--json=a"), ["--json=answer"]),
        (("run", ""), []),
        (("explain", "mana-s"), ["mana-short"]),
        (("demo", "t"), ["towers"]),
        (("completion", "z"), ["zsh"]),
        (("cards", "show", "midnight g"), ["Midnight Guard"]),
        (("cards", "show", "Island", "Midnight\\ G"), ["Midnight Guard"]),
        (("cards", "show", '"Midnight'), []),
        (("cards", "show", "m"), []),
        (("nothing", "x"), []),
        (("--", "x"), []),
    ],
)
def test_what_may_stand_there(typed: tuple[str, ...], expected: list[str]) -> None:
    if typed[-1] == '"Midnight':
        assert told(*typed) == told("cards", "show", "midnight") != []
    else:
        assert told(*typed) == expected


def test_names_on_the_board_of_a_file_are_told_behind_focus(tmp_path: Path) -> None:
    """A label is no name: the finder takes names of cards."""
    path = tmp_path / "board.yaml"
    board = "[{card: Midnight Guard, label: guardian}, Grizzly Bears]"
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: {board}, hand: [Island]}}\n  p2: {{}}\n  p3: {{}}\n"
    path.write_text(text, encoding="utf-8")
    assert told("find", str(path), "--focus", "") == ["Grizzly Bears", "Island", "Midnight Guard"]
    assert told("find", "--steps", "5", str(path), "--focus", "mid") == ["Midnight Guard"]
    assert told("judge", str(path), "--seat", "") == ["p1", "p2", "p3"]
    path.write_text("format: position/1\nplayers: {p1: {battlefield: [No Such Card]}}\n", encoding="utf-8")
    assert told("find", str(path), "--focus", "") == []
    assert told("find", str(tmp_path / "none.yaml"), "--focus", "") == []


def test_policies_are_told() -> None:
    assert told("judge", "board.yaml", "--policy", "") == ["comprehensive", "g18", "tournament"]


def test_names_of_a_card_file_are_told_without_what_a_terminal_obeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [{"name": f"Zz Elf {i}", "oracle_text": ""} for i in range(2 * MOST)]
    cards.append({"name": "Zz \x1b[31mOrc", "oracle_text": ""})
    (tmp_path / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    monkeypatch.setenv("REITERATE_CARDS", str(tmp_path / "cards.json"))
    found = told("cards", "show", "zz")
    assert 0 < len(found) <= MOST and all(name.startswith("Zz Elf") for name in found)


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_each_shell_has_a_script_that_asks_for_the_words(shell: str) -> None:
    code, text = in_process("completion", shell)
    assert code == 0 and "reiterate completion words" in text


@pytest.mark.parametrize("shell", sorted(SCRIPTS))
def test_the_shell_reads_its_script(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "script").write_text(SCRIPTS[shell], encoding="utf-8")
    done = subprocess.run([program, "-n", str(tmp_path / "script")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow("starts a shell and commands")
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["reiterate", "ju"], "judge\n"),
        (["reiterate", "run", "--fo"], "--format\n"),
        (["reiterate", "cards", "show", "Midnight\\ G"], "Midnight\\ Guard\n"),
        (["reiterate", "run", ""], ""),
    ],
)
def test_bash_completes(line: list[str], expected: str, tmp_path: Path) -> None:
    program = tmp_path / "reiterate"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m reiterate "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    words = " ".join(f"'{word}'" for word in line)
    script = f'{SCRIPTS["bash"]}COMP_WORDS=({words})\nCOMP_CWORD={len(line) - 1}\n_reiterate\nfor each in "${{COMPREPLY[@]}}"; do echo "$each"; done\n'
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (expected, "")
