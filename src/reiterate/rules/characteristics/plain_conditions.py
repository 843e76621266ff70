"""Conditions that no continuous effect has a part in: of the turn, of designations, of how something was cast."""

from __future__ import annotations

from reiterate.rules.characteristics.board_facts import before_attackers, level_of
from reiterate.rules.characteristics.references import Around, cast_before, seen
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, State
from reiterate.state.properties import ACTIVE, ARRIVED, CAST_FROM, DESIGNATED, DISCARDED, IN_EXTRA_TURN, SADDLED, STEP
from reiterate.terms.base import Term
from reiterate.terms.conditions import (
    Arrived,
    BeforeAttackers,
    CastBefore,
    Discarded,
    During,
    HasLevel,
    InExtraTurn,
    InGraveyard,
    IsDesignated,
    IsSaddled,
    IsTapped,
    OnBattlefield,
    WasCast,
    YourTurn,
)
from reiterate.terms.references import This


def plainly_holds(state: State, around: Around, condition: Term) -> bool | None:
    """Whether a condition is true that asks for no characteristics; None for any other condition."""
    match condition:
        case YourTurn():
            return state.game.prop(ACTIVE, 0) == around.controller
        case During(steps, whose):
            mine = state.game.prop(ACTIVE, 0) == around.controller
            return state.game.prop(STEP, "") in steps and (whose == "any" or (whose == "you") == mine)
        case BeforeAttackers():
            return before_attackers(state, around.controller)
        case InExtraTurn():
            return IN_EXTRA_TURN in state.game.by_prop
        case OnBattlefield():
            return around.source in state.rows and state.rows[around.source].cls.zone == BATTLEFIELD
        case InGraveyard():
            return around.source in state.rows and state.rows[around.source].cls.zone == GRAVEYARD
        case IsSaddled():
            found = seen(state, around, This())
            return found is not None and SADDLED in found.cls.by_prop
        case IsDesignated(ref, designation):
            found = seen(state, around, ref)
            return found is not None and f"{DESIGNATED}{designation}" in found.cls.by_prop
        case HasLevel(level, greater):
            now = level_of(seen(state, around, This()))
            return now >= level if greater else now == level
        case IsTapped(ref, tapped):
            found = seen(state, around, ref)
            return found is not None and found.cls.tapped == tapped
        case Arrived():
            found = seen(state, around, This())
            return found is not None and bool(found.cls.prop(ARRIVED, ""))
        case WasCast(from_hand):
            found = seen(state, around, This())
            how = found.cls.prop(CAST_FROM, "") if found is not None else ""
            return how == "hand" if from_hand else bool(how)
        case Discarded():
            found = seen(state, around, This())
            return found is not None and bool(found.cls.prop(DISCARDED))
        case CastBefore():
            return cast_before(state, around)
    return None
