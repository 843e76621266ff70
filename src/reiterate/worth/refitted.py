"""Lines of an iteration made to fit another board, where a choice of mana asks for another number of symbols there.
Part of the solver: the answer.

What lies beside a loop may change how much mana an ability adds: a greater power, or a creature more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.play import DONE, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.script_of_play import nodes_of

_CHOSEN: Final = re.compile(r"choose (?:\{\w\})*(\{\w\})")

#: Symbols that a line chooses at most, and choices of one line.
SYMBOLS: Final = 200
CHOICES: Final = 500


def refitted(state: State, lines: Sequence[str]) -> tuple[str, ...] | None:
    """The lines with as many symbols as are asked for wherever mana is chosen in any combination (106.4).

    What is more or fewer is of the last kind that a line chooses. None where the lines can't be played so, or fit as they are.
    """
    found: list[str] = []
    for line in lines:
        chosen = _CHOSEN.fullmatch(line)
        question = question_of(state) if chosen is not None and asked(state) != "priority" else None
        if chosen is not None and question is not None and question.kind == "mixed":
            symbols = re.findall(r"\{\w\}", line)
            number = plain(question.low)
            if not 0 < number <= SYMBOLS:
                return None
            symbols = [*symbols[:number], *[chosen[1]] * (number - len(symbols))]
            line = f"choose {''.join(symbols)}"
        try:
            played = play(state, BodyReader(nodes_of([line])), upto=CHOICES)
        except Unsupported:
            return None
        if played.stop != DONE:
            return None
        state = played.state
        found.append(line)
    return tuple(found) if found != list(lines) else None
