"""Whether a choice is legal now, and why not: the same questions that doing it answers (law 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from reiterate.refusals import Refusal
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice
from reiterate.rules.access.state_access import stand_apart
from reiterate.rules.costs.mana import refuse
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.pending import asked, awaited, decider, lines_now
from reiterate.rules.decisions.plan import Plan
from reiterate.rules.decisions.verify_actions import check_activate, check_cast, check_pass, check_play
from reiterate.rules.decisions.verify_answers import (
    check_answer,
    check_assign,
    check_attack,
    check_block,
    check_continue,
    check_keep,
    check_may,
    check_order,
    check_pick,
    check_target,
)
from reiterate.state.model import State


def verify(state: State, choice: Choice) -> Refusal | None:
    """None if the choice is legal now, else the reason with its rule. Raises ``Unsupported`` for what is not known."""
    plan = prepare(state, choice)
    return plan if isinstance(plan, Refusal) else None


_ASKED_BY: Final = {
    "priority": (choices.PASS, choices.ACTIVATE, choices.CAST, choices.PLAY),
    "order": (choices.ORDER,),
    "target": (choices.TARGET,),
    "may": (choices.MAY,),
    TOLL: (choices.MAY, choices.ACTIVATE),
    "pick": (choices.PICK,),
    "cleanup": (choices.PICK,),
    "keep": (choices.KEEP,),
    "attack": (choices.ATTACK, choices.ACTIVATE),
    "answer": (choices.ANSWER,),
    "continue": (choices.GO_ON,),
    "block": (choices.BLOCK, choices.ACTIVATE),
    "assign": (choices.ASSIGN,),
}


def prepare(state: State, choice: Choice) -> Plan | Refusal:
    """Check a choice and work out its costs."""
    if choice.apart:
        state, choice = stand_apart(state, choice.apart).done(), replace(choice, apart=())
    ask = asked(state)
    if ask == "over":
        return refuse("game-over", "the game is over", "104.1", "nothing: no more choices can be made")
    if choice.verb not in _ASKED_BY[ask]:
        if ask == "priority":
            return refuse("nothing-asked", f"nothing asks for '{choice.verb}' now", "117.1", lines_now(state))
        what, accepted = awaited(state, ask)
        return refuse("decision-first", f"p{decider(state) + 1} decides first: {what}", "608.2", accepted)
    if choice.player != decider(state):
        message = f"p{choice.player + 1} does not decide here: p{decider(state) + 1} does"
        return refuse("not-your-decision", message, "117.1" if ask == "priority" else "608.2", f"p{decider(state) + 1}")
    return _CHECKS[choice.verb](state, choice)


_CHECKS: Final[dict[str, Callable[[State, Choice], Plan | Refusal]]] = {
    choices.PASS: check_pass,
    choices.ACTIVATE: check_activate,
    choices.CAST: check_cast,
    choices.PLAY: check_play,
    choices.ORDER: check_order,
    choices.TARGET: check_target,
    choices.MAY: check_may,
    choices.PICK: check_pick,
    choices.KEEP: check_keep,
    choices.ATTACK: check_attack,
    choices.ANSWER: check_answer,
    choices.GO_ON: check_continue,
    choices.BLOCK: check_block,
    choices.ASSIGN: check_assign,
}
