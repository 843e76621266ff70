"""The finder: from a bare board to a sequence that repeats, within a budget of elementary choices.

It plays on the cheapest line of play first. Where a position comes back with all that an earlier one of the same line
had, the lines in between are handed to ``loops``; only what is proved there is an answer.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.play import check_read
from reiterate.refusals import ILLEGAL, UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.identity import skeleton
from reiterate.state.model import BATTLEFIELD, Row, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import written
from reiterate.state.properties import LIFE, MANA, PLAYER, N
from reiterate.survey.cycles import cycles
from reiterate.survey.moves import ACT, Seen, act, far_moves, moves, paid_for, taps_for_mana, ways
from reiterate.survey.period_keys import Marks, difference
from reiterate.survey.proof import IDLE, NOTHING, SPENDS, Found, Meter, Prover, idle, weight_of
from reiterate.survey.step_moves import ONWARD, WASTED, comes_back, has_mana, onward, with_discards
from reiterate.survey.track import Track, one_line, pass_on, play_lines, write_down
from reiterate.survey.turn_rounds import round_of

#: Elementary choices that a search may play before the answer is "undetermined".
STEP_BUDGET: Final = 10_000

#: A budget in seconds is counted as so many steps a second, so that the answer is the same on every machine.
STEPS_PER_SECOND: Final = 2_000

#: Moves deep that a line of play may be.
DEEPEST: Final = 80

#: The part of the budget within which a loop of one step is looked for before later steps and turns are.
NEAR_PART: Final = 3

#: Iterations up to which a loop with an end is told only if nothing better is found soon after.
A_FEW: Final = 5

#: How much further a search goes for a loop that gains something, once it has one that does not.
FURTHER: Final = 2

#: What a move is worth that brings something back: an own permanent untaps or enters.
BROUGHT_BACK: Final = 3

#: Cycles by way of several lines of play that are tried when nothing else was found.
CYCLES: Final = 20

#: Earlier positions of a line of play, at the same decision over the same stack, that a new one is compared with.
HEADS: Final = 8

#: Positions of the same shape that are kept to be compared with.
COMPARED: Final = 8


@dataclass(slots=True)
class _Node:
    """A position on a line of play."""

    state: State
    parent: _Node | None
    made: list[Choice]
    cost: int
    depth: int
    marks: Marks
    number: int = 0
    said: Track | None = None


@dataclass(slots=True)
class _Search:
    start: State
    me: int
    meter: Meter
    prover: Prover
    far: bool = False  # whether steps and turns are left
    turns: bool = False  # whether the opponents' turns are passed through, too
    seen: Seen = field(default_factory=Seen)
    heap: list[tuple[int, int]] = field(default_factory=list)
    known: dict[tuple[object, ...], list[tuple[dict[tuple[int, str], int], _Node]]] = field(default_factory=dict)
    nodes: list[_Node] = field(default_factory=list)
    edges: dict[int, dict[int, _Node]] = field(default_factory=dict)
    positions: int = 0
    deepest: int = 0
    best: Found | None = None
    limit: int = 0  # discrete: steps after which the best one so far is good enough

    def run(self, until: int) -> None:
        """Search until something good is proved, everything was seen, or ``until`` steps are spent; or go on with it."""
        if not self.nodes:
            state = normal(self.start)
            self._new(_Node(state, None, [], 0, 0, Marks(state, self.me)))
            heapq.heappush(self.heap, (0, 0))
        while self.heap and not self.meter.spent(until):
            node = self.nodes[heapq.heappop(self.heap)[1]]
            for child in self._children(node):
                useful = self._closes(child)
                if self._enough():
                    return
                if useful and child.depth < DEEPEST and self._new(child):
                    heapq.heappush(self.heap, (child.cost, child.number))
                if self.meter.spent():
                    return

    def _children(self, node: _Node) -> Iterator[_Node]:
        tried = far_moves if self.far else moves
        for cost, choice in tried(node.state, self.me, self.seen):
            child = self._child(node, cost, [choice])
            if child is not None:
                yield child
        for made, state in self._paid_for(node) if self.far else ():
            child = self._child(node, ACT, made, state)
            if child is not None:
                yield child
        for line in onward(node.state, self.me) if self.far else ():
            child = self._onward(node, line)
            if child is not None:
                yield child
        if self.turns:
            child = self._round(node)
            if child is not None:
                yield child

    def _round(self, node: _Node) -> _Node | None:
        """The position after a round of turns; None where that asks something, or somebody loses in it."""
        try:
            passed = round_of(node.state, self.me)
            if passed is None:
                return None
            track, many = passed
            self.meter.play(many)
            check_read(track.states[-1])
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        return self._placed(node, track.states[-1], [], ONWARD, track)

    def _paid_for(self, node: _Node) -> list[tuple[list[Choice], State]]:
        try:
            found = list(paid_for(node.state, self.me, self.seen))
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return []
        self.meter.play(max((len(made) for made, _ in found), default=0))
        return found

    def _onward(self, node: _Node, line: str) -> _Node | None:
        """The position after a line of passes that leaves the step; None where it leads to nothing."""
        try:
            passed = pass_on(node.state, line, self.me)
            if passed is None:
                return None
            state, many = passed
            self.meter.play(many)
            check_read(state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        wasted = WASTED if has_mana(node.state, self.me) else 0
        return self._placed(node, state, [], ONWARD + wasted, Track((node.state, normal(state)), (line,)))

    def _enough(self) -> bool:
        best = self.best
        return best is not None and ((best.rank == 2 and _often(best)) or self.meter.steps >= self.limit)

    def _child(self, node: _Node, cost: int, choices: list[Choice], before: State | None = None) -> _Node | None:
        """The position after a move; None where the game or the step ends, or a rule is missing.

        ``before``: the position in which the last of several choices is made.
        """
        try:
            played = act(node.state if before is None else before, choices[-1], self.me)
            if played is None:
                return None
            state, made = played[0], [*choices[:-1], *played[1]]
            self.meter.play(len(played[1]))
            if asked(state) == "over":
                return None
            check_read(state)
        except Unsupported as error:
            self.seen.note(error.refusal.code)
            return None
        return self._placed(node, state, made, cost)

    def _placed(self, node: _Node, state: State, made: list[Choice], cost: int, said: Track | None = None) -> _Node:
        state = normal(state)
        self.positions += 1
        self.deepest = max(self.deepest, node.depth + 1)
        marks = Marks(state, self.me)
        if _ready(state, self.me) > _ready(node.state, self.me):
            cost -= BROUGHT_BACK
        return _Node(state, node, made, node.cost + max(cost, 0), node.depth + 1, marks, said=said)

    def _new(self, node: _Node) -> bool:
        """Whether a position is none that was seen already, or seen with at least as much of one's own."""
        there = _amounts(node.state, self.me)
        earlier = self.known.setdefault(skeleton(node.state), [])
        for old, other in earlier:
            if old == there:
                self._leads(node, other)
            if _at_least(old, there):
                return False
        node.number = len(self.nodes)
        self.nodes.append(node)
        self._leads(node, node)
        if len(earlier) < COMPARED:
            earlier.append((there, node))
        return True

    def _leads(self, node: _Node, to: _Node) -> None:
        """Remember that the last move of ``node`` leads from its parent to a known position."""
        if node.parent is not None:
            self.edges.setdefault(node.parent.number, {}).setdefault(to.number, node)

    def come_round(self) -> None:
        """Try the cycles between positions that were reached by more than one line of play."""
        for cycle in islice(cycles({a: list(to) for a, to in self.edges.items()}), CYCLES):
            head = self.nodes[cycle[0]]
            track, begin = _track(head, head, self.me)
            parts = [self._move(a, b) for a, b in pairwise([*cycle, cycle[0]])]
            states = [state for part in parts for state in part.states[:-1]]
            lines = tuple(line for part in parts for line in part.lines)
            whole = Track((*track.states[:-1], *states, head.state), (*track.lines, *lines))
            found = self.prover.first(whole, begin, len(whole.lines))
            if found is not None and (self.best is None or _told(found) > _told(self.best)):
                self.best = found

    def _move(self, begin: int, end: int) -> Track:
        node = self.edges[begin][end]
        return node.said if node.said is not None else _said(self.nodes[begin].state, node, self.me)

    def _closes(self, child: _Node) -> bool:
        """Try the stretches from earlier positions of this line of play to its last one, the shortest first.

        False where nothing has happened since one of them that could be of any use.
        """
        looked = 0
        before = child.parent
        while before is not None and looked < HEADS:
            if child.marks.head == before.marks.head:
                looked += 1
                if not child.marks.holds(before.marks):
                    pass
                elif child.marks.spent(before.marks):
                    self._fell_short(child, before)
                elif idle(before.state, child.state):
                    self._idled(child, before)
                    if child.marks.rows == before.marks.rows:
                        return False
                elif self._proved(child, before):
                    return True
            before = before.parent
        return True

    def _proved(self, child: _Node, before: _Node) -> bool:
        track, begin = _track(child, before, self.me)
        found = self.prover.first(track, begin, len(track.lines))
        if found is None or (self.best is not None and _told(found) <= _told(self.best)):
            return False
        self.best = found
        self.limit = FURTHER * self.meter.steps + 200
        return True

    def _idled(self, child: _Node, before: _Node) -> None:
        if self.prover.miss[0] < IDLE:
            track, begin = _track(child, before, self.me)
            self.prover.missed(IDLE, 0, track, begin, len(track.lines), NOTHING)

    def _fell_short(self, child: _Node, before: _Node) -> None:
        """Keep what a line of play lacks that comes back but for something of one's own."""
        if self.prover.miss[:2] >= (SPENDS, -1):
            return
        change = difference(before.state, child.state)
        mine = f"p{self.me + 1}."
        lacks = [f"{key} {n}" for key, n in change.items() if n < 0 and key.startswith(mine)]
        if lacks and any(n > 0 for n in change.values()) and (SPENDS, -len(lacks)) > self.prover.miss[:2]:
            track, begin = _track(child, before, self.me)
            why = f"each time it leaves {', '.join(lacks)}"
            self.prover.missed(SPENDS, -len(lacks), track, begin, len(track.lines), why)


def _often(found: Found) -> bool:
    """Whether a loop can be done more than a few times: one that soon ends may only use up what a board happens to have."""
    return found.endless or found.greatest > A_FEW


def _told(found: Found) -> tuple[bool, int]:
    """Which of two loops is told."""
    return _often(found), found.rank


def _ready(state: State, me: int) -> int:
    """How many untapped permanents a player has."""
    return sum(
        plain(row.n)
        for row in state.rows.values()
        if row.cls.zone == BATTLEFIELD and row.cls.controller == me and not row.cls.tapped
    )


def _amounts(state: State, me: int) -> dict[tuple[int, str], int]:
    """The amounts of a position by age and slot; marked by "+" where more is better, by "-" where less is."""
    found: dict[tuple[int, str], int] = {}
    for i, handle in enumerate(sorted(state.rows)):
        row = state.rows[handle]
        mine = row.cls.controller == me and row.cls.zone == BATTLEFIELD
        for slot, value in written(row).items():
            mark = "+" if mine and slot == N else _better(row, slot, me)
            found[(i, mark + slot)] = plain(value)
    return found


def _better(row: Row, slot: str, me: int) -> str:
    if row.cls.kind != PLAYER:
        return ""
    if row.cls.owner == me:
        return "+" if slot == LIFE or slot.startswith(MANA) else ""
    return "-" if slot == LIFE else ""


def _at_least(old: dict[tuple[int, str], int], new: dict[tuple[int, str], int]) -> bool:
    for key in old.keys() | new.keys():
        a, b = old.get(key, 0), new.get(key, 0)
        if a != b and key[1][0] != ("+" if a > b else "-"):
            return False
    return True


def _track(child: _Node, before: _Node, me: int) -> tuple[Track, int]:
    """The lines from the start to ``child``, and how many of them lead to ``before``."""
    line: list[_Node] = [child]
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


def _said(state: State, here: _Node, me: int) -> Track:
    states = [state]
    for choice in here.made[:-1]:
        states.append(step(states[-1], choice)[0])
    return write_down([*states, here.state], here.made, me)


# --- asking ------------------------------------------------------------------------------------------------------


def find_on_board(
    start: State, me: int, steps: int = STEP_BUDGET, seconds: int | None = None, turns: bool = False
) -> Found | Refusal:
    """A sequence of choices of player ``me`` that can be repeated from a board, proved; or why none was found.

    ``steps`` elementary choices are played at most; ``seconds`` bounds them too, counted as ``STEPS_PER_SECOND``.
    On a board of many unlike objects a choice counts more than once. ``turns``: where nothing else is found, also iterations that are a round of turns.
    """
    if asked(start) != "priority" or decider(start) != me:
        message = f"p{me + 1} does not have priority: a search begins where its player could propose"
        return Refusal(ILLEGAL, "no-priority", message, "a position in which that player has priority", "730.2a")
    meter = Meter(steps if seconds is None else min(steps, seconds * STEPS_PER_SECOND), weight_of(start))
    prover = Prover(start, me, meter)
    try:
        check_read(start)
    except Unsupported as error:
        return error.refusal
    try:
        search = _searched(start, me, meter, prover, turns)
        if search.best is None:
            return _nothing(search)
        best = with_discards(prover, with_mana(prover, prover.shorter(search.best)))
    except Unsupported as error:  # what the board holds can't be compared, such as amounts too long to write
        return error.refusal
    return replace(best, steps=meter.steps, positions=search.positions, depth=search.deepest)


def _searched(start: State, me: int, meter: Meter, prover: Prover, turns: bool) -> _Search:
    """The search that found something: within the step, then over later steps and turns, then the rest of the first.

    With ``turns`` rounds of turns take the place of that rest.
    """
    near = _Search(start, me, meter, prover)
    far = _Search(start, me, meter, prover, far=True)
    leaving = comes_back(start)
    near.run(meter.budget // NEAR_PART if leaving or turns else meter.budget)
    if near.best is None and leaving:
        far.run(2 * meter.budget // NEAR_PART if turns else meter.budget)
        if far.best is not None:
            return far
    if near.best is None and turns:
        rounds = _Search(start, me, meter, replace(prover, rounds=True, tried=set()), far=True, turns=True)
        rounds.run(meter.budget)
        if rounds.best is not None or meter.spent():
            return rounds
    if near.best is None and not meter.spent():
        near.run(meter.budget)
    for search in (near, far):
        if near.best is None and far.best is None:
            search.come_round()
    return near if near.best is not None or not leaving else far


def _nothing(search: _Search) -> Refusal:
    """What was seen where no loop was."""
    seen = f"{search.positions} positions, {search.deepest} moves deep"
    spent = search.meter.spent()
    code, message = "find-exhausted", f"no line of play that the finder tries repeats ({seen})"
    if spent:
        code, message = "find-budget", f"undetermined after {search.meter.budget} steps of search ({seen})"
    if search.prover.miss[2]:
        message += f"; the nearest was: {search.prover.miss[2]}"
    if search.seen.unknown:
        codes = ", ".join(f"{code} {n}" for code, n in sorted(search.seen.unknown.items()))
        message += f"; not followed: {codes}"
    more = "more steps (--steps), or" if spent else "another board, or"
    return Refusal(UNDETERMINED, code, message, f"{more} a script that shows one iteration", "730.1b")


def with_mana(prover: Prover, found: Found) -> Found:
    """The loop with the mana taken in it that its own untapping or returning gives for nothing."""
    best = found
    at = 0
    while at <= len(best.body) and not prover.meter.spent():
        better = _with_one(prover, best, at)
        if better is None:
            at += 1
        else:
            best, at = better, at + 1
    return best


def _with_one(prover: Prover, best: Found, at: int) -> Found | None:
    """The loop with one mana ability more before line ``at`` of its body."""
    here = play_lines(prover.start, (*best.prefix, *best.body, *best.body[:at]))
    if isinstance(here, Refusal) or asked(here.state) != "priority" or decider(here.state) != best.me:
        return None
    for option in options(here.state):
        if option.unknown or option.verb != choices.ACTIVATE:
            continue
        if not taps_for_mana(abilities_at(here.state, option.row)[option.index]):
            continue
        for choice in ways(here.state, option, best.me):
            line = one_line(here.state, choice, best.me)
            body = (*best.body[:at], line, *best.body[at:])
            if not _comes_back(prover, best, body):
                continue
            tried = prover.prove(best.prefix, body)
            if isinstance(tried, Found) and _gains(tried, best):
                return tried
    return None


def _comes_back(prover: Prover, best: Found, body: tuple[str, ...]) -> bool:
    """Whether a changed iteration can be played after one of the old ones and spends nothing."""
    before = play_lines(prover.start, (*best.prefix, *best.body))
    if isinstance(before, Refusal):
        return False
    after = play_lines(before.state, body)
    prover.meter.spend(len(before.choices) + len(body))
    if isinstance(after, Refusal):
        return False
    return not Marks(normal(after.state), best.me).spent(Marks(normal(before.state), best.me))


def _gains(tried: Found, best: Found) -> bool:
    """Whether a loop does all that another one does to the board, and more of it."""
    kept = all(tried.board.get(key, 0) == n or ".mana." in key for key, n in best.board.items())
    more = sum(n for key, n in tried.board.items() if ".mana." in key) > sum(
        n for key, n in best.board.items() if ".mana." in key
    )
    return kept and more and tried.endless == best.endless
