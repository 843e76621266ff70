"""Rows are kept apart as if all of a class were compared: in the tracer, in the checker and in the normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from reiterate.amounts import Recorder, equal
from reiterate.check import same_shape
from reiterate.check.numbers import Log, Number
from reiterate.check.small_values import Rejected
from reiterate.loops import distinctions
from reiterate.refusals import Unsupported
from reiterate.rules.positions.identity import correspond
from reiterate.state import normal_form
from reiterate.state.model import Gone, Reference, Row, State, each, make_class, one
from reiterate.terms.proto import Proto
from tests.support.dice import dice

SEEDS = range(150)
SLOTS = ("counter.age", "counter.charge", "damage")
KINDS = [make_class("token", "battlefield", proto=Proto(name, ("artifact",)), owner=0, controller=0) for name in "AB"]

#: Makes the amount of a symbol by its number and value.
Symbol = Callable[[int, int], Any]


def rows(seed: int, symbol: Symbol, repeated: bool = False) -> State:
    """Rows of two classes with some whole numbers and some symbols; some also remember what is gone."""
    thrown = dice(seed)
    numbers = iter(range(1000))

    def amount(value: int) -> Any:
        return symbol(next(numbers), value) if thrown.random() < 0.15 else value

    found: dict[int, Row] = {}
    for handle in range(5, 5 + thrown.randrange(2, 14)):
        values = [1] if repeated else list(range(3, 6))
        num = {slot: amount(thrown.choice(values)) for slot in SLOTS if thrown.random() < (0.2 if repeated else 0.5)}
        refs: dict[str, Reference] = {}
        if thrown.random() < (0.1 if repeated else 0.3):
            refs["link0"] = Gone(KINDS[0], {"damage": amount(thrown.randrange(9))})
        if found and thrown.random() < 0.4:
            refs["host"] = (one if thrown.random() < 0.7 else each)(thrown.choice(sorted(found)))
        count = thrown.choice((1, 1, 2, 3)) if repeated else amount(thrown.randrange(2, 5))
        found[handle] = Row(thrown.choice(KINDS), num, count, refs)
    return State(found, {}, {}, {}, 100)


def pairs_by_class(state: State) -> Iterator[tuple[Row, Row]]:
    for cls in dict.fromkeys(row.cls for row in state.rows.values()):
        yield from combinations([row for row in state.rows.values() if row.cls is cls], 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_guards_are_those_of_all_pairs_in_order(seed: int) -> None:
    def guards(compare: Callable[[State], None]) -> list[object]:
        rec = Recorder()
        state = rows(seed, rec.amount)
        try:
            compare(state)
        except Unsupported as error:
            return [*rec.guards, error.refusal.code]
        return [*rec.guards]

    def all_pairs(state: State) -> None:
        for row in state.rows.values():
            if type(row.n) is not int:
                assert not equal(row.n, 1)
        for a, b in pairs_by_class(state):
            distinctions._differ(distinctions._written(a), distinctions._written(b))

    assert guards(distinctions.guard_differences) == guards(all_pairs)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_checker_asks_what_all_pairs_ask_in_order(seed: int) -> None:
    def asked(compare: Callable[[State], None]) -> list[object]:
        log = Log()
        state = rows(seed, lambda i, value: Number(value, {(i,): 1}, log))
        try:
            compare(state)
        except Rejected as error:
            return [*log.asked.values(), str(error)]
        return [*log.asked.values()]

    def all_pairs(state: State) -> None:
        for row in state.rows.values():
            if type(row.n) is not int:
                assert not row.n == 1  # noqa: SIM201 # the comparison that is asked
        for a, b in pairs_by_class(state):
            same_shape._differ(same_shape._known(a), same_shape._known(b))

    assert asked(same_shape.stay_apart) == asked(all_pairs)


def test_some_rows_are_kept_apart_and_some_are_not() -> None:
    """The boards of the two tests above ask comparisons, and some of them find rows that happen to be equal."""
    told: list[int] = []
    for seed in SEEDS:
        rec = Recorder()
        try:
            distinctions.guard_differences(rows(seed, rec.amount))
        except Unsupported:
            told.append(-1)
        told.append(len(rec.guards))
    assert sum(n > 5 for n in told) > 15 and -1 in told


def test_the_normal_form_is_that_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [rows(seed, Recorder().amount, repeated=True) for seed in range(1_000)]
    made = [normal_form.normal(state) for state in states]
    assert sum(any(row.refs for row in state.rows.values()) for state in made) > 500
    assert sum(len(found.rows) < len(state.rows) for found, state in zip(made, states, strict=True)) > 300
    monkeypatch.setattr(normal_form._Group, "may_merge", property(lambda group: True))
    monkeypatch.setattr(normal_form._Group, "behind", lambda group, at: group.handles[at + 1 :])
    for state, found in zip(states, made, strict=True):
        wanted = normal_form.normal(state)
        assert list(found.rows) == list(wanted.rows)
        assert correspond(found, wanted, amounts=True) is not None
