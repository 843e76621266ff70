"""A round of turns as lines of a script: everybody passes, nobody attacks or blocks, up to one's own turn again.
Part of the solver: the search.

Untapping, drawing and triggers on the way happen by themselves. In cleanup steps the first card by
name is discarded where there are too many. A round that asks anything else is not tried.
"""

from __future__ import annotations

from typing import Final

from reiterate.kinds.answers import declining
from reiterate.rules.access.state_access import active_seat, next_after, number_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import name_of
from reiterate.state.model import HAND, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import PASSES
from reiterate.survey.script_of_play import Track, one_line, pass_on

#: Lines of one round.
LONGEST: Final = 24


#: Steps to which a round may lead, as lines call them.
_STEPS: Final = {"main1": "main phase", "upkeep": "upkeep"}


def round_of(state: State, me: int, to: str = "main1") -> tuple[Track, int] | None:
    """The lines from a player's own turn, with an empty stack, to their next main phase or upkeep.

    ``to``: "main1" or "upkeep". Out: the lines, and how many choices they are. In an upkeep a round
    also ends at a question that its triggers ask.
    """
    if asked(state) != "priority" or state.stack or number_prop(state.game, PASSES) or active_seat(state) != me:
        return None
    states, lines, many = [state], list[str](), 0
    left = False
    while len(lines) < LONGEST:
        arrived = left and active_seat(state) == me and step_name(state) == to
        if arrived and (asked(state) == "priority" or to == "upkeep"):
            return Track((*states[:-1], normal(state)), tuple(lines)), many
        onward = _next_line(state, me, to)
        if onward is None:
            return None
        line, state, made = onward
        many += made
        left |= active_seat(state) != me
        lines.append(line)
        states.append(state)
    return None


def _next_line(state: State, me: int, to: str) -> tuple[str, State, int] | None:
    nothing = declining(state)
    if nothing is not None:
        return one_line(state, nothing, me), step(state, nothing)[0], 1
    if asked(state) != "priority" or state.stack:
        return None
    now = active_seat(state)
    following = next_after(state, now)
    target = f"p{me + 1}'s {_STEPS[to]}" if following == me else f"p{following + 1}'s upkeep"
    for line in (
        *_with_discards(state, f"all pass to {target}", now),
        "all pass to declare attackers",
        "all pass to declare blockers",
    ):
        passed = pass_on(state, line)
        if passed is not None:
            return line, *passed
    return None


def _with_discards(state: State, line: str, seat: int) -> list[str]:
    """The line, and with what would be discarded on the way: one card of the hand by name."""
    hand = [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return [line, *dict.fromkeys(f"{line} discarding {name_of(state, h)}" for h in hand)]
