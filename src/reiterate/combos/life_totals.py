"""The life totals that a loop is searched with, those that it is proved with, and the lap in which it wins. Part of the solver: the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.combos.worth_telling import lap_of_end
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import text_prop
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME
from reiterate.survey.needs import Needs
from reiterate.survey.own_turns import outlasts
from reiterate.survey.proof import Found, work_out
from reiterate.survey.script_of_play import nodes_of, play_lines

_ME: Final = 0

#: Life that a loop is searched with: what ends or pays with life shows itself as a loop all the same.
OURS: Final = "200"
THEIRS: Final = "10^100"


def lives(asked: str, needed: Needs) -> Iterator[tuple[str, str]]:
    """Life totals to prove a loop with, p1's and each opponent's: as ``asked``, as the loop needs them, as it was found with them."""
    least = [str(need.count) for need in needed.needs or () if need.what == "life"]
    for theirs in (asked, THEIRS):
        yield asked, theirs
        for ours in least:
            yield ours, theirs
    yield OURS, THEIRS


def lap_of_win(start: State, found: Found) -> int:
    """The iteration of a loop in which the proposer wins from another start, such as one with less life of the opponents; 0 for none."""
    head = play_lines(start, found.prefix)
    if isinstance(head, Refusal):
        return 0
    loop = find_loop(head.state, BodyReader(nodes_of(found.body)))
    if work_out(loop) is not None or loop.end is None or not isinstance(loop.end.iteration, int):
        return 0
    won = text_prop(loop.end.state.game, OUTCOME) == f"p{_ME + 1}_wins" and not outlasts(loop, _ME)
    return lap_of_end(loop.end) if won else 0
