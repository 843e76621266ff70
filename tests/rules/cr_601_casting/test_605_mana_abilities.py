"""What a mana ability is (605.1a): it could add mana, has no target, and is no loyalty ability."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.conditions import YourTurn
from reiterate.terms.costs import LoyaltyCost, ManaCost, TapCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import Branch, ChooseOne, Delayed, IfDone, May, MayPay, Reflexive
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetRef, TargetSpec, This, You
from reiterate.terms.trigger_events import StepBegins
from tests.support.boards import life, play

RED = AddMana(("R", "R"))
LIFE = GainLife(You(), Fixed(1))
SAGE = Proto(
    "Test Sage",
    ("planeswalker",),
    loyalty=3,
    abilities=(Activated((LoyaltyCost(1),), (RED,)), Activated((LoyaltyCost(-1),), (RED, LIFE))),
)


def mana(state: State) -> object:
    """The first player's red mana."""
    return state.rows[player(0)].get("mana.R")


def sage() -> tuple[State, int]:
    """A planeswalker of three loyalty in its controller's main phase."""
    layout = Layout(2)
    row = layout.put(SAGE, 0)
    return layout.done(), row


@pytest.mark.parametrize(("index", "gained"), [(0, 20), (1, 21)])
def test_605_1a_a_loyalty_ability_that_adds_mana_uses_the_stack(index: int, gained: int) -> None:
    state, row = sage()
    state = play(state, Choice("activate", 0, row, index))
    assert len(state.stack) == 1
    assert mana(state) == 0
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    assert (mana(state), life(state, 0), state.stack) == (2, gained, ())


@pytest.mark.parametrize("second", [0, 1])
def test_606_3_one_loyalty_ability_a_turn_also_where_it_adds_mana(second: int) -> None:
    state, row = sage()
    state = play(state, Choice("activate", 0, row, 0), Choice("pass", 0), Choice("pass", 1))
    assert verify(state, Choice("activate", 0, row, second)) is not None


def test_606_3_no_loyalty_ability_with_something_on_the_stack_or_in_another_turn() -> None:
    state, row = sage()
    on_stack = play(state, Choice("activate", 0, row, 0))
    assert verify(on_stack, Choice("activate", 0, row, 1)) is not None
    layout = Layout(2, active=1)
    other = layout.put(SAGE, 0)
    theirs = play(layout.done(), Choice("pass", 1))
    assert verify(theirs, Choice("activate", 0, other, 0)) is not None


@pytest.mark.parametrize(
    ("effects", "is_one"),
    [
        ((RED,), True),
        ((LIFE, RED), True),
        ((LIFE,), False),
        ((May((RED,)),), True),
        ((ChooseOne(((LIFE,), (RED,))),), True),
        ((IfDone((RED,), (Reflexive((LIFE,)),)),), True),
        ((IfDone((LIFE,), (RED,)),), True),
        ((Branch(YourTurn(), (LIFE,), (RED,)),), True),
        ((MayPay(You(), (ManaCost(("1",)),), (RED,)),), True),
        ((IfDone((LIFE,), (Reflexive((RED,)),)),), False),
        ((Delayed(StepBegins("end", "each"), (RED,)),), False),
    ],
)
def test_605_1a_what_could_add_mana_as_it_resolves(effects: tuple[Term, ...], is_one: bool) -> None:
    """Behind a choice or a condition too; what a later trigger adds is not added as the ability resolves."""
    assert is_mana_ability(Activated((TapCost(),), effects)) is is_one  # type: ignore[arg-type] # effects of a test


def test_605_1a_a_target_makes_it_none() -> None:
    shot = DealDamage(This(), TargetRef(0), Fixed(1))
    assert not is_mana_ability(Activated((TapCost(),), (RED, shot), (TargetSpec(None),)))


def test_605_3b_mana_with_something_done_besides_resolves_at_once() -> None:
    layout = Layout(2)
    rock = Proto("Test Rock", ("artifact",), abilities=(Activated((TapCost(),), (IfDone((RED,), (LIFE,)),)),))
    row = layout.put(rock, 0)
    state = play(layout.done(), Choice("activate", 0, row))
    assert (mana(state), life(state, 0), state.stack) == (2, 21, ())
