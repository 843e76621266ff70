"""Lines of an iteration made to fit another board, where mana is chosen in another number or a target has to be said.
Part of the solver: the answer.

What lies beside a loop may change how much mana an ability adds: a greater power, or a creature more. It may also be a second thing that a
trigger can target, where there was one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.play import DONE, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.script.script import BodyReader
from reiterate.script.sentences import said_of
from reiterate.state.model import State
from reiterate.survey.moves import tried_ways
from reiterate.survey.script_of_play import nodes_of

_CHOSEN: Final = re.compile(r"choose (?:\{\w\})*(\{\w\})")

_SAID: Final = re.compile(r"(p\d+: )?target ")

#: Targets that are said before one line at most.
TARGETS: Final = 6

#: Symbols that a line chooses at most, and choices of one line.
SYMBOLS: Final = 200
CHOICES: Final = 500


def refitted(state: State, lines: Sequence[str], beside: Collection[str] = ()) -> tuple[str, ...] | None:
    """The lines with as many symbols as are asked for wherever mana is chosen in any combination (106.4).

    What is more or fewer is of the last kind that a line chooses. A target that the lines don't say is none of what lies ``beside``, by its name (603.3d).
    None where the lines can't be played so, or fit as they are.
    """
    found: list[str] = []
    for line in lines:
        for _ in range(TARGETS):
            said = "" if _SAID.match(line) else _target(state, beside)
            there = _played(state, said) if said else None
            if there is None:
                break
            state = there
            found.append(said)
        chosen = _CHOSEN.fullmatch(line)
        question = question_of(state) if chosen is not None and asked(state) != "priority" else None
        if chosen is not None and question is not None and question.kind == "mixed":
            symbols = re.findall(r"\{\w\}", line)
            number = plain(question.low)
            if not 0 < number <= SYMBOLS:
                return None
            symbols = [*symbols[:number], *[chosen[1]] * (number - len(symbols))]
            line = f"choose {''.join(symbols)}"
        there = _played(state, line)
        if there is None:
            return None
        state = there
        found.append(line)
    return tuple(found) if found != list(lines) else None


def _played(state: State, line: str) -> State | None:
    """The position behind a line; None where that can't be played."""
    try:
        played = play(state, BodyReader(nodes_of([line])), upto=CHOICES)
    except Unsupported:
        return None
    return played.state if played.stop == DONE else None


def _target(state: State, beside: Collection[str]) -> str:
    """The line that targets, where targets are asked for, the first things that don't lie beside; "" where none are asked for, or all lie beside."""
    if asked(state) != "target":
        return ""
    for option in options(state):
        for way in tried_ways(state, option, decider(state)):
            protos = (state.rows[row].cls.proto for row in way.targets)
            if all(proto is None or proto.name not in beside for proto in protos):
                return said_of(state, way).line
    return ""
