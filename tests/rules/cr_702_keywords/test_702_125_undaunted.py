"""Undaunted (702.125): {1} less for each opponent who is in the game."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.leaving import CONCEDED, leave
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import settled
from tests.support.boards import life, play


def spell(text: str, cost: str) -> Proto:
    """A sorcery of these words."""
    found = compile_card({"name": "Call", "type_line": "Sorcery", "mana_cost": cost, "oracle_text": text})
    assert found.complete
    return found.proto


def with_red(text: str, cost: str, players: int, red: int) -> tuple[State, int]:
    """The first of some players with a sorcery in hand and so much red mana."""
    layout = Layout(players)
    row = layout.put(spell(text, cost), 0, "hand")
    layout.set_player(0, "mana.R", red)
    return layout.done(), row


def least(text: str, cost: str, players: int) -> int:
    """The least mana for which the sorcery can be cast."""
    for red in range(12):
        state, row = with_red(text, cost, players, red)
        if verify(state, Choice("cast", 0, row)) is None:
            return red
    raise AssertionError("not for 11")


TEXT = "Undaunted\nYou gain 3 life."


@pytest.mark.parametrize(
    ("cost", "players", "paid"),
    [
        ("{5}{R}", 2, 5),
        ("{5}{R}", 3, 4),
        ("{5}{R}", 4, 3),
        ("{1}{R}", 4, 1),  # 118.7a: of generic mana alone
        ("{R}{R}", 4, 2),
    ],
)
def test_702_125a_generic_mana_less_for_each_opponent(cost: str, players: int, paid: int) -> None:
    assert least(TEXT, cost, players) == paid
    state, row = with_red(TEXT, cost, players, paid)
    assert life(settled(play(state, Choice("cast", 0, row))), 0) == 23


def test_702_125b_a_player_who_has_left_is_no_opponent_any_more() -> None:
    state, row = with_red(TEXT, "{5}{R}", 4, 3)
    assert verify(state, Choice("cast", 0, row)) is None
    gone = leave(state, 2, CONCEDED)
    assert not isinstance(gone, Refusal)
    assert verify(gone[0], Choice("cast", 0, row)) is not None  # two opponents are left: {3}{R}


def test_702_125c_each_instance_applies() -> None:
    assert least("Undaunted\nUndaunted\nYou gain 3 life.", "{5}{R}", 3) == 2
