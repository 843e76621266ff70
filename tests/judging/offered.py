"""What a verdict offers, and which of it is thrown back when it is said next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from reiterate.amounts import parse_quantity
from reiterate.ask.answer_verdict import Asked
from reiterate.ask.building_verdict import asked_of
from reiterate.judging import statements as said
from reiterate.judging import verdict as v
from reiterate.judging.case_file import Case
from reiterate.judging.ruling import judge
from reiterate.judging.statements import Said, read_statement
from reiterate.refusals import Refusal

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


class Offers(NamedTuple):
    """What a verdict offers, and what of it is not accepted: of each kind of statement at least one has to be."""

    asked: list[Asked]
    thrown_back: list[str]


def offers(case: Case) -> Offers | None:
    """What a case's verdict offers; None where the case is refused."""
    ruling = judge(replace(case, position=replace(case.position, then=())))
    if isinstance(ruling, Refusal):
        return None
    found = Offers(asked_of(ruling), [])
    for asked in found.asked:
        seat = int(asked.player[1:]) - 1
        for what in asked.may_say:
            if what == said.NUMBER:
                below = parse_quantity(asked.below) if asked.below.isdigit() else None
                tried = {each for each in (1, below - 1) if 0 <= each < below} if isinstance(below, int) else {1, 3}
                held = all(accepted(case, Said(seat, what, number=number)) for number in tried)
            elif what == said.CUT:
                held = any(accepted(case, one) for one in cuts(case, asked, seat))
            else:
                held = accepted(case, Said(seat, what))
            if not held:
                found.thrown_back.append(f"{what}: {asked}")
    return found
