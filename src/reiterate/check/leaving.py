"""Answers that lead out of a loop in which nobody acts: what follows is played, and it ends.

Behind the answer every choice is a pass or has no other answer, so that this is the only course in which nobody acts. It comes to
the end of the game, or to an empty stack; there the loop does not go on.
"""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.form import Comparison
from reiterate.check.numbers import Log
from reiterate.check.roles import ONLY, PASSES, looked_at
from reiterate.check.values import CHOICES, Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.choices import Choice
from reiterate.rules.step import step
from reiterate.rules.verify import asked, verify
from reiterate.state.model import State


def leads_out(state: State, play: Sequence[Choice], log: Log) -> list[Comparison]:
    """The comparisons under which a play leads out. ``Rejected`` where it does not."""
    inner = Log()
    with log.apart(inner):
        state = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
        for i, choice in enumerate(play):
            try:
                refused = verify(state, choice)
                if refused is not None:
                    raise Rejected(CHOICES, f"a choice on the way out is not legal: {refused.message}")
                if i and looked_at(state, choice)[0] not in (PASSES, ONLY):
                    raise Rejected(CHOICES, "on the way out somebody acts or has another answer")
                state = step(state, choice)[0]
            except (Rejected, OutOfBudget):
                raise
            except Unsupported as error:
                raise Rejected(CHOICES, f"the way out is not covered: {error.refusal.message}") from error
            except Exception as error:  # what a hostile file makes of the engine is no proof
                raise Rejected(CHOICES, f"the way out can't be followed: {type(error).__name__}: {error}") from error
        if asked(state) != "over" and (asked(state) != "priority" or state.stack):
            raise Rejected(CHOICES, "what is said to lead out of the loop does not")
    return list(inner.asked.values())
