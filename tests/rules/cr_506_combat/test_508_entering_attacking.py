"""Creatures that enter attacking (508.4), mobilize (702.181), and finality counters (122.1h)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, one
from reiterate.terms.effects_permanents import JoinCombat
from tests.support.acting import count, handle, only, question, says, settled, until
from tests.support.boards import BEAR, life, play
from tests.support.combats import combat, passed, run, struck, written
from tests.support.shown import shows

SIZE = {"power": "2", "toughness": "2"}
TOKEN = "create a 1/1 white Soldier creature token that's tapped and attacking."


def attack(text: str, players: int = 2) -> State:
    """A Chief with this text attacks the second player; what triggers resolves."""
    layout = Layout(players)
    layout.put(written("Chief", text, "Creature — Ogre", **SIZE), 0)
    return settled(run(combat(layout), "attack with everything" if players == 2 else "attack p2 with Chief"))


@shows(JoinCombat)
def test_508_4_a_token_enters_attacking_and_was_not_declared() -> None:
    state = attack(f"Whenever Chief attacks, {TOKEN}")
    assert only(state, "Soldier").cls.tapped and only(state, "Soldier").cls.prop("attacking")
    assert life(struck(passed(state)), 1) == 17  # Chief deals 2, the token 1
    drum = f"Whenever Chief attacks, {TOKEN}\nWhenever another creature you control attacks, you gain 1 life."
    assert life(attack(drum), 0) == 20  # 508.3a: the token did not attack


def test_508_4a_outside_of_combat_nothing_attacks() -> None:
    layout = Layout(2)
    row = layout.put(written("Word", TOKEN[0].upper() + TOKEN[1:], "Sorcery", mana_cost="{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert only(state, "Soldier").cls.tapped and not only(state, "Soldier").cls.prop("attacking")


def test_508_4_its_controller_chooses_which_of_several_players_it_attacks() -> None:
    state = attack(f"Whenever Chief attacks, {TOKEN}", 3)
    assert question(state) == ("object", 0, (2, 3))
    state = says(state, picks=((3, 1),))
    assert only(state, "Soldier").refs["attacks"] == one(3) and only(state, "Chief").refs["attacks"] == one(2)


def test_508_4_several_like_creatures_that_could_attack_several_players_are_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="which player"):
        attack("Mobilize 2", 3)


def test_702_181a_mobilized_warriors_are_sacrificed_at_the_end() -> None:
    state = attack("Mobilize 2")
    assert (count(state, "Warrior"), power(state, handle(state, "Warrior"))) == (2, 1)
    state = struck(passed(state))
    assert life(state, 1) == 16
    assert count(until(state, "upkeep", 1), "Warrior") == 0


def test_122_1h_what_has_a_finality_counter_is_exiled_instead_of_dying() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"finality": 1})
    layout.put(written("Man", "", "Creature — Human", **SIZE), 0)
    row = layout.put(written("Word", "Destroy all creatures.", "Sorcery", mana_cost="{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert (count(state, "Bear", "exile"), count(state, "Man", "graveyard")) == (1, 1)


def test_702_6c_an_equip_ability_for_some_creatures_alone() -> None:
    layout = Layout(2)
    man = layout.put(written("Man", "", "Creature — Human", **SIZE), 0)
    bear = layout.put(BEAR, 0)
    blade = layout.put(written("Blade", "Equip Human {0}", "Artifact — Equipment"), 0)
    state = layout.done()
    assert verify(state, Choice("activate", 0, blade, targets=(man,))) is None
    assert verify(state, Choice("activate", 0, blade, targets=(bear,))) is not None
