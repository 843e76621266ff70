"""Extra turns in a number, and what is asked of an extra turn (500.7, 118.3). Every result was worked out before it was played."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.conditions import InExtraTurn
from reiterate.terms.effects_players import ExtraTurn
from reiterate.terms.quantities import CountersRemoved, PerEach
from tests.support.acting import handle, onward, settled
from tests.support.boards import FOREST, play
from tests.support.own_cards import card_read
from tests.support.shown import shows

SAGE = "Remove all +1/+1 counters from this creature: For each five counters removed this way, take an extra turn after this one."
AWAY = "This creature can't attack during extra turns.\n{T}: Take an extra turn after this one."


def laid(text: str, counters: int = 0, seat: int = 0) -> State:
    layout = Layout(2)
    layout.put(card_read("Own", text), seat, counters={"+1/+1": counters})
    for each in (0, 1):
        layout.library(each, [(FOREST, 20)])
    return layout.done()


def active(state: State) -> int:
    found = state.game.prop("active")
    assert isinstance(found, int)
    return found


def turns(state: State, many: int) -> list[int]:
    """Whose turns come next."""
    found: list[int] = []
    step = state.game.prop("step")
    while len(found) < many:
        state = onward(state)
        if state.game.prop("step") == "upkeep" and step != "upkeep":
            found.append(active(state))
        step = state.game.prop("step")
    return found


@shows(ExtraTurn, PerEach, CountersRemoved)
@pytest.mark.parametrize(("counters", "extra"), [(0, 0), (4, 0), (5, 1), (9, 1), (11, 2)])
def test_500_7_an_extra_turn_for_each_five_counters_removed(counters: int, extra: int) -> None:
    state = laid(SAGE, counters)
    state = settled(play(state, Choice("activate", 0, handle(state, "Own"))))
    assert not state.rows[handle(state, "Own")].get("counter.+1/+1")
    assert turns(state, extra + 1) == [*[0] * extra, 1]


def test_118_3_all_counters_are_gone_as_the_cost_is_paid() -> None:
    state = laid(SAGE, 5)
    state = play(state, Choice("activate", 0, handle(state, "Own")))
    assert state.stack and not state.rows[handle(state, "Own")].get("counter.+1/+1")
    again = play(state, Choice("activate", 0, handle(state, "Own")))  # for none: that ability resolves first
    assert turns(settled(again), 2) == [0, 1]


def to_attack(state: State, seat: int) -> State:
    """On to the beginning of combat of a player's next turn."""
    begun = False
    for _ in range(120):
        begun = begun or state.game.prop("step") == "upkeep"
        if begun and state.game.prop("step") == "combat" and active(state) == seat:
            return play(state, Choice("pass", decider(state))) if asked(state) == "priority" else state
        state = onward(state)
    raise AssertionError


def may_attack(state: State) -> bool:
    """Whether Own may be declared as an attacker in this combat."""
    while asked(state) != "attack" and state.game.prop("step") == "combat":
        state = play(state, Choice("pass", decider(state)))
    return asked(state) == "attack" and isinstance(read_sentence(state, "p1: attack with Own"), Choice)


@shows(InExtraTurn)
def test_500_7_in_an_extra_turn_of_its_own_controller_it_cant_attack_and_in_the_next_turn_it_can() -> None:
    state = laid(AWAY)
    state = settled(play(state, Choice("activate", 0, handle(state, "Own"))))
    extra = to_attack(state, 0)
    assert active(extra) == 0 and not may_attack(extra)
    assert not [o for o in options(extra) if o.verb == "attack" and o.row == handle(extra, "Own")]
    own = to_attack(extra, 0)
    assert may_attack(own)
