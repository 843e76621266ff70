"""What a player could do to stop a loop: an action behind which its next iteration is not legal any more.

Each action is tried: it resolves, nobody does anything else, and the loop is proposed once more. No card is known by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.games.offered import listed
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.script.script import Repeat
from reiterate.script.sentences import read_sentence
from reiterate.shortcuts.mana_first import actions, made
from reiterate.shortcuts.procedure import chooser, propose
from reiterate.state.model import State

#: Actions that are tried at one place, ways of each, and choices until such an action has resolved.
TRIED: Final = 12
WAYS: Final = 8
CHOICES: Final = 60


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the mana abilities that come first, the choice itself, and whether it stops the loop."""

    mana: tuple[Choice, ...]
    choice: Choice
    stops: bool

    @property
    def next(self) -> Choice:
        """What is chosen first."""
        return self.mana[0] if self.mana else self.choice


def best_act(state: State, proposer: int, block: Repeat) -> Act | None:
    """The first action of the player with priority that stops a loop, else one that is at least aimed at somebody else.

    In: the position as that player sees it; who proposed the loop, and its block. None where there is no such action.
    """
    loop = Repeat(block.number, 1, block.body, block.where)
    if _stopped(state, proposer, loop):
        return None  # whatever is done
    other: Act | None = None
    for mana, choice, after in actions(state, TRIED):
        if _stopped(after, proposer, loop):
            return Act(mana, choice, True)
        if other is None and not _aims_at(state, choice, choice.player):
            other = Act(mana, choice, False)
    return other


def _aims_at(state: State, choice: Choice, seat: int) -> bool:
    """Whether an action has a target that is a player's own."""
    rows = [state.rows[handle].cls for handle in choice.targets if handle in state.rows]
    return any(cls.controller == seat for cls in rows)


def _stopped(state: State, proposer: int, loop: Repeat) -> bool:
    """Whether a loop can't begin again once everything on the stack has resolved."""
    try:
        for _ in range(CHOICES):
            ask = asked(state)
            if ask == "over":
                return False
            if ask == "priority" and not state.stack and chooser(state) == proposer:
                found = propose(state, (loop,), proposer)
                return isinstance(found, Refusal) and found.kind in (ILLEGAL, INPUT)
            choice = Choice(PASS, decider(state)) if ask == "priority" else _as_before(state, loop)
            after = None if choice is None else made(state, choice)
            if after is None:
                return False
            state = after
    except Unsupported:
        return False
    return False


def _as_before(state: State, loop: Repeat) -> Choice | None:
    """A decision as the loop's lines make it, else the first one that is offered."""
    for node in loop.body:
        text = getattr(node, "text", "")
        read = read_sentence(state, text) if text else None
        if isinstance(read, Choice) and verify(state, read) is None:
            return read
    return next((choice for choice in listed(state).choices.values()), None)
