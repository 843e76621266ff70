"""Conditions on what an opponent has, each opponent alone, and on what all of them have together (603.4, 109.4)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from reiterate.terms.conditions import Rival
from tests.support.boards import BEAR, FOREST
from tests.support.shown import shows
from tests.support.texts import card


def holds(words: str, lands: tuple[int, ...], *, lives: tuple[int, ...] = (), hands: tuple[int, ...] = ()) -> bool:
    """Whether a condition of the first player holds, with so many lands, so much life and so many cards of each player."""
    layout = Layout(len(lands))
    row = layout.put(card(f"As long as {words}, Test Card has flying.", "Creature — Test"), 0)
    for seat, many in enumerate(lands):
        if many:
            layout.put(FOREST, seat, n=many)
    for seat, life in enumerate(lives):
        layout.set_player(seat, "life", life)
    for seat, many in enumerate(hands):
        if many:
            layout.put(BEAR, seat, "hand", n=many)
    return "flying" in view(layout.done(), row).keywords


@shows(Rival)
@pytest.mark.parametrize(("lands", "more"), [((2, 3), True), ((3, 3), False), ((3, 2, 2), False), ((3, 2, 4), True)])
def test_603_4_an_opponent_controls_more_than_you(lands: tuple[int, ...], more: bool) -> None:
    assert holds("an opponent controls more lands than you", lands) == more


@pytest.mark.parametrize(("lands", "more"), [((0, 7), True), ((9, 6), False), ((0, 4, 4), False), ((0, 1, 7), True)])
def test_603_4_an_opponent_controls_so_many_alone(lands: tuple[int, ...], more: bool) -> None:
    assert holds("an opponent controls seven or more lands", lands) == more


@pytest.mark.parametrize(("lands", "more"), [((0, 7), True), ((9, 6), False), ((0, 4, 4), True), ((0, 3, 3), False)])
def test_603_4_your_opponents_control_so_many_together(lands: tuple[int, ...], more: bool) -> None:
    assert holds("your opponents control seven or more lands", lands) == more


@pytest.mark.parametrize(("lands", "more"), [((1, 5), True), ((1, 4), False), ((0, 1, 4), True)])
def test_603_4_an_opponent_controls_at_least_so_many_more(lands: tuple[int, ...], more: bool) -> None:
    assert holds("an opponent controls at least four more lands than you", lands) == more


@pytest.mark.parametrize(
    ("words", "lives", "holding"),
    [
        ("an opponent has more life than you", (10, 11), True),
        ("an opponent has more life than you", (11, 11), False),
        ("no opponent has more life than you", (11, 11), True),
        ("you have more life than each opponent", (12, 11, 11), True),
        ("you have more life than each opponent", (12, 11, 12), False),
    ],
)
def test_603_4_life_of_opponents(words: str, lives: tuple[int, ...], holding: bool) -> None:
    assert holds(words, (0,) * len(lives), lives=lives) == holding


@pytest.mark.parametrize(("hands", "most"), [((3, 2, 1), True), ((3, 3, 1), False), ((0, 0), False)])
def test_603_4_more_cards_in_hand_than_each_opponent(hands: tuple[int, ...], most: bool) -> None:
    assert holds("you have more cards in hand than each opponent", (0,) * len(hands), hands=hands) == most
