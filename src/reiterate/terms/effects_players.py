"""Effects on players, and on turns: life, counters, winning (119, 122.1, 104), turns, phases and steps (500.7 to 500.11, 722).

Effects on players: life, counters, winning and losing (119, 122.1, 104).

Effects that add, skip or take over turns, phases and steps (500.7 to 500.11, 722).
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Deed, Term
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import ObjectRef, PlayerRef

# --- effects players -----------------------------------------------------------------------------


class GainLife(Term):
    """``who`` gains life (119.3)."""

    says: ClassVar = Deed(asks="", gives="life", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    amount: Quantity


class LoseLife(Term):
    """``who`` loses life (119.3)."""

    says: ClassVar = Deed(asks="", gives="loss", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    amount: Quantity


class SetLife(Term):
    """A player's life total becomes an amount (119.5)."""

    says: ClassVar = Deed(
        asks="", gives="life loss", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class ExchangeLife(Term):
    """A player's life total and a creature's toughness are exchanged (701.12)."""

    says: ClassVar = Deed(
        asks="", gives="life loss dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    object: ObjectRef


class PutPlayerCounters(Term):
    """A player gets counters (122.1)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    kind: str
    amount: Quantity


class WinLose(Term):
    """``who`` wins (True) or loses the game (104.2b, 104.3e)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    wins: bool


#: All effects of this subject.
class Bend(Term):
    """The controller has bent an element: "air", "earth" or "fire" (701.65b, 701.66b, 702.189b); ``object``: if that is there."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=False, lasts=False)

    element: str
    object: ObjectRef | None = None


PlayerEffect: TypeAlias = GainLife | LoseLife | SetLife | ExchangeLife | PutPlayerCounters | WinLose | Bend


# --- effects turns -------------------------------------------------------------------------------


class ExtraTurn(Term):
    """``who`` takes an extra turn after this one (500.7); ``count``: so many."""

    says: ClassVar = Deed(
        asks="turns", gives="turn step", renews="all", changes="", moves="", names=False, ranged=True, lasts=True
    )

    who: PlayerRef
    count: Quantity | None = None


class SkipTurn(Term):
    """``who`` skips their next turn (500.11)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    who: PlayerRef


class KeepMana(Term):
    """Until end of turn the controller doesn't lose unspent mana of some kinds as steps and phases end (500.5, 611.2)."""

    says: ClassVar = Deed(asks="", gives="mana", renews="", changes="", moves="", names=False, ranged=False, lasts=True)

    kinds: tuple[str, ...]


class NoMaximumHandSize(Term):
    """``who`` has no maximum hand size (402.2), until their next turn or for the rest of the game: "next turn" or "game"."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    who: PlayerRef
    until: str


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
TurnEffect: TypeAlias = (
    ExtraTurn | SkipTurn | NoMaximumHandSize | KeepMana | SkipNext | ExtraPhases | ExtraSteps | ControlTurn
)
