"""What pytest shares with every test: Hypothesis profiles, the fixture ``data``, and the count of absent reference data."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from reiterate.cli.main import COLLECTED
from tests.support import dice, patience
from tests.support.costs import KEY, Costs, longest_first
from tests.support.drawn import CASES, count_cases, draw_tests
from tests.support.files import absent_lines, require_data
from tests.support.logged import LOGGED
from tests.support.told_once import TOLD, all_are_asked_for, run_and_tell

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / ".hypothesis" / "examples"
#: What the files of tests took, in the process that gives them to workers.
COSTS = pytest.StashKey[Costs]()

# Each run draws new examples, under CI too: Hypothesis would repeat the same ones there, so this is said here, not inherited.
# What failed once is kept in EXAMPLES and tried first by the next run. The blob repeats a failure on another machine.
settings.register_profile(
    "default",
    derandomize=False,
    database=DirectoryBasedExampleDatabase(EXAMPLES),
    print_blob=True,
    max_examples=50,
    # No test asks the clock: a machine that is busy with other work draws and plays slowly, which says nothing about the test.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("more", settings.get_profile("default"), max_examples=500)
settings.register_profile("soak", settings.get_profile("default"), max_examples=5_000)


def _profile() -> str:
    return "soak" if os.environ.get("REITERATE_SOAK") else "default"


settings.load_profile(_profile())


def pytest_configure(config: pytest.Config) -> None:
    """Commands of tests keep what they work out in a folder of their own, which all workers of a run share, and remember nothing."""
    os.environ["REITERATE_FOLDER"] = "off"
    # Hundreds of processes are started: without compiled files each would compile the program anew, which takes most of its time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if not is_worker(config):
        os.environ["REITERATE_CACHE"] = tempfile.mkdtemp(prefix="reiterate-tests-")
        cache = getattr(config, "cache", None)
        config.stash[COSTS] = Costs({} if cache is None else dict(cache.get(KEY, {})))
        config.pluginmanager.register(_Told(config.stash[COSTS]))
    config.pluginmanager.register(_Drawn())
    logging.getLogger().addHandler(LOGGED)
    # Garbage is looked for more seldom than by a command, for more stays; and not at all at the end, where it took seconds.
    gc.set_threshold(5 * COLLECTED[0], *COLLECTED[1:])
    atexit.register(gc.freeze)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Workers are told what files took: each of them has to come to the same order."""
    node.workerinput["seconds"] = node.config.stash[COSTS].known


class _Drawn:
    """Draws tests before those that are marked ``soak`` are left out."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        draw_tests(items, config.args)
        counted = count_cases(items, config.args)
        if counted is not None:
            config.stash[CASES] = counted


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers begin with the files that take longest."""
    if is_worker(config):
        items[:] = longest_first(items, vars(config)["workerinput"]["seconds"])


def pytest_collection_finish() -> None:
    """Tests and what they stand on stay: no full collection looks at them again. To look for garbage among them takes long, too."""
    gc.freeze()


def is_worker(config: pytest.Config) -> bool:
    """Whether this process runs tests for another one, which has begun it."""
    return hasattr(config, "workerinput")


def pytest_unconfigure(config: pytest.Config) -> None:
    """That folder goes, and what the files took is kept for the next run.

    Pytest looks for garbage twice at the end, for what a finalizer raises. Once is enough: what is left behind that stays.
    """
    gc.collect()
    gc.freeze()
    if not is_worker(config):
        cache = getattr(config, "cache", None)
        if cache is not None and config.stash[COSTS].told:
            cache.set(KEY, config.stash[COSTS].now())
        shutil.rmtree(os.environ["REITERATE_CACHE"], ignore_errors=True)


class _Told:
    """Hears of each test that has ended, for what its file took."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.costs.add(report)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A wait that ran out is told to those that come, and what was logged stands in the report of a failure."""
    report = yield
    LOGGED.told(report)
    patience.told(report.nodeid, report.failed, report.duration)
    return report


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells of a test in one report. Another process runs it as pytest does."""
    if not is_worker(item.config) or all_are_asked_for(item.config):
        return None
    run_and_tell(item, nextitem)
    return True


@pytest.fixture
def data() -> Callable[[str], Path]:
    """``data(name)`` is the path of a reference file; the test is skipped where it is absent."""
    return require_data


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests each absent file of the reference data skipped, and what tests tell that is no failure."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)]
    for line in absent_lines(reasons):
        terminalreporter.write_line(line)
    for report in terminalreporter.stats.get("passed", []):
        for name, line in report.user_properties:
            if name == TOLD:
                terminalreporter.write_line(line)
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"REITERATE_DRAW={dice.RUN} draws the same again")
