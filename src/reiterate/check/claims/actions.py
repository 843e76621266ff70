"""The actions that a chain takes, and those that could be taken on the ways out of it.

A way out leads out of a loop with actions where none of its actions can be taken on it. Behind it
none may be possible while nobody passes on an empty stack: passing is left, and passing ends. An
action is who acts, and the words of the ability or the card that is cast or played. Like objects,
and other targets, make no other action.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from reiterate.check.claims.roles import ACTIONS, unread
from reiterate.check.small_values import CHOICES, Rejected
from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, PASS, Choice
from reiterate.rules.access.option_slots import Option
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State
from reiterate.state.properties import PASSES

#: Who acts, how, and the ability or the card.
Action: TypeAlias = "tuple[int, str, object]"


def action_of(state: State, one: Choice | Option) -> Action | None:
    """The action that a choice or an option is; None where it is none. What a card lets do and no option offers is to cast it."""
    if one.verb in (ATTACK, BLOCK):
        return one.player, one.verb, None
    if one.verb not in ACTIONS:
        return None
    if one.index < 0:
        return one.player, CAST, state.rows[one.row].cls.proto
    if one.verb == ACTIVATE:
        return one.player, one.verb, abilities_at(state, one.row)[one.index]
    return one.player, one.verb, state.rows[one.row].cls.proto


def passes_last(state: State) -> bool:
    """Whether all but the player with priority have passed in succession."""
    return number_prop(state.game, PASSES) + 1 >= len(seats(state))


class Actions:
    """The actions of a chain, and those that could be taken on its ways out."""

    __slots__ = ("empty", "open", "short", "taken", "turns", "unlisted")

    def __init__(self) -> None:
        self.taken: list[Action] = []
        self.open: list[Action] = []
        self.empty = False  # whether somebody passes on an empty stack
        self.turns = False  # whether everybody passes on one, so that a step ends
        self.short = False  # whether some way out ends at an empty stack and not with the game
        self.unlisted = False  # whether something was done that is not among what could be

    def take(self, state: State, choice: Choice, found: Iterable[Option]) -> None:
        """An action of the chain, and what could be chosen at its place."""
        apart = unread(state)  # the abilities are worked out for what is said of choices only
        action = action_of(apart, choice)
        if action is None:
            return
        if action not in self.taken:
            self.taken.append(action)
        self.unlisted |= all(action_of(apart, option) != action for option in found)

    def made(self, state: State, choice: Choice) -> None:
        """Any choice of the chain."""
        if choice.verb == PASS and not state.stack:
            self.empty = True
            self.turns |= passes_last(state)

    def could(self, state: State, found: Iterable[Option]) -> None:
        """What could be done at a place of a way out."""
        for option in found:
            action = action_of(state, option)
            if action is not None and action not in self.open:
                self.open.append(action)

    def compare(self) -> None:
        """``Rejected`` where the chain could be taken up again on a way out or behind it, or that is not known."""
        if self.empty and self.short:
            raise Rejected(CHOICES, "a way out to an empty stack, of a loop in which somebody passes on one")
        if self.unlisted or any(action in self.taken for action in self.open):
            raise Rejected(CHOICES, "an action of the loop could be taken on a way out")
