"""Playing one iteration of a body on plain amounts, choice by choice; rounds of inner blocks may be skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.amounts import Amount
from reiterate.loops.nest_work import Work
from reiterate.loops.reader import Cursor, Reader
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.unread_clauses import blocked
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step_if_legal
from reiterate.state.model import State

#: Elementary choices that one iteration may have before the answer is "undetermined".
ITERATION_BUDGET: Final = 30_000

ILLEGAL: Final = "illegal"  # a scripted choice is not legal, or can't be read
OVER: Final = "over"  # the game is over
PLACE: Final = "place"  # the asked place was reached
DONE: Final = "done"  # the iteration is complete

Observer = Callable[[State, int], None]

#: What is behind rounds that were done at once: the state, the cursor, and how many choices they were.
RoundsSkipped = tuple[State, Cursor, Amount]
#: Does the rounds of the block at a cursor at once; None where this round is to be played.
RoundSkipper = Callable[[State, Reader, Cursor], "RoundsSkipped | None"]


class Played:
    """How far an iteration was played: the state reached, the choices made, and why it stopped.

    ``skipped``: how many choices were made at once in rounds of a block. They are not among
    ``choices``.
    """

    __slots__ = ("choices", "cursor", "refusal", "skipped", "state", "stop")

    def __init__(self, state: State, choices: list[Choice], stop: str, refusal: Refusal | None, cursor: Cursor) -> None:
        self.state = state
        self.choices = choices
        self.stop = stop
        self.refusal = refusal
        self.cursor = cursor
        self.skipped: Amount = 0


def check_read(state: State) -> None:
    """Raise ``Unsupported`` where a card with a clause that is not understood could take part (law 9)."""
    refused = blocked(state)
    if refused is not None:
        raise Unsupported(refused)


def play(
    state: State, reader: Reader, cursor: Cursor | None = None, upto: int = -1, observe: Observer | None = None
) -> Played:
    """Play a body from ``state`` to its end, or to just before choice number ``upto`` (from 0).

    ``observe`` is called with every state and the number of the choice about to be made there.
    ``Unsupported`` where a rule is missing; an illegal choice stops the play and is told by
    ``Played.refusal``.
    """
    return _play(state, reader, reader.start() if cursor is None else cursor, upto, observe, None, None)


def play_skipping_rounds(
    state: State, reader: Reader, skip: RoundSkipper, observe: Observer | None = None, work: Work | None = None
) -> Played:
    """Play a body from ``state`` to its end; ``skip`` does the rounds of blocks at once where it can.

    ``work``: what its choices are counted on, where they are those of a block. ``OutOfWork`` where that is spent.
    """
    skipped: Amount = 0

    def counted(state: State, reader: Reader, cursor: Cursor) -> RoundsSkipped | None:
        nonlocal skipped
        found = skip(state, reader, cursor)
        if found is not None:
            skipped = skipped + found[2]
        return found

    played = _play(state, reader, reader.start(), -1, observe, counted, work)
    played.skipped = skipped
    return played


def _play(
    state: State,
    reader: Reader,
    at: Cursor,
    upto: int,
    observe: Observer | None,
    skip: RoundSkipper | None,
    work: Work | None,
) -> Played:
    made: list[Choice] = []
    while True:
        skipped = skip(state, reader, at) if skip is not None else None
        if skipped is not None:
            state, at, _ = skipped
        check_read(state)
        if asked(state) == "over":
            complete = bool(made) and reader.next(state, at) is None
            return Played(state, made, DONE if complete else OVER, None, at)
        if len(made) == upto:
            return Played(state, made, PLACE, None, at)
        try:
            read = reader.next(state, at)
        except Unsupported as error:
            return Played(state, made, ILLEGAL, error.refusal, at)
        if read is None:
            return Played(state, made, DONE, None, at)
        if isinstance(read, Refusal):
            return Played(state, made, ILLEGAL, read, at)
        choice, following = read
        if observe is not None:
            observe(state, len(made))
        try:
            stepped = step_if_legal(state, choice)
        except Unsupported as error:
            raise Unsupported(_placed(error.refusal, reader, at)) from error
        if isinstance(stepped, Refusal):
            return Played(state, made, ILLEGAL, _placed(stepped, reader, at), at)
        state = stepped[0]
        made.append(choice)
        if work is not None:
            work.choice(state)
        at = following
        if len(made) > ITERATION_BUDGET:
            message = f"one iteration has more than {ITERATION_BUDGET} choices"
            raise Unsupported(Refusal(UNDETERMINED, "iteration-budget", message))


def _placed(refusal: Refusal, reader: Reader, cursor: Cursor) -> Refusal:
    where = getattr(reader, "where", None)
    return refusal.at(where(cursor)) if where is not None else refusal
