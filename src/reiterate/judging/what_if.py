"""What would change a verdict: other statements are tried, and the case is ruled again on the same loop.

``what_if(ruling)`` gives changes that were tried. Each holds the statements instead of those of the case, and the ruling
that follows. So a screen that names a change never guesses. What was played by hand is tried without one action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import GO_ON, WHAT_FOLLOWS, Case
from reiterate.judging.decide import Findings, line_of, may_say, speakers
from reiterate.judging.policies import KEEPERS_FIRST, PROPOSER_FIRST
from reiterate.judging.ruling import Ruling, judge, judge_again
from reiterate.judging.statements import JUDGE, Said
from reiterate.kinds.kinds import AT
from reiterate.loops.loop import Count
from reiterate.loops.play import play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.places import Place
from reiterate.script.script import BodyReader, Node, Repeat
from reiterate.shortcuts.duty import independent
from reiterate.state.model import State

#: Changes of one verdict that are told.
TOLD: Final = 3
#: Rulings that are tried for one verdict.
TRIED: Final = 40
#: Places of one player that are tried for a cut.
PLACES: Final = 4
#: Lines that were played by hand and are left out in turn.
LINES: Final = 12
#: Choices of a script that repeats nothing which are looked at.
LONGEST: Final = 30
#: The number that is tried where nothing bounds it.
SOME: Final = 10

#: Words that stop nothing, in the order in which they are tried.
_QUIET: Final = (said.ACCEPT, said.NO_ACTION, said.INDEFINITELY)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One change that was tried, and the ruling with it.

    ``new``: the statements that are new or other. ``unjudged``: the judge's words are left out. ``without``: the action
    that was left out, in the position where it was made. ``happened``: how many lines of what was played are left then,
    None for all. ``shown``: how often the cycle would have to be shown, 0 where that changes nothing.
    """

    case: Case
    new: tuple[Said, ...]
    ruling: Ruling
    unjudged: bool = False
    without: tuple[State, Choice] | None = None
    happened: int | None = None
    shown: int = 0


def what_if(ruling: Ruling) -> list[WhatIf]:
    """Changes of what was said, or played, with which the case is ruled otherwise; the telling ones first.

    In: the ruling on the case as it is. Out: each change with the ruling that follows; [] where none was found, or trying one
    is not implemented.
    """
    try:
        if ruling.history is not None:
            return _without_an_action(ruling)
        return _other_statements(ruling)
    except Unsupported:
        return []


def signature(ruling: Ruling) -> tuple[object, ...]:
    """What two rulings have in common that rule the same; only good for being compared.

    It holds the outcome, the place of the stop, who must choose differently, the reason, and what is allowed and owed.
    """
    found = ruling.verdict
    stop = None if found.stop is None else (found.stop.seat, found.stop.choice, _text(ruling, "iterations"))
    return _text(ruling, "outcome"), stop, _text(ruling, "must_change"), found.reason, found.allowed, found.owes


# --- statements ---------------------------------------------------------------------------------------------------


def _other_statements(ruling: Ruling) -> list[WhatIf]:
    base = None if ruling.case.unproposable is not None else judge_again(ruling, ruling.case)
    if base is None or isinstance(base, Refusal) or base.verdict.answer:
        return []  # what the loop is does not depend on what was said
    if base.verdict != ruling.verdict and ruling.verdict.outcome != v.ILLEGAL:
        return []  # it is not the loop alone that was ruled on
    seen = {signature(base)}
    telling = {_gist(base)}
    found: list[WhatIf] = []
    places: list[WhatIf] = []
    told = _in_words(base.case).said
    for tried, case in enumerate(_changes(base)):
        if tried >= TRIED or len(found) >= TOLD:
            break
        other = _ruled(base, case)
        if other is None or signature(other) in seen or _worse(base, other):
            continue
        seen.add(signature(other))
        shown = case.shown if case.shown != ruling.case.shown else 0
        new = tuple(one for one in other.case.said if one not in told)
        unjudged = any(one.seat == JUDGE for one in told) and not any(one.seat == JUDGE for one in case.said)
        changed = WhatIf(other.case, new, other, unjudged, shown=shown)
        if _gist(other) not in telling:
            found.append(changed)
        else:
            places.append(changed)
        telling.add(_gist(other))
    return found or places[:1]


def _gist(ruling: Ruling) -> tuple[object, ...]:
    """What follows for whom, wherever that is."""
    stop = ruling.verdict.stop
    return _text(ruling, "outcome"), None if stop is None else stop.seat, ruling.verdict.must_change


def _worse(base: Ruling, other: Ruling) -> bool:
    """Whether a change brings no other answer: the game ends as it does now, or what was ruled is rejected or not known."""
    bad = (v.REJECTED, v.UNDETERMINED, v.PENALTY)
    if over(base.state) and over(other.state) and _text(base, "outcome") == _text(other, "outcome"):
        return True
    if other.verdict.outcome == v.OPEN:
        return base.verdict.outcome in (v.OPEN, *bad, v.MUST_CHANGE, v.NOT_A_LOOP) and not other.verdict.to_speak
    return other.verdict.outcome in bad


def _ruled(base: Ruling, case: Case) -> Ruling | None:
    """The ruling on a changed case, whoever is still asked saying nothing against it; None where it is refused."""
    for _ in range(2 * len(seats(base.case.position.state))):
        found = judge_again(base, case)
        if isinstance(found, Refusal):
            return None
        asked = found.verdict.to_speak
        if found.verdict.outcome != v.OPEN or not asked:
            return found
        quiet = [what for what in _QUIET if what in asked[0][1]]
        if not quiet:
            return None
        case = replace(case, said=(*case.said, Said(asked[0][0], quiet[0])))
    return None


def _changes(base: Ruling) -> Iterator[Case]:
    """Cases with one change, those first that tell most."""
    case, verdict = _in_words(base.case), base.verdict
    unjudged = replace(case, said=tuple(one for one in case.said if one.seat != JUDGE))
    weighed = judge_again(base, unjudged) if unjudged.said != case.said else base
    if isinstance(weighed, Ruling) and signature(weighed) != signature(base):  # else the text gives the word no weight
        yield unjudged
    if case.question == GO_ON:
        for number in _numbers(base):
            new = Said(case.position.proposer, said.NUMBER, number=number)
            yield replace(case, question=WHAT_FOLLOWS, said=(new,))
        return
    if verdict.reason == "cycle_not_shown":
        yield replace(case, shown=2)
    for seat, may in verdict.to_speak:
        for new in _may(base, seat, may):
            yield replace(case, said=(*case.said, new))
    for at in reversed(range(len(case.said))):
        for new in _instead(base, case.said[at]):
            yield replace(case, said=(*case.said[:at], new, *case.said[at + 1 :]))
            yield replace(case, said=(*case.said[:at], new))
    if not any(one.what == said.NUMBER for one in case.said):
        for number in _numbers(base):
            new = Said(case.position.proposer, said.NUMBER, number=number)
            yield replace(case, said=(new, *case.said))


def _in_words(case: Case) -> Case:
    """The case with the answers of its file as statements (732.2b)."""
    answers = (
        Said(seat, said.ACCEPT) if cut is None else Said(seat, said.CUT, place=cut)
        for seat, cut in case.position.answers
    )
    return replace(case, said=(*answers, *case.said), position=replace(case.position, answers=[]))


def _instead(base: Ruling, one: Said) -> Iterator[Said]:
    """What somebody could have said instead."""
    if one.seat == JUDGE or one.what not in (said.NUMBER, said.CUT, *_QUIET):
        return
    if one.what in _QUIET:
        yield from _stops(base, one.seat)
        return
    kind = base.kind
    if kind is None:
        yield Said(one.seat, said.ACCEPT)
        return
    findings = Findings(kind, proposer=base.case.position.proposer, independent=base.case.independent)
    line = line_of(base.case.policy, findings)
    first = (
        line is not None and line.asked in (PROPOSER_FIRST, KEEPERS_FIRST) and speakers(line, findings)[0] == one.seat
    )
    for what in _QUIET:
        if line is not None and not first and what in may_say(line, findings, one.seat):
            yield Said(one.seat, what)
    for number in _numbers(base):
        yield Said(one.seat, said.NUMBER, number=number)


def _may(base: Ruling, seat: int, may: Sequence[str]) -> Iterator[Said]:
    """What somebody who is asked may say."""
    for what in may:
        if what in _QUIET:
            yield Said(seat, what)
    if said.NUMBER in may or said.CUT in may:
        yield from (one for one in _stops(base, seat) if one.what in may)


def _stops(base: Ruling, seat: int) -> Iterator[Said]:
    """Statements of a player that stop the loop earlier than it stops now: places first, then a number."""
    yield from _cuts(base, seat)
    for number in _numbers(base):
        yield Said(seat, said.NUMBER, number=number)


def _numbers(base: Ruling) -> Iterator[Count]:
    """Numbers that tell: the greatest one that leaves the game going on, else one less than what is done now."""
    end = None if base.loop is None else base.loop.end
    if end is not None and base.verdict.outcome != v.RUNS:
        last = end.iteration - (2 if over(end.state) and end.choice == 1 else 1)
        if over(end.state) or base.verdict.outcome in (v.REJECTED, v.NOT_A_LOOP):
            yield last
            return
    stop = base.verdict.stop
    if stop is None:
        yield SOME
    elif stop.iterations > 1:
        yield stop.iterations - 1


def _cuts(base: Ruling, seat: int) -> Iterator[Said]:
    """Places at which a player decides in the last iteration that is done now."""
    kind, script = base.kind, base.case.position.script
    blocks = [node for node in script if isinstance(node, Repeat)]
    if not blocks:
        yield from _cuts_of_lines(base, seat)
    if kind is None or not blocks:
        return
    stop, ending = base.verdict.stop, kind.ending
    iteration: Count = 1 if stop is None else stop.iterations
    if ending.when == AT and (stop is None or ending.iteration <= iteration):
        iteration = ending.iteration if ending.choice > 1 else ending.iteration - 1
    if not isinstance(iteration, int) or iteration < 1:
        return
    places = sorted({s.place for s in kind.statements if s.seat == seat and s.offset == 0 and s.first <= iteration})
    for choice in reversed(places[-PLACES:]):
        path = ((blocks[-1].number if len(blocks) > 1 else 0, iteration),)
        yield Said(seat, said.CUT, place=Place(path, 0, choice))


def _cuts_of_lines(base: Ruling, seat: int) -> Iterator[Said]:
    """Places at which a player decides in a script that repeats nothing, the last ones first."""
    position = base.case.position
    places: list[Place] = []
    done = 0
    for number, node in enumerate(position.script, 1):
        who = _deciders(position.state, position.script[:number])
        places += [Place(((node.number, 1),), 0, at - done + 1) for at in range(done, len(who)) if who[at] == seat]
        done = max(done, len(who))
        if done >= LONGEST:
            break
    for place in reversed(places[-LONGEST:]):
        yield Said(seat, said.CUT, place=place)


def _deciders(state: State, nodes: Sequence[Node]) -> list[int]:
    """Who makes each of the first choices of a script."""
    found: list[int] = []
    play(state, BodyReader(nodes), upto=LONGEST, observe=lambda at, _: found.append(decider(at)))
    return found


# --- what was played by hand --------------------------------------------------------------------------------------


def _without_an_action(ruling: Ruling) -> list[WhatIf]:
    """What was played, up to before the last action without which it is ruled otherwise."""
    case = replace(ruling.case, position=replace(ruling.case.position, then=()))
    owing = ruling.verdict.must_change
    behind: Ruling | None = None
    for left in range(len(case.happened), max(-1, len(case.happened) - LINES), -1):
        found = judge(replace(case, happened=case.happened[:left])) if left else None
        now = found if isinstance(found, Ruling) and found.history is not None else None
        if now is None:
            return []
        if behind is not None and behind.history is not None and now.history is not None:
            made = behind.history.line[len(now.history.line) :]
            acts = [(state, choice) for state, choice in made if independent(state, choice)]
            others = [one for one in acts if one[1].player != owing] or acts
            if others and now.verdict.must_change != owing:
                return [WhatIf(now.case, (), now, without=others[0], happened=left)]
        behind = now
    return []


def _text(ruling: Ruling, path: str) -> str:
    found = fact(ruling, path)
    return found if isinstance(found, str) else ""
