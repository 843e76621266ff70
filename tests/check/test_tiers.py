"""The checker stands in two tiers, and the page that explains its proof names what is there."""

from __future__ import annotations

import ast
import importlib
import io
import re
import tokenize
from pathlib import Path
from typing import Final

import pytest

from tests.house import layout
from tests.support.files import ROOT

CHECK: Final = ROOT / "src" / "reiterate" / "check"
PAGE: Final = (ROOT / "docs" / "checking.md").read_text("utf-8")

#: The entrance and the answer: they stand on both tiers.
ON_TOP: Final = {"__init__", "accepted", "certificate"}
PROOF: Final = sorted(path for path in CHECK.glob("*.py") if path.stem not in ON_TOP)
START: Final = sorted((CHECK / "start").glob("*.py"))

#: Lines of the proof without blank lines, comments and docstrings.
AIM: Final = 2_000

#: Rows of the page's tables: what is checked, by which function, and what fails it.
ROWS: Final = re.findall(r"^\| [^|]+ \| `((?!\S+\.py`)[a-z_.A-Z]+)` \| (?:\"([^\"]+)\"|`([^`]+)`) \|$", PAGE, re.M)


def code_lines(text: str) -> int:
    """The lines of a module that are no blank lines, comments or docstrings."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    found: set[int] = set()
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in nothing:
            found |= set(range(token.start[0], token.end[0] + 1))
    return len(found - told)


def imports(path: Path) -> set[str]:
    """The modules of the checker that a file imports."""
    known = [
        ".".join(("reiterate", *each.relative_to(CHECK.parent).with_suffix("").parts)) for each in CHECK.rglob("*.py")
    ]
    return layout.imported("reiterate.check.any", path.read_text("utf-8"), known)


@pytest.mark.parametrize("path", [*PROOF, *START], ids=lambda path: path.stem)
def test_the_proof_asks_nothing_of_the_claims(path: Path) -> None:
    above = {f"reiterate.check.{name}" for name in ON_TOP}
    assert not {name for name in imports(path) if name.startswith("reiterate.check.claims") or name in above}


def test_the_guard_of_the_tiers_can_fail() -> None:
    assert "reiterate.check.claims.choices" in imports(CHECK / "claims" / "claims.py")
    assert "reiterate.check.claims.claims" in imports(CHECK / "certificate.py")


def test_the_proof_can_be_read_in_an_hour() -> None:
    assert sum(code_lines(path.read_text("utf-8")) for path in PROOF) < AIM


def test_lines_are_counted() -> None:
    assert code_lines('"""A.\n\nB."""\n\nx = 1  # c\n# d\ny = (\n    2,\n)\n\n\ndef f():\n    """E."""\n') == 5


def test_every_function_that_the_page_names_is_there() -> None:
    assert len(ROWS) > 25
    for name, _, _ in ROWS:
        *rooms, last = name.split(".")
        found: object = None
        for i in range(len(rooms), 0, -1):
            try:
                found = importlib.import_module(".".join(("reiterate.check", *rooms[:i])))
            except ModuleNotFoundError:
                continue
            for part in (*rooms[i:], last):
                found = getattr(found, part)
            break
        assert callable(found), name


def test_every_forgery_that_the_page_names_is_made() -> None:
    forged = (ROOT / "tests" / "check" / "test_forged.py").read_text("utf-8")
    titles = {title for _, title, _ in ROWS if title} | set(re.findall(r"\| \"([^\"]+)\" \|$", PAGE, re.M))
    assert len(titles) > 30
    assert [title for title in sorted(titles) if f'("{title}", ' not in forged] == []
    assert [path for _, _, path in ROWS if path and not (ROOT / path).is_file()] == []


def test_every_file_of_the_proof_and_of_the_claims_stands_on_the_page() -> None:
    others = {"__init__.py", "form.py", "claims.py", "end_follows.py"}
    every = [path.name for path in (*PROOF, *(CHECK / "claims").glob("*.py"))]
    assert [name for name in every if name not in others and f"`{name}`" not in PAGE] == []
