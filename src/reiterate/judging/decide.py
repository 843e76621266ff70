"""Settling a matter: policy, findings and statements in, verdict out; and who may speak next.

``settle`` is one function for all policies. It looks the loop's situation up in the policy and asks the players in
the order of that line. What follows is what the least number or place brings that was named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.amounts import Formula, digits_text
from reiterate.judging import policies as p
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.policies import (
    FRAGMENTED,
    MANDATORY,
    NOT_DETERMINED,
    NOT_KNOWN,
    Line,
    Policy,
    by_choices,
    situation_of,
)
from reiterate.judging.statements import JUDGE, Said
from reiterate.judging.verdict import Because, Owed, Stop, Verdict
from reiterate.kinds.kinds import ACTS, AT, LEAVES, NEVER, UNKNOWN, Kind
from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL, Refusal

#: Statements that are always open, whoever is asked; the last two name no place, and are remarks of the verdict.
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
NOT_SHOWN: Final = "cycle_not_shown"


@dataclass(frozen=True, slots=True)
class Findings:
    """What is true of the loop and of what came before, whatever the policy.

    ``shown``: how often the cycle was shown before the matter was opened. ``proposer``: who proposes, None for
    the first keeper. ``independent``: whether the keepers' actions do not depend on one another (421.5), None where
    that is not known; ``why_independent`` says how that is known, or why not.
    ``differing``: whether a number was named though some iterations are to be others than the rest; ``unlike``: whether some are. ``restarted``: whether this loop was
    shortcut before and nothing relevant has changed since. ``only_draws``: whether an iteration changes nothing but
    the cards that were drawn. ``hidden``: the players with unknown cards, who may have another choice.
    ``period``: before which iteration the first period that was proved begins, and how many iterations it has.
    ``assumptions``: what is assumed of unknown cards where a position is taken for the same (732.3).
    """

    kind: Kind
    shown: int = 0
    proposer: int | None = None
    independent: bool | None = False
    why_independent: str = ""
    differing: bool = False
    unlike: bool = False
    restarted: bool = False
    only_draws: bool = False
    hidden: tuple[int, ...] = ()
    period: tuple[Count, int] = (0, 1)
    assumptions: tuple[str, ...] = ()


@dataclass(slots=True)
class _Table:
    """What was said so far: who is still asked, the stop that stands, and the words that were no numbers.

    ``kept``: the least stop of those who keep the loop up; ``for_ever``: who goes on indefinitely.
    """

    waiting: list[int]
    first: Stop | None = None
    least: Stop | None = None
    kept: Stop | None = None
    for_ever: set[int] = field(default_factory=set)
    agreed: list[int] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    reason: str = ""


def decide(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | Refusal:
    """The verdict of a policy on what was found and said.

    In: the policy; what was found of the loop and its place; the statements of players and the judge, in order. Out: the verdict,
    which may be that nothing is determined. Or a refusal that names a statement that may not be made, and what may be said instead.
    """
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
        if situation == NOT_KNOWN:
            return Verdict(v.UNDETERMINED, (Because(v.FOUND, words=kind.unknown or kind.ending.reason),))
        return Verdict(v.UNDETERMINED, (Because(v.NO_SENTENCE, words=situation),))
    barred = _barred(policy, findings, statements)
    if barred is None and findings.unlike and not statements and line.asked != p.NOBODY:
        barred = _barred(
            policy, replace(findings, differing=True), statements
        )  # no number is asked for that would then be none
    if barred is not None:
        return barred
    grounds = tuple(Because(situation, cite) for cite in line.cites)
    if p.INDEPENDENT in policy.lines and len(findings.kind.keepers) > 1 and findings.why_independent:
        grounds = (*grounds, Because(v.DEPEND, line.cites[0], words=findings.why_independent))
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
    because = Because(v.DEPEND_NOT_KNOWN, "421.5", words=findings.why_independent)
    return Verdict(v.UNDETERMINED, (because, Because(v.DEPEND_ASKED)))


def in_doubt(policy: Policy, findings: Findings) -> Verdict | None:
    """The verdict where several players bring a position back but for what is done beside it, and nothing was proposed.

    Whether the game state is then the same one (732.3) the text leaves open. None where there is no such doubt.
    """
    kind, line = findings.kind, policy.line(FRAGMENTED)
    doubtful = len(kind.back_but_for_more) > 1 and kind.determined and kind.ending.when != AT
    if not doubtful or line is None or line.unstopped != p.MUST_CHANGE:
        return None
    because = Because(v.BESIDE_CHANGES, line.cites[0])
    same = Because(v.SAME_STATE, line.cites[0], kind.back_but_for_more[0])
    return Verdict(v.DISCRETION, (because,), turns_on=same)


def speakers(line: Line, findings: Findings) -> tuple[int, ...]:
    """The seats of the players who are asked by a line of a policy, in order, 0 for p1; () where the line asks nobody."""
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
    """What a player may say when asked by a line of a policy; conceding and calling a judge are always open besides.

    Out: names of statements, such as ``("number", "indefinitely")``; () for a player who is not asked.
    """
    asked = speakers(line, findings)
    if seat not in asked:
        return ()
    keepers = findings.kind.keepers
    if line.owes == p.BREAK and not findings.kind.unseen and seat not in findings.kind.to_ask:
        return tuple(what for what in line.first if what == said.NO_ACTION)  # there is nothing to break the loop with
    if line.asked == p.EVERYBODY:
        return line.first if seat in keepers or not keepers else line.others
    return line.first if seat == asked[0] else line.others


def heard_of(line: Line, findings: Findings, seat: int) -> tuple[str, ...]:
    """What a player who is asked may say, and behind that what the text forbids by name. Out: names of statements, as of ``may_say``."""
    asked = speakers(line, findings)
    return (*may_say(line, findings, seat), *(line.barred if asked and seat == asked[0] else ()))


def _offered(line: Line, findings: Findings, table: _Table, seat: int) -> tuple[str, ...]:
    """What a player is offered to say: nothing that would be refused or rejected, whatever number or place it named."""
    may = may_say(line, findings, seat)
    if table.least is None and findings.shown < line.shown:
        return tuple(what for what in may if what not in (said.NUMBER, said.CUT))
    nothing_less = table.least is not None and line.later == p.LOWER and not Stop(seat, 0).before(table.least)
    return tuple(what for what in may if not (nothing_less and what in (said.NUMBER, said.CUT)))


# --- before anybody is asked --------------------------------------------------------------------------------------


def _ruled(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | None:
    """What a judge has ruled, or what a concession brings; None where nothing like that was said."""
    for one in reversed(statements):
        if one.seat == JUDGE and one.what == said.STALLING and policy.says(p.STALLING):
            because = Because(v.STALLS, policy.cite(p.STALLING))
            return Verdict(v.PENALTY, (because,), reason="Stalling")
        if one.seat == JUDGE and one.what == said.IS_NO_LOOP and policy.says(p.ARBITER):
            because = Because(v.RULED_NO_LOOP, policy.cite(p.ARBITER))
            return Verdict(v.NOT_A_LOOP, (because,))
    gone = [one.seat for one in statements if one.what == said.CONCEDE and one.seat in findings.kind.order]
    left = [seat for seat in findings.kind.order if seat not in gone]
    involved = [seat for seat in gone if seat in findings.kind.keepers or seat in findings.kind.involved]
    if gone and (len(left) == 1 or involved):
        because = Because(v.CONCEDES, "104.3a", gone[0])
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
        because = Because(v.CHOICE_FOUND, cites, seat)
        return Verdict(v.MUST_CHANGE, (because,), owed=Owed(seat, p.DIFFER, cites)), findings
    if said.NO_CHOICE_EXISTS in words:
        known = replace(kind, unknown="", unseen="")
        return None, replace(findings, kind=known)
    because = Because(v.HIDDEN_CARDS, cites, seat)
    return Verdict(v.DISCRETION if policy.says(p.HIDDEN) else v.UNDETERMINED, (because,), turns_on=because), findings


def _barred(policy: Policy, findings: Findings, statements: Sequence[Said]) -> Verdict | None:
    """What the text does not let be shortcut, whatever the players say. What is done beside a loop the judge looks at."""
    kind = findings.kind
    if findings.differing and policy.says(p.IDENTICAL):
        because = Because(v.DIFFERS, policy.cite(p.IDENTICAL))
        return Verdict(v.REJECTED, (because,), allowed=False, reason=NOT_IDENTICAL)
    if findings.restarted and policy.says(p.NO_RESTART):
        because = Because(v.UNCHANGED, policy.cite(p.NO_RESTART))
        return Verdict(v.REJECTED, (because,), allowed=False, reason=RESTARTED)
    if not kind.across_turns or not policy.says(p.UNCHANGING) or not kind.determined:
        return None
    if (kind.recurs and kind.ending.when != AT) or (findings.only_draws and not policy.says(p.DRAWN_CARDS)):
        return None
    if kind.ending.when == UNKNOWN:
        return Verdict(v.UNDETERMINED, (Because(v.FOUND, words=kind.ending.reason),))
    if kind.back_but_for_more and kind.ending.when != AT:
        if any(one.seat == JUDGE and one.what == said.IS_LOOP for one in statements):
            return None
        because = Because(v.BESIDE_CHANGES, policy.cite(p.UNCHANGING))
        meaningful = Because(v.MEANINGFUL_CHANGE, policy.cite(p.ARBITER))
        return Verdict(v.DISCRETION, (because, meaningful), turns_on=meaningful)
    cites = policy.cite(p.DRAWN_CARDS) if findings.only_draws else policy.cite(p.UNCHANGING)
    because = Because(v.SPANS_TURNS, cites)
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
        assert kind.must_differ is not None
        owed = Owed(kind.must_differ, line.owes, line.cites[0])
        return Verdict(v.MUST_CHANGE, grounds, owed=owed, assumptions=assumptions)
    if line.unstopped == p.RUNS:
        return Verdict(v.RUNS, grounds, allowed=False if named and policy.says(p.NO_NUMBER) else None)
    because = (*grounds, Because(v.READ, words=kind.read)) if situation_of(kind) == NOT_DETERMINED else grounds
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
        may = heard_of(line, findings, one.seat)
        if one.what == said.INDEFINITELY and one.what not in may and said.NUMBER in may:
            one = Said(one.seat, said.NUMBER, no_number=one.what)
        stops_again = _owner_stops(policy, table, one)
        refused = None if stops_again else _out_of_turn(line, findings, one, table.waiting)
        if refused is not None:
            return refused
        if one.what == said.OPT_OUT and not policy.says(p.NO_OPTING_OUT):
            because = Because(v.OPTS_OUT, seat=one.seat)
            return Verdict(v.REJECTED, (*grounds, because), allowed=False, reason=OPTED_OUT)
        if one.what == said.INDEFINITELY and line.unstopped == p.TAKEN and one.seat in findings.kind.keepers:
            because = Because(v.HAS_TO_NAME, line.cites[0], one.seat)
            return Verdict(v.MUST_CHANGE, (*grounds, because), owed=Owed(one.seat, p.DIFFER, line.cites[0]))
        if table.least is None and one.what == said.NUMBER and findings.shown < line.shown:
            because = Because(v.SHOWN, line.cites[0], number=findings.shown)
            return Verdict(v.REJECTED, (*grounds, because), allowed=False, reason=NOT_SHOWN)
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
        stop = stop_of(policy, line, findings, one)
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
        table.for_ever |= {one.seat} if one.what == said.INDEFINITELY else set()
        return None
    if one.number is not None:
        table.accepted.append(one.named)
    stop = stop_of(policy, line, findings, one)
    if one.seat in findings.kind.keepers and (table.kept is None or stop.before(table.kept)):
        table.kept = stop
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
    numbers, none = tuple(table.accepted), tuple(table.rejected)
    if table.waiting:
        seat = table.waiting[0]
        to_speak = ((seat, _offered(line, findings, table, seat)),)
        found = Verdict(v.OPEN, grounds, stop=table.least, to_speak=to_speak, accepted=numbers, rejected=none)
        if table.least is None and findings.shown < line.shown:
            because = (*grounds, Because(v.SHOWN, line.cites[0], number=findings.shown))
            found = replace(found, because=because, reason=NOT_SHOWN)
        if table.reason:
            return replace(found, outcome=v.REJECTED, allowed=False, reason=table.reason)
        chosen = len(kind.keepers) == 1 and by_choices(kind, seat) and policy.says(p.CHOICES)
        if chosen and table.first is None:
            because = (*grounds, Because(v.BY_CHOICES, policy.cite(p.CHOICES)))
            return replace(found, outcome=v.MUST_CHANGE, because=because, owed=Owed(seat, p.DIFFER, because[-1].cites))
        return found
    least = table.least
    if least is None:
        if kind.unknown or kind.ending.when != NEVER:
            because = (*grounds, Because(v.FOUND, words=kind.unknown or kind.ending.reason))
            return Verdict(v.UNDETERMINED, because, rejected=none)
        return Verdict(v.DRAW, grounds, in_draw=kind.in_draw, rejected=none)
    assert table.first is not None
    if policy.says(p.LAST_WORD) and len(kind.keepers) > 1 and line.later == p.LOWER:
        least = _last_word(findings, table)
    owed = _owed(policy, line, findings, least)
    found = Verdict(
        v.GAME_CONTINUES,
        grounds,
        least,
        priority=least.seat,
        owed=owed,
        kept=None if least.seat in kind.keepers else table.kept,
        for_ever=bool(kind.keepers) and set(kind.keepers) <= table.for_ever,
        allowed=True,
        accepted=numbers,
        rejected=none,
    )
    return (
        replace(found, outcome=v.STANDS) if len(kind.keepers) == 1 and table.first == least and owed is None else found
    )


def _owed(policy: Policy, line: Line, findings: Findings, least: Stop) -> Owed | None:
    """What whoever stops a loop owes there; None where that player has priority and owes nothing."""
    kind, seat = findings.kind, least.seat
    if line.owes == p.BREAK:
        return Owed(seat, p.BREAK, line.cites[-1])
    if policy.says(p.CHOICES) and by_choices(kind, seat):
        return Owed(seat, p.DIFFER, policy.cite(p.CHOICES))
    if seat in kind.keepers and policy.says(p.NO_RESTART) and len(kind.keepers) > 1:
        return Owed(seat, p.DIFFER, line.cites[-1])
    shortened = line.owes == p.DIFFER and seat not in kind.keepers
    return Owed(seat, p.DIFFER, line.cites[-1]) if shortened else None


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


def stop_of(policy: Policy, line: Line, findings: Findings, one: Said) -> Stop:
    """The place at which a statement stops the loop: one that names a number, or a place.

    Out: the seat of the speaker, the whole iterations before that place, and the choice of the next one, from 1.
    """
    if one.place is not None:
        (_, iteration) = one.place.path[-1] if one.place.path else (0, 1)
        return Stop(one.seat, iteration - 1, one.place.choice)
    assert one.number is not None
    kind = findings.kind
    if line.owes == p.BREAK:
        return Stop(one.seat, one.number, _where_it_breaks(kind, one.seat))
    if line.at != p.OWN_ACTION and not (by_choices(kind, one.seat) and policy.says(p.CHOICES)):
        return Stop(one.seat, one.number)
    return _where_it_stops(findings, one.seat, one.number)


def _where_it_breaks(kind: Kind, seat: int) -> int:
    """Before which choice of an iteration a player breaks what nobody keeps up: the first one, with priority.

    Whoever can only pay what follows "unless" does so where that is asked.
    """
    able = [each.at for each in kind.could_act if each.seat == seat]
    return min(able) if able and all(able) else 1


def _where_it_stops(findings: Findings, seat: int, number: Count) -> Stop:
    """The first place behind so many iterations at which a player stops keeping the loop up: the own action or choice.

    Of a period of several iterations such a place may lie in a later one. Whoever does not keep the loop up stops it
    between two iterations.
    """
    begin, size = findings.period
    own = [each for each in findings.kind.statements if each.seat == seat and each.role in (ACTS, LEAVES)]
    if not own:
        return Stop(seat, number)
    if size == 1 or not isinstance(number, int) or not isinstance(begin, int):
        return Stop(seat, number, min(each.place for each in own))
    behind, place = min(((each.offset - (number - begin)) % size, each.place) for each in own)
    return Stop(seat, number + behind, place)


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
    stop = stop_of(policy, line, findings, one)
    return LOOP_ENDS if Stop(stop.seat, ending.iteration - 1, max(1, ending.choice)).before(stop) else ""


def _out_of_turn(line: Line, findings: Findings, one: Said, waiting: list[int]) -> Refusal | None:
    """Why a statement may not be made now."""
    if not waiting or waiting[0] != one.seat:
        next_one = f"p{waiting[0] + 1} speaks next" if waiting else "everybody has spoken"
        return Refusal(ILLEGAL, "not-now", f"'{one}' is not said now: {next_one}", "statements in order", line.cites[0])
    if one.what in heard_of(line, findings, one.seat) or one.what == said.OPT_OUT:
        return None
    message = f"'{one}' answers nothing that p{one.seat + 1} was asked"
    may = (*may_say(line, findings, one.seat), *_ALWAYS)
    return Refusal(ILLEGAL, "not-asked", message, ", ".join(may), line.cites[0])


def _not_lower(line: Line, one: Said, least: Stop) -> Refusal:
    message = f"'{one}' is more than what stands: {digits_text(least.iterations)} iterations"
    return Refusal(ILLEGAL, "not-lower", message, "agreement, or a lower number or place", line.cites[-1])
