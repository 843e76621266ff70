"""A ruling as a ``verdict/1``: the sentence for the table, the reasons, who is asked, and what would change it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reiterate.amounts import digits_text, formula_text
from reiterate.judge.kinds import Kind, Possible
from reiterate.refusals import EXIT_CODES, UNDETERMINED, Refusal
from reiterate.rules.access.unread_clauses import assumed_words
from reiterate.rulings import policies as p
from reiterate.rulings import verdict as v
from reiterate.rulings.case_facts import differences, fact
from reiterate.rulings.case_file import Case
from reiterate.rulings.policies import POLICIES
from reiterate.rulings.ruling import Ruling, judge
from reiterate.rulings.verdict import Stop
from reiterate.show.answer_quantities import Quantity
from reiterate.show.answer_verdict import Asked, At, Differing, Reason, Verdict
from reiterate.show.building_refusals import refused_of

#: Sentences of rejections, by their reason; another reason shows the message.
_REJECTED: Final = {
    "not_a_number": "That names no number of iterations.",
    "infinity": "There is no infinity: name a number.",
    "cycle_not_shown": "Show the cycle twice, then name a number.",
    "not_determined": "No shortcut: its result is not determined.",
    "no_priority": "Only the player with priority may propose.",
    "conditional_action": "A shortcut can't depend on what happens.",
    "iterations_not_identical": "One number for one loop: name each loop apart.",
    "no_relevant_change": "Not again: nothing relevant has changed.",
    "opted_out": "The loop is not shortcut.",
    "ending_point_without_priority": "It must end where somebody has priority.",
}


def verdict_of(ruling: Ruling, file: str = "") -> Verdict:
    """The verdict of a ruling, with the rule numbers of the case's edition. ``file``: the name that commands show."""
    case, found = ruling.case, ruling.verdict
    number = case.edition.renumbered
    kind = ruling.kind
    return Verdict(
        format="verdict/1",
        title=case.position.title,
        policy=case.policy.name,
        edition=case.edition.since,
        sentence=sentence_of(ruling),
        outcome=_text(fact(ruling, "outcome")),
        reason=found.reason,
        place=None if found.stop is None else _at(found.stop),
        priority=_seat(_text(fact(ruling, "priority"))),
        must_change=_seat(_text(fact(ruling, "must_change"))),
        owes=found.owes if found.must_change is not None else "",
        draw_players=[_player(seat) for seat in sorted(found.in_draw)],
        allowed=found.allowed,
        because=_because(ruling),
        ask=[Asked(player=_player(seat), may_say=list(may)) for seat, may in found.to_speak],
        could_act=[] if kind is None else [_could(each) for each in kind.could_act],
        differs=[number(each) for each in _differs(ruling)],
        assumptions=[
            *assumed_words(case.position.state),
            *(() if ruling.taken is None else ruling.taken.assumptions),
        ],
        shown=f"reiterate loop {file}" if file and ruling.loop is not None else "",
        differences=[Differing(path=d.path, expected=d.expected, actual=d.actual) for d in differences(ruling)],
        refusal=None if ruling.refusal is None else refused_of("run", ruling.refusal),
    )


def compared(case: Case) -> dict[str, Verdict] | Refusal:
    """What each policy says of a case. Where a policy asks for other statements, what it asks first.

    A refusal where a policy can say nothing of it, such as a rule that is not implemented.
    """
    found = {}
    for name, policy in POLICIES.items():
        asked = replace(case, policy=policy)
        ruling = judge(asked)
        if isinstance(ruling, Refusal):
            ruling = judge(replace(asked, said=(), position=replace(case.position, answers=[])))
        if isinstance(ruling, Refusal):
            return ruling
        found[name] = verdict_of(ruling)
    return found


def exit_code_of(found: Verdict) -> int:
    """The exit code of a verdict: undetermined is 3, an expected fact that differs 1, all else an answer."""
    if found.outcome == v.UNDETERMINED:
        return EXIT_CODES[UNDETERMINED]
    return 1 if found.differences else 0


# --- the sentence for the table -----------------------------------------------------------------------------------


def sentence_of(ruling: Ruling) -> str:
    """What one says at the table, at most twelve words."""
    found = ruling.verdict
    outcome = _text(fact(ruling, "outcome"))
    if outcome.endswith("_wins"):
        return f"{outcome.removesuffix('_wins')} wins{_after(found.stop, whole=True)}."
    if found.outcome == v.DRAW:
        return "It's a draw." if len(found.in_draw) == _in_game(ruling.kind) else f"A draw for {_list(found.in_draw)}."
    if found.outcome == v.OPEN:
        return _open(ruling)
    if found.outcome == v.REJECTED:
        return _REJECTED.get(found.reason, "That shortcut can't be proposed.")
    if found.branches:
        return "Hidden cards decide it: a judge must look."
    if found.outcome in _SENTENCES:
        return _SENTENCES[found.outcome]
    if found.outcome == v.MUST_CHANGE and found.must_change is not None:
        return f"{_player(found.must_change)} must do something else now."
    if found.outcome == v.ILLEGAL:
        return "That is no other choice: it may not be made."
    if found.stop is None:
        return "The game goes on."
    if found.outcome == v.STANDS or found.must_change is None:
        return f"The loop is taken{_after(found.stop)}."
    return f"{_player(found.must_change)} {_OWED[found.owes]}{_after(found.stop)}."


_SENTENCES: Final = {
    v.RUNS: "Nobody names a number: it runs to its end.",
    v.NOT_A_LOOP: "It is no loop: play it out.",
    v.UNDETERMINED: "I don't know: not everything could be worked out.",
    v.PENALTY: "That is stalling.",
    v.DISCRETION: "A judge decides: the result is left to chance.",
}
_OWED: Final = {
    p.PRIORITY: "acts",
    p.DIFFER: "must choose differently",
    p.BREAK: "must break the loop",
    "": "acts",
}


def _open(ruling: Ruling) -> str:
    seat = ruling.verdict.to_speak[0][0]
    if ruling.verdict.stop is not None:
        return f"{_player(seat)}, do you agree?"
    if ruling.kind is not None and ruling.kind.mandatory:
        return "It's a draw, unless somebody acts."
    return f"{_player(seat)} names a number."


def _after(stop: Stop | None, whole: bool = False) -> str:
    """How far the game has gone; ``whole``: in whole iterations alone."""
    if stop is None:
        return ""
    many = digits_text(stop.iterations) if isinstance(stop.iterations, int) else formula_text(stop.iterations)
    part = "" if whole or stop.choice == 1 else f", inside the next, at choice {stop.choice}"
    return f" after {many} iteration{'' if many == '1' else 's'}{part}"


# --- parts --------------------------------------------------------------------------------------------------------


def _because(ruling: Ruling) -> list[Reason]:
    number = ruling.case.edition.renumbered
    found: list[Reason] = []
    for each in ruling.verdict.because:
        if found and found[-1].what == number(each.what) and each.cites:
            found[-1] = Reason(what=found[-1].what, cites=f"{found[-1].cites}, {number(each.cites)}")
        else:
            found.append(Reason(what=number(each.what), cites=number(each.cites)))
    return found


def _differs(ruling: Ruling) -> list[str]:
    """What would change the verdict: who could still act, or say something else."""
    found, kind = ruling.verdict, ruling.kind
    if found.branches:
        return list(found.branches)
    if found.outcome == v.DRAW and kind is not None and kind.to_ask:
        return [f"{_list(kind.to_ask)} could act before it repeats, and need not (730.5)"]
    if found.outcome == v.DRAW:
        return ["a way for somebody to act, or a choice that leads out of the loop"]
    if found.outcome == v.MUST_CHANGE:
        return ["anything that makes each lap leave another position"]
    if found.outcome in (v.STANDS, v.GAME_CONTINUES) and found.stop is not None:
        return ["an earlier place named by somebody else"]
    return []


def _could(possible: Possible) -> str:
    paying = f", which would pay for {'; '.join(possible.pays_for)}" if possible.pays_for else ""
    return f"{_player(possible.seat)}: {possible.what}{paying}"


def _at(stop: Stop) -> At:
    return At(iterations=Quantity(stop.iterations), choice=stop.choice, named_by=_player(stop.seat))


def _in_game(kind: Kind | None) -> int:
    return 0 if kind is None else len(kind.order)


def _text(value: object) -> str:
    return value if isinstance(value, str) else "not known"


def _seat(text: str) -> str | None:
    return text if text[:1] == "p" else None


def _player(seat: int) -> str:
    return f"p{seat + 1}"


def _list(seats: tuple[int, ...]) -> str:
    names = [_player(seat) for seat in sorted(seats)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
