"""The words of the command line: options between arguments, what is refused, and what help says."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from reiterate import __version__
from reiterate.cli.main import main
from reiterate.limits import Watch
from tests.support.command_line import in_process
from tests.support.files import ROOT

GOND = str(ROOT / "examples" / "guard-gond.yaml")


def test_options_stand_between_arguments() -> None:
    told = [
        in_process("cards", "show", *words)
        for words in (
            ("Island", "Midnight Guard", "--json"),
            ("Island", "--json", "Midnight Guard"),
            ("--json=answer", "Island", "Midnight Guard"),
            ("--json", "--", "Island", "Midnight Guard"),
        )
    ]
    assert told[0][0] == 0 and len(set(told)) == 1
    assert [card["name"] for card in json.loads(told[0][1])["cards"]] == ["Island", "Midnight Guard"]


def test_json_alone_takes_no_word_behind_it() -> None:
    assert in_process("run", "--json", GOND) == in_process("run", GOND, "--json=answer")
    assert json.loads(in_process("run", "--json", GOND)[1])["format"] == "answer/1"


@pytest.mark.parametrize("words", [("cards", "show", "--", "--json"), ("cards", "show", "--", "-x")])
def test_behind_two_dashes_stand_no_options(words: tuple[str, ...]) -> None:
    exit_code, written = in_process(*words)
    assert exit_code == 2
    assert f"no card is called '{words[-1]}' (card-unknown)" in written


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("runn", GOND), "invalid choice: 'runn'"),
        (("run",), "the following arguments are required: file"),
        (("certify", GOND, "more", "-o", "x"), "unrecognized arguments: more"),
        (("run", GOND, "--jso"), "reiterate run: error: unrecognized arguments: --jso; near: --json"),
        (("survey", "combos.csv", "--json"), "reiterate survey: error: unrecognized arguments: --json\n"),
        (("run", GOND, "--json=xml"), "invalid choice: 'xml'"),
        (("check", GOND, "--json=plain"), "invalid choice: 'plain'"),
        (("find", GOND, "--steps", "0"), "'0' is no number of at least 1"),
        (("find", GOND, "--steps", "many"), "'many' is no number of at least 1"),
        (("--seconds", "nan", "run", GOND), "'nan' is no number of at least 0"),
        (("--seconds", "inf", "run", GOND), "'inf' is no number of at least 0"),
        (("--seconds", "1e999", "run", GOND), "'1e999' is no number of at least 0"),
        (("--seconds=-inf", "run", GOND), "'-inf' is no number of at least 0"),
        (("run", GOND, "--seconds", "1e999"), "'1e999' is no number of at least 0"),
        (("--megabytes", "-1", "run", GOND), "'-1' is no number of at least 0"),
        (("certify", GOND), "required: --output/-o"),
        (("play", GOND, "\x1b[31m\u202e"), "\\x1b[31m\\u202e"),
    ],
)
def test_misspelt_words_are_refused(words: tuple[str, ...], says: str) -> None:
    exit_code, written = in_process(*words)
    assert exit_code == 2
    assert written.startswith("usage: reiterate")
    assert says in written and "\x1b" not in written


LONG: Final = "9" * 5_000
WORDY: Final = "some words " * 1_000


@pytest.mark.parametrize(
    "words",
    [
        (LONG,),
        ("--megabytes", LONG, "run", GOND),
        ("--seconds", "x" * 5_000, "run", GOND),
        ("--megabytes", WORDY, "run", GOND),
        ("run", GOND, "--format", LONG),
        ("run", GOND, f"--{LONG}"),
        ("run", GOND, "--assume", LONG),
        ("run", GOND, "--assume", WORDY),
        ("run", LONG),
        ("run", LONG, "--json"),
        ("check", LONG),
        ("judge", LONG),
        ("deck", LONG),
        ("survey", LONG),
        ("combo", LONG, "Island"),
        ("cards", "show", LONG),
        ("cards", "show", WORDY),
        ("cards", "show", WORDY, "--json"),
        ("cards", "add", LONG),
        ("explain", LONG),
        ("explain", f"704.{LONG}"),
        ("explain", *["wordy"] * 1_000),
        ("demo", LONG),
        ("doctor", LONG),
        ("completion", LONG),
    ],
    ids=lambda words: " ".join(word[:12] for word in words[:4]),
)
def test_very_long_words_are_told_shortly(words: tuple[str, ...]) -> None:
    exit_code, written = in_process(*words)
    assert exit_code in (2, 3)
    assert len(written) < 4_000
    assert "9" * 400 not in written and "x" * 400 not in written


@pytest.mark.parametrize("words", [(), ("cards",)])
def test_no_command_shows_the_commands(words: tuple[str, ...]) -> None:
    exit_code, written = in_process(*words)
    assert exit_code == 2
    assert written == in_process(*words, "--help")[1]


def test_the_version_is_shown() -> None:
    assert in_process("--version") == (0, f"reiterate {__version__}\n")


def test_bounds_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REITERATE_SECONDS", "soon")
    exit_code, written = in_process("run", GOND)
    assert exit_code == 2 and "'soon' is no number" in written
    monkeypatch.setenv("REITERATE_SECONDS", "")
    assert in_process("run", GOND)[0] == 0


def test_a_reader_that_goes_away_is_no_bug_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(words: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("reiterate.cli.main.command", gone)
    monkeypatch.setattr("reiterate.cli.main._WATCH.start", lambda: None)
    monkeypatch.setattr("os.dup2", lambda old, new: None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1


@pytest.mark.parametrize("words", [("--seconds", "0", "run", GOND), ("run", "--seconds", "0", GOND)])
def test_bounds_stand_before_a_command_or_behind_it(words: tuple[str, ...]) -> None:
    assert in_process(*words) == in_process("run", GOND)
    assert in_process("run", GOND, "--megabytes", "-1")[0] == 2


def test_memory_that_is_spent_names_its_own_bound() -> None:
    refusal = Watch(0, 1, print).refusal()
    assert refusal is not None and (refusal.code, "--megabytes" in refusal.expected) == ("memory-spent", True)


# --- where the output goes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [False, True])
def test_a_certificate_never_takes_the_place_of_its_board(link: bool, tmp_path: Path) -> None:
    board, output = tmp_path / "board.yaml", tmp_path / "loop.cert"
    board.write_bytes(Path(GOND).read_bytes())
    if link:
        output.symlink_to(board)
    exit_code, written = in_process("certify", str(board), "-o", str(output if link else board))
    assert (exit_code, "(file-exists)" in written) == (2, True)
    assert board.read_bytes() == Path(GOND).read_bytes()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    output = tmp_path / "nowhere" / "loop.cert"
    exit_code, written = in_process("certify", GOND, "-o", str(output))
    assert exit_code == 2 and f"{output}: " in written and "a folder that is there" in written


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a file that is always full")
@pytest.mark.parametrize(("redirected", "exit_code"), [(">/dev/full", 2), (">&-", 0)])
def test_a_full_or_closed_output_is_no_bug_of_ours(redirected: str, exit_code: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m reiterate demo list {redirected}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == exit_code, done.stderr
    assert "Traceback" not in done.stderr and ("(file)" in done.stderr) == (exit_code == 2)


def test_a_file_that_is_no_certificate_is_named() -> None:
    exit_code, written = in_process("check", GOND)
    assert (exit_code, written.startswith("guard-gond.yaml: not JSON of this form")) == (2, True)
