"""Listed causes: each row exists, its cards are understood, and what comes of it is of the kind that is listed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import pytest

from benchmarks import combos
from benchmarks.causes import CLAIM, ONCE, Cause, causes, excused
from reiterate.combos.combo import STEPS
from reiterate.oracle import CompiledCard
from tests.support.card_files import reference_book
from tests.support.drawn import check_all, drawn_some
from tests.support.files import needs_data, require_data

COMBOS: Final = "combos.jsonl"
IDS: Final = sorted(causes())


@cache
def listed() -> dict[str, dict[str, Any]]:
    lines = require_data(COMBOS).read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def row_of(name: str) -> dict[str, Any]:
    if name not in listed():
        pytest.skip(f"{name} is no row of these data")
    return listed()[name]


@pytest.mark.parametrize("name", IDS)
def test_a_cause_is_one_sentence_and_names_claims_where_it_is_about_claims(name: str) -> None:
    cause = causes()[name]
    assert cause.kind in (ONCE, CLAIM)
    assert cause.lacks or cause.kind == ONCE
    assert cause.why.endswith(".") and cause.why.count(". ") == 0 and len(cause.why.split()) <= 25


@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.parametrize("name", IDS)
def test_a_cause_is_of_a_row_whose_cards_are_understood_and_that_claims_it(name: str) -> None:
    row = row_of(name)
    assert causes()[name].lacks < set(row["produces"])
    found = [reference_book().find(each) for each in row["cards"]]
    assert all(isinstance(card, CompiledCard) and card.complete for card in found)


@pytest.mark.slow("searches three rows that have a listed cause")
@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.parametrize("name", drawn_some(IDS, 3, "causes"))
def test_what_comes_of_a_row_is_what_its_cause_is_about(name: str) -> None:
    _is_what_its_cause_is_about(name)


@pytest.mark.soak
@needs_data(COMBOS)
@needs_data("cards.jsonl")
def test_what_comes_of_every_row_is_what_its_cause_is_about() -> None:
    check_all(IDS, _is_what_its_cause_is_about)


def _is_what_its_cause_is_about(name: str) -> None:
    done = combos.done(row_of(name), reference_book(), STEPS)
    assert done is not None and done["certificate"] == "accepted"
    kinds = (combos.ONCE, combos.ONCE_LESS) if causes()[name].kind == ONCE else (combos.LESS,)
    assert done["came"] in kinds and done.get("what", "win") in ("win", "library")
    assert set(done["lacks"]) == set(causes()[name].lacks)


def test_what_lacks_more_than_is_listed_or_is_of_another_kind_is_not_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"a": Cause(CLAIM, frozenset({"Infinite storm count"}), "So."), "b": Cause(ONCE, frozenset(), "So.")}
    monkeypatch.setattr("benchmarks.causes.causes", lambda: table)
    assert excused({"id": "a", "lacks": ["Infinite storm count"]}, CLAIM) is not None
    assert excused({"id": "a", "lacks": ["Infinite storm count", "Infinite ETB"]}, CLAIM) is None
    assert excused({"id": "a", "lacks": []}, ONCE) is None
    assert excused({"id": "b"}, ONCE) is not None
    assert excused({"id": "c"}, ONCE) is None
    less: combos.Row = {"id": "a", "came": combos.LESS, "certificate": "accepted", "lacks": ["Infinite storm count"]}
    lines: list[combos.Row] = [
        less,
        {"id": "b", "came": combos.ONCE, "certificate": "accepted"},
        {"id": "c", "came": combos.NOTHING},
    ]
    assert [combos.standing(line) for line in lines] == [combos.LISTED, combos.LISTED, combos.NOTHING]
    assert combos.standing({**less, "certificate": "refused"}) == combos.UNCERTIFIED
    assert combos.standing({**less, "lacks": ["Infinite ETB"]}) == combos.LESS
    assert combos.summary(lines)[-1] == "certified, with all claims held or a listed cause: 2 of 3 (67 %)"
