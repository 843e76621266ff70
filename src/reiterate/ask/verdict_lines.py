"""Choices in a verdict: without their player and the words of an ability, and as short as a reason has room for."""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.choice import Choice
from reiterate.script.sentences import said_of
from reiterate.state.model import State

#: Letters of an action that stand in a reason.
LONGEST: Final = 72


def own_line(state: State, choice: Choice) -> str:
    """A choice without its player, cut off where it is long."""
    return cut_off(said_of(state, choice).brief)


def cut_off(text: str) -> str:
    """A text as long as a reason has room for."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}..."


def brief_line(state: State, choice: Choice) -> str:
    """A choice with its player, without the words of an ability: "p1: activate Bird"."""
    said = said_of(state, choice)
    return f"p{said.player + 1}: {said.brief}"
