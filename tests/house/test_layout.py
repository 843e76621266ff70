"""The layout of the house: the guards hold for the sources, and each guard can fail."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.house import layout, measures
from tests.support.files import ROOT

SRC = ROOT / "src" / layout.PACKAGE
Guard = Callable[[str], list[str]]


@cache
def sources(*folders: str) -> dict[str, str]:
    """The Python sources below the folders, by their path from the repository's root."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def module_name(path: str) -> str:
    """The dotted name of the module at ``src/...``."""
    parts = Path(path).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def import_graph() -> dict[str, set[str]]:
    """Which module of the package imports which others."""
    found = sources("src")
    known = {module_name(path) for path in found}
    return {
        module_name(path): layout.imported(module_name(path), text, known, path.endswith("__init__.py"))
        for path, text in found.items()
    }


def complaints(guard: Guard, found: dict[str, str]) -> list[str]:
    return [f"{path}: {text}" for path, source in found.items() for text in guard(source)]


def tracked_files() -> list[Path]:
    """The files of the repository that are not ignored; all of them outside a git checkout."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        hidden = {".venv", "build", "dist"}
        paths = [path for path in ROOT.rglob("*") if not hidden & set(path.parts)]
    return [path for path in paths if path.is_file()]


# --- the sources -------------------------------------------------------------------------------


def test_there_is_something_to_guard() -> None:
    assert len(sources("src")) > 5
    assert any(import_graph().values())


def test_rooms_import_only_from_rooms_above() -> None:
    assert layout.direction(import_graph()) == []


def test_sub_rooms_of_rules_import_only_downwards() -> None:
    assert layout.rules_direction(import_graph()) == []
    found = {name.split(".")[2] for name in import_graph() if name.startswith("reiterate.rules.")}
    assert found == {*layout.RULES_ORDER}


def test_a_file_name_stands_in_two_rooms_only_where_they_mirror_each_other() -> None:
    assert measures.unlike_names(measures.sources()) == []


def test_guard_of_file_names_can_fail() -> None:
    assert "shape.py: check, survey" in measures.unlike_names({"check/shape.py": "", "survey/shape.py": ""})
    assert "chain.py: stands in one room alone" in measures.unlike_names({"check/chain.py": ""})


def test_no_import_cycles() -> None:
    assert layout.cycles(import_graph()) == []


def test_no_import_inside_a_function_except_in_the_command_line() -> None:
    # ``__main__`` imports the command line inside of the ``try`` that hears who stops that import.
    commands = ("src/reiterate/cli/main.py", "src/reiterate/__main__.py")
    found = {path: text for path, text in sources("src").items() if path not in commands}
    assert complaints(layout.late_imports, found) == []


def test_no_file_of_tests_is_imported() -> None:
    """Only the tables of breakages in ``tests/sabotage`` import tests: as the checks that have to notice."""
    found = {
        path: text
        for path, text in sources("tests").items()
        if layout.is_test_file(Path(path).stem) or not path.startswith("tests/sabotage/")
    }
    assert sum(layout.is_test_file(Path(path).stem) for path in found) > 100
    assert complaints(layout.tests_imported, found) == []


def test_every_slow_test_says_why() -> None:
    assert complaints(layout.slow_without_reason, sources("tests")) == []


@pytest.mark.parametrize("guard", [layout.long_file, layout.long_functions])
def test_budgets_of_size(guard: Guard) -> None:
    assert complaints(guard, sources("src")) == []


def test_law_2_growable_quantities_are_amounts() -> None:
    folders = [f"src/{layout.PACKAGE}/{name}" for name in layout.AMOUNT_ROOMS]
    assert all((ROOT / folder).is_dir() for folder in folders)
    assert complaints(layout.small_ints, sources(*folders)) == []


#: Files with places that look at whether amounts are written and answer nothing by it, how many there are, and why.
WRITTEN: dict[str, tuple[int, str]] = {
    "check/start/legal_position.py": (1, "a budget counts what is written"),
    "check/claims/needs.py": (1, "names of several rows, whose amounts are read with 0 where absent"),
    "certify/needs.py": (1, "names of several rows, whose amounts are read with 0 where absent"),
    "check/runs.py": (1, "names of several rows, whose amounts are read with 0 where absent"),
    "certify/runs.py": (1, "names of several rows, whose amounts are read with 0 where absent"),
    "state/progression_rows.py": (1, "names of several rows, whose amounts are read with 0 where absent"),
    "rules/characteristics/derived.py": (2, "spares sums of what is 0"),
    "rules/turn/state_based_actions.py": (1, "spares a look for counters of two kinds"),
    "state/events.py": (2, "spares a search for members that differ"),
    "rules/positions/identity.py": (1, "spares a search for members that differ"),
    "state/amount_slots.py": (1, "what everybody else asks: which amounts are not 0"),
    "state/json_form.py": (1, "amounts without those of 0"),
}


def test_presence_of_an_amount_means_nothing() -> None:
    found: dict[str, int] = {}
    for path, source in sources("src").items():
        asked = layout.presence(source)
        if asked:
            found[path.split("/reiterate/")[-1]] = len(asked)
    assert found == {path: count for path, (count, _) in WRITTEN.items()}


def test_every_silenced_check_has_a_reason() -> None:
    assert complaints(layout.bare_excuses, sources("src", "tests", "benchmarks")) == []


def test_every_relaxed_lint_rule_has_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    relaxed = text.split("\nignore = [\n")[1].split("]")[0].strip().splitlines()
    assert [line for line in relaxed if len(line.partition("#")[2].split()) < 2] == []


def test_the_repository_speaks_of_itself_only() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8", errors="replace") for path in tracked_files()}
    assert complaints(layout.foreign_words, texts) == []


# --- the guards --------------------------------------------------------------------------------

KNOWN = {"reiterate", "reiterate.rules", "reiterate.rules.turn", "reiterate.loops"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import reiterate.loops", {"reiterate.loops"}),
        ("from reiterate import loops", {"reiterate.loops"}),
        ("from reiterate import __version__", {"reiterate"}),
        ("from reiterate.rules import turn, other", {"reiterate.rules", "reiterate.rules.turn"}),
        ("from . import turn", {"reiterate.rules.turn"}),
        ("from ..loops import find", {"reiterate.loops"}),
        ("def f():\n    from reiterate.loops import find", {"reiterate.loops"}),
        ("import reiterates, ast\nfrom os import path", set()),
    ],
)
def test_guard_reads_imports(source: str, expected: set[str]) -> None:
    assert layout.imported("reiterate.rules.events", source, KNOWN) == expected


def test_guard_reads_relative_imports_of_a_package() -> None:
    found = layout.imported("reiterate.rules", "from .turn import begin", KNOWN, is_package=True)
    assert found == {"reiterate.rules.turn"}


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("reiterate.amounts.plain", "reiterate.terms"),
        ("reiterate.rules.turn", "reiterate.loops.trace"),
        ("reiterate.oracle.compile", "reiterate.state"),
        ("reiterate.check.replay", "reiterate.loops"),
        ("reiterate.loops.trace", "reiterate.check"),
        ("reiterate.rules.turn", "reiterate"),
        ("reiterate.refusals", "reiterate.cli.main"),
        ("reiterate.misc", "reiterate.refusals"),
    ],
)
def test_guard_of_direction_can_fail(module: str, target: str) -> None:
    assert layout.direction({module: {target}})


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("reiterate", "reiterate.shortcuts"),
        ("reiterate.oracle.compile", "reiterate.terms"),
        ("reiterate.check.replay", "reiterate.rules.decisions.step"),
        ("reiterate.rules.turn", "reiterate.rules.events"),
        ("reiterate.cli.main", "reiterate"),
    ],
)
def test_guard_of_direction_allows(module: str, target: str) -> None:
    assert layout.direction({module: {target}}) == []


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("reiterate.rules.events.control", "reiterate.rules.turn.declarations"),
        ("reiterate.rules.access.choice", "reiterate.rules.decisions.step"),
        ("reiterate.rules.characteristics.layers", "reiterate.rules.other.file"),
        ("reiterate.rules.misc", "reiterate.state.model"),
    ],
)
def test_guard_of_sub_rooms_can_fail(module: str, target: str) -> None:
    assert layout.rules_direction({module: {target}})


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("reiterate.rules.turn.declarations", "reiterate.rules.events.control"),
        ("reiterate.rules.events.control", "reiterate.rules.events.counters"),
        ("reiterate.rules.access.choice", "reiterate.state.model"),
        ("reiterate.kinds.kinds", "reiterate.rules.decisions.step"),
    ],
)
def test_guard_of_sub_rooms_allows(module: str, target: str) -> None:
    assert layout.rules_direction({module: {target}}) == []


def test_guard_of_cycles_can_fail() -> None:
    assert len(layout.cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == 3
    assert layout.cycles({"a": {"a"}})
    assert layout.cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


BAD = [
    (layout.late_imports, "def f():\n    if True:\n        import os\n"),
    (layout.late_imports, "class C:\n    async def f(self):\n        from os import path\n"),
    (layout.slow_without_reason, "@pytest.mark.slow\ndef test_a(): ...\n"),
    (layout.slow_without_reason, "pytestmark = [pytest.mark.slow('long')]\n"),
    (layout.tests_imported, "from tests.oracle.test_oracle import read\n"),
    (layout.tests_imported, "from tests.oracle import forms, test_oracle as oracle\n"),
    (layout.tests_imported, "import tests.oracle.test_oracle\n"),
    (layout.tests_imported, "def f():\n    from . import test_oracle\n"),
    (layout.long_file, "x = 1\n" * (layout.MAX_FILE + 1)),
    (layout.long_functions, "def f():\n" + "    x = 1\n" * layout.MAX_FUNCTION),
    (layout.small_ints, "class C:\n    life: int = 20\n"),
    (layout.small_ints, "def gain(n: int) -> None: ...\n"),
    (layout.small_ints, "def f(*, damage: 'int | None' = None) -> None: ...\n"),
    (layout.small_ints, "def power(row: object) -> int: ...\n"),
    (layout.small_ints, "self.counters: dict[str, int] = {}\n"),
    (layout.small_ints, "x: int = 0  # discrete:\n"),
    (layout.presence, "asked = 'did' in frame.num\n"),
    (layout.presence, "asked = 'did' not in num\n"),
    (layout.presence, "if slot in row.num.keys(): ...\n"),
    (layout.presence, "found = row.num.get('life')\n"),
    (layout.presence, "found = row.num['x']\n"),
    (layout.presence, "if row.num: ...\n"),
    (layout.presence, "plain = not row.num or row.cls.tapped\n"),
    (layout.presence, "for slot in row.num: ...\n"),
    (layout.presence, "hurt = any(s.startswith('damage') for s in row.num)\n"),
    (layout.presence, "few = len(gone.num) > 1\n"),
    (layout.presence, "same = a.num == b.num\n"),
    (layout.presence, "first = num.pop('x')\n"),
    (layout.bare_excuses, "x = 1  # type: ignore[assignment]\n"),
    (layout.bare_excuses, "x = 1  # type: ignore[assignment] ok\n"),
    (layout.bare_excuses, "x = 1  # noqa: E501, F401\n"),
    (layout.bare_excuses, "x = 1  # noqa\n"),
    (layout.bare_excuses, "x = 1  # pragma: no cover\n"),
    (layout.foreign_words, "see /" + "work/main\n"),
    (layout.foreign_words, "cd '/" + "root/x'\n"),
    (layout.foreign_words, "https://pypi" + ".org/simple\n"),
    (layout.foreign_words, "https://files.python" + "hosted.org/packages\n"),
]

GOOD = [
    (layout.late_imports, "import os\ndef f(): ...\n"),
    (layout.slow_without_reason, "@pytest.mark.slow('thousands of random boards')\ndef test_a(): ...\n"),
    (layout.tests_imported, "from tests.oracle import forms\nfrom tests.support.files import ROOT\n"),
    (layout.long_file, "x = 1\n" * layout.MAX_FILE),
    (layout.long_functions, "def f():\n" + "    x = 1\n" * (layout.MAX_FUNCTION - 1)),
    (layout.small_ints, "life: Amount = 20\ncounters: dict[int, Amount] = {}\nseat: int = 0\n"),
    (layout.small_ints, "n: int | Traced = 0\n"),
    (layout.small_ints, "count: int = 2  # discrete: seats at the table\n"),
    (layout.presence, "found = row.num.get('life', 0)\nrow.get('x')\nnum['x'] = 1\n"),
    (layout.presence, "for slot, amount in row.num.items(): ...\nnum = {**row.num, 'x': 1}\n"),
    (layout.bare_excuses, "x = 1  # type: ignore[assignment]  # stub lacks the overload\n"),
    (layout.bare_excuses, "x = 1  # noqa: E501 a quoted rule\n"),
    (layout.bare_excuses, "x = '# noqa'  # a string is not a comment\n"),
    (layout.foreign_words, "docs/" + "work/page and https://example.org/" + "root/\n"),
]


@pytest.mark.parametrize(("guard", "sample"), BAD)
def test_guard_can_fail(guard: Guard, sample: str) -> None:
    assert guard(sample) != []


@pytest.mark.parametrize(("guard", "sample"), GOOD)
def test_guard_allows(guard: Guard, sample: str) -> None:
    assert guard(sample) == []
