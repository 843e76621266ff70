"""Playing one iteration of a body on plain amounts: its reader, its choices, and the counted work of inner blocks.

The protocol of scripts that loops read: the next choice in a state, and the cursor behind that choice.

The work that the rounds of blocks take, counted: so many choices, on so many rows, with amounts so long.

What is counted is the same everywhere; no clock is asked. A call brings its own ``Work``, and every loop and every lemma inside
of it counts on the same one.

Playing one iteration of a body on plain amounts, choice by choice; rounds of inner blocks may be skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from reiterate.amounts import Amount, Formula, Guard, Poly, Traced, identical
from reiterate.amounts.number_classes import Whole
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.unread_clauses import blocked
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step_if_legal
from reiterate.state.model import State
from reiterate.state.progression_rows import written

# --- reader --------------------------------------------------------------------------------------

#: A block of a known number of rounds is played round by round up to this number; one that holds blocks, up to the other.
ROUNDS_PLAYED: Final = 48
ROUNDS_OF_BLOCKS: Final = 4

#: Where in a body the reading is: hashable data, () at its start.
Cursor: TypeAlias = tuple[object, ...]


class Reader(Protocol):
    """The choices of one iteration, read anew in every state: a pure function of state and cursor.

    Traced states are read too: each comparison that a description makes then leaves a guard.
    """

    def start(self) -> Cursor:
        """The cursor of the body's start."""
        ...

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The choice to make in ``state`` and the cursor behind it; None at the end of the body.

        A refusal where the line can't be read in this state.
        """
        ...

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """The inner block whose round begins at the cursor; None where none does."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A block inside an iteration as one of its rounds begins: the rounds left, and those made.

    It is done once for each of a group (``for each``), or a written number of times (``repeat N``).
    """

    reader: Reader  # of one round
    left: Amount
    made: int  # discrete: rounds read one by one
    outer: Cursor
    played: int = ROUNDS_PLAYED  # discrete: so many rounds are simply played, where their number is known
    behind: Cursor | None = None  # of a written number of times: where the reading goes on
    body: object = None  # the lines of a round: the same object in each of its rounds

    @property
    def kept(self) -> int:
        """How many last rounds are always played: in those of a group a single object is left."""
        return 2 if self.behind is None else 0

    def after(self, left: Amount) -> Cursor:
        """The cursor where ``left`` rounds are left, at least ``kept``."""
        if self.behind is None:
            return (*self.outer, (0, self.made + 2, left))
        if identical(left, 0):
            return self.behind
        return (*self.outer, (0, self.made + 1 + self.left - left))


# --- nest work -----------------------------------------------------------------------------------

#: Units of work that one call may spend in rounds of blocks.
WORK_BUDGET: Final = 150_000

#: What a choice is beside its rows, in units.
CHOICE: Final = 2

#: What closing a traced period is, in units.
CLOSING: Final = 60

#: What each power in a formula is, in units: it is compared with the others, digit by digit.
POWER: Final = 4

#: What following a period from a formula is, in units, for each of its powers.
FORMULA: Final = 80

#: What an amount of a trace is beside its value and its polynomial, in units.
TRACED: Final = 3

#: How often closing a period counts with each of its amounts.
STEPS: Final = 8

#: Binary digits of a written number that are one unit.
BITS: Final = 1 << 14


class OutOfWork(Exception):
    """A call has spent its work. Nobody who catches ``Unsupported`` takes it for an answer; the outermost loop says it."""

    refusal: Final = Refusal(
        UNDETERMINED,
        "nest-budget",
        "undetermined: the rounds of blocks inside an iteration take too much work",
        "fewer rounds inside of rounds, or rounds in which amounts grow by fixed steps",
        "732.1b",
    )


class Work:
    """How much work was done in rounds of blocks, and how much may be."""

    __slots__ = ("done", "most")

    def __init__(self, most: int | None = None) -> None:
        self.done = 0
        self.most = WORK_BUDGET if most is None else most

    def spend(self, units: int) -> None:
        """Count so many units; ``OutOfWork`` where they are more than there were."""
        self.done += units
        if self.done > self.most:
            raise OutOfWork

    def choice(self, state: State, times: int = 1) -> None:
        """Count a choice that is made in a state, ``times`` as often where more is done with it."""
        rows = state.rows.values()
        self.spend(times * (CHOICE + len(rows) + sum(length(a) for row in rows for a in written(row).values())))

    def closing(self, guards: Iterable[Guard], values: Mapping[int, Whole]) -> None:
        """Count that a period is closed from these values of its symbols, and each of its comparisons followed along it."""
        lengths = {symbol: length(value) for symbol, value in values.items()}
        self.spend(CLOSING + sum(FORMULA * len(v.terms) for v in values.values() if isinstance(v, Formula)))
        self.spend(STEPS * sum(lengths.values()))
        for guard in guards:
            self.spend(2 + _poly_length(guard.poly) + sum(lengths.get(symbol, 0) for symbol in guard.poly.symbols()))


def length(a: Amount | Whole) -> int:
    """How many units it is to count with an amount once; 0 for a short number."""
    if type(a) is int:
        return a.bit_length() // BITS
    if isinstance(a, Traced):
        return TRACED + length(a.value) + _poly_length(a.poly)
    return POWER * len(a.terms) if isinstance(a, Formula) else 1


def _poly_length(poly: Poly) -> int:
    return sum(1 + c.numerator.bit_length() // BITS for _, c in poly.terms())


# --- play ----------------------------------------------------------------------------------------

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

    In: the reader of the body. ``cursor``: where in the body play begins, None for its beginning. ``upto``: -1 for all of it.
    ``observe`` is called with every state and the number of the choice about to be made there. Raises ``Unsupported`` where
    a rule is missing. An illegal choice stops the play and is told by ``Played.refusal``.
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
