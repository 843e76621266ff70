"""What the words of an ability read of the event that sets it off and of its source (603.2, 608.2h)."""

from __future__ import annotations

from typing import Final

from reiterate.terms.base import Term, walk
from reiterate.terms.conditions import Arrived, Kicked, OnBattlefield, WasCast
from reiterate.terms.effects_continuous import Lasting
from reiterate.terms.effects_permanents import AttachTo
from reiterate.terms.effects_zones import (
    Exile,
    ExileUntil,
    Move,
    MoveChosen,
    ReturnToBattlefield,
    ReturnToHand,
    Shuffle,
)
from reiterate.terms.filters import DEFENDING, Filter
from reiterate.terms.quantities import ThatMuch
from reiterate.terms.references import (
    ChosenPlayer,
    ControllerOf,
    DefendingPlayer,
    EachPlayer,
    Host,
    Linked,
    OwnerOf,
    Result,
    TargetSpec,
    That,
    ThatPlayer,
    This,
)
from reiterate.terms.trigger_events import Chapter

#: Effects that look for a card where it went (400.7), and events that let them.
_MOVING: Final = (Move, ReturnToBattlefield, ReturnToHand, Exile, Shuffle)

#: What speaks of the source without naming it: what was chosen for it, where it is, how it was cast.
_OF_SOURCE: Final = (AttachTo, ChosenPlayer, OnBattlefield, WasCast, Kicked, Arrived, ExileUntil, Lasting)
_READS: dict[Term, frozenset[str]] = {}


def reads(ability: Term | None) -> frozenset[str]:
    """Which of its surroundings the effects, targets and condition of an ability read: names of node kinds."""
    if ability is None:
        return frozenset()
    known = _READS.get(ability)
    if known is None:
        found: set[str] = set()

        def visit(node: Term) -> None:
            if isinstance(
                node, (This, Host, That, ThatMuch, ThatPlayer, ControllerOf, Linked, DefendingPlayer, OwnerOf, Result)
            ):
                found.add(type(node).__name__)
                if isinstance(node, Linked):
                    found.add("This")
            elif isinstance(node, EachPlayer) and node.other:
                found.add("ThatPlayer")
            elif isinstance(node, _MOVING):
                found.add("Moved")
                if (isinstance(node, Move) and node.link) or getattr(node, "attach", False):
                    found.add("This")
            elif (
                isinstance(node, _OF_SOURCE)
                or (isinstance(node, MoveChosen) and node.link)
                or (isinstance(node, TargetSpec) and node.weaker)
                or (isinstance(node, Filter) and (node.another or node.chosen or node.controller == DEFENDING))
            ):
                found.add("This")

        effects = getattr(ability, "effects", ())
        walk(effects, visit)
        walk(getattr(ability, "targets", ()), visit)
        walk(getattr(ability, "modes", ()), visit)
        if isinstance(getattr(ability, "trigger", None), Chapter):
            found.add("This")  # a Saga stays for as long as one is on the stack (714.4)
        condition = getattr(ability, "condition", None)
        if condition is not None:
            found.add("This")
            walk(condition, visit)
        known = _READS[ability] = frozenset(found)
    return known
