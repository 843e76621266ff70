"""What the pages of the documentation point at: links, anchors, and the files and functions that they name.

``complaints()`` lists each link to a page or heading that isn't there, each named file that isn't there, and each
``file.py::name`` whose file has no such function, class or constant.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.files import ROOT
from tests.support.trees import tree_of

#: Where a file that a page names may lie: the page says as much of its path as tells it from others.
BELOW: Final = ("src/reiterate", "tests", "benchmarks")
_LINK: Final = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_FENCE: Final = re.compile(r"```.*?```", re.DOTALL)
_CODE: Final = re.compile(r"`[^`\n]*`")
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*$", re.MULTILINE)
_FILE: Final = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|txt|json|yaml|md|jsonl|toml))(?:::([\w.]+))?`")
#: Files that a page names and that are not part of the project: what a reader has, makes or gets.
ELSEWHERE: Final = frozenset({"board.yaml", "peer_cases.jsonl", "oracle-cards.json", "bench.json"})


def pages() -> list[Path]:
    """The README, the list of changes and every page of the documentation."""
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings: lower case, punctuation left out, words joined by hyphens."""
    found: set[str] = set()
    for heading in _HEADING.findall(_FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        found.add(re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", plain).strip()))
    return found


def broken_links(page: Path, text: str) -> list[str]:
    """The links of a page that lead to no file, or to no heading of a page; addresses on the web are not looked at."""
    found = []
    for target in _LINK.findall(_CODE.sub("", _FENCE.sub("", text))):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists():
            found.append(f"{target}: no such file")
        elif anchor and (file.suffix != ".md" or anchor not in anchors(file.read_text("utf-8"))):
            found.append(f"{target}: no such heading")
    return found


@cache
def _known() -> dict[str, list[Path]]:
    """Every file of the project by its name."""
    found: dict[str, list[Path]] = {}
    for folder in (*BELOW, "docs", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                found.setdefault(path.name, []).append(path)
    for path in ROOT.iterdir():
        if path.is_file():
            found.setdefault(path.name, []).append(path)
    return found


def files_named(name: str) -> list[Path]:
    """The files of the project whose path ends with the words of a page."""
    end = "/" + name
    return [path for path in _known().get(name.rpartition("/")[2], []) if path.as_posix().endswith(end)]


@cache
def names_in(path: Path) -> frozenset[str]:
    """The functions, classes, methods (``Class.method``) and constants that a module defines."""
    found: set[str] = set()
    for node in tree_of(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return frozenset(found)


def missing_names(text: str) -> list[str]:
    """The files, and the functions in them, that a page names and that are not there."""
    found = []
    for name, inside in _FILE.findall(_FENCE.sub("", text)):
        files = files_named(name)
        if name in ELSEWHERE:
            continue
        if not files:
            found.append(f"{name}: no such file")
        elif inside and not any(inside in names_in(path) for path in files if path.suffix == ".py"):
            found.append(f"{name}::{inside}: no such name in that file")
    return found


def complaints() -> list[str]:
    """Everything that a page points at in vain. The list of changes may name files of the past."""
    found = []
    for page in pages():
        text = page.read_text("utf-8")
        wrong = broken_links(page, text) + ([] if page.name == "CHANGELOG.md" else missing_names(text))
        found += [f"{page.relative_to(ROOT)}: {line}" for line in wrong]
    return found
