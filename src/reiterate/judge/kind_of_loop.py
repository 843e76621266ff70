"""Making the rulings on a loop: roles of choices, keepers, ending, draw by 104.4b, what else players could do.

Three questions are answered apart. Who keeps the loop up: acting and choosing count, but passing,
triggers and forced answers do not. Does the loop end? Is it determined, or does it read random or
hidden things?
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from reiterate.judge.answers import ACTIONS, declining
from reiterate.judge.choice_roles import KEPT_UP, ChoiceRoles
from reiterate.judge.choice_segments import ChoicePoint, ChoiceSegment
from reiterate.judge.involved import involved_in
from reiterate.judge.kinds import ACTS, AT, CONTINUES, LEAVES, NEVER, UNKNOWN, Ending, Kind, Possible, Statement
from reiterate.judge.other_actions import has_unknown_cards, key_of_action, other_actions
from reiterate.judge.timelines import timeline, timeline_of_actions
from reiterate.loops.loop import Loop
from reiterate.loops.play import OVER
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.state_access import active_seat, seats, text_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import STEPS, step_name
from reiterate.script.sentences import say
from reiterate.state.model import State
from reiterate.state.properties import ADDED, OUTCOME

#: What is read of random or hidden things, by the codes of the refusals.
NOT_DETERMINED: Final = frozenset({"random-result", "unknown-card"})


def kind_of(loop: Loop) -> Kind | Refusal:
    """The rulings on a loop, which is worked out to its end first; a refusal names what stands in the way.

    A loop that reads random or hidden things is not refused: it is ruled to be not determined.
    """
    refused: Refusal | None
    try:
        refused = loop.extend(None)
    except Unsupported as error:
        refused = error.refusal
        if refused.code not in NOT_DETERMINED:
            return refused
    try:
        return _Study(loop, refused).kind()
    except Unsupported as error:
        return error.refusal


@dataclass(slots=True)
class _Findings:
    """What is true in one segment."""

    statements: list[Statement] = field(default_factory=list)
    possible: list[Possible] = field(default_factory=list)


class _Study:
    """The work of ``kind_of``. ``refused``: why the loop could not be worked out to its end, if it could not."""

    __slots__ = ("loop", "own", "refused", "roles", "unknown")

    def __init__(self, loop: Loop, refused: Refusal | None) -> None:
        self.loop = loop
        self.refused = refused
        self.roles = ChoiceRoles(loop, refused is not None)
        self.unknown = self.roles.unknown
        if refused is not None:
            self.unknown = self.unknown or refused.message
        points = self.roles.points()
        self.own = {key_of_action(point.state, point.choice) for point in points if point.choice.verb in ACTIONS}

    def kind(self) -> Kind:
        """All the rulings."""
        segments = self.roles.segments
        findings = [self._findings(segment, points) for segment, points in segments]
        self._while_others_stay(findings)
        statements = timeline([f.statements for f in findings])
        keepers = {s.seat for s in statements if s.role in (ACTS, LEAVES)}
        start, now = self.loop.heads[0], self.loop.state
        determined, read = self._determined()
        involved = involved_in(segments, self.loop)
        points = self.roles.points()
        priority = [p for p in points if asked(p.state) == "priority"]
        order = seats(start)
        return Kind(
            keepers=tuple(seat for seat in order if seat in keepers),
            unknown=self._why_more_keepers(statements, keepers),
            across_turns=_across_turns([p.state for p in points]),
            within_resolution=bool(points) and not priority,
            recurs=self._recurs(),
            involved=tuple(seat for seat in order if seat in involved),
            in_draw=tuple(seat for seat in seats(now) if any(in_range(now, other, seat) for other in involved)),
            ending=self._ending(),
            determined=determined,
            read=read,
            statements=tuple(statements),
            could_act=tuple(timeline_of_actions([f.possible for f in findings])),
            open=tuple(seat for seat in order if any(has_unknown_cards(p.state, seat) for p in priority)),
            order=tuple(order),
            unseen=self.unknown,
        )

    # --- choices ------------------------------------------------------------------------------------------------

    def _findings(self, segment: ChoiceSegment, points: list[ChoicePoint]) -> _Findings:
        """What is true of the choices of a segment, stated for the iterations of that segment only."""
        findings = _Findings()
        until = None if segment.periods is None else segment.start + segment.periods * segment.size + 1
        for point in points:
            role, many, witness = self.roles.role(point)
            said = say(point.state, point.choice)
            first, seat = segment.start + 1 + point.offset, point.choice.player
            stated = Statement(first, until, point.offset, point.number, seat, said, role, many, witness)
            findings.statements.append(stated)
            if asked(point.state) == "priority" or declining(point.state) == point.choice:
                try:
                    findings.possible += other_actions(point, first, until, self.own)
                except Unsupported as error:
                    self.unknown = self.unknown or error.refusal.message
        return findings

    def _while_others_stay(self, findings: list[_Findings]) -> None:
        """Look again at unknown choices where players who do not act can leave the loop: they too keep the loop up."""
        self.roles.leaving = frozenset(s.seat for each in findings for s in each.statements if s.role == LEAVES)
        if not self.roles.leaving or not self.roles.acts:
            return
        for each, (_, points) in zip(findings, self.roles.segments, strict=True):
            for i, s in enumerate(each.statements):
                if s.role == UNKNOWN and self.roles.why_actions_may_stop(points[i]) == "":
                    each.statements[i] = replace(s, role=CONTINUES, witness=KEPT_UP)

    def _why_more_keepers(self, statements: list[Statement], keepers: set[int]) -> str:
        """Why there may be more players who keep the loop up; "" where there are not."""
        doubtful = [s for s in statements if s.role == UNKNOWN and s.seat not in keepers]
        unknown = self.unknown or (doubtful[0].witness if doubtful else "")
        shown = {s.seat for s in statements if s.witness == KEPT_UP}
        later = self.roles.later - keepers - (shown - {s.seat for s in statements if s.role == UNKNOWN})
        if later and not unknown:
            return f"p{min(later) + 1} may be able to leave the loop at a later question"
        return unknown

    # --- the other questions ------------------------------------------------------------------------------------

    def _recurs(self) -> bool:
        """Whether each period of the last segment brings the position back, tallies apart."""
        if not self.loop.segments:
            return False
        period = self.loop.segments[-1].period
        changes = zip(period.slots, period.amounts(0), period.amounts(1), strict=True)
        return all(before == after for (handle, _), before, after in changes if handle >= 0)

    def _ending(self) -> Ending:
        """Whether the loop ends, and where."""
        end = self.loop.end
        if end is not None and (end.refusal is None or end.refusal.kind != UNSUPPORTED):
            outcome = text_prop(end.state.game, OUTCOME) if over(end.state) else ""
            reason = end.refusal.message if end.refusal is not None else "the game is over"
            rule = end.refusal.rule if end.refusal is not None else "104.1"
            assert end.kind == OVER or end.refusal is not None
            return Ending(AT, end.iteration, end.choice, outcome, reason, rule)
        if self.loop.endless:
            return Ending(NEVER, 0, 0, "", "its last segment was proved never to end", "")
        refusal = self.refused if end is None else end.refusal
        return Ending(UNKNOWN, 0, 0, "", refusal.message if refusal is not None else "", "")

    def _determined(self) -> tuple[bool, str]:
        """Whether nothing random or hidden was read, else what was."""
        end = self.loop.end
        for refusal in (self.refused, None if end is None else end.refusal):
            if refusal is not None and refusal.code in NOT_DETERMINED:
                return False, refusal.message
        return True, ""


def _across_turns(states: list[State]) -> bool:
    """Whether a turn ends in the course of the loop."""
    for before, after in pairwise(states):
        if active_seat(before) != active_seat(after):
            return True
        was, now = step_name(before), step_name(after)
        added = ADDED in after.game.by_prop  # a beginning phase of the same turn
        if now in ("upkeep", "draw") and STEPS.index(now) < STEPS.index(was) and not added:
            return True
    return False
