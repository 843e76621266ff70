"""Permanents that untap during each other player's untap step, beside those of the active player (502.3)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.static_effects import UntapsToo
from tests.support.acting import only, settled, until
from tests.support.boards import BEAR, FOREST, creature
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card

MUSE = "Untap all permanents you control during each other player's untap step."


def tapped(state: State) -> set[str]:
    """The names of the permanents that are tapped."""
    rows = (row.cls for row in state.rows.values() if row.cls.zone == "battlefield" and row.cls.tapped)
    return {cls.proto.name for cls in rows if cls.proto is not None}


def board(text: str, players: int = 2, owner: int = 0) -> Layout:
    """The first player's permanents of three kinds, all tapped, with a card of this text of some player."""
    layout = Layout(players)
    layout.put(BEAR, 0, tapped=True, n=3)
    layout.put(FOREST, 0, tapped=True)
    layout.put(card("", "Artifact", "Rock"), 0, tapped=True)
    layout.put(card(text, "Artifact", "Muse"), owner, tapped=True)
    return layout


@shows(UntapsToo)
@pytest.mark.parametrize(
    ("text", "left"),
    [
        (MUSE, set[str]()),
        ("Untap all creatures and lands you control during each other player's untap step.", {"Rock", "Muse"}),
        ("Untap all artifacts you control during each other player's untap step.", {"Grizzly Bears", "Forest"}),
        ("Untap Muse during each other player's untap step.", {"Grizzly Bears", "Forest", "Rock"}),
        ("Untap each creature you control with a +1/+1 counter on it during each other player's untap step.", None),
    ],
)
def test_502_3_in_another_players_untap_step(text: str, left: set[str] | None) -> None:
    everything = {BEAR.name, "Forest", "Rock", "Muse"}
    state = until(board(text).done(), "upkeep", 1)
    named = {BEAR.name if name == "Grizzly Bears" else name for name in (everything if left is None else left)}
    assert tapped(state) == named


def test_502_3_not_in_the_untap_step_of_a_player_whose_permanents_these_are_not() -> None:
    """The effect is the second player's: nothing of the first untaps, and nothing is untapped twice in the own step."""
    state = until(board(MUSE, owner=1).done(), "upkeep", 1)
    assert tapped(state) == {BEAR.name, "Forest", "Rock"}


def test_502_3_in_each_other_players_step_of_three() -> None:
    state = until(board(MUSE, players=3).done(), "upkeep", 1)
    state = run(state, "pass", "pass", "activate Forest")
    assert tapped(state) == {"Forest"}
    assert tapped(until(state, "upkeep", 2)) == set()


def test_502_3_what_does_not_untap_in_its_own_step_untaps_in_anothers() -> None:
    layout = Layout(2)
    layout.put(card("Sloth doesn't untap during your untap step.", "Creature — Sloth", "Sloth"), 0, tapped=True)
    layout.put(card(MUSE, "Artifact", "Muse"), 0)
    assert tapped(until(layout.done(), "upkeep", 1)) == set()


def test_122_1d_a_stun_counter_goes_instead_once_for_two_such_effects() -> None:
    layout = Layout(2)
    layout.put(creature("Ox"), 0, tapped=True, counters={"stun": 1})
    layout.put(card(MUSE, "Artifact", "Muse"), 0, n=2)
    state = until(layout.done(), "upkeep", 1)
    ox = only(state, "Ox")
    assert ox.cls.tapped and ox.get("counter.stun") == 0


def test_502_3_what_stays_tapped_in_its_controllers_next_untap_step_waits_for_that_step() -> None:
    layout = Layout(2)
    layout.put(creature("Ox"), 0)
    text = "Tap target creature. It doesn't untap during its controller's next untap step."
    layout.put(card(text, "Instant", "Frost", "{0}"), 0, "hand")
    layout.put(card(MUSE, "Artifact", "Muse"), 0)
    state = settled(run(layout.done(), "cast Frost targeting Ox"))
    state = until(state, "upkeep", 1)
    assert tapped(state) == set()
    assert only(state, "Ox").cls.by_prop.get("stays tapped")
