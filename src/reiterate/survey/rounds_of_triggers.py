"""Triggers that become more from iteration to iteration: a block is done once for each of them, where a line resolves a single one.
Part of the solver: the proof.

Where each iteration makes another permanent that triggers as well, the next iteration has one more trigger. Lines that resolve a written
number of them fit no other iteration (603.3b).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from reiterate.script.which_ability import called_sources
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.normal_form import normal
from reiterate.survey.script_of_play import ALL_PASS
from reiterate.terms.abilities import Triggered

#: All like triggers on top of the stack resolve, one behind the other.
FOR_EACH: Final = f"for each trigger:\n  {ALL_PASS}"


def by_rounds(states: Sequence[State], lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with a block for each run of passes that resolves all like triggers of permanents that the lines make more of.

    ``states``: the position before each line, and the last one.
    """
    before, after = _named(states[0]), _named(states[-1])
    grown = {name for name, n in after.items() if n > before[name] > 0}
    found: list[str] = []
    at = 0
    while at < len(lines):
        many = _like_triggers(states[at], grown) if grown and lines[at] == ALL_PASS else 0
        whole = many > 0 and tuple(lines[at : at + many]) == (ALL_PASS,) * many
        found.append(FOR_EACH if whole else lines[at])
        at += many if whole else 1
    return tuple(found)


def _named(state: State) -> Counter[str]:
    """How many permanents of each name there are; of a number that can't be written, none."""
    found: Counter[str] = Counter()
    for row in state.rows.values():
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None and isinstance(row.n, int):
            found[row.cls.proto.name] += row.n
    return found


def _like_triggers(state: State, grown: set[str]) -> int:
    """How many like triggers of permanents with these names are on top of the stack; 0 where something else is."""
    tidy = normal(state)
    if not tidy.stack:
        return 0
    top = tidy.rows[tidy.stack[0]]
    if not isinstance(top.cls.term, Triggered) or not isinstance(top.n, int):
        return 0
    return 0 if called_sources(tidy, tidy.stack[0]).isdisjoint(name.casefold() for name in grown) else top.n
