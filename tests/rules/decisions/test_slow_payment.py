"""Payments against a slow reference that tries every unit of mana for every symbol (107.4, 118.7, 601.2f)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import pytest

from reiterate.amounts import plain
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.costs.casting import ALTERNATIVES
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GRAVEYARD, HAND, State
from reiterate.terms.abilities import SpellCosts, Static
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import CastTransformed
from tests.rules.decisions import slow_payment
from tests.rules.decisions.brute_boards import board_of
from tests.rules.decisions.brute_choices import Tried
from tests.rules.decisions.slow_payment import Owed, pays, ways
from tests.support.dice import numbers
from tests.support.files import ROOT
from tests.support.written import card

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


def test_702_146a_the_disturb_cost_is_paid_instead_of_the_mana_cost() -> None:
    back = Proto("Ghost", ("creature",), power=1, toughness=1, turning=True)
    disturb = Static(CastTransformed(("1", "U", "U")))
    layout = Layout(2)
    row = layout.put(Proto("Guide", ("creature",), (), (), ("U",), ("U",), 1, 1, None, (disturb,), False, back), 0, GRAVEYARD)  # fmt: skip
    state = layout.done()
    told = [slow_payment.of_spell(state, row, how, 0) for how in ((), ("disturb",))]
    assert told == [Owed(("U",), 0, 0, ()), Owed(("1", "U", "U"), 0, 0, ())]


def test_601_2f_the_reference_takes_off_for_each() -> None:
    text = "This spell costs {1} less to cast for each artifact you control."
    layout = Layout(2)
    layout.put(Proto("Relic", ("artifact",)), 0, n=2)
    layout.put(Proto("Relic", ("artifact",)), 1)
    row = layout.put(card(text, "Sorcery", "{3}{R}"), 0, HAND)
    owed = slow_payment.of_spell(layout.done(), row, (), 0)
    assert owed is not None and pays(owed, {"G": 1, "R": 1}) and not pays(owed, {"R": 1})


def test_601_2a_the_reference_does_not_count_what_is_cast() -> None:
    text = "This spell costs {1} less to cast for each card in your hand."
    layout = Layout(2)
    row = layout.put(card(text, "Sorcery", "{3}"), 0, HAND, n=2)
    assert slow_payment.of_spell(layout.done(), row, (), 0) == Owed(("3",), 0, 0, ((1, 0),))


@pytest.mark.parametrize("keyword", ["Foretell", "Blitz", "Warp", "Dash", "Evoke"])
def test_118_9_the_reference_pays_another_cost_instead(keyword: str) -> None:
    spell = card(f"{keyword} {{B}}", "Creature", "{3}", power="1", toughness="1")
    layout = Layout(2)
    row = layout.put(spell, 0, HAND)
    assert slow_payment.of_spell(layout.done(), row, (keyword.lower(),), 0) == Owed(("B",), 0, 0, ())


@pytest.mark.parametrize("keyword", ["Convoke", "Improvise", "Delve"])
def test_601_2h_of_mana_that_other_things_pay_the_reference_tells_nothing(keyword: str) -> None:
    layout = Layout(2)
    row = layout.put(card(keyword, "Artifact", "{3}"), 0, HAND)
    assert slow_payment.of_spell(layout.done(), row, (keyword.lower(),), 0) is None
    assert slow_payment.of_spell(layout.done(), row, (), 0) == Owed(("3",), 0, 0, ())


def test_118_8_a_way_that_the_reference_has_not_heard_of_is_not_judged() -> None:
    unheard = SpellCosts((ManaCost(("B",)),), "overload")
    layout = Layout(2)
    row = layout.put(Proto("Odd", ("sorcery",), mana_cost=("3",), abilities=(unheard,)), 0, HAND)
    assert slow_payment.of_spell(layout.done(), row, ("overload",), 0) is None


def test_118_9_the_reference_tells_every_way_of_casting_of_the_language() -> None:
    productions = (ROOT / "src/reiterate/oracle/grammar/productions/lines.txt").read_text(encoding="utf-8")
    ways = {*re.findall(r'SpellCosts\((?:c|\(.*?\)), "([^"]+)"', productions)} | {*ALTERNATIVES}
    assert len(ways) > 15
    assert [way for way in sorted(ways) if not slow_payment.is_told(way) and way != slow_payment.FREE] == []
