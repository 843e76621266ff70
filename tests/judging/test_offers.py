"""A verdict never offers what it then rejects: each statement that it offers is accepted when it is said next.

What is offered is read from the verdict as data: who is asked, what that player may say, how places are named there, and
which number a number has to be lower than. Positions are those of all cases, each with what was said up to some point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reiterate.amounts import parse_quantity
from reiterate.ask.answer_verdict import Asked
from reiterate.ask.building_verdict import asked_of
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.policies import POLICIES
from reiterate.judging.ruling import judge
from reiterate.judging.statements import Said, read_statement
from reiterate.refusals import Refusal
from tests.support.case_files import CARDS, FILES, book
from tests.support.files import needs_data
from tests.support.secret_cases import HANDS, LOOPS, case

SENTENCE_CASES: Final = sorted((Path(__file__).resolve().parent / "sentence_cases").glob("*.yaml"))
OFFERED: Final = [pytest.param(path, id=path.stem) for path in (*FILES, *SENTENCE_CASES) if path.stem != "FAM-02"]
#: Outcomes by which what was just said is thrown back.
THROWN_BACK: Final = (v.REJECTED, v.ILLEGAL)
#: Places of one player that are tried for a cut: one of them has to be accepted.
PLACES: Final = 12


def accepted(case: Case, one: Said) -> bool:
    """Whether a statement is accepted when it is said next in a case."""
    found = judge(replace(case, said=(*case.said, one), position=replace(case.position, then=())))
    if isinstance(found, Refusal):
        return False
    return found.verdict.outcome not in THROWN_BACK and not (
        found.verdict.outcome == v.MUST_CHANGE and any(seat == one.seat for seat, _ in found.verdict.to_speak)
    )


def cuts(case: Case, asked: Asked, seat: int) -> Iterator[Said]:
    """Places as the verdict says that they are named."""
    lines = [node.number for node in case.position.script]
    for choice in range(1, PLACES + 1):
        texts = {
            "N.C": [f"1.{choice}"],
            "LINE": [f"{line}@1.{choice}" for line in lines],
            "LINE@1.C": [f"{line}@1.{choice}" for line in lines],
            "LINE@N.C": [f"{line}@1.{choice}" for line in lines],
        }[asked.cut]
        for text in texts:
            found = read_statement(seat, f"cut {text}")
            assert isinstance(found, Said), found
            yield found


def offers_hold(case: Case) -> list[Asked] | None:
    """What a case's verdict offers, all of which is accepted: at least one statement of each kind. None: it is refused."""
    ruling = judge(replace(case, position=replace(case.position, then=())))
    if isinstance(ruling, Refusal):
        return None
    offered = asked_of(ruling)
    for asked in offered:
        seat = int(asked.player[1:]) - 1
        for what in asked.may_say:
            if what == said.NUMBER:
                below = parse_quantity(asked.below) if asked.below.isdigit() else None
                tried = {each for each in (1, below - 1) if 0 <= each < below} if isinstance(below, int) else {1, 3}
                for number in tried:
                    assert accepted(case, Said(seat, what, number=number)), (str(asked), number)
            elif what == said.CUT:
                assert any(accepted(case, one) for one in cuts(case, asked, seat)), str(asked)
            else:
                assert accepted(case, Said(seat, what)), (str(asked), what)
    return offered


@needs_data(CARDS)
@pytest.mark.slow("judges every case several times")
@pytest.mark.parametrize("path", OFFERED)
def test_what_a_verdict_offers_is_accepted_when_it_is_said(path: Path) -> None:
    """With nothing said, with each first part of what the case says, and under each policy."""
    found = load_case_file(path, book())
    assert isinstance(found, Case), found
    plain = replace(found, position=replace(found.position, answers=[]))
    for heard in range(len(found.said) + 1):
        offers_hold(replace(plain, said=found.said[:heard]))


@settings(max_examples=40)
@given(st.sampled_from(sorted(POLICIES)), st.sampled_from(sorted(LOOPS)), HANDS, st.data())
def test_whatever_was_said_the_next_offers_hold(
    policy: str, loop: str, hands: list[list[str]], data: st.DataObject
) -> None:
    """A table that says only what it was offered, at random, is offered nothing that is thrown back."""
    now = replace(case(policy, loop, hands, []), shown=data.draw(st.sampled_from([0, 2])))
    for _ in range(len(hands) + 1):
        asked = offers_hold(now)
        assume(asked is not None)
        if not asked or not asked[0].may_say:
            return
        seat = int(asked[0].player[1:]) - 1
        quiet = [what for what in asked[0].may_say if what not in (said.NUMBER, said.CUT)]
        below = int(asked[0].below) if asked[0].below.isdigit() else 9
        numbers = [Said(seat, said.NUMBER, number=each) for each in range(1, below)]
        may_name = said.NUMBER in asked[0].may_say
        options = [*(Said(seat, what) for what in quiet), *(numbers if may_name else [])]
        if not options:
            return
        now = replace(now, said=(*now.said, data.draw(st.sampled_from(options))))
