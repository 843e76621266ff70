"""Which choices are actions that nobody has to take: with priority, an attack, a block."""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.choice import ACTIVATE, ATTACK, BLOCK, CAST, PLAY, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State

#: Choices that act: nobody has to make them.
ACTIONS: Final = frozenset({ACTIVATE, CAST, PLAY})

#: Declarations of attackers and blockers: who declares none where that is legal declines to act.
DECLARATIONS: Final = frozenset({ATTACK, BLOCK})


def declining(state: State) -> Choice | None:
    """The declaration of no attackers or blockers, where that is asked and legal (508.1a, 509.1a)."""
    if asked(state) not in ("attack", "block"):
        return None
    nothing = Choice(ATTACK if asked(state) == "attack" else BLOCK, decider(state), answer="none")
    return nothing if verify(state, nothing) is None else None


def acts(state: State, choice: Choice) -> bool:
    """Whether a choice is an action that nobody has to take: one with priority, an attack, a block."""
    if choice.verb in DECLARATIONS:
        nothing = declining(state)
        return nothing is not None and choice != nothing
    return choice.verb in ACTIONS
