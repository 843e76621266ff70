"""Which rows and cards the benchmark of new cards takes."""

from __future__ import annotations

import hashlib
import json

from benchmarks.finding_again import drawn, listed, shut
from benchmarks.fresh import SHUT


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_rows_and_cards_that_are_kept_shut_take_no_part() -> None:
    names = [f"card {i}" for i in range(200)]
    closed = [name for name in names if _hashed(name)[0] == "0"]
    opened = [name for name in names if _hashed(name)[0] != "0"]
    assert closed and [name for name in names if shut(name)] == closed
    ids = [f"{i}-{i}" for i in range(50)]
    free = next(each for each in ids if _hashed(each)[0] not in SHUT)
    kept = next(each for each in ids if _hashed(each)[0] in SHUT)
    rows = [(free, opened[:2]), (kept, opened[2:4]), (free, [opened[4], closed[0]]), (free, opened[5:8])]
    lines = [json.dumps({"id": each, "cards": cards}) for each, cards in rows]
    assert listed(lines) == [frozenset(opened[:2])]


def test_half_of_the_new_cards_stand_in_rows_whose_cards_are_all_usable() -> None:
    names = [f"card {i}" for i in range(20)]
    rows = [frozenset((f"card {i}", f"card {i + 1}")) for i in range(0, 8, 2)] + [frozenset(("card 19", "another"))]
    new = drawn(names, rows, seed=5, half=4)
    assert len(set(new)) == 8
    assert set(new[:4]) <= set(names[:8]) and set(new[4:]) <= set(names[8:])
    assert drawn(reversed(names), rows, seed=5, half=4) == new
