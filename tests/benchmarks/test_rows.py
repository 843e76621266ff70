"""What the table of ``make bench`` says of its figures, and of those of an earlier run."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import baseline
from benchmarks.rows import MILLISECONDS, PER_SECOND, Row, exponent


@pytest.mark.parametrize(
    ("row", "held"),
    [
        (Row("a", 2.0, aim=2.0), True),
        (Row("a", 2.1, aim=2.0), False),
        (Row("a", 9.0), True),
        (Row("a", 44_999, PER_SECOND, 45_000, more_is_better=True), False),
        (Row("a", 45_001, PER_SECOND, 45_000, more_is_better=True), True),
    ],
)
def test_a_missed_aim_is_said(row: Row, held: bool) -> None:
    assert row.held is held
    assert ("MISSED" in row.shown()) is not held


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_the_exponent_is_the_power_of_the_growth(power: float) -> None:
    assert exponent((size, 0.5 * size**power) for size in (10, 100, 1000)) == pytest.approx(power, abs=1e-9)


def test_a_machine_of_half_the_speed_has_the_same_baseline(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    quick = [Row("time", 10, MILLISECONDS), Row("rate", 1000, PER_SECOND, more_is_better=True), Row("ratio", 3)]
    slow = [Row("time", 20, MILLISECONDS), Row("rate", 500, PER_SECOND, more_is_better=True), Row("ratio", 3)]
    baseline.write(quick, 0.001, path)
    assert baseline.compared(slow, 0.002, path) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (Row("a", 11.4, MILLISECONDS), ""),
        (Row("a", 11.6, MILLISECONDS), "SLOWER: a"),
        (Row("a", 8.6, MILLISECONDS), "faster: a"),
        (Row("b", 10, MILLISECONDS), "new: b"),
    ],
)
def test_what_differs_by_more_than_15_percent_is_said(now: Row, told: str, tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    baseline.write([Row("a", 10, MILLISECONDS)], 0.001, path)
    assert "\n".join(baseline.compared([now], 0.001, path)).startswith(told)
    if not told:
        assert baseline.compared([now], 0.001, path) == []


def test_a_rate_is_slower_where_it_is_less(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    baseline.write([Row("rate", 1000, PER_SECOND, more_is_better=True)], 0.001, path)
    less, more = (Row("rate", figure, PER_SECOND, more_is_better=True) for figure in (800, 1200))
    assert baseline.compared([less], 0.001, path)[0].startswith("SLOWER")
    assert baseline.compared([more], 0.001, path)[0].startswith("faster")


def test_the_committed_baseline_has_figures() -> None:
    assert baseline.compared([], 1.0) != ["there is no baseline"]
