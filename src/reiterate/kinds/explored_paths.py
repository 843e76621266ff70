"""Courses of a position that were followed before: what each came to, by the questions that were asked on the way.

A course depends on the shape of a position, its known amounts, and the answers to its questions.
The questions are comparisons of moving amounts, intervals, and which of several ways is taken. Nothing else is read.
So a course with the same answers comes to the same place, and is not played again. Rows are named
by age, so that positions of different graphs meet here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from reiterate.amounts import Poly, Traced, plain
from reiterate.amounts.number_classes import Whole
from reiterate.kinds.answers import Act, Driver
from reiterate.kinds.interval_numbers import Bounds, Branch, DifferentCourse, IntervalRecorder
from reiterate.kinds.slot_amounts import written_amounts
from reiterate.loops.head_slots import Slot
from reiterate.loops.loop import Loop
from reiterate.loops.play import Cursor
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.identity import Correspondence, correspond, skeleton
from reiterate.state.model import Ref, Row, State

#: What is asked on a course: how a polynomial compares with 0, its bounds, or one of so many ways.
_Asked: TypeAlias = tuple[str, Any]

_BOUNDS: Final = "bounds"
_WAYS: Final = "ways"


class Course:
    """Where one course of a shape leads, without its amounts' bounds.

    ``state``: the position in normal form, None where the course leads out of the loop; ``why`` says why. ``move``: what a
    strategy does first, with the cursor behind that. ``fixed`` and ``moving``: the amounts of the position, as bounds and as
    polynomials.
    """

    __slots__ = (
        "answer",
        "any_order",
        "cursor",
        "done",
        "dropped",
        "fixed",
        "move",
        "moving",
        "seat",
        "shape",
        "state",
        "why",
    )

    def __init__(self, seat: int, answer: Choice | None, why: str, done: frozenset[Act]) -> None:
        self.seat = seat
        self.answer = answer
        self.why = why
        self.done = done
        self.any_order = False
        self.move: tuple[Choice, Cursor] | None = None
        self.state: State | None = None
        self.cursor: Cursor = ()
        self.dropped = False
        self.fixed: dict[Slot, Bounds] = {}
        self.moving: list[tuple[Slot, Poly]] = []
        self.shape = 0

    def to(self, state: State, shape: int, cursor: Cursor, dropped: bool) -> None:
        """Set where the course leads."""
        self.state, self.shape, self.cursor, self.dropped = state, shape, cursor, dropped
        for slot, value in written_amounts(state).items():
            if isinstance(value, Traced):
                self.moving.append((slot, value.poly))
            else:
                self.fixed[slot] = (plain(value), plain(value))


class NotingRecorder(IntervalRecorder):
    """Amounts known by intervals, with a note of all that is asked of them."""

    __slots__ = ("notes",)

    def __init__(self, intervals: dict[int, Bounds], branch: Branch) -> None:
        super().__init__(intervals, branch)
        self.notes: list[tuple[_Asked, object]] = []

    def answer(self, value: Whole, poly: Poly, op: str) -> bool:
        """Whether ``poly op 0``: as the intervals say, else either way."""
        found = super().answer(value, poly, op)
        self.notes.append(((op, poly), found))
        return found

    def bounds(self, poly: Poly) -> Bounds:
        """The interval of a polynomial at this point of the run."""
        bounds = super().bounds(poly)
        self.notes.append(((_BOUNDS, poly), bounds))
        return bounds

    def choose(self, ways: int) -> int:
        """One of so many ways, as a number from 0."""
        found = self.branch.choose(ways, _WAYS)
        self.notes.append(((_WAYS, ways), found))
        return found


class Tree:
    """The courses of one shape whose known amounts are the same: what is asked next, and where each answer leads."""

    __slots__ = ("asked", "behind", "course")

    def __init__(self) -> None:
        self.asked: _Asked | None = None
        self.behind: dict[object, Tree] = {}
        self.course: Course | None = None

    def known(self, rec: IntervalRecorder) -> Course | None:
        """The course whose questions are answered so; None where none was followed. The recorder's branch is taken."""
        at: Tree | None = self
        while at is not None:
            if at.course is not None or at.asked is None:
                return at.course
            what, about = at.asked
            if what == _WAYS:
                at = at.behind.get(rec.branch.choose(about, _WAYS))
            elif what == _BOUNDS:
                at = at.behind.get(rec.bounds(about))
            else:
                at = at.behind.get(rec.answer(0, about, what))
        return None

    def add(self, notes: list[tuple[_Asked, object]], course: Course) -> None:
        """Keep a course with what was asked on it. ``DifferentCourse`` where another course asked something else at the same place."""
        at = self
        for asked, answer in notes:
            if at.asked not in (None, asked):
                raise DifferentCourse
            at.asked = asked
            at = at.behind.setdefault(answer, Tree())
        at.course = course


#: Courses that are kept at most.
KEPT: Final = 20_000


class Followed:
    """What was followed before: shapes by number, which of them are the same, and the courses of each.

    ``left``: how many courses more are kept.
    """

    __slots__ = ("alike", "courses", "kinds", "left", "shapes")

    def __init__(self) -> None:
        self.left = KEPT
        self.shapes: dict[tuple[object, ...], int] = {}
        self.kinds: list[tuple[object, ...]] = []  # by shape
        self.alike: dict[tuple[int, int], Correspondence | None] = {}
        self.courses: dict[object, dict[object, Tree]] = {}

    def shape(self, state: State) -> int:
        """The number of the shape, row by row in order of age, of a position whose rows are named by age."""
        key = skeleton(state)
        found = self.shapes.get(key)
        if found is None:
            found = self.shapes[key] = len(self.shapes)
            self.kinds.append(_kinds(state))
        return found

    def phi(self, a: State, shape_a: int, b: State, shape_b: int) -> Correspondence | None:
        """A correspondence between two positions of these shapes; None where there is none, or none was shown."""
        if self.kinds[shape_a] != self.kinds[shape_b]:
            return None
        at = (shape_a, shape_b)
        if at not in self.alike:
            self.alike[at] = correspond(a, b, amounts=False)
        return self.alike[at]

    def keep(self, tree: Tree, notes: list[tuple[_Asked, object]], course: Course) -> None:
        """Keep a course of a tree with what was asked on it."""
        if self.left > 0:
            self.left -= 1
            tree.add(notes, course)


def followed_of(loop: Loop, driver: Driver) -> Followed:
    """What was followed of a loop under a driver that only passes, or goes on with the script."""
    at = (Followed, type(driver), driver.acting, driver.empty)
    found = loop.kept.setdefault(at, Followed())
    assert isinstance(found, Followed)
    return found


def tree_of(known: dict[object, Tree], intervals: Mapping[Slot, Bounds]) -> Tree:
    """The tree of a shape with these bounds, which are in order of the slots."""
    key = (tuple(intervals), tuple([low if low == high else None for low, high in intervals.values()]))
    found = known.get(key)
    if found is None:
        found = known[key] = Tree()
    return found


def named_by_age(state: State) -> State:
    """The same position with its rows named by age: 0, 1, 2 and so on."""
    handles = sorted(state.rows)
    if handles[-1] == len(handles) - 1:
        return state
    place = {handle: i for i, handle in enumerate(handles)}
    rows: dict[int, Row] = {}
    for handle in handles:
        row = state.rows[handle]
        if row.refs:
            refs = {
                slot: Ref(ref.mode, place.get(ref.row, -1)) if isinstance(ref, Ref) else ref
                for slot, ref in row.refs.items()
            }
            row = Row(row.cls, row.num, row.n, refs)
        rows[place[handle]] = row
    seqs = {name: tuple(place[handle] for handle in seq) for name, seq in state.seqs.items()}
    labels = {label: place[handle] for label, handle in state.labels.items()}
    made = State(rows, seqs, dict(state.tally), labels, len(handles))
    made.only = state.only
    return made


def _kinds(state: State) -> tuple[object, ...]:
    """What two states of one shape have in common, and a pair of others seldom has: classes of rows and of sequences."""
    rows = state.rows
    seqs = [(name, tuple(id(rows[h].cls) for h in seq)) for name, seq in sorted(state.seqs.items()) if seq]
    return tuple(sorted(id(row.cls) for row in rows.values())), tuple(seqs)
