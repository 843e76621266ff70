"""What asks whether a permanent left the battlefield this turn, and cards of one player's graveyard (207.2c, 404.1)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.declare_attackers import attacker_refusal
from reiterate.state.model import State
from tests.support.acting import count, handle, only, question, says, settled, until
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.combats import written

KILL = written("Kill", "Destroy target creature.", "Instant", mana_cost="{0}")
REVOLT = written(
    "Word", "If a permanent you controlled left the battlefield this turn, you gain 5 life.", "Instant", mana_cost="{0}"
)


def killed(seat: int, turns: int = 0) -> State:
    """The position after a Bear of a player has died, so many turns later, with the question asked."""
    layout = Layout(2)
    bear = layout.put(BEAR, seat)
    kill = layout.put(KILL, 0, "hand")
    layout.put(REVOLT, 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, kill, targets=(bear,))))
    if turns:
        state = until(until(state, "upkeep", 1), "upkeep", 0)
    return settled(play(state, Choice("cast", 0, handle(state, "Word", "hand"))))


def test_207_2c_revolt_asks_for_ones_own_permanents_of_this_turn() -> None:
    assert life(killed(0), 0) == 25
    assert life(killed(1), 0) == 20  # another player controlled it
    assert life(killed(0, turns=2), 0) == 20


def test_404_1_a_graveyard_is_one_players() -> None:
    layout = Layout(3)
    row = layout.put(written("Word", "Exile target player's graveyard.", "Sorcery", mana_cost="{0}"), 0, "hand")
    layout.put(BEAR, 1, "graveyard", n=3)
    layout.put(FOREST, 2, "graveyard")
    state = settled(play(layout.done(), Choice("cast", 0, row, targets=(2,))))
    assert (count(state, "Bear", "exile"), count(state, "Forest", "graveyard")) == (3, 1)


def test_701_23a_another_player_may_search_their_own_library() -> None:
    text = "Exile target creature. Its controller may search their library for a basic land card, put that card onto the battlefield tapped, then shuffle."
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    layout.library(1, [(BEAR, 2), (written("Grove", "", "Basic Land — Forest"), 1)])
    row = layout.put(written("Word", text, "Instant", mana_cost="{0}"), 0, "hand")
    asking = settled(play(layout.done(), Choice("cast", 0, row, targets=(bear,))))
    state = settled(play(asking, Choice("may", 1, answer="yes")))
    assert question(state)[1] == 1  # who searches chooses
    state = settled(says(state, picks=((handle(state, "Grove", "library"), 1),)))
    forest = only(state, "Grove")
    assert (count(state, "Bear", "exile"), forest.cls.controller, forest.cls.tapped) == (1, 1, True)
    assert count(settled(play(asking, Choice("may", 1, answer="no"))), "Grove") == 0


def test_603_6c_the_card_that_an_enchanted_creature_became_is_returned() -> None:
    text = "Enchant creature\nWhen enchanted creature dies, return that card to the battlefield under your control."
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    aura = layout.put(written("Web", text, "Enchantment — Aura", mana_cost="{0}"), 0, "hand")
    kill = layout.put(KILL, 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, aura, targets=(bear,))))
    state = settled(play(state, Choice("cast", 0, kill, targets=(bear,))))
    back = only(state, "Bear")
    assert (back.cls.controller, back.cls.owner, count(state, "Web", "graveyard")) == (0, 1, 1)


def test_702_3b_a_creature_with_defender_that_can_attack() -> None:
    text = "Defender\nWall can attack as though it didn't have defender as long as you control an artifact."
    for relics, able in ((1, True), (0, False)):
        layout = Layout(2)
        row = layout.put(written("Wall", text, "Creature — Wall", power="1", toughness="4"), 0)
        if relics:
            layout.put(written("Relic", "", "Artifact"), 0)
        assert (attacker_refusal(layout.done(), row, 0) is None) is able
