"""Boards after their check of state-based actions."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.state.model import State
from tests.support.boards import play


def settled(state: State) -> State:
    """Everybody passes until the stack is empty or something else is asked."""
    for _ in range(60):
        if asked(state) != "priority" or not state.stack:
            return state
        state = play(state, Choice("pass", int(str(state.game.prop("who", 0)))))
    raise AssertionError("the stack doesn't become empty")
