"""State-based actions: rule 704."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Static
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters
from reiterate.terms.effects_players import LoseLife, WinLose
from reiterate.terms.effects_zones import Mill
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import ModifyPT
from tests.support.boards import BEAR, CREATURE, GOND, LORD, creature, life, named, play, resolve, tap_ability

TARGET = (TargetSpec(CREATURE),)


def doing(*effects: object, players: int = 2) -> tuple[Layout, int]:
    """A layout with one creature that has "{T}: effects" with a target creature."""
    layout = Layout(players)
    return layout, layout.put(creature("Actor", 5, 5, tap_ability(*effects, targets=TARGET)), 0)


def done(layout: Layout, row: int, target: int) -> State:
    state = play(layout.done(), Choice("activate", 0, row, targets=(target,)))
    for seat in layout.seats():
        if asked(state) == "priority":  # what was laid out may already be dead
            state = play(state, Choice("pass", seat))
    return state


def check_no_life_loses() -> None:
    layout, row = doing(LoseLife(EachPlayer(True), Fixed(20)))
    state = done(layout, row, row)
    assert state.game.prop("outcome") == "p1_wins"
    assert state.game.prop("rule") == "704.5a"


def test_704_5a_no_life_loses() -> None:
    check_no_life_loses()


def test_704_5b_drawing_from_an_empty_library_loses() -> None:
    layout = Layout(2, active=1, step="upkeep")
    layout.library(1, [])
    state = play(layout.done(), Choice("pass", 1), Choice("pass", 0))
    assert state.game.prop("outcome") == "p1_wins"
    assert state.game.prop("rule") == "704.5b"


def test_704_5b_an_empty_library_alone_does_nothing() -> None:
    layout, row = doing(Mill(EachPlayer(), Fixed(60)))
    state = done(layout, row, row)
    assert asked(state) == "priority"
    assert sum(int(str(r.n)) for r in named(state, "unknown card", "graveyard")) == 106


@pytest.mark.parametrize(("counters", "over"), [(9, False), (10, True), (10**60, True)])
def test_704_5c_ten_poison_counters_lose(counters: int, over: bool) -> None:
    layout, row = doing(PutCounters(TargetRef(0), "x", Fixed(1)))
    layout.set_player(1, "counter.poison", counters)
    assert (asked(done(layout, row, row)) == "over") == over


def test_704_5f_no_toughness_dies_even_if_indestructible() -> None:
    layout, row = doing(PutCounters(TargetRef(0), "-1/-1", Fixed(2)))
    target = layout.put(creature("Rock", 1, 2, Keyword("indestructible")), 1)
    assert not named(done(layout, row, target), "Rock")


@pytest.mark.parametrize(("damage", "dies"), [(1, False), (2, True), (3, True)])
def test_704_5g_lethal_damage_destroys(damage: int, dies: bool) -> None:
    layout, row = doing(DealDamage(This(), TargetRef(0), Fixed(damage)))
    target = layout.put(BEAR, 1, n=3)
    state = done(layout, row, target)
    assert sum(int(str(r.n)) for r in named(state, "Bear")) == (2 if dies else 3)


def test_704_5g_indestructible_survives_damage() -> None:
    layout, row = doing(DealDamage(This(), TargetRef(0), Fixed(9)), Destroy(TargetRef(0)))
    target = layout.put(creature("Rock", 1, 2, Keyword("indestructible")), 1)
    assert named(done(layout, row, target), "Rock")


def test_704_5h_deathtouch_needs_only_some_damage() -> None:
    layout = Layout(2)
    toxic = creature(
        "Toxic",
        1,
        1,
        Keyword("deathtouch"),
        Activated((TapCost(),), (DealDamage(This(), TargetRef(0), Fixed(1)),), TARGET),
    )
    row = layout.put(toxic, 0)
    target = layout.put(creature("Wall", 0, 9), 1)
    assert not named(done(layout, row, target), "Wall")


def test_704_5i_a_planeswalker_without_loyalty_dies() -> None:
    walker = Proto("Walker", ("planeswalker",), loyalty=2)
    layout, row = doing(PutCounters(TargetRef(0), "x", Fixed(1)))
    layout.put(walker, 1)
    gone = layout.put(walker, 0, counters={"loyalty": 0})
    assert gone
    state = done(layout, row, row)
    assert [r.cls.controller for r in named(state, "Walker")] == [1]


def test_704_5j_the_legend_rule_asks_which_to_keep() -> None:
    king = creature("King", 2, 2, legendary=True)
    layout, row = doing(PutCounters(TargetRef(0), "x", Fixed(1)))
    first = layout.put(king, 0)
    second = layout.put(king, 0, tapped=True)
    other = layout.put(king, 1)
    state = done(layout, row, row)
    assert asked(state) == "keep"
    refused = verify(state, Choice("keep", 0, other))
    assert refused is not None and refused.rule == "704.5j"
    state = play(state, Choice("keep", 0, second))
    assert first not in state.rows
    assert len(named(state, "King")) == 2


def test_704_5j_a_group_of_legends_keeps_one() -> None:
    layout, row = doing(PutCounters(TargetRef(0), "x", Fixed(1)))
    kings = layout.put(creature("King", 2, 2, legendary=True), 0, n=10**30)
    state = play(done(layout, row, row), Choice("keep", 0, kings))
    assert [r.n for r in named(state, "King")] == [1]
    assert asked(state) == "priority"


def test_704_5m_an_aura_without_its_host_is_put_into_the_graveyard() -> None:
    layout, row = doing(Destroy(TargetRef(0)))
    target = layout.put(BEAR, 1)
    layout.attach(layout.put(GOND, 0), target)
    state = done(layout, row, target)
    assert not named(state, "Presence of Gond")
    assert named(state, "Presence of Gond", "graveyard")


def test_704_5q_counters_annihilate_in_pairs() -> None:
    layout, row = doing(PutCounters(TargetRef(0), "-1/-1", Fixed(1)))
    target = layout.put(BEAR, 1, counters={"+1/+1": 3})
    (bear,) = named(done(layout, row, target), "Bear")
    assert (bear.get("counter.+1/+1"), bear.get("counter.-1/-1")) == (2, 0)


def test_704_3_actions_repeat_until_none_applies() -> None:
    frail = creature("Frail", 0, 0)
    layout, row = doing(Destroy(TargetRef(0)))
    lord = layout.put(LORD, 0)
    layout.put(frail, 0, n=4)
    state = done(layout, row, lord)
    assert not named(state, "Frail") and not named(state, "Lord")


def test_704_3_a_shrinking_anthem_kills_groups() -> None:
    plague = creature("Plague", 1, 3, Static(ModifyPT(CREATURE, Fixed(-1), Fixed(-1))), cost=())
    layout = Layout(2)
    layout.put(BEAR, 1, n=2)
    layout.put(creature("One", 1, 1), 1, n=5)
    card = layout.put(plague, 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, card)))
    assert not named(state, "One")
    assert named(state, "Bear")


def test_704_7_both_lose_at_once_is_a_draw() -> None:
    layout, row = doing(LoseLife(EachPlayer(), Fixed(20)))
    assert done(layout, row, row).game.prop("outcome") == "draw"


def test_104_2b_and_104_3e_effects_win_and_lose() -> None:
    layout, row = doing(WinLose(You(), True))
    assert done(layout, row, row).game.prop("outcome") == "p1_wins"
    layout, row = doing(WinLose(You(), False))
    assert done(layout, row, row).game.prop("outcome") == "p2_wins"


def test_800_4a_a_leaving_player_takes_their_objects_along() -> None:
    layout = Layout(3)
    row = layout.put(
        creature("Actor", 5, 5, tap_ability(LoseLife(TargetRef(0), Fixed(20)), targets=(TargetSpec(None, "any"),))), 0
    )
    layout.put(BEAR, 1, n=3)
    layout.put(BEAR, 2)
    state = play(layout.done(), Choice("activate", 0, row, targets=(2,)), *[Choice("pass", s) for s in (0, 1, 2)])
    assert [r.cls.controller for r in named(state, "Bear")] == [2]
    assert asked(state) == "priority"
    assert life(state, 2) == 20
    state = play(state, Choice("pass", 0), Choice("pass", 2))
    assert state.game.prop("step") == "combat"
