"""The search for a line of play that comes back: best first, each position once. Part of the solver: the search.

Cycles of a finite graph: ways back to a position by way of another line of play.
Part of the solver: the search.

The positions that a search has seen: which one is new, and which one was seen with at least as much of one's own.
Part of the solver: the search.

A position is two tuples of small numbers, one number a row: for what the row is, and for its
amounts. Rows that are alike share a number, so a wide board takes little more memory than a narrow
one.

The search for a line of play that comes back: best first, the cheapest line is taken up next.
Part of the solver: the search.

Where a position has all that an earlier one of the same line had, the lines in between are tried as
a loop (``proof``).
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Final, TypeAlias

from reiterate.amounts import plain
from reiterate.loops.play import check_read
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice, Option
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import skeleton
from reiterate.state.model import BATTLEFIELD, Row, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import written
from reiterate.state.properties import LIFE, MANA, PLAYER, N
from reiterate.survey.consumers import has_consumer, wanted_mana
from reiterate.survey.gain_order import Merit, given, merit_of
from reiterate.survey.mana_moves import ALL_MANA, all_mana, makes_much, singly
from reiterate.survey.moves import (
    ACT,
    IDLE_MANA,
    MANA_COST,
    ON_STACK,
    Seen,
    act,
    in_wanted_colors,
    leaving_moves,
    moves,
    paid_for,
    paid_toll,
    priced,
)
from reiterate.survey.period_keys import (
    Head,
    Marks,
    board_difference,
    changed_facts,
    counted_between,
    facts,
    head_of,
    only_losses,
)
from reiterate.survey.proof import IDLE, NOTHING, SPENDS, Found, Meter, Prover, idle, is_motion
from reiterate.survey.script_of_play import Track, pass_on, write_down
from reiterate.survey.step_moves import (
    ONWARD,
    WASTED,
    Spoken,
    has_mana,
    lines_to_step,
    onward,
    passage,
    round_of,
    spoken_of,
    tried_attacks,
)

# --- cycles --------------------------------------------------------------------------------------

Edges = Mapping[int, Sequence[int]]


def on_cycles(edges: Edges) -> list[int]:
    """The nodes from which and to which cycles lead, in order: the others are trimmed from both sides."""
    left = set(edges) | {b for ends in edges.values() for b in ends}
    while True:
        leads = {a for a in left if any(b in left for b in edges.get(a, ()))}
        led = {b for a in leads for b in edges.get(a, ())}
        kept = leads & led
        if kept == left:
            return sorted(left)
        left = kept


def shortest(edges: Edges, start: int) -> list[int]:
    """The nodes of a shortest cycle through ``start``, from it on; [] if there is none."""
    came: dict[int, int] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in edges.get(here, ()):
            if there == start:
                found = [here]
                while found[-1] != start:
                    found.append(came[found[-1]])
                return found[::-1]
            if there not in came:
                came[there] = here
                queue.append(there)
    return []


def cycles(edges: Edges) -> Iterator[list[int]]:
    """A shortest cycle through each node that lies on one and on no cycle that came before."""
    done: set[int] = set()
    kept = on_cycles(edges)
    inside = set(kept)
    among = {a: [b for b in edges.get(a, ()) if b in inside] for a in kept}
    for start in kept:
        if start in done:
            continue
        found = shortest(among, start)
        if found:
            done.update(found)
            yield found


# --- positions -----------------------------------------------------------------------------------

#: Positions of the same shape that are kept to be compared with.
COMPARED: Final = 8


class Positions:
    """The positions that a search of player ``me`` has seen, each by a number of the caller's."""

    __slots__ = ("amounts", "me", "numbers", "places", "seen")

    def __init__(self, me: int) -> None:
        self.me = me
        self.numbers: dict[object, int] = {}
        self.places: dict[tuple[tuple[str, int], ...], int] = {}
        self.amounts: list[dict[str, int]] = []
        self.seen: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}

    def meet(self, state: State, number: int) -> tuple[bool, int]:
        """Whether a position is new, to be kept by ``number``; and the number of an earlier one that is the same, or -1.

        It isn't new where one was seen that differs only in less of what an opponent has, or in more
        of one's own.
        """
        there = tuple(self._amounts(state.rows[handle]) for handle in sorted(state.rows))
        earlier = self.seen.setdefault(self._shape(state), [])
        for old, at in earlier:
            if old == there:
                return False, at
            if all(a == b or _at_least(self.amounts[a], self.amounts[b]) for a, b in zip(old, there, strict=True)):
                return False, -1
        if len(earlier) < COMPARED:
            earlier.append((there, number))
        return True, -1

    def _shape(self, state: State) -> tuple[int, ...]:
        rows, orders = skeleton(state)
        assert isinstance(rows, tuple)
        numbers = self.numbers
        return (numbers.setdefault(orders, len(numbers)), *(numbers.setdefault(row, len(numbers)) for row in rows))

    def _amounts(self, row: Row) -> int:
        """The number of a row's amounts, each marked by "+" where more of it is better, by "-" where less is."""
        mine = row.cls.controller == self.me and row.cls.zone == BATTLEFIELD
        found: dict[str, int] = {}
        for slot, value in written(row).items():
            mark = "+" if mine and slot == N else _better(row, slot, self.me)
            found[mark + slot] = plain(value)
        key = tuple(sorted(found.items()))
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.amounts)
            self.amounts.append(found)
        return place


def _better(row: Row, slot: str, me: int) -> str:
    if row.cls.kind != PLAYER:
        return ""
    if row.cls.owner == me:
        return "+" if slot == LIFE or slot.startswith(MANA) else ""
    return "-" if slot == LIFE else ""


def _at_least(old: dict[str, int], new: dict[str, int]) -> bool:
    for key in old.keys() | new.keys():
        a, b = old.get(key, 0), new.get(key, 0)
        if a != b and key[0] != ("+" if a > b else "-"):
            return False
    return True


# --- search --------------------------------------------------------------------------------------

#: Moves deep that a line of play may be.
DEEPEST: Final = 80


#: How much further a search goes for a loop that gives more, once it has one; and where that gives nothing.
FURTHER: Final = 2
MUCH_FURTHER: Final = 6


#: What a stretch of play changes on the board, and what is counted in it.
Done: TypeAlias = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]]]

#: A move that is tried later, with what it costs: an option, one way of choosing it, all mana, or a line of passes.
Later: TypeAlias = tuple[int, Option | Choice | str]

#: Moves that cost no more are played at once. Dearer ones are played when they are the cheapest line of play.
AT_ONCE: Final = ACT + ON_STACK


#: Rounds of turns with which a search over turns may begin.
ROUNDS: Final = 2

#: What making all mana costs more where something is paid for in one move.
PAID_FOR: Final = 10


#: What a move is worth that brings something back: an own permanent untaps or enters.
BROUGHT_BACK: Final = 3


#: Cycles by way of several lines of play that are tried when nothing else was found.
CYCLES: Final = 20


#: Earlier positions of a line of play, at the same decision over the same stack, that a new one is compared with.
HEADS: Final = 8


#: Positions of which the marks are kept, to be compared with those that come after them.
MARKED: Final = 500


@dataclass(slots=True)
class Node:
    """A position on a line of play, with the choices that led to it from its parent."""

    state: State
    parent: Node | None
    made: list[Choice]
    cost: int
    depth: int
    head: int
    number: int = 0
    said: Track | None = None
    later: list[Later] = field(default_factory=list)  # moves not tried yet, the dearest first
    taken_up: bool = False
    rounds: int = 0  # discrete: of the moves that led here, those that were rounds of turns at the start
    anew: bool = False  # whether a first lap led here that left something summoning sick


@dataclass(slots=True)
class Search:
    start: State
    me: int
    meter: Meter
    prover: Prover
    leaves_steps: bool = False  # whether steps and turns are left
    turns: bool = False  # whether the opponents' turns are passed through, too
    spoken: Spoken = field(default_factory=Spoken)  # what steps are left for
    seen: Seen = field(default_factory=Seen)
    heap: list[tuple[int, int]] = field(default_factory=list)
    heads: dict[Head, int] = field(default_factory=dict)
    marked: dict[int, Marks] = field(default_factory=dict)
    boards: dict[int, Counter[str]] = field(default_factory=dict)  # of the same positions, what is on their boards
    nodes: list[Node] = field(default_factory=list)
    edges: dict[int, dict[int, Node]] = field(default_factory=dict)
    positions: int = 0
    deepest: int = 0
    best: Found | None = None
    merit: Merit | None = None  # of the best one
    losses: set[frozenset[tuple[str, bool]]] = field(
        default_factory=set
    )  # what loops that never end take from their player, and no more
    spent: set[Done] = field(default_factory=set)  # what stretches do that spend what they don't bring back
    limit: int = 0  # discrete: steps after which the best one so far is good enough
    short: dict[str, int] = field(default_factory=dict)  # of the nearest line of play that comes back: what it changes
    told: tuple[int, int, int] | None = None  # discrete: work, positions and depth up to the best one, once it was good
    known: Positions = field(init=False)

    def __post_init__(self) -> None:
        self.known = Positions(self.me)

    def run(self, until: int) -> None:
        """Search, or go on searching, until a good loop is proved, everything was seen, or ``until`` steps are spent."""
        if not self.nodes:
            state = normal(self.start)
            self._new(Node(state, None, [], 0, 0, self._head(state)))
            heapq.heappush(self.heap, (0, 0))
        while self.heap and not self.meter.spent(until):
            node = self.nodes[heapq.heappop(self.heap)[1]]
            for child in self._later(node) if node.taken_up else self._children(node):
                useful = self._closes(child)
                if self._enough():
                    return
                if useful and child.depth < DEEPEST and self._new(child):
                    heapq.heappush(self.heap, (child.cost, child.number))
                if self.meter.spent():
                    return

    def _children(self, node: Node) -> Iterator[Node]:
        found = (leaving_moves if self.leaves_steps else moves)(node.state, self.me, self.seen)
        self.meter.look(self.seen.more_options())
        node.taken_up = True
        mana: list[Later] = []
        if makes_much(node.state, self.me, found):
            mana = [(MANA_COST if has_consumer(node.state, self.me) else IDLE_MANA, ALL_MANA)]
            found = singly(node.state, self.me, found)
        paid = list(self._paid_for(node)) if self.leaves_steps or asked(node.state) == TOLL else []
        if paid and mana:  # what it is for is paid in one move
            mana = [(cost + PAID_FOR, move) for cost, move in mana]
            found = singly(node.state, self.me, found, PAID_FOR)
        attacks = self.spoken and asked(node.state) == "attack"
        chosen = tried_attacks(found.now) if attacks else found.now
        dear = [(cost, choice) for cost, choice in chosen if cost > AT_ONCE]
        node.later = sorted([*found.later, *dear, *self._ways_on(node), *mana], key=lambda move: -move[0])
        self._put_off(node)
        yield from self._played(node, [(cost, choice) for cost, choice in chosen if cost <= AT_ONCE])
        for made, state in paid:
            child = self._child(node, ACT, made, state)
            if child is not None:
                yield child
        for line in onward(node.state, self.me) if self.leaves_steps else ():
            child = self._onward(node, line)
            if child is not None:
                yield child
        to = "main1" if self.turns else "upkeep" if self.leaves_steps and self._begins_in_upkeep(node) else ""
        child = self._round(node, to) if to else None
        if child is not None:
            child.rounds = node.rounds + 1
            yield child

    def _begins_in_upkeep(self, node: Node) -> bool:
        """Whether no more than a round went by in a search over turns, and something waits for an upkeep, which has gone by.

        What comes in an upkeep is summoning sick in that turn (302.6), so another round may go by before it acts.
        """
        return node.depth == node.rounds < ROUNDS and "upkeep" in spoken_of(node.state, self.me).steps

    def _put_off(self, node: Node) -> None:
        """Take up a position again when its next move that was put off is the cheapest line of play."""
        if node.later:
            heapq.heappush(self.heap, (node.cost + node.later[-1][0], node.number))

    def _later(self, node: Node) -> Iterator[Node]:
        """The positions after the cheapest move that was put off."""
        cost, option = node.later.pop()
        self._put_off(node)
        if isinstance(option, Choice):
            yield from self._played(node, [(cost, option)])
            return
        if option == ALL_MANA:
            for made, state in self._all_mana(node):
                child = self._child(node, cost, made, state)
                if child is not None:
                    yield child
            return
        if isinstance(option, str):
            child = self._passage(node, cost, option)
            if child is not None:
                yield child
            return
        wanted = wanted_mana(node.state, self.me)
        found = list(priced(node.state, option, cost, self.me, wanted))
        yield from self._played(node, in_wanted_colors(found, wanted) if self.leaves_steps else found)

    def leave(self, spoken: Spoken) -> None:
        """From now on also leave steps for those that cards speak of, from the positions known and from new ones."""
        self.spoken = spoken
        for node in self.nodes:
            if node.taken_up:
                waited = bool(node.later)
                node.later = sorted([*node.later, *self._ways_on(node)], key=lambda move: -move[0])
                if not waited:
                    self._put_off(node)

    def _ways_on(self, node: Node) -> list[Later]:
        """The ways to leave a position's step, with their costs."""
        if not self.spoken:
            return []
        wasted = WASTED if has_mana(node.state, self.me) else 0
        return [(ONWARD + wasted, line) for line in lines_to_step(node.state, self.me, self.spoken)]

    def _passage(self, node: Node, cost: int, line: str) -> Node | None:
        """The position after leaving a step for one that is spoken of; None where that can't be told."""
        try:
            passed = passage(node.state, line, self.me)
            if passed is None:
                return None
            track, many = passed
            self.meter.play(many, len(track.states[-1].rows))
            check_read(track.states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        return self._placed(node, track.states[-1], [], cost, track)

    def _played(self, node: Node, found: list[tuple[int, Choice]]) -> Iterator[Node]:
        for cost, choice in found:
            child = self._child(node, cost, [choice])
            if child is not None:
                yield child

    def _round(self, node: Node, to: str) -> Node | None:
        """The position after a round of turns up to one's own main phase or upkeep; None where that asks something, or somebody loses in it."""
        try:
            passed = round_of(node.state, self.me, to)
            if passed is None:
                return None
            track, many = passed
            self.meter.play(many, len(track.states[-1].rows))
            check_read(track.states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        return self._placed(node, track.states[-1], [], ONWARD, track)

    def _paid_for(self, node: Node) -> list[tuple[list[Choice], State]]:
        try:
            paid = paid_toll if asked(node.state) == TOLL else paid_for
            found = list(paid(node.state, self.me, self.seen))
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return []
        self.meter.play(max((len(made) for made, _ in found), default=0), len(node.state.rows))
        self.meter.look(self.seen.more_options())
        return found

    def _all_mana(self, node: Node) -> list[tuple[list[Choice], State]]:
        try:
            found = list(all_mana(node.state, self.me, self.seen))
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return []
        self.meter.play(sum(len(made) for made, _ in found), len(node.state.rows))
        self.meter.look(self.seen.more_options())
        return found

    def _onward(self, node: Node, line: str) -> Node | None:
        """The position after a line of passes that leaves the step; None where it leads to nothing."""
        try:
            passed = pass_on(node.state, line, self.me)
            if passed is None:
                return None
            state, many = passed
            self.meter.play(many, len(state.rows))
            check_read(state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        wasted = WASTED if has_mana(node.state, self.me) else 0
        return self._placed(node, state, [], ONWARD + wasted, Track((node.state, normal(state)), (line,)))

    def _enough(self) -> bool:
        if self.merit is None or not (self.merit.own or self.turns):
            return False
        return (self.merit.wins and self.merit.often) or self.meter.steps >= self.limit

    def tell(self) -> None:
        """Count only what led to the best loop: what was spent on looking for more after a good one is given back."""
        if self.told is not None:
            work, self.positions, self.deepest = self.told
            self.meter.back_to(work)

    def _keep(self, found: Found) -> bool:
        """Keep a loop if it has more merit than the best one so far."""
        merit = merit_of(found)
        if self.merit is not None and merit <= self.merit:
            return False
        self.best, self.merit = found, merit
        self.limit = FURTHER * self.meter.steps + 200 if merit.gives else MUCH_FURTHER * self.meter.steps + 2_000
        if found.rank == 2 and merit.often and merit.gives:
            self.told = self.meter.work, self.positions, self.deepest
        return True

    def _child(self, node: Node, cost: int, choices: list[Choice], before: State | None = None) -> Node | None:
        """The position after a move; None where the game or the step ends, or a rule is missing.

        ``before``: the position in which the last of several choices is made.
        """
        try:
            played = act(node.state if before is None else before, choices[-1], self.me)
            if played is None:
                return None
            state, made = played[0], [*choices[:-1], *played[1]]
            self.meter.play(len(played[1]), len(state.rows))
            if asked(state) == "over":
                return None
            check_read(state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        return self._placed(node, state, made, cost)

    def _placed(self, node: Node, state: State, made: list[Choice], cost: int, said: Track | None = None) -> Node:
        state = self.meter.tidied(state)
        self.positions += 1
        self.deepest = max(self.deepest, node.depth + 1)
        if _ready(state, self.me) > _ready(node.state, self.me):
            cost -= BROUGHT_BACK
        return Node(state, node, made, node.cost + max(cost, 0), node.depth + 1, self._head(state), said=said)

    def _head(self, state: State) -> int:
        """The number of a position's head: a period can only go from one position to another with the same."""
        return self.heads.setdefault(head_of(state), len(self.heads))

    def _new(self, node: Node) -> bool:
        """Whether a position is new: none like it was seen with at least as much of one's own."""
        new, same = self.known.meet(node.state, len(self.nodes))
        if same >= 0:
            self._leads(node, self.nodes[same])
        if not new:
            return False
        node.number = len(self.nodes)
        self.nodes.append(node)
        self._leads(node, node)
        return True

    def _leads(self, node: Node, to: Node) -> None:
        """Remember that the last move of ``node`` leads from its parent to a known position."""
        if node.parent is not None:
            self.edges.setdefault(node.parent.number, {}).setdefault(to.number, node)

    def come_round(self) -> None:
        """Try the cycles between positions that were reached by more than one line of play."""
        for cycle in islice(cycles({a: list(to) for a, to in self.edges.items()}), CYCLES):
            head = self.nodes[cycle[0]]
            track, begin = track_to(head, head, self.me)
            parts = [self._move(a, b) for a, b in pairwise([*cycle, cycle[0]])]
            states = [state for part in parts for state in part.states[:-1]]
            lines = tuple(line for part in parts for line in part.lines)
            whole = Track((*track.states[:-1], *states, head.state), (*track.lines, *lines))
            found = self.prover.first(whole, begin, len(whole.lines))
            if found is not None:
                self._keep(found)

    def _move(self, begin: int, end: int) -> Track:
        node = self.edges[begin][end]
        return node.said if node.said is not None else _said(self.nodes[begin].state, node, self.me)

    def _closes(self, child: Node) -> bool:
        """Try the stretches from earlier positions of this line of play to its last one, the shortest first.

        False where nothing has happened since one of them that could be of any use.
        """
        looked = 0
        before = child.parent
        marks: Marks | None = None
        while before is not None and looked < HEADS:
            if child.head == before.head:
                looked += 1
                marks = Marks(child.state, self.me) if marks is None else marks
                earlier = self._marks(before)
                if not marks.holds(earlier):
                    if marks.settles(earlier) and self._proved(child, before):
                        return True
                elif marks.spent(earlier):
                    if (SPENDS, -marks.mana_spent(earlier)) > self.prover.miss[:2]:
                        self._fell_short(child, before)
                elif idle(before.state, child.state):
                    self._idled(child, before)
                    if marks.rows == earlier.rows:
                        return False
                else:
                    if self._proved(child, before):
                        return True
                    if self._loses_again(child, before):
                        return False
                    unclear = self.prover.last.unclear and not before.anew
                    if unclear and _sick(child.state, self.me) > _sick(before.state, self.me):
                        child.cost, child.anew = before.cost, True  # the second lap is begun as cheaply as the first
            before = before.parent
        return True

    def _marks(self, node: Node) -> Marks:
        """The marks of a position that others came after; those of the latest ones asked for are kept."""
        found = self.marked.pop(node.number, None) or Marks(node.state, self.me)
        self.marked[node.number] = found
        if len(self.marked) > MARKED:
            dropped = next(iter(self.marked))
            del self.marked[dropped]
            self.boards.pop(dropped, None)
        return found

    def _proved(self, child: Node, before: Node) -> bool:
        change, counted = board_difference(before.state, child.state), counted_between(before.state, child.state)
        if self.merit is not None and self.merit.at_most(given(change, counted, self.me)):
            return False
        done = _done(change, counted, self.me)
        if done in self.spent:
            return False
        track, begin = track_to(child, before, self.me)
        found = self.prover.first(track, begin, len(track.lines))
        if found is not None and found.endless and only_losses(found.board, self.me):
            self.losses.add(_signs(found.board))
        elif found is None and self.prover.last.spends:
            self.spent.add(done)
        return found is not None and self._keep(found)

    def _loses_again(self, child: Node, before: Node) -> bool:
        """Whether a stretch does what a loop was proved to do for ever: it only takes from its player, as damage on what is indestructible."""
        if not self.losses:
            return False
        counted = counted_between(before.state, child.state)
        return _signs(board_difference(before.state, child.state)) in self.losses and all(map(is_motion, counted))

    def _idled(self, child: Node, before: Node) -> None:
        if self.prover.miss[0] < IDLE:
            track, begin = track_to(child, before, self.me)
            self.prover.missed(IDLE, 0, track, begin, len(track.lines), NOTHING.why)

    def _fell_short(self, child: Node, before: Node) -> None:
        """Keep what a line of play lacks that comes back but for something of one's own."""
        if self.prover.miss[:2] >= (SPENDS, -1):
            return
        there = self.boards.get(before.number)
        if there is None:
            there = self.boards[before.number] = facts(before.state)
        change = changed_facts(there, facts(child.state))
        mine = f"p{self.me + 1}."
        lacks = [f"{key} {n}" for key, n in change.items() if n < 0 and key.startswith(mine)]
        if lacks and any(n > 0 for n in change.values()) and (SPENDS, -len(lacks)) > self.prover.miss[:2]:
            self.short = change
            track, begin = track_to(child, before, self.me)
            why = f"each time it leaves {', '.join(lacks)}"
            self.prover.missed(SPENDS, -len(lacks), track, begin, len(track.lines), why)


def _signs(change: Mapping[str, int]) -> frozenset[tuple[str, bool]]:
    """What becomes more and what becomes less in a change of the board."""
    return frozenset((key, n > 0) for key, n in change.items())


def _done(change: Mapping[str, int], counted: Mapping[str, int], me: int) -> Done:
    """What a stretch does. Where it only takes from a player, how much it takes says nothing."""
    if only_losses(change, me):
        return _signs(change), frozenset((key, 1) for key in counted)
    return frozenset(change.items()), frozenset(counted.items())


def _ready(state: State, me: int) -> int:
    """How many untapped permanents a player has."""
    return sum(
        plain(row.n)
        for row in state.rows.values()
        if row.cls.zone == BATTLEFIELD and row.cls.controller == me and not row.cls.tapped
    )


def _sick(state: State, me: int) -> int:
    """How many permanents of a player are summoning sick."""
    rows = state.rows.values()
    return sum(
        plain(row.n) for row in rows if row.cls.sick and row.cls.zone == BATTLEFIELD and row.cls.controller == me
    )


def track_to(child: Node, before: Node, me: int) -> tuple[Track, int]:
    """The lines from the start to ``child``, and how many of them lead to ``before``."""
    line: list[Node] = [child]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    line.reverse()
    states: list[State] = []
    lines: list[str] = []
    begin = -1
    for parent, here in pairwise(line):
        if parent is before:
            begin = len(lines)
        if here.said is None:
            here.said = _said(parent.state, here, me)
        states += here.said.states[:-1]
        lines += here.said.lines
    return Track((*states, child.state), tuple(lines)), begin if begin >= 0 else len(lines)


def _said(state: State, here: Node, me: int) -> Track:
    states = [state]
    for choice in here.made[:-1]:
        states.append(step(states[-1], choice)[0])
    return write_down([*states, here.state], here.made, me)
