"""Effects that add, skip or take over turns, phases and steps (500.7 to 500.11, 722)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.declared import Deed
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import PlayerRef


class ExtraTurn(Term):
    """``who`` takes an extra turn after this one (500.7)."""

    says: ClassVar = Deed(
        asks="turns", gives="turn step", renews="all", changes="", moves="", names=False, ranged=True, lasts=True
    )

    who: PlayerRef


class SkipTurn(Term):
    """``who`` skips their next turn (500.11)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    who: PlayerRef


class SkipNext(Term):
    """``who`` skips their next step or phase of a kind (614.10a): untap, upkeep, draw, combat."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    who: PlayerRef
    what: str


class ExtraPhases(Term):
    """After this phase there are additional phases (500.8): combat, main, beginning."""

    says: ClassVar = Deed(asks="", gives="step", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    phases: tuple[str, ...]


class ExtraSteps(Term):
    """After this step there are additional steps of a kind (500.9); ``who`` gets them, in their own turn only (500.10a).

    ``after``: "step", or "phase" for a phase of its own behind this one that has no other step
    (500.10).
    """

    says: ClassVar = Deed(asks="", gives="step", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    who: PlayerRef
    step: str
    amount: Quantity
    after: str = "step"


class ControlTurn(Term):
    """The controller controls ``who`` during that player's next turn (722)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=False, lasts=True)

    who: PlayerRef


#: All effects of this subject.
TurnEffect: TypeAlias = ExtraTurn | SkipTurn | SkipNext | ExtraPhases | ExtraSteps | ControlTurn
