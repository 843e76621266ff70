"""What several players do of a number of their own, and damage to each other than what deals it (608.2e, 101.4, 120.1).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, only, question, says, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.own_cards import card_read

HALVES = (
    "Each player loses half their life, then discards half the cards in their hand, "
    "then sacrifices half the creatures they control of their choice. Round {} each time."
)
MOURNER = card_read("Mourner", "Whenever another creature dies, you gain 1 life.")


def laid(*there: tuple[Proto, int], hand: Proto, hands: tuple[int, int] = (0, 0)) -> State:
    layout = Layout(2)
    for proto, seat in there:
        layout.put(proto, seat)
    for seat, cards in enumerate(hands):
        for i in range(cards):
            layout.put(creature(f"Card {seat} {i}", 1, 1), seat, "hand")
    layout.put(hand, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    return layout.done()


def cast(state: State, name: str, targets: tuple[int, ...] = ()) -> State:
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=targets)))


def answered(state: State) -> State:
    """Each question is answered with the first thing that may be chosen."""
    while asked(state) != "priority":
        state = play(state, first(state, options(state)[0]))
    return settled(state)


@pytest.mark.parametrize(
    ("rounding", "life", "cards", "creatures"), [("up", 9, (1, 2), (1, 0)), ("down", 10, (2, 3), (2, 1))]
)
def test_107_1a_each_half_is_of_each_players_own_number(
    rounding: str, life: int, cards: tuple[int, int], creatures: tuple[int, int]
) -> None:
    spell = card_read("Halves", HALVES.format(rounding), types="Sorcery")
    state = laid((BEAR, 0), (creature("Elf", 1, 1), 0), (creature("Ox", 3, 3), 0), (BEAR, 1), hand=spell, hands=(3, 5))
    state = laid_life(state)
    state = answered(cast(state, "Halves"))
    assert [state.rows[1].get("life"), state.rows[2].get("life")] == [life, life]
    hands = [sum(r.cls.zone == "hand" and r.cls.owner == s for r in state.rows.values()) for s in (0, 1)]
    assert tuple(hands) == cards
    left = [
        sum(r.cls.zone == "battlefield" and r.cls.controller == s and r.cls.kind == "card" for r in state.rows.values())
        for s in (0, 1)
    ]
    assert tuple(left) == creatures


def laid_life(state: State) -> State:
    """Both players have 19 life."""
    draft = Draft(state)
    for seat in (0, 1):
        add(draft, "", player(seat), "life", -1)
    return draft.done()


def test_608_2e_what_players_sacrifice_leaves_at_the_same_time() -> None:
    spell = card_read("Halves", HALVES.format("up"), types="Sorcery")
    state = laid((MOURNER, 0), (BEAR, 1), hand=spell)
    before = 20 - 10
    state = answered(cast(state, "Halves"))
    assert not count(state, "Mourner") and not count(state, "Bear")
    assert state.rows[1].get("life") == before + 1  # 603.10a: it sees the Bear die beside itself


IGNITION = "Target creature you control deals damage equal to its power to each other creature and each opponent."


def test_120_1_damage_to_each_other_creature_spares_the_one_that_deals_it() -> None:
    spell = card_read("Spread", IGNITION, types="Sorcery")
    own, theirs = creature("Own", 4, 4), creature("Theirs", 5, 5)
    state = laid((own, 0), (BEAR, 0), (theirs, 1), hand=spell)
    state = cast(state, "Spread", (handle(state, "Own"),))
    assert not only(state, "Own").get("damage") and only(state, "Theirs").get("damage") == 4
    assert not count(state, "Bear")
    assert (state.rows[1].get("life"), state.rows[2].get("life")) == (20, 16)


TURNS = (
    "Choose artifact, creature, or land. Tap all untapped permanents of the chosen type target player controls, "
    "or untap all tapped permanents of that type that player controls."
)


@pytest.mark.parametrize(
    ("mode", "tapped"), [(5, {"Forest", "Bear", "Elf"}), (6, {"Elf"}), (3, {"Forest", "Elf", "Bear"}), (4, {"Forest"})]
)
def test_608_2d_the_type_and_what_is_done_are_chosen_as_it_resolves(mode: int, tapped: set[str]) -> None:
    spell = card_read("Turns", TURNS, types="Instant")
    layout = Layout(2)
    layout.put(FOREST, 1, tapped=mode != 5)
    layout.put(creature("Elf", 1, 1), 1, tapped=True)
    layout.put(BEAR, 1, tapped=mode == 5)
    layout.put(BEAR, 0)
    layout.put(spell, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = cast(layout.done(), "Turns", (2,))
    assert question(state)[0] == "mode"
    state = settled(says(state, f"mode {mode}"))
    found = {r.cls.proto.name for r in state.rows.values() if r.cls.tapped and r.cls.proto is not None}
    assert found == tapped
    assert not any(r.cls.tapped for r in state.rows.values() if r.cls.controller == 0 and r.cls.zone == "battlefield")
