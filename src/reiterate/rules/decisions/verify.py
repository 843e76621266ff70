"""Whether a choice is legal now, and why not (law 7); and which choices are actions that nobody has to take.

Whether a choice is legal now, and why not: the same questions that doing it answers (law 7).

Which choices are actions that nobody has to take: with priority, an attack, a block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.refusals import Refusal
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
    TARGET,
    Choice,
)
from reiterate.rules.access.same_member import stood_apart
from reiterate.rules.costs.mana import refuse
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.pending import asked, awaited, decider, lines_now, nothing_asked
from reiterate.rules.decisions.verify_actions import Plan, check_activate, check_cast, check_pass, check_play
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

# --- verify --------------------------------------------------------------------------------------


def verify(state: State, choice: Choice) -> Refusal | None:
    """None if the choice is legal now, else the reason with its rule. Raises ``Unsupported`` for what is not known."""
    plan = prepare(state, choice)
    return plan if isinstance(plan, Refusal) else None


_ASKED_BY: Final = {
    "priority": (PASS, ACTIVATE, CAST, PLAY),
    "order": (ORDER,),
    "target": (TARGET,),
    "may": (MAY,),
    TOLL: (MAY, ACTIVATE, RESUME),
    "pick": (PICK,),
    "cleanup": (PICK,),
    "keep": (KEEP,),
    "attack": (ATTACK, ACTIVATE),
    "answer": (ANSWER,),
    "continue": (GO_ON, RESUME),
    "block": (BLOCK, ACTIVATE),
    "assign": (ASSIGN,),
    "settle": (RESUME,),
    "cleanup-check": (RESUME,),
    "begin": (RESUME,),
}


#: What is not to be decided where a player has priority, by the choice that was made all the same.
_UNASKED: Final = {
    ORDER: "no abilities wait to be put in order now",
    TARGET: "no targets are to be chosen now",
    MAY: "nobody is asked yes or no now",
    PICK: "no objects are to be chosen now",
    KEEP: "the legend rule applies to nothing now",
    ATTACK: "nobody declares attackers now",
    ANSWER: "nobody is asked anything now",
    GO_ON: "no process is repeated now",
    BLOCK: "nobody declares blockers now",
    ASSIGN: "nobody assigns combat damage now",
}


def prepare(state: State, choice: Choice) -> Plan | Refusal:
    """Check a choice and work out its costs."""
    parted = stood_apart(state, choice)
    if isinstance(parted, Refusal):
        return parted
    state, _, choice = parted
    ask = asked(state)
    if ask == "over":
        return refuse("game-over", "the game is over", "104.1", "nothing: no more choices can be made")
    if choice.verb not in _ASKED_BY[ask]:
        if ask == "priority":
            said = _UNASKED.get(choice.verb, f"nobody chooses {choice.verb!r} now")
            return nothing_asked(state, said, "117.1")
        what, accepted = awaited(state, ask)
        return refuse("decision-first", f"p{decider(state) + 1} decides first: {what}", "608.2", accepted)
    if choice.player != decider(state):
        message = f"p{choice.player + 1} does not decide here: p{decider(state) + 1} does"
        return refuse("not-your-decision", message, "117.1" if ask == "priority" else "608.2", lines_now(state))
    return _CHECKS[choice.verb](state, choice)


_CHECKS: Final[dict[str, Callable[[State, Choice], Plan | Refusal]]] = {
    PASS: check_pass,
    ACTIVATE: check_activate,
    CAST: check_cast,
    PLAY: check_play,
    ORDER: check_order,
    TARGET: check_target,
    MAY: check_may,
    PICK: check_pick,
    KEEP: check_keep,
    ATTACK: check_attack,
    ANSWER: check_answer,
    GO_ON: check_continue,
    RESUME: check_continue,
    BLOCK: check_block,
    ASSIGN: check_assign,
}


# --- optional actions ----------------------------------------------------------------------------

#: Choices that act: nobody has to make them.
ACTIONS: Final = frozenset({ACTIVATE, CAST, PLAY})

#: Declarations of attackers and blockers: who declares none where that is legal declines to act.
DECLARATIONS: Final = frozenset({ATTACK, BLOCK})


def declining(state: State) -> Choice | None:
    """The declaration of no attackers or blockers, where that is asked and legal (508.1a, 509.1a)."""
    if asked(state) not in ("attack", "block"):
        return None
    nothing = Choice(ATTACK if asked(state) == "attack" else BLOCK, decider(state), answer="none")
    return nothing if verify(state, nothing) is None else None


def acts(state: State, choice: Choice) -> bool:
    """Whether a choice is an action that nobody has to take: one with priority, an attack, a block."""
    if choice.verb in DECLARATIONS:
        nothing = declining(state)
        return nothing is not None and choice != nothing
    return choice.verb in ACTIONS
