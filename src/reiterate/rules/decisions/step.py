"""``step``: one elementary choice, played by the rules; everything up to the next decision follows from it.

A step does a bounded amount of work: one action, or one resolution up to its first decision.
State-based actions and triggers follow, until a player has to decide. It never changes its
argument.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from reiterate.deadline import check
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported, unsupported
from reiterate.rules.access import questions, results
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    ASSIGN,
    ATTACK,
    BLOCK,
    CAST,
    GO_ON,
    KEEP,
    MAY,
    ORDER,
    PASS,
    PICK,
    PLAY,
    RESUME,
    STANDS,
    TARGET,
    Choice,
)
from reiterate.rules.access.questions import PAYMENT, Watch, mark
from reiterate.rules.access.same_member import stood_apart
from reiterate.rules.access.state_access import merge_news, single_out
from reiterate.rules.costs import resolution_payments
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.priority import settle
from reiterate.rules.decisions.step_actions import play_activate, play_cast, play_land, play_pass
from reiterate.rules.decisions.step_answers import (
    pay_without_mana,
    play_assign,
    play_attack,
    play_block,
    play_continue,
    play_keep,
    play_may,
    play_order,
    play_pick,
    play_resume,
    play_target,
)
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.decisions.verify_actions import Plan
from reiterate.state.events import Draft, Event
from reiterate.state.model import State
from reiterate.state.normal_form import is_single
from reiterate.terms.unusable import CHOSEN_MIDWAY


class IllegalChoice(Exception):
    """``step`` was called with a choice that ``verify`` refuses: a caller's bug."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def step(state: State, choice: Choice) -> tuple[State, list[Event]]:
    """Play one legal choice; the state after it, and the events in order.

    Raises ``IllegalChoice`` for what ``verify`` refuses and ``Unsupported`` where a rule is not
    implemented.
    """
    made = step_if_legal(state, choice)
    if isinstance(made, Refusal):
        raise IllegalChoice(made)
    return made


def step_if_legal(state: State, choice: Choice) -> tuple[State, list[Event]] | Refusal:
    """Play a choice if it is legal: the state after it and the events, or what ``verify`` says.

    Raises ``Unsupported`` where a rule is not implemented, and ``OutOfTime`` where a caller has set a bound (``deadline``).
    """
    check()
    parted = stood_apart(state, choice)
    if isinstance(parted, Refusal):
        return parted
    state, events, choice = parted
    plan = prepare(state, choice)
    if isinstance(plan, Refusal):
        return plan
    if choice.verb != ANSWER:
        return _told(state, [choice], plan, events)
    draft = Draft(state)
    made = [*questions.take_back(draft), choice]
    before = draft.done()
    again = prepare(before, made[0])
    if isinstance(again, Refusal):
        raise IllegalChoice(again)
    return _told(before, made, again, events + draft.events)


def _told(state: State, made: list[Choice], plan: Plan, events: list[Event]) -> tuple[State, list[Event]] | Refusal:
    """Play a choice with its answers; a refusal where a result was given that can't have come, or that nothing needs."""
    try:
        return _perform(state, made, plan, events)
    except results.Impossible as error:
        return error.refusal


def _perform(state: State, made: list[Choice], plan: Plan, events: list[Event]) -> tuple[State, list[Event]]:
    """Play a choice with the answers that it needs in the middle; or ask for the next one, leaving it unplayed."""
    draft = _with_answers(state, made)
    draft.results = [result for choice in made for result in choice.results]
    if len(made) > questions.ANSWERS_BUDGET:
        message = f"one choice needs more than {questions.ANSWERS_BUDGET} answers"
        raise Unsupported(Refusal(UNDETERMINED, "answers-budget", message, rule="608.2"))
    try:
        _play(draft, made[0], plan)
    except questions.StandApart as apart:
        return _perform_apart(state, made, events, apart.rows)
    except questions.Need as need:
        _all_used(draft)
        if any(row not in state.rows for row in need.question.rows):
            return _perform_apart(state, made, events)
        asked_draft = questions.ask(state, made, need.question)
        asked_draft.only = draft.only
        return asked_draft.done(), events + asked_draft.events
    _all_used(draft)
    assert not draft.answers, "an answer was given that nothing asked for"
    merge_news(draft)
    return draft.done(), events + draft.events


def _with_answers(state: State, made: list[Choice]) -> Draft:
    """A draft with the answers that were given to what a choice asks in the middle, and with those that stand since a player left."""
    draft = Draft(state)
    draft.answers = [choice for choice in made[1:] if choice.verb != STANDS]
    draft.standing = [choice for choice in made[1:] if choice.verb == STANDS]
    return draft


def _play(draft: Draft, choice: Choice, plan: Plan) -> None:
    """Play one choice, and all that follows up to the next decision."""
    if _PLAYED_BY[choice.verb](draft, choice, plan):
        settle(draft)
        while asked(draft) == resolution_payments.TOLL and choice.verb != ACTIVATE:
            mark(draft, PAYMENT)
            if not pay_without_mana(draft):
                return
            settle(draft)


def go_on(state: State, made: list[Choice]) -> tuple[State, list[Event]]:
    """Play a choice of a position in which a player has left in the middle of something, with the answers that stand.

    Raises ``Unsupported`` where a rule is not implemented, and where a random result that was given is needed no more.
    """
    plan = prepare(state, made[0])
    assert not isinstance(plan, Refusal), plan
    played = _told(state, made, plan, [])
    if isinstance(played, Refusal):
        raise Unsupported(played)
    return played


def played_again(state: State, made: list[Choice]) -> tuple[questions.Question, Watch, Draft]:
    """Play a choice up to the question that it asks next: the question, the last marked place before it, and the draft."""
    plan = prepare(state, made[0])
    assert not isinstance(plan, Refusal), plan
    draft = _with_answers(state, made)
    draft.results = [result for choice in made for result in choice.results]
    draft.watch = watch = Watch(made[0].verb not in (ACTIVATE, CAST))
    try:
        _play(draft, made[0], plan)
    except questions.Need as need:
        return need.question, watch, draft
    raise AssertionError("a choice that asks for an answer asks for none as it is played again")


def _all_used(draft: Draft) -> None:
    """Raise ``Impossible`` where a result was given that no random event needed."""
    if draft.results:
        raise results.Impossible(results.unused(draft.results[0]))


def _perform_apart(
    state: State, made: list[Choice], events: list[Event], groups: Sequence[int] = ()
) -> tuple[State, list[Event]]:
    """Where a question names an object that was one of a group: the one that resolves stands apart before it is asked.

    Of ``groups`` each member stands apart.
    """
    top = state.stack[0] if state.stack else -1
    if any(row not in state.rows for row in groups):
        raise unsupported("asked-midway", *CHOSEN_MIDWAY)
    if not groups and (top < 0 or is_single(state.rows[top].n)):
        raise unsupported("asked-midway", *CHOSEN_MIDWAY)
    apart = Draft(state)
    if not groups:
        single_out(apart, top)
    for row in groups:
        while not is_single(apart.rows[row].n):
            single_out(apart, row)
    before = apart.done()
    plan = prepare(before, made[0])
    assert not isinstance(plan, Refusal)
    return _perform(before, made, plan, events + apart.events)


_PLAYED_BY: Final[dict[str, Callable[[Draft, Choice, Plan], bool]]] = {
    PASS: play_pass,
    ACTIVATE: play_activate,
    CAST: play_cast,
    PLAY: play_land,
    ORDER: play_order,
    TARGET: play_target,
    MAY: play_may,
    PICK: play_pick,
    KEEP: play_keep,
    ATTACK: play_attack,
    GO_ON: play_continue,
    RESUME: play_resume,
    BLOCK: play_block,
    ASSIGN: play_assign,
}
