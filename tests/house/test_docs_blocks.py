"""Every block of the pages runs as it stands: copied, it does what the page says.

``yaml`` is a position, ``sh`` are commands; the ``python`` blocks of a page are one program, run from top to bottom.
A block that is none of these has no language, or says why it can't run: ``sh fragment: REASON`` behind the three ticks.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from reiterate.amounts import summed
from reiterate.ask.session import run_position
from reiterate.cards import CardBook
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.refusals import Refusal
from reiterate.script.position import load
from tests.support.command_line import reiterate
from tests.support.files import ROOT
from tests.support.page_blocks import Block, blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LANGUAGES = ("yaml", "sh", "python", "json")
BOARD = "board.yaml"

#: ``make`` targets that a page may name; running them is the work of the one who reads.
MAKE = re.compile(r"^([a-z-]+):", re.MULTILINE)


ALL = [block for page in PAGES for block in blocks(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))]


def position_block(page: str) -> str:
    """The first position of a page, or of the README: what its commands call ``board.yaml``."""
    for block in [b for b in ALL if b.page == page] + ALL:
        if block.language == "yaml" and not block.fragment:
            return block.text
    raise AssertionError(page)


def commands(text: str) -> list[list[str]]:
    """The commands of a block, comments apart."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return [shlex.split(line) for line in lines if line]


def named(language: str) -> list[object]:
    return [pytest.param(b, id=f"{b.page}:{b.line}") for b in ALL if b.language == language and not b.fragment]


def test_there_are_blocks_and_each_has_a_language_or_a_reason() -> None:
    assert {block.language for block in ALL if not block.fragment} >= {"yaml", "sh"}
    assert [b for b in ALL if b.language and b.language not in LANGUAGES] == []
    assert [
        b for b in ALL if not b.language and re.search(r"^(format: position|reiterate |import )", b.text, re.M)
    ] == []
    assert [b for b in ALL if b.fragment and len(b.fragment.split()) < 3] == []


@pytest.mark.parametrize("block", named("yaml"))
def test_a_position_of_a_page_runs(block: Block) -> None:
    if block.text.startswith("format: case/"):
        case = load_case(block.text, BOARD, CardBook.builtin())
        assert isinstance(case, Case), case
        ruling = judge(case)
        assert isinstance(ruling, Ruling), ruling
        assert ruling.case.position.expect_items()
        assert differences(ruling) == []
        return
    position = load(block.text, BOARD, CardBook.builtin())
    assert not isinstance(position, Refusal), position
    result = run_position(position)
    assert not isinstance(result, Refusal), result
    assert not result.differences


@pytest.mark.slow("searches for loops")
@pytest.mark.parametrize("block", named("sh"))
def test_the_commands_of_a_page_run(block: Block, tmp_path: Path) -> None:
    (tmp_path / BOARD).write_text(position_block(block.page), encoding="utf-8")
    os.symlink(ROOT / "examples", tmp_path / "examples")
    targets = set(MAKE.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    for words in commands(block.text):
        if words[0] == "make":
            assert words[1] in targets
            continue
        assert words[0] == "reiterate", words
        done = reiterate(*words[1:], cwd=tmp_path, REITERATE_CARDS="")
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize("page", sorted({b.page for b in ALL if b.language == "python" and not b.fragment}))
def test_the_python_of_a_page_runs_as_one_program(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / BOARD).write_text(position_block(page), encoding="utf-8")
    program = "\n".join(b.text for b in ALL if b.page == page and b.language == "python" and not b.fragment)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REITERATE_CARDS", "")
    exec(compile(program, page, "exec"), {"__name__": "__main__"})


def test_what_the_readme_says_of_its_example_is_so() -> None:
    position = load(position_block("README.md"), BOARD, CardBook.builtin())
    assert not isinstance(position, Refusal)
    result = run_position(position)
    assert not isinstance(result, Refusal)
    state = result.state
    tokens = [row for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.token]
    assert summed(row.n for row in tokens) == 7
    assert len(state.stack) == 1


def test_a_block_that_nothing_ends_and_fragments_are_seen() -> None:
    text = "a\n```sh fragment: needs a file\nreiterate run x\n```\n```\nplain\n```\n"
    first, second = blocks("p", text)
    assert (first.language, first.fragment, first.line) == ("sh", "needs a file", 2)
    assert (second.language, second.text) == ("", "plain\n")
    with pytest.raises(AssertionError):
        blocks("p", "```sh\nx\n")
