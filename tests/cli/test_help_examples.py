"""Every command has ``-h`` and an example in its help, and every example runs as it stands."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from reiterate import __version__
from reiterate.cards import CardBook
from reiterate.cli.command_words import EXAMPLES, reader
from reiterate.cli.main import WORKS
from reiterate.table.table import Created, Table
from tests.support.command_line import Done, in_process, reiterate
from tests.support.files import ROOT

CARD = {
    "name": "One",
    "type_line": "Creature — Elf",
    "mana_cost": "{G}",
    "power": "1",
    "toughness": "1",
    "oracle_text": "",
}

PUZZLE = "[state]\nactiveplayer=human\nactivephase=MAIN1\nhumanbattlefield=Forest\n"


def commands(words: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands below a reader of words, by their words."""
    yield name, words
    for action in words._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield from commands(inner, f"{name} {word}".strip())


ALL = dict(commands(reader(WORKS, __version__)))


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_command_has_help_with_an_example(name: str) -> None:
    short = in_process(*name.split(), "-h")
    assert short == in_process(*name.split(), "--help")
    code, text = short
    assert code == 0 and text.startswith(f"usage: reiterate {name}".rstrip())
    assert EXAMPLES.get(name), name
    for example in EXAMPLES[name]:
        assert f"\n  reiterate {example}\n" in text
        assert name in ("", "cards", "check") or example.startswith(name)


def test_the_readme_names_the_commands_that_take_json() -> None:
    told = (ROOT / "README.md").read_text(encoding="utf-8").partition(" take `--json`")[0].rpartition("\n")[2]
    takes = {name for name, words in ALL.items() if "--json" in words._option_string_actions}
    assert set(told.replace(" and ", ", ").replace("`", "").split(", ")) == takes


def test_no_example_is_of_a_command_that_is_not_there() -> None:
    assert set(EXAMPLES) <= set(ALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a person has it who has followed the examples so far: a new board, its certificate, a card file, a puzzle, decks, games."""
    made = tmp_path_factory.mktemp("examples")
    (made / "cards.json").write_text(json.dumps([CARD | {"name": "Island"}]), encoding="utf-8")
    (made / "puzzle.pzl").write_text(PUZZLE, encoding="utf-8")
    (made / "combos.csv").write_text("id,cards\n1,Midnight Guard + Presence of Gond\n", encoding="utf-8")
    for name in ("elves.txt", "bears.txt"):
        (made / name).write_text("4 Llanowar Elves\n4 Grizzly Bears\n20 Forest\n", encoding="utf-8")
    kept = Table.open(f"sqlite:///{made / 'games.db'}", CardBook.builtin())
    assert isinstance(kept, Table)
    assert isinstance(kept.create_example("million"), Created)
    kept.close()
    (made / "bin").mkdir()
    program = made / "bin" / "reiterate"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m reiterate "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    for words in ("new board.yaml", "certify board.yaml -o loop.cert", "cards add cards.json"):
        done = run(made, words)
        assert done.returncode == 0, done.stderr
    return made


#: What only a shell does; any other example is run as its words say.
OF_A_SHELL: Final = frozenset("|<>$*&;~")


def run(folder: Path, example: str) -> Done:
    """An example as a shell runs it."""
    remembered = {"REITERATE_FOLDER": str(folder / "remembered"), "REITERATE_CARDS": ""}
    if not OF_A_SHELL & {*example}:
        return reiterate(*shlex.split(example), cwd=folder, **remembered)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **remembered, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        ["sh", "-c", f"reiterate {example}"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        input="",
    )


@pytest.mark.slow("each example of every command")
@pytest.mark.skipif(sys.platform == "win32", reason="the examples are run by a POSIX shell")
@pytest.mark.parametrize("example", [pytest.param(each, id=each) for all_ in EXAMPLES.values() for each in all_])
def test_an_example_runs(example: str, folder: Path) -> None:
    words = shlex.split(example.split("|")[0])
    for option, argument in (("new", words[-1]),):
        if words[0] == option and words[-2] != ">":
            (folder / argument).unlink(missing_ok=True)
    done = run(folder, example)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert done.stdout or ">" in words or words[0] == "play"
