"""Effects on players: life, counters, winning and losing (119, 122.1, 104)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.declared import Deed
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import ObjectRef, PlayerRef


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
PlayerEffect: TypeAlias = GainLife | LoseLife | SetLife | ExchangeLife | PutPlayerCounters | WinLose
