"""A case told again, before it is ruled on: its proposal as statements, and the board without players who have conceded."""

from __future__ import annotations

from dataclasses import replace

from reiterate.judging import statements as said
from reiterate.judging.case_file import Case
from reiterate.judging.policies import COMPREHENSIVE
from reiterate.judging.statements import Said
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.leaving import CONCEDED, leave
from reiterate.rules.decisions.pending import decider
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.places import Place
from reiterate.script.script import Repeat


def in_statements(case: Case) -> Case:
    """The case with the file's proposal and its answers as statements, where the policy has no proposals (732.2).

    The number is that of the last block, or the place at which the script is proposed to end.
    """
    position = case.position
    if not position.answers or case.policy is COMPREHENSIVE:
        return case
    block = next(node for node in reversed(position.script) if isinstance(node, Repeat))
    number = None if position.end is not None else block.count
    named = Said(position.proposer, said.NUMBER, number=number, place=position.end)
    answers = (
        Said(seat, said.ACCEPT) if cut is None else Said(seat, said.CUT, place=cut) for seat, cut in position.answers
    )
    return replace(case, position=replace(position, answers=[], end=None), said=(named, *answers))


def without_those_who_left(case: Case, kind: Kind, loop: Loop) -> Case | None:
    """The case on the board without players who have conceded, and of whom nothing takes part in the loop (104.3a, 800.4a).

    What the others have said stands, at the same places. None where nobody has conceded who is still there, where the
    game is over by it, or where the loop was theirs.
    """
    state = case.position.state
    gone = [one.seat for one in case.said if one.what == said.CONCEDE and one.seat in seats(state)]
    taking_part = {*kind.keepers, *kind.involved}
    if not gone or taking_part & set(gone) or len(seats(state)) - len(set(gone)) < 2:
        return None
    try:
        for seat in dict.fromkeys(gone):
            left = leave(state, seat, CONCEDED)
            if isinstance(left, Refusal):
                return None
            state = left[0]
    except Unsupported:
        return None
    position = case.position
    stands = [one for one in case.said if one.seat not in gone or one.what == said.CONCEDE]
    statements = tuple(
        one if one.place is None else replace(one, place=_there(loop, one.place, gone)) for one in stands
    )
    answers = [
        (seat, None if cut is None else _there(loop, cut, gone)) for seat, cut in position.answers if seat not in gone
    ]
    proposer = position.proposer if position.proposer not in gone or over(state) else decider(state)
    return replace(case, said=statements, position=replace(position, state=state, answers=answers, proposer=proposer))


def _there(loop: Loop, place: Place, gone: list[int]) -> Place:
    """The place of a loop's iteration that a place is where some players make no choices any more."""
    if place.choice < 2:
        return place
    played = loop.place(place.path[-1][1] if place.path else 1, place.choice)
    if isinstance(played, Refusal):
        return place
    before: list[Choice] = played.choices[: place.choice - 1]
    return replace(place, choice=place.choice - sum(choice.player in gone for choice in before))
