"""The tests that only ``make soak`` runs are those that tests/README.md lists, each with its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from tests.support.drawn import CASES, Cases, check_all, count_cases, draw_tests, drawn_some
from tests.support.files import ROOT
from tests.support.trees import tree_of

TESTS: Final = ROOT / "tests"
LISTED: Final = re.compile(r"^\| `([\w/]+\.py(?:::\w+)?)` \| (.+) \|$", re.MULTILINE)

#: A mark, and what marks all cases of a list but those that a run draws.
SOME: Final = re.compile(r"mark\.soak|mark\.drawn\(|\bdrawn_(?:cases|parts)\(")

#: Folders that nothing is moved from: what they hold is drawn in ``make test`` too.
NEVER: Final = ("sabotage", "rule_boards")

#: Tests of rules and of hidden information. What is moved from them has a smaller one beside it that `make test` runs.
DRAWN_TOO: Final = re.compile(r"(?:rules|soak|table|state|judging|script)/(?!test_readme)|hidden|secret")

#: A test that a reason names.
NAMED: Final = re.compile(r"`([\w/]+\.py)::(test_\w+)`")

#: Of so many cases at most three wait for the long tests.
PARTS: Final = 100
MOST: Final = 3


def marked(source: str, path: str) -> set[str]:
    """The tests of a file that are marked so, or that have cases marked so; the file itself where all of them are."""
    if not SOME.search(source):
        return set()
    body = tree_of(source).body
    if any(SOME.search(ast.unparse(each)) for each in body if _is_mark(each)):
        return {path}
    tests = (each for each in body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_"))
    return {f"{path}::{test.name}" for test in tests if any(SOME.search(ast.unparse(d)) for d in test.decorator_list)}


def _is_mark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


def long_tests(folder: Path) -> set[str]:
    """All of them, by file and name."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        found |= marked(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix())
    return found


def test_the_list_of_long_tests_is_that_of_the_marks() -> None:
    rows = LISTED.findall((TESTS / "README.md").read_text(encoding="utf-8"))
    assert {name for name, _ in rows} == long_tests(TESTS)
    assert len({name for name, _ in rows}) == len(rows)
    assert all(len(why.split()) >= 3 and why.endswith(".") for _, why in rows)


def test_no_breakage_and_no_board_of_the_rules_is_left_to_the_long_tests() -> None:
    assert [name for name in long_tests(TESTS) if name.startswith(NEVER)] == []


def not_drawn(rows: Iterable[tuple[str, str]], folder: Path) -> list[str]:
    """The tests of rules and of hidden information whose reasons name no test that ``make test`` runs."""
    long = {name for name, _ in rows}
    found = []
    for name, why in rows:
        others = NAMED.findall(why)
        run = [(file, test) for file, test in others if file not in long and f"{file}::{test}" not in long]
        there = [f"def {test}(" in (folder / file).read_text("utf-8") for file, test in run if (folder / file).exists()]
        if DRAWN_TOO.search(name) and not (others and run == others and len(there) == len(run) and all(there)):
            found.append(name)
    return found


def test_what_is_left_of_rules_and_hidden_information_is_drawn_by_a_test_that_is_not() -> None:
    assert not_drawn(LISTED.findall((TESTS / "README.md").read_text(encoding="utf-8")), TESTS) == []


def test_a_reason_names_a_test_that_is_there_and_is_run(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "test_a.py").write_text("def test_some(): ...\ndef test_many(): ...\n", encoding="utf-8")
    many, named = "rules/test_a.py::test_many", "Many; `rules/test_a.py::test_{}` draws some."
    assert not_drawn([(many, named.format("some")), ("amounts/test_b.py::test_c", "It takes long.")], tmp_path) == []
    for why in ("Many boards.", named.format("many"), named.format("none"), named.replace("_a", "_b").format("some")):
        assert not_drawn([(many, why)], tmp_path) == [many], why


def test_at_most_three_of_a_hundred_cases_are_left_to_the_long_tests(request: pytest.FixtureRequest) -> None:
    """Counted as a run of all tests collects them."""
    counted = request.config.stash.get(CASES, None)
    if counted is None:
        pytest.skip("cases are counted where all tests are collected")
    assert counted.long * PARTS <= counted.all * MOST, f"{counted.long} of {counted.all} cases"


@pytest.mark.parametrize(
    ("args", "whole"),
    [(["tests"], True), ([str(TESTS)], True), (["tests/house"], False), (["tests/house/test_long_tests.py"], False)],
)
def test_cases_are_counted_where_all_are_collected(args: list[str], whole: bool) -> None:
    tests = [Drawn(f"tests/some/test_file.py::test_{letter}", 2) for letter in "abcde"]
    draw_tests(tests, args)  # type: ignore[arg-type] # what is asked of a test of pytest's
    counted = count_cases(tests, args)  # type: ignore[arg-type] # the same
    assert counted == (Cases(all=5, long=3) if whole else None)


def test_a_mark_is_seen_on_a_test_on_a_case_and_on_a_file() -> None:
    on_test = "@pytest.mark.soak\ndef test_a(): ...\ndef test_b(): ...\n"
    on_case = "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.soak)])\ndef test_a(x): ...\n"
    drawn = "@pytest.mark.parametrize('x', drawn_cases(ALL, 3, 'all'))\ndef test_a(x): ...\n"
    parts = drawn.replace("drawn_cases(ALL, 3,", "drawn_parts(ALL, 3, 2,")
    assert parts != drawn
    assert all(marked(source, "f.py") == {"f.py::test_a"} for source in (on_test, on_case, drawn, parts))
    assert marked("pytestmark = pytest.mark.soak\ndef test_a(): ...\n", "f.py") == {"f.py"}
    assert marked("pytestmark = pytest.mark.drawn(3)\ndef test_a(): ...\n", "f.py") == {"f.py"}
    assert marked("pytestmark = pytest.mark.slow('why')\ndef test_a(): ...\n", "f.py") == set()


def test_so_many_are_drawn_in_their_order() -> None:
    found = drawn_some("abcdefgh", 3, "letters")
    assert len(found) == len({*found}) == 3 and found == sorted(found)
    assert drawn_some("abcdefgh", 3, "letters") == found and drawn_some("ab", 3, "letters") == ["a", "b"]


def test_all_that_fail_are_told_and_none_is_left_out() -> None:
    met: list[int] = []

    def check(number: int) -> None:
        met.append(number)
        assert number % 2 == 0

    with pytest.raises(ExceptionGroup) as failed:
        check_all([1, 2, 3, 4], check, lambda number: f"number {number}")
    assert met == [1, 2, 3, 4]
    assert [error.__notes__ for error in failed.value.exceptions] == [["number 1"], ["number 3"]]
    check_all([2, 4], check)


@pytest.mark.parametrize(("words", "left"), [((), 3), (("tests",), 3), (("tests/some/test_file.py",), 0)])
def test_of_a_file_that_is_marked_so_many_tests_are_drawn(words: tuple[str, ...], left: int) -> None:
    tests = [Drawn(f"tests/some/test_file.py::test_{letter}", 2) for letter in "abcde"]
    draw_tests(tests, words)  # type: ignore[arg-type] # what is asked of a test of pytest's
    assert sum(test.soak for test in tests) == left


class Drawn:
    """A test of a file of which so many are drawn."""

    def __init__(self, nodeid: str, many: int) -> None:
        self.nodeid, self.many, self.soak = nodeid, many, False

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        if name == "soak":
            return pytest.mark.soak.mark if self.soak else None
        return pytest.mark.drawn(self.many).mark if name == "drawn" else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.soak = mark.name == "soak"
