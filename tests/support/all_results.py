"""What a position comes to over every answer, with nothing but passes between them: grouped, and with each object by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from itertools import islice

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.state.json_form import state_to_json
from reiterate.state.model import BATTLEFIELD, LIBRARY, State
from tests.soak.games import check_spoken
from tests.support.boards import play

#: Ways to choose one option that are played at most.
WAYS = 60
#: Positions that are played at most.
BUDGET = 3_000


def results(state: State, what: Callable[[State], Hashable], spoken: bool = False) -> set[Hashable]:
    """What is seen of each position in which the stack is empty; with ``spoken`` the line of every choice reads back."""
    seen: set[str] = set()
    found: set[Hashable] = set()
    todo = [state]
    while todo:
        now = todo.pop()
        text = json.dumps(state_to_json(now), sort_keys=True)
        if text in seen:
            continue
        seen.add(text)
        assert len(seen) <= BUDGET
        if asked(now) != "priority":
            todo += _answered(now, spoken)
        elif now.stack:
            todo.append(play(now, Choice("pass", decider(now))))
        else:
            found.add(what(now))
    return found


def _answered(now: State, spoken: bool) -> list[State]:
    made = []
    for option in options(now):
        ways = list(islice(instances(now, option, WAYS), WAYS + 1))
        assert len(ways) <= WAYS
        for choice in ways:
            after = step(now, choice)[0]
            if spoken:
                check_spoken(now, choice, after)
            made.append(after)
    return made


def seen_of(state: State) -> Hashable:
    """Life totals, and each object outside the libraries: name, zone, controller, whether tapped, and its size."""
    there = []
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.zone == LIBRARY:
            continue
        size = (str(power(state, handle)), str(toughness(state, handle))) if cls.zone == BATTLEFIELD else ()
        there += [(cls.proto.name, cls.zone, cls.controller, cls.tapped, size)] * int(str(row.n))
    life = tuple(str(state.rows[1 + seat].num["life"]) for seat in range(2))
    return (life, tuple(sorted(there)))
