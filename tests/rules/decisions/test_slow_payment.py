"""Payments against a slow reference that tries every unit of mana for every symbol (107.4, 118.7, 601.2f)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from reiterate.amounts import plain
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State
from tests.rules.decisions import slow_payment
from tests.rules.decisions.brute_boards import board_of
from tests.rules.decisions.brute_choices import Tried
from tests.rules.decisions.slow_payment import Owed, pays, ways
from tests.support.dice import numbers

BOARDS = 40


def owed_for(state: State, choice: Choice) -> Owed | None:
    if choice.verb == CAST:
        return slow_payment.of_spell(state, choice.row, choice.how, plain(choice.x))
    return slow_payment.of_ability(state, choice.row, abilities_at(state, choice.row)[choice.index], plain(choice.x))


def judged(seeds: Iterable[int]) -> int:
    """How many payments of legal choices the reference could judge; fails where it says otherwise."""
    number = 0
    for seed in seeds:
        state = board_of(seed)
        for choice in Tried(state, Random(seed)).legal.values():
            if choice.verb not in (CAST, ACTIVATE):
                continue
            owed, plan = owed_for(state, choice), prepare(state, choice)
            assert not isinstance(plan, Refusal) and plan.bill is not None
            if owed is None:
                continue
            paid: dict[str, int] = {}
            for kind, amount in plan.bill.mana:
                paid[kind[0]] = paid.get(kind[0], 0) + plain(amount)
            assert pays(owed, paid), (seed, choice, owed, paid)
            number += 1
    return number


@pytest.mark.slow("tries every mana for every symbol")
def test_601_2f_what_is_paid_on_random_boards_is_what_is_owed() -> None:
    assert judged(numbers(BOARDS, "payments")) > 2 * BOARDS


def test_the_reference_by_hand() -> None:
    assert pays(Owed(("1", "G"), 0, 0, ()), {"G": 1, "R": 1})
    assert not pays(Owed(("1", "G"), 0, 0, ()), {"R": 2})
    assert not pays(Owed(("1", "G"), 0, 0, ()), {"G": 3})
    assert pays(Owed(("1", "G"), 0, 1, ((2, 0),)), {"G": 1})
    assert pays(Owed(("3",), 0, 0, ((2, 1), (1, 0))), {})
    assert pays(Owed(("X", "R/P"), 2, 0, ()), {"G": 2, "P": 1})
    assert not pays(Owed(("X", "R/P"), 2, 0, ()), {"G": 1, "P": 2})
    assert pays(Owed(("2/W",), 0, 0, ()), {"B": 2}) and pays(Owed(("2/W",), 0, 0, ()), {"W": 1})
    assert sorted(ways(Owed(("W/U", "2"), 0, 0, ()))) == [(["U"], 2), (["W"], 2)]
