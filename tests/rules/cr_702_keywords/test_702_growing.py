"""Creatures that grow as others enter or attack: evolve, mentor, training, dethrone (702.100, 702.134, 702.149, 702.105)."""

from __future__ import annotations

import pytest

from reiterate.oracle.grammar.printing import show_clause
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.conditions import Outgrows
from reiterate.terms.effects_permanents import Destroy, PutCounters
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from reiterate.terms.trigger_events import Attacks
from tests.support.acting import handle, instant, only, question, says, settled
from tests.support.boards import creature, play
from tests.support.combats import combat, run
from tests.support.own_cards import card_read as card
from tests.support.shown import shows

CREATURE = TargetSpec(Filter(types=("creature",)))
GONE = replace(instant("Gone", Destroy(TargetRef(0)), targets=(CREATURE,)), mana_cost=())
GROW = replace(instant("Grow", PutCounters(TargetRef(0), "+1/+1", Fixed(1)), targets=(CREATURE,)), mana_cost=())
TWINS = instant("Twins", CreateTokens(Fixed(2), Proto("Twin", ("creature",), power=3, toughness=3, token=True)))


def counters(state: State, name: str) -> object:
    return only(state, name).get("counter.+1/+1")


def cast(layout: Layout, proto: Proto, *targets: int, seat: int = 0) -> State:
    row = layout.put(proto, seat, "hand")
    layout.set_player(seat, "mana.R", 9)
    return settled(play(layout.done(), Choice("cast", seat, row, targets=targets)))


# --- evolve ------------------------------------------------------------------------------------------------------


@shows("evolve", Outgrows)
@pytest.mark.parametrize(
    ("power", "toughness", "grown"), [(3, 1, 1), (1, 3, 1), (3, 3, 1), (2, 2, 0), (1, 1, 0), (9, 9, 1)]
)
def test_702_100a_evolve_for_greater_power_or_toughness(power: int, toughness: int, grown: int) -> None:
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve"), 0)
    assert counters(cast(layout, creature("New", power, toughness)), "Raptor") == grown


def test_702_100a_evolve_is_about_creatures_of_its_controller() -> None:
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve"), 1)
    assert counters(cast(layout, creature("New", 5, 5)), "Raptor") == 0


def test_603_4_the_second_of_two_that_enter_at_once_is_not_greater_any_more() -> None:
    """Both trigger, and each compares again as it resolves: 3/3 is not greater than 3/3."""
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve"), 0)
    assert counters(cast(layout, TWINS), "Raptor") == 1


def test_702_100d_each_instance_of_evolve_triggers() -> None:
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve\nEvolve", 1, 1), 0)
    assert counters(cast(layout, creature("New", 9, 9)), "Raptor") == 2


def test_608_2h_what_entered_is_compared_as_it_last_was() -> None:
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve"), 0)
    gone = layout.put(GONE, 0, "hand")
    new = layout.put(creature("New", 3, 3), 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = play(layout.done(), Choice("cast", 0, new))
    state = play(play(state, Choice("pass", 0)), Choice("pass", 1))
    assert state.stack  # evolve has triggered
    state = settled(play(state, Choice("cast", 0, gone, targets=(handle(state, "New"),))))
    assert counters(state, "Raptor") == 1


def test_702_100c_nothing_is_greater_than_what_is_no_creature() -> None:
    layout = Layout(2)
    layout.put(card("Stone", "Evolve", types="Artifact"), 0)
    assert counters(cast(layout, creature("New", 9, 9)), "Stone") == 0


def test_702_100a_each_member_of_a_group_evolves() -> None:
    layout = Layout(2)
    layout.put(card("Raptor", "Evolve"), 0, n=3)
    assert counters(cast(layout, creature("New", 3, 3)), "Raptor") == 1  # one row of three still


# --- mentor, training, dethrone ----------------------------------------------------------------------------------


def attack(words: str, *protos: Proto) -> State:
    layout = Layout(2)
    for proto in protos:
        layout.put(proto, 0)
    layout.put(GROW, 0, "hand")
    return run(combat(layout), words)


@shows("mentor")
def test_702_134a_mentor_targets_an_attacker_of_less_power() -> None:
    """Power 3 mentors power 2, not an equal, not itself and not the lesser one that stays at home."""
    sergeant = card("Sergeant", "Mentor", 3, 3)
    few = ("attack with Sergeant and Small and Equal", sergeant, creature("Small", 2, 9), creature("Equal", 3, 1))
    state = attack(*few, creature("Home", 1, 1))
    state = settled(state)
    assert [counters(state, name) for name in ("Small", "Equal", "Sergeant", "Home")] == [1, 0, 0, 0]


def test_702_134a_of_several_its_controller_chooses() -> None:
    sergeant = card("Sergeant", "Mentor", 3, 3)
    state = attack("attack with everything", sergeant, creature("One", 1, 1), creature("Two", 2, 2))
    state = says_target(state, "Two")
    assert (counters(state, "One"), counters(state, "Two")) == (0, 1)


def says_target(state: State, name: str) -> State:
    assert asked(state) == "target"
    return settled(play(state, Choice("target", 0, targets=(handle(state, name),))))


def test_603_3d_mentor_without_a_lesser_attacker_is_removed() -> None:
    state = attack("attack with everything", card("Sergeant", "Mentor", 3, 3), creature("Equal", 3, 3))
    assert not state.stack


def test_608_2b_a_target_that_is_no_lesser_any_more_is_illegal() -> None:
    sergeant = card("Sergeant", "Mentor", 3, 3)
    state = attack("attack with everything", sergeant, creature("Small", 2, 2))
    assert state.stack
    grow, small = handle(state, "Grow", "hand"), handle(state, "Small")
    state = settled(play(state, Choice("cast", 0, grow, targets=(small,))))
    assert counters(state, "Small") == 1  # by the spell alone


def test_608_2h_mentor_compares_with_the_source_as_it_last_was() -> None:
    sergeant = card("Sergeant", "Mentor", 3, 3)
    layout = Layout(2)
    layout.put(sergeant, 0)
    layout.put(creature("Small", 2, 2), 0)
    gone = layout.put(GONE, 0, "hand")
    state = run(combat(layout), "attack with everything")
    state = settled(play(state, Choice("cast", 0, gone, targets=(handle(state, "Sergeant"),))))
    assert counters(state, "Small") == 1


@shows("training", Attacks)
@pytest.mark.parametrize(("power", "grown"), [(3, 1), (2, 0), (1, 0)])
def test_702_149a_training_beside_a_greater_attacker(power: int, grown: int) -> None:
    state = attack("attack with everything", card("Cadet", "Training"), creature("Other", power, 1))
    assert counters(settled(state), "Cadet") == grown


def test_702_149a_what_stays_at_home_trains_nobody() -> None:
    state = attack("attack with Cadet", card("Cadet", "Training"), creature("Other", 5, 5))
    assert counters(settled(state), "Cadet") == 0


@shows("dethrone")
@pytest.mark.parametrize(("mine", "theirs", "grown"), [(20, 21, 1), (20, 20, 1), (21, 20, 0)])
def test_702_105a_dethrone_for_the_player_with_most_life(mine: int, theirs: int, grown: int) -> None:
    layout = Layout(2)
    layout.put(card("Rebel", "Dethrone"), 0)
    layout.set_player(0, "life", mine)
    layout.set_player(1, "life", theirs)
    assert counters(settled(run(combat(layout), "attack with Rebel")), "Rebel") == grown


@pytest.mark.parametrize(("attacked", "grown"), [("p2", 0), ("p3", 1)])
def test_702_105a_the_player_attacked_has_to_have_most(attacked: str, grown: int) -> None:
    layout = Layout(3)
    layout.put(card("Rebel", "Dethrone"), 0)
    layout.set_player(2, "life", 30)
    state = run(combat(layout), f"attack {attacked} with Rebel")
    assert counters(settled(state), "Rebel") == grown


# --- partner with ------------------------------------------------------------------------------------------------


def met(answer: str) -> State:
    other = card("Ley, Weaver of Lore", "")
    layout = Layout(2)
    layout.library(1, [(creature("Bear", 2, 2), 2), (other, 1)])
    layout.library(0, [(other, 1)])
    state = cast(layout, card("Lore", "Partner with Ley, Weaver of Lore (When this creature enters, and so on.)"))
    assert asked(state) == "target"
    state = settled(play(state, Choice("target", 0, targets=(2,))))  # the second player
    assert (asked(state), decider(state)) == ("may", 1)
    return settled(play(state, Choice("may", 1, answer=answer)))


def test_702_124j_the_target_player_may_search_for_the_card_with_that_name() -> None:
    state = met("yes")
    kind, seat, rows = question(state)
    assert (seat, len(rows)) == (1, 1), kind
    state = settled(says(state, picks=((rows[0], 1),)))
    assert only(state, "Ley, Weaver of Lore", "hand").cls.owner == 1


def test_702_124j_it_is_printed_as_it_is_read() -> None:
    (ability,) = card("Lore", "Partner with Ley, Weaver of Lore").abilities
    assert show_clause((ability,)) == "Partner with Ley, Weaver of Lore"


def test_702_124j_or_not() -> None:
    state = met("no")
    assert not [r for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 1]


@pytest.mark.parametrize("text", ["Partner—Friends forever", "Partner—Survivors (So it is.)", "Partner—Father & son"])
def test_702_124i_partner_with_a_text_matters_before_the_game_alone(text: str) -> None:
    assert card("Friend", text).abilities[0].kind == "deck"  # type: ignore[attr-defined] # an inert clause
