"""Answers that lead out of a loop: the choices behind the answer are played, and they end.

Behind the answer every choice is a pass, or the only answer, or is followed with every answer. So
these are all courses in which nobody acts. Each comes to the end of the game or to an empty stack.
A loop that never passes on an empty stack goes on there only if somebody acts. ``Actions`` gathers
what could be done on the way and behind it; no action of the chain may be among that.
"""

from __future__ import annotations

from typing import Final

from reiterate.check.certificate_steps import choice_of
from reiterate.check.claims.answers import ways_to_answer
from reiterate.check.claims.form import Fork, Way
from reiterate.check.claims.roles import ONLY, PASSES, Actions, looked_at, passes_last, unread
from reiterate.check.form import Comparison, Move
from reiterate.check.numbers import Log
from reiterate.check.small_values import CHOICES, Rejected, engine_refusals
from reiterate.check.start.legal_position import understood
from reiterate.check.work import spend, weight
from reiterate.rules.access.choice import ANSWER, KEEP, MAY, ORDER, PASS, TARGET, Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State

#: What each answer says; all else in a choice says nothing.
_SAYS: Final = {ORDER: ("row", "count"), TARGET: ("targets", "sizes", "count"), MAY: ("answer",), KEEP: ("row",)}
_ANSWER: Final = ("answer", "picks", "pay", "count", "sizes", "targets", "ways")


def same_answer(one: Choice, other: Choice) -> bool:
    """Whether two choices at one place are the same answer, whatever else they name."""
    if one.verb != other.verb:
        return False
    if one.verb == ANSWER and one.answer and one.answer == other.answer:
        return True
    return all(getattr(one, name) == getattr(other, name) for name in _SAYS.get(one.verb, _ANSWER))


def leads_out(
    state: State,
    way: Way,
    log: Log,
    actions: Actions,
    own: Choice | None = None,
) -> tuple[list[Comparison], bool]:
    """The comparisons under which a way leads out of the loop, whatever is answered on it, and whether it always ends the game.

    In: ``state``, where the way begins. ``way``: its moves, and forks for answers of others. ``log``: nothing of the way enters it.
    ``actions``: gathers what could be done. ``own``: what the loop answers there. Raises ``Rejected`` where the way does not
    lead out, or begins with the loop's own answer.
    """
    inner = Log()
    refusals = engine_refusals(CHOICES, "the way out is not covered", "the way out can't be followed")
    with log.apart(inner), refusals:
        if own is not None and isinstance(way[0], Move) and same_answer(own, choice_of(way[0], ())):
            raise Rejected(CHOICES, "a way out that begins with what the loop itself answers")
        over = _follow(unread(state), way, actions)
    return list(inner.asked.values()), over


def _follow(state: State, way: Way, actions: Actions) -> bool:
    """Play a way from its first answer, one of several, to its end or to its fork, and that in every way.

    Whether all of it ends the game.
    """
    for i, one in enumerate(way):
        understood(state)
        if isinstance(one, Fork):
            actions.could(state, options(unread(state)))
            answered = [choice_of(each[0], ()) for each in one.ways if isinstance(each[0], Move)]
            if len(answered) < 2 or answered != ways_to_answer(state):
                raise Rejected(CHOICES, "not every answer to a question on the way out is followed, in order")
            ends = [_follow(state, each, actions) for each in one.ways]  # all of them are followed
            return all(ends)
        spend(weight(state))
        choice = choice_of(one, ())
        refused = verify(state, choice)
        if refused is not None:
            raise Rejected(CHOICES, f"a choice on the way out is not legal: {refused.message}")
        role, found = looked_at(state, choice)
        actions.could(state, found)
        if i and role not in (PASSES, ONLY):
            raise Rejected(CHOICES, "on the way out somebody acts or has another answer")
        state = step(state, choice)[0]
    understood(state)
    if asked(state) == "over":
        return True
    if asked(state) != "priority" or state.stack:
        raise Rejected(CHOICES, "what is said to lead out of the loop does not")
    _last_round(state, actions)
    return False


def _last_round(state: State, actions: Actions) -> None:
    """What each player could do who gets priority on an empty stack before all have passed in succession."""
    while True:
        actions.could(state, options(unread(state)))
        if passes_last(state):
            return
        state = step(state, Choice(PASS, decider(state), over=over_text(state)))[0]
