"""Bolster, amass, explore and blight (701.39, 701.44, 701.47, 701.68), and a permanent that is chosen as an effect happens (608.2d)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_permanents import Blight, ChooseObject
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, only, says, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.combats import written
from tests.support.shown import shows


def spoken(text: str, layout: Layout) -> State:
    """The position after a sorcery of this text, up to its first question."""
    row = layout.put(written("Word", text, "Sorcery", mana_cost="{0}"), 0, "hand")
    return settled(play(layout.done(), Choice("cast", 0, row)))


def grown(state: State, name: str) -> object:
    """How many +1/+1 counters a creature has."""
    return only(state, name).get("counter.+1/+1")


def test_701_39a_bolster_chooses_the_least_toughness_among_ones_own() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(creature("Ox", 0, 4), 0)
    layout.put(creature("Mite", 1, 1), 1)  # another player's
    state = spoken("Bolster 2.", layout)
    assert (grown(state, "Bear"), grown(state, "Ox"), grown(state, "Mite")) == (2, 0, 0)
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(creature("Twin", 1, 2), 0)
    state = spoken("Bolster 1.", layout)
    assert asked(state) == "answer"  # tied for least toughness
    state = settled(says(state, picks=((handle(state, "Twin"), 1),)))
    assert (grown(state, "Bear"), grown(state, "Twin")) == (0, 1)


@shows(ChooseObject)
def test_608_2d_a_permanent_is_chosen_as_the_effect_happens() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(FOREST, 0, tapped=True)
    state = spoken("Untap a land you control. Put a +1/+1 counter on a creature you control.", layout)
    assert not only(state, "Forest").cls.tapped and grown(state, "Bear") == 1
    assert spoken("Put a +1/+1 counter on a creature you control.", Layout(2)).rows  # nobody to choose: nothing


@shows(Blight)
def test_701_68a_blighting_puts_counters_on_a_chosen_creature_of_ones_own() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(creature("Ox", 0, 4), 0)
    layout.put(creature("Mite", 1, 1), 1)  # another player's
    state = spoken("Blight 1.", layout)
    assert asked(state) == "answer"
    state = settled(says(state, picks=((handle(state, "Ox"), 1),)))
    assert only(state, "Ox").get("counter.-1/-1") == 1
    assert {only(state, name).get("counter.-1/-1") for name in ("Bear", "Mite")} == {0}
    assert spoken("Blight 1.", Layout(2)).rows  # nobody to choose: nothing


def test_701_68b_who_can_blight_nothing_can_only_say_no() -> None:
    for text, words in (("", ("yes", "no")), ("Counters can't be put on creatures.", ("no",))):
        layout = Layout(2)
        layout.put(BEAR, 0)
        if text:
            layout.put(written("Ward", text, "Enchantment"), 0)
        state = spoken("You may blight 1. If you do, draw a card.", layout)
        (option,) = options(state)
        assert asked(state) == "may" and option.slots[0].words == words


def test_701_47a_amass_makes_an_army_where_there_is_none() -> None:
    state = spoken("Amass Zombies 2.", Layout(2))
    army = handle(state, "Zombie Army")
    assert power(state, army) == 2 and {"Zombie", "Army"} <= set(view(state, army).subtypes)
    again = written("Again", "Amass Orcs 1.", "Sorcery", mana_cost="{0}")
    layout = Layout(2)
    more = layout.put(again, 0, "hand")
    state = spoken("Amass Zombies 2.", layout)
    state = settled(play(state, Choice("cast", 0, more)))
    army = handle(state, "Zombie Army")
    assert power(state, army) == 3 and {"Zombie", "Orc", "Army"} <= set(view(state, army).subtypes)


def explored(top: Proto, answer: str = "") -> State:
    """The position after a creature with this card on top of the library has explored."""
    layout = Layout(2)
    layout.library(0, [(top, 1)])
    text = "When Scout enters, it explores."
    row = layout.put(written("Scout", text, "Creature — Elf", mana_cost="{0}", power="1", toughness="1"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    return settled(play(state, Choice("may", 0, answer=answer))) if answer else state


def test_701_44a_a_creature_explores() -> None:
    state = explored(FOREST)
    assert (count(state, "Forest", "hand"), grown(state, "Scout")) == (1, 0)
    state = explored(BEAR, "no")
    assert (count(state, "Bear", "library"), grown(state, "Scout")) == (1, 1)
    state = explored(BEAR, "yes")
    assert (count(state, "Bear", "graveyard"), grown(state, "Scout")) == (1, 1)
