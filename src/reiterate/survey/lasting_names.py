"""Names that mean the same object in each iteration: the newest or oldest of a name, or the only one that is no token.
Part of the solver: the proof.

A line names an object by what tells it apart where the line was played. Where each iteration makes another object of that
name, those words may fit more than one later. By its age it is still told apart. A card may leave and come back among tokens that are
copies of it. Then no age stays, and it is told apart as the one that is no token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reiterate.script.describe import name_of
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import TOKEN

_NEWEST: Final = "newest"
_OLDEST: Final = "oldest"
_NONTOKEN: Final = "nontoken"


def lasting(states: Sequence[State], lines: Sequence[str], by_kind: bool = False) -> tuple[str, ...]:
    """The lines with each permanent of a name that several have named by its age, where it is the newest or the oldest one.

    ``states``: the position before each line. ``by_kind``: the only one that is no token is named by that instead.
    """
    return tuple(_lasting(state, line, by_kind) for state, line in zip(states, lines, strict=True))


def _lasting(state: State, line: str, by_kind: bool) -> str:
    named: dict[tuple[str, int], list[int]] = {}
    for handle, row in sorted(state.rows.items()):
        if row.cls.zone == BATTLEFIELD and row.cls.proto is not None:
            named.setdefault((row.cls.proto.name, row.cls.controller), []).append(handle)
    words: dict[str, str] = {}
    for (name, _), handles in named.items():
        if len(handles) > 1 and name in line:
            words |= {
                name_of(state, handle): f"{age} {name}"
                for age, handle in ((_OLDEST, handles[0]), (_NEWEST, handles[-1]))
            }
            cards = [handle for handle in handles if state.rows[handle].cls.kind != TOKEN]
            if by_kind and len(cards) == 1:
                words[name_of(state, cards[0])] = f"{_NONTOKEN} {name}"
    if not words:
        return line
    longest = sorted(words, key=len, reverse=True)
    pattern = rf"(?<![\w#])({'|'.join(map(re.escape, longest))})(?![\w#]| #| of p\d)(?: \(number \d+ of them\))?"
    return re.sub(pattern, lambda found: words[found[1]], line)
