"""Answers that lead out of a loop in which nobody acts: what follows is played, and it ends.

Behind the answer every choice is a pass, has no other answer, or is followed with every answer that there is, so that these are
all courses in which nobody acts. Each comes to the end of the game, or to an empty stack; there the loop does not go on.
"""

from __future__ import annotations

from collections.abc import Callable

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.asking import ways_to_answer
from reiterate.check.form import Comparison, Fork, Move, Way
from reiterate.check.numbers import Log
from reiterate.check.roles import ONLY, PASSES, looked_at
from reiterate.check.values import CHOICES, Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.choices import Choice
from reiterate.rules.step import step
from reiterate.rules.verify import asked, verify
from reiterate.state.model import State


def leads_out(state: State, way: Way, made: Callable[[Move], Choice], log: Log) -> list[Comparison]:
    """The comparisons under which a way leads out, whatever is answered on it. ``Rejected`` where it does not."""
    inner = Log()
    with log.apart(inner):
        try:
            _follow(State(state.rows, state.seqs, state.tally, state.labels, state.fresh), way, made)
        except (Rejected, OutOfBudget):
            raise
        except Unsupported as error:
            raise Rejected(CHOICES, f"the way out is not covered: {error.refusal.message}") from error
        except Exception as error:  # what a hostile file makes of the engine is no proof
            raise Rejected(CHOICES, f"the way out can't be followed: {type(error).__name__}: {error}") from error
    return list(inner.asked.values())


def _follow(state: State, way: Way, made: Callable[[Move], Choice]) -> None:
    """Play a way from its first answer, one of several, to its end or to its fork, and that in every way."""
    for i, one in enumerate(way):
        if isinstance(one, Fork):
            answered = [made(each[0]) for each in one.ways if isinstance(each[0], Move)]
            if len(answered) < 2 or answered != ways_to_answer(state):
                raise Rejected(CHOICES, "not every answer to a question on the way out is followed, in order")
            for each in one.ways:
                _follow(state, each, made)
            return
        choice = made(one)
        refused = verify(state, choice)
        if refused is not None:
            raise Rejected(CHOICES, f"a choice on the way out is not legal: {refused.message}")
        if i and looked_at(state, choice)[0] not in (PASSES, ONLY):
            raise Rejected(CHOICES, "on the way out somebody acts or has another answer")
        state = step(state, choice)[0]
    if asked(state) != "over" and (asked(state) != "priority" or state.stack):
        raise Rejected(CHOICES, "what is said to lead out of the loop does not")
