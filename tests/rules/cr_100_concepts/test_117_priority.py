"""Priority and the stack: rules 117, 405 and 608."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import IllegalChoice, step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.terms.abilities import SpellAbility
from reiterate.terms.effects_permanents import Destroy, Tap
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import ControllerOf, TargetRef, TargetSpec, You
from tests.support.boards import (
    ANY_TARGET,
    BEAR,
    CREATURE,
    MAKER,
    PINGER,
    board,
    creature,
    life,
    named,
    play,
    resolve,
    tap_ability,
)


def test_117_1_only_who_has_priority_acts() -> None:
    state, (mine, theirs) = board((PINGER, 0), (PINGER, 1))
    refused = verify(state, Choice("activate", 1, theirs, targets=(1,)))
    assert refused is not None and refused.code == "not-your-decision"
    state = play(state, Choice("pass", 0))
    assert verify(state, Choice("activate", 1, theirs, targets=(1,))) is None
    assert mine


def test_117_3c_the_player_who_acted_gets_priority_afterwards() -> None:
    state, (_, theirs) = board((PINGER, 0), (PINGER, 1))
    state = play(state, Choice("pass", 0), Choice("activate", 1, theirs, targets=(1,)))
    assert decider(state) == 1


def test_117_3d_priority_goes_round_in_turn_order() -> None:
    state, _ = board((MAKER, 0), players=3)
    order = [decider(state)]
    for seat in (0, 1):
        state = play(state, Choice("pass", seat))
        order.append(decider(state))
    assert order == [0, 1, 2]


def test_117_4_all_pass_in_succession_resolves_the_top_only() -> None:
    state, (maker, other) = board((MAKER, 0), (MAKER, 0))
    state = play(state, Choice("activate", 0, maker), Choice("activate", 0, other))
    assert sum(plain(state.rows[h].n) for h in state.stack) == 2
    state = resolve(state)
    assert [r.n for r in named(state, "Elf Warrior")] == [1]
    assert state.stack
    assert decider(state) == 0


def test_117_4_an_action_starts_the_count_of_passes_again() -> None:
    state, (maker, theirs) = board((MAKER, 0), (MAKER, 1))
    state = play(
        state, Choice("activate", 0, maker), Choice("pass", 0), Choice("activate", 1, theirs), Choice("pass", 1)
    )
    assert len(state.stack) == 2
    assert decider(state) == 0


def test_405_2_last_in_first_out() -> None:
    state, (pinger, maker) = board((PINGER, 0), (MAKER, 0))
    state = play(state, Choice("activate", 0, pinger, targets=(2,)), Choice("activate", 0, maker))
    state = resolve(state)
    assert [row.n for row in named(state, "Elf Warrior")] == [1]
    assert life(state, 1) == 20
    state = resolve(state)
    assert life(state, 1) == 19


def test_405_5_all_pass_on_an_empty_stack_ends_the_step() -> None:
    state, _ = board()
    state = resolve(state)
    assert state.game.prop("step") == "combat"


def test_608_2b_an_ability_whose_only_target_is_gone_does_nothing() -> None:
    shot = Proto(
        "Shot", ("instant",), mana_cost=(), abilities=(SpellAbility((Destroy(TargetRef(0)),), (TargetSpec(CREATURE),)),)
    )
    layout = Layout(2)
    pinger = layout.put(PINGER, 0)
    bear = layout.put(BEAR, 1)
    card = layout.put(shot, 0, "hand")
    state = play(
        layout.done(), Choice("activate", 0, pinger, targets=(bear,)), Choice("cast", 0, card, targets=(bear,))
    )
    state = resolve(state)
    assert not named(state, "Bear")
    state = resolve(state)
    assert not state.stack
    assert named(state, "Bear", "graveyard")
    assert "damage" not in {k for r in state.rows.values() for k in r.num}


def check_nothing_of_a_fizzled_ability_happens() -> None:
    on_bear = (TargetSpec(CREATURE),)
    layout = Layout(2)
    row = layout.put(
        creature("Both", 1, 1, tap_ability(GainLife(You(), Fixed(3)), Tap(TargetRef(0)), targets=on_bear)), 0
    )
    killer = layout.put(creature("Killer", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=on_bear)), 0)
    bear = layout.put(BEAR, 1)
    state = play(
        layout.done(), Choice("activate", 0, row, targets=(bear,)), Choice("activate", 0, killer, targets=(bear,))
    )
    assert life(resolve(resolve(state)), 0) == 20


def test_608_2b_nothing_of_an_ability_without_a_legal_target_happens() -> None:
    check_nothing_of_a_fizzled_ability_happens()


def test_608_2b_with_several_targets_the_legal_ones_are_still_affected() -> None:
    two = creature(
        "Two",
        1,
        1,
        tap_ability(Tap(TargetRef(0)), Tap(TargetRef(1)), targets=(TargetSpec(CREATURE), TargetSpec(CREATURE))),
    )
    layout = Layout(2)
    both = layout.put(two, 0)
    killer = layout.put(
        creature("Killer", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))), 0
    )
    a, b = layout.put(BEAR, 1), layout.put(BEAR, 1, counters={"x": 1})
    state = play(
        layout.done(), Choice("activate", 0, both, targets=(a, b)), Choice("activate", 0, killer, targets=(a,))
    )
    state = resolve(resolve(state))
    (left,) = named(state, "Bear")
    assert left.cls.tapped


def test_608_2b_whose_an_illegal_target_was_is_nobodys() -> None:
    gift = GainLife(ControllerOf(TargetRef(0)), Fixed(3))
    two = creature("Two", 1, 1, tap_ability(gift, Tap(TargetRef(1)), targets=(TargetSpec(CREATURE),) * 2))
    killing = tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))
    layout = Layout(2)
    both, killer = layout.put(two, 0), layout.put(creature("Killer", 1, 1, killing), 0)
    a, b = layout.put(BEAR, 1), layout.put(BEAR, 1, counters={"x": 1})
    state = play(
        layout.done(), Choice("activate", 0, both, targets=(a, b)), Choice("activate", 0, killer, targets=(a,))
    )
    state = resolve(resolve(state))
    assert named(state, "Bear")[0].cls.tapped
    assert (life(state, 0), life(state, 1)) == (20, 20)


def test_608_2h_a_source_that_has_left_still_deals_its_damage() -> None:
    layout = Layout(2)
    pinger = layout.put(PINGER, 0)
    killer = layout.put(
        creature("Killer", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))), 0
    )
    state = play(
        layout.done(), Choice("activate", 0, pinger, targets=(2,)), Choice("activate", 0, killer, targets=(pinger,))
    )
    state = resolve(resolve(state))
    assert life(state, 1) == 19
    assert not named(state, "Pinger")


def test_608_3_a_permanent_spell_enters_and_an_instant_goes_to_the_graveyard() -> None:
    heal = Proto("Heal", ("instant",), mana_cost=("W",), abilities=(SpellAbility((GainLife(You(), Fixed(3)),)),))
    layout = Layout(2)
    layout.set_player(0, "mana.W", 2)
    card, bear = layout.put(heal, 0, "hand"), layout.put(BEAR, 0, "hand")
    state = resolve(play(layout.done(), Choice("cast", 0, card)))
    assert life(state, 0) == 23
    assert named(state, "Heal", "graveyard")
    state = resolve(play(state, Choice("cast", 0, bear)))
    (row,) = named(state, "Bear")
    assert row.cls.sick


def test_a_pass_may_say_what_it_lets_resolve() -> None:
    state, (maker,) = board((MAKER, 0))
    refused = verify(state, Choice("pass", 0, over="something"))
    assert refused is not None and refused.code == "pass-over"
    assert verify(state, Choice("pass", 0, over="")) is None
    state = play(state, Choice("activate", 0, maker))
    assert verify(state, Choice("pass", 0, over=over_text(state))) is None


def test_step_raises_what_verify_refuses() -> None:
    state, _ = board((PINGER, 0))
    with pytest.raises(IllegalChoice):
        step(state, Choice("may", 0, answer="yes"))
    assert asked(state) == "priority"
    assert ANY_TARGET.players == "any"
