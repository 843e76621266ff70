"""Numbers counted of one player or of each (107.1), conditions on what somebody has, sets of one of several colours (105.2)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.terms.conditions import During, PlayerHas
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import HeldBy, LandTypesAmong, Total
from reiterate.terms.references import Filter
from tests.support.acting import HUGE, count, handle, only, settled, until
from tests.support.boards import BEAR, ELF, FOREST, life, play
from tests.support.combats import written
from tests.support.shown import shows


def spell(text: str) -> Proto:
    """A sorcery of this text for {0}."""
    return written("Word", text, "Sorcery", mana_cost="{0}")


@shows(HeldBy)
@pytest.mark.parametrize("text", [
    "Each opponent loses 1 life for each creature they control.",
    "Each opponent loses life equal to the number of creatures they control.",
    "Word deals damage to each opponent equal to the number of creatures they control.",
])  # fmt: skip
def test_107_1_what_each_player_has_counts_for_that_player(text: str) -> None:
    layout = Layout(3)
    row = layout.put(spell(text), 0, "hand")
    layout.put(BEAR, 0, n=7)
    layout.put(BEAR, 1, n=3)
    layout.put(ELF, 2)
    layout.put(FOREST, 2, n=5)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert [life(state, seat) for seat in range(3)] == [20, 17, 19]


def test_107_1_what_a_target_has_is_counted_of_the_target() -> None:
    layout = Layout(3)
    row = layout.put(spell("You gain 1 life for each creature target opponent controls."), 0, "hand")
    layout.put(BEAR, 1, n=HUGE)
    layout.put(BEAR, 2, n=2)
    state = layout.done()
    assert life(settled(play(state, Choice("cast", 0, row, targets=(3,)))), 0) == 22
    assert life(settled(play(state, Choice("cast", 0, row, targets=(2,)))), 0) == 20 + HUGE


def test_105_2_a_set_of_one_of_several_colours() -> None:
    proof = written("Proof", "As long as you control a white or black permanent, Proof has flying.", "Creature — Cat")
    for colors, flies in (("W", True), ("B", True), ("WB", True), ("G", False), ("", False)):
        layout = Layout(2)
        layout.put(proof, 0)
        layout.put(Proto("Thing", ("creature",), ("Elf",), colors=tuple(colors), power=1, toughness=1), 0)
        state = layout.done()
        assert ("flying" in view(state, handle(state, "Proof")).keywords) is flies, colors
    assert Filter(any_colors=("W", "B")) != Filter(colors=("W", "B"))


def test_109_1_what_one_player_controls_is_a_set() -> None:
    layout = Layout(3)
    row = layout.put(spell("Destroy all creatures target player controls."), 0, "hand")
    layout.put(BEAR, 0)
    layout.put(ELF, 1)
    layout.put(BEAR, 1, n=HUGE)
    layout.put(ELF, 2)
    state = settled(play(layout.done(), Choice("cast", 0, row, targets=(2,))))
    assert (count(state, "Bear"), count(state, "Elf Warrior")) == (1, 1)
    assert only(state, "Elf Warrior").cls.controller == 2


@shows(PlayerHas)
@pytest.mark.parametrize(("words", "slot", "value", "holds"), [
    ("an opponent has three or more poison counters", "counter.poison", 3, True),
    ("an opponent has three or more poison counters", "counter.poison", 2, False),
    ("an opponent has 10 or less life", "life", 10, True),
    ("an opponent has 10 or less life", "life", 11, False),
    ("a player has 21 or more life", "life", 21, True),
])  # fmt: skip
def test_603_4_what_some_player_has(words: str, slot: str, value: int, holds: bool) -> None:
    proof = written("Proof", f"As long as {words}, Proof has flying.", "Creature — Cat", power="1", toughness="1")
    layout = Layout(3)
    layout.put(proof, 0)
    layout.set_player(2, slot, value)
    state = layout.done()
    assert ("flying" in view(state, handle(state, "Proof")).keywords) is holds


def test_603_4_ones_own_life_is_no_opponents() -> None:
    text = "As long as an opponent has 10 or less life, Proof has flying."
    layout = Layout(3)
    layout.put(written("Proof", text, "Creature — Cat", power="1", toughness="1"), 0)
    layout.set_player(0, "life", 5)
    state = layout.done()
    assert "flying" not in view(state, handle(state, "Proof")).keywords


@shows(LandTypesAmong)
def test_305_6_basic_land_types_count_once_each() -> None:
    layout = Layout(2)
    text = "Proof gets +1/+1 for each basic land type among lands you control."
    layout.put(written("Proof", text, "Creature — Cat", power="1", toughness="1"), 0)
    layout.put(FOREST, 0, n=HUGE)
    layout.put(written("Both", "", "Land — Forest Island"), 0)
    layout.put(written("Pit", "", "Land — Desert"), 0)
    layout.put(written("Bog", "", "Land — Swamp"), 1)  # another player's
    state = layout.done()
    assert power(state, handle(state, "Proof")) == 3


@shows(During)
def test_602_5_an_ability_for_one_part_of_the_turn() -> None:
    layout = Layout(2)
    row = layout.put(written("Clock", "{0}: You gain 1 life. Activate only during your upkeep."), 0)
    state = layout.done()
    here = Choice("activate", 0, row)
    assert verify(state, here) is not None  # a main phase
    assert verify(until(state, "upkeep", 1), here) is not None  # another player's upkeep
    assert verify(until(until(state, "upkeep", 1), "upkeep", 0), here) is None


def test_201_2_cards_of_ones_own_name_are_counted() -> None:
    layout = Layout(2)
    named = spell("You gain life equal to the number of cards named Word in your graveyard.")
    row = layout.put(named, 0, "hand")
    layout.put(named, 0, "graveyard", n=3)
    layout.put(BEAR, 0, "graveyard")
    assert life(settled(play(layout.done(), Choice("cast", 0, row))), 0) == 23


@shows(Total)
def test_207_2c_formidable_adds_up_power() -> None:
    text = "When Proof enters, you gain life equal to the total power of creatures you control."
    layout = Layout(2)
    proof = written("Proof", text, "Creature — Cat", mana_cost="{0}", power="1", toughness="1")
    row = layout.put(proof, 0, "hand")
    layout.put(BEAR, 0, n=3)
    layout.put(BEAR, 1, n=9)
    assert life(settled(play(layout.done(), Choice("cast", 0, row))), 0) == 27
    ability = "{0}: You gain 1 life. Activate only if creatures you control have total power 8 or greater."
    for bears, able in ((4, True), (3, False)):
        layout = Layout(2)
        row = layout.put(written("Fort", ability), 0)
        layout.put(BEAR, 0, n=bears)
        assert (verify(layout.done(), Choice("activate", 0, row)) is None) is able
