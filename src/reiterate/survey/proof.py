"""Proving lines that seem to repeat as a loop, as short as it goes; or the refusal that keeps what came nearest. Part of the solver: the proof.

Proving lines that seem to repeat as a loop, and making the found loop as short and readable as it goes.
Part of the solver: the proof.

The refusal of a search for a loop, which keeps what came nearest to one.
Part of the solver: the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from reiterate.amounts import divided, plain
from reiterate.loops.loop import Count, Loop, count_text, find_loop
from reiterate.loops.play import OVER
from reiterate.records import record
from reiterate.refusals import AMBIGUOUS, UNDETERMINED, Refusal, Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import Correspondence
from reiterate.script.script import BodyReader, Node, Repeat
from reiterate.state.model import State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import (
    COUNT_ACTIVATIONS,
    COUNT_EXILES_OF,
    COUNT_MANA_ACTIVATIONS,
    COUNT_MANA_OF,
    COUNT_MILLS_OF,
    COUNT_REPETITIONS,
    COUNT_RESOLVED,
    COUNT_TAPS,
    COUNT_UNTAPS,
    LOST,
    OUTCOME,
)
from reiterate.survey.lasting_names import lasting
from reiterate.survey.own_turns import goes_round
from reiterate.survey.period_keys import Marks, board_difference, only_losses, weakens
from reiterate.survey.rounds_of_triggers import by_rounds
from reiterate.survey.script_of_play import Track, nodes_of, play_lines, readability

# --- proof ---------------------------------------------------------------------------------------

#: Iterations after which a sequence that did not settle into a period is given up.
PROBE: Final = 8

#: What is iterated without a closed form counts as a step for so much work, which takes about as long.
WORK_A_STEP: Final = 5_000

#: Complete iterations that a loop with an end must have to be worth telling.
FEWEST: Final = 3

#: How often the block of an endless loop is written to be repeated.
MANY: Final = 10**100
MANY_WORDS: Final = "10^100"

#: Iterations before a loop settles that are played to see what other lines do.
LATE: Final = 4

#: Prefixes up to this length are searched for any part that isn't needed; longer ones only line by line.
SHORT: Final = 12

#: What happens in every loop and is nobody's gain.
_MOTION: Final = (
    COUNT_ACTIVATIONS,
    COUNT_TAPS,
    COUNT_UNTAPS,
    COUNT_RESOLVED,
    COUNT_MANA_ACTIVATIONS,
    COUNT_MANA_OF,
    COUNT_REPETITIONS,
)

#: A line of another player that is more than a pass.
_DECIDED: Final = re.compile(r"p\d+: (?!pass)")

#: What is counted where an ability that costs nothing does nothing.
_EMPTY: Final = (COUNT_ACTIVATIONS, f"{COUNT_RESOLVED}ability")

#: What changes on a board where cards do nothing but go from zone to zone.
_DRAWN: Final = (".hand", ".library", ".graveyard", ".exile")


@dataclass(frozen=True, slots=True)
class Unproved:
    """Why lines are no loop that is worth telling, in words. ``anywhere``: it is so wherever an iteration begins.

    ``spends``: the loop has an end and loses something of its player's on the way. ``unclear``: a name comes to fit several objects.
    ``stops``: a line can't be played in an iteration so early that no other beginning of an iteration has enough of them.
    """

    why: str
    anywhere: bool = False
    spends: bool = False
    unclear: bool = False
    stops: bool = False


NOTHING: Final = Unproved("it changes nothing: abilities without a cost are activated again and again", anywhere=True)

DRAWS: Final = Unproved("each round only draws cards", anywhere=True)

#: Rotations of one stretch that are tried.
ROTATIONS: Final = 4

# How near a sequence came that is no loop: nothing happened, something of one's own went, it was not proved.
IDLE: Final = 1
SPENDS: Final = 2
UNPROVED: Final = 3


#: Rows up to which a choice counts one step, and options of a position up to which looking at them counts nothing.
NARROW: Final = 20

#: What a step is in rows that are looked at. A choice is played in about the time that so many rows take.
STEP: Final = 40

#: How much of comparing alike objects takes as long as a row that is looked at.
COMPARED: Final = 8

#: What an option that is built counts in rows.
OPTION: Final = 10


class Meter:
    """Work counted against a budget: the same on every machine, and as long on a wide board as on a narrow one.

    A step is an elementary choice on a board of up to ``NARROW`` rows. On a wider board each row
    counts as well, and so does each option. ``rows``: those of the board that proofs begin on.
    """

    __slots__ = ("budget", "rows", "work")

    def __init__(self, budget: int, rows: int = 0) -> None:
        self.budget = budget
        self.rows = rows
        self.work = 0  # discrete: in rows that are looked at

    @property
    def steps(self) -> int:
        """The steps counted."""
        return self.work // STEP

    def back_to(self, work: int) -> None:
        """Forget what was counted since so much work: it was spent on looking for more than was found by then."""
        self.work = work

    def play(self, choices: int, rows: int) -> None:
        """Count choices played on a board of so many rows."""
        self.work += choices * (STEP + max(0, rows - NARROW))

    def tidied(self, state: State) -> State:
        """The normal form of a position; counts what comparing alike objects takes beyond a step's worth."""
        spent = 0

        def spend(cost: int) -> None:
            nonlocal spent
            spent += cost

        tidy = normal(state, spend=spend)
        self.work += max(0, spent // COMPARED - STEP)
        return tidy

    def spend(self, choices: int) -> None:
        """Count choices played for a proof."""
        self.play(choices, self.rows)

    def look(self, options: int) -> None:
        """Count options built beyond those of narrow boards."""
        self.work += options * OPTION

    def spent(self, part: int | None = None) -> bool:
        """Whether the budget, or so many steps of it, are used up."""
        return self.steps >= (self.budget if part is None else min(part, self.budget))


@dataclass(frozen=True, slots=True)
class Found:
    """A proved loop: the lines before it, the lines of one iteration, and what an iteration changes."""

    start: State
    me: int
    prefix: tuple[str, ...]
    body: tuple[str, ...]
    loop: Loop
    board: dict[str, int]
    tallies: dict[str, int]
    period: int = 1
    steps: int = 0
    positions: int = 0
    depth: int = 0
    others: tuple[str, ...] = field(default=())

    @property
    def endless(self) -> bool:
        """Whether it was proved that it never ends by itself."""
        return self.loop.endless

    @property
    def phi(self) -> Correspondence:
        """The correspondence of the rows at the two ends of the first proved period; {} where it was only played."""
        return self.loop.segments[0].period.phi if self.loop.segments else {}

    @property
    def greatest(self) -> Count:
        """How often the block can be done, and is written: a googol of times where it never ends."""
        return MANY if self.endless else greatest(self.loop, self.me)

    @property
    def rank(self) -> int:
        """2: the board is another one after an iteration; 1: something was counted that matters; 0: only motion."""
        if self.board:
            return 2
        return 1 if any(not is_motion(key) for key in self.tallies) else 0

    def script(self) -> tuple[Node, ...]:
        """The found script as nodes."""
        nodes = nodes_of(self.script_lines())
        block = nodes[-1]
        assert isinstance(block, Repeat)
        return nodes

    def script_lines(self) -> list[str]:
        """The found script as it stands in a position file."""
        count = MANY_WORDS if self.endless else count_text(self.greatest)
        return [*written(self.prefix), f"repeat {count}:", *(f"  {line}" for line in written(self.body))]


def written(lines: Sequence[str]) -> list[str]:
    """The lines as they stand in a script: a block is one of a body's, and has several there."""
    return [each for line in lines for each in line.split("\n")]


def is_motion(tally: str) -> bool:
    """Whether a tally counts what happens in every loop and is nobody's gain."""
    return tally.startswith(_MOTION)


def greatest(loop: Loop, me: int) -> Count:
    """The greatest number of iterations that may be proposed and leaves the proposer in the game."""
    end = loop.end
    assert end is not None
    if not end.state.rows[player(me)].cls.prop(LOST):
        return end.iteration if end.kind == OVER and end.choice > 1 else end.iteration - 1
    low: Count = 0
    high = end.iteration
    while high - low > 1:
        middle = divided(low + high, 2)[0]
        state = loop.reach(middle)
        lost = isinstance(state, Refusal) or state.rows[player(me)].cls.prop(LOST)
        low, high = (low, middle) if lost else (middle, high)
    return low


@dataclass(slots=True)
class Prover:
    """Tries lines as loops from one start, and keeps what they cost and the best one that failed."""

    start: State
    me: int
    meter: Meter
    tried: set[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=set)
    miss: tuple[int, int, str] = (0, 0, "")
    last: Unproved = NOTHING  # why the latest lines that were tried and are no loop are none
    known: bool = False  # whether the lines are a loop on a like board: it may then be won before it has settled

    def prove(self, prefix: Sequence[str], body: Sequence[str]) -> Found | Unproved:
        """The loop of ``body`` after ``prefix``, or why it is none that is worth telling."""
        head = play_lines(self.start, prefix)
        if isinstance(head, Refusal):
            return Unproved(head.message)
        self.meter.spend(len(head.choices))
        loop = find_loop(head.state, BodyReader(nodes_of(body)))
        refused = work_out(loop)
        sizes = (n // 2 for n in loop.lengths.values() if isinstance(n, int))  # "all pass" is one line
        self.meter.spend(work_of(loop, max([len(body), *sizes])))
        if refused is not None:
            return Unproved(refused.message)
        return self._worth(tuple(prefix), tuple(body), loop)

    def _worth(self, prefix: tuple[str, ...], body: tuple[str, ...], loop: Loop) -> Found | Unproved:
        if not loop.endless and loop.end is not None and greatest(loop, self.me) < FEWEST:
            why = loop.end.refusal.message if loop.end.refusal is not None else "the game is over"
            unclear = loop.end.refusal is not None and _misnamed(loop.end.refusal, body)
            soon = loop.end.refusal is not None and loop.end.iteration < FEWEST
            return Unproved(f"iteration {count_text(loop.end.iteration)} stops: {why}", unclear=unclear, stops=soon)
        ends = period_ends(loop)
        if isinstance(ends, str):
            return Unproved(ends)
        before, after = ends
        found = as_found(self.start, self.me, prefix, body, loop, ends)
        if (
            not loop.endless
            and not (self.known and self._won(loop))
            and (
                only_losses(found.board, self.me)
                or weakens(found.board, self.me)
                or Marks(after, self.me).spent(Marks(before, self.me))
            )
        ):
            why = "each iteration spends what it does not bring back"
            return Unproved(why, anywhere=bool(loop.segments), spends=True)
        if idle(before, after):
            return NOTHING
        if found.board.keys() == {"stack"} and all(map(is_motion, found.tallies)):
            return NOTHING  # ever more of them wait on the stack
        if _draws_alone(found) and goes_round(loop, self.me):
            return DRAWS
        return found

    def _won(self, loop: Loop) -> bool:
        """Whether the player has won where a loop ends (104.2a)."""
        return loop.end is not None and loop.end.state.game.prop(OUTCOME) == f"p{self.me + 1}_wins"

    def first(self, track: Track, begin: int, end: int) -> Found | None:
        """The most readable proved rotation of the lines from ``begin`` to ``end`` of a track."""
        orders = any(asked(state) == "order" for state in track.states[begin:end])
        for prefix, body in islice(rotations(track, begin, end, self.me), ROTATIONS):
            if (prefix, body) in self.tried:
                continue
            self.tried.add((prefix, body))
            proved = self.prove(prefix, body)
            if isinstance(proved, Unproved) and proved.unclear:
                proved = self._by_age(track, begin, end, prefix, body) or proved
            if isinstance(proved, Unproved) and orders and not proved.anywhere:
                proved = self._each_trigger(track, begin, end, prefix, body) or proved
            if isinstance(proved, Found):
                return proved
            self.missed(UNPROVED, 0, track, begin, end, proved.why)
            self.last = proved
            if proved.anywhere or (proved.stops and not proved.unclear and not orders):
                return None  # wherever an iteration begins, it changes the same, and the same lines are played in the same order
        return None

    def _by_age(
        self, track: Track, begin: int, end: int, prefix: tuple[str, ...], body: tuple[str, ...]
    ) -> Found | Unproved | None:
        """The loop of the same lines with objects named by their age, or as the only ones that are no tokens; None where no line changes by that."""
        states = _states_of(track, begin, end, prefix, body)
        found: Found | Unproved | None = None
        for by_kind in (False, True):
            proved = self._reworded(prefix, body, lasting(states, body, by_kind))
            if isinstance(proved, Found):
                return proved
            found = proved or found
        return found

    def _each_trigger(
        self, track: Track, begin: int, end: int, prefix: tuple[str, ...], body: tuple[str, ...]
    ) -> Found | Unproved | None:
        """The loop of the same lines with a block for each of the triggers that become more; None where none do.

        Triggers of several permanents wait at once, and their player orders them (603.3b).
        """
        states = _states_of(track, begin, end, prefix, body)
        rounds = by_rounds((*states, track.states[end]), body)
        if rounds == body:
            return None
        aged = lasting(states, body)
        return self._reworded(prefix, body, by_rounds((*states, track.states[end]), aged))

    def _reworded(
        self, prefix: tuple[str, ...], body: tuple[str, ...], other: tuple[str, ...]
    ) -> Found | Unproved | None:
        """The loop of other words for the same lines; None where they were tried."""
        if other == body or (prefix, other) in self.tried:
            return None
        self.tried.add((prefix, other))
        return self.prove(prefix, other)

    def idles(self, track: Track, begin: int, end: int) -> bool:
        """Whether nothing happened in a stretch but that abilities did nothing; kept as what came nearest."""
        if not idle(track.states[begin], track.states[end]):
            return False
        self.missed(IDLE, 0, track, begin, end, NOTHING.why)
        return True

    def missed(self, kind: int, rank: int, track: Track, begin: int, end: int, why: str) -> None:
        """Keep the best sequence that came back and was no loop: by kind, then by rank, then the first of them."""
        if (kind, rank) > self.miss[:2]:
            before = f" after {'; '.join(track.lines[:begin])}" if begin else ""
            self.miss = (kind, rank, f"{'; '.join(track.lines[begin:end])}{before}: {why}")

    def shorter(self, found: Found) -> Found:
        """The same loop without lines that it does not need: first before it, then inside an iteration.

        What playing it misses stays. The rest is proved at once, and only where that fails line by line.
        """
        prefix, body = _thinned(found, lambda *lines: self._does_so(found, *lines))
        if (prefix, body) == (found.prefix, found.body):
            return found
        at_once = self.prove(prefix, body)
        if isinstance(at_once, Found) and no_worse(at_once, found):
            return at_once
        best = found

        def does_without(prefix: tuple[str, ...], body: tuple[str, ...]) -> bool:
            nonlocal best
            tried = self.prove(prefix, body) if self._does_so(best, prefix, body) else None
            if not isinstance(tried, Found) or not no_worse(tried, best):
                return False
            best = tried
            return True

        _thinned(found, does_without)
        return best

    def _does_so(self, found: Found, prefix: Sequence[str], body: Sequence[str]) -> bool:
        """Whether other lines, played for some periods of a loop, do in one of these to the board what the loop does in each.

        A proof takes far longer than playing, and most lines that are tried do less. False where they can't be played.
        """
        late = found.loop.segments[0].start if found.loop.segments else 0
        if not isinstance(late, int) or late > LATE:
            return True  # what a loop does from its beginning on tells nothing: only a proof does
        played = play_lines(self.start, prefix)
        for _ in range(late + 2):
            if isinstance(played, Refusal):
                return False
            before = normal(played.state)
            for _ in range(found.period):
                self.meter.spend(len(played.choices))
                played = play_lines(normal(played.state), body)
                if isinstance(played, Refusal):
                    return False
            if board_difference(before, normal(played.state)) == found.board:
                return True
        return False


def _misnamed(refusal: Refusal, lines: Sequence[str]) -> bool:
    """Whether words stop a loop that came to fit several objects, or that named one by its place. In a later lap that was another one."""
    return refusal.kind == AMBIGUOUS or (refusal.code == "no-such-object" and any(" #" in line for line in lines))


def _states_of(track: Track, begin: int, end: int, prefix: tuple[str, ...], body: tuple[str, ...]) -> tuple[State, ...]:
    """The position before each line of a body that is a rotation of a stretch."""
    at = len(prefix)
    return (*track.states[at:end], *track.states[begin:at])[: len(body)]


def _thinned(
    found: Found, does_without: Callable[[tuple[str, ...], tuple[str, ...]], bool]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines before a loop and of its iteration, without each stretch that it does without."""
    prefix, body = found.prefix, found.body
    for begin, end in _windows(len(prefix)):
        if end <= len(prefix) and does_without(prefix[:begin] + prefix[end:], body):
            prefix = prefix[:begin] + prefix[end:]
    for begin, end in _windows(len(body), 3):
        fewer = body[:begin] + body[end:]
        if end <= len(body) and fewer and does_without(prefix, fewer):
            body = fewer
    return prefix, body


def _draws_alone(found: Found) -> bool:
    """Whether nothing but draws and discards changes the board of a loop: no card is milled or exiled from a library."""
    moved = any(key.startswith((COUNT_MILLS_OF, COUNT_EXILES_OF)) for key in found.tallies)
    return bool(found.board) and all(key.endswith(_DRAWN) for key in found.board) and not moved


def work_out(loop: Loop) -> Refusal | None:
    """Work a loop out to its end or to the proof that it has none.

    Out: None, or a refusal where it does not settle within ``PROBE`` iterations.
    """
    try:
        refused = loop.extend(PROBE)
        if refused is None and (loop.segments or loop.end is not None):
            refused = loop.extend(None)
    except Unsupported as error:
        refused = error.refusal
    return refused


def work_of(loop: Loop, size: int) -> int:
    """What working a loop out counts in elementary choices, about ``size`` to an iteration."""
    return (loop.plain_used + 2 * len(loop.segments) + 2) * size + loop.iterated // WORK_A_STEP


def period_ends(loop: Loop) -> tuple[State, State] | str:
    """The positions before and behind the first proved period, or the first iteration.

    A text says why there are none.
    """
    if not loop.segments and loop.end is None:
        nothing = "no position of the same shape comes back"
        return nothing if loop.why_plain is None else loop.why_plain.message
    at = loop.segments[0].start if loop.segments else 0
    size = loop.segments[0].period.iterations if loop.segments else 1
    before, after = loop.reach(at), loop.reach(at + size)
    if isinstance(before, Refusal) or isinstance(after, Refusal):
        return "not one whole period can be done"
    return before, after


def as_found(
    start: State, me: int, prefix: tuple[str, ...], body: tuple[str, ...], loop: Loop, ends: tuple[State, State]
) -> Found:
    """A loop that was worked out, with what its first period changes; ``ends``: as ``period_ends`` has them."""
    before, after = ends
    keys = sorted(before.tally.keys() | after.tally.keys())
    counted = {k: plain(after.tally.get(k, 0)) - plain(before.tally.get(k, 0)) for k in keys}
    tallies = {k: n for k, n in counted.items() if n}
    size = loop.segments[0].period.iterations if loop.segments else 1
    others = tuple(dict.fromkeys(line for line in body if _DECIDED.match(line)))
    return Found(start, me, prefix, body, loop, board_difference(before, after), tallies, size, others=others)


def idle(before: State, after: State) -> bool:
    """Whether all that happened from one position to another is that abilities did nothing."""
    moved = [key for key, n in after.tally.items() if plain(n) != plain(before.tally.get(key, 0))]
    return all(key.startswith(_EMPTY) for key in moved) and not board_difference(before, after)


def no_worse(tried: Found, best: Found) -> bool:
    """Whether a shorter sequence does the same to the board and counts all that matters as often."""
    same_end = tried.endless == best.endless and tried.greatest >= best.greatest
    kept = all(tried.tallies.get(k, 0) >= n for k, n in best.tallies.items() if not is_motion(k))
    return same_end and tried.period == best.period and tried.board == best.board and kept


def as_good(tried: Found, best: Found) -> bool:
    """Whether a loop without end gives the same things as another, maybe less of each; one with an end gives no less."""
    if not best.endless:
        return no_worse(tried, best)
    signs = {key: n > 0 for key, n in best.board.items()}
    counted = all(tried.tallies.get(key, 0) > 0 for key, n in best.tallies.items() if n > 0 and not is_motion(key))
    alike = {key: n > 0 for key, n in tried.board.items()} == signs
    return tried.endless and tried.period == best.period and alike and counted


def _windows(length: int, widest: int = SHORT) -> Iterator[tuple[int, int]]:
    """Stretches of a sequence that might be left out, the longest first."""
    for size in range(min(length, widest if length <= SHORT else 1), 0, -1):
        for begin in range(length - size, -1, -1):
            yield begin, begin + size


def rotations(track: Track, begin: int, end: int, me: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The ways to cut a repeated stretch into a prefix and an iteration: readable heads first, then short prefixes."""
    lines, size = track.lines, end - begin
    first = begin
    while first > 0 and lines[first - 1] == lines[first - 1 + size]:
        first -= 1
    heads = sorted(range(first, end), key=lambda h: (readability(track.states[h], me), h))
    for h in heads:
        body = lines[h : h + size] if h + size <= end else lines[h:end] + lines[begin:h]
        yield lines[:h], body


# --- nearest -------------------------------------------------------------------------------------


@record(frozen=True, slots=True)
class NoLoop(Refusal):
    """No loop was found.

    ``near``: the lines that came nearest, and why they are none; "" where nothing came back. ``steps``: of the search, where they are counted.
    """

    near: str = ""
    steps: int = 0  # discrete


def no_loop(code: str, message: str, near: str, expected: str, behind: str = "") -> NoLoop:
    """The refusal with what came nearest, and what is said ``behind`` that (732.1b).

    Example: ``no_loop("no-period", "nothing repeats", "p1 passes: it changes nothing", "more lines")`` says "nothing repeats; the nearest was:
    p1 passes: it changes nothing".
    """
    told = f"{message}{f'; the nearest was: {near}' if near else ''}{behind}"
    return NoLoop(UNDETERMINED, code, told, expected, "732.1b", near=near)
