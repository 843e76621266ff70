"""Firebending: red mana as a creature attacks, which stays until the combat phase ends (702.189)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.turn_structure import step_name
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from tests.support.acting import onward, settled
from tests.support.boards import BEAR, play
from tests.support.shown import shows
from tests.support.texts import card, code, said

COMBAT = "R until end of combat"


def have(state: State) -> dict[str, Amount]:
    """The mana in the first player's pool by its names."""
    num = state.rows[player(0)].num
    return {slot.removeprefix(MANA): n for slot, n in num.items() if slot.startswith(MANA) and n != 0}


def attacked(text: str, n: Amount = 1, spell: str = "") -> State:
    """The position in which the triggers of attacking Soldiers have resolved; a Spell was cast before."""
    layout = Layout(2)
    layout.put(card(text, "Creature — Human", "Soldier", size=3), 0, n=n)
    layout.put(BEAR, 0)
    if spell:
        layout.put(card(spell, "Instant", "Spell"), 0, "hand")
        layout.set_player(0, "mana.R", 1)
    state = layout.done()
    if spell:
        state = settled(play(state, said(state, "cast Spell")))
    while asked(state) != "attack":
        state = onward(state)
    state = play(state, said(state, "attack with Soldier" if n == 1 else "attack with all Soldier"))
    while asked(state) == "order":
        state = play(state, Choice("order", 0, min(waiting_abilities(state)), count=1))
    return state


def at(state: State, step: str) -> State:
    """The next time that a step begins, with nothing done on the way."""
    while step_name(state) != step:
        state = onward(state)
    return state


@shows("firebending")
def test_702_189a_it_adds_red_mana_that_stays_until_end_of_combat() -> None:
    state = attacked("Firebending 2")
    assert have(state) == {}  # it could be responded to: it is no mana ability (605.1b)
    assert len(state.stack) == 1
    state = settled(state)
    assert have(state) == {COMBAT: 2}
    state = at(state, "endcombat")
    assert have(state) == {COMBAT: 2}
    assert have(at(state, "main2")) == {}


@pytest.mark.parametrize(
    ("text", "red"),
    [
        ("Firebending X, where X is Soldier's power.", 3),
        ("Firebending X where X is the number of creatures you control.", 2),
        ("Firebending 1\nFirebending 2", 3),
        ("Soldier has firebending 2 as long as you control a creature.", 2),
        ("Soldier has firebending 2 as long as you control a planeswalker.", 0),
    ],
)
def test_702_189a_how_much(text: str, red: int) -> None:
    assert have(settled(attacked(text))) == ({COMBAT: red} if red else {})


@pytest.mark.parametrize(
    ("spell", "red"),
    [
        ("Each creature you control gains firebending 5 until end of turn.", 6),
        ("Creatures you control gain firebending 1 until end of turn.", 2),
        ("Creatures you control lose all abilities until end of turn.", 0),
    ],
)
def test_613_1f_firebending_that_is_granted_or_lost(spell: str, red: int) -> None:
    state = attacked("Firebending 1", spell=spell)
    assert have(settled(state)) == ({COMBAT: red} if red else {})


@pytest.mark.parametrize("n", [1, 5])
def test_702_189a_each_of_a_group_firebends(n: int) -> None:
    assert have(settled(attacked("Firebending 3", n))) == {COMBAT: 3 * n}


def test_702_189a_a_token_with_firebending() -> None:
    layout = Layout(2)
    words = "Create two 2/2 red Soldier creature tokens with firebending 1."
    layout.put(card(words, "Instant", "Call"), 0, "hand")
    layout.put(card("Creatures you control have haste.", name="Banner"), 0)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Call")))
    while asked(state) != "attack":
        state = onward(state)
    state = settled(play(state, said(state, "attack with all Soldier")))
    assert have(state) == {COMBAT: 2}


def test_605_1b_it_pays_for_a_spell_in_the_same_combat_and_for_none_behind_it() -> None:
    layout = Layout(2)
    layout.put(card("Firebending 1", "Creature — Human", "Soldier"), 0)
    layout.put(card("You gain 1 life.", "Instant", "Blessing"), 0, "hand")
    state = layout.done()
    while asked(state) != "attack":
        state = onward(state)
    state = settled(play(state, said(state, "attack with Soldier")))
    assert code(at(state, "endcombat"), "cast Blessing") == ""
    assert code(at(state, "main2"), "cast Blessing") == "mana-short"
