"""What is done over a stack: where a permanent copies spells, they have to wait for it. Part of the solver: the search."""

from __future__ import annotations

from functools import lru_cache

from reiterate.rules.access.faces import front_of
from reiterate.state.model import BATTLEFIELD, State
from reiterate.survey.wants import holds
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec


def copies_spells(state: State, me: int) -> bool:
    """Whether a permanent of a player has an ability that copies a spell which it targets, also one that is face down."""
    mine = (row.cls for row in state.rows.values() if row.cls.zone == BATTLEFIELD and row.cls.controller == me)
    return any(proto is not None and _copies(proto) for proto in (front_of(cls) or cls.proto for cls in mine))


@lru_cache(maxsize=4096)
def _copies(proto: Proto) -> bool:
    abilities = [each for each in proto.abilities if isinstance(each, Activated | Triggered)]
    return any(holds(each.effects, CopySpell) and any(map(_of_spells, each.targets)) for each in abilities)


def _of_spells(spec: TargetSpec) -> bool:
    return spec.zone == "stack" and not spec.ability
