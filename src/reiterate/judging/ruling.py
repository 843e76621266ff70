"""The ruling on a case: the loop is found, the matter is settled under the policy, and the game advances to the place.

A proposal under rule 732.2 goes through ``shortcuts`` alone: there is one procedure of proposing, answering and
taking. What the other texts settle is a number or a place, and the game is there at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_file import DOES_IT_END, GO_ON, IS_A_LOOP, Case
from reiterate.judging.decide import decide, in_doubt, line_of
from reiterate.judging.every_result import Outcomes, every_result
from reiterate.judging.findings import (
    findings_of,
    no_place,
    only_passes,
    opened,
    recognised,
    shown_by_hand,
    stops_alone,
    was_random,
)
from reiterate.judging.laying import came_back, laid
from reiterate.judging.policies import (
    ARBITER,
    BREAK,
    COMPREHENSIVE,
    DIFFER,
    PROPOSER_FIRST,
    RECURRENCE,
    SEEN_THROUGH,
    Line,
    situation_of,
)
from reiterate.judging.proposals import Proposals, proposals_in
from reiterate.judging.retelling import in_statements, known_to_all, without_those_who_left
from reiterate.judging.statements import Said
from reiterate.judging.verdict import Because, Owed, Stop, Verdict, answer_of, remarks_of
from reiterate.kinds.kept_kinds import loop_and_kind
from reiterate.kinds.kinds import Kind
from reiterate.kinds.loops_in_play import NO_PERIOD, InPlay, ProvedLoop
from reiterate.loops.loop import End, Loop, count_text, find_loop, play_through
from reiterate.loops.play import ILLEGAL as NOT_LEGAL
from reiterate.loops.play import play
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, UNDETERMINED, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import quoted_result
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import alike, differences, same_for_rules
from reiterate.rules.positions.seen_by import seen_by
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.places import Place
from reiterate.script.script import BodyReader, Node, Repeat, results_in
from reiterate.shortcuts.duty import FRAGMENTED, Duty, owes_the_choice
from reiterate.shortcuts.duty_to_differ import POSITION_BUDGET, History, assumed
from reiterate.shortcuts.fragmented_loops import NOT_ALL_SEEN, duties
from reiterate.shortcuts.lap import handed_over
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.procedure import Proposal, Taken, may_stop, no_lines, propose, respond
from reiterate.shortcuts.ways_out import Owing
from reiterate.state.model import State
from reiterate.state.outcomes import winner_of
from reiterate.state.properties import OUTCOME

#: Choices of the lines that follow which are held to what is owed.
FOLLOWED: Final = 200

#: Earlier positions that the present one is compared with, and differences from one that are still told.
COMPARED: Final = 100
DIFFERENCES: Final = 4

#: The code of a script whose very first choice is illegal.
FIRST_CHOICE: Final = "illegal-first-choice"

#: Reasons of a rejected proposal, by the code of what refused it.
REASONS: Final = {
    "no-priority": "no_priority",
    "conditional": "conditional_action",
    "end-without-priority": "ending_point_without_priority",
    "count": "not_a_number",
    "count-not-a-number": "not_a_number",
    "sorcery-timing": "timing",
    "loyalty-timing": "timing",
    "unknown-card": "not_determined",
    "random-result": "not_determined",
    FIRST_CHOICE: "illegal_first_action",
}


@dataclass(slots=True)
class Ruling:
    """A verdict, the loop that it speaks of, and the game at the place to which it advances.

    ``kind`` is None where the script holds no loop; ``state`` is the position of the case where the game does not
    advance. ``owed_there``: what is owed at the place; ``duties``: what of it is still owed in ``state``, beside what ``history`` and ``taken`` hold (732.3). ``place``: the position at the place where lines follow it, which ``state`` is behind. ``outcomes``: how
    what is not determined ends all the same; ``state`` is then where the loop begins, for the ways differ. ``tried``: the
    choice of the lines that follow which may not be made, with its position. ``in_lines``: whoever is asked to answer a proposal can
    stop it in lines beside its blocks alone. ``proposals``: those of the case, for other words on the same loop.
    """

    case: Case
    verdict: Verdict
    state: State
    kind: Kind | None = None
    loop: Loop | None = None
    taken: Taken | None = None
    refusal: Refusal | None = None
    history: History | None = None
    duties: tuple[Duty, ...] = ()
    owed_there: tuple[Duty, ...] = ()
    place: State | None = None
    outcomes: Outcomes | None = None
    tried: tuple[State, Choice] | None = None
    in_lines: bool = False
    proposals: Proposals = field(default_factory=Proposals, compare=False, repr=False)


def judge(case: Case) -> Ruling | Refusal:
    """The ruling on a case, and the game behind the lines that follow it (``then``).

    In: a case of ``load_case``. Out: the ruling, whose ``verdict`` is whatever the rules decide. Or a refusal that names what is
    not implemented, or a statement that may not be made now. Example: ``judge(case).verdict.outcome``.
    """
    try:
        ruling = _judged(case)
        return ruling if isinstance(ruling, Refusal) else _and_then(_with_answers(ruling))
    except Unsupported as error:
        return error.refusal


def _judged(case: Case) -> Ruling | Refusal:
    if case.happened and not any(isinstance(node, Repeat) for node in case.position.script):
        return _happened(case)
    begun = opened(case)
    return begun if isinstance(begun, Refusal) else _opened(begun)


def _opened(begun: Case) -> Ruling | Refusal:
    """The ruling on a case at the position in which its matter is opened."""
    counted = _in_numbers(begun)
    if isinstance(counted, Refusal):
        return counted
    case = counted
    if case.unproposable is not None:
        return _rejected(case, case.unproposable)
    unpredictable = _unpredictable(case)
    if unpredictable is not None:
        return _rejected(case, unpredictable)
    loop = _last_block(case)
    if loop is None and not case.position.script and not case.said:
        return no_lines()
    if loop is None:
        return _proposed(case, None, None, proposals_in(case.position.state))
    if isinstance(loop, Refusal):
        return _rejected(case, loop)
    found = loop_and_kind(loop)
    if isinstance(found, Refusal):
        proposes = case.policy is COMPREHENSIVE and not _settles(case) and found.kind == UNDETERMINED
        return _proposed(case, None, loop, proposals_in(case.position.state)) if proposes else _rejected(case, found)
    loop, kind = found
    return _of_loop(case, kind, loop, proposals_in(case.position.state))


def judge_for(case: Case, seat: int) -> Ruling | Refusal:
    """The ruling on a case as one player is told of it: computed of what that player sees (``seen_by``).

    Cards that leave a hidden zone in what was played, or in what is proposed, are known to everybody. So neither what is
    ruled, nor what is refused, depends on cards that the player has not seen.
    """
    whole = judge(case) if case.position.then else None
    then = None if whole is None or isinstance(whole, Refusal) else (whole.place or whole.state, whole.state)
    known = known_to_all(_numbered(case) or case, then)
    return judge(replace(case, position=replace(case.position, state=seen_by(case.position.state, seat, known))))


def judge_again(ruling: Ruling, case: Case) -> Ruling | Refusal:
    """The ruling on the same loop where something else was said or asked; the lines that follow are left out.

    In: a ruling, and its case with other statements, another question, policy or proposer.
    """
    case = replace(case, position=replace(case.position, then=()))
    try:
        if ruling.kind is None or ruling.loop is None:
            again = _proposed(case, None, ruling.loop, ruling.proposals)
        else:
            again = _of_loop(case, ruling.kind, ruling.loop, ruling.proposals)
        return again if isinstance(again, Refusal) else _with_answers(again)
    except Unsupported as error:
        return error.refusal


def _with_answers(ruling: Ruling) -> Ruling:
    """The ruling with what was said without naming a place, and with the answer to its case's question."""
    case, verdict = ruling.case, ruling.verdict
    answer = answer_of(case, verdict, ruling.loop, ruling.state)
    return replace(ruling, verdict=replace(verdict, remarks=remarks_of(case), answer=answer))


def _of_loop(case: Case, kind: Kind, loop: Loop, proposals: Proposals) -> Ruling | Refusal:
    """The ruling on a loop whose kind is known."""
    alone = without_those_who_left(case, kind, loop)
    if alone is not None:
        without = _opened(alone)
        if isinstance(without, Ruling) and without.verdict.outcome not in (v.REJECTED, v.UNDETERMINED):
            return without
        because = Because(v.CONCEDES, "104.3a", next(one.seat for one in case.said if one.what == said.CONCEDE))
        return Ruling(case, Verdict(v.GAME_CONTINUES, (because,)), alone.position.state, kind, loop)
    if kind.only_turns and not _ruled_or_left(case):
        return _only_turns(case, proposals)
    case = in_statements(case)
    by_chance = _by_chance(case, kind, loop)
    if by_chance is not None:
        return by_chance
    findings = findings_of(case, kind, loop)
    line = line_of(case.policy, findings)
    asked_for = _asked_for(case, kind, loop, line)
    if asked_for is not None:
        return Ruling(case, asked_for, case.position.state, kind, loop)
    doubt = None if case.said or case.position.answers else in_doubt(case.policy, findings)
    if doubt is not None:
        return Ruling(case, doubt, case.position.state, kind, loop)
    proposed = case.position.answers or (line is not None and line.asked == PROPOSER_FIRST)
    if proposed and not _settles(case):
        return _proposed(case, kind, loop, proposals)
    nowhere = next((each for one in case.said if (each := no_place(loop, line, one)) is not None), None)
    found = nowhere or decide(case.policy, findings, case.said)
    if isinstance(found, Refusal):
        return found
    if line is not None and line.asked == PROPOSER_FIRST and found.outcome in (v.OPEN, v.STANDS, v.GAME_CONTINUES):
        numbered = _numbered(case)
        if numbered is not None:
            return _proposed(numbered, kind, loop, proposals)
    return _advanced(case, found, kind, loop)


def _only_turns(case: Case, proposals: Proposals) -> Ruling | Refusal:
    """The ruling on turns in which nothing is repeated but what comes by itself: no loop, and a sequence like any other (732.2a).

    Which cards are drawn is another matter in each turn. So nothing runs to its end, and the turns that were proposed pass.
    """
    if case.question in (IS_A_LOOP, GO_ON, DOES_IT_END):
        why = Because(v.ONLY_TURNS, "732.1b")
        return Ruling(case, Verdict(v.NOT_A_LOOP, (why,)), case.position.state)
    return _proposed(_numbered(case) or case, None, None, proposals)


def _ruled_or_left(case: Case) -> bool:
    """Whether a judge has spoken, or somebody concedes."""
    return any(one.seat == said.JUDGE or one.what == said.CONCEDE for one in case.said)


def _in_numbers(case: Case) -> Case | Refusal:
    """The case with its places in numbers: what a place in words means is worked out from the script alone."""
    position = case.position
    places = (position.end, *(cut for _, cut in position.answers), *(one.place for one in case.said))
    if not any(place is not None and place.in_words for place in places):
        return case
    script = PlayedScript(position.state)
    refused = script.extend(_as_far_as(position.script, case.said), position.proposer)
    if refused is not None:
        return refused
    end = None if position.end is None else script.numbered(position.end)
    if isinstance(end, Refusal):
        return end
    answers: list[tuple[int, Place | None]] = []
    for seat, cut in position.answers:
        place = None if cut is None else script.numbered(cut, seat)
        if isinstance(place, Refusal):
            return place
        answers.append((seat, place))
    statements: list[Said] = []
    for one in case.said:
        named = None if one.place is None else script.numbered(one.place, one.seat)
        if isinstance(named, Refusal):
            return named
        statements.append(replace(one, place=named))
    return replace(case, position=replace(position, end=end, answers=answers), said=tuple(statements))


def _as_far_as(script: Sequence[Node], statements: Sequence[Said]) -> tuple[Node, ...]:
    """A script whose last block is done as often as the iterations that are named in words, and at least as it says."""
    named = [
        one.place.path[0][1] for one in statements if one.place is not None and one.place.in_words and one.place.path
    ]
    at = max((i for i, node in enumerate(script) if isinstance(node, Repeat)), default=-1)
    block = script[at] if at >= 0 else None
    if not named or not isinstance(block, Repeat) or not block.count < max(named):
        return tuple(script)
    return (*script[:at], replace(block, count=max(named)), *script[at + 1 :])


def _by_chance(case: Case, kind: Kind, loop: Loop) -> Ruling | None:
    """The ruling where nobody keeps up what reads something random, and it ends in one way whatever comes."""
    if kind.determined or kind.keepers or not only_passes(loop):
        return None
    outcomes = _outcomes(loop)
    if isinstance(outcomes, Refusal) or not outcomes.only or not outcomes.results:
        return None
    because = (
        Because(v.PLAYED_OUT, "732.2a", words=outcomes.refused[0].message),
        Because(v.ALL_RESULTS, number=outcomes.results),
    )
    winner = winner_of(outcomes.only)
    verdict = Verdict(v.DRAW if outcomes.only == v.DRAW else v.RUNS, because, allowed=False, winner=winner)
    return Ruling(case, verdict, loop.heads[0], kind, loop, outcomes=outcomes)


def _outcomes(loop: Loop) -> Outcomes | Refusal:
    """``every_result`` of a loop's start, followed once: nothing that is said changes it. A refusal is not kept."""
    kept = loop.kept.get(every_result)
    found = kept if isinstance(kept, Outcomes) else every_result(loop.heads[0])
    if isinstance(found, Outcomes):
        loop.kept[every_result] = found
    return found


def _unpredictable(case: Case) -> Refusal | None:
    """Why a proposed script is none: in front of its last block it says what something random gives (732.2a)."""
    blocks = [i for i, node in enumerate(case.position.script) if isinstance(node, Repeat)]
    line = results_in(case.position.script[: blocks[-1]] if blocks else case.position.script)
    if line is None:
        return None
    message = f"a proposal can't say what something random gives: {quoted_result(line.results[0])}"
    return Refusal(UNSUPPORTED, "random-result", message, "that line under 'happened:'", "732.2a", line.said_at[0])


def _numbered(case: Case) -> Case | None:
    """The case with the number that was said in its script, which is what is proposed then; None where none was said."""
    number = next((one.number for one in case.said if one.what == said.NUMBER and one.number is not None), None)
    if number is None:
        return None
    script = list(case.position.script)
    at = max(i for i, node in enumerate(script) if isinstance(node, Repeat))
    block = script[at]
    assert isinstance(block, Repeat)
    script[at] = Repeat(block.number, number, block.body, block.where)
    return replace(case, position=replace(case.position, script=tuple(script)))


def _last_block(case: Case) -> Loop | Refusal | None:
    """The loop of the last block of the script, from where it begins; None where there is no block."""
    position = case.position
    blocks = [i for i, node in enumerate(position.script) if isinstance(node, Repeat)]
    if not blocks:
        return None
    before = PlayedScript(position.state)
    refused = before.extend(position.script[: blocks[-1]], position.proposer)
    if refused is not None:
        return _first_of(case, refused, before)
    block = position.script[blocks[-1]]
    assert isinstance(block, Repeat)
    script = PlayedScript(before.final)
    try:
        refused = script.extend([Repeat(block.number, 1, block.body, block.where)], position.proposer)
    except Unsupported as error:
        if REASONS.get(error.refusal.code) != "not_determined":
            raise
        return find_loop(before.final, BodyReader(block.body))
    if refused is not None and refused.kind != UNDETERMINED:
        end = script.parts[0].loop.end
        if end is None or not over(end.state):
            return _first_of(case, refused, script if len(blocks) == 1 and blocks[0] == 0 else None)
    return script.parts[0].loop


def _first_of(case: Case, refused: Refusal, script: PlayedScript | None) -> Refusal:
    """Why a script can't be proposed: its proposer has no priority, its very first choice is illegal, or as told."""
    nothing = propose(case.position.state, (), case.position.proposer)
    if isinstance(nothing, Refusal):
        return nothing
    if script is None or len(script.parts) > 1 or refused.kind != ILLEGAL or refused.code in REASONS:
        return refused
    end = script.parts[0].loop.end
    first = end is not None and (end.iteration, end.choice) == (1, 1)
    return replace(refused, code=FIRST_CHOICE) if first else refused


def _asked_for(case: Case, kind: Kind, loop: Loop, line: Line | None) -> Verdict | None:
    """The verdict where the case asks of the sequence itself, and not what follows of what was said."""
    end = loop.end
    if case.question == IS_A_LOOP and end is not None and end.kind == NOT_LEGAL:
        why = end.refusal.message if end.refusal is not None else "a choice is not legal"
        return Verdict(v.NOT_A_LOOP, (Because(v.STOPS, "732.1b", number=end.iteration, words=why),))
    if case.question == GO_ON and line is not None and len(kind.keepers) == 1:
        grounds = tuple(Because(situation_of(kind), cite) for cite in line.cites)
        because = (
            *grounds,
            Because(v.ONE_IS_NO_DRAW, "104.4b", kind.keepers[0]),
        )
        return Verdict(v.MUST_CHANGE, because, owed=Owed(kind.keepers[0], "", "104.4b"))
    return None


def _happened(case: Case) -> Ruling | Refusal:
    """What was played by hand, looked at for positions that came back (732.3)."""
    script = PlayedScript(case.position.state)
    refused = script.extend(case.happened, case.position.proposer)
    if refused is not None:
        return refused
    history, refused, whole = duties(script, script.last)
    if refused is not None:
        return refused
    watched = InPlay.of(history, script.final)
    if not whole:  # somebody may have acted who was not seen
        verdict = Verdict(v.UNDETERMINED, (Because(v.FOUND, "732.3", words=NOT_ALL_SEEN.format(POSITION_BUDGET)),))
        return Ruling(case, verdict, script.final, history=history)
    proved = None if watched.more is None else watched.prove(watched.more)
    if isinstance(proved, ProvedLoop) and proved.kind.mandatory:
        return _judged(recognised(case, proved))  # what somebody added keeps nothing up
    seat = history.must_differ() if history.owing is None else history.owing
    random = was_random(case, script.final)
    assumptions = assumed(script.final)
    if seat is not None:
        grounds = (Because(v.CAME_BACK, "732.3"),)
        verdict = Verdict(v.MUST_CHANGE, grounds, owed=Owed(seat, DIFFER, FRAGMENTED), assumptions=assumptions)
    elif (
        stops_alone(case.policy, random)
        and (alone := history.brought_back_alone(alike if random else same_for_rules)) is not None
    ):
        because = _brought_back(case, history, random, alone)
        rule = because[0].cites
        begin = len(history.line) - len(history.since(alike if random else same_for_rules))
        history.lay(alone, begin, rule, chance=random)
        verdict = Verdict(v.MUST_CHANGE, because, owed=Owed(alone, DIFFER, rule), assumptions=assumptions)
    else:
        proved = None if watched.stretch is None else watched.prove(watched.stretch)
        if isinstance(proved, ProvedLoop):
            if case.policy is not COMPREHENSIVE or not proved.kind.keepers:
                return _judged(recognised(case, proved))
            proved = None  # somebody keeps the loop up, and nothing was proposed (732.2a)
        cycle = shown_by_hand(case) if case.question in (IS_A_LOOP, GO_ON, DOES_IT_END) else None
        if cycle is not None:
            return _judged(cycle)
        verdict = _nothing_came_back(case, history, random, proved)
    return Ruling(case, verdict, script.final, history=history)


def _nothing_came_back(case: Case, history: History, random: bool, refused: Refusal | None) -> Verdict:
    """The verdict where no loop is recognised. ``refused``: why what goes on by itself was not proved to be one."""
    if refused is not None and refused.code not in (NO_PERIOD, "random-result", "unknown-card"):
        return Verdict(v.UNDETERMINED, (Because(v.FOUND, refused.rule, words=refused.message),))
    grounds: tuple[Because, ...] = (Because(v.NOTHING_BACK, "732.3"),)
    if random and case.policy.says(RECURRENCE):
        grounds = (*grounds, *_since(case, history))
    return Verdict(v.GAME_CONTINUES, grounds)


def _brought_back(case: Case, history: History, random: bool, seat: int) -> tuple[Because, ...]:
    """Why one player must do something else: the position is alike one that was there before (MTR 4.4)."""
    if not random:
        return (Because(v.BACK_ALONE, case.policy.cite(SEEN_THROUGH), seat),)
    before = history.last_alike()
    found = () if before is None else differences(before, history.state)
    alone = Because(v.BACK_BY_CHANCE, case.policy.cite(RECURRENCE), seat)
    return (alone, *(Because(v.DIFFERENCE, words=str(difference)) for difference in found))


def _since(case: Case, history: History) -> tuple[Because, ...]:
    """What differs from the earlier position that is most like the present one: of what is not shown a judge decides."""
    now = history.state
    asked_alike = [s for s, _ in history.line[-COMPARED:] if (asked(s), bool(s.stack)) == (asked(now), bool(now.stack))]
    found = [differences(state, now) for state in asked_alike if over(now) or decider(state) == decider(now)]
    least = min(found, key=lambda each: sum(not one.why for one in each), default=())
    if not least or sum(not one.why for one in least) > DIFFERENCES:
        return ()
    cites = case.policy.cite(RECURRENCE)
    return tuple(Because(v.UNLIKE, cites, words=str(one)) for one in least)


def _and_then(ruling: Ruling) -> Ruling | Refusal:
    """The lines that follow: what is owed at the place is enforced for each choice, as long as it is owed."""
    nodes = ruling.case.position.then
    if not nodes or ruling.verdict.outcome in (v.OPEN, v.REJECTED):
        return ruling
    ended = _ended(ruling)
    if ended:
        message = "the game is over, so nothing follows"
        return _illegal(ruling, Refusal(ILLEGAL, "game-over", message, "a case without lines that follow", ended), None)
    reader = BodyReader(nodes)
    read = reader.next(ruling.state, reader.start())
    if isinstance(read, tuple):
        refused = verify(ruling.state, read[0])  # before what is owed there is asked: it may be another player's
        if refused is not None:
            return _illegal(ruling, refused, (ruling.state, read[0])) if refused.kind == ILLEGAL else refused
    found = _held(ruling, reader)
    if isinstance(found, Ruling):
        return found
    played = play_through(ruling.state, reader)
    if played.refusal is not None:
        return played.refusal
    return replace(ruling, state=played.state, place=ruling.state, duties=found)


def _ended(ruling: Ruling) -> str:
    """The rule by which the game is over at the place for everybody; "" where it goes on."""
    found, kind = ruling.verdict, ruling.kind
    if found.outcome == v.DRAW and kind is not None and len(found.in_draw) == len(kind.order):
        return drawn_by(ruling)
    return "104.1" if found.winner is not None or over(ruling.state) else ""


def drawn_by(ruling: Ruling) -> str:
    """The paragraph of its text by which a ruling is a draw."""
    line = None if ruling.kind is None else ruling.case.policy.line(situation_of(ruling.kind))
    return "104.4b" if line is None else line.drawn_by


def _held(ruling: Ruling, reader: BodyReader) -> tuple[Duty, ...] | Ruling:
    """What is still owed behind the first ``FOLLOWED`` choices that follow; the ruling where one of them may not be made."""
    seen: list[State] = []
    played = play(ruling.state, reader, upto=FOLLOWED, observe=lambda state, _: seen.append(state))
    owing = owing_at(ruling)
    for at, choice in enumerate(played.choices):
        refused = owing.not_now(choice)
        if refused is not None:
            return _illegal(ruling, refused, (seen[at], choice))
        owing.play(choice, seen[at + 1] if at + 1 < len(seen) else played.state)
    return owing.duties


def owing_at(ruling: Ruling) -> Owing:
    """What is owed at the place of a ruling, to be followed choice by choice."""
    history = ruling.history if ruling.taken is None else ruling.taken.history
    history = History(ruling.state) if history is None else history.copy()
    if history.state is not ruling.state:
        history = History(ruling.state, duties=list(history.duties))
    return Owing(ruling.duties, history)


def way_out(ruling: Ruling) -> bool | None:
    """Whether a choice satisfies all that is owed at the place; None where whoever decides there owes nothing."""
    state = ruling.state if ruling.place is None else ruling.place
    there = owing_at(replace(ruling, state=state, duties=ruling.owed_there))
    owed = any(duty.obliges and owes_the_choice(duty, state) for duty in there.duties)
    return not there.none_exists if owed else None


def _illegal(ruling: Ruling, refused: Refusal, tried: tuple[State, Choice] | None) -> Ruling:
    """The ruling where the lines that follow may not be played."""
    because = (*ruling.verdict.because, _refused(refused))
    verdict = replace(ruling.verdict, outcome=v.ILLEGAL, because=because, reason=refused.code, allowed=False)
    return replace(ruling, verdict=verdict, refusal=refused, tried=tried)


def _refused(refusal: Refusal) -> Because:
    """The ground of a case whose lines are refused."""
    return Because(v.FOUND, refusal.rule, words=refusal.message, refused=True)


def _settles(case: Case) -> bool:
    """Whether a number was said instead of standing in the script, or something that ends the matter at once.

    A judge's word does where the text has a judge.
    """
    there = seats(case.position.state)
    return any(
        one.what == said.NUMBER
        or (one.what == said.CONCEDE and one.seat in there)
        or (one.seat == said.JUDGE and case.policy.says(ARBITER))
        for one in case.said
    )


# --- proposals (732.2) --------------------------------------------------------------------------------------------


def _proposed(case: Case, kind: Kind | None, loop: Loop | None, proposals: Proposals) -> Ruling | Refusal:
    """The script proposed, answered by what was said (or by the file's answers), and taken."""
    position = case.position
    end = None if case.within else position.end
    proposal = proposals.propose(position.state, position.script, position.proposer, end)
    if isinstance(proposal, Refusal):
        return _rejected(case, proposal, kind, loop)
    if case.within:
        return _rejected(case, _inside(case, proposal), kind, loop)
    answered = _answered(case, proposal)
    if isinstance(answered, Refusal):
        return answered
    proposal = answered
    if proposal.to_answer:
        grounds = (Because(v.PROPOSED, "732.2a"),)
        seat = proposal.to_answer[0]
        able = may_stop(proposal, seat)
        waiting = ((seat, (said.ACCEPT, said.CUT) if able else (said.ACCEPT,)),)
        in_lines = able and not may_stop(proposal, seat, blocks=True)
        found = Verdict(v.OPEN, grounds, to_speak=waiting)
        return Ruling(case, found, position.state, kind, loop, in_lines=in_lines, proposals=proposals)
    taken = proposals.take(proposal)
    if isinstance(taken, Refusal):
        return _rejected(case, taken, kind, loop)
    cut = taken.duty
    owed = None if cut is None else Owed(cut.seat, DIFFER, cut.rule)
    because = (Because(v.ANSWERED, "732.2b"), Because(v.TAKEN, "732.2c"))
    outcome = v.GAME_CONTINUES if cut is not None else v.STANDS
    stop = Stop(position.proposer if cut is None else cut.seat, taken.iterations, max(1, taken.end.choice))
    assumptions = assumed(taken.state) if taken.history.must_differ() is not None else ()
    verdict = Verdict(outcome, because, stop, owed=owed, allowed=True, assumptions=assumptions)
    cuts = () if cut is None else (cut,)
    return Ruling(case, verdict, taken.state, kind, loop, taken, duties=cuts, owed_there=cuts, proposals=proposals)


def _answered(case: Case, proposal: Proposal) -> Proposal | Refusal:
    """A proposal with the answers that were given, each by the player whose turn it is (732.2b)."""
    order = {seat: i for i, seat in enumerate(proposal.to_answer)}
    given = sorted(case.position.answers, key=lambda each: order.get(each[0], -1))
    for one in case.said:
        if one.what in (said.ACCEPT, said.CUT):
            given.append((one.seat, one.place))
        elif one.what in (said.NO_ACTION, said.INDEFINITELY):
            message = f"'{one}' answers no proposal"
            return Refusal(ILLEGAL, "not-asked", message, f"{said.ACCEPT}, or {said.CUT} PLACE", "732.2b")
    for seat, place in given:
        answered = respond(proposal, seat, place)
        if isinstance(answered, Refusal):
            return answered
        proposal = answered
    return proposal


def _inside(case: Case, proposal: Proposal) -> Refusal:
    """Why a proposal may not end while a choice is carried out: nobody has priority there (117.2e, 732.2a)."""
    assert case.position.end is not None
    spot = proposal.played_script.spot(case.position.end)
    if isinstance(spot, Refusal):
        return spot
    message = f"nobody has priority while the choice at '{case.position.end}' is carried out"
    return Refusal(ILLEGAL, "end-without-priority", message, "a place where some player has priority", "732.2a")


def _rejected(case: Case, refusal: Refusal, kind: Kind | None = None, loop: Loop | None = None) -> Ruling | Refusal:
    """A proposal that may not be made. What is not implemented, or mistyped, is refused and no ruling."""
    if refusal.kind == INPUT and refusal.code not in REASONS:
        return refusal
    if refusal.kind in (UNSUPPORTED, AMBIGUOUS) and refusal.code not in REASONS:
        return refusal
    if case.question == IS_A_LOOP and refusal.kind == ILLEGAL:
        verdict = Verdict(v.NOT_A_LOOP, (_refused(refusal),))
    elif refusal.kind == UNDETERMINED:
        verdict = Verdict(v.UNDETERMINED, (_refused(refusal),))
    else:
        reason = REASONS.get(refusal.code, "illegal_action")
        because = (_refused(refusal),)
        assumptions = assumed(case.position.state) if refusal.rule == "732.3" else ()
        verdict = Verdict(v.REJECTED, because, allowed=False, reason=reason, assumptions=assumptions)
    return Ruling(case, verdict, case.position.state, kind, loop, refusal=refusal)


# --- numbers and places -------------------------------------------------------------------------------------------


def _advanced(case: Case, verdict: Verdict, kind: Kind, loop: Loop) -> Ruling | Refusal:
    """The game at the place that a verdict names, or at the loop's own end where it comes first."""
    if verdict.outcome == v.RUNS:
        assert loop.end is not None
        unfit = _unfit(loop.end)
        return Ruling(case, unfit or verdict, loop.end.state, kind, loop)
    stop = verdict.stop
    if verdict.outcome == v.MUST_CHANGE and stop is None and kind.must_differ is not None:
        back = came_back(loop)
        if back is not None:
            return Ruling(case, verdict, back[0], kind, loop, duties=back[1], owed_there=back[1])
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
        if isinstance(reached, Refusal):
            return reached
        found = _at_its_place(case, verdict, handed_over(reached, stop.seat), kind, loop)
        paid = _where_it_is_paid(found, kind)
        if not paid:
            return found
        verdict = replace(verdict, stop=replace(stop, choice=paid))
        stop = replace(stop, choice=paid)
    played = loop.up_to(stop.iterations + 1, stop.choice)
    if isinstance(played, Refusal):
        return played
    state = handed_over(played.state, stop.seat)
    if not over(state) and decider(state) != stop.seat:
        at = count_text(stop.iterations + 1)
        message = f"at {at}.{stop.choice} p{decider(state) + 1} decides, not p{stop.seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "a place where you decide or have priority", "732.2b")
    return _at_its_place(case, verdict, state, kind, loop)


def _where_it_is_paid(found: Ruling, kind: Kind) -> int:
    """The choice at which a player pays what follows "unless", where no action with priority breaks the loop (MTR 4.4 par. 2); 0 for none."""
    stop, owed = found.verdict.stop, found.verdict.owed
    if stop is None or owed is None or owed.what != BREAK:
        return 0
    places = [each.at for each in kind.could_act if each.seat == stop.seat and each.at > 1]
    return min(places) if places and way_out(found) is False else 0


def _at_its_place(case: Case, verdict: Verdict, state: State, kind: Kind, loop: Loop) -> Ruling:
    """The ruling at the place to which the game advances, with what is owed there."""
    owed = () if over(state) else laid(case.policy, verdict, kind, loop, state)
    return Ruling(case, verdict, state, kind, loop, duties=owed, owed_there=owed)


def _unfit(end: End) -> Verdict | None:
    """The verdict where a script stops before what it speaks of has ended; None where it has.

    What nobody keeps up has ended where the game is over, or where nothing is left to resolve and nobody is asked.
    """
    if over(end.state) or (asked(end.state) == "priority" and not end.state.stack):
        return None
    why = end.refusal.message if end.refusal is not None else "the script says nothing further"
    return Verdict(v.UNDETERMINED, (Because(v.STOPS_BEFORE_THE_END, number=end.iteration, words=why),))


def _ends_before(end: End, stop: Stop) -> bool:
    """Whether the loop ends before a place."""
    return Stop(-1, end.iteration - 1, end.choice).before(stop)


def outcome_of(state: State) -> str:
    """How the game stands: the winner's word where it is over, else ``game_continues``."""
    return text_prop(state.game, OUTCOME) if over(state) else v.GAME_CONTINUES
