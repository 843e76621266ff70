"""Strategies: those who act in a loop go on with its own actions, and with all of them, in a closed set.

A node may hold a move. It is made in every position of the node, by a player who keeps the loop up.
All others give every answer. A move is an answer to a question, or an action of the chain. Every way
round through the set takes every action of the chain, so what goes on is the loop. Where nobody acts
and steps end, time alone goes round. There every way round asks again what the chain asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from reiterate.check.claims.roles import ACTIONS, Action, action_of
from reiterate.check.small_values import CHOICES, Rejected
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State


@dataclass(frozen=True, slots=True)
class Course:
    """A way from a node to a node: the action taken on it, and what was asked."""

    start: int
    end: int
    done: Action | None
    asked: frozenset[object]


class Planned:
    """The moves of a closed set, and its ways from node to node with the action taken on each."""

    __slots__ = ("actions", "passing", "players", "ways")

    def __init__(self) -> None:
        self.players: set[int] = set()
        self.actions: list[Action] = []
        self.ways: list[Course] = []
        self.passing = False  # whether everybody passes on an empty stack somewhere, so that a step ends

    def move(self, state: State, choice: Choice) -> Action | None:
        """The action that a node's move is; ``Rejected`` where it is no legal move."""
        if choice.player != decider(state) or choice.verb in (PASS, ATTACK, BLOCK):
            raise Rejected(CHOICES, "a move of the closed set that is not its player's, or no move")
        refused = verify(state, choice)
        if refused is not None:
            raise Rejected(CHOICES, f"a move of the closed set is not legal: {refused.message}")
        self.players.add(choice.player)
        action = action_of(state, choice)
        if action is None and (asked(state) == "priority" or choice.verb in ACTIONS):
            raise Rejected(CHOICES, "a move of the closed set that is neither an answer nor an action")
        if action is not None and action not in self.actions:
            self.actions.append(action)
        return action

    def compare(self, taken: Sequence[Action], keepers: Set[int]) -> None:
        """``Rejected`` where somebody moves who does not keep the chain up, or does what is no action of it."""
        if not self.players <= keepers:
            raise Rejected(CHOICES, "a move of the closed set by somebody who does not keep the loop up")
        if any(action not in taken for action in self.actions):
            raise Rejected(CHOICES, "a move of the closed set that is no action of the loop")

    def go_round(self, taken: Iterable[Action]) -> None:
        """``Rejected`` where some way round leaves out an action of the chain."""
        if any(self._open([way for way in self.ways if way.done != action]) for action in taken):
            raise Rejected(CHOICES, "a way round through the closed set on which an action of the loop is not taken")

    def ask_again(self, questions: Iterable[object]) -> None:
        """``Rejected`` where some way round does not ask a question of the chain."""
        if any(self._open([way for way in self.ways if question not in way.asked]) for question in questions):
            raise Rejected(CHOICES, "a way round through the closed set on which what the loop asks is not asked")

    @staticmethod
    def _open(ways: Sequence[Course]) -> bool:
        """Whether there is a way round on these courses."""
        left = {way.start for way in ways}
        while True:
            stays = {way.start for way in ways if way.start in left and way.end in left}
            if stays == left:
                return bool(left)
            left = stays
