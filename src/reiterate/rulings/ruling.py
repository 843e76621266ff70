"""The ruling on a case: the loop is found, the matter is settled under the policy, and the game advances to the place.

A proposal under rule 730.2 goes through ``shortcuts`` alone: there is one procedure of proposing, answering and
taking. What the other texts settle is a number or a place, and the game is there at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reiterate.judge.kind_of_loop import kind_of
from reiterate.judge.kinds import Kind
from reiterate.loops.loop import End, Loop
from reiterate.refusals import INPUT, UNDETERMINED, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.turn.state_based_actions import over
from reiterate.rulings import statements as said
from reiterate.rulings import verdict as v
from reiterate.rulings.case_file import Case
from reiterate.rulings.policies import PROPOSER_FIRST
from reiterate.rulings.settling import Findings, line_of, settle
from reiterate.rulings.verdict import Because, Stop, Verdict
from reiterate.script.script import Repeat
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.proposing import propose
from reiterate.shortcuts.responding import respond
from reiterate.shortcuts.taking import Taken, take
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME

#: Reasons of a rejected proposal, by the code of what refused it.
REASONS: Final = {
    "no-priority": "no_priority",
    "conditional": "conditional_action",
    "end-without-priority": "ending_point_without_priority",
    "not-a-number": "not_a_number",
    "unknown-card": "not_determined",
    "random-result": "not_determined",
    "must-differ": "no_change",
}


@dataclass(slots=True)
class Ruling:
    """A verdict, the loop that it speaks of, and the game at the place to which it advances.

    ``kind`` is None where the script holds no loop; ``state`` is the position of the case where the game does not
    advance.
    """

    case: Case
    verdict: Verdict
    state: State
    kind: Kind | None = None
    loop: Loop | None = None
    taken: Taken | None = None
    refusal: Refusal | None = None
    facts: dict[str, str] = field(default_factory=dict)


def judge(case: Case) -> Ruling | Refusal:
    """The ruling on a case.

    A refusal names what is not implemented, or a statement that may not be made now; whatever the rules decide is
    a verdict.
    """
    try:
        return _judged(case)
    except Unsupported as error:
        return error.refusal


def _judged(case: Case) -> Ruling | Refusal:
    position = case.position
    script = PlayedScript(position.state)
    blocks = [i for i, node in enumerate(position.script) if isinstance(node, Repeat)]
    if not blocks:
        return _proposed(case, None, None)
    refused = script.extend(position.script[: blocks[-1]], position.proposer)
    if refused is not None:
        return _rejected(case, refused)
    block = position.script[blocks[-1]]
    assert isinstance(block, Repeat)
    fresh = PlayedScript(script.final)
    refused = fresh.extend([Repeat(block.number, 1, block.body, block.where)], position.proposer)
    if refused is not None and not fresh.parts:
        return _rejected(case, refused)
    loop = fresh.parts[0].loop
    kind = kind_of(loop)
    if isinstance(kind, Refusal):
        return _rejected(case, kind)
    findings = Findings(kind, case.shown, None, case.independent)
    line = line_of(case.policy, findings)
    if line is not None and line.asked == PROPOSER_FIRST and not _named(case):
        return _proposed(case, kind, loop)
    found = settle(case.policy, findings, case.said)
    if isinstance(found, Refusal):
        return found
    return _advanced(case, found, kind, loop)


def _named(case: Case) -> bool:
    """Whether a number was said instead of standing in the script."""
    return any(one.what == said.NUMBER for one in case.said)


# --- proposals (730.2) --------------------------------------------------------------------------------------------


def _proposed(case: Case, kind: Kind | None, loop: Loop | None) -> Ruling | Refusal:
    """The script proposed, answered by what was said (or by the file's answers), and taken."""
    position = case.position
    proposal = propose(position.state, position.script, position.proposer, position.end)
    if isinstance(proposal, Refusal):
        return _rejected(case, proposal, kind, loop)
    answers = dict(position.answers)
    for one in case.said:
        if one.what in (said.ACCEPT, said.CUT):
            answers[one.seat] = one.place
    for seat in list(proposal.to_answer):
        if seat not in answers:
            grounds = (Because("a shortcut is proposed", "730.2a"),)
            waiting = ((seat, (said.ACCEPT, said.CUT)),)
            return Ruling(case, Verdict(v.OPEN, grounds, to_speak=waiting), position.state, kind, loop)
        answered = respond(proposal, seat, answers[seat])
        if isinstance(answered, Refusal):
            return answered
        proposal = answered
    taken = take(proposal)
    if isinstance(taken, Refusal):
        return _rejected(case, taken, kind, loop)
    cut = taken.duty
    because = (Because("all others have answered", "730.2b"), Because("the shortcut is taken", "730.2c"))
    outcome = v.GAME_CONTINUES if cut is not None else v.STANDS
    stop = Stop(position.proposer if cut is None else cut.seat, taken.iterations, max(1, taken.end.choice))
    must = None if cut is None else cut.seat
    verdict = Verdict(outcome, because, stop, must_change=must, allowed=True)
    return Ruling(case, verdict, taken.state, kind, loop, taken)


def _rejected(case: Case, refusal: Refusal, kind: Kind | None = None, loop: Loop | None = None) -> Ruling | Refusal:
    """A proposal that may not be made. What is not implemented, or mistyped, is refused and no ruling."""
    if refusal.kind == INPUT and refusal.code not in REASONS:
        return refusal
    if refusal.kind == UNSUPPORTED and refusal.code not in REASONS:
        return refusal
    if refusal.kind == UNDETERMINED:
        verdict = Verdict(v.UNDETERMINED, (Because(refusal.message, refusal.rule),))
    else:
        reason = REASONS.get(refusal.code, "illegal_action")
        verdict = Verdict(v.REJECTED, (Because(refusal.message, refusal.rule),), allowed=False, reason=reason)
    return Ruling(case, verdict, case.position.state, kind, loop, refusal=refusal)


# --- numbers and places -------------------------------------------------------------------------------------------


def _advanced(case: Case, verdict: Verdict, kind: Kind, loop: Loop) -> Ruling | Refusal:
    """The game at the place that a verdict names, or at the loop's own end where it comes first."""
    if verdict.outcome == v.RUNS:
        assert loop.end is not None
        return Ruling(case, verdict, loop.end.state, kind, loop)
    stop = verdict.stop
    if stop is None or verdict.outcome == v.OPEN:
        return Ruling(case, verdict, case.position.state, kind, loop)
    end = loop.end
    if end is not None and _ends_before(end, stop):
        if not over(end.state):
            refusal = end.refusal or loop.ended(stop.iterations)
            return _rejected(case, refusal, kind, loop)
        return Ruling(case, verdict, end.state, kind, loop)
    if stop.choice == 1:
        reached = loop.reach(stop.iterations)
        return reached if isinstance(reached, Refusal) else Ruling(case, verdict, reached, kind, loop)
    played = loop.place(stop.iterations + 1, stop.choice)
    if isinstance(played, Refusal):
        return played
    return Ruling(case, verdict, played.state, kind, loop)


def _ends_before(end: End, stop: Stop) -> bool:
    """Whether the loop ends before a place."""
    return Stop(-1, end.iteration - 1, end.choice).before(stop)


def outcome_of(state: State) -> str:
    """How the game stands: the winner's word where it is over, else ``game_continues``."""
    return text_prop(state.game, OUTCOME) if over(state) else v.GAME_CONTINUES
