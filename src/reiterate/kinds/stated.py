"""What is said of the choices of a loop: a statement for each, and why further players may keep the loop up."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from reiterate.kinds.choice_roles import KEPT_UP, ChoiceRoles
from reiterate.kinds.choice_segments import ChoicePoint, ChoiceSegment
from reiterate.kinds.kernels import Stated
from reiterate.kinds.kinds import ACTS, CONTINUES, LEAVES, UNKNOWN, Statement
from reiterate.rules.access.choice import PASS
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.script.sentences import said_of
from reiterate.state.properties import PASSES


def statements_of(roles: ChoiceRoles) -> list[list[Statement]]:
    """The statements of each segment, one for each of its choices, for the iterations of that segment only."""
    found = [_of_segment(roles, segment, points) for segment, points in roles.segments]
    _while_others_stay(roles, found)
    return found


def _of_segment(roles: ChoiceRoles, segment: ChoiceSegment, points: list[ChoicePoint]) -> list[Statement]:
    found = []
    until = None if segment.periods is None else segment.start + segment.periods * segment.size + 1
    for point in points:
        role, many, witness = roles.role(point)
        said = said_of(point.state, point.choice)
        first, seat = segment.start + 1 + point.offset, point.choice.player
        found.append(
            Statement(first, until, point.offset, point.number, seat, said.line, role, many, witness, said.brief)
        )
    return found


def _while_others_stay(roles: ChoiceRoles, found: list[list[Statement]]) -> None:
    """Look again at unknown choices where players who do not act can leave the loop: they too keep the loop up."""
    roles.leaving = frozenset(s.seat for each in found for s in each if s.role == LEAVES)
    if not roles.leaving or not roles.acts:
        return
    for each, (_, points) in zip(found, roles.segments, strict=True):
        for i, s in enumerate(each):
            if s.role == UNKNOWN and roles.why_actions_may_stop(points[i]) == "":
                each[i] = replace(s, role=CONTINUES, witness=KEPT_UP)


def stated(roles: ChoiceRoles, found: list[list[Statement]]) -> Stated:
    """The choices of all segments with their statements, and why there may be more players who keep the loop up."""
    statements = list(chain.from_iterable(found))
    each = tuple(zip(roles.points(), statements, strict=True))
    return Stated(each, _why_more_keepers(roles, statements))


def _why_more_keepers(roles: ChoiceRoles, statements: list[Statement]) -> str:
    """Why there may be more players who keep the loop up; "" where there are not."""
    keepers = {s.seat for s in statements if s.role in (ACTS, LEAVES)}
    doubtful = [s for s in statements if s.role == UNKNOWN and s.seat not in keepers]
    unknown = roles.unknown or (doubtful[0].witness if doubtful else "")
    shown = {s.seat for s in statements if s.witness == KEPT_UP}
    later = roles.later - keepers - (shown - {s.seat for s in statements if s.role == UNKNOWN})
    if later and not unknown:
        return f"p{min(later) + 1} may be able to leave the loop at a later question"
    return unknown


def ends_a_step(point: ChoicePoint) -> bool:
    """Whether a choice is the last pass of a step (117.4)."""
    last = number_prop(point.state.game, PASSES) + 1 >= len(seats(point.state))
    return point.choice.verb == PASS and not point.state.stack and last
