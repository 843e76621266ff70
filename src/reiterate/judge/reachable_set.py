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
from reiterate.judge.answers import Act, Driver, Unknown, answers, budget_spent, declining
from reiterate.judge.interval_numbers import (
    BRANCH_BUDGET,
    Branch,
    IntervalRecorder,
    OutOfBranches,
    bounds_of,
    every_branch,
)
from reiterate.judge.intervals import Bounds, hull, widen
from reiterate.judge.orders import any_order
from reiterate.judge.slot_amounts import amounts, filled, reads_stack
from reiterate.loops.head_slots import Slot
from reiterate.loops.play import check_read
from reiterate.loops.reader import Cursor
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.state.identity import Correspondence, correspond, skeleton
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
        "kinds",
        "moves",
        "skeleton",
        "state",
        "then",
        "visits",
    )

    def __init__(self, state: State, cursor: Cursor, dropped: bool, intervals: dict[Slot, Bounds]) -> None:
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
        self.skeleton = skeleton(state)
        self.kinds = _kinds(state)


class ReachableSet:
    """The graph of all that can happen from a state. ``unknown`` says why it is not complete ("" where it is).

    ``home``: whether it was followed no further because some course leads to a state that is known to be in the loop.
    """

    __slots__ = ("home", "keep", "nodes", "root", "unknown")

    def __init__(self, keep: int | None) -> None:
        self.keep = keep
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
) -> ReachableSet:
    """The graph of everything that can happen from a state on.

    ``driver`` makes the choices that are no question. Shapes of ``homes`` are known to be in the
    loop and not followed. ``keeps``: how many entries of the stack are kept at a question, tried
    one after the other. ``to_home``: stop at the first course that comes to one of ``homes`` with nothing forgotten.
    Nothing is raised: what could not be followed is told by ``unknown``.
    """
    last = ReachableSet(None)
    for keep in keeps:
        if keep is not None and reads_stack(state):
            continue
        search = _Search(driver, keep, to_home)
        last = search.graph
        try:
            search.stop_at(homes)
            search.run(state, cursor)
        except _Touched:
            continue
        except Unknown as reason:
            last.unknown = str(reason)
        except OutOfBranches:
            shapes = len(last.all_nodes())
            last.unknown = str(
                budget_spent("BRANCH_BUDGET", BRANCH_BUDGET, "courses from one place", f"{shapes} shapes")
            )
        except Unsupported as error:
            last.unknown = error.refusal.message
        except TracedMisuse as error:
            last.unknown = f"the rules read an amount that moves: {error}"
        if not last.unknown:
            return last
    return last


class _Search:
    """The work of ``follow`` with one choice of ``keep``."""

    __slots__ = ("driver", "graph", "homes", "orders", "to_home", "todo", "visits")

    def __init__(self, driver: Driver, keep: int | None, to_home: bool = False) -> None:
        self.to_home = to_home
        self.driver = driver
        self.graph = ReachableSet(keep)
        self.todo: list[Node] = []
        self.visits = 0
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

    def run(self, state: State, cursor: Cursor) -> None:
        """Follow everything from a state with plain amounts, or with amounts known by intervals."""
        core, dropped = self._core(state, False)
        intervals: dict[Slot, Bounds] = {s: bounds_of(v) for s, v in amounts(core).items()}
        self.graph.root = self._add(filled(core, _stand_in(intervals)), cursor, dropped, intervals)
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
        slots = sorted(slot for slot, (low, high) in node.intervals.items() if low is None or low != high)
        rec = IntervalRecorder({i: node.intervals[slot] for i, slot in enumerate(slots)}, branch)
        values: dict[Slot, Amount] = {
            slot: low for slot, (low, high) in node.intervals.items() if low is not None and low == high
        }
        traced = {slot: rec.amount(i, _POINT) for i, slot in enumerate(slots)}
        state = filled(node.state, {**values, **traced})
        check_read(state)
        if asked(state) == "over":
            return Edge(-1, None, None, "the game is over")
        seat = decider(state)
        moved = self._move(state, node, branch)
        if isinstance(moved, str):
            return Edge(seat, None, None, moved)
        answer, done, state, cursor = moved
        while asked(state) == "priority" and number_prop(state.game, PASSES) > 0:
            made = self.driver.at_priority(state, cursor)
            if isinstance(made, str):
                return Edge(seat, answer, None, made, done)
            more = self.driver.done(state, made[0])
            if more and self.driver.has_strategy:
                break  # what is planned has a place of its own
            done |= more
            state, cursor = step(state, made[0])[0], made[1]
        core, dropped = self._core(state, node.dropped)
        return Edge(seat, answer, self._reach(core, cursor, dropped, rec), "", done)

    def _move(
        self, state: State, node: Node, branch: Branch
    ) -> tuple[Choice | None, frozenset[Act], State, Cursor] | str:
        """The first choice of a course: the answer to a question, or what is done with priority; with its actions."""
        if asked(state) == "priority" or declining(state) is not None:
            if asked(state) == "priority" and node.dropped and not state.stack:
                raise _Touched
            made = self.driver.at_priority(state, node.cursor)
            if isinstance(made, str):
                return made
            done = self.driver.done(state, made[0])
            if done and self.driver.has_strategy:
                node.moves.append(made[0])
                node.then = made[1]
            return None, done, step(state, made[0])[0], made[1]
        node.any_order = not self.driver.every_order and any_order(state, self.orders)
        if node.any_order:
            return (None, frozenset(), *self.driver.in_any_order(state, node.cursor))
        answer = self.driver.strategy_answer(state, node.cursor)
        if answer is not None:
            node.moves.append(answer[0])
            node.then = answer[1]
            return None, frozenset(), step(state, answer[0])[0], answer[1]
        found = answers(state)
        if not found:
            raise Unknown("a question has no answer")
        choice = found[branch.choose(len(found))]
        cursor = self.driver.after_answer(state, node.cursor)
        return (choice if len(found) > 1 else None), frozenset(), step(state, choice)[0], cursor

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
        return normal(State(dict(rows), dict(seqs), {}, labels, state.fresh)), dropped

    def _reach(self, state: State, cursor: Cursor, dropped: bool, rec: IntervalRecorder) -> Node:
        """The node that a state with traced amounts belongs to, its intervals made wide enough."""
        intervals: dict[Slot, Bounds] = {}
        for slot, value in amounts(state).items():
            intervals[slot] = bounds_of(value)
        found = self._known(state, cursor, dropped)
        if found is None:
            return self._add(filled(state, _stand_in(intervals)), cursor, dropped, intervals)
        node, phi = found
        back = {there: here for here, there in phi.items()}
        here = {(back[h], name): bounds for (h, name), bounds in intervals.items()}
        joined = {
            s: hull(node.intervals.get(s, (0, 0)), here.get(s, (0, 0)))
            for s in sorted(node.intervals.keys() | here.keys())
        }
        if any(joined[s] != node.intervals.get(s, (0, 0)) for s in joined):
            if node.visits >= PATIENCE:
                joined = {s: widen(node.intervals.get(s, (0, 0)), b) for s, b in joined.items()}
            node.intervals = joined
            node.visits += 1
            if node not in self.todo and not node.home:
                self.todo.append(node)
        return node

    def _add(self, state: State, cursor: Cursor, dropped: bool, intervals: dict[Slot, Bounds]) -> Node:
        node = Node(state, cursor, dropped, intervals)
        self.graph.nodes.setdefault(_key(state, cursor, dropped), []).append(node)
        node.home = self._at_home(state, cursor)
        if not node.home:
            self.todo.append(node)
        if len(self.graph.all_nodes()) > NODE_BUDGET:
            raise budget_spent(
                "NODE_BUDGET", NODE_BUDGET, "shapes to follow every answer", f"{self.visits} visits of shapes"
            )
        return node

    def _known(self, state: State, cursor: Cursor, dropped: bool) -> tuple[Node, Correspondence] | None:
        key = skeleton(state)
        kinds = _kinds(state)
        bucket = [node for node in self.graph.nodes.get(_key(state, cursor, dropped), ()) if node.kinds == kinds]
        for node in sorted(bucket, key=lambda n: n.skeleton != key):
            phi = correspond(node.state, state, amounts=False)
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
    search = _Search(driver, graph.keep)
    search.graph = graph
    for dropped in (False, True):
        try:
            core, known = search._core(state, dropped)
        except Unknown:
            return None
        found = search._known(core, cursor, known)
        if found is not None:
            return found[0]
    return None


def _key(state: State, cursor: Cursor, dropped: bool) -> object:
    if _moves(cursor):
        raise Unknown("how far the script has come depends on an amount that moves")
    return (cursor, dropped, id(state.game), len(state.rows))


def _kinds(state: State) -> tuple[object, ...]:
    """What two states of one shape have in common, and a pair of others seldom has: classes of rows and of sequences."""
    rows = state.rows
    seqs = [(name, tuple(id(rows[h].cls) for h in seq)) for name, seq in sorted(state.seqs.items()) if seq]
    return tuple(sorted(id(row.cls) for row in rows.values())), tuple(seqs)


def _moves(part: object) -> bool:
    return isinstance(part, Traced) or (isinstance(part, tuple) and any(_moves(p) for p in part))


def _stand_in(intervals: dict[Slot, Bounds]) -> dict[Slot, Amount]:
    """Whole numbers for a state that stands for all those within the intervals: only its shape is read."""
    return {
        slot: low if low is not None else high if high is not None else 0 for slot, (low, high) in intervals.items()
    }
