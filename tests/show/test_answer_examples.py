"""The examples of docs/answers.md are parts of what their commands print."""

from __future__ import annotations

import json
import os
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.command_line import in_process
from tests.support.files import ROOT
from tests.support.page_blocks import Block, blocks
from tests.support.schemas import validate

PAGE: Final = blocks("answers.md", (ROOT / "docs" / "answers.md").read_text(encoding="utf-8"))

#: A command of the page and the part of its answer that stands below.
EXAMPLES: Final = [(a, b) for a, b in pairwise(PAGE) if (a.language, b.language) == ("sh", "json")]

QUESTIONS: Final = ("run", "loop", "find", "certify", "judge", "combo", "cards", "demo")


def test_each_command_with_answers_has_an_example() -> None:
    assert {shlex.split(command.text)[1] for command, _ in EXAMPLES} == set(QUESTIONS)
    assert len(EXAMPLES) == sum(1 for each in PAGE if each.language == "json")


@pytest.mark.parametrize(("command", "part"), EXAMPLES, ids=lambda block: f"line {block.line}")
def test_an_example_is_what_the_command_prints(
    command: Block, part: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REITERATE_CARDS", "")
    program, *words = shlex.split(command.text)
    code, written = in_process(*words)
    found = json.loads(written)
    assert (program, code != 0) == ("reiterate", bool(command.fragment))
    for answer in found if isinstance(found, list) else [found]:
        validate(answer, "answer")
    assert lacking(json.loads(part.text), found) == []


def lacking(part: Any, whole: Any, place: str = "") -> list[str]:
    """Where a part is not in the whole: an object has each of its fields there, a list its elements in front."""
    if isinstance(part, dict) and isinstance(whole, dict):
        gone = [f"{place}.{key} is not there" for key in part if key not in whole]
        return gone + [bad for key in part if key in whole for bad in lacking(part[key], whole[key], f"{place}.{key}")]
    if isinstance(part, list) and isinstance(whole, list) and len(part) <= len(whole) and bool(part) == bool(whole):
        return [
            bad for i, (a, b) in enumerate(zip(part, whole, strict=False)) for bad in lacking(a, b, f"{place}[{i}]")
        ]
    return [] if part == whole and type(part) is type(whole) else [f"{place}: {part!r} is {whole!r}"]


def test_what_is_no_part_is_told() -> None:
    whole: dict[str, Any] = {"a": ["1", "2"], "b": None, "c": {"d": True}}
    assert lacking({"a": ["1"], "b": None, "c": {"d": True}}, whole) == []
    wrong: tuple[dict[str, Any], ...] = (
        {"a": ["2"]},
        {"a": []},
        {"a": ["1", "2", "3"]},
        {"b": ""},
        {"c": {"d": 1}},
        {"e": None},
    )
    for bad in wrong:
        assert len(lacking(bad, whole)) == 1
