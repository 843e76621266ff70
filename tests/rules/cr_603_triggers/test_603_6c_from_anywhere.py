"""A card is put into a graveyard "from anywhere": such an ability never looks back (603.6c, 603.10)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.texts import card, said

ANYWHERE = "Whenever a card is put into an opponent's graveyard from anywhere, you gain 1 life."
FROM_THERE = "Whenever a creature is put into your graveyard from the battlefield, you gain 1 life."
LANDS = "Whenever one or more land cards are put into your graveyard from anywhere, draw a card."


def cast(text: str, spell: str, kind: str = "Creature — Zombie", bears: int = 1) -> State:
    """After a spell that destroys something was cast beside a permanent of that text."""
    layout = Layout(2)
    layout.put(card(text, kind, "Watcher"), 0, label="watcher")
    layout.put(BEAR, 0, label="mine")
    layout.put(BEAR, 1, label="theirs", n=bears)
    layout.put(creature("Elf", token=True), 1, label="token")
    layout.put(FOREST, 0)
    layout.put(card(spell, "Sorcery", "Wrath"), 0, "hand")
    layout.put(FOREST, 0, "library", 3)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return settled(play(state, said(state, "cast Wrath")))


def life(state: State) -> object:
    return state.rows[1].num["life"]


@pytest.mark.parametrize("bears", [1, 3])
def test_603_6c_what_leaves_at_the_same_time_sees_nothing_from_anywhere(bears: int) -> None:
    """Nobody has the ability immediately after the event, and 603.6c says that the game doesn't look back for it."""
    assert life(cast(ANYWHERE, "Destroy all creatures.", bears=bears)) == 20


@pytest.mark.parametrize("bears", [1, 3])
def test_603_10_what_stays_sees_each_card_but_no_token(bears: int) -> None:
    assert life(cast(ANYWHERE, "Destroy all creatures.", "Enchantment", bears)) == 20 + bears


def test_603_6c_from_the_battlefield_looks_back() -> None:
    """The watcher and the bear of its player were put there from the battlefield."""
    assert life(cast(FROM_THERE, "Destroy all creatures.")) == 22


@pytest.mark.parametrize(("spell", "drawn"), [("Destroy all lands.", 1), ("Destroy all permanents.", 0)])
def test_603_6c_one_or_more_cards_from_anywhere(spell: str, drawn: int) -> None:
    state = cast(LANDS, spell)
    hand = [row for row in state.rows.values() if row.cls.zone == "hand" and row.cls.owner == 0]
    assert sum(int(str(row.n)) for row in hand) == drawn
