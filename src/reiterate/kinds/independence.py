"""Whether the actions of several players in a loop depend on one another (421.5 of 2005).

An iteration is cut where the active player has priority and nothing waits. Each part holds the actions of one player.
Each player's parts are carried out on amounts known by bounds, wherever any mixture of the others' may have led. If no
comparison is left open and each adds the same fixed sums, then all of them commute and none needs another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from reiterate.amounts import Amount, Poly, Traced, TracedMisuse, plain
from reiterate.kinds.answers import acts
from reiterate.kinds.interval_numbers import Bounds, IntervalRecorder, bounds_of
from reiterate.kinds.kinds import Kind
from reiterate.kinds.orders import NoBranches, NotShown
from reiterate.kinds.slot_amounts import filled, written_amounts
from reiterate.loops.head_slots import Slot
from reiterate.loops.loop import Loop, count_text, find_loop
from reiterate.loops.play import DONE, OVER, play
from reiterate.loops.play import ILLEGAL as NOT_LEGAL
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import active_seat, number_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import alike, mark_of
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.script import BodyReader, parse_script
from reiterate.script.sentences import line_of
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import PASSES

#: Players whose actions are compared in every order.
PLAYER_BUDGET: Final = 4

#: How often the bounds are made wider before the actions are not shown to be independent.
ROUND_BUDGET: Final = 6


class Independence(NamedTuple):
    """Whether the actions depend on one another: ``independent`` is None where that is not known; and why."""

    independent: bool | None
    why: str


class _Dependent(Exception):
    """One player's actions depend on another's; the reason in words."""


def independence_of(loop: Loop, kind: Kind) -> Independence:
    """Whether the actions of those who keep a loop up depend on one another (421.5)."""
    if len(kind.keepers) > PLAYER_BUDGET:
        return Independence(None, f"more than {PLAYER_BUDGET} players act (PLAYER_BUDGET)")
    try:
        start, parts = _parts(loop)
        if set(parts) != set(kind.keepers):
            raise NotShown("somebody keeps the loop up by a choice that is no action")
        _need_no_other(loop, start, parts)
        _commute_once(start, parts)
        try:
            _Mixtures(start, parts, laps=0).close()
        except NotShown:  # what the first actions make anew is there from then on
            _Mixtures(start, parts, laps=1).close()
    except _Dependent as reason:
        return Independence(False, str(reason))
    except NotShown as reason:
        return Independence(None, str(reason) or "a comparison depends on what the others have done")
    except (Unsupported, TracedMisuse) as error:
        return Independence(None, error.refusal.message if isinstance(error, Unsupported) else str(error))
    return Independence(True, "each player's actions do the same whatever the others have done")


def _parts(loop: Loop) -> tuple[State, dict[int, list[str]]]:
    """Where the first iteration begins, and each player's parts of it in lines."""
    state, cursor = loop.heads[0], loop.reader.start()
    start, parts = state, dict[int, list[str]]()
    lines: list[str] = []
    who: set[int] = set()
    if not _rests(state):
        raise NotShown("an iteration begins where the active player has no priority, or something waits")
    while True:
        read = loop.reader.next(state, cursor)
        if read is None:
            break
        if isinstance(read, Refusal) or verify(state, read[0]) is not None:
            raise NotShown("the first iteration is not whole")
        choice, cursor = read
        lines.append(line_of(state, choice))
        who |= {choice.player} if acts(state, choice) else set()
        before, state = state, step(state, choice)[0]
        if (active_seat(state), step_name(state)) != (active_seat(before), step_name(before)):
            raise NotShown("the loop goes through steps or turns")
        if _rests(state):
            if len(who) != 1:
                raise NotShown("somebody acts while the action of another player waits")
            parts.setdefault(who.pop(), []).extend(lines)
            lines = []
    if lines:
        raise NotShown("an iteration ends where something waits")
    return start, parts


def _rests(state: State) -> bool:
    """Whether the active player has priority anew, and nothing waits."""
    quiet = asked(state) == "priority" and not state.stack and number_prop(state.game, PASSES) == 0
    return quiet and decider(state) == active_seat(state)


def _body(lines: Sequence[str]) -> BodyReader:
    nodes = parse_script("\n".join(lines))
    if isinstance(nodes, Refusal):
        raise NotShown(nodes.message)
    return BodyReader(nodes)


def _need_no_other(loop: Loop, start: State, parts: Mapping[int, list[str]]) -> None:
    """``_Dependent`` where somebody's actions alone come to an end, and the whole loop goes on longer (421.3)."""
    for seat, lines in parts.items():
        alone = find_loop(start, _body(lines))
        if alone.extend(None) is not None:
            raise NotShown(f"how often p{seat + 1} can act alone is not known")
        end = alone.end
        if end is None or (loop.end is not None and loop.end.iteration <= end.iteration):
            continue
        if end.kind == OVER:
            last = count_text(end.iteration - (end.choice == 1))
            raise _Dependent(f"without the others p{seat + 1} would end the game in iteration {last}")
        if end.refusal is None or end.refusal.kind != ILLEGAL:
            raise NotShown(f"how often p{seat + 1} can act alone is not known")
        raise _Dependent(f"p{seat + 1} can act {count_text(end.iteration - 1)} times alone: {end.refusal.message}")


def _commute_once(start: State, parts: Mapping[int, list[str]]) -> None:
    """``_Dependent`` where two orders of all players' actions lead to unlike positions."""
    ends = []
    for order in permutations(parts):
        played = play(start, _body([line for seat in order for line in parts[seat]]))
        refused = played.refusal
        if played.stop == NOT_LEGAL and refused is not None and refused.kind == ILLEGAL:
            raise _Dependent(f"in another order an action is not legal: {refused.message}")
        if played.stop != DONE:
            raise NotShown("not every order of the actions can be played")
        ends.append(played.state)
    if any(mark_of(end) != mark_of(ends[0]) for end in ends):
        raise _Dependent("another order of the actions leads to another position")
    if not all(alike(end, ends[0]) for end in ends):
        raise NotShown("whether every order of the actions leads to one position is not known")


class _Mixtures:
    """The bounds of all positions to which any mixture of the players' actions leads, and what each action adds."""

    __slots__ = ("bodies", "intervals", "state")

    def __init__(self, start: State, parts: Mapping[int, list[str]], laps: int) -> None:
        self.bodies = {seat: _body(lines) for seat, lines in parts.items()}
        state = start
        for body in list(self.bodies.values()) * laps:
            state = play(state, body).state
        self.state = _bare(state)
        self.intervals: dict[Slot, Bounds] = {
            slot: bounds_of(value) for slot, value in written_amounts(self.state).items()
        }

    def close(self) -> None:
        """Widen the bounds until no action leads out of them; ``NotShown`` where an action adds no fixed sums."""
        for _ in range(ROUND_BUDGET):
            wider = dict(self.intervals)
            for seat in self.bodies:
                for slot, n in self._added(seat).items():
                    low, high = wider.get(slot, (0, 0))
                    wider[slot] = (None if n < 0 else low, None if n > 0 else high)
            if wider == self.intervals:
                return
            self.intervals = wider
        raise NotShown(f"the bounds were made wider more than {ROUND_BUDGET} times (ROUND_BUDGET)")

    def _added(self, seat: int) -> dict[Slot, int]:
        """What a player's actions add to each amount, wherever the amounts are within the bounds."""
        rec = IntervalRecorder({}, NoBranches([]))
        values: dict[Slot, Amount] = {}
        for i, (slot, (low, high)) in enumerate(sorted(self.intervals.items())):
            rec.intervals[i] = (low, high)
            values[slot] = low if low is not None and low == high else rec.amount(i, low or high or 0)
        before = filled(self.state, values)
        after = _bare(self._played(before, seat))
        if _shape(after) != _shape(before):
            raise NotShown(f"what p{seat + 1} does leaves other objects")
        found: dict[Slot, int] = {}
        old, new = written_amounts(before), written_amounts(after)
        for slot in old.keys() | new.keys():
            change = _poly(new.get(slot, 0)) - _poly(old.get(slot, 0))
            if not change.is_const:
                raise NotShown(f"what p{seat + 1} does changes something by another number each time")
            if change.const_part:
                found[slot] = change.const_part
        return found

    def _played(self, state: State, seat: int) -> State:
        body = self.bodies[seat]
        cursor = body.start()
        while True:
            read = body.next(state, cursor)
            if read is None:
                return state
            if isinstance(read, Refusal) or verify(state, read[0]) is not None:
                raise NotShown(f"p{seat + 1} may not be able to act after the others")
            choice: Choice = read[0]
            state, cursor = step(state, choice)[0], read[1]


def _poly(amount: Amount) -> Poly:
    return amount.poly if isinstance(amount, Traced) else Poly.const(plain(amount))


def _bare(state: State) -> State:
    """The normal form without tallies: no rule reads those."""
    return normal(State(dict(state.rows), dict(state.seqs), {}, dict(state.labels), state.fresh))


def _shape(state: State) -> tuple[object, ...]:
    rows = tuple((handle, _row(row)) for handle, row in sorted(state.rows.items()))
    return rows, tuple(sorted((name, seq) for name, seq in state.seqs.items() if seq))


def _row(row: Row) -> tuple[object, ...]:
    refs = (
        (name, ref.mode, ref.row) if isinstance(ref, Ref) else (name, "gone", id(ref.cls))
        for name, ref in sorted(row.refs.items())
    )
    assert all(isinstance(ref, Ref | Gone) for ref in row.refs.values())
    return (id(row.cls), *refs)
