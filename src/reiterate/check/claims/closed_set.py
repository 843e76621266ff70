"""Closed sets: no answer leads out of them, so the loop goes on whatever is answered; states are matched within a budget.

Whether two states are the same but for amounts: a correspondence of rows, looked for within a budget.

Nothing depends on how it is found: ``_is_one`` looks at all of it.

Closed sets: no answer leads out of them, so the loop goes on whatever is answered, in whatever mixture, for ever.

A closed set is an inductive invariant. Each node is a state, with bounds of some of its amounts.
``verify`` follows every legal answer from every position of every node, with passes and declined
declarations besides. Play comes to a node again each time. The game is never over, and something is
always left to resolve. Nothing is searched for or widened. Each way that the bounds leave open is
followed.

In a loop with actions a node may hold a move of a player who keeps the loop up (``strategy``). That
one choice is made in all its positions. These players keep a number in mind, the node's ``memory``.
Only moves change it, and a course ends in a node with its number.

All but the upmost ``keep`` entries of the stack may be forgotten where something is asked. No card
may read the stack, and nothing may refer to what is forgotten. It never comes to resolve: where the
stack is empty, the set is refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from reiterate.check.arithmetic import LE, OutOfBudget, Polynomial
from reiterate.check.claims.answers import question_at, ways_to_answer
from reiterate.check.claims.form import plain_choice
from reiterate.check.claims.interval_numbers import Bounds, Ways, Within, every_course
from reiterate.check.claims.roles import Action, passes_last
from reiterate.check.claims.strategy import Course, Planned
from reiterate.check.form import Comparison, Place, canonical, with_amounts
from reiterate.check.numbers import Log, Number, poly_of
from reiterate.check.same_shape import amounts_of, may_grow
from reiterate.check.small_values import (
    CHOICES,
    NotAForm,
    Rejected,
    a_list,
    a_number,
    a_text,
    an_object,
    engine_refusals,
    small_places,
    whole,
)
from reiterate.check.start.legal_position import bounded_cards
from reiterate.check.start.state_places import misplaced
from reiterate.check.work import tidied
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.amount_slots import slot_of
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import STACK, Gone, Ref, Row, State
from reiterate.state.progression_rows import has_progressions
from reiterate.state.properties import PLAYER, WHOLE_GAME
from reiterate.terms.vocabulary import ON_STACK

# --- matching ------------------------------------------------------------------------------------

#: Rows that may be looked at in the search for correspondences, in the whole file.
MATCH_BUDGET: Final = 60_000

#: Which row of one state is which row of the other.
Phi: TypeAlias = dict[int, int]
_Colours: TypeAlias = dict[int, int]


class Matching:
    """Finds correspondences, counting the rows that are looked at."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MATCH_BUDGET

    def matches(self, a: State, b: State) -> Iterator[Phi]:
        """The correspondences that keep classes, references, sequences and players; each of them once."""
        if len(a.rows) != len(b.rows):
            return
        shared: dict[object, int] = {}
        yield from self._search(a, b, _first(a, shared), _first(b, shared))

    def _search(self, a: State, b: State, ours: _Colours, theirs: _Colours) -> Iterator[Phi]:
        while True:
            self._spend(2 * len(a.rows))
            shared: dict[object, int] = {}
            finer = _around(a, ours, shared), _around(b, theirs, shared)
            if sorted(finer[0].values()) != sorted(finer[1].values()):
                return
            same = len(set(finer[0].values())) == len(set(ours.values()))
            ours, theirs = finer
            if same:
                break
        alike: dict[int, list[int]] = {}
        for handle, colour in theirs.items():
            alike.setdefault(colour, []).append(handle)
        open_rows = [handle for handle in sorted(ours) if len(alike[ours[handle]]) > 1]
        if not open_rows:
            phi = {handle: alike[colour][0] for handle, colour in ours.items()}
            if _is_one(a, b, phi):
                yield phi
            return
        first, mark = open_rows[0], len(ours) + len(shared)
        for other in alike[ours[first]]:
            yield from self._search(a, b, {**ours, first: mark}, {**theirs, other: mark})

    def _spend(self, rows: int) -> None:
        self.left -= rows
        if self.left < 0:
            raise OutOfBudget(f"more than {MATCH_BUDGET} rows to compare shapes")


def _reference(row: Row, name: str) -> tuple[str, str, int]:
    """A reference without what is changed by other names of rows."""
    ref = row.refs[name]
    return (name, ref.mode, -1) if isinstance(ref, Ref) else (name, "gone", id(ref.cls))


def _first(state: State, shared: dict[object, int]) -> _Colours:
    places: dict[int, list[tuple[str, int]]] = {}
    for name, seq in sorted(state.seqs.items()):
        for i, handle in enumerate(seq):
            places.setdefault(handle, []).append((name, i))
    found = {}
    for handle, row in state.rows.items():
        fixed = handle if row.cls.kind in (WHOLE_GAME, PLAYER) else -1
        key = (id(row.cls), fixed, tuple(places.get(handle, ())), tuple(_reference(row, n) for n in sorted(row.refs)))
        found[handle] = shared.setdefault(key, len(shared))
    return found


def _around(state: State, colours: _Colours, shared: dict[object, int]) -> _Colours:
    """Colours told further apart by those that a row refers to, and by those that refer to it."""
    out: dict[int, list[tuple[str, int]]] = {handle: [] for handle in state.rows}
    into: dict[int, list[tuple[str, int]]] = {handle: [] for handle in state.rows}
    for handle, row in state.rows.items():
        for name, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.row in colours:
                out[handle].append((name, colours[ref.row]))
                into[ref.row].append((name, colours[handle]))
    return {
        handle: shared.setdefault(
            (colours[handle], tuple(sorted(out[handle])), tuple(sorted(into[handle]))), len(shared)
        )
        for handle in state.rows
    }


def _is_one(a: State, b: State, phi: Phi) -> bool:
    """Whether it keeps the classes, the players, all references and all sequences."""
    for handle, row in a.rows.items():
        other = b.rows[phi[handle]]
        if row.cls is not other.cls or row.refs.keys() != other.refs.keys():
            return False
        if row.cls.kind in (WHOLE_GAME, PLAYER) and phi[handle] != handle:
            return False
        for name, ref in row.refs.items():
            if _reference(row, name) != _reference(other, name):
                return False
            after = other.refs[name]
            if isinstance(ref, Ref) and isinstance(after, Ref) and phi.get(ref.row) != after.row:
                return False
    names = a.seqs.keys() | b.seqs.keys()
    return all(tuple(phi[h] for h in a.seqs.get(name, ())) == b.seqs.get(name, ()) for name in names)


# --- closed set ----------------------------------------------------------------------------------

#: Nodes of a set, and rows of one.
NODE_BUDGET: Final = 60
ROW_BUDGET: Final = 40
#: Rows of the states that are played on, where a normal form counts as ``_weight`` says; and choices of one course.
PLAY_BUDGET: Final = 12_000
LENGTH_BUDGET: Final = 60

#: Between the name of a reference and an amount last known of what is gone.
_LAST: Final = "\n"


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """Positions alike but for amounts: ``state`` with each free amount between its bounds.

    ``move``: what is chosen there, where not every answer is followed; ``then``: the memory behind
    it.
    """

    state: State
    free: dict[Place, Bounds]
    memory: int
    move: Choice | None
    then: int


#: An amount between bounds, by the number of its node.
Free: TypeAlias = tuple[int, Place]


class ClosedSet:
    """A set of positions that was read; ``verify`` shows that no answer leads out of it."""

    __slots__ = (
        "asked_on_chain",
        "come_to",
        "counts",
        "handed_on",
        "keep",
        "leads",
        "left",
        "matching",
        "nodes",
        "planned",
        "questions",
        "seen",
    )

    def __init__(self, value: Any) -> None:
        found = an_object(value, "closed set", {"keep", "nodes"})
        keep = a_text(found["keep"])
        if keep not in ("", "0", "1"):
            raise NotAForm("of the stack, the upmost 0 or 1 entries are kept, or all")
        self.keep = int(keep) if keep else None
        nodes = a_list(found["nodes"], lambda one: one)
        if len(nodes) > NODE_BUDGET:
            raise OutOfBudget(f"a closed set of more than {NODE_BUDGET} nodes")
        self.nodes = [_node(one) for one in nodes]
        texts = [canonical(one) for one in nodes]
        if texts != sorted(set(texts)) or (keep and not nodes):
            raise Rejected(CHOICES, "the nodes of the closed set are not in order, or one is there twice")
        memories = {node.memory for node in self.nodes}
        if memories != set(range(len(memories))):
            raise Rejected(CHOICES, "what is kept in mind in the closed set is not numbered from 0 on")
        self.planned = Planned()
        self.questions: list[object] = []  # those of the present course
        self.asked_on_chain: set[object] = set()
        self.seen: Callable[[State, Choice | None], None] = lambda state, choice: None
        self.matching = Matching()
        self.left = PLAY_BUDGET
        self.leads: dict[int, set[int]] = {}  # which nodes come next, by number
        self.come_to: set[int] = set()  # those with a position of the chain
        self.counts: set[Free] = set()  # amounts between bounds that some position holds as another than 0
        self.handed_on: set[tuple[Free, Free]] = set()  # those that come from another between bounds as they are

    def verify(self, seen: Callable[[State, Choice | None], None]) -> None:
        """Every course from every node leads to a node; ``Rejected`` otherwise. ``seen`` is called at each place of each
        course, with the choice of a player who declines to act."""
        self.seen = seen
        for number, node in enumerate(self.nodes):
            self.leads[number] = set()
            bounded_cards(node.state)
            if self.keep is not None and _reads_stack(node.state):
                raise Rejected(CHOICES, "what is on the stack is forgotten, and a card reads the stack")
            if len(node.state.stack) > self._kept(node.state):
                raise Rejected(CHOICES, "a node of the closed set holds what it forgets")
            with engine_refusals(CHOICES, "the closed set is not covered", "the closed set can't be followed"):
                every_course(partial(self._course, number, node))

    def all_come_to(self) -> None:
        """``Rejected`` where a node is there that nothing comes to."""
        found, todo = set(self.come_to), list(self.come_to)
        while todo:
            more = self.leads[todo.pop()] - found
            found |= more
            todo += more
        if len(found) < len(self.nodes):
            raise Rejected(CHOICES, "a node of the closed set that nothing comes to")
        self._all_count()

    def _all_count(self) -> None:
        """``Rejected`` where an amount between bounds is 0 in every position that comes to its node."""
        known = self.counts
        while more := {after for before, after in self.handed_on if before in known} - known:
            known = known | more
        for i, node in enumerate(self.nodes):
            for place, bounds in node.free.items():
                if _stand_in(bounds) == 0 and (i, place) not in known:
                    raise Rejected(CHOICES, f"bounds of {place[1]!r} of row {place[0]}, which is 0 in every position")

    def _note(self, i: int, phi: Phi, amounts: dict[Place, Any], source: tuple[int, list[Place]]) -> None:
        """Note what a position of a node holds between its bounds; ``source``: the node it comes from, and its amounts."""
        number, places = source
        for place in self.nodes[i].free:
            amount = amounts.get(_there(phi, place), 0)
            poly: Polynomial = (
                poly_of(amount) if isinstance(amount, int | Number) else {(): 1}
            )  # too long to write: not 0
            symbol = next(iter(poly), ())
            if len(poly) == len(symbol) == 1 and poly[symbol] == 1 and places:
                self.handed_on.add(((number, places[symbol[0]]), (i, place)))
            elif poly:
                self.counts.add((i, place))

    # --- courses -------------------------------------------------------------------------------------------------

    def _course(self, number: int, node: Node, ways: Ways) -> None:
        """Play one course until it is in a node again, and note in which."""
        places = sorted(node.free)
        known = Within({i: node.free[place] for i, place in enumerate(places)}, ways)
        state = _filled(
            node.state, {place: Number(_stand_in(node.free[place]), {(i,): 1}, known) for i, place in enumerate(places)}
        )
        done: Action | None = None
        self.questions = []
        for length in range(LENGTH_BUDGET):
            self._spend(len(state.rows))
            if asked(state) == "over":
                raise Rejected(CHOICES, "out of the closed set: the game may end")
            inside = self._inside(state, node.then, known, (number, places)) if length else None
            if inside is not None:
                self.leads[number].add(inside)
                self.planned.ways.append(Course(number, inside, done, frozenset(self.questions)))
                return
            if node.move is None or length:
                state = self._moved(state, ways)
                continue
            if self.keep is not None and not state.stack:
                raise Rejected(CHOICES, "a move on a stack of which something may be forgotten")
            self.seen(state, None)
            done = self.planned.move(state, node.move)
            state = step(state, node.move)[0]
        raise Rejected(CHOICES, "out of the closed set: no node comes back")

    def _spend(self, rows: int) -> None:
        self.left -= rows
        if self.left < 0:
            raise OutOfBudget(f"more than {PLAY_BUDGET} rows in the courses of the closed set")

    def _moved(self, state: State, ways: Ways) -> State:
        if asked(state) == "priority":
            if not state.stack:
                if self.keep is not None:
                    raise Rejected(CHOICES, "out of the closed set: nothing may be left to resolve")
                self.planned.passing |= passes_last(state)
            choice = Choice(PASS, decider(state), over=over_text(state))
            self.seen(state, choice)
            return step(state, choice)[0]
        if asked(state) in (ATTACK, BLOCK):
            nothing = Choice(asked(state), decider(state), answer="none")
            if verify(state, nothing) is None:
                self.seen(state, nothing)
                return step(state, nothing)[0]
        self.seen(state, None)
        self.questions.append(question_at(state))
        answers = ways_to_answer(state)
        return step(state, answers[ways.fork(len(answers), (asked(state), decider(state)))])[0]

    # --- which node a position is of -----------------------------------------------------------------------------

    def _kept(self, state: State) -> int:
        """How many entries of the stack are not forgotten: what resolves is still there while something is asked of it."""
        if self.keep is None or asked(state) == "priority":
            return len(state.stack)
        return self.keep + (asked(state) == "answer")

    def _core(self, state: State) -> State:
        """The normal form, without tallies and labels, and without what is forgotten."""
        self._spend(_weight(len(state.rows)))
        if has_progressions(state):
            raise Rejected(CHOICES, "tokens that differ by equal steps, which no closed set holds")
        rows, seqs = dict(state.rows), dict(state.seqs)
        gone = set(state.stack[self._kept(state) :])
        if gone:
            kept = [row for handle, row in rows.items() if handle not in gone]
            if any(isinstance(ref, Ref) and ref.row in gone for row in kept for ref in row.refs.values()):
                raise Rejected(CHOICES, "what is forgotten of the stack is referred to")
            if _reads_stack(state):
                raise Rejected(CHOICES, "what is on the stack is forgotten, and a card reads the stack")
            rows = {handle: row for handle, row in rows.items() if handle not in gone}
            seqs[STACK] = state.stack[: self._kept(state)]
        core = tidied(State(rows, seqs, {}, {}, state.fresh))
        if has_progressions(core):
            raise Rejected(CHOICES, "tokens that differ by equal steps, which no closed set holds")
        return core

    def _alike(self, state: State) -> list[tuple[int, Node]]:
        return [
            (i, node)
            for i, node in enumerate(self.nodes)
            if asked(node.state) == asked(state) and node.state.game is state.game
        ]

    def _inside(self, state: State, memory: int, known: Within, source: tuple[int, list[Place]]) -> int | None:
        alike = [(i, node) for i, node in self._alike(state) if node.memory == memory]
        if not alike:
            return None
        core = self._core(state)
        amounts = _amounts(core)
        bounds = {place: known.bounds(poly_of(amount)) for place, amount in amounts.items()}
        for i, node in alike:
            for phi in self.matching.matches(node.state, core):
                if all(
                    _covers(node, place, bounds.get(_there(phi, place), (0, 0))) for place in _places(node, core, phi)
                ):
                    self._note(i, phi, amounts, source)
                    return i
        return None

    def holds(self, state: State, log: Log) -> list[Comparison] | None:
        """Comparisons under which a position of a period, or of plain play, is one of a node; None where it is none now.

        In: the position, on symbols or plain numbers. ``log``: nothing that is asked here enters it.
        """
        inner = Log()
        with log.apart(inner):
            for i, node in self._alike(state):
                if node.move is not None:
                    continue  # there not every answer is followed
                core = self._core(state)
                amounts = _amounts(core)
                for phi in self.matching.matches(node.state, core):
                    found = [
                        _conditions(node, place, amounts.get(_there(phi, place), 0))
                        for place in _places(node, core, phi)
                    ]
                    if None not in found:
                        self.come_to.add(i)
                        self._note(i, phi, amounts, (i, []))
                        self.asked_on_chain.add(question_at(state))
                        return [*inner.asked.values(), *(one for each in found if each for one in each)]
        return None


def _weight(rows: int) -> int:
    """What a normal form costs where rows refer to each other in a ring."""
    return int(rows**3 // 30)


# --- nodes -------------------------------------------------------------------------------------------------------


def _node(value: Any) -> Node:
    found = an_object(value, "node", {"state", "bounds", "memory", "move"})
    state = _state(found["state"])
    free: dict[Place, Bounds] = {}
    for one in a_list(found["bounds"], lambda each: each):
        if not isinstance(one, list) or len(one) != 4:
            raise NotAForm("a bound is a row, a name, the least and the greatest value")
        place = (a_number(one[0]), a_text(one[1]))
        low, high = (None if not a_text(end) else whole(end) for end in one[2:])
        if low is not None and high is not None and low >= high:
            raise Rejected(CHOICES, "bounds of the closed set that hold no two values")
        free[place] = (low, high)
    if [[*place] for place in sorted(free)] != [one[:2] for one in found["bounds"]]:
        raise Rejected(CHOICES, "the bounds of a node are not in order, or one is there twice")
    written = _amounts(state)
    for place, bounds in free.items():
        if place[0] not in state.rows or not _may_grow(state.rows[place[0]], place[1]):
            raise Rejected(CHOICES, "a bound of an amount that is not there")
        if written.get(place, 0) != _stand_in(bounds):
            raise Rejected(CHOICES, "an amount between bounds that is not written as one of them")
    memory = a_number(found["memory"])
    move = a_list(found["move"], lambda one: one)
    if not move:
        return Node(state, free, memory, None, memory)
    if len(move) != 2:
        raise NotAForm("a move is a choice, and what is kept in mind behind it")
    return Node(state, free, memory, plain_choice(move[0]), a_number(move[1]))


def _state(value: Any) -> State:
    found = an_object(value, "state", {"format", "rows", "seqs", "tally", "labels"})
    small_places(found)
    rows = a_list(found["rows"], lambda row: row)
    if len(rows) > ROW_BUDGET:
        raise OutOfBudget(f"a node of more than {ROW_BUDGET} rows")
    try:
        for row in rows:
            if "progression" in row:
                raise NotAForm("tokens that differ by equal steps, which no closed set holds")
            refs = [n for ref in row.get("refs", {}).values() for n in ref.get("num", {}).values()]
            for amount in [row["n"], *row.get("num", {}).values(), *refs]:
                whole(amount)
        state = state_from_json(found)
        if canonical(state_to_json(state)) != canonical(found) or state.tally or state.labels:
            raise Rejected(CHOICES, "a node of the closed set that is not the one form of its positions")
    except BadState as error:
        raise Rejected(CHOICES, f"a node of the closed set: {misplaced(found) or error}") from error
    except (KeyError, TypeError, AttributeError, ValueError, AssertionError) as error:
        raise Rejected(
            CHOICES, f"a node of the closed set is no state: {misplaced(found) or type(error).__name__}"
        ) from error
    return state


def _may_grow(row: Row, name: str) -> bool:
    """Whether an amount of a row, or one last known of what it refers to, can have this name and counts something."""
    ref_name, last, slot = name.partition(_LAST)
    if not last:
        return may_grow(row, name)
    gone = row.refs.get(ref_name)
    known = slot_of(gone.cls, slot, gone=True) if isinstance(gone, Gone) else None
    return known is not None and known.grows


def _stand_in(bounds: Bounds) -> int:
    """What is written for an amount between bounds."""
    return next((end for end in bounds if end is not None), 0)


def _amounts(state: State) -> dict[Place, Any]:
    """Every amount by row and name, with those last known of what is gone; no tallies."""
    found = {place: amount for place, amount in amounts_of(state).items() if place[0] >= 0}
    for handle, row in state.rows.items():
        for name, ref in row.refs.items():
            if isinstance(ref, Gone):
                found |= {(handle, name + _LAST + slot): amount for slot, amount in ref.num.items()}
    return found


def _filled(state: State, values: dict[Place, Any]) -> State:
    made = with_amounts(state, {place: value for place, value in values.items() if _LAST not in place[1]})
    rows = dict(made.rows)
    for (handle, name), value in values.items():
        ref_name, last, slot = name.partition(_LAST)
        if last:
            row = rows[handle]
            gone = row.refs[ref_name]
            assert isinstance(gone, Gone)
            rows[handle] = Row(
                row.cls, row.num, row.n, {**row.refs, ref_name: Gone(gone.cls, {**gone.num, slot: value})}
            )
    return State(rows, dict(made.seqs), dict(made.tally), dict(made.labels), made.fresh)


def _there(phi: Phi, place: Place) -> Place:
    return phi[place[0]], place[1]


def _places(node: Node, core: State, phi: Phi) -> set[Place]:
    """The amounts of a node and those of a position of its shape, by the rows of the node."""
    back = {there: here for here, there in phi.items()}
    return {*_amounts(node.state), *node.free, *((back[handle], name) for handle, name in _amounts(core))}


def _bounds_of(node: Node, place: Place) -> Bounds:
    if place in node.free:
        return node.free[place]
    n = _amounts(node.state).get(place, 0)
    return n, n


def _covers(node: Node, place: Place, inner: Bounds) -> bool:
    low, high = _bounds_of(node, place)
    if low is not None and (inner[0] is None or inner[0] < low):
        return False
    return high is None or (inner[1] is not None and inner[1] <= high)


def _conditions(node: Node, place: Place, amount: Any) -> list[Comparison] | None:
    """Comparisons of an amount that moves with its bounds; None where it is outside them now."""
    low, high = _bounds_of(node, place)
    if not isinstance(amount, Number):
        inside = (low is None or bool(amount >= low)) and (high is None or bool(amount <= high))
        return [] if inside else None
    found = []
    for end, sign in ((low, -1), (high, 1)):
        if end is not None:
            difference: Any = (amount - end) * sign
            if difference.value > 0:
                return None
            found.append(Comparison(difference.poly, LE, True, "", 0))
    return found


def _reads_stack(state: State) -> bool:
    """Whether a card, an ability or a lasting effect could read a part of the stack that is not on top."""
    return any(
        _names_stack(part)
        for row in state.rows.values()
        for part in (row.cls.term, row.cls.proto, row.cls.marks, row.cls.props)
    )


def _names_stack(part: Any) -> bool:
    if isinstance(part, str):
        return STACK in part.split() or part in ON_STACK  # also in "battlefield or stack"
    if isinstance(part, tuple | list | frozenset | set):
        return any(_names_stack(each) for each in part)
    if isinstance(part, dict):
        return any(_names_stack(each) for pair in part.items() for each in pair)
    if isinstance(part, Struct):
        if type(part).__name__ == "StateIs":  # such an ability waits for what it put on the stack (603.8)
            return True
        return any(_names_stack(child) for child in astuple(part))
    return False
