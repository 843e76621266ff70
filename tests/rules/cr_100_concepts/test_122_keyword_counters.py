"""Keyword counters give their permanent a keyword in layer 6 (122.1b, 613.1f), for as long as one of them is there."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.conditions import HasCounter
from reiterate.terms.effects_continuous import LoseKeywords, Pump
from reiterate.terms.effects_permanents import Destroy, PutCounters, RemoveCounters
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.effects_structure import Branch
from reiterate.terms.effects_zones import Move
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, TargetRef, You
from reiterate.terms.vocabulary import KEYWORD_COUNTERS
from tests.support.acting import GROUPS, act, settled
from tests.support.boards import BEAR, CREATURE, creature, life, named
from tests.support.combats import combat, keyed, passed, run, struck
from tests.support.texts import card

ONE = Fixed(1)
AIM = TargetRef(0)


def bears(state: State) -> list[frozenset[str]]:
    return [view(state, h).keywords for h, row in state.rows.items() if row in named(state, "Bear")]


@pytest.mark.parametrize("kind", sorted(KEYWORD_COUNTERS))
def test_122_1b_a_counter_of_each_kind_gives_its_keyword(kind: str) -> None:
    layout = Layout(2)
    bear, other = layout.put(BEAR, 0), layout.put(BEAR, 1)
    state = act(layout, PutCounters(AIM, kind, ONE), aims=(bear,))
    assert view(state, bear).keywords == {kind}
    assert not view(state, other).keywords


@GROUPS
def test_122_1b_each_of_a_group_has_the_keyword(n: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=n)
    state = act(layout, PutCounters(Each(CREATURE), "flying", ONE))
    assert bears(state) == [{"flying"}]
    assert named(state, "Bear")[0].n == n


def test_122_1b_the_keyword_is_there_until_the_last_counter_is_removed() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"flying": 2})
    once = act(layout, RemoveCounters(AIM, "flying", ONE), aims=(bear,))
    assert view(once, bear).keywords == {"flying"}
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"flying": 2})
    twice = act(layout, RemoveCounters(AIM, "flying", ONE), RemoveCounters(AIM, "flying", ONE), aims=(bear,))
    assert not view(twice, bear).keywords


def test_122_2_counters_and_their_keyword_are_gone_behind_a_change_of_zones() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"indestructible": 1})
    state = act(layout, Destroy(AIM), Move(AIM, "hand"), aims=(bear,))
    assert not named(state, "Bear")
    (there,) = named(state, "Bear", "hand")
    assert not there.num


def test_702_12b_an_indestructible_counter_keeps_from_being_destroyed() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"indestructible": 1})
    layout.put(creature("Elk", 2, 2), 0)
    state = act(layout, Destroy(Each(CREATURE)))
    assert (len(named(state, "Bear")), len(named(state, "Elk"))) == (1, 0)


def test_707_2_a_copy_has_no_counters_and_no_keyword_of_them() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"flying": 1})
    state = act(layout, CopyToken(ONE, AIM, You()), aims=(bear,))
    assert sorted(map(len, bears(state))) == [0, 1]


def test_509_1b_a_creature_without_flying_does_not_block_what_has_a_flying_counter() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"flying": 1})
    layout.put(BEAR, 1)
    state = struck(run(combat(layout), "attack with everything"))
    assert life(state, 1) == 18  # nobody is asked to block


def test_510_4_a_first_strike_counter_deals_damage_first() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"first strike": 1})
    layout.put(creature("Elk", 2, 2), 1)
    state = struck(run(passed(run(combat(layout), "attack with everything")), "Elk blocks Bear"))
    assert not named(state, "Elk")
    assert named(state, "Bear")


#: Whenever a creature without flying dies, its controller of this enchantment gains 1 life.
MOURNER = "Whenever a creature you control without flying dies, you gain 1 life."


@pytest.mark.parametrize(("counters", "gained"), [({"flying": 1}, 0), ({"reach": 1}, 1), ({}, 1)])
def test_603_10a_what_died_with_a_flying_counter_had_flying(counters: dict[str, int], gained: int) -> None:
    layout = Layout(2)
    layout.put(card(MOURNER), 0)
    bear = layout.put(BEAR, 0, counters=dict(counters))
    state = settled(act(layout, Destroy(AIM), aims=(bear,)))
    assert life(state, 0) == 20 + gained


@pytest.mark.parametrize(("text", "gained"), [("~ enters with a flying counter on it.", 1), ("", 0)])
def test_603_6a_what_enters_with_a_flying_counter_enters_with_flying(text: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(card("Whenever a creature with flying enters, you gain 1 life."), 0)
    pet = layout.put(card(text, "Creature — Test", name="Pet"), 0, "graveyard")
    returner = "Return target creature card from your graveyard to the battlefield."
    layout.put(card("{T}: " + returner, "Creature — Test", name="Caller"), 0)
    state = settled(run(layout.done(), "activate Caller targeting Pet"))
    assert pet not in state.rows or state.rows[pet].cls.zone != "graveyard"
    assert life(state, 0) == 20 + gained


@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control with flying get +1/+1.",
        "As long as you control a creature with flying, creatures you control get +1/+1.",
    ],
)
def test_613_8_what_reads_the_keyword_sees_that_of_a_counter(text: str) -> None:
    layout = Layout(2)
    layout.put(card(text), 0)
    bear = layout.put(BEAR, 0, counters={"flying": 1})
    state = layout.done()
    assert view(state, bear).add == (1, 1)


def test_613_7c_a_keyword_that_is_lost_and_given_by_a_counter_is_refused() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"flying": 1})
    with pytest.raises(Unsupported) as refused:
        view(act(layout, LoseKeywords(AIM, ("flying",)), aims=(bear,)), bear)
    assert refused.value.refusal.rule == "613.7c"
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"reach": 1})
    state = act(layout, LoseKeywords(AIM, ("flying",)), Pump(AIM, ONE, ONE), aims=(bear,))
    assert view(state, bear).keywords == {"reach"}


def test_613_7c_what_loses_all_abilities_and_has_a_keyword_counter_is_refused() -> None:
    layout = Layout(2)
    layout.put(card("Creatures lose all abilities."), 0)
    layout.put(BEAR, 0)
    assert bears(layout.done()) == [frozenset()]
    layout = Layout(2)
    layout.put(card("Creatures lose all abilities."), 0)
    bear = layout.put(BEAR, 0, counters={"reach": 1})
    with pytest.raises(Unsupported, match="keyword counter"):
        view(layout.done(), bear)


def test_305_7_a_land_that_is_another_land_keeps_what_a_counter_gives() -> None:
    layout = Layout(2)
    layout.put(card("Nonbasic lands are Mountains."), 0)
    land = layout.put(card("Indestructible", "Land", name="Keep"), 0, counters={"hexproof": 1})
    assert view(layout.done(), land).keywords == {"hexproof"}


def test_122_1b_a_counter_on_what_is_no_permanent_is_refused() -> None:
    with pytest.raises(Unsupported, match="no permanent"):
        Layout(2).put(BEAR, 0, "exile", counters={"flying": 1})


def test_122_1_a_condition_on_the_counter_and_the_keyword_agree() -> None:
    layout = Layout(2)
    bear = layout.put(keyed("Elk", 2, 2), 0)
    state = act(
        layout,
        PutCounters(AIM, "trample", ONE),
        Branch(HasCounter(AIM, "trample"), (Pump(AIM, ONE, ONE),)),
        aims=(bear,),
    )
    assert view(state, bear).keywords == {"trample"}
    assert power(state, bear) == 3
