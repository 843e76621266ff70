"""Every legal answer to a question, as the options say; only for questions whose answers can be listed in full."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, Final

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.claims.interval_numbers import Within
from reiterate.check.numbers import Number
from reiterate.check.small_values import CHOICES, Rejected
from reiterate.rules.access.choice import ANSWER, COUNT, GO_ON, MAY, ORDER, TARGET, Choice, Option
from reiterate.rules.access.choice import ANSWER as ANSWERED
from reiterate.rules.access.choice import TARGET as AIMED
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import GAME, WAITING, Ref, State
from reiterate.state.properties import ABOUT, REST

#: Answers to one question.
ANSWER_BUDGET: Final = 32

#: The questions that are listed, by the slots that their answers fill.
_LISTED: Final = {ORDER: {COUNT}, AIMED: {TARGET, COUNT}, ANSWERED: {ANSWER}, MAY: {ANSWER}, GO_ON: set[str]()}


def ways_to_answer(state: State) -> list[Choice]:
    """All legal answers of the player who decides in a position.

    Raises ``Rejected`` where they can't be listed or there are none, and ``OutOfBudget`` for more than ``ANSWER_BUDGET``.
    """
    choices: list[Choice] = []
    if asked(state) == "answer" and question_of(state).kind != "yes":
        raise Rejected(CHOICES, "the answers to a question can't be listed")
    for option in options(state):
        choices += _ways(option)
        if len(choices) > ANSWER_BUDGET:
            raise OutOfBudget(f"more than {ANSWER_BUDGET} answers to one question")
    legal = [choice for choice in choices if verify(state, choice) is None]
    if not legal:
        raise Rejected(CHOICES, "a question without an answer")
    return legal


def question_at(state: State) -> object:
    """Who is asked what: the same whenever the same is asked of the same abilities."""
    ask = asked(state)
    if ask == ANSWERED:
        question = question_of(state)
        return decider(state), ask, question.kind, question.text, *(state.rows[h].cls.term for h in state.stack[:1])
    if ask == ORDER:
        return decider(state), ask, frozenset(row.cls.term for row in state.rows.values() if row.cls.zone == WAITING)
    about = state.rows[GAME].refs.get(ABOUT)
    if not isinstance(about, Ref):
        return decider(state), ask
    cls = state.rows[about.row].cls  # what waits to be put on the stack; what is left of an effect; a permanent
    return decider(state), ask, cls.term, cls.prop(REST, ()), cls.proto


def _number(amount: Any) -> int:
    """How many of a group there are; between near bounds, each number in a course of its own."""
    if isinstance(amount, Number) and isinstance(amount.log, Within):
        low, high = amount.log.bounds(amount.poly)
        if low is not None and high is not None and high - low < ANSWER_BUDGET:
            amount = next((n for n in range(low, high) if amount == n), high)
    if type(amount) is not int or amount > ANSWER_BUDGET:
        raise Rejected(CHOICES, "how many are put in order depends on an amount that moves")
    return amount


def _ways(option: Option) -> list[Choice]:
    names = [slot.name for slot in option.slots]
    if option.unknown or not set(names) <= _LISTED.get(option.verb, set()) or names.count(COUNT) > 1:
        raise Rejected(CHOICES, f"the answers to a question can't be listed: {option.verb}")
    counts = [0]
    slot = option.slot(COUNT)
    if slot is not None:
        most = _number(slot.high)
        counts = list(range(1, most + 1)) if most > 1 else [0]
    if any(slot.name == TARGET and slot.low != 0 for slot in option.slots):
        raise Rejected(CHOICES, "the answers to a question can't be listed: targets that have to differ")
    rows = [slot.rows for slot in option.slots if slot.name == TARGET]
    words = next((slot.words for slot in option.slots if slot.name == ANSWER), ("",))
    if any(len(each) > ANSWER_BUDGET for each in rows) or len(rows) > 3:
        raise OutOfBudget(f"more than {ANSWER_BUDGET} answers to one question")
    base = Choice(option.verb, option.player, option.row, option.index, how=option.how)
    return [
        replace(base, targets=named, count=count, answer=word)
        for named in product(*rows)
        for count in counts
        for word in words
    ]
