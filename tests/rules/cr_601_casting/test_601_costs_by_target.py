"""Abilities that cost less by what they target, or while something holds (601.2c, 601.2f, 602.2b)."""

from __future__ import annotations

import pytest

from reiterate.check.claims.idle import could_act
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, costs_by_target
from tests.support.acting import settled
from tests.support.boards import BEAR, creature, play
from tests.support.written import card, not_read

GIANT = creature("Giant", 7, 7)
BELT = card(
    "Equipped creature gets +1/+1.\nEquip {8}. This ability costs {X} less to activate, where X is the power of the creature"
    " it targets.",
    "Artifact — Equipment",
    name="Belt",
)
GUARD = card(
    "{3}, {T}: Tap target creature. This ability costs {2} less to activate if it targets a creature with power 3 or less."
)
READY = card(
    "{4}: You gain 1 life. This ability costs {2} less to activate if you control a creature with a +1/+1 counter on it."
)
DAY = card("{4}: You gain 1 life. This ability costs {3} less to activate during your turn.")


def laid(mana: int, n: int = 1) -> tuple[State, int, int, int]:
    """A Belt, Bears (2/2), a Giant (7/7), and so much colourless mana."""
    layout = Layout(2)
    belt, bear, giant = layout.put(BELT, 0), layout.put(BEAR, 0, n=n), layout.put(GIANT, 0)
    layout.set_player(0, "mana.C", mana)
    return layout.done(), belt, bear, giant


@pytest.mark.parametrize(
    ("mana", "to_bear", "to_giant"),
    [(0, False, False), (1, False, True), (5, False, True), (6, True, True)],
)
def test_601_2f_the_cost_is_that_for_the_target(mana: int, to_bear: bool, to_giant: bool) -> None:
    """{8}, less 2 for a Bear is 6, less 7 for the Giant is 1. Targets are chosen before (601.2c)."""
    state, belt, bear, giant = laid(mana)
    for target, able in ((bear, to_bear), (giant, to_giant)):
        choice = Choice("activate", 0, belt, targets=(target,))
        assert (verify(state, choice) is None) == able
        offered = [c for o in options(state) if o.row == belt for c in instances(state, o, 9) if c.targets == (target,)]
        assert bool(offered) == able
        assert all(verify(state, each) is None for each in offered)
    assert could_act(state) == (to_bear or to_giant)


def test_601_2f_so_much_is_paid_and_each_of_a_group_costs_the_same() -> None:
    state, belt, bear, giant = laid(6, n=3)
    assert play(state, Choice("activate", 0, belt, targets=(giant,))).rows[1].get("mana.C") == 5
    assert play(state, Choice("activate", 0, belt, targets=(bear,))).rows[1].get("mana.C") == 0


def test_601_2f_what_happens_to_the_target_later_does_not_change_the_cost() -> None:
    """On the Bear it is 3/3. To equip it again costs 8 - 3 = 5 now; the ability on the stack was paid with 6."""
    state, belt, bear, _ = laid(11)
    state = settled(play(state, Choice("activate", 0, belt, targets=(bear,))))
    assert state.rows[1].get("mana.C") == 5
    assert verify(state, Choice("activate", 0, belt, targets=(bear,))) is None


@pytest.mark.parametrize(
    ("mana", "small", "large"), [(0, False, False), (1, True, False), (2, True, False), (3, True, True)]
)
def test_601_2f_less_if_it_targets_one_of_a_set(mana: int, small: bool, large: bool) -> None:
    layout = Layout(2)
    guard, bear, giant = layout.put(GUARD, 0), layout.put(BEAR, 1), layout.put(GIANT, 1)
    layout.set_player(0, "mana.C", mana)
    state = layout.done()
    assert (verify(state, Choice("activate", 0, guard, targets=(bear,))) is None) == small
    assert (verify(state, Choice("activate", 0, guard, targets=(giant,))) is None) == large


@pytest.mark.parametrize("counters", [0, 1])
def test_601_2f_less_while_a_condition_holds(counters: int) -> None:
    layout = Layout(2)
    row = layout.put(READY, 0)
    layout.put(BEAR, 0, counters={"+1/+1": counters})
    layout.set_player(0, "mana.C", 2)
    assert (verify(layout.done(), Choice("activate", 0, row)) is None) == bool(counters)


def test_601_2f_less_during_your_turn() -> None:
    layout = Layout(2)
    mine, theirs = layout.put(DAY, 0), layout.put(DAY, 1)
    for seat in (0, 1):
        layout.set_player(seat, "mana.C", 1)
    state = layout.done()
    assert verify(state, Choice("activate", 0, mine)) is None
    state = play(state, Choice("pass", 0))
    refused = verify(state, Choice("activate", 1, theirs))
    assert refused is not None and refused.code == "mana-short"


def test_702_6a_equip_may_say_what_it_costs() -> None:
    (ability,) = (a for a in BELT.abilities if isinstance(a, Activated))
    assert ability.timing == "sorcery" and costs_by_target(ability)


@pytest.mark.parametrize(
    "text",
    [
        "{3}: You gain 1 life. This ability costs {X} less to activate, where X is the power of the creature it targets.",
        "{3}: Tap up to one target creature. This ability costs {X} less to activate, where X is the power of the creature it targets.",
        "{3}: Tap two target creatures. This ability costs {2} less to activate if it targets a Bear.",
        "{3}: You gain 1 life. This ability costs {2} less to activate if it targets a creature.",
    ],
)
def test_601_2c_a_cost_by_the_target_needs_one_target(text: str) -> None:
    assert not_read(text)
