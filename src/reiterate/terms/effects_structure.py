"""Effects made of other effects: choices, conditions, repetition, later triggers; the union of all effects."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Deed, Term, check_declared
from reiterate.terms.conditions import Condition
from reiterate.terms.costs import Cost
from reiterate.terms.effects_continuous import ContinuousEffect
from reiterate.terms.effects_damage import DamageEffect
from reiterate.terms.effects_mana import ManaEffect
from reiterate.terms.effects_permanents import PermanentEffect
from reiterate.terms.effects_players import PlayerEffect, TurnEffect
from reiterate.terms.effects_spells import CopyEffect, SpellEffect
from reiterate.terms.effects_zones import ZoneEffect
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import PlayerRef, TargetSpec, You
from reiterate.terms.trigger_events import TriggerEvent


class May(Term):
    """The controller, or each player of ``who``, may do this (608.2d): a decision as the ability resolves.

    Where several players may, each decides for themselves in turn order. Their effects name them as ``who`` does.
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    effects: tuple[Effect, ...]
    who: PlayerRef = You()


class ChooseOne(Term):
    """The controller chooses one of these lists of effects on resolution (608.2d): "+1/-1 or -1/+1"."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    options: tuple[tuple[Effect, ...], ...]


class IfDone(Term):
    """Do ``first``; if that was done do ``then``, else ``otherwise`` ("if you do", "if they don't")."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    first: tuple[Effect, ...]
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Branch(Term):
    """If the condition holds as this happens do ``then``, else ``otherwise``."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class MayPay(Term):
    """``who`` may pay costs; if they do ``then``, else ``otherwise`` ("unless that player pays ...", 118.12).

    ``times``: the costs are paid as often as that, all of them or none ("for each age counter on
    it", 702.24a).
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    who: PlayerRef
    costs: tuple[Cost, ...]
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    times: Quantity | None = None


class ForEachPlayer(Term):
    """For each player named, in turn order, these effects with that player as "that player".

    ``chosen``: for one of them, whom the controller chooses.
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    who: PlayerRef
    effects: tuple[Effect, ...]
    chosen: bool = False


class RepeatProcess(Term):
    """Do this; while the condition holds, repeat this process. Each repetition is a place of its own (608.2)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    effects: tuple[Effect, ...]
    condition: Condition


class Again(Term):
    """What a repeated process becomes when it begins anew. Never printed on a card."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    process: RepeatProcess


class Delayed(Term):
    """A delayed triggered ability (603.7) about what this effect named: once, or as often as it happens this turn.

    ``ends``: once, and not behind this turn: "when you next cast ... this turn" (603.7b).
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    trigger: TriggerEvent
    effects: tuple[Effect, ...]
    once: bool = True
    ends: bool = False


class Reflexive(Term):
    """A reflexive triggered ability (603.12): "when you do, ..."."""

    says: ClassVar = Deed(
        asks="", gives="targeted", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()


class FlipCoin(Term):
    """``who`` flips a coin (705): ``then`` where they win the flip, ``otherwise`` where they lose it.

    ``sides``: nobody wins or loses (705.2); ``then`` where the coin comes up heads, ``otherwise`` where it comes up tails.
    """

    says: ClassVar = Deed(
        asks="", gives="flipped", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    sides: bool = False


class FlipUntilLost(Term):
    """``who`` flips a coin until they lose a flip (705.2); then these effects, whose ``Done`` is the flips they won."""

    says: ClassVar = Deed(
        asks="", gives="flipped", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    then: tuple[Effect, ...] = ()


#: Every effect that a spell or ability has.
Effect: TypeAlias = (
    ZoneEffect
    | PermanentEffect
    | ContinuousEffect
    | DamageEffect
    | PlayerEffect
    | TurnEffect
    | ManaEffect
    | CopyEffect
    | SpellEffect
    | May
    | ChooseOne
    | IfDone
    | Branch
    | MayPay
    | ForEachPlayer
    | RepeatProcess
    | Again
    | Delayed
    | Reflexive
    | FlipCoin
    | FlipUntilLost
)

check_declared("effect", Effect, Deed)
