"""The legal answers to a question, and what a driver does where nothing is asked: pass, or go on with the script."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final, TypeAlias

from reiterate.amounts import Amount, Traced, equal, plain, value_of
from reiterate.kinds.interval_numbers import IntervalRecorder
from reiterate.loops.play import Cursor, Reader
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import (
    ACTIVATE,
    ASSIGN,
    ATTACK,
    BLOCK,
    COUNT,
    DIVIDE,
    ORDER,
    PASS,
    PAY,
    PICKS,
    RUN,
    TARGET,
    Choice,
    Option,
)
from reiterate.rules.access.choice import TARGET as TARGET_VERB
from reiterate.rules.access.questions import OPEN_WORDS, question_of
from reiterate.rules.decisions.filling import RANGE_SHOWN, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import ACTIONS, DECLARATIONS, acts, declining, verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import BATTLEFIELD, State

__all__ = [
    "ACTIONS",
    "ANSWER_BUDGET",
    "DECLARATIONS",
    "Act",
    "Driver",
    "Unknown",
    "act_of",
    "acts",
    "answers",
    "budget_spent",
    "declining",
    "same_answer",
]

#: Answers to one question that are told apart before the answer is "unknown".
ANSWER_BUDGET: Final = 48

_SIMPLE: Final = frozenset({ORDER, TARGET_VERB})

#: Who acts, how, and the words of the ability or the card.
Act: TypeAlias = "tuple[int, str, object]"


class Unknown(Exception):
    """A question about the loop that can't be answered: the reason in words."""


def act_of(state: State, one: Choice | Option) -> Act:
    """The action that a choice or an option is: whichever of like objects does it, and whatever it is aimed at."""
    if one.verb in DECLARATIONS or one.row < 0:
        return one.player, one.verb, None  # "row < 0": an answer that acts, which is no option of an action
    if one.verb == ACTIVATE:
        return one.player, one.verb, abilities_at(state, one.row)[one.index]
    return one.player, one.verb, state.rows[one.row].cls.proto


def same_answer(state: State, one: Choice) -> object:
    """An answer without the rows of its state: equal to the same answer to a later question.

    An object that the answer names is told by whose it is, where it is, and what it is printed as. All else in the answer
    stays as it is.
    """

    def named(handle: int) -> object:
        row = state.rows.get(handle)
        return row and (row.cls.kind, row.cls.zone, row.cls.owner, row.cls.controller, row.cls.term, row.cls.proto)

    objects = tuple(map(named, (one.row, *one.targets)))
    picks = tuple((named(handle), value_of(many)) for handle, many in one.picks)
    sizes = tuple(map(value_of, one.sizes))
    parts = (one.verb, one.player, one.index, one.answer, one.how, one.ways, value_of(one.x), value_of(one.count))
    return parts, objects, picks, sizes


def budget_spent(name: str, budget: int, what: str, seen: str) -> Unknown:
    """That a budget ran out: its name and number, of what there was more, and what was seen until then."""
    return Unknown(f"{name} ran out: more than {budget:,} {what}; seen: {seen}")


def answers(state: State) -> list[Choice]:
    """Every legal answer to the question that the state asks; ``Unknown`` where they can't be listed in full."""
    if asked(state) == "answer" and question_of(state).kind in OPEN_WORDS:
        raise Unknown(
            "any creature type or card name may be chosen, also one that nothing in the game has (201.4, 205.3m)"
        )
    choices: list[Choice] = []
    for option in options(state):
        if option.unknown:
            raise Unknown(f"whether an answer is possible is not known ({option.unknown})")
        differ = any(s.name == TARGET and not (type(s.low) is int and s.low == 0) for s in option.slots)
        simple = option.verb in _SIMPLE and option.slot(DIVIDE) is None is option.slot(RUN) and not differ
        choices += _placing(option) if simple else _others(state, option)
        if len(choices) > ANSWER_BUDGET:
            raise budget_spent("ANSWER_BUDGET", ANSWER_BUDGET, "answers to one question", f"{len(choices)} answers")
    return choices


def _placing(option: Option) -> list[Choice]:
    """The answers of an order or of targets: rows as they are, every part of a group."""
    slot = option.slot(COUNT)
    counts: list[int] = [0]
    if slot is not None and not (type(slot.high) is int and slot.high == 1):
        counts = list(range(1, min(_whole(slot.high), ANSWER_BUDGET + 1) + 1))
    rows = [s.rows for s in option.slots if s.name == TARGET]
    base = Choice(option.verb, option.player, option.row, how=option.how)
    return [replace(base, targets=named, count=count) for named in product(*rows) for count in counts]


def _others(state: State, option: Option) -> list[Choice]:
    for slot in option.slots:
        if slot.name in (PICKS, PAY, COUNT, DIVIDE, RUN):
            _whole(slot.low), _whole(slot.high)
            total = sum(min(_whole(state.rows[row].n), RANGE_SHOWN) if row >= 0 else 1 for row in slot.rows)
            if total >= RANGE_SHOWN:
                raise budget_spent("RANGE_SHOWN", RANGE_SHOWN, "ways of choosing", f"{total} things to choose from")
        for _, amount in slot.kinds:
            _whole(amount)
    if option.verb in _IN_COMBAT and any(
        type(r.n) is not int and r.cls.zone == BATTLEFIELD for r in state.rows.values()
    ):
        raise Unknown("attacks and blocks of groups that grow")
    found = list(instances(state, option, ANSWER_BUDGET + 1))
    return [choice for choice in found if verify(state, choice) is None]


_IN_COMBAT: Final = (ATTACK, BLOCK, ASSIGN)


def _whole(amount: Amount) -> int:
    """The number itself. Where only a short interval is known, each number in it is a branch; else ``Unknown``."""
    if type(amount) is int:
        return plain(amount)
    if isinstance(amount, Traced) and isinstance(amount.rec, IntervalRecorder):
        low, high = amount.rec.bounds(amount.poly)
        if low is not None and high is not None and high - low <= ANSWER_BUDGET:
            return next((n for n in range(low, high) if equal(amount, n)), high)
    raise Unknown("the answers depend on an amount that moves")


class Driver:
    """What happens where no question has to be answered: players pass, or do what the loop's script says."""

    __slots__ = ("acting", "empty", "every_order", "has_strategy", "reader")

    def __init__(self, reader: Reader, acting: bool, empty: bool) -> None:
        self.reader = reader
        self.acting = acting  # whether the loop has actions
        self.has_strategy = False  # whether the keepers do what brings the loop back, and only others give every answer
        self.every_order = False  # whether orders that do not matter are followed one by one, too
        self.empty = empty  # whether the loop goes on where everybody passes on an empty stack

    def start(self) -> Cursor:
        """The cursor of an iteration's start."""
        return self.reader.start() if self.acting else ()

    def at_priority(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | str:
        """The choice of the player with priority or who may declare something; words for why the loop does not go on."""
        if not self.acting:
            nothing = declining(state)
            if nothing is not None:
                return nothing, cursor
            if not state.stack and not self.empty:
                return "nothing is left to resolve"
            return Choice(PASS, decider(state), over=over_text(state)), cursor
        read = self._read(state, cursor)
        if isinstance(read, Refusal):
            return read.message
        refused = verify(state, read[0])
        if refused is not None and read[0].verb not in ACTIONS and read[0].verb != PASS:
            raise Unknown(f"the script answers what is not asked after another answer: {refused.message}")
        return read if refused is None else refused.message

    def done(self, state: State, choice: Choice) -> frozenset[Act]:
        """The action that a choice is, if it is one."""
        return frozenset({act_of(state, choice)} if choice.verb in ACTIONS else ())

    def strategy_answer(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | None:
        """The one answer of a keeper (``strategy``); None where every answer is followed."""
        return None

    def in_any_order(self, state: State, cursor: Cursor) -> tuple[State, Cursor]:
        """The state and cursor behind an order that does not matter: the scripted one, else that of the options."""
        if self.acting:
            read = self._read(state, cursor)
            if not isinstance(read, Refusal) and read[0].verb == ORDER and verify(state, read[0]) is None:
                return step(state, read[0])[0], read[1]
        first = options(state)[0]
        return step(state, Choice(ORDER, first.player, first.row))[0], self.after_answer(state, cursor)

    def _read(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal:
        read = self.reader.next(state, cursor)
        if read is None:
            read = self.reader.next(state, self.reader.start())
        if read is None:
            raise Unknown("the script has no choices")
        return read

    def after_answer(self, state: State, cursor: Cursor) -> Cursor:
        """The cursor behind a question: a line of the script that answers it is done."""
        if not self.acting:
            return cursor
        read = self._read(state, cursor)
        if isinstance(read, Refusal):
            raise Unknown(f"where the script goes on is not known: {read.message}")
        choice, following = read
        return following if _answers(choice, asked(state)) else cursor


def _answers(choice: Choice, ask: str) -> bool:
    """Whether a scripted choice is an answer to the question asked."""
    return choice.verb not in ACTIONS and choice.verb != PASS and ask != "priority"
