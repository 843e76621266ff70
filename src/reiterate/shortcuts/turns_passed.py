"""How many turns begin in a shortcut (500.1): those of a period as often as it is done, and of all else one by one.

The choices of a period are the same each time, and so are the turns that begin in them.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import divided, value_of
from reiterate.loops.loop import Count, Loop, Segment, find_loop
from reiterate.loops.play import Reader
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step_if_legal
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.state.events import TURN_BEGINS
from reiterate.state.model import State

#: Choices that are made again to count the turns that begin in them.
COUNTED: Final = 20_000


class _Unknown(Exception):
    """Raised where the number of turns is not known."""


def turns_begun(script: PlayedScript, end: Spot) -> Count | None:
    """How many turns begin in a played script before a spot; None where that is not known."""
    counting = _Counting()
    total: Count = 0
    try:
        for at, part in enumerate(script.parts[: end.part + 1]):
            last = at == end.part
            total = total + counting.rounds(part.loop, end.iteration - 1 if last else part.count)[0]
            if last:
                total = total + counting.round(_reached(part.loop, end.iteration - 1), part.reader, end.choice - 1)[0]
    except (_Unknown, Unsupported):
        return None
    return total


def _reached(loop: Loop, rounds: Count) -> State:
    state = loop.reach(rounds)
    if isinstance(state, Refusal):
        raise _Unknown
    return state


class _Counting:
    """A count of turns. ``left``: choices that may still be made again."""

    def __init__(self) -> None:
        self.left = COUNTED

    def rounds(self, loop: Loop, wanted: Count) -> tuple[Count, Count]:
        """The turns that begin in so many rounds of a loop, and how many of them in blocks inside of it."""
        done: Count = 0
        total: Count = 0
        inside: Count = 0
        state = _reached(loop, 0)
        while done < wanted:
            segment = next((one for one in loop.segments if one.start == done), None)
            size: int = 1 if segment is None else segment.period.iterations
            times = divided(wanted - done, size)[0]
            if segment is not None and segment.periods is not None and segment.periods < times:
                times = segment.periods
            if segment is None or times < 1:
                times, size = 1, 1
            begun, within, state = self._period(loop, state, size)
            if segment is not None and within != 0 and not _is_even(segment):
                raise _Unknown
            total, inside, done = total + begun * times, inside + within * times, done + times * size
            state = _reached(loop, done) if times > 1 else state
        return total, inside

    def _period(self, loop: Loop, state: State, size: int) -> tuple[Count, Count, State]:
        """The turns that begin in so many rounds from a state on, those in blocks of them, and the state behind."""
        total: Count = 0
        inside: Count = 0
        for _ in range(size):
            begun, within, state = self.round(state, loop.reader, -1)
            total, inside = total + begun, inside + within
        return total, inside, state

    def round(self, state: State, reader: Reader, upto: int) -> tuple[Count, Count, State]:
        """The same of one round, or of its choices before number ``upto`` (from 0)."""
        total: Count = 0
        inside: Count = 0
        cursor, made = reader.start(), 0
        while made != upto and asked(state) != "over":
            block = reader.block(state, cursor) if upto < 0 else None
            rounds = 0 if block is None else value_of(block.left - block.kept)
            if block is not None and rounds > block.played:
                inner = find_loop(state, block.reader)
                state = _reached(inner, rounds)
                begun = self.rounds(inner, rounds)[0]
                total, inside, cursor = total + begun, inside + begun, block.after(block.left - rounds)
                continue
            read = reader.next(state, cursor)
            if read is None:
                return total, inside, state
            found = read if isinstance(read, Refusal) else step_if_legal(state, read[0])
            if isinstance(found, Refusal) or isinstance(read, Refusal) or not self.left:
                raise _Unknown
            state, cursor, made, self.left = found[0], read[1], made + 1, self.left - 1
            total = total + sum(event.key == TURN_BEGINS for event in found[1])
        return total, inside, state


def _is_even(segment: Segment) -> bool:
    """Whether each period has as many choices as the others, those in blocks included."""
    return bool(segment.period.choices.is_const)
