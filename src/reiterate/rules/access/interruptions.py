"""Where what is played could begin anew, if a player leaves while somebody is asked something (800.4a, 608.2m).

A question in the middle is data: the choice that led to it, and the answers so far. Who leaves then leaves at that very moment.
So the choice is played again up to the question, and ``mark`` notes the last place from which everything behind it could be
done again: an effect of what resolves, a check of state-based actions, the beginning of a step.
"""

from __future__ import annotations

from typing import Any, Final

from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import Question
from reiterate.state.events import Draft
from reiterate.state.model import State

#: What begins at a marked place: an effect of what resolves, a check of state-based actions, a step, or a payment that is asked for.
EFFECT: Final = "effect"
CHECK: Final = "check"
STEP: Final = "step"
PAYMENT: Final = "payment"


class Watch:
    """The last marked place of a choice that is played again.

    ``what`` begins at ``state``; "" where no place was marked. ``frame`` is what resolves there, ``step`` the step. ``begun``: how many
    events led there. ``said``: the answers since, also where there was one only. ``results``: the random results since. ``open``: something
    else was under way there. ``effects``: whether effects are marked.
    """

    __slots__ = ("begun", "effects", "frame", "open", "results", "said", "state", "step", "what")

    def __init__(self, effects: bool) -> None:
        self.effects = effects
        self.what = ""
        self.state: State | None = None
        self.frame: Any = None
        self.step = ""
        self.begun = 0
        self.said: list[tuple[Question, Choice]] = []
        self.results: tuple[str, ...] = ()
        self.open = False


def mark(draft: Draft, what: str, frame: Any = None, step: str = "") -> None:
    """Note a place from which everything behind it could be done again, where somebody watches."""
    watch: Watch | None = draft.watch
    if watch is None or (what == EFFECT and not watch.effects):
        return
    watch.what, watch.frame, watch.step = what, frame, step
    watch.state = State(draft.rows.copy(), draft.seqs.copy(), draft.tally.copy(), draft.labels, draft.fresh)
    watch.begun = len(draft.events)
    watch.said = []
    watch.results = tuple(draft.results)
    watch.open = bool(draft.ended)
