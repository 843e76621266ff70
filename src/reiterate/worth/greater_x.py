"""Second loops with a greater X: of what a cost takes X of, one more lies there, and the iteration gives it up as well.
Part of the solver: the answer.

A loop that gives up as many things as it makes is the same for ever. With a greater X the fixed part of the cost is paid but once for
all of them, so each iteration may leave something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.loop import Loop
from reiterate.records import replace
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.enters_battlefield import place
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Row, State
from reiterate.state.normal_form import normal
from reiterate.survey.script_of_play import nodes_of, one_line, play_lines
from reiterate.terms.print_spelling import article
from reiterate.worth.second_loops import own_laps, proved

#: What announces an X in a line.
_WITH_X: Final = " with X = "

#: Lines that are changed, and objects on the stack that are resolved behind them.
LINES: Final = 12
STACKED: Final = 12


def greater_x(loop: Loop, seat: int) -> Iterator[tuple[Loop, str]]:
    """Each second loop with one more for an X that is paid in permanents, and the words for what then lies beside the loop."""
    own = own_laps(loop, seat)
    head, lap = own.loop.heads[0], own.lap or ()
    for at, line in enumerate(lap[:LINES]):
        for taken in _taken(head, lap[: at + 1], seat) if _WITH_X in line else ():
            beside = _one_more(head, taken)
            lines = _greater(beside, lap, at, seat)
            second = None if lines is None else proved(beside, nodes_of(lines))
            if second is not None and second.endless:
                yield second, f"{article(_name(taken))} more"


def _name(row: Row) -> str:
    return row.cls.proto.name if row.cls.proto is not None else ""


def _taken(head: State, lines: tuple[str, ...], seat: int) -> list[Row]:
    """The player's permanents that the last of some lines takes for its X, as they lie at the head."""
    before, choice = _last(head, lines)
    if before is None or choice is None or plain(choice.x) < 1:
        return []
    rows = [before.rows[row] for row, _ in choice.picks if row in before.rows]
    if any(row.cls.zone != BATTLEFIELD or row.cls.controller != seat or row.cls.proto is None for row in rows):
        return []
    there = {row.cls: row for row in head.rows.values()}
    return [there[cls] for cls in dict.fromkeys(row.cls for row in rows) if cls in there]


def _one_more(head: State, row: Row) -> State:
    """The position with one more of what is like a row."""
    draft = Draft(head)
    place(draft, Row(row.cls, {}, 1, {}), "")
    return normal(draft.done())


def _greater(start: State, lap: tuple[str, ...], at: int, seat: int) -> tuple[str, ...] | None:
    """The lines of an iteration in which one line takes one more for its X, and all that comes of it resolves; None where that can't be played."""
    before, choice = _last(start, lap[: at + 1])
    if before is None or choice is None:
        return None
    for more in _with_one_more(before, choice):
        if verify(before, more) is None:
            lines = (*lap[:at], one_line(before, more, seat), *lap[at + 1 :])
            return _resolved(start, lines)
    return None


def _with_one_more(state: State, choice: Choice) -> Iterator[Choice]:
    """The choice with one more of what it takes for an X that is greater by one."""
    picks = dict(choice.picks)
    alike = {state.rows[row].cls for row in picks}
    for handle, row in state.rows.items():
        if row.cls in alike and plain(row.n) > plain(picks.get(handle, 0)):
            taken = tuple({**picks, handle: plain(picks.get(handle, 0)) + 1}.items())
            yield replace(choice, x=plain(choice.x) + 1, picks=taken)


def _resolved(start: State, lines: tuple[str, ...]) -> tuple[str, ...] | None:
    """The lines with as many rounds of passes behind them as leave the stack empty; None where these can't be played."""
    for _ in range(STACKED):
        played = play_lines(start, lines)
        if isinstance(played, Refusal):
            return None
        if not played.state.stack:
            return lines
        lines = (*lines, "all pass")
    return None


def _last(start: State, lines: tuple[str, ...]) -> tuple[State | None, Choice | None]:
    """The last choice that some lines make, and the position before it; None twice where they can't be played."""
    played = play_lines(start, lines)
    if isinstance(played, Refusal) or not played.choices:
        return None, None
    state = start
    for choice in played.choices[:-1]:
        state = step(state, choice)[0]
    return state, played.choices[-1]
