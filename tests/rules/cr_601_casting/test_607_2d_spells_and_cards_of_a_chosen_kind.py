"""Spells and cards of the creature type, or the colour, that was chosen as the source entered (607.2d)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import around, handle, says, settled, until
from tests.support.boards import life, play
from tests.support.written import card

ELF = card("Flying", "Creature — Elf", "{2}", "Elf", power="1", toughness="1")
CAT = card("Flying", "Creature — Cat", "{2}", "Cat", power="1", toughness="1")
SHAPE = card("Changeling", "Creature — Shapeshifter", "{2}", "Shape", power="1", toughness="1")
RED = card("You gain 1 life.", "Sorcery", "{0}", "Red", colors=["R"])
BLUE = card("You gain 1 life.", "Sorcery", "{0}", "Blue", colors=["U"])
TYPE, COLOR = "As this artifact enters, choose a creature type.\n", "As this artifact enters, choose a color.\n"


def laid(text: str, zone: str, *cards: Proto, chosen: str = "Elf", seat: int = 0, mana: int = 9) -> tuple[State, int]:
    """An artifact with a choice made, and cards of a player in a zone."""
    layout = Layout(2, active=seat)
    color = len(chosen) == 1
    own = layout.put(card((COLOR if color else TYPE) + text, "Artifact", "{1}", "Own"), 0)
    layout.choose(own, "color" if color else "type", chosen)
    if zone == "library":
        layout.library(0, [(proto, 1) for proto in cards])
    else:
        for proto in cards:
            layout.put(proto, seat, zone)
    layout.set_player(seat, "mana.C", mana)
    return layout.done(), own


def castable(state: State, names: tuple[str, ...], seat: int = 0) -> list[bool]:
    return [verify(state, Choice("cast", seat, handle(state, name, "hand"))) is None for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Creature spells of the chosen type cost {2} less to cast.",
        "Spells you cast of the chosen type cost {2} less to cast.",
    ],
)
def test_601_2f_spells_of_the_chosen_type_cost_less(text: str) -> None:
    """{2} less is {0}; a changeling is an Elf in every zone (702.73a)."""
    state, _ = laid(text, "hand", ELF, CAT, SHAPE, mana=0)
    assert castable(state, ("Elf", "Cat", "Shape")) == [True, False, True]


def test_601_3_spells_of_the_chosen_color_cant_be_cast() -> None:
    text = "Your opponents can't cast spells of the chosen color."
    state, _ = laid(text, "hand", RED, BLUE, chosen="R", seat=1)
    assert castable(state, ("Red", "Blue"), 1) == [False, True]
    mine, _ = laid(text, "hand", RED, BLUE, chosen="R")
    assert castable(mine, ("Red", "Blue")) == [True, True]


@pytest.mark.parametrize(("name", "gained"), [("Elf", 1), ("Cat", 0)])
def test_603_2_casting_a_spell_of_the_chosen_type(name: str, gained: int) -> None:
    state, _ = laid("Whenever you cast a creature spell of the chosen type, you gain 1 life.", "hand", ELF, CAT)
    assert life(settled(play(state, Choice("cast", 0, handle(state, name, "hand")))), 0) == 20 + gained


def test_115_1_a_card_of_the_chosen_type_in_a_graveyard_is_a_target() -> None:
    state, own = laid(
        "{1}: Return target creature card of the chosen type from your graveyard to your hand.",
        "graveyard",
        ELF,
        CAT,
        SHAPE,
    )
    legal = [
        verify(state, Choice("activate", 0, own, targets=(handle(state, name, "graveyard"),))) is None
        for name in ("Elf", "Cat", "Shape")
    ]
    assert legal == [True, False, True]


def test_608_2d_a_card_of_the_chosen_type_from_the_hand() -> None:
    state, own = laid(
        "{1}: You may put a creature card of the chosen type from your hand onto the battlefield.", "hand", CAT, ELF
    )
    state = around(play(state, Choice("activate", 0, own)))
    state = play(state, Choice("may", 0, answer="yes"))
    assert asked(state) == "priority"  # the Elf is the only one
    assert handle(state, "Elf") >= 0 and handle(state, "Cat", "hand") >= 0


def test_608_2d_cards_of_the_chosen_type_among_those_revealed() -> None:
    text = "{1}: Reveal the top three cards of your library. Put all creature cards of the chosen type from among them into your hand. Put the rest on the bottom of your library."
    state, own = laid(text, "library", CAT, ELF, SHAPE)
    state = around(play(state, Choice("activate", 0, own)))
    assert handle(state, "Elf", "hand") >= 0 and handle(state, "Shape", "hand") >= 0
    assert not [h for h, row in state.rows.items() if row.cls.proto == CAT and row.cls.zone == "hand"]


@pytest.mark.parametrize(("top", "able"), [(ELF, True), (CAT, False)])
def test_401_5_spells_of_the_chosen_type_from_the_top_of_the_library(top: Proto, able: bool) -> None:
    text = "You may look at the top card of your library any time.\nYou may cast creature spells of the chosen type from the top of your library."
    state, _ = laid(text, "library", top, CAT)
    row = state.seqs["library.0"][0]
    assert (verify(state, Choice("cast", 0, row)) is None) == able


def test_603_2_a_card_that_was_looked_at_is_of_the_chosen_type() -> None:
    text = "At the beginning of your upkeep, look at the top card of your library. If it's a creature card of the chosen type, you may reveal it and put it into your hand."
    state, _ = laid(text, "library", ELF, CAT, CAT, seat=1)
    state = settled(until(state, "upkeep", 0))
    state = says(state, "Elf")
    assert handle(state, "Elf", "hand") >= 0
