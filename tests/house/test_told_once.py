"""A worker tells of a test once where all is well, and of every part that is not."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.support.told_once import to_tell

When = Literal["setup", "call", "teardown"]
Outcome = Literal["passed", "failed", "skipped"]


def part(when: When, outcome: Outcome = "passed", seconds: float = 1.0) -> pytest.TestReport:
    return pytest.TestReport("a.py::test_a", ("a.py", 1, "test_a"), {}, outcome, None, when, duration=seconds)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([part("setup"), part("call"), part("teardown")], ["call passed"]),
        ([part("setup"), part("call", "failed"), part("teardown")], ["call failed"]),
        ([part("setup"), part("call", "skipped"), part("teardown")], ["call skipped"]),
        ([part("setup"), part("call"), part("teardown", "failed")], ["call passed", "teardown failed"]),
        ([part("setup", "failed"), part("teardown")], ["setup failed"]),
        ([part("setup", "skipped"), part("teardown")], ["setup skipped"]),
        ([part("setup", "failed"), part("teardown", "failed")], ["setup failed", "teardown failed"]),
    ],
    ids=lambda value: " and ".join(value) if isinstance(value[0], str) else "",
)
def test_what_went_wrong_is_told_with_its_part(parts: list[pytest.TestReport], told: list[str]) -> None:
    assert [f"{each.when} {each.outcome}" for each in to_tell(parts)] == told


def test_the_call_is_told_with_what_all_parts_took() -> None:
    (call,) = to_tell([part("setup", seconds=2.0), part("call", seconds=3.0), part("teardown", seconds=4.0)])
    assert call.duration == 9.0
    parts = [part("setup", seconds=2.0), part("call", seconds=3.0), part("teardown", "failed", seconds=4.0)]
    assert [each.duration for each in to_tell(parts)] == [5.0, 4.0]
