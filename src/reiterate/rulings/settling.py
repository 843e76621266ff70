"""Settling a matter: policy, findings and statements in, verdict out; and who may speak next.

``settle`` is one function for all policies. It looks the loop's situation up in the policy, asks the players in the
order of that line, and gives what follows of the least number or place that was named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import Formula
from reiterate.judge.kinds import Kind
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rulings import policies as p
from reiterate.rulings import statements as said
from reiterate.rulings import verdict as v
from reiterate.rulings.policies import Line, Policy
from reiterate.rulings.situations import NOT_DETERMINED, NOT_KNOWN, by_choices, situation_of
from reiterate.rulings.statements import JUDGE, Said
from reiterate.rulings.verdict import Because, Stop, Verdict

#: Statements that are always open, whoever is asked.
_ALWAYS: Final = (said.CONCEDE, said.OBJECT, said.CALL_JUDGE)
#: Statements that stop nothing.
_GOES_ON: Final = (said.ACCEPT, said.NO_ACTION, said.INDEFINITELY)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is true of the loop and of what came before, whatever the policy.

    ``shown``: how often the cycle was shown before the matter was opened. ``proposer``: who proposes, None for
    the first keeper. ``independent``: whether the keepers' actions do not depend on one another (421.5).
    """

    kind: Kind
    shown: int = 0
    proposer: int | None = None
    independent: bool = False


def settle(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | Refusal:
    """What follows of a matter; a refusal names a statement that may not be made, and what may be said instead."""
    ruled = _ruled(findings, statements)
    if ruled is not None:
        return ruled
    situation = situation_of(findings.kind)
    line = line_of(policy, findings)
    if line is None:
        why = (
            findings.kind.unknown or findings.kind.ending.reason
            if situation == NOT_KNOWN
            else f"no sentence: {situation}"
        )
        return Verdict(v.UNDETERMINED, (Because(why),))
    grounds = tuple(Because(situation, cite) for cite in line.cites)
    if line.asked == p.NOBODY:
        return _unasked(policy, line, findings, statements, grounds)
    return _asked(policy, line, findings, statements, grounds)


def line_of(policy: Policy, findings: Findings) -> Line | None:
    """The line of a policy that holds for a loop."""
    if policy is p.SECTION_421 and findings.independent and len(findings.kind.keepers) > 1:
        return p.INDEPENDENT_421
    return policy.line(situation_of(findings.kind))


def speakers(line: Line, findings: Findings) -> tuple[int, ...]:
    """Who is asked by a line, in order."""
    kind = findings.kind
    order = kind.order
    if line.asked == p.NOBODY:
        return ()
    if line.asked == p.WHO_COULD_ACT:
        return kind.to_ask
    if line.asked == p.EVERYBODY:
        return order
    if line.asked == p.PROPOSER_FIRST or len(kind.keepers) == 1:
        first = kind.keepers[0] if findings.proposer is None else findings.proposer
        at = order.index(first)
        return order[at:] + order[:at]
    return kind.keepers + tuple(seat for seat in order if seat not in kind.keepers)


def may_say(line: Line, findings: Findings, seat: int) -> tuple[str, ...]:
    """What a player may say when asked by a line; conceding and calling a judge are always open besides."""
    asked = speakers(line, findings)
    if seat not in asked:
        return ()
    if line.asked == p.KEEPERS_FIRST and len(findings.kind.keepers) > 1 and line.first != (said.NUMBER,):
        return line.first if seat in findings.kind.keepers else line.others
    return line.first if seat == asked[0] else line.others


# --- before anybody is asked --------------------------------------------------------------------------------------


def _ruled(findings: Findings, statements: Sequence[Said]) -> Verdict | None:
    """What a judge has ruled, or what a concession brings; None where nothing like that was said."""
    for one in reversed(statements):
        if one.seat == JUDGE and one.what == said.STALLING:
            return Verdict(
                v.PENALTY, (Because("the judge rules that this uses up time", "MTR 4.4 p8 s4"),), reason="Stalling"
            )
        if one.seat == JUDGE and one.what == said.IS_NO_LOOP:
            return Verdict(v.NOT_A_LOOP, (Because("the judge rules that this is no loop", "MTR 4.4 p8 s1"),))
    for one in statements:
        if one.what == said.CONCEDE:
            others = [seat for seat in findings.kind.order if seat != one.seat]
            winner = others[0] if len(others) == 1 else None
            return Verdict(v.GAME_CONTINUES, (Because(f"p{one.seat + 1} concedes", "104.3a"),), winner=winner)
    return None


def _unasked(
    policy: Policy, line: Line, findings: Findings, statements: Sequence[Said], grounds: tuple[Because, ...]
) -> Verdict:
    """What follows where a line asks nobody."""
    kind = findings.kind
    named = any(one.what in (said.NUMBER, said.PROPOSE) for one in statements)
    if line.unstopped == p.DRAW:
        return Verdict(v.DRAW, grounds, in_draw=kind.in_draw)
    if line.unstopped == p.MUST_CHANGE:
        return Verdict(v.MUST_CHANGE, grounds, must_change=kind.must_differ, owes=line.owes)
    if line.unstopped == p.RUNS:
        return Verdict(v.RUNS, grounds, allowed=False if named and policy is p.G18 else None)
    because = (*grounds, Because(kind.read)) if situation_of(kind) == NOT_DETERMINED else grounds
    if line.unstopped == p.DISCRETION:
        return Verdict(v.DISCRETION, because)
    return Verdict(v.REJECTED, because, allowed=False, reason="not_determined")


# --- asking -------------------------------------------------------------------------------------------------------


def _asked(
    policy: Policy, line: Line, findings: Findings, statements: Sequence[Said], grounds: tuple[Because, ...]
) -> Verdict | Refusal:
    """What follows where players are asked in turn: who speaks next, or what the least stop brings."""
    waiting = list(speakers(line, findings))
    least: Stop | None = None
    stopped = False
    for one in statements:
        if one.what in _ALWAYS or one.seat == JUDGE:
            continue
        refused = _out_of_turn(line, findings, one, waiting)
        if refused is not None:
            return refused
        waiting.remove(one.seat)
        if one.what in _GOES_ON:
            continue
        wrong = _no_number(policy, line, one)
        if wrong:
            return Verdict(v.REJECTED, (*grounds, Because(str(one))), allowed=False, reason=wrong)
        if least is None and findings.shown < line.shown:
            message = f"the cycle was shown {findings.shown} times"
            return Verdict(v.REJECTED, (*grounds, Because(message)), allowed=False, reason="cycle_not_shown")
        stop = _stop(one)
        if least is not None and line.later == p.LOWER and one.what == said.NUMBER and least.before(stop):
            return _not_lower(one, least)
        if least is None or (least.before(stop) if line.later == p.HIGHER else stop.before(least)):
            stopped = stopped or least is not None
            least = stop
    if waiting:
        speaking = tuple((seat, may_say(line, findings, seat)) for seat in waiting)
        return Verdict(v.OPEN, grounds, stop=least, to_speak=speaking[:1])
    return _settled(line, findings, least, stopped, grounds)


def _settled(
    line: Line, findings: Findings, least: Stop | None, stopped: bool, grounds: tuple[Because, ...]
) -> Verdict:
    """What follows once everybody has spoken."""
    kind = findings.kind
    if least is None:
        return Verdict(v.DRAW, grounds, in_draw=kind.in_draw)
    owes = p.DIFFER if line.owes == p.PRIORITY and by_choices(kind) else line.owes
    if line.asked == p.PROPOSER_FIRST and not stopped:
        return Verdict(v.STANDS, grounds, least, priority=least.seat, allowed=True)
    must = least.seat if owes in (p.DIFFER, p.BREAK) or stopped else None
    return Verdict(v.GAME_CONTINUES, grounds, least, priority=least.seat, must_change=must, owes=owes, allowed=True)


def _stop(one: Said) -> Stop:
    """The place that a number or a cut means."""
    if one.place is not None:
        (_, iteration) = one.place.path[-1] if one.place.path else (0, 1)
        return Stop(one.seat, iteration - 1, one.place.choice)
    assert one.number is not None
    return Stop(one.seat, one.number)


def _no_number(policy: Policy, line: Line, one: Said) -> str:
    """Why what was named is no number of iterations; "" where one was."""
    if one.no_number:
        endless = one.no_number[:1].isalpha() or one.no_number == "∞"
        return policy.endless_word if endless else "not_a_number"
    number = one.number
    if number is not None and not isinstance(number, Formula) and number < line.least:
        return "not_a_number"
    return ""


def _out_of_turn(line: Line, findings: Findings, one: Said, waiting: list[int]) -> Refusal | None:
    """Why a statement may not be made now."""
    if not waiting or waiting[0] != one.seat:
        next_one = f"p{waiting[0] + 1} speaks next" if waiting else "everybody has spoken"
        return Refusal(ILLEGAL, "not-now", f"'{one}' is not said now: {next_one}", "statements in order", line.cites[0])
    may = may_say(line, findings, one.seat)
    if one.what in may:
        return None
    message = f"'{one}' answers nothing that p{one.seat + 1} was asked"
    return Refusal(ILLEGAL, "not-asked", message, ", ".join((*may, *_ALWAYS)), line.cites[0])


def _not_lower(one: Said, least: Stop) -> Refusal:
    message = f"'{one}' is more than what stands: {least.iterations} iterations"
    return Refusal(ILLEGAL, "not-lower", message, "agreement, or a lower number or place")
