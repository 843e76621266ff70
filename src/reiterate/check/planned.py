"""What those who act in a loop do in a closed set: they go on with the loop's own actions, and with all of them.

A node may hold a move: the choice of a player who acts in the loop (or could lead out of it, and so keeps it up, too), made in every position of the node. All others give every
answer. A move is an answer to a question, or an action of the road, told by who acts and by the words of the ability, or by the
card. So that what goes on is the loop, every way round through the set takes every action of the road.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from reiterate.check.acting import Action, action_of
from reiterate.check.roles import ACTIONS
from reiterate.check.values import CHOICES, Rejected
from reiterate.rules.choices import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.verify import asked, decider, verify
from reiterate.state.model import State


class Planned:
    """The moves of a closed set, and its ways from node to node with the action taken on each."""

    __slots__ = ("actions", "players", "ways")

    def __init__(self) -> None:
        self.players: set[int] = set()
        self.actions: list[Action] = []
        self.ways: list[tuple[int, int, Action | None]] = []

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
        """``Rejected`` where somebody moves who does not keep the road up, or does what is no action of it."""
        if not self.players <= keepers:
            raise Rejected(CHOICES, "a move of the closed set by somebody who does not keep the loop up")
        if any(action not in taken for action in self.actions):
            raise Rejected(CHOICES, "a move of the closed set that is no action of the loop")

    def go_round(self, taken: Sequence[Action]) -> None:
        """``Rejected`` where some way round leaves out an action of the road."""
        for action in taken:
            left = {start for start, _, _ in self.ways} | {end for _, end, _ in self.ways}
            open_ways = {(start, end) for start, end, done in self.ways if done != action}
            while True:
                ends = left - {start for start, end in open_ways if start in left and end in left}
                if not ends:
                    break
                left -= ends
            if left:
                raise Rejected(
                    CHOICES, "a way round through the closed set on which an action of the loop is not taken"
                )
