"""The top card of a library that is revealed and stays there (701.20), and what is done with it."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_zones import RevealTop
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, settled, until
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.combats import written
from tests.support.shown import shows

LAND = "Reveal the top card of your library. If it's a land card, put it onto the battlefield. Otherwise, put that card into your hand."
DARK = "Reveal the top card of your library and put that card into your hand. You lose life equal to its mana value."
MAY = (
    "You may reveal the top card of your library. If you do, each opponent loses life equal to that card's mana value."
)
COSTLY = written("Costly", "", "Creature — Elf", mana_cost="{3}{G}", power="1", toughness="1")


def spoken(text: str, *library: Proto, answer: str = "") -> State:
    """The position after a sorcery of this text, over a library with these cards on top."""
    layout = Layout(2)
    row = layout.put(written("Word", text, "Sorcery", mana_cost="{0}"), 0, "hand")
    layout.library(0, [(proto, 1) for proto in library])
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    return settled(play(state, Choice("may", 0, answer=answer))) if answer else state


@shows(RevealTop)
def test_701_20_a_revealed_card_stays_where_it_is_until_it_is_put_somewhere() -> None:
    state = spoken(LAND, FOREST, BEAR)
    assert (count(state, "Forest"), count(state, "Bear", "library")) == (1, 1)
    state = spoken(LAND, BEAR, FOREST)
    assert (count(state, "Bear", "hand"), count(state, "Forest", "library")) == (1, 1)
    state = spoken(MAY, COSTLY, answer="yes")
    assert (count(state, "Costly", "library"), life(state, 1)) == (1, 16)
    assert life(spoken(MAY, COSTLY, answer="no"), 1) == 20


def test_110_1_what_is_said_of_a_creature_says_nothing_of_a_card_that_stays_in_the_library() -> None:
    text = "Reveal the top card of your library. If it's a creature card, put it onto the battlefield. That creature gains haste until end of turn. Sacrifice it at the beginning of the next end step."
    state = spoken(text, BEAR, FOREST)
    assert "haste" in view(state, handle(state, "Bear")).keywords
    state = spoken(text, FOREST, BEAR)
    assert count(state, "Forest", "library") == 1
    state = until(state, "upkeep", 1)
    assert count(state, "Forest", "graveyard") == 0


def test_202_3_the_mana_value_is_that_of_the_card_revealed() -> None:
    state = spoken(DARK, COSTLY, BEAR)
    assert (count(state, "Costly", "hand"), life(state, 0)) == (1, 16)
    assert life(spoken(DARK, FOREST, COSTLY), 0) == 20
    assert life(spoken(DARK), 0) == 20  # no card, nothing is revealed


def test_701_24_the_top_card_of_a_shuffled_library_is_not_known() -> None:
    layout = Layout(2)
    row = layout.put(written("Word", "Shuffle your library. " + LAND, "Sorcery", mana_cost="{0}"), 0, "hand")
    layout.library(0, [(FOREST, 1), (BEAR, 1)])
    with pytest.raises(Unsupported):
        settled(play(layout.done(), Choice("cast", 0, row)))
