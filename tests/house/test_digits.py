"""What is no number for Python is none anywhere: "²" is a digit, and ``int`` doesn't read it."""

from __future__ import annotations

import ast
from typing import Final

from tests.support.files import ROOT
from tests.support.trees import nodes_of

SOURCES: Final = sorted((ROOT / "src" / "reiterate").rglob("*.py"))
LOOSE: Final = ("isdigit", "isnumeric")


def loose(text: str) -> list[int]:
    """The lines of a source that ask for digits in a way that lets in what ``int`` refuses."""
    if not any(name in text for name in LOOSE):
        return []
    asked = (node for node in nodes_of(text) if isinstance(node, ast.Attribute))
    return [node.lineno for node in asked if node.attr in LOOSE]


def test_no_source_takes_for_a_number_what_int_does_not_read() -> None:
    assert loose("a.isdigit()\nb.isdecimal()\nstr.isnumeric(c)\n") == [1, 3]
    found = {path.name: loose(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {name: lines for name, lines in found.items() if lines} == {}
