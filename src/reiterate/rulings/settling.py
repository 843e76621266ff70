"""Settling a matter: policy, findings and statements in, verdict out; and who may speak next.

``settle`` is one function for all policies. It looks the loop's situation up in the policy and asks the players in
the order of that line. What follows is what the least number or place brings that was named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.amounts import Formula, digits_text
from reiterate.judge.kinds import ACTS, AT, LEAVES, NEVER, UNKNOWN, Kind
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rulings import policies as p
from reiterate.rulings import statements as said
from reiterate.rulings import verdict as v
from reiterate.rulings.policies import Line, Policy
from reiterate.rulings.situations import MANDATORY, NOT_DETERMINED, NOT_KNOWN, by_choices, situation_of
from reiterate.rulings.statements import JUDGE, Said
from reiterate.rulings.verdict import Because, Stop, Verdict

#: Statements that are always open, whoever is asked.
_ALWAYS: Final = (said.CONCEDE, said.OBJECT, said.CALL_JUDGE)
#: Statements that stop nothing.
_GOES_ON: Final = (said.ACCEPT, said.NO_ACTION, said.INDEFINITELY)
#: Reasons of a rejection.
NOT_A_NUMBER: Final = "not_a_number"
INFINITY: Final = "infinity"
NOT_IDENTICAL: Final = "iterations_not_identical"
RESTARTED: Final = "no_relevant_change"
MEANINGFUL: Final = "meaningful_change"
LOOP_ENDS: Final = "loop_ends"
OPTED_OUT: Final = "opted_out"


@dataclass(frozen=True, slots=True)
class Findings:
    """What is true of the loop and of what came before, whatever the policy.

    ``shown``: how often the cycle was shown before the matter was opened. ``proposer``: who proposes, None for
    the first keeper. ``independent``: whether the keepers' actions do not depend on one another (421.5), None where
    that is not known; ``why_independent`` says how that is known, or why not.
    ``differing``: whether some iterations are to be others than the rest. ``restarted``: whether this loop was
    shortcut before and nothing relevant has changed since. ``only_draws``: whether an iteration changes nothing but
    the cards that were drawn. ``hidden``: the players with unknown cards, who may have another choice.
    ``assumptions``: what is assumed of unknown cards where a position is taken for the same (730.3).
    """

    kind: Kind
    shown: int = 0
    proposer: int | None = None
    independent: bool | None = False
    why_independent: str = ""
    differing: bool = False
    restarted: bool = False
    only_draws: bool = False
    hidden: tuple[int, ...] = ()
    assumptions: tuple[str, ...] = ()


@dataclass(slots=True)
class _Table:
    """What was said so far: who is still asked, the stop that stands, and the words that were no numbers."""

    waiting: list[int]
    first: Stop | None = None
    least: Stop | None = None
    agreed: list[int] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    reason: str = ""


def settle(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | Refusal:
    """What follows of a matter; a refusal names a statement that may not be made, and what may be said instead."""
    ruled = _ruled(policy, findings, statements)
    if ruled is not None:
        return ruled
    findings, statements = _without_those_who_left(findings, statements)
    ruled, findings = _seen_by_the_judge(policy, findings, statements)
    if ruled is not None:
        return ruled
    situation = situation_of(findings.kind)
    line = line_of(policy, findings)
    if line is None:
        kind = findings.kind
        if _not_known_to_depend(policy, findings):
            return _whether_they_depend(findings)
        why = kind.unknown or kind.ending.reason if situation == NOT_KNOWN else f"no sentence: {situation}"
        return Verdict(v.UNDETERMINED, (Because(why),))
    barred = _barred(policy, findings)
    if barred is not None:
        return barred
    grounds = tuple(Because(situation, cite) for cite in line.cites)
    if p.INDEPENDENT in policy.lines and len(findings.kind.keepers) > 1 and findings.why_independent:
        grounds = (*grounds, Because(findings.why_independent, line.cites[0]))
    if line.asked == p.NOBODY or (findings.kind.within_resolution and situation == MANDATORY):
        return _unasked(policy, line, findings, statements, grounds)
    return _asked(policy, line, findings, statements, grounds)


def line_of(policy: Policy, findings: Findings) -> Line | None:
    """The line of a policy that holds for a loop."""
    if _not_known_to_depend(policy, findings):
        return None
    if findings.independent and len(findings.kind.keepers) > 1 and p.INDEPENDENT in policy.lines:
        return policy.line(p.INDEPENDENT)
    return policy.line(situation_of(findings.kind))


def _not_known_to_depend(policy: Policy, findings: Findings) -> bool:
    """Whether the text asks if actions of several players depend on one another, and that is not known (421.5)."""
    several = len(findings.kind.keepers) > 1 and situation_of(findings.kind) in policy.lines
    return several and p.INDEPENDENT in policy.lines and findings.independent is None


def _whether_they_depend(findings: Findings) -> Verdict:
    """The verdict where the players have to say whether their actions depend on one another (421.5)."""
    because = Because(f"whether the actions depend on one another is not known: {findings.why_independent}", "421.5")
    asks = Because("the players say it: with 'independent: yes' later numbers may be higher, with 'no' only lower")
    return Verdict(v.UNDETERMINED, (because, asks))


def speakers(line: Line, findings: Findings) -> tuple[int, ...]:
    """Who is asked by a line, in order."""
    kind = findings.kind
    order = kind.order
    if line.asked == p.NOBODY:
        return ()
    if line.asked == p.WHO_COULD_ACT:
        return order if kind.unseen else kind.to_ask
    if line.asked == p.EVERYBODY:
        return order
    if line.asked == p.PROPOSER_FIRST or len(kind.keepers) == 1:
        proposer = findings.proposer if line.asked == p.PROPOSER_FIRST else None
        first = kind.keepers[0] if proposer is None else proposer
        at = order.index(first)
        return order[at:] + order[:at]
    return kind.keepers + tuple(seat for seat in order if seat not in kind.keepers)


def may_say(line: Line, findings: Findings, seat: int) -> tuple[str, ...]:
    """What a player may say when asked by a line; conceding and calling a judge are always open besides."""
    asked = speakers(line, findings)
    if seat not in asked:
        return ()
    keepers = findings.kind.keepers
    if line.owes == p.BREAK and not findings.kind.unseen and seat not in findings.kind.to_ask:
        return tuple(what for what in line.first if what == said.NO_ACTION)  # there is nothing to break the loop with
    if line.asked == p.EVERYBODY:
        return line.first if seat in keepers or not keepers else line.others
    return line.first if seat == asked[0] else line.others


# --- before anybody is asked --------------------------------------------------------------------------------------


def _ruled(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | None:
    """What a judge has ruled, or what a concession brings; None where nothing like that was said."""
    for one in reversed(statements):
        if one.seat == JUDGE and one.what == said.STALLING and policy.says(p.STALLING):
            because = Because("the judge rules that this uses up time", policy.cite(p.STALLING))
            return Verdict(v.PENALTY, (because,), reason="Stalling")
        if one.seat == JUDGE and one.what == said.IS_NO_LOOP and policy.says(p.ARBITER):
            because = Because("the judge rules that this is no loop", policy.cite(p.ARBITER))
            return Verdict(v.NOT_A_LOOP, (because,))
    gone = [one.seat for one in statements if one.what == said.CONCEDE and one.seat in findings.kind.order]
    left = [seat for seat in findings.kind.order if seat not in gone]
    involved = [seat for seat in gone if seat in findings.kind.keepers or seat in findings.kind.involved]
    if gone and (len(left) == 1 or involved):
        because = Because(f"p{gone[0] + 1} concedes, and what p{gone[0] + 1} owns leaves the game", "104.3a")
        return Verdict(v.GAME_CONTINUES, (because,), winner=left[0] if len(left) == 1 else None)
    return None


def _without_those_who_left(findings: Findings, statements: Sequence[Said]) -> tuple[Findings, Sequence[Said]]:
    """The findings and statements without players who have conceded, and of whom nothing takes part (104.3a)."""
    gone = {one.seat for one in statements if one.what == said.CONCEDE}
    if not gone:
        return findings, statements
    kind = findings.kind
    stays = replace(
        kind,
        order=tuple(seat for seat in kind.order if seat not in gone),
        could_act=tuple(each for each in kind.could_act if each.seat not in gone),
        open=tuple(seat for seat in kind.open if seat not in gone),
        in_draw=tuple(seat for seat in kind.in_draw if seat not in gone),
    )
    return replace(findings, kind=stays), [one for one in statements if one.seat not in gone]


def _seen_by_the_judge(
    policy: Policy, findings: Findings, statements: Sequence[Said]
) -> tuple[Verdict | None, Findings]:
    """What the judge says of choices that depend on hidden cards: a verdict, or findings with the doubt removed."""
    kind = findings.kind
    doubtful = [each.seat for each in kind.statements if each.role == UNKNOWN and each.seat in findings.hidden]
    if not doubtful or not kind.determined or kind.keepers:
        return None, findings
    cites = policy.cite(p.HIDDEN)
    seat = doubtful[0]
    words = [one.what for one in statements if one.seat == JUDGE and policy.says(p.HIDDEN)]
    if said.CHOICE_EXISTS in words:
        because = Because(f"the judge finds another choice of p{seat + 1}", cites)
        return Verdict(v.MUST_CHANGE, (because,), must_change=seat, owes=p.DIFFER), findings
    if said.NO_CHOICE_EXISTS in words:
        known = replace(kind, unknown="", unseen="")
        return None, replace(findings, kind=known)
    branches = (
        f"if hidden cards of p{seat + 1} allow a choice that ends the loop, p{seat + 1} must choose differently",
        "if they do not, nobody keeps the loop up",
    )
    because = Because(f"hidden cards of p{seat + 1} decide whether another choice exists", cites)
    return Verdict(v.DISCRETION if policy.says(p.HIDDEN) else v.UNDETERMINED, (because,), branches=branches), findings


def _barred(policy: Policy, findings: Findings) -> Verdict | None:
    """What the text does not let be shortcut, whatever is said."""
    kind = findings.kind
    if findings.differing and policy.says(p.IDENTICAL):
        because = Because("not every iteration is the same", policy.cite(p.IDENTICAL))
        return Verdict(v.REJECTED, (because,), allowed=False, reason=NOT_IDENTICAL)
    if findings.restarted and policy.says(p.NO_RESTART):
        because = Because("nothing relevant has changed since this loop was shortcut", policy.cite(p.NO_RESTART))
        return Verdict(v.REJECTED, (because,), allowed=False, reason=RESTARTED)
    if not kind.keepers or not kind.across_turns or not policy.says(p.UNCHANGING) or not kind.determined:
        return None
    if (kind.recurs and kind.ending.when != AT) or (findings.only_draws and not policy.says(p.DRAWN_CARDS)):
        return None
    if kind.ending.when == UNKNOWN:
        return Verdict(v.UNDETERMINED, (Because(kind.ending.reason),))
    cites = policy.cite(p.DRAWN_CARDS) if findings.only_draws else policy.cite(p.UNCHANGING)
    because = Because("the loop spans turns, and each iteration changes the game", cites)
    return Verdict(v.NOT_A_LOOP, (because,), allowed=False, reason=MEANINGFUL)


def _unasked(
    policy: Policy, line: Line, findings: Findings, statements: Sequence[Said], grounds: tuple[Because, ...]
) -> Verdict:
    """What follows where a line asks nobody."""
    kind = findings.kind
    named = any(one.what in (said.NUMBER, said.PROPOSE) for one in statements)
    if line.unstopped == p.DRAW:
        return Verdict(v.DRAW, grounds, in_draw=kind.in_draw)
    if line.unstopped == p.MUST_CHANGE:
        assumptions = findings.assumptions
        return Verdict(v.MUST_CHANGE, grounds, must_change=kind.must_differ, owes=line.owes, assumptions=assumptions)
    if line.unstopped == p.RUNS:
        return Verdict(v.RUNS, grounds, allowed=False if named and policy.says(p.NO_NUMBER) else None)
    because = (*grounds, Because(kind.read)) if situation_of(kind) == NOT_DETERMINED else grounds
    if line.unstopped == p.DISCRETION:
        return Verdict(v.DISCRETION, because)
    return Verdict(v.REJECTED, because, allowed=False, reason="not_determined")


# --- asking -------------------------------------------------------------------------------------------------------


def _asked(
    policy: Policy, line: Line, findings: Findings, statements: Sequence[Said], grounds: tuple[Because, ...]
) -> Verdict | Refusal:
    """What follows where players are asked in turn: who speaks next, or what the least stop brings."""
    table = _Table(list(speakers(line, findings)))
    for one in statements:
        if one.what in _ALWAYS or one.seat == JUDGE:
            continue
        may = may_say(line, findings, one.seat)
        if one.what == said.INDEFINITELY and one.what not in may and said.NUMBER in may:
            one = Said(one.seat, said.NUMBER, no_number=one.what)
        stops_again = _owner_stops(policy, table, one)
        refused = None if stops_again else _out_of_turn(line, findings, one, table.waiting)
        if refused is not None:
            return refused
        if one.what == said.OPT_OUT and not policy.says(p.NO_OPTING_OUT):
            because = Because(f"p{one.seat + 1} does not take the shortcut")
            return Verdict(v.REJECTED, (*grounds, because), allowed=False, reason=OPTED_OUT)
        if one.what == said.INDEFINITELY and line.unstopped == p.TAKEN and one.seat in findings.kind.keepers:
            because = Because(f"p{one.seat + 1} keeps the loop up and has to name a number", line.cites[0])
            return Verdict(v.MUST_CHANGE, (*grounds, because), must_change=one.seat, owes=p.DIFFER)
        if table.least is None and one.what == said.NUMBER and findings.shown < line.shown:
            because = Because(f"the cycle was shown {findings.shown} times", line.cites[0])
            return Verdict(v.REJECTED, (*grounds, because), allowed=False, reason="cycle_not_shown")
        refused = _heard(policy, line, findings, table, one, stops_again)
        if refused is not None:
            return refused
    return _after(policy, line, findings, table, grounds)


def _owner_stops(policy: Policy, table: _Table, one: Said) -> bool:
    """Whether a statement stops a loop earlier whose number its speaker has named before."""
    named = table.first is not None and one.seat == table.first.seat and one.seat not in table.waiting
    return named and policy.says(p.OWNER_STOPS) and one.what in (said.NUMBER, said.CUT) and not one.no_number


def _heard(
    policy: Policy, line: Line, findings: Findings, table: _Table, one: Said, stops_again: bool
) -> Refusal | None:
    """Take a statement to the table whose turn it is; a refusal where it names too much or too little."""
    if stops_again:
        stop = _stop(policy, line, findings, one)
        assert table.least is not None
        if not stop.before(table.least):
            return _not_lower(line, one, table.least)
        table.least = stop
        return None
    if one.what == said.CUT and not policy.says(p.PARTIAL) and one.place is not None and one.place.choice > 1:
        return Refusal(ILLEGAL, "not-asked", f"'{one}' stops within an iteration", "whole iterations", line.cites[0])
    table.reason = _no_number(policy, line, one, table) or _beyond(policy, line, findings, one)
    if table.reason or one.what == said.OPT_OUT:
        table.rejected.append(one.named if table.reason else one.what)
        if said.ACCEPT in may_say(line, findings, one.seat):
            table.waiting.remove(one.seat)  # whoever names neither a number nor a place leaves standing what stands
            table.reason = ""
        return None
    table.waiting.remove(one.seat)
    if one.what in _GOES_ON:
        table.agreed.append(one.seat)
        return None
    if one.number is not None:
        table.accepted.append(one.named)
    stop = _stop(policy, line, findings, one)
    least = table.least
    if least is not None and line.later == p.LOWER and one.what == said.NUMBER and not stop.before(least):
        if stop != replace(least, seat=stop.seat):
            return _not_lower(line, one, least)
        table.agreed.append(one.seat)
    if least is None:
        table.first = table.least = stop
    elif least.before(stop) if line.later == p.HIGHER else stop.before(least):
        table.least = stop
        table.agreed.clear()
    return None


def _after(policy: Policy, line: Line, findings: Findings, table: _Table, grounds: tuple[Because, ...]) -> Verdict:
    """What follows of what was said: who speaks next, or where the game goes on."""
    kind = findings.kind
    owed = by_choices(kind) and policy.says(p.CHOICES)
    numbers, none = tuple(table.accepted), tuple(table.rejected)
    if table.waiting:
        seat = table.waiting[0]
        to_speak = ((seat, may_say(line, findings, seat)),)
        found = Verdict(v.OPEN, grounds, stop=table.least, to_speak=to_speak, accepted=numbers, rejected=none)
        if table.reason:
            return replace(found, outcome=v.REJECTED, allowed=False, reason=table.reason)
        if owed and table.first is None and len(kind.keepers) == 1:
            because = (*grounds, Because("choices sustain the loop", policy.cite(p.CHOICES)))
            return replace(found, outcome=v.MUST_CHANGE, because=because, must_change=seat, owes=p.DIFFER)
        return found
    least = table.least
    if least is None:
        if kind.unknown or kind.ending.when != NEVER:
            return Verdict(v.UNDETERMINED, (*grounds, Because(kind.unknown or kind.ending.reason)))
        return Verdict(v.DRAW, grounds, in_draw=kind.in_draw)
    assert table.first is not None
    shortened = table.first != least
    if policy.says(p.LAST_WORD) and len(kind.keepers) > 1 and line.later == p.LOWER:
        least = _last_word(findings, table)
    found = Verdict(
        v.GAME_CONTINUES,
        grounds,
        least,
        priority=least.seat,
        owes=line.owes,
        allowed=True,
        accepted=numbers,
        rejected=none,
    )
    if owed:
        return replace(found, must_change=least.seat, owes=p.DIFFER)
    if len(kind.keepers) == 1 and not shortened:
        return replace(found, outcome=v.STANDS)
    stops = len(kind.keepers) > 1 and policy.says(p.NO_RESTART)
    if line.owes in (p.DIFFER, p.BREAK) or shortened or stops:
        return replace(found, must_change=least.seat)
    return found


def _last_word(findings: Findings, table: _Table) -> Stop:
    """Of numbers named by those who both keep the loop up: the stop behind the last word (421.3).

    The last keeper who agreed has it, else the first keeper. The loop goes on for the part of an iteration that ends
    with that player's action, and stops before the next action of another keeper.
    """
    kind, least = findings.kind, table.least
    assert least is not None
    agreed = [seat for seat in kind.keepers if seat in table.agreed]
    last = agreed[-1] if agreed else kind.keepers[0]
    acts = sorted({(each.place, each.seat) for each in kind.statements if each.role == ACTS and each.offset == 0})
    own = max((place for place, seat in acts if seat == last), default=0)
    behind = [(place, seat) for place, seat in acts if place > own and seat != last]
    if not own or not behind:
        return least
    return Stop(behind[0][1], least.iterations, behind[0][0])


def _stop(policy: Policy, line: Line, findings: Findings, one: Said) -> Stop:
    """The place that a number or a cut means."""
    if one.place is not None:
        (_, iteration) = one.place.path[-1] if one.place.path else (0, 1)
        return Stop(one.seat, iteration - 1, one.place.choice)
    assert one.number is not None
    kind = findings.kind
    if by_choices(kind) and policy.says(p.CHOICES):
        return Stop(one.seat, one.number, _own(kind, one.seat, LEAVES))
    return Stop(one.seat, one.number, _own(kind, one.seat, ACTS) if line.at == p.OWN_ACTION else 1)


def _own(kind: Kind, seat: int, role: str) -> int:
    """The first place of an iteration at which a player makes a choice of a certain role; 1 where there is none."""
    places = [each.place for each in kind.statements if each.seat == seat and each.role == role and each.offset == 0]
    return min(places, default=1)


def _no_number(policy: Policy, line: Line, one: Said, table: _Table) -> str:
    """Why what was named is no number of iterations; "" where one was."""
    if one.no_number:
        endless = one.no_number[:1].isalpha() or one.no_number == "∞"
        return INFINITY if endless and policy.says(p.NO_INFINITY) else NOT_A_NUMBER
    number = one.number
    if number is not None and table.first is None and not isinstance(number, Formula) and number < line.least:
        return NOT_A_NUMBER
    return ""


def _beyond(policy: Policy, line: Line, findings: Findings, one: Said) -> str:
    """Why what was named can't be reached: the loop stops before, and the game goes on there; "" where it can be."""
    ending = findings.kind.ending
    if one.what not in (said.NUMBER, said.CUT) or ending.when != AT or ending.outcome:
        return ""
    stop = _stop(policy, line, findings, one)
    return LOOP_ENDS if Stop(stop.seat, ending.iteration - 1, max(1, ending.choice)).before(stop) else ""


def _out_of_turn(line: Line, findings: Findings, one: Said, waiting: list[int]) -> Refusal | None:
    """Why a statement may not be made now."""
    if not waiting or waiting[0] != one.seat:
        next_one = f"p{waiting[0] + 1} speaks next" if waiting else "everybody has spoken"
        return Refusal(ILLEGAL, "not-now", f"'{one}' is not said now: {next_one}", "statements in order", line.cites[0])
    may = may_say(line, findings, one.seat)
    if one.what in may or one.what == said.OPT_OUT:
        return None
    message = f"'{one}' answers nothing that p{one.seat + 1} was asked"
    return Refusal(ILLEGAL, "not-asked", message, ", ".join((*may, *_ALWAYS)), line.cites[0])


def _not_lower(line: Line, one: Said, least: Stop) -> Refusal:
    message = f"'{one}' is more than what stands: {digits_text(least.iterations)} iterations"
    return Refusal(ILLEGAL, "not-lower", message, "agreement, or a lower number or place", line.cites[-1])
