"""How commands show what they found: in short, in formats, of several files, quietly, with progress on a terminal."""

from __future__ import annotations

import html.parser
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.cli.command_face import PATIENCE, Progress
from reiterate.cli.main import WORKS, command
from reiterate.judging.policies import POLICIES
from reiterate.oracle import CompiledCard
from reiterate.oracle import compile as compile_room
from reiterate.state.json_form import state_to_json
from reiterate.state.model import State
from reiterate.survey import finder
from reiterate.untrusted_text import hidden
from tests.support.command_line import in_process
from tests.support.files import ROOT

GOND = str(ROOT / "examples" / "guard-gond.yaml")
STORM = str(ROOT / "examples" / "storm.yaml")
WRONG = "format: position/1\nscript: dance\n"
EVIL = """\
format: position/1
title: "</title><script>alert(1)</script> & `*_[x](y)_*` # |"
players: {p1: {battlefield: [{token: "<b>K</b>", power: 1, toughness: 1}]}}
script: pass
"""


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    return str(path)


def split(*words: str) -> tuple[int, str, str]:
    """The exit code of a command in this process, its standard output and its standard error."""
    out, err = io.StringIO(), io.StringIO()
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        command(words)
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    finally:
        sys.stdout, sys.stderr = kept
    return code, out.getvalue(), err.getvalue()


# --- in short ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """One search for each board and its words: what is told of it at another width or in another form is the same."""
    search = finder.find_on_board
    known: dict[object, Any] = {}

    def find(state: State, *words: Any, **more: Any) -> Any:
        asked = (repr(state_to_json(state)), words, *sorted(more.items()))
        if asked not in known:
            known[asked] = search(state, *words, **more)
        return known[asked]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(finder, "find_on_board", find)
        yield


@pytest.mark.slow("every command on its widest example")
@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize("width", ["40", "72", "200"])
@pytest.mark.parametrize(
    "words",
    [
        ("run", STORM),
        ("loop", STORM),
        ("loop", str(ROOT / "examples" / "twin-bond.yaml")),
        ("find", str(ROOT / "examples" / "cathars-crusade.yaml")),
        ("judge", GOND),
        ("cards", "show", "Midnight Guard"),
        ("cards", "show", "Midnight Guard", "Presence of Gond", "Island"),
    ],
)
def test_a_default_screen_is_a_verdict_and_at_most_twelve_lines(
    words: tuple[str, ...], width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    code, out, err = split(*words)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert 1 < len(lines) <= 12
    assert all(len(run) <= 30 for run in re.findall(r"[0-9,]+", out))
    whole = split(*words, "--full")[1]
    assert len(whole.splitlines()) >= len(lines) - 1


def test_counts_are_said_in_players_words_net_before_gross() -> None:
    short = split("loop", GOND)[1]
    assert "+1 Elf Warrior token\n" in short and "tokens.Elf" not in short
    whole = split("loop", GOND, "--full")[1]
    assert whole.index("each iteration changes") < whole.index("each iteration counts")
    assert "arrivals of Elf Warrior" in whole and "resolved.ability" not in whole


def test_a_hasty_token_is_not_called_summoning_sick(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    twin = "{card: Splinter Twin, attached to: Soul Warden}"
    path.write_text(
        f"format: position/1\nplayers: {{p1: {{battlefield: [Soul Warden, {twin}]}}}}\n"
        "script: |\n  activate Soul Warden\n  all pass\n  all pass\n",
        encoding="utf-8",
    )
    out = split("run", str(path), "--full")[1]
    assert "Soul Warden token" in out and "summoning-sick" not in out


# --- several files, standard input -------------------------------------------------------------------------------


def test_several_files_have_a_line_each_a_summary_and_the_worst_exit_code(wrong: str) -> None:
    code, out, err = split("run", GOND, wrong, str(ROOT))
    assert (code, err) == (2, "")
    lines = out.splitlines()
    assert lines[0] == f"{GOND}: the shortcut is taken: 1,000,000 complete iterations"
    assert lines[1].startswith(f"{wrong}: line 2: ") and lines[1].endswith("(not-a-sentence)")
    assert "Is a directory" in lines[2]
    assert lines[3] == "3 files: 1 answered, 2 not accepted"


def test_an_undetermined_file_is_worse_than_one_that_is_not_accepted() -> None:
    code, out, _ = split("find", str(ROOT), GOND, "--steps", "2")
    assert code == 3 and out.endswith("2 files: 1 not accepted, 1 undetermined\n")


def test_several_files_in_json_stand_by_their_names(wrong: str) -> None:
    code, out, _ = split("run", GOND, wrong, GOND, "--json")
    found = json.loads(out)
    assert code == 2 and set(found) == {GOND, wrong}
    assert found[GOND] == json.loads(split("run", GOND, "--json")[1])
    assert found[wrong] == json.loads(split("run", wrong, "--json")[1])


def test_a_dash_is_standard_input_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(GOND).read_text("utf-8")
    for words in (("run",), ("loop",), ("find",), ("judge",)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        piped = split(*words, "-")
        assert piped[0] == 0 and piped[1].replace(" -\n", " guard-gond.yaml\n") == split(*words, GOND)[1]
    code, certificate, err = split("certify", GOND, "-o", "-")
    assert (code, err) == (0, "") and json.loads(certificate)
    monkeypatch.setattr(sys, "stdin", io.StringIO(certificate))
    assert split("check", "-")[1].startswith("accepted: the loop goes on without end\n")


def test_a_certificate_and_json_do_not_both_go_to_standard_output() -> None:
    code, out, _ = split("certify", GOND, "-o", "-", "--json")
    assert code == 2 and json.loads(out)["refusals"][0]["expected"] == "--output FILE"


# --- quiet and verbose -------------------------------------------------------------------------------------------


def test_quiet_shows_errors_and_data_alone(wrong: str) -> None:
    assert split("run", GOND, "-q") == (0, "", "")
    assert split("-q", "run", GOND) == (0, "", "")
    code, out, err = split("run", wrong, GOND, "-q")
    assert (code, out) == (2, "") and "(not-a-sentence)" in err
    assert json.loads(split("run", GOND, "-q", "--json")[1])


def test_verbose_says_on_standard_error_what_is_read_and_how_long_it_takes() -> None:
    code, out, err = split("run", GOND, "-v")
    assert code == 0 and out == split("run", GOND)[1]
    assert err.startswith("cards of ") and re.search(r"\n\d+\.\d\d seconds\n$", err)


def test_quiet_and_verbose_exclude_each_other() -> None:
    assert in_process("run", GOND, "-q", "-v")[0] == 2


# --- formats -----------------------------------------------------------------------------------------------------


def test_format_json_is_json() -> None:
    assert split("run", GOND, "--format", "json") == split("run", GOND, "--json")
    assert in_process("run", GOND, "--json", "--format", "html")[0] == 2


#: A line of each command that takes ``--format``.
FORMATTED: Final = (
    ("run", GOND),
    ("loop", GOND),
    ("find", GOND),
    ("judge", GOND),
    ("judge", GOND, "--compare"),
    ("judge", GOND, "--why"),
    ("certify", GOND, "-o", "CERTIFICATE"),
    ("check", "CERTIFICATE"),
    ("combo", "midnight guard", "presence of gond"),
    ("combo", "laboratory maniac", "leveler"),
    ("deck", "DECK"),
    ("demo",),
    ("demo", "list"),
    ("cards", "show", "Midnight Guard"),
    ("cards", "show", "Midnight Guard", "Island"),
    ("cards", "coverage"),
    ("cards", "coverage", "--missing"),
    ("explain", "loop"),
    ("explain", "mana-short"),
    ("doctor",),
)


def formatted(words: tuple[str, ...], tmp_path: Path, *more: str) -> str:
    """What a command writes to standard output; it must succeed and write nothing to standard error."""
    written = tmp_path / "certificate.json"
    if words[0] == "check":
        assert in_process("certify", GOND, "-o", str(written))[0] == 0
    deck = tmp_path / "deck.txt"
    deck.write_text("1 Midnight Guard\n1 Presence of Gond\n", "utf-8")
    files = {"CERTIFICATE": str(written), "DECK": str(deck)}
    code, out, errors = split(*(files.get(word, word) for word in words), *more)
    assert (code, errors) == (0, ""), errors
    return out


def test_the_list_has_each_command_that_takes_a_format() -> None:
    taking = {name for name in WORKS if "--format" in in_process(*name.split(), "--help")[1]}
    assert {" ".join(words[:2]) if words[0] == "cards" else words[0] for words in FORMATTED} == taking


@pytest.fixture(scope="module")
def compiled_once() -> Iterator[None]:
    """Each card is compiled once from the same facts: it is the same in every format."""
    compiling = compile_room.compile_card
    known: dict[str, CompiledCard] = {}

    def compiled(facts: Mapping[str, Any]) -> CompiledCard:
        asked = json.dumps(dict(facts), sort_keys=True)
        if asked not in known:
            known[asked] = compiling(facts)
        return known[asked]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compile_room, "compile_card", compiled)
        yield


@pytest.mark.slow("each command in each format")
@pytest.mark.usefixtures("searched_once", "compiled_once")
@pytest.mark.parametrize("words", FORMATTED, ids=" ".join)
def test_each_command_answers_in_each_format_that_it_takes(words: tuple[str, ...], tmp_path: Path) -> None:
    text = formatted(words, tmp_path)
    page = formatted(words, tmp_path, "--format", "html")
    tags = Tags()
    tags.feed(page)
    assert page.startswith("<!doctype html>") and page.count("<html") == 1 and tags.references == []
    marked = formatted(words, tmp_path, "--format", "markdown")
    said = [line for line in marked.splitlines() if line.startswith("**") and line.endswith("**")]
    assert len(said) == (3 if words == ("demo",) else 1) and page.count("<strong>") == len(said)
    assert "doctype" not in marked and marked != text and "\x1b" not in text + page + marked
    assert formatted(words, tmp_path, "--quiet") == ""
    assert formatted(words, tmp_path, "--quiet", "--format", "html") == ""
    assert formatted(words, tmp_path, "--quiet", "--format", "markdown") == ""
    if words[0] not in ("explain", "doctor"):
        json.loads(formatted(words, tmp_path, "--format", "json"))
        json.loads(formatted(words, tmp_path, "--json", "--quiet"))


def test_policies_side_by_side_are_answers() -> None:
    whole = json.loads(split("judge", GOND, "--compare", "--json")[1])
    assert {each["verdict"]["policy"] for each in whole.values()} == set(POLICIES) == set(whole)
    assert {each["format"] for each in whole.values()} == {"answer/1"}


class Tags(html.parser.HTMLParser):
    """The tags and the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.references += [name for name, _ in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("flags", [(), ("--full",)])
def test_a_page_of_html_stands_by_itself_and_escapes_what_is_foreign(tmp_path: Path, flags: tuple[str, ...]) -> None:
    path = tmp_path / "evil.yaml"
    path.write_text(EVIL, encoding="utf-8")
    code, out, _ = split("run", str(path), GOND, "--format", "html", *flags)
    tags = Tags()
    tags.feed(out)
    assert code == 0 and out.count("<html") == 1
    assert not {"script", "b", "link", "img", "iframe"} & set(tags.tags) and tags.references == []
    text = " ".join(tags.texts)
    assert "<script>alert(1)</script>" in text and "1,000,000 Elf Warrior tokens created" in text
    assert "the shortcut is taken" in text and "p1 proposes" in text if flags else True


@pytest.mark.parametrize("flags", [(), ("--full",)])
def test_markdown_says_foreign_text_as_it_is(tmp_path: Path, flags: tuple[str, ...]) -> None:
    path = tmp_path / "evil.yaml"
    path.write_text(EVIL.replace("` #", "` ```` #"), encoding="utf-8")
    out = split("run", str(path), "--format", "markdown", *flags)[1]
    assert out.splitlines()[0].startswith("# \\</title\\>\\<script\\>alert(1)")
    assert "[x](y)" not in out.split("\n````")[0]
    fences = [line for line in out.splitlines() if set(line) == {"`"}]
    assert len(fences) == (2 if flags else 0) and all(len(fence) > 4 for fence in fences)
    assert [letter for letter in out if letter != "\n" and hidden(letter)] == []


# --- progress ----------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_told_after_a_second_and_taken_away() -> None:
    stream = Terminal()
    progress = Progress()
    progress.begin("find board.yaml", stream)
    progress.beat(PATIENCE / 2)
    assert stream.getvalue() == ""
    progress.beat(2.5)
    assert stream.getvalue() == "\rfind board.yaml ... 2 s"
    progress.clear()
    assert stream.getvalue().endswith("\r" + " " * len("find board.yaml ... 2 s") + "\r")
    told = stream.getvalue()
    progress.beat(9)
    assert stream.getvalue() == told


def test_progress_is_counted_from_the_beginning_of_each_file() -> None:
    stream = Terminal()
    progress = Progress()
    progress.beat(7)
    progress.begin("second\x1b[31m", stream)
    progress.beat(7.5)
    assert stream.getvalue() == ""
    progress.beat(8.5)
    assert stream.getvalue() == "\rsecond\\x1b[31m ... 1 s"


def test_there_is_no_progress_where_standard_error_is_no_terminal() -> None:
    stream = io.StringIO()
    progress = Progress()
    progress.begin("find board.yaml", stream)
    progress.beat(60)
    progress.clear()
    assert stream.getvalue() == ""
