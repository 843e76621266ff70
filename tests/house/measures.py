"""The house in numbers: sizes of functions and files, cycles, names that stand twice, wide lines, long sentences.

``python -m tests.house.measures`` prints one line a measure; ``docs/decisions/house.md`` keeps the numbers of before and after.
"""

from __future__ import annotations

import ast
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.house import layout
from tests.support.files import ROOT
from tests.support.trees import nodes_of

SRC: Final = ROOT / "src" / layout.PACKAGE
WIDE: Final = 100
LONG: Final = 25


def sources() -> dict[str, str]:
    """The text of every module by its path below the package."""
    return {path.relative_to(SRC).as_posix(): path.read_text("utf-8") for path in sorted(SRC.rglob("*.py"))}


def function_lengths(texts: dict[str, str]) -> list[int]:
    """The lines of every function, from its ``def`` to its end."""
    found = []
    for text in texts.values():
        for node in nodes_of(text):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((node.end_lineno or node.lineno) - node.lineno + 1)
    return sorted(found)


def docstrings(text: str) -> Iterator[str]:
    """The docstrings of a module, its classes and its functions."""
    for node in nodes_of(text):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            told = ast.get_docstring(node)
            if told:
                yield told


def sentences(told: str) -> Iterator[str]:
    """The sentences of a text: cut at stops, at blank lines, and at the items of lists; examples in code left out."""
    for part in re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", told):
        if part.lstrip().startswith(("|", ">>>")) or part.startswith("    "):
            continue
        yield from re.split(r"(?<=[.!?:;])\*{0,2}\s+(?=[A-Z`\"(\[*])", " ".join(part.split()))


def long_sentences(told: str) -> list[str]:
    """The sentences of more than ``LONG`` words."""
    return [sentence for sentence in sentences(told) if len(sentence.split()) > LONG]


def crossed_names(texts: dict[str, str]) -> list[str]:
    """File names that stand in more than one room."""
    rooms = defaultdict(set)
    for path in texts:
        if not path.endswith("__init__.py"):
            rooms[Path(path).name].add(Path(path).parent.as_posix())
    return sorted(f"{name}: {', '.join(sorted(places))}" for name, places in rooms.items() if len(places) > 1)


#: File names that stand in two rooms because the rooms mirror each other: the same subject on both sides.
MIRRORED: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("certificate.py", "certificate_steps.py", "chain.py", "runs.py"),
        "certify/ writes what check/ reads",
    ),
    **dict.fromkeys(
        (
            "choices.py",
            "clauses.py",
            "closed_set.py",
            "exits.py",
            "form.py",
            "gains.py",
            "keeping_up.py",
            "needs.py",
            "strategy.py",
        ),
        "certify/ claims what check/claims/ verifies, after kinds/ or survey/ found it",
    ),
    **dict.fromkeys(
        ("answers.py", "interval_numbers.py"),
        "kinds/ and the checker each follow every answer, on numbers of their own",
    ),
    "monotone.py": "loops/ finds the systems that only grow, check/ proves them",
    "references.py": "terms/ names what an ability refers to, rules/characteristics/ finds it",
    **dict.fromkeys(
        (
            *("effects_continuous.py", "effects_damage.py", "effects_mana.py"),
            *("effects_permanents.py", "effects_players.py", "effects_spells.py", "effects_structure.py"),
            "effects_zones.py",
        ),
        "terms/ has the nodes, rules/resolution/ their handlers",
    ),
}


def unlike_names(texts: dict[str, str]) -> list[str]:
    """File names that stand in two rooms which do not mirror each other, and mirrored names that stand in one alone."""
    crossed = {line.partition(":")[0]: line for line in crossed_names(texts)}
    return [crossed[name] for name in sorted(crossed.keys() - MIRRORED.keys())] + [
        f"{name}: stands in one room alone" for name in sorted(MIRRORED.keys() - crossed.keys())
    ]


def import_graph(texts: dict[str, str]) -> dict[str, set[str]]:
    """Which module imports which others."""
    names = {path: ".".join((layout.PACKAGE, *Path(path).with_suffix("").parts)) for path in texts}
    names = {path: name.removesuffix(".__init__") for path, name in names.items()}
    known = set(names.values())
    return {
        names[path]: layout.imported(names[path], text, known, path.endswith("__init__.py"))
        for path, text in texts.items()
    }


def protocols(texts: dict[str, str]) -> list[str]:
    """Classes that describe another module or class instead of importing it: each may hide a cycle."""
    return [
        f"{path}: {node.name}"
        for path, text in texts.items()
        for node in nodes_of(text)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Protocol" for base in node.bases)
    ]


def code_lines(text: str) -> int:
    """The lines of a module without blank lines, comments and docstrings."""
    told: set[int] = set()
    for node in nodes_of(text):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node) is not None:
            told.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return sum(number not in told for number, line in enumerate(text.splitlines(), 1) if _is_code(line))


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith("#")


def language_lines(texts: dict[str, str]) -> int:
    """The lines of the language of cards: terms, their reader, the productions and the lists of words."""
    own = sum(code_lines(text) for path, text in texts.items() if path.startswith(("oracle/", "terms/")))
    written = [path.read_text("utf-8") for path in sorted((SRC / "oracle").rglob("*.txt"))]
    return own + sum(_is_code(line) for text in written for line in text.splitlines())


def measures() -> dict[str, str]:
    """Every measure by its name."""
    texts = sources()
    lengths = function_lengths(texts)
    told = [sentence for text in texts.values() for doc in docstrings(text) for sentence in long_sentences(doc)]
    pages = [path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    shown = [sentence for page in pages for sentence in long_sentences(re.sub(r"```.*?```", "", page, flags=re.S))]
    lines = [line for text in texts.values() for line in text.splitlines()]
    untyped = sum(len(re.findall(r"\bp: Any\b", text)) for text in texts.values())
    return {
        "lines": str(len(lines)),
        "files": str(len(texts)),
        "code lines of the language of cards": str(language_lines(texts)),
        "largest file": str(max(len(text.splitlines()) for text in texts.values())),
        "functions": str(len(lengths)),
        "function median": f"{statistics.median(lengths):g}",
        "function p90": str(lengths[len(lengths) * 9 // 10]),
        "function max": str(lengths[-1]),
        "import cycles": str(len(layout.cycles(import_graph(texts)))),
        "protocols": str(len(protocols(texts))),
        "printers passed as Any": str(untyped),
        "file names in two mirrored rooms": str(len(crossed_names(texts)) - len(unlike_names(texts))),
        "file names in two unlike rooms": str(len(unlike_names(texts))),
        f"lines over {WIDE} columns": str(sum(len(line) > WIDE for line in lines)),
        f"docstring sentences over {LONG} words": str(len(told)),
        f"sentences of pages over {LONG} words": str(len(shown)),
    }


def main() -> None:
    """Print every measure, and the file names that stand in two rooms."""
    for name, value in measures().items():
        print(f"{name:40} {value}")
    for line in unlike_names(sources()):
        print("  " + line)
    for line in protocols(sources()):
        print("  " + line)


if __name__ == "__main__":
    main()
