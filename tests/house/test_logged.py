"""What is logged stands in the report of a test that fails, and of no other."""

from __future__ import annotations

import logging
from typing import Literal

import pytest

from tests.support.logged import LOGGED, Logged

When = Literal["setup", "call", "teardown"]


def report(when: When, outcome: Literal["passed", "failed"]) -> pytest.TestReport:
    return pytest.TestReport("a.py::test_a", ("a.py", 1, "test_a"), {}, outcome, None, when)


def test_what_is_logged_is_heard_with_its_trace() -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("a library").exception("it broke")
    assert "ERROR a library: it broke" in LOGGED.lines[-1] and "ValueError: odd" in LOGGED.lines[-1]


def test_what_was_logged_stands_in_the_report_of_a_part_that_failed_and_goes_with_the_test() -> None:
    logged = Logged()
    logged.handle(logging.LogRecord("a library", logging.WARNING, "a.py", 1, "%s apples", (3,), None))
    good, bad, last = report("setup", "passed"), report("call", "failed"), report("teardown", "passed")
    for each in (good, bad, last):
        logged.told(each)
    assert (good.sections, last.sections) == ([], [])
    assert bad.sections == [("Captured log call", "WARNING a library: 3 apples")]
    assert logged.lines == []


def test_pytest_hears_of_no_logs_itself(request: pytest.FixtureRequest) -> None:
    assert not request.config.pluginmanager.has_plugin("logging-plugin")
