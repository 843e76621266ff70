"""Forecast (702.57): an activated ability of a card in hand, during its owner's upkeep, once each turn."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support import written
from tests.support.acting import handle, only, settled, until
from tests.support.boards import BEAR, FOREST, life, play

SEER = written.card("Flying\nForecast — {1}{W}, Reveal Seer from your hand: You gain 3 life.", name="Seer")
TAPPER = written.card(
    "Forecast — Tap an untapped creature you control, reveal Tapper from your hand: You gain 1 life.", name="Tapper"
)


def upkeep(zone: str = "hand", n: int = 1, step: str = "upkeep", active: int = 0) -> State:
    """The step of a turn of a player, in which the first player has the card and mana."""
    layout = Layout(2, active, step)
    layout.put(SEER, 0, zone, n=n)
    layout.put(TAPPER, 0, "hand")
    layout.put(BEAR, 0)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    layout.set_player(0, "mana.W", 9)
    return layout.done()


def refused(state: State, zone: str = "hand") -> str:
    found = verify(state, Choice("activate", 0, handle(state, "Seer", zone)))
    return "" if found is None else found.code


def test_702_57a_it_is_activated_from_the_hand_and_the_card_stays_there() -> None:
    state = upkeep()
    row = handle(state, "Seer", "hand")
    assert any(option.verb == "activate" and option.row == row for option in options(state))
    state = settled(play(state, Choice("activate", 0, row)))
    assert life(state, 0) == 23 and handle(state, "Seer", "hand") == row
    for zone in ("battlefield", "graveyard", "exile"):
        assert refused(upkeep(zone), zone) == "no-such-ability"


def test_702_57b_only_in_the_upkeep_of_its_owner() -> None:
    assert refused(upkeep(step="draw")) == refused(upkeep(step="main1")) == "only-if"
    theirs = play(upkeep(active=1), Choice("pass", 1))
    assert refused(theirs) == "only-if"


def test_702_57b_once_each_turn_for_each_card() -> None:
    state = upkeep(n=2)
    row = handle(state, "Seer", "hand")
    state = settled(play(state, Choice("activate", 0, row)))
    rows = [h for h, r in state.rows.items() if r.cls.zone == "hand" and r.cls.proto is SEER]
    able = [h for h in rows if verify(state, Choice("activate", 0, h)) is None]
    assert len(rows) == 2 and len(able) == 1  # the other card's own ability
    state = settled(play(state, Choice("activate", 0, able[0])))
    assert refused(state) == "once-each-turn" and life(state, 0) == 26  # both are alike again


def test_702_57b_again_in_the_next_own_upkeep_and_its_other_costs_are_paid() -> None:
    state = upkeep()
    paid = Choice("activate", 0, handle(state, "Tapper", "hand"))
    state = settled(play(state, paid))
    assert life(state, 0) == 21 and only(state, "Bear").cls.tapped
    assert verify(state, paid) is not None
    state = until(until(state, "upkeep", 1), "upkeep", 0)
    state = settled(play(state, paid))
    assert life(state, 0) == 22


def test_702_57a_the_words_without_the_card_revealed_are_not_read() -> None:
    assert written.not_read("Forecast — {1}{W}: You gain 3 life.")
    assert written.not_read("{1}{W}, Reveal Test Card from your hand: You gain 3 life.")
