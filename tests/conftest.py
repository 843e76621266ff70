"""What pytest shares with every test: Hypothesis profiles, the fixture ``data``, and the count of absent reference data."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.files import absent_lines, require_data

settings.register_profile("default", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("ci", settings.get_profile("default"), print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow])


def _profile() -> str:
    if os.environ.get("REITERATE_SOAK"):
        return "soak"
    return "ci" if os.environ.get("CI") else "default"


settings.load_profile(_profile())


def pytest_configure() -> None:
    """Commands of tests keep what they work out in a folder of their own, and remember nothing."""
    os.environ["REITERATE_FOLDER"] = "off"
    os.environ["REITERATE_CACHE"] = tempfile.mkdtemp(prefix="reiterate-tests-")


def pytest_unconfigure() -> None:
    """That folder goes."""
    shutil.rmtree(os.environ["REITERATE_CACHE"], ignore_errors=True)


@pytest.fixture
def data() -> Callable[[str], Path]:
    """``data(name)`` is the path of a reference file; the test is skipped where it is absent."""
    return require_data


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests each absent file of the reference data skipped."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)]
    for line in absent_lines(reasons):
        terminalreporter.write_line(line)
