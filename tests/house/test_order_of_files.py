"""Workers begin with the files that take longest: by the last run, and by their marks where none has told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from tests.support.costs import Costs, longest_first


@dataclass
class Named:
    """A test by its name, marked slow or not."""

    nodeid: str
    slow: bool = False

    def get_closest_marker(self, name: str) -> str | None:
        return name if self.slow and name == "slow" else None


def ordered(tests: list[Named], known: dict[str, float]) -> list[str]:
    return [each.nodeid for each in longest_first(cast("list[pytest.Item]", tests), known)]


def test_the_longest_file_comes_first_and_its_tests_keep_their_order() -> None:
    tests = [Named("a.py::one"), Named("b.py::two"), Named("b.py::one"), Named("c.py::one")]
    assert ordered(tests, {"a.py": 1, "b.py": 9, "c.py": 5}) == ["b.py::two", "b.py::one", "c.py::one", "a.py::one"]


def test_a_file_that_no_run_has_told_of_is_estimated_by_its_marks() -> None:
    tests = [*(Named(f"a.py::{n}") for n in range(10)), Named("b.py::one", slow=True), Named("c.py::one", slow=True)]
    assert [name.partition("::")[0] for name in ordered(tests, {"c.py": 30.0})] == ["c.py", "b.py", *["a.py"] * 10]


def test_what_a_run_leaves_out_keeps_what_it_took_before() -> None:
    costs = Costs({"a.py": 7.0, "b.py": 1.0})
    for duration in (1.5, 2.0):
        costs.add(
            cast("Any", pytest.TestReport)("b.py::one", ("b.py", 1, "one"), {}, "passed", None, "call", (), duration)
        )
    assert costs.now() == {"a.py": 7.0, "b.py": 3.5}
