"""Every mixture of answers for ever: the shapes that a loop can come to, with bounds of their amounts.

From a state, the game is followed through every answer to every question that it asks. What comes of it is a graph of
shapes; an amount is known only by bounds, which are widened until going round adds nothing. Where the graph has no
way out, the loop goes on whatever is answered, in whatever mixture, for ever (the bounds are an invariant). Comparisons
that bounds leave open are followed both ways, so nothing that can happen is missed; ways out that bounds only seem to
allow make the answer "unknown", never "leaves".

A loop may leave triggers behind on the stack that never come to resolve. So at a question all but the upmost ``keep``
entries are taken off and forgotten: what lies below is not read by anything (``reads_stack``), and where it would
come to resolve after all, the attempt is given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.amounts import Amount, Traced, TracedMisuse
from reiterate.judge.answers import Act, Driver, Unknown, answers, declining, out_of
from reiterate.judge.interval_numbers import (
    RUN_BUDGET,
    Bounds,
    Forks,
    Oracle,
    OutOfRuns,
    bounds_of,
    every_run,
    hull,
    widen,
)
from reiterate.judge.intervals import amounts, filled, reads_stack
from reiterate.judge.orders import any_order
from reiterate.loops.play import check_read
from reiterate.loops.reader import Cursor
from reiterate.loops.trace import Slot
from reiterate.refusals import Unsupported
from reiterate.rules.access.choices import Choice
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

#: Visits of a shape before bounds that still move are given up.
PATIENCE: Final = 3

_POINT: Final = 0


class Edge:
    """One course from a node: by which answer of whom, where it leads (None: out of the loop) and why out."""

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
    """A shape with bounds: ``state`` stands for all states of the shape whose amounts lie in ``box``."""

    __slots__ = ("any_order", "box", "cursor", "dropped", "edges", "home", "moves", "state", "then", "visits")

    def __init__(self, state: State, cursor: Cursor, dropped: bool, box: dict[Slot, Bounds]) -> None:
        self.state = state
        self.cursor = cursor
        self.dropped = dropped
        self.box = box
        self.edges: list[Edge] = []
        self.any_order = False  # whether what is asked is an order, and every order leads to the same position
        self.moves: list[Choice] = []  # what the driver does here, where it is no answer of everybody's
        self.then: Cursor = cursor  # the cursor behind it
        self.home = False  # whether it is known to be in the loop and not followed further
        self.visits = 0


class Graph:
    """All that can happen from a state, as far as it was followed: ``unknown`` says why it is not complete."""

    __slots__ = ("keep", "nodes", "root", "unknown")

    def __init__(self, keep: int | None) -> None:
        self.keep = keep
        self.nodes: dict[object, list[Node]] = {}
        self.root: Node | None = None
        self.unknown = ""

    def all_nodes(self) -> list[Node]:
        """The nodes in the order found."""
        return [node for bucket in self.nodes.values() for node in bucket]

    def lost(self) -> set[int]:
        """The identities of nodes from which every course leads out of the loop."""
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
        """Whether there is a way round on which an action is never taken."""
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
        """Whether there is a way round that comes by none of these nodes."""
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
    """What was taken off the stack would come to resolve."""


def follow(
    state: State,
    driver: Driver,
    cursor: Cursor,
    homes: Sequence[tuple[State, Cursor]] = (),
    keeps: Sequence[int | None] = (0, 1, None),
) -> Graph:
    """The graph of everything that can happen from a state on; shapes of ``homes`` are not followed further.

    ``keeps``: how much of the stack is kept where something is asked, one after the other.
    """
    last = Graph(None)
    for keep in keeps:
        if keep is not None and reads_stack(state):
            continue
        search = _Search(driver, keep)
        last = search.graph
        try:
            search.stop_at(homes)
            search.run(state, cursor)
        except _Touched:
            continue
        except Unknown as reason:
            last.unknown = str(reason)
        except OutOfRuns:
            shapes = len(last.all_nodes())
            last.unknown = str(out_of("RUN_BUDGET", RUN_BUDGET, "courses from one place", f"{shapes} shapes"))
        except Unsupported as error:
            last.unknown = error.refusal.message
        except TracedMisuse as error:
            last.unknown = f"the rules read an amount that moves: {error}"
        if not last.unknown:
            return last
    return last


class _Search:
    """The work of ``follow`` with one choice of ``keep``."""

    __slots__ = ("driver", "graph", "homes", "todo", "visits")

    def __init__(self, driver: Driver, keep: int | None) -> None:
        self.driver = driver
        self.graph = Graph(keep)
        self.todo: list[Node] = []
        self.visits = 0
        self.homes: dict[object, list[State]] = {}

    def stop_at(self, homes: Sequence[tuple[State, Cursor]]) -> None:
        """Take shapes for known: what comes to them is in the loop again."""
        for state, cursor in homes:
            core = self._core(state, False)[0]
            self.homes.setdefault(_key(core, cursor, False), []).append(core)

    def _at_home(self, state: State, cursor: Cursor) -> bool:
        found = self.homes.get(_key(state, cursor, False), ())
        return any(correspond(home, state, amounts=False) is not None for home in found)

    def run(self, state: State, cursor: Cursor) -> None:
        """Follow everything from a state with plain amounts, or with such as are known by bounds."""
        core, dropped = self._core(state, False)
        box: dict[Slot, Bounds] = {s: bounds_of(v) for s, v in amounts(core).items()}
        self.graph.root = self._add(filled(core, _stand_in(box)), cursor, dropped, box)
        while self.todo:
            node = self.todo.pop(0)
            self.visits += 1
            if self.visits > VISIT_BUDGET:
                shapes = len(self.graph.all_nodes())
                raise out_of(
                    "VISIT_BUDGET", VISIT_BUDGET, "visits of shapes to follow every answer", f"{shapes} shapes"
                )
            node.moves = []
            node.edges = every_run(lambda oracle, node=node: self._course(node, oracle))  # type: ignore[misc] # the default binds the node early

    # --- one course ---------------------------------------------------------------------------------------------

    def _course(self, node: Node, oracle: Oracle) -> Edge:
        slots = sorted(slot for slot, (low, high) in node.box.items() if low is None or low != high)
        rec = Forks({i: node.box[slot] for i, slot in enumerate(slots)}, oracle)
        values: dict[Slot, Amount] = {
            slot: low for slot, (low, high) in node.box.items() if low is not None and low == high
        }
        traced = {slot: rec.amount(i, _POINT) for i, slot in enumerate(slots)}
        state = filled(node.state, {**values, **traced})
        check_read(state)
        if asked(state) == "over":
            return Edge(-1, None, None, "the game is over")
        seat = decider(state)
        moved = self._move(state, node, oracle)
        if isinstance(moved, str):
            return Edge(seat, None, None, moved)
        answer, done, state, cursor = moved
        while asked(state) == "priority" and number_prop(state.game, PASSES) > 0:
            made = self.driver.at_priority(state, cursor)
            if isinstance(made, str):
                return Edge(seat, answer, None, made, done)
            more = self.driver.done(state, made[0])
            if more and self.driver.planning:
                break  # what is planned has a place of its own
            done |= more
            state, cursor = step(state, made[0])[0], made[1]
        core, dropped = self._core(state, node.dropped)
        return Edge(seat, answer, self._reach(core, cursor, dropped, rec), "", done)

    def _move(
        self, state: State, node: Node, oracle: Oracle
    ) -> tuple[Choice | None, frozenset[Act], State, Cursor] | str:
        """The first choice of a course: the answer to a question, or what is done with priority; with its actions."""
        if asked(state) == "priority" or declining(state) is not None:
            if asked(state) == "priority" and node.dropped and not state.stack:
                raise _Touched
            made = self.driver.at_priority(state, node.cursor)
            if isinstance(made, str):
                return made
            done = self.driver.done(state, made[0])
            if done and self.driver.planning:
                node.moves.append(made[0])
                node.then = made[1]
            return None, done, step(state, made[0])[0], made[1]
        node.any_order = not self.driver.every_order and any_order(state)
        if node.any_order:
            return (None, frozenset(), *self.driver.in_any_order(state, node.cursor))
        planned = self.driver.planned(state, node.cursor)
        if planned is not None:
            node.moves.append(planned[0])
            node.then = planned[1]
            return None, frozenset(), step(state, planned[0])[0], planned[1]
        found = answers(state)
        if not found:
            raise Unknown("a question has no answer")
        choice = found[oracle.choose(len(found))]
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

    def _reach(self, state: State, cursor: Cursor, dropped: bool, rec: Forks) -> Node:
        """The node that a state with traced amounts belongs to, its bounds made wide enough."""
        box: dict[Slot, Bounds] = {}
        for slot, value in amounts(state).items():
            box[slot] = bounds_of(value)
        found = self._known(state, cursor, dropped)
        if found is None:
            return self._add(filled(state, _stand_in(box)), cursor, dropped, box)
        node, phi = found
        back = {there: here for here, there in phi.items()}
        here = {(back[h], name): bounds for (h, name), bounds in box.items()}
        joined = {s: hull(node.box.get(s, (0, 0)), here.get(s, (0, 0))) for s in sorted(node.box.keys() | here.keys())}
        if any(joined[s] != node.box.get(s, (0, 0)) for s in joined):
            if node.visits >= PATIENCE:
                joined = {s: widen(node.box.get(s, (0, 0)), b) for s, b in joined.items()}
            node.box = joined
            node.visits += 1
            if node not in self.todo and not node.home:
                self.todo.append(node)
        return node

    def _add(self, state: State, cursor: Cursor, dropped: bool, box: dict[Slot, Bounds]) -> Node:
        node = Node(state, cursor, dropped, box)
        self.graph.nodes.setdefault(_key(state, cursor, dropped), []).append(node)
        node.home = self._at_home(state, cursor)
        if not node.home:
            self.todo.append(node)
        if len(self.graph.all_nodes()) > NODE_BUDGET:
            raise out_of("NODE_BUDGET", NODE_BUDGET, "shapes to follow every answer", f"{self.visits} visits of shapes")
        return node

    def _known(self, state: State, cursor: Cursor, dropped: bool) -> tuple[Node, Correspondence] | None:
        key = skeleton(state)
        bucket = self.graph.nodes.get(_key(state, cursor, dropped), [])
        for node in sorted(bucket, key=lambda n: skeleton(n.state) != key):
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


def locate(graph: Graph, state: State, driver: Driver, cursor: Cursor) -> Node | None:
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


def _moves(part: object) -> bool:
    return isinstance(part, Traced) or (isinstance(part, tuple) and any(_moves(p) for p in part))


def _stand_in(box: dict[Slot, Bounds]) -> dict[Slot, Amount]:
    """Whole numbers for a state that stands for all those within the bounds: only its shape is read."""
    return {slot: low if low is not None else high if high is not None else 0 for slot, (low, high) in box.items()}
