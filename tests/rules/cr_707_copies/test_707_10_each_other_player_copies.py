"""A spell that each other player copies, with targets of their own (707.10, 707.10c). Worked out before it was played."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import BOLT, around, handle, says, settled
from tests.support.boards import play
from tests.support.own_cards import card_read

HIVE = (
    "Whenever a player casts an instant or sorcery spell, each other player copies that spell. "
    "Each of those players may choose new targets for their copy."
)


def laid(players: int) -> State:
    layout = Layout(players)
    layout.put(card_read("Own", HIVE, types="Enchantment"), 0)
    layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return layout.done()


def test_707_10_each_other_player_controls_a_copy_and_may_aim_it_anew() -> None:
    state = laid(3)
    state = around(play(state, Choice("cast", 0, handle(state, "Bolt", "hand"), targets=(2,))))
    for target in (1, 3):  # p2 aims at p1, p3 at itself
        state = says(state, picks=((target, 1),))
    state = settled(state)
    assert [state.rows[row].get("life") for row in (1, 2, 3)] == [17, 17, 17]


def test_707_10c_targets_that_are_kept_stay() -> None:
    state = laid(2)
    state = around(play(state, Choice("cast", 0, handle(state, "Bolt", "hand"), targets=(2,))))
    assert decider(state) == 1
    state = settled(says(state, picks=((2, 1),)))
    assert [state.rows[row].get("life") for row in (1, 2)] == [20, 14]
