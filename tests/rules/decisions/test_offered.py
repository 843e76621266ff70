"""What ``step`` takes is offered: an enumeration of its own against ``options``, on small random boards (601.2, 602.2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from reiterate.refusals import Unsupported
from tests.rules.decisions.brute_boards import board_of
from tests.rules.decisions.compared_offers import check_board
from tests.support.dice import numbers

#: Boards of each run, drawn anew; numbered boards of the long one, and its parts.
FEW = 80
MANY = 10_000
PARTS = 10


def check_boards(seeds: Iterable[int]) -> int:
    """Check the boards with these numbers; how many choices were legal."""
    total = 0
    for seed in seeds:
        try:
            total += check_board(board_of(seed), seed)
        except Unsupported as unknown:
            raise AssertionError(f"board {seed}: {unknown}") from unknown
        except AssertionError as failed:
            raise AssertionError(f"board {seed}: {failed}") from failed
    return total


@pytest.mark.slow("tries everything on 80 random boards")
def test_601_2_what_can_be_done_is_what_is_offered_on_random_boards() -> None:
    assert check_boards(numbers(FEW, "offered")) > 5 * FEW


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_601_2_what_can_be_done_is_what_is_offered_on_many_boards(part: int) -> None:
    check_boards(range(part * (MANY // PARTS), (part + 1) * (MANY // PARTS)))
