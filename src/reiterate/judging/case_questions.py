"""What a verdict says beside what follows: the answer to the question of its case, and what was said without naming a place."""

from __future__ import annotations

from typing import Final

from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_file import DOES_IT_END, GO_ON, IS_A_LOOP, Case
from reiterate.judging.policies import ARBITER
from reiterate.judging.statements import JUDGE
from reiterate.judging.verdict import Remark, Verdict
from reiterate.loops.loop import Loop
from reiterate.refusals import ILLEGAL
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.model import State

#: Statements that settle nothing by themselves, and yet are no silence.
_REMARKS: Final = (said.OBJECT, said.CALL_JUDGE, said.IS_LOOP)


def remarks_of(case: Case) -> tuple[Remark, ...]:
    """What was said that names no place, in order; of each whether a judge has ruled since.

    That it is no loop settles the matter where the text makes the judge the arbiter, and nothing elsewhere.
    """
    statements = case.said
    told = _REMARKS if case.policy.says(ARBITER) else (*_REMARKS, said.IS_NO_LOOP)
    return tuple(
        Remark(one.seat, one.what, any(each.seat == JUDGE for each in statements[at + 1 :]))
        for at, one in enumerate(statements)
        if one.what in told
    )


def answer_of(case: Case, verdict: Verdict, loop: Loop | None, state: State) -> str:
    """The answer to the question whether a sequence is a loop, or whether it ends; "" where the case asks neither (732.1b).

    In: the verdict, the loop of the last block (None where there is none), and the position at the place.
    """
    if case.question == IS_A_LOOP:
        return _is_a_loop(case, verdict, loop)
    if case.question in (GO_ON, DOES_IT_END) and verdict.outcome == v.NOT_A_LOOP:
        return v.IS_NONE
    return _ends(verdict, loop, state) if case.question == DOES_IT_END else ""


def _is_a_loop(case: Case, verdict: Verdict, loop: Loop | None) -> str:
    """Whether the sequence could be repeated for ever; a judge's word stands above what was found (MTR 4.4 par. 8)."""
    if verdict.outcome == v.NOT_A_LOOP:
        return v.IS_NONE
    if any(one.seat == JUDGE and one.what == said.IS_LOOP for one in case.said):
        return v.IS_ONE
    if verdict.outcome == v.UNDETERMINED:
        return v.NOT_KNOWN
    if loop is None:
        played = case.happened and not case.position.script  # another lap could be the loop
        return v.NOT_KNOWN if verdict.outcome == v.REJECTED or played else v.IS_NONE  # nothing in it is repeated
    if loop.endless:
        return v.IS_ONE
    if loop.end is None:
        return v.NOT_KNOWN
    return v.UNTIL_THE_END if over(loop.end.state) else v.IS_NONE


def _ends(verdict: Verdict, loop: Loop | None, state: State) -> str:
    """Whether the sequence comes to an end by itself."""
    if over(state) or (verdict.outcome == v.RUNS and verdict.winner is not None):
        return v.ENDS_THE_GAME
    if verdict.outcome == v.UNDETERMINED:
        return v.NOT_KNOWN
    if loop is not None and loop.endless and verdict.outcome != v.RUNS:
        return v.NEVER_ENDS
    end = None if loop is None else loop.end
    if end is not None and over(end.state):
        return v.ENDS_THE_GAME
    if verdict.outcome in (v.RUNS, v.STANDS) and not state.stack:
        return v.ENDS
    return v.ENDS if end is not None and end.refusal is not None and end.refusal.kind == ILLEGAL else v.NOT_KNOWN
