"""A ruling as the part of an answer that is a verdict.

The verdict has the sentence for the table, the reasons, who is asked, and what would change the ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from reiterate.ask.answer import Answer
from reiterate.ask.answer_parts import Quantity
from reiterate.ask.answer_verdict import Asked, At, Differing, Reason, Remark, Verdict
from reiterate.ask.building_refusals import refused_of
from reiterate.ask.building_run import answer_about
from reiterate.ask.verdict_phrases import owes, player
from reiterate.ask.verdict_reasons import could, could_in_short, demonstration, means_of, reasons, what_would_change
from reiterate.ask.verdict_words import numbers_fall, place_form, sentence_of, stands, text_of
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import Case, under
from reiterate.judging.policies import POLICIES
from reiterate.judging.ruling import Ruling, judge, judge_for
from reiterate.judging.statements import CUT, JUDGE, NUMBER
from reiterate.judging.verdict import Stop
from reiterate.refusals import EXIT_CODES, INPUT, UNDETERMINED, Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.access.unread_clauses import assumed_words
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.places import digits, seat_named
from reiterate.state.model import is_player
from reiterate.state.model import player as seat_of


def verdict_of(ruling: Ruling, file: str = "") -> Verdict:
    """The verdict of a ruling, with the rule numbers of the case's edition. ``file``: the name that commands show."""
    case, found = ruling.case, ruling.verdict
    kind, made = ruling.kind, demonstration(ruling)
    return Verdict(
        format="verdict/1",
        title=case.position.title,
        policy=case.policy.name,
        edition=case.edition.since,
        sentence=sentence_of(ruling),
        outcome=text_of(ruling, "outcome"),
        reason=found.reason,
        place=None if found.stop is None else _at(ruling, found.stop),
        priority=_seat(text_of(ruling, "priority")),
        must_change=_seat(text_of(ruling, "must_change")),
        owes=found.owes if found.must_change is not None else "",
        draw_players=[player(seat) for seat in sorted(found.in_draw)],
        allowed=found.allowed,
        because=[Reason(what=each.what, cites=case.edition.renumbered(each.cites)) for each in reasons(ruling)],
        ask=asked_of(ruling),
        could_act=[] if kind is None else [could(each) for each in kind.could_act],
        differs=what_would_change(ruling),
        assumptions=[
            *assumed_words(case.position.state),
            *found.assumptions,
            *(() if ruling.taken is None else ruling.taken.assumptions),
        ],
        shown=_command(ruling, file),
        demonstration=[f"{each.player}: {each.text}" for each in made],
        differences=[Differing(path=d.path, expected=d.expected, actual=d.actual) for d in differences(ruling)],
        refusal=None if ruling.refusal is None else refused_of("judge", ruling.refusal),
        stands=stands(ruling),
        duties=owes(ruling),
        remarks=[Remark(player=_speaker(each.seat), what=each.what, heard=each.heard) for each in found.remarks],
        question=case.question if found.answer else "",
        answer=found.answer,
        could_brief=[] if kind is None else [could_in_short(each) for each in kind.could_act],
        made=made,
    )


def asked_of(ruling: Ruling) -> list[Asked]:
    """Whom the verdict of a ruling asks next and what each may say, in the order in which they speak; [] for nobody.

    It is ``ask`` of the verdict, without the changes that a verdict tries.
    """
    return [_asked(ruling, seat, may) for seat, may in ruling.verdict.to_speak]


def judged(case: Case, found: Verdict) -> Answer:
    """The verdict on a case as an answer: the question is ``judge``, and the board is that of the file.

    In: the case, and the verdict that ``verdict_of`` made of its ruling. Example: ``as_json(judged(case, verdict_of(ruling)))``.
    """
    return with_fields(answer_about(case.position, "judge"), verdict=found, assumptions=found.assumptions)


def compared_policies(case: Case) -> dict[str, Verdict] | Refusal:
    """What each policy says of a case, as far as it hears what was said: then it says whom it asks next.

    A refusal where a policy can say nothing of it, such as a rule that is not implemented. A text that is not known of the
    case's day is left out.
    """
    found = {}
    for name in POLICIES:
        asked = under(case, name, "")
        if isinstance(asked, Refusal):
            continue
        ruling = judge(asked)
        heard = len(case.said)
        while isinstance(ruling, Refusal) and heard:
            heard -= 1
            ruling = judge(replace(asked, said=case.said[:heard]))
        if isinstance(ruling, Refusal):
            ruling = judge(replace(asked, said=(), position=replace(case.position, answers=[])))
        if isinstance(ruling, Refusal):
            return case.edition.refused(ruling)
        found[name] = verdict_of(ruling)
    return found


def exit_code_of(found: Verdict) -> int:
    """The exit code of a verdict: undetermined is 3, an expected fact that differs 1, all else an answer."""
    if found.outcome == v.UNDETERMINED:
        return EXIT_CODES[UNDETERMINED]
    return 1 if found.differences else 0


def ruling_for(case: Case, seat: str) -> Ruling | Refusal:
    """The ruling on a case: the judge's, who sees all cards; with a ``seat`` what that player is told.

    A refusal has the rule numbers of the case's edition, as the verdict would have.
    """
    found = _ruling_for(case, seat)
    if not isinstance(found, Refusal):
        return found
    return case.edition.refused(found)


def _ruling_for(case: Case, seat: str) -> Ruling | Refusal:
    if not seat:
        return judge(case)
    number = seat_named(seat)
    if number is None or not is_player(case.position.state, seat_of(number)):
        return Refusal(INPUT, "no-such-player", f"no player '{seat[:40]}' in this game", "p1, p2, ...")
    return judge_for(case, number)


# --- parts --------------------------------------------------------------------------------------------------------


def _command(ruling: Ruling, file: str) -> str:
    """The command that shows more; "" where the file has no name."""
    if not file or file == "-":
        return ""
    loops = ruling.case.laid_out and ruling.loop is not None
    return f"reiterate loop {file}" if loops else f"reiterate judge {file} --why"


def _at(ruling: Ruling, stop: Stop) -> At:
    there = ruling.state if ruling.place is None else ruling.place
    ended = over(there)
    return At(
        iterations=Quantity(stop.iterations),
        choice=stop.choice,
        named_by=player(stop.seat),
        turn_of="" if ended else player(active_seat(there)),
        step="" if ended else step_name(there),
    )


def _asked(ruling: Ruling, seat: int, may: Sequence[str]) -> Asked:
    cut = place_form(ruling.case.position.script, ruling.in_lines) if CUT in may else ""
    least = ruling.verdict.stop
    lower = NUMBER in may and least is not None and numbers_fall(ruling)
    below = digits(least.iterations) if lower and least is not None else ""
    means = means_of(ruling.kind, seat)
    return Asked(player=player(seat), may_say=list(may), means=means, cut=cut, below=below)


def _speaker(seat: int) -> str:
    return "judge" if seat == JUDGE else player(seat)


def _seat(text: str) -> str | None:
    return text if text[:1] == "p" else None
