"""Second loops that spend what a loop gives more and more of on mana: counters that are removed, tokens that are sacrificed.
Part of the solver: the answer.

The mana ability joins the iteration. Where the loop is still proved never to end, the loop pays for that mana each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.moves import Seen, taps_for_mana, tried_ways
from reiterate.survey.script_of_play import nodes_of, write_down
from reiterate.terms.abilities import is_mana_ability
from reiterate.worth.second_loops import own_laps

#: Ways to make mana that are tried.
WAYS: Final = 12


def spent_for_mana(loop: Loop, me: int) -> Iterator[Loop]:
    """The loops in each of whose iterations something is spent on mana besides, each proved without end."""
    if not isinstance(loop.reader, BodyReader):
        return
    own = own_laps(loop, me)
    there = own.laps.after
    if there is None or asked(there) != "priority":
        return
    for choice in islice(_ways(there, me), WAYS):
        after = step(there, choice)[0]
        if asked(after) != "priority":
            continue
        lines = write_down([there, after], [choice], me).lines
        second = own.laps.with_detour(nodes_of(lines))
        if second is not None and second.endless:
            yield second


def _ways(state: State, me: int) -> Iterator[Choice]:
    """The ways to activate a mana ability that costs more than tapping and mana."""
    for option in Seen().options(state):
        if option.verb != ACTIVATE or option.unknown or option.row not in state.rows:
            continue
        ability = abilities_at(state, option.row)[option.index]
        if is_mana_ability(ability) and not taps_for_mana(ability):
            try:
                yield from tried_ways(state, option, me)
            except Unsupported:
                continue
