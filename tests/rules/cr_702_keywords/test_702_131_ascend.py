"""Ascend: the city's blessing for the rest of the game (702.131)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.layout import Layout, under_control, undone_action
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State, player
from reiterate.terms.conditions import Blessed
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import Ascend
from tests.support.acting import HUGE, count, only, settled
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.shown import shows
from tests.support.texts import card, said

CITY = card("Ascend\nWhen Test Card enters, if you have the city's blessing, you gain 5 life.", "Creature — Elf")
GAIN = "Ascend\nYou gain 1 life. If you have the city's blessing, you gain 4 life instead."


def blessed(state: State, seat: int = 0) -> bool:
    """Whether a player has the city's blessing for the rest of the game."""
    return "blessed" in state.rows[player(seat)].cls.by_prop


def with_hand(held: Proto, lands: int, *more: Proto) -> State:
    """A card in hand with mana for it and for others, and lands."""
    layout = Layout(2)
    for each in (held, *more):
        layout.put(each, 0, "hand")
    if lands:
        layout.put(FOREST, 0, n=lands)
    layout.put(BEAR, 1, n=20)
    layout.set_player(0, "mana.R", 1 + len(more))
    return layout.done()


@shows(Ascend)
@shows(Blessed)
@pytest.mark.parametrize(("lands", "has"), [(0, False), (8, False), (9, True), (HUGE, True)])
def test_702_131b_ten_permanents_with_itself_among_them(lands: int, has: bool) -> None:
    state = with_hand(CITY, lands)
    assert not blessed(state)
    state = settled(play(state, said(state, "cast Test Card")))
    assert blessed(state) == has
    assert not blessed(state, 1)  # who has no ascend gets nothing
    assert life(state, 0) == 20 + 5 * has


def test_702_131b_it_stays_for_the_rest_of_the_game() -> None:
    wrath = card("Destroy all creatures and lands.", "Sorcery", "Wrath")
    state = with_hand(CITY, 9, wrath)
    state = settled(play(state, said(state, "cast Test Card")))
    state = settled(play(state, said(state, "cast Wrath")))
    assert count(state, "Forest") == 0
    assert blessed(state)
    assert blessed(state_from_json(state_to_json(state)))


def test_702_131b_tokens_that_are_gone_at_once_were_enough() -> None:
    party = card("Create three 1/1 green Elf creature tokens. Sacrifice three creatures.", "Sorcery", "Party")
    layout = Layout(2)
    layout.put(card("Ascend", "Creature — Imp", "Imp"), 0)
    layout.put(FOREST, 0, n=6)
    layout.put(party, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = play(state, said(state, "cast Party"))
    state = play(state, Choice("pass", decider(state)))
    state = play(state, Choice("pass", decider(state)))
    assert blessed(state)  # any time: ten permanents lay there between the two effects


@pytest.mark.parametrize(("lands", "gained"), [(9, 1), (10, 4)])
def test_702_131a_on_an_instant_it_is_done_first(lands: int, gained: int) -> None:
    state = with_hand(card(GAIN, "Instant", "Salve"), lands)
    state = settled(play(state, said(state, "cast Salve")))
    assert life(state, 0) == 20 + gained
    assert blessed(state) == (gained == 4)


def test_611_3_what_lasts_as_long_as_one_has_the_blessing() -> None:
    layout = Layout(2)
    layout.put(card("Ascend\nTest Card gets +2/+2 as long as you have the city's blessing.", "Creature — Elf"), 0)
    layout.put(FOREST, 0, n=9)
    state = layout.done()
    handle = next(h for h, row in state.rows.items() if row is only(state, "Test Card"))
    assert power(state, handle) == 4
    layout = Layout(2)
    layout.put(card("Ascend\nTest Card gets +2/+2 as long as you have the city's blessing.", "Creature — Elf"), 0)
    layout.put(FOREST, 0, n=8)
    state = layout.done()
    handle = next(h for h, row in state.rows.items() if row is only(state, "Test Card"))
    assert power(state, handle) == 2


def test_702_131b_a_position_that_is_laid_out_has_the_blessing() -> None:
    layout = Layout(2)
    layout.put(CITY, 0)
    layout.put(FOREST, 0, n=9)
    bare = layout.done()
    assert undone_action(bare) == (player(0), "p1 would get the city's blessing", "702.131b")
    state = under_control(bare)
    assert blessed(state) and not blessed(state, 1) and undone_action(state) is None
