"""Lists of cases, and files of tests, of which ``make test`` runs some, drawn anew for each run, and ``make soak`` all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from _pytest.mark import ParameterSet

from tests.support.dice import dice
from tests.support.files import ROOT

_Case = TypeVar("_Case")


@dataclass(frozen=True, slots=True)
class Cases:
    """How many cases there are, and how many of them wait for ``make soak``."""

    all: int
    long: int


#: What a run that collects all tests has counted.
CASES: Final = pytest.StashKey[Cases]()


def drawn_some(cases: Iterable[_Case], many: int, name: str) -> list[_Case]:
    """So many of the cases, in their order, drawn anew for each run. A test of its own, which waits for ``make soak``, checks all of them (``check_all``)."""
    listed = list(cases)
    now = {*dice(name).sample(range(len(listed)), min(many, len(listed)))}
    return [case for at, case in enumerate(listed) if at in now]


def check_all(cases: Iterable[_Case], check: Callable[[_Case], object], shown: Callable[[_Case], str] = str) -> None:
    """Check all of the cases: one that fails keeps none of the others from being checked. Raises with all that failed."""
    failed: list[Exception] = []
    for case in cases:
        try:
            check(case)
        except Exception as error:
            error.add_note(shown(case))
            failed.append(error)
    if failed:
        raise ExceptionGroup("cases that failed", failed)


def drawn_cases(
    cases: Iterable[Any],
    many: int,
    name: str,
    shown: Callable[[Any], str] = str,
    later: Callable[[Any], bool] = lambda case: False,
) -> list[ParameterSet]:
    """The cases of a test: so many of them are drawn, and the others wait for ``make soak``.

    In: the cases; how many of a run; the name of the list, by which its dice differ from others'; what a case is called;
    and which cases are never drawn, for they take too long.
    """
    listed = list(cases)
    short = [at for at, case in enumerate(listed) if not later(case)]
    now = {*dice(name).sample(short, min(many, len(short)))}
    return [
        pytest.param(case, id=shown(case), marks=() if at in now else pytest.mark.soak)
        for at, case in enumerate(listed)
    ]


def drawn_parts(cases: Sequence[Any], many: int, parts: int, name: str) -> list[ParameterSet]:
    """Lists of cases, each of which one test looks at: so many that are drawn, and all in so many parts for ``make soak``."""
    drawn = dice(name).sample(cases, min(many, len(cases)))
    rest = (pytest.param(cases[at::parts], id=f"part {at + 1}", marks=pytest.mark.soak) for at in range(parts))
    return [pytest.param(drawn, id="drawn"), *rest]


def count_cases(items: Sequence[pytest.Item], named: Sequence[str]) -> Cases | None:
    """How many cases were collected, before any is left out; None where the words of the command name some files alone."""
    if not all(Path(word).resolve() == ROOT / "tests" for word in named):
        return None
    return Cases(len(items), sum(item.get_closest_marker("soak") is not None for item in items))


def draw_tests(items: Iterable[pytest.Item], named: Sequence[str]) -> None:
    """Leave to ``make soak`` what is not drawn of each file that is marked ``drawn(many)``.

    In: all tests that were collected, and the words of the command. A file that the command names runs whole.
    """
    files: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("drawn") is not None and item.get_closest_marker("soak") is None:
            files[item.nodeid.partition("::")[0]].append(item)
    for file, tests in files.items():
        if any(file.rpartition("/")[2] in word for word in named):
            continue
        mark = tests[0].get_closest_marker("drawn")
        assert mark is not None
        now = {id(test) for test in dice(file).sample(tests, min(mark.args[0], len(tests)))}
        for test in tests:
            if id(test) not in now:
                test.add_marker(pytest.mark.soak)
