"""What stays tapped in an untap step (502.3), and what waits for the upkeep of the next turn (603.7)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import StaysTapped, Tap
from reiterate.terms.effects_players import ExtraPhases, SkipNext
from reiterate.terms.effects_structure import Delayed
from reiterate.terms.effects_zones import Draw
from reiterate.terms.references import ControllerOf, Each, TargetRef, You
from reiterate.terms.trigger_events import StepBegins
from tests.support.acting import HUGE, ONE, act, only, settled, until
from tests.support.boards import BEAR, CREATURE, FOREST, life, play
from tests.support.combats import written
from tests.support.shown import shows

BOUND = (Tap(TargetRef(0)), StaysTapped(TargetRef(0)))


def tapped(state: State, *turns: int) -> list[bool]:
    """Whether the Bears are tapped in the upkeeps of these turns, one after the other."""
    found = []
    for seat in turns:
        state = until(state, "upkeep", seat)
        found.append(only(state, "Bear").cls.tapped)
    return found


@shows(StaysTapped)
@pytest.mark.parametrize("n", [1, 3, HUGE])
def test_502_3_what_does_not_untap_in_one_untap_step_untaps_in_the_next(n: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 1, n=n)
    state = act(layout, Tap(Each(CREATURE)), StaysTapped(Each(CREATURE)))
    assert tapped(state, 1, 0, 1) == [True, True, False]


def test_502_3_the_effect_follows_the_permanent_to_a_new_controller() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = act(layout, *BOUND, GainControl(TargetRef(0), "game"), aims=(bear,))
    assert tapped(state, 1, 0, 1, 0) == [True, True, True, False]


def test_502_3_the_untap_step_that_is_meant_may_be_that_of_the_effects_controller() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = act(layout, Tap(TargetRef(0)), StaysTapped(TargetRef(0), True), aims=(bear,))
    assert tapped(state, 1, 0, 1, 0) == [True, True, True, False]
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = act(layout, Tap(TargetRef(0)), StaysTapped(TargetRef(0), True), aims=(bear,))
    assert tapped(state, 1) == [False]  # that is not their untap step


def test_502_3_a_step_in_which_it_is_untapped_uses_the_effect_up() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = until(act(layout, StaysTapped(TargetRef(0)), aims=(bear,)), "upkeep", 1)
    assert not only(state, "Bear").cls.by_prop.get("stays tapped")


def test_614_10_a_skipped_untap_step_is_none_that_is_meant() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    state = act(layout, *BOUND, SkipNext(ControllerOf(TargetRef(0)), "untap"), aims=(bear,))
    assert tapped(state, 1, 0, 1, 0, 1) == [True, True, True, True, False]


def hand(state: State) -> int:
    """How many cards the first player has in hand."""
    return sum(int(str(r.n)) for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 0)


def test_603_7_the_next_turns_upkeep_is_no_other_upkeep_of_this_turn() -> None:
    layout = Layout(2)
    layout.put(FOREST, 0, "library", n=9)
    layout.put(FOREST, 1, "library", n=9)
    later = Delayed(StepBegins("first upkeep", "each"), (Draw(You(), ONE),))
    state = act(layout, later, ExtraPhases(("beginning",)))
    state = until(state, "combat", 0)
    assert hand(state) == 1  # of the draw step of the additional phase
    state = until(state, "upkeep", 1)
    assert hand(until(state, "draw", 1)) == 2
    assert hand(until(state, "upkeep", 0)) == 2


def test_503_1_the_upkeep_of_the_controller_of_what_is_enchanted() -> None:
    text = (
        "Enchant creature\nAt the beginning of the upkeep of enchanted creature's controller, that player loses 1 life."
    )
    layout = Layout(3)
    bear = layout.put(BEAR, 1)
    row = layout.put(written("Woe", text, "Enchantment — Aura", mana_cost="{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row, targets=(bear,))))
    state = settled(until(until(until(state, "upkeep", 1), "draw", 1), "upkeep", 2))
    state = settled(until(state, "upkeep", 0))
    assert [life(state, seat) for seat in range(3)] == [20, 19, 20]
