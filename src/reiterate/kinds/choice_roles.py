"""The role of each choice of a loop: passing, acting, forced, or a choice among answers that continue or leave the loop.

A player keeps a loop up by acting, or by a choice that some other legal answer to would not
continue the loop. "Continue" means: for every mixture of later answers, for ever. The reachable set
of the loop shows that (abstract interpretation over intervals); where the loop has actions, a
strategy of its keepers does. What neither shows is ``unknown``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from reiterate.kinds.answers import ACTIONS, Driver, Unknown, act_of, acts, answers, declining, same_answer
from reiterate.kinds.choice_segments import ChoicePoint, ChoiceSegment, choice_points, choice_segments_of
from reiterate.kinds.explored_paths import followed_of
from reiterate.kinds.kinds import ACTS, CONTINUES, ENDS, FORCED, LEAVES, PASS, UNKNOWN
from reiterate.kinds.left_out import asks_unless
from reiterate.kinds.orders import any_order, any_order_along, at_place, position_behind_answer
from reiterate.kinds.reachable_set import Node, ReachableSet, locate, reachable_from
from reiterate.kinds.strategy import Strategy, leaves_out_a_question, why_not_kept_up
from reiterate.loops.loop import Loop
from reiterate.loops.play import Cursor
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import PASS as PASS_VERB
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.script.sentences import say
from reiterate.state.model import State

#: The witness of choices after which a strategy of the keepers goes on with the loop.
KEPT_UP: Final = "whatever is answered, those who keep the loop up can go on with its actions"

#: Choices after which a loop that is answered another way every time is no longer followed.
PATIENCE: Final = 500


class Role(NamedTuple):
    """What a choice is, how many legal answers there were (0: none was demanded), and a witness in words."""

    name: str
    answers: int
    witness: str


class ChoiceRoles:
    """The roles of a loop's choices; what was proved for one choice is kept for the others.

    ``segments`` are the loop's segments with the choice points of one period each. ``broken``: the
    loop can't be worked out to its end. ``unknown`` says why the segments are not all of the loop
    ("" where they are).
    """

    __slots__ = (
        "acts",
        "anyway",
        "driver",
        "explained",
        "followed",
        "graph",
        "known",
        "later",
        "leaving",
        "loop",
        "segments",
        "unknown",
    )

    def __init__(self, loop: Loop, broken: bool) -> None:
        self.loop = loop
        parts, self.unknown = choice_segments_of(loop, broken)
        self.segments = [(segment, list(choice_points(segment, loop.reader))) for segment in parts]
        every = self.points()
        acting = any(acts(point.state, point.choice) for point in every)
        empty = any(point.choice.verb == PASS_VERB and not point.state.stack for point in every)
        self.driver = Driver(loop.reader, acting, empty)
        self.leaving: frozenset[int] = frozenset()  # who was seen to be able to leave the loop
        self.followed = followed_of(loop, self.driver)
        self.graph: ReachableSet | None = None
        self.explained: set[int] | None = None  # the nodes with an exit that is known to be one
        self.known: dict[tuple[int, Choice], str] = {}  # why an answer at a point leaves the loop, by their identity
        self.anyway: dict[int, str] = {}  # why the loop does not go on after the own answer at a point, by its identity
        self.later: set[int] = set()  # who may leave at a question that the scripted answers do not come to
        self.acts = {act_of(point.state, point.choice) for point in every if point.choice.verb in ACTIONS}

    def points(self) -> list[ChoicePoint]:
        """The choice points of all segments, in order."""
        return [point for _, found in self.segments for point in found]

    def role(self, point: ChoicePoint) -> Role:
        """The role of the choice at a point, in every period of its segment."""
        if acts(point.state, point.choice):
            return Role(ACTS, 0, "")
        if point.choice.verb == PASS_VERB or declining(point.state) is not None:
            return Role(PASS, 0, "")
        if self._in_any_order(point):
            return Role(CONTINUES, len(options(point.state)), "every order leads to the same position")
        if asks_unless(point.state):
            name = FORCED if point.choice.answer == "no" else ACTS
            return Role(name, 0, "nobody can be made to do what follows 'unless' (732.6)")
        try:
            found = answers(point.state)
            if len(found) <= 1:
                return Role(FORCED, len(found), "")
            return self._among(point, found)
        except Unknown as reason:
            return Role(UNKNOWN, 0, str(reason))
        except Unsupported as error:
            return Role(UNKNOWN, 0, error.refusal.message)

    def why_actions_may_stop(self, point: ChoicePoint) -> str | None:
        """Why the keepers may not be able to go on with the loop's actions, whatever the others answer from a point on.

        "" where a strategy shows that they can, in every period of its segment. None where the
        question does not arise.
        """
        points = self.points()
        try:
            strategy = Strategy(self.loop.reader, points, self.leaving)
            if not (strategy.actions and strategy.within and self.loop.endless):
                return None
            if point.choice.player in strategy.keepers:
                return None
            there = self._lasting(point)
            if there is None:
                return "what comes before it may differ in a later iteration"
            return why_not_kept_up(there, strategy, strategy.behind(points, point))
        except Unknown as reason:
            return str(reason)
        except Unsupported as error:
            return error.refusal.message

    # --- one choice among several answers -----------------------------------------------------------------------

    def _among(self, point: ChoicePoint, found: list[Choice]) -> Role:
        """The role of a choice among several answers: does the loop go on with each of them?"""
        missing = self.why_actions_may_stop(point)
        if missing == "":
            return Role(CONTINUES, len(found), KEPT_UP)
        graph = self._everything()
        if self._goes_round(graph):
            return Role(
                CONTINUES, len(found), f"whatever is answered, one of {len(graph.all_nodes())} shapes comes back"
            )
        now_only = ""
        for answer in found:
            why = self._leaves(point, answer) if answer != point.choice else ""  # its own answer is no witness
            if why and why != self._anyway(point):
                witness = f"{say(point.state, answer)}, and then: {why}"
                if self._always_leaves(point, answer):
                    return Role(LEAVES, len(found), witness)
                now_only = now_only or witness
        others = [self._leaves(point, answer) for answer in found if answer != point.choice]
        if not now_only and self._anyway(point) and not all(others):
            return Role(ENDS, len(found), self._anyway(point))
        if now_only:
            witness = f"it can be left in the first of these iterations ({now_only}); later is not shown"
            return Role(UNKNOWN, len(found), witness)
        reason = graph.unknown or self._unproved(graph, self._other_rounds(graph))
        if not reason and point.choice.player in self.later:
            return Role(UNKNOWN, len(found), "its player may be able to leave the loop at a later question")
        if not reason:
            witness = "whatever is answered here, the loop goes on while nobody else leaves it"
            return Role(CONTINUES, len(found), witness)
        for answer in found:
            why = self._ends_in_time(point, answer)
            if why:
                witness = f"{say(point.state, answer)}, as often as it is asked, and then: {why}"
                return Role(LEAVES, len(found), witness)
        return Role(UNKNOWN, len(found), reason)

    def _in_any_order(self, point: ChoicePoint) -> bool:
        """Whether an order is asked at a point that is shown not to matter, in every period of its segment."""
        if not any_order(point.state):
            return False
        segment, before = self._where(point)
        if segment.loop_segment is None or segment.periods == 1:
            return True
        return any_order_along(segment.loop_segment.period, segment.state, self.loop.reader, before)

    def _where(self, point: ChoicePoint) -> tuple[ChoiceSegment, int]:
        """The segment of a point, and how many of its points come before."""
        for segment, found in self.segments:
            for before, other in enumerate(found):
                if other is point:
                    return segment, before
        raise AssertionError("a point of no segment")

    def _ends_in_time(self, point: ChoicePoint, answer: Choice) -> str:
        """Why an endless loop ends where its player gives another answer every time; "" where that is not seen."""
        if not self.loop.endless or answer == point.choice:
            return ""
        wanted = same_answer(point.state, answer)
        state, cursor = step(point.state, answer)[0], point.following if self.driver.acting else ()
        for _ in range(PATIENCE):
            if asked(state) == "over":
                return "the game is over"
            if asked(state) == "priority":
                made = self.driver.at_priority(state, cursor)
                if isinstance(made, str):
                    return made
                state, cursor = step(state, made[0])[0], made[1]
                continue
            ways = answers(state)
            again = [way for way in ways if decider(state) == answer.player and same_answer(state, way) == wanted]
            if len(ways) != 1 and len(again) != 1:
                return ""
            cursor = self.driver.after_answer(state, cursor)
            state = step(state, (ways if len(ways) == 1 else again)[0])[0]
        return ""

    # --- everything that can happen -----------------------------------------------------------------------------

    def _everything(self) -> ReachableSet:
        """The reachable set from the start of the loop."""
        if self.graph is None:
            self.graph = reachable_from(self.loop.heads[0], self.driver, self.driver.start(), before=self.followed)
        return self.graph

    def _goes_round(self, graph: ReachableSet) -> bool:
        """Whether a reachable set has no exit, and every cycle in it is one of the loop."""
        if graph.unknown or graph.exits() or graph.root is None or id(graph.root) in graph.lost():
            return False
        return not self._other_rounds(graph)

    def _other_rounds(self, graph: ReachableSet) -> str:
        """Why not every cycle is one of the loop; "" where each is.

        A cycle of the loop takes each of its actions. Where steps end and nobody acts, it asks each
        of its questions.
        """
        if self.driver.empty and not self.acts:
            left_out = leaves_out_a_question(graph, self.points())
            return "something that the loop asks may never be asked again" if left_out else ""
        left_out = any(graph.leaves_out(action) for action in self.acts)
        return "some mixture of answers may leave out an action of the loop for ever" if left_out else ""

    def _lasting(self, point: ChoicePoint) -> State | None:
        """The position at a point in every period of its segment, with intervals; None where that is not known."""
        segment, before = self._where(point)
        if segment.loop_segment is None or segment.periods == 1:
            return point.state
        return at_place(segment.loop_segment.period, segment.state, self.loop.reader, before)

    # --- answers that leave the loop ----------------------------------------------------------------------------

    def _leaves(self, point: ChoicePoint, answer: Choice) -> str:
        """Why the loop does not go on after an answer, whatever happens then; "" where that is not proved."""
        at = (id(point), answer)
        if at not in self.known:
            self.known[at] = self._left(point, answer)
        return self.known[at]

    def _always_leaves(self, point: ChoicePoint, answer: Choice) -> bool:
        """Whether an answer that leaves the loop at a point does so in every period of its segment."""
        segment, _ = self._where(point)
        if segment.loop_segment is None or segment.periods == 1:
            return True
        there = self._lasting(point)
        after = None if there is None else position_behind_answer(there, answer)
        if after is None:
            return False
        cursor = point.following if self.driver.acting else ()
        graph = reachable_from(after, self.driver, cursor, self._homes(point), before=self.followed)
        return not graph.unknown and graph.root is not None and id(graph.root) in graph.lost()

    def _anyway(self, point: ChoicePoint) -> str:
        """Why the loop does not go on after its own answer either: at the loop's end no answer is what ends it.

        Behind its own answers an endless loop goes on for ever. So not every course leads out of it there.
        """
        if self.loop.endless:
            return ""
        if id(point) not in self.anyway:
            self._find_last_lasting(point)
        return self.anyway[id(point)]

    def _find_last_lasting(self, point: ChoicePoint) -> None:
        """Find by doubling and halving the last point, from one on, behind whose own answer some course may stay in the loop.

        Behind an earlier one a course leads to that point. So some course may stay in the loop there, too.
        """
        points = self.points()
        first = next(i for i, other in enumerate(points) if other is point)
        low, high = first - 1, len(points)
        back = 1
        while high - low > 1:  # near the end little can happen: the way back from there doubles until it is too far
            middle = max(high - back, (low + high) // 2)
            here = points[middle]
            if id(here) not in self.anyway:
                self.anyway[id(here)] = self._left(here, here.choice, near_home=False)
            low, high = (low, middle) if self.anyway[id(here)] else (middle, high)
            back *= 2
        for other in points[first : low + 1]:
            self.anyway[id(other)] = ""

    def _left(self, point: ChoicePoint, answer: Choice, near_home: bool = True) -> str:
        """Why every course after an answer leads out of the loop; "" where some may stay in it."""
        cursor = point.following if self.driver.acting else ()
        after = step(point.state, answer)[0]
        homes = self._homes(point) if near_home else ()
        graph = reachable_from(after, self.driver, cursor, homes, to_home=True, before=self.followed)
        if graph.unknown or graph.home or graph.root is None or id(graph.root) not in graph.lost():
            return ""
        return next(e.why for n in graph.all_nodes() for e in n.edges if e.target is None)

    def _homes(self, point: ChoicePoint) -> list[tuple[State, Cursor]]:
        """The states of the segment that a point is in, with how far the script has come."""
        found = next(found for _, found in self.segments if any(point is other for other in found))
        return [(other.state, other.cursor if self.driver.acting else ()) for other in found]

    def _unproved(self, graph: ReachableSet, other_rounds: str) -> str:
        """Why the exits of a reachable set are not all explained by choices that are known to leave the loop."""
        if self.explained is None:
            self.explained = {id(node) for node in self._leaving_nodes(graph)}
        explained = self.explained
        for node in graph.exits():
            if id(node) in explained:
                continue
            if graph.chosen(node):
                self.later.add(node.edges[0].seat)
            else:
                why = next((e.why for e in node.edges if e.target is None), "a later choice leaves the loop")
                return f"some mixture of answers may end the loop: {why}"
        if other_rounds:
            return other_rounds
        return "" if explained or self.later else "whether the loop goes on whatever is answered was not proved"

    def _leaving_nodes(self, graph: ReachableSet) -> Iterable[Node]:
        """The nodes of the points at which some answer is known to leave the loop."""
        for point in self.points():
            if asked(point.state) in ("priority", "over") or declining(point.state) is not None:
                continue
            try:
                ways = answers(point.state)
            except Unknown:
                continue
            if len(ways) > 1 and any(self._leaves(point, answer) for answer in ways):
                node = locate(graph, point.state, self.driver, point.cursor if self.driver.acting else ())
                if node is not None:
                    yield node
