"""Mana that can't be spent on some spells, and mana for spells of a chosen type, from other zones, or for a commander (106.6)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_mana import all_but, barred_by, naming_type, only_of
from reiterate.terms.proto import Proto
from tests.support.acting import settled
from tests.support.boards import creature, play
from tests.support.written import card, not_read

ADDS = "{{T}}: Add {{C}}{{C}}. {}"
BEAR = creature("Bear", 2, 2, cost=("2",))
ELF = card("Flying", "Creature — Elf", "{2}", "Elf", power="1", toughness="1")
SHIFT = card("Changeling", "Creature — Shapeshifter", "{2}", "Shift", power="1", toughness="1")
BOX = Proto("Box", ("artifact",), (), (), (), ("2",))
USER = card("{2}: You gain 1 life.", "Enchantment", name="User")


def added(text: str, *hand: Proto, zone: str = "hand", chosen: str = "") -> tuple[State, list[int]]:
    """Two mana by a land of these words, and the rows of some cards in a zone."""
    layout = Layout(2)
    rest = "As this land enters, choose a creature type.\n" if chosen else ""
    land = layout.put(card(rest + ADDS.format(text), "Land", "", name="Own"), 0)
    if chosen:
        layout.choose(land, "type", chosen)
    rows = [layout.put(proto, 0, zone) for proto in hand]
    return play(layout.done(), Choice("activate", 0, land)), rows


def castable(state: State, rows: list[int]) -> list[bool]:
    return [verify(state, Choice("cast", 0, row)) is None for row in rows]


@pytest.mark.parametrize(
    ("text", "bear", "box", "ability"),
    [
        ("This mana can't be spent to cast a nonartifact spell.", False, True, True),
        ("This mana can't be spent to cast nonartifact spells.", False, True, True),
        ("This mana can't be spent to cast spells.", False, False, True),
        ("This mana can't be spent to cast spells from your hand.", False, False, True),
    ],
)
def test_106_6_what_it_cant_be_spent_on_is_barred_and_nothing_else(
    text: str, bear: bool, box: bool, ability: bool
) -> None:
    state, rows = added(text, BEAR, BOX)
    assert castable(state, rows) == [bear, box]
    layout = Layout(2)
    land, user = layout.put(card(ADDS.format(text), "Land", "", name="Own"), 0), layout.put(USER, 0)
    state = play(layout.done(), Choice("activate", 0, land))
    assert (verify(state, Choice("activate", 0, user)) is None) == ability


@pytest.mark.parametrize(
    "text",
    [
        "Spend this mana only to cast a spell from anywhere other than your hand.",
        "This mana can't be spent to cast spells from your hand.",
    ],
)
def test_106_6_a_spell_from_the_graveyard_is_not_from_the_hand(text: str) -> None:
    back = card("You gain 1 life.\nFlashback {2}", "Sorcery", "{2}", "Back")
    state, (row,) = added(text, back, zone="graveyard")
    assert verify(state, Choice("cast", 0, row, how=("flashback",))) is None
    assert castable(*added(text, back)) == [False]


def test_106_6_mana_for_creature_spells_of_the_chosen_type() -> None:
    """An Elf, and what has every creature type (702.73a); no Bear."""
    state, rows = added(
        "Spend this mana only to cast a creature spell of the chosen type.", BEAR, ELF, SHIFT, chosen="Elf"
    )
    assert castable(state, rows) == [False, True, True]


def test_607_2d_the_mana_itself_names_the_type() -> None:
    state, rows = added("Spend this mana only to cast a creature spell of the chosen type.", ELF, chosen="Elf")
    assert [slot for slot in state.rows[1].num if "Elf creature spell" in slot]
    state = settled(play(state, Choice("cast", 0, rows[0])))
    assert any(row.cls.proto == ELF and row.cls.zone == "battlefield" for row in state.rows.values())


def test_106_6_mana_that_may_be_added_is_restricted_as_well() -> None:
    assert not not_read(
        "At the beginning of your upkeep, you may add {C}{C}. This mana can't be spent to cast spells.", "Artifact"
    )


@pytest.mark.parametrize(
    "text",
    [
        "This mana can't be spent to pay generic mana costs.",
        "This mana can't be spent to cast a creature spells.",
        "This mana can't be spent to cast nonhuman spells.",
        "Spend this mana only to cast creature spells of the chosen type.",
    ],
)
def test_106_6_other_words_are_not_read(text: str) -> None:
    assert not_read(ADDS.format(text), "Land")


@pytest.mark.parametrize("barred", ["cast nonartifact spells", "cast spells", "cast spells from your hand"])
def test_106_6_what_is_barred_is_told_again(barred: str) -> None:
    assert only_of(all_but(barred)) is not None and barred_by(all_but(barred)) == barred


def test_106_6_a_type_is_put_in_with_its_article() -> None:
    text = "cast a creature spell of the chosen type or activate an ability of a source of the chosen type"
    assert naming_type(text, "Elf") == "cast an Elf creature spell or activate an ability of an Elf source"
    assert only_of(naming_type(text, "Elf")) is not None
