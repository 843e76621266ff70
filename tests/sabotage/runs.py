"""Breakages of what the checker of certificates knows of runs of equal steps, each with the check that must notice it."""

from __future__ import annotations

from reiterate.check import number_base, runs, same_shape
from tests.certify import test_runs as checks
from tests.sabotage.table import Sabotage

RUNS: tuple[Sabotage, ...] = (
    Sabotage(
        "a row joins a run that it does not continue",
        checks.a_gap,
        runs,
        "_continues",
        lambda good: lambda *args: None,
    ),
    Sabotage(
        "rows that something refers to are joined",
        checks.something_named,
        runs,
        "referrers",
        lambda good: lambda state: {},
    ),
    Sabotage(
        "the first end answers for all members",
        checks.both_ends,
        runs.Run,
        "decided",
        lambda good: lambda self, op, rule: number_base.asked(self.first, op, rule),
    ),
    Sabotage(
        "a run is taken to keep its members",
        checks.members_stay,
        same_shape,
        "_keeps_members",
        lambda good: lambda row: None,
    ),
    Sabotage(
        "a token beside a run is taken to stay apart",
        checks.values_between,
        same_shape,
        "_lie_apart",
        lambda good: lambda ours, theirs: True,
    ),
    Sabotage(
        "a run comes back as members that are alike",
        checks.another_shape,
        runs,
        "running",
        lambda good: lambda row: frozenset(),
    ),
    Sabotage(
        "a run may stand for anything",
        checks.test_a_start_that_holds_a_run_of_no_tokens_is_no_start,
        runs,
        "_may_run",
        lambda good: lambda row: True,
    ),
    Sabotage(
        "a sum leaves the pairs out",
        checks.test_a_sum_on_symbols_is_whole_for_all_values,
        runs.Run,
        "total",
        lambda good: lambda self: self.first * self.members.n,
    ),
)
