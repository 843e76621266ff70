"""The table of the most frequent combo cards: which compile completely, and why the others don't."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from reiterate.oracle.compile import compile_card
from tests.oracle.oracle_corpus import CORPORA
from tests.support.files import needs_data, require_data

CARDS = "cards.jsonl"
COMBOS = "combos.jsonl"
HOW_MANY = 559
AT_LEAST = 380

pytestmark = [needs_data(CARDS), needs_data(COMBOS)]


@cache
def table() -> tuple[tuple[str, str], ...]:
    """Name and state of every line."""
    lines = (CORPORA / "frequent.txt").read_text("utf-8").splitlines()
    rows = [line.partition(" | ") for line in lines if line and not line.startswith("#")]
    return tuple((name, state) for name, _, state in rows)


@cache
def frequent() -> tuple[str, ...]:
    """The most frequent names, the most frequent first; equally frequent ones by name."""
    counted: Counter[str] = Counter()
    for line in require_data(COMBOS).read_bytes().splitlines():
        counted.update(msgspec.json.decode(line)["cards"])
    return tuple(sorted(counted, key=lambda name: (-counted[name], name))[:HOW_MANY])


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The card data by full name and by the name of the front face."""
    found: dict[str, dict[str, Any]] = {}
    for line in require_data(CARDS).read_bytes().splitlines():
        row = msgspec.json.decode(line)
        found.setdefault(row["name"], row)
        found.setdefault(row["name"].partition(" // ")[0], row)
    return found


def test_the_order_is_that_of_the_data() -> None:
    assert tuple(name for name, _ in table()) == frequent()


@pytest.mark.slow("compiles five hundred cards")
def test_every_state_is_what_compiling_gives() -> None:
    wrong = []
    for name, state in table():
        row = rows().get(name)
        complete = row is not None and compile_card(row).complete
        if complete != (state == "complete"):
            wrong.append((name, state))
    assert wrong == []


def test_every_refusal_has_a_reason() -> None:
    for name, state in table():
        head, _, why = state.partition(": ")
        assert state == "complete" or (head == "refused" and why.strip()), name


def test_many_are_complete() -> None:
    assert sum(state == "complete" for _, state in table()) >= AT_LEAST
