"""What happens where nobody acts: whether a loop within a step stops at once, so that its actions are what keeps it up."""

from __future__ import annotations

from typing import Final

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.claims.actions import passes_last
from reiterate.check.claims.answers import ways_to_answer
from reiterate.check.small_values import Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State

#: Passes and only answers that are played before it is not known.
PASSED_BUDGET: Final = 500

_DECLARED: Final = {"attack": ATTACK, "block": BLOCK}


def stops_alone(start: State) -> bool:
    """Whether everything resolves and nothing is left where everybody passes and gives the only answer there is.

    False where that was not seen: somebody has several answers, the game is over, or a budget ran out.
    """
    state = State(start.rows, start.seqs, start.tally, start.labels, start.fresh)
    try:
        for _ in range(PASSED_BUDGET):
            ask = asked(state)
            if ask == "over":
                return False
            if ask == "priority":
                if not state.stack and passes_last(state):
                    return True
                choice = Choice(PASS, decider(state))
            elif ask in _DECLARED:
                choice = Choice(_DECLARED[ask], decider(state), answer="none")
            else:
                ways = ways_to_answer(state)
                if len(ways) != 1:
                    return False
                choice = ways[0]
            if verify(state, choice) is not None:
                return False
            state = step(state, choice)[0]
    except (Rejected, OutOfBudget, Unsupported):
        pass
    return False
