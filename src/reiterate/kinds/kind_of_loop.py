"""Making the rulings on a loop: roles of choices, keepers, participants, ending, draw by 104.4b, what is said of choices.

Whose objects take part in a loop (104.4f): what resolves and is activated in its periods, and what they need.

What is said of the choices of a loop: a statement for each, and why further players may keep the loop up.

Timelines: statements of neighbouring segments that say the same are made one, with the iterations they hold for.

Making the rulings on a loop: roles of choices, keepers, ending, draw by 104.4b, what else players could do.

Three questions are answered apart. Who keeps the loop up: acting and choosing count, but passing,
triggers and forced answers do not. Does the loop end? Is it determined, or does it read random or
hidden things?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Final

from reiterate.amounts import Formula, identical, value_of
from reiterate.kinds.answers import ACTIONS, declining
from reiterate.kinds.choice_roles import KEPT_UP, ChoiceRoles
from reiterate.kinds.choice_segments import ChoicePoint, ChoiceSegment
from reiterate.kinds.kernels import FEWEST, Kernels, Stated, items_of, kernels_of, recurs
from reiterate.kinds.kinds import ACTS, AT, CONTINUES, LEAVES, NEVER, RIDES, UNKNOWN, Ending, Kind, Possible, Statement
from reiterate.kinds.left_out import asks_unless, optional_act
from reiterate.kinds.other_actions import key_of_action, other_actions
from reiterate.loops.loop import Loop
from reiterate.loops.play import DONE, OVER, play
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import PASS
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.state_access import active_seat, discard_row, number_prop, seats, text_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import correspond
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import STEPS, step_name
from reiterate.script.sentences import said_of
from reiterate.shortcuts.net_change import first_period, states_around
from reiterate.shortcuts.procedure import hides_cards
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, LIBRARY, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import ADDED, COUNT_DRAWS_OF, FRAME, OUTCOME, PASSES

# --- participants --------------------------------------------------------------------------------

Found = list[tuple[ChoiceSegment, list[ChoicePoint]]]


def involved_in(found: Found, loop: Loop) -> set[int]:
    """The seats of the controllers of all objects that are involved (104.4f).

    Involved are the objects that are cast or activated, or that resolve. So are permanents with
    static abilities without which a period would go another way.
    """
    involved: set[int] = set()
    for _, points in found:
        for point in points:
            if point.choice.verb in ACTIONS and point.choice.row in point.state.rows:
                involved.add(point.state.rows[point.choice.row].cls.controller)
            if point.choice.verb == PASS and point.state.stack and _lets_resolve(point.state):
                involved.add(point.state.rows[point.state.stack[0]].cls.controller)
            involved |= {row.cls.controller for row in point.state.rows.values() if row.cls.kind == FRAME}
    for segment, _ in found:
        if segment.loop_segment is not None and segment.start == segment.loop_segment.start:
            involved |= _needed(segment, loop, involved)
    return {seat for seat in involved if seat >= 0}


def _lets_resolve(state: State) -> bool:
    """Whether a pass here is the last one in succession (117.4): what is passed over before that need not resolve."""
    return number_prop(state.game, PASSES) + 1 >= len(seats(state))


def _needed(segment: ChoiceSegment, loop: Loop, known: set[int]) -> set[int]:
    """The controllers of permanents with static abilities without which a period would go another way."""
    found: set[int] = set()
    before = _round(segment, segment.state, loop)
    for handle, row in segment.state.rows.items():
        seat = row.cls.controller
        if row.cls.zone != BATTLEFIELD or not row.cls.static or seat in known or seat in found:
            continue
        draft = Draft(segment.state)
        discard_row(draft, handle)
        without = draft.done()
        after = _round(segment, without, loop)
        if before is None or after is None or after != before or not _comes_back(segment, without, loop):
            found.add(seat)
    return found


def _round(segment: ChoiceSegment, state: State, loop: Loop) -> dict[str, object] | None:
    """What a period changes in the tallies; None where it can't be played."""
    start = state
    try:
        for _ in range(segment.size):
            played = play(state, loop.reader)
            if played.stop != DONE:
                return None
            state = played.state
    except Unsupported:
        return None
    keys = start.tally.keys() | state.tally.keys()
    return {key: state.tally.get(key, 0) - start.tally.get(key, 0) for key in sorted(keys)}


def _comes_back(segment: ChoiceSegment, state: State, loop: Loop) -> bool:
    after = state
    for _ in range(segment.size):
        after = play(after, loop.reader).state
    return correspond(normal(state), normal(after), amounts=False) is not None


# --- stated --------------------------------------------------------------------------------------


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


# --- timelines -----------------------------------------------------------------------------------


def timeline(by_segment: list[list[Statement]]) -> list[Statement]:
    """The statements of all segments in order; those that a segment repeats are lengthened, not listed again."""
    found: list[Statement] = []
    running: dict[tuple[object, ...], int] = {}
    for statements in by_segment:
        now: dict[tuple[object, ...], int] = {}
        for s in statements:
            key = (s.offset, s.place, s.seat, s.choice, s.role, s.answers, s.witness)
            at = running.get(key)
            if at is not None and found[at].holds_until == s.first - s.offset:
                found[at] = replace(found[at], holds_until=s.holds_until)
            else:
                at = len(found)
                found.append(s)
            now[key] = at
        running = now
    return found


def timeline_of_actions(by_segment: list[list[Possible]]) -> list[Possible]:
    """What could be done in each segment; the same action in neighbouring segments is listed once."""
    found: list[Possible] = []
    for actions in by_segment:
        for p in actions:
            at = next(
                (
                    i
                    for i, q in enumerate(found)
                    if (q.seat, q.what, q.unknown) == (p.seat, p.what, p.unknown)
                    and (q.holds_until is None or q.holds_until >= p.first)
                ),
                None,
            )
            if at is None:
                found.append(p)
                continue
            more = tuple(what for what in p.pays_for if what not in found[at].pays_for)
            if more:
                found[at] = replace(found[at], pays_for=found[at].pays_for + more)
            until = found[at].holds_until
            if until is not None and (p.holds_until is None or p.holds_until > until):
                found[at] = replace(found[at], holds_until=p.holds_until)
    return found


# --- kind of loop --------------------------------------------------------------------------------

#: What is read of random or hidden things, by the codes of the refusals.
NOT_DETERMINED: Final = frozenset({"random-result", "unknown-card"})


def kind_of(loop: Loop) -> Kind | Refusal:
    """The rulings on a loop: who keeps it up, who could act, whether it ends, and whether it is a draw.

    In: a loop of ``find_loop``, which is worked out to its end first. A refusal names what stands in the way.
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


class _Study:
    """The work of ``kind_of``. ``refused``: why the loop could not be worked out to its end, if it could not."""

    __slots__ = ("loop", "refused", "roles", "unknown")

    def __init__(self, loop: Loop, refused: Refusal | None) -> None:
        self.loop = loop
        self.refused = refused
        self.roles = ChoiceRoles(loop, refused is not None)
        self.unknown = self.roles.unknown
        if refused is not None:
            self.unknown = self.unknown or refused.message

    def kind(self) -> Kind:
        """All the rulings."""
        segments = self.roles.segments
        by_segment = statements_of(self.roles)
        points = self.roles.points()
        across = _across_turns([p.state for p in points])
        kernels = self._kernels(by_segment, across or any(ends_a_step(p) for p in points))
        by_segment = [_without_riders(found, at, kernels) for (_, at), found in zip(segments, by_segment, strict=True)]
        possible = [self._possible(segment, at, kernels) for segment, at in segments]
        keepers = {kept.seat for kernel in kernels.found for kept in kernel.kept}
        start, now = self.loop.heads[0], self.loop.state
        determined, read = self._determined()
        involved = involved_in(segments, self.loop)
        priority = [p for p in points if asked(p.state) == "priority"]
        order = seats(start)
        comes_back = recurs(self.loop)
        return Kind(
            keepers=tuple(seat for seat in order if seat in keepers),
            unknown=kernels.unknown or kernels.doubt,
            across_turns=across,
            within_resolution=bool(points) and not priority,
            recurs=comes_back,
            involved=tuple(seat for seat in order if seat in involved),
            in_draw=tuple(seat for seat in seats(now) if any(in_range(now, other, seat) for other in involved)),
            ending=self._ending(),
            determined=determined,
            read=read,
            statements=tuple(timeline(by_segment)),
            could_act=tuple(timeline_of_actions(possible)),
            open=tuple(seat for seat in order if any(hides_cards(p.state, seat) for p in priority)),
            order=tuple(order),
            unseen=self.unknown,
            kernels=kernels.found,
            riders=kernels.riders,
            only_turns=across and not comes_back and _nothing_but_turns(self.loop, points, kernels),
        )

    # --- choices ------------------------------------------------------------------------------------------------

    def _kernels(self, by_segment: list[list[Statement]], steps_end: bool) -> Kernels:
        """What can't be left out of the loop. Of what is not determined, or soon stops, all stands for the kernel."""
        whole = stated(self.roles, by_segment)
        whole = replace(whole, doubt=self.unknown or whole.doubt)
        soon = self.loop.end is not None and self.loop.end.iteration < FEWEST
        smaller = None if soon or self.refused is not None else _stated_of
        return kernels_of(self.loop, whole, steps_end, smaller)

    def _possible(self, segment: ChoiceSegment, points: list[ChoicePoint], kernels: Kernels) -> list[Possible]:
        """What could be done in a segment that is no part of the loop; of a loop that nobody keeps up, riders too."""
        riding = kernels.riding if kernels.nobody else frozenset()
        every = [p for p in self.roles.points() if p.choice.verb in ACTIONS]
        own = {key_of_action(p.state, p.choice) for p in every if optional_act(p.state, p.choice) not in riding}
        until = None if segment.periods is None else segment.start + segment.periods * segment.size + 1
        found: list[Possible] = []
        for point in points:
            if asked(point.state) == "priority" or declining(point.state) is not None or asks_unless(point.state):
                try:
                    found += other_actions(point, segment.start + 1 + point.offset, until, own)
                except Unsupported as error:
                    self.unknown = self.unknown or error.refusal.message
        return found

    # --- the other questions ------------------------------------------------------------------------------------

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


def _nothing_but_turns(loop: Loop, points: Sequence[ChoicePoint], kernels: Kernels) -> bool:
    """Whether nothing is repeated, or only what comes by itself in turns in which other cards are drawn each time.

    Which cards come decides what can be done in the turns that follow (MTR 4.4 par. 4).
    """
    if not any(True for p in points for _ in items_of(p.state, p.choice)):
        return True
    states = states_around(loop, first_period(loop)[1]) if kernels.nobody else None
    return states is not None and any(_draws_others(*states, seat) for seat in seats(states[0]))


def _draws_others(before: State, after: State, seat: int) -> bool:
    """Whether a player has drawn cards between two states, and the library does not come back."""
    drawn = f"{COUNT_DRAWS_OF}p{seat + 1}"
    if identical(before.tally.get(drawn, 0), after.tally.get(drawn, 0)):
        return False
    return not identical(_library(before, seat), _library(after, seat))


def _library(state: State, seat: int) -> int | Formula:
    """How many cards a player's library has."""
    cards = (value_of(r.n) for r in state.rows.values() if r.cls.zone == LIBRARY and r.cls.owner == seat)
    return sum(cards, start=0)


def _stated_of(loop: Loop) -> Stated:
    """What is said of the choices of a loop."""
    roles = ChoiceRoles(loop, False)
    return stated(roles, statements_of(roles))


def _without_riders(found: list[Statement], points: list[ChoicePoint], kernels: Kernels) -> list[Statement]:
    """Statements in which what rides along with the loop is said to do so."""
    chosen = {(each.seat, each.what) for each in kernels.riders if not each.acts}
    made = []
    for statement, point in zip(found, points, strict=True):
        rides = optional_act(point.state, point.choice) in kernels.riding
        rides |= statement.role == LEAVES and (statement.seat, statement.choice) in chosen
        made.append(replace(statement, role=RIDES, witness="a loop goes on without it") if rides else statement)
    return made


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
