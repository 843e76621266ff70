"""What is random in a game is thrown here: coins, cards at random, the order of a library (701.24, 705).

A table throws for every line. At the hot seat `throw LINE` does. Throws stand in the entry that needed them, so a log that is played again
comes to the same position.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from random import Random as Source
from typing import Final

from reiterate.loops.play import Block, Cursor
from reiterate.refusals import Refusal, Unsupported, Where
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import HIDDEN, MOST_ORDERED, ORDERS, Chance, throwing, verb_of
from reiterate.rules.decisions.step import step_if_legal
from reiterate.script.script import BodyReader
from reiterate.state.model import State

#: Cards that are drawn one by one for one random event, at most.
MOST_DRAWN: Final = MOST_ORDERED


class Dice:
    """Throws for the choices of one entry.

    ``known``: the throws of an entry that is carried out again, in order; None: they are thrown now. ``came``: what was thrown.
    """

    __slots__ = ("came", "known", "last", "source")

    def __init__(self, known: Sequence[str] | None = None, source: Source | None = None) -> None:
        self.known = None if known is None else list(known)
        self.source: Source = secrets.SystemRandom() if source is None else source
        self.came: list[str] = []
        self.last: tuple[State, Choice, Choice] | None = (
            None  # what was thrown for last: the same choice is asked about once more
        )

    def thrown(self, state: State, choice: Choice) -> Choice:
        """A choice with what comes at random as it is made in the true position.

        Where nothing does, or where the choice can't be made, it stays as it was.
        """
        if self.last is not None and self.last[0] is state and self.last[1] == choice:
            return self.last[2]
        with throwing(self._throw) as came:
            try:
                step_if_legal(state, choice)
            except Unsupported:
                return choice
        self.came += came
        made = replace(choice, results=(*choice.results, *came)) if came else choice
        self.last = (state, choice, made)
        return made

    def _throw(self, chance: Chance) -> str:
        if self.known is not None:
            return self.known.pop(0) if self.known else ""
        return throw(chance, self.source)


class DicedReader:
    """Reads lines as another reader does, and throws for each of their choices. Of blocks nothing is thrown (732.2a)."""

    __slots__ = ("dice", "reader")

    def __init__(self, reader: BodyReader, dice: Dice) -> None:
        self.reader = reader
        self.dice = dice

    def start(self) -> Cursor:
        """The cursor of the lines' start."""
        return self.reader.start()

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The next choice, with what comes at random as it is made."""
        read = self.reader.next(state, cursor)
        return (self.dice.thrown(state, read[0]), read[1]) if isinstance(read, tuple) else read

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """The block that begins at the cursor."""
        return self.reader.block(state, cursor)

    def where(self, cursor: Cursor) -> Where:
        """Where the line was written."""
        return self.reader.where(cursor)


def throw(chance: Chance, source: Source) -> str:
    """A result of a random event as a line says it; "" where so many cards can't be drawn one by one."""
    if not chance.bag:
        return source.choice(chance.verbs) if chance.verbs else ""
    counts = [(name, there) for name, there in chance.bag if isinstance(there, int)]
    if len(counts) < len(chance.bag) or not isinstance(chance.amount, int) or sum(n for _, n in counts) > MOST_DRAWN:
        return ""
    came = source.sample([name for name, there in counts for _ in range(there)], chance.amount)
    verb = chance.verbs[0]
    if verb != ORDERS:
        came.sort()
    return f"{verb} " + ", ".join(f"{len([*alike])} {name}" for name, alike in groupby(came))


def seen_by_all(came: Sequence[str]) -> list[str]:
    """The throws that everybody sees: coins, and cards that came to a public zone."""
    return [each for each in came if verb_of(each) not in HIDDEN]
