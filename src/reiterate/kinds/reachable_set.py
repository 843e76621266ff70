"""The reachable set of a loop: all shapes it can come to under every mixture of answers, with intervals of the amounts.

This is abstract interpretation. From a state, the game is followed through every answer to every
question. That gives a graph of shapes, in which an amount is known only by an interval. Intervals
are widened until a fixpoint is reached; they are then an invariant. Where the graph has no exit,
the loop goes on for ever, whatever is answered in whatever mixture. A comparison that intervals
leave open is followed both ways, so nothing that can happen is missed. An exit that only the
intervals allow makes the answer "unknown", never "leaves".

A loop may leave triggers behind on the stack that never come to resolve. So at a question all but
the upmost ``keep`` entries are taken off and forgotten. Nothing reads what lies below
(``reads_stack``). Where a forgotten entry would come to resolve after all, the attempt is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.amounts import Amount, Traced, TracedMisuse
from reiterate.kinds.answers import Act, Driver, Unknown, answers, budget_spent, declining
from reiterate.kinds.explored_paths import Course, Followed, NotingRecorder, Tree, named_by_age, tree_of
from reiterate.kinds.interval_numbers import (
    BRANCH_BUDGET,
    Bounds,
    Branch,
    DifferentCourse,
    IntervalRecorder,
    OutOfBranches,
    bounds_of,
    every_branch,
    hull,
    widen,
)
from reiterate.kinds.orders import any_order
from reiterate.kinds.slot_amounts import filled, reads_stack, written_amounts
from reiterate.loops.head_slots import Slot
from reiterate.loops.play import Cursor, check_read
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import Correspondence, correspond
from reiterate.state.model import STACK, Ref, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import has_progressions
from reiterate.state.properties import PASSES

#: Shapes, and visits of shapes, before the answer is "unknown".
NODE_BUDGET: Final = 240
VISIT_BUDGET: Final = 1_500

#: Visits of a shape before bounds that still move are given up (widening).
PATIENCE: Final = 3

_POINT: Final = 0

#: The bounds of an amount that is not written.
_NOTHING: Final[Bounds] = (0, 0)


class Edge:
    """One course from a node: who answers what, where that leads (``target`` None: out of the loop), and why out."""

    __slots__ = ("answer", "done", "seat", "target", "why")

    def __init__(
        self, seat: int, answer: Choice | None, target: Node | None, why: str, done: frozenset[Act] = frozenset()
    ) -> None:
        self.seat = seat
        self.answer = answer
        self.target = target
        self.why = why
        self.done = done  # the actions taken on it


class Node:
    """A shape: ``state`` stands for all states of that shape whose amounts lie in ``intervals``."""

    __slots__ = (
        "any_order",
        "cursor",
        "dropped",
        "edges",
        "home",
        "intervals",
        "moves",
        "shape",
        "state",
        "then",
        "trees",
        "visits",
        "written",
    )

    def __init__(
        self,
        state: State,
        cursor: Cursor,
        dropped: bool,
        intervals: dict[Slot, Bounds],
        shape: int,
        trees: dict[object, Tree],
    ) -> None:
        self.state = state
        self.cursor = cursor
        self.dropped = dropped
        self.intervals = intervals
        self.edges: list[Edge] = []
        self.any_order = False  # whether what is asked is an order, and every order leads to the same position
        self.moves: list[Choice] = []  # what the driver does here, where it is no answer of everybody's
        self.then: Cursor = cursor  # the cursor behind it
        self.home = False  # whether it is known to be in the loop and not followed further
        self.visits = 0
        self.shape = shape
        self.written: dict[Slot, Amount] = {}  # the amounts of ``state``, which stand for the intervals
        self.trees = trees  # the courses of its shape that were followed before


class ReachableSet:
    """The graph of all that can happen from a state. ``unknown`` says why it is not complete ("" where it is).

    ``home``: whether it was followed no further because some course leads to a state that is known to be in the loop.
    """

    __slots__ = ("followed", "home", "keep", "nodes", "root", "unknown")

    def __init__(self, keep: int | None, followed: Followed) -> None:
        self.keep = keep
        self.followed = followed
        self.nodes: dict[object, list[Node]] = {}
        self.root: Node | None = None
        self.unknown = ""
        self.home = False

    def all_nodes(self) -> list[Node]:
        """The nodes in the order found."""
        return [node for bucket in self.nodes.values() for node in bucket]

    def lost(self) -> set[int]:
        """The identities of the nodes from which every course leads out of the loop (attractor of the exits)."""
        gone: set[int] = set()
        while True:
            more = {
                id(n)
                for n in self.all_nodes()
                if id(n) not in gone and n.edges and all(e.target is None or id(e.target) in gone for e in n.edges)
            }
            if not more:
                return gone
            gone |= more

    def exits(self) -> list[Node]:
        """The nodes that may stay in the loop and from which some course leads out of it."""
        gone = self.lost()
        return [
            n
            for n in self.all_nodes()
            if id(n) not in gone and any(e.target is None or id(e.target) in gone for e in n.edges)
        ]

    def leaves_out(self, action: Act) -> bool:
        """Whether there is a cycle on which an action is never taken."""
        left = {
            id(node): [id(e.target) for e in node.edges if e.target is not None and action not in e.done]
            for node in self.all_nodes()
        }
        while True:
            ends = [node for node, targets in left.items() if all(target not in left for target in targets)]
            if not ends:
                return bool(left)
            for node in ends:
                del left[node]

    def goes_round_without(self, places: set[int]) -> bool:
        """Whether there is a cycle through none of these nodes."""
        left = {id(node): node for node in self.all_nodes() if id(node) not in places}
        while True:
            ends = [at for at, node in left.items() if all(id(edge.target) not in left for edge in node.edges)]
            if not ends:
                return bool(left)
            for at in ends:
                del left[at]

    def chosen(self, node: Node) -> bool:
        """Whether the player who answers at a node can stay in the loop: some answer leads out of it on no course."""
        gone = self.lost()
        out = [e.answer for e in node.edges if e.target is None or id(e.target) in gone]
        return None not in out and any(e.answer not in out for e in node.edges)


class _Touched(Exception):
    """An entry that was taken off the stack would come to resolve."""


def reachable_from(
    state: State,
    driver: Driver,
    cursor: Cursor,
    homes: Sequence[tuple[State, Cursor]] = (),
    keeps: Sequence[int | None] = (0, 1, None),
    to_home: bool = False,
    before: Followed | None = None,
) -> ReachableSet:
    """The graph of everything that can happen from a state on.

    ``driver`` makes the choices that are no question. Shapes of ``homes`` are known to be in the
    loop and not followed. ``keeps``: how many entries of the stack are kept at a question, tried
    one after the other. ``to_home``: stop at the first course that comes to one of ``homes`` with nothing forgotten.
    ``before``: what was followed with the same driver; it is added to.
    Nothing is raised: what could not be followed is told by ``unknown``.
    """
    followed = Followed() if before is None else before
    last = ReachableSet(None, followed)
    for keep in keeps:
        if keep is not None and reads_stack(state):
            continue
        for ahead in (True, False) if to_home else (False,):
            search = _Search(driver, keep, followed, to_home, ahead)
            last = search.graph
            if not search.done(state, cursor, homes) or last.unknown:
                break
            if last.home or not ahead:
                return last
    return last


class _Search:
    """The work of ``follow`` with one choice of ``keep``.

    ``ahead``: each shape is followed for the amounts alone with which it was first come to. From plain amounts all
    that is seen so does happen. So where it is too much, or leads home, following everything comes to the same.
    """

    __slots__ = (
        "ahead",
        "driver",
        "followed",
        "graph",
        "homes",
        "met",
        "orders",
        "shapes",
        "to_home",
        "todo",
        "visits",
    )

    def __init__(
        self, driver: Driver, keep: int | None, followed: Followed, to_home: bool = False, ahead: bool = False
    ) -> None:
        self.to_home = to_home
        self.ahead = ahead
        self.followed = followed
        self.driver = driver
        self.graph = ReachableSet(keep, followed)
        self.todo: list[Node] = []
        self.visits = 0
        self.shapes = 0  # discrete: how many there are in the graph
        self.met: dict[Course, tuple[Node, Correspondence]] = {}  # where courses lead in this graph
        self.homes: dict[object, list[State]] = {}
        self.orders: dict[object, bool] = {}  # which orders do not matter

    def stop_at(self, homes: Sequence[tuple[State, Cursor]]) -> None:
        """Take shapes for known: what comes to them is in the loop again."""
        for state, cursor in homes:
            core = self._core(state, False)[0]
            self.homes.setdefault(_key(core, cursor, False), []).append(core)

    def _at_home(self, state: State, cursor: Cursor) -> bool:
        found = self.homes.get(_key(state, cursor, False), ())
        return any(correspond(home, state, amounts=False) is not None for home in found)

    def done(self, state: State, cursor: Cursor, homes: Sequence[tuple[State, Cursor]]) -> bool:
        """Follow everything from a state; whether no forgotten entry came to resolve. What else was in the way is told by the graph."""
        try:
            self.stop_at(homes)
            self.run(state, cursor)
        except _Touched:
            return False
        except Unknown as reason:
            self.graph.unknown = str(reason)
        except DifferentCourse:
            self.graph.unknown = "a course that is followed again asks something else than before"
        except OutOfBranches:
            shapes = len(self.graph.all_nodes())
            self.graph.unknown = str(
                budget_spent("BRANCH_BUDGET", BRANCH_BUDGET, "courses from one place", f"{shapes} shapes")
            )
        except Unsupported as error:
            self.graph.unknown = error.refusal.message
        except TracedMisuse as error:
            self.graph.unknown = f"the rules read an amount that moves: {error}"
        return True

    def run(self, state: State, cursor: Cursor) -> None:
        """Follow everything from a state with plain amounts, or with amounts known by intervals."""
        core, dropped = self._core(state, False)
        intervals: dict[Slot, Bounds] = {s: bounds_of(v) for s, v in written_amounts(core).items()}
        self.graph.root = self._add(core, cursor, dropped, intervals)
        while self.todo:
            node = self.todo.pop(0)
            self.visits += 1
            if self.visits > VISIT_BUDGET:
                shapes = len(self.graph.all_nodes())
                raise budget_spent(
                    "VISIT_BUDGET", VISIT_BUDGET, "visits of shapes to follow every answer", f"{shapes} shapes"
                )
            node.moves = []
            node.edges = every_branch(lambda branch, node=node: self._course(node, branch))  # type: ignore[misc] # the default binds the node early
            if self.to_home and any(
                e.target is not None and e.target.home and not e.target.dropped for e in node.edges
            ):
                self.graph.home = True
                return

    # --- one course ---------------------------------------------------------------------------------------------

    def _course(self, node: Node, branch: Branch) -> Edge:
        slots = [slot for slot, (low, high) in node.intervals.items() if low is None or low != high]
        bounds = {i: node.intervals[slot] for i, slot in enumerate(slots)}
        tree = tree_of(node.trees, node.intervals)
        rec = IntervalRecorder(bounds, branch)
        course = tree.known(rec)
        if course is None:
            again = Branch(branch.prescribed)
            noting = NotingRecorder(bounds, again)
            course = self._followed(node, slots, noting)
            self.followed.keep(tree, noting.notes, course)
            branch.made, rec = again.made, noting
        node.any_order = course.any_order
        if course.move is not None:
            node.moves.append(course.move[0])
            node.then = course.move[1]
        target = None if course.state is None else self._reach(course, rec)
        return Edge(course.seat, course.answer, target, course.why, course.done)

    def _followed(self, node: Node, slots: list[Slot], rec: NotingRecorder) -> Course:
        """One course from a shape, played."""
        written = node.written
        values: dict[Slot, Amount] = {
            slot: low
            for slot, (low, high) in node.intervals.items()
            if low is not None and low == high and low != written.get(slot)
        }
        traced = {slot: rec.amount(i, _POINT) for i, slot in enumerate(slots)}
        state = filled(node.state, {**values, **traced})
        check_read(state)
        if asked(state) == "over":
            return Course(-1, None, "the game is over", frozenset())
        made = Course(decider(state), None, "", frozenset())
        moved = self._move(state, node, rec, made)
        if isinstance(moved, str):
            made.why = moved
            return made
        state, cursor = moved
        while asked(state) == "priority" and number_prop(state.game, PASSES) > 0:
            next_one = self.driver.at_priority(state, cursor)
            if isinstance(next_one, str):
                made.why = next_one
                return made
            more = self.driver.done(state, next_one[0])
            if more and self.driver.has_strategy:
                break  # what is planned has a place of its own
            made.done |= more
            state, cursor = step(state, next_one[0])[0], next_one[1]
        core, dropped = self._core(state, node.dropped)
        made.to(core, self.followed.shape(core), cursor, dropped)
        return made

    def _move(self, state: State, node: Node, rec: NotingRecorder, made: Course) -> tuple[State, Cursor] | str:
        """Make the first choice of a course: the answer to a question, or what is done with priority; with its actions."""
        if asked(state) == "priority" or declining(state) is not None:
            if asked(state) == "priority" and node.dropped and not state.stack:
                raise _Touched
            first = self.driver.at_priority(state, node.cursor)
            if isinstance(first, str):
                return first
            made.done = self.driver.done(state, first[0])
            if made.done and self.driver.has_strategy:
                made.move = first
            return step(state, first[0])[0], first[1]
        made.any_order = not self.driver.every_order and any_order(state, self.orders)
        if made.any_order:
            return self.driver.in_any_order(state, node.cursor)
        answer = self.driver.strategy_answer(state, node.cursor)
        if answer is not None:
            made.move = answer
            return step(state, answer[0])[0], answer[1]
        found = answers(state)
        if not found:
            raise Unknown("a question has no answer")
        choice = found[rec.choose(len(found))]
        cursor = self.driver.after_answer(state, node.cursor)
        made.answer = choice if len(found) > 1 else None
        return step(state, choice)[0], cursor

    # --- nodes --------------------------------------------------------------------------------------------------

    def _core(self, state: State, dropped: bool) -> tuple[State, bool]:
        """The state in normal form, without tallies and without what is forgotten of its stack."""
        if has_progressions(state):
            raise Unknown("there are tokens that differ by equal steps (progression)")
        rows, seqs = state.rows, state.seqs
        keep = self.graph.keep
        if keep is not None and asked(state) == "answer":
            keep += 1  # what resolves is still on the stack: it is played again with the answer
        if keep is not None and asked(state) != "priority" and len(state.stack) > keep:
            gone = set(state.stack[keep:])
            named = {r.row for h, row in rows.items() if h not in gone for r in row.refs.values() if isinstance(r, Ref)}
            if gone & named:
                raise Unknown("something refers to what waits on the stack")
            rows = {h: row for h, row in rows.items() if h not in gone}
            seqs = {**seqs, STACK: state.stack[:keep]}
            dropped = True
        labels = dict(state.labels) if self.driver.acting else {}
        return named_by_age(normal(State(dict(rows), dict(seqs), {}, labels, state.fresh))), dropped

    def _reach(self, course: Course, rec: IntervalRecorder) -> Node:
        """The node that a course comes to, its intervals made wide enough for the amounts that it comes with."""
        state = course.state
        assert state is not None
        known = self.met.get(course)
        if known is None:
            known = self._known(state, course.shape, course.cursor, course.dropped)
        intervals = course.fixed.copy()
        for slot, poly in course.moving:
            intervals[slot] = IntervalRecorder.bounds(rec, poly)
        if known is None:
            return self._add(state, course.cursor, course.dropped, intervals)
        node, phi = self.met[course] = known
        if any(here != there for here, there in phi.items()):
            back = {there: here for here, there in phi.items()}
            intervals = {(back[h], name): bounds for (h, name), bounds in intervals.items()}
        self._widen(node, intervals)
        return node

    def _widen(self, node: Node, here: dict[Slot, Bounds]) -> None:
        """Make the intervals of a node wide enough for these amounts."""
        there = node.intervals
        if self.ahead or here == there:
            return
        wider: dict[Slot, Bounds] = {}
        for slot in here.keys() | there.keys() if here.keys() != there.keys() else here:
            was, now = there.get(slot, _NOTHING), here.get(slot, _NOTHING)
            if was != now and (both := hull(was, now)) != was:
                wider[slot] = widen(was, both) if node.visits >= PATIENCE else both
        if wider:
            more = dict.fromkeys(here.keys() - there.keys(), _NOTHING)
            node.intervals = dict(sorted((there | more | wider).items())) if more else there | wider
            node.visits += 1
            if node not in self.todo and not node.home:
                self.todo.append(node)

    def _add(self, state: State, cursor: Cursor, dropped: bool, intervals: dict[Slot, Bounds]) -> Node:
        key = _key(state, cursor, dropped)
        shape = self.followed.shape(state)
        at = (shape, tuple(sorted(state.labels.items())), cursor, dropped, self.graph.keep)
        written = _stand_in(intervals)
        trees = self.followed.courses.setdefault(at, {})
        node = Node(filled(state, written), cursor, dropped, dict(sorted(intervals.items())), shape, trees)
        node.written = written
        self.graph.nodes.setdefault(key, []).append(node)
        node.home = self._at_home(state, cursor)
        if not node.home:
            self.todo.append(node)
        self.shapes += 1
        if self.shapes > NODE_BUDGET:
            raise budget_spent(
                "NODE_BUDGET", NODE_BUDGET, "shapes to follow every answer", f"{self.visits} visits of shapes"
            )
        return node

    def _known(self, state: State, shape: int, cursor: Cursor, dropped: bool) -> tuple[Node, Correspondence] | None:
        bucket = self.graph.nodes.get(_key(state, cursor, dropped), ())
        for node in sorted(bucket, key=lambda n: n.shape != shape):
            phi = self.followed.phi(node.state, node.shape, state, shape)
            if phi is not None and self._same_names(node.state, state, phi):
                return node, phi
        return None

    def _same_names(self, a: State, b: State, phi: Correspondence) -> bool:
        """Whether a script would mean the same objects in both: labels, and the order of age."""
        if not self.driver.acting:
            return True
        ages = [phi[handle] for handle in sorted(a.rows)]
        return ages == sorted(ages) and {label: phi[h] for label, h in a.labels.items()} == b.labels


def locate(graph: ReachableSet, state: State, driver: Driver, cursor: Cursor) -> Node | None:
    """The node of a state with plain amounts; None where it was not come to."""
    search = _Search(driver, graph.keep, graph.followed)
    search.graph = graph
    for dropped in (False, True):
        try:
            core, known = search._core(state, dropped)
        except Unknown:
            return None
        found = search._known(core, graph.followed.shape(core), cursor, known)
        if found is not None:
            return found[0]
    return None


def _key(state: State, cursor: Cursor, dropped: bool) -> object:
    if _moves(cursor):
        raise Unknown("how far the script has come depends on an amount that moves")
    return (cursor, dropped, id(state.game), len(state.rows))


def _moves(part: object) -> bool:
    return isinstance(part, Traced) or (isinstance(part, tuple) and any(_moves(p) for p in part))


def _stand_in(intervals: dict[Slot, Bounds]) -> dict[Slot, Amount]:
    """Whole numbers for a state that stands for all those within the intervals: only its shape is read."""
    return {
        slot: low if low is not None else high if high is not None else 0 for slot, (low, high) in intervals.items()
    }
