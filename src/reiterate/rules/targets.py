"""Targets (115): which rows a target may be, and whether it still is one."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.chars import matches, proto_of, view
from reiterate.rules.world import seats
from reiterate.state.model import BATTLEFIELD, STACK, State, is_player, player
from reiterate.terms.nodes import Enchant, TargetSpec


def legal_targets(state: State, spec: TargetSpec, controller: int, source: int) -> list[int]:
    """The rows that one target could be, players first, then permanents oldest first."""
    found: list[int] = []
    if spec.players:
        found += [player(seat) for seat in seats(state) if _player_fits(spec, seat, controller)]
    if spec.filter is not None:
        if spec.zone not in (BATTLEFIELD, STACK):
            raise unsupported("rule-target-zone", f"targets in a {spec.zone}", "115.2")
        for handle, row in state.rows.items():
            here = row.cls.zone == spec.zone and row.cls.kind in ("card", "token")
            if here and may_target(state, spec, handle, controller, source):
                found.append(handle)
    return found


def _player_fits(spec: TargetSpec, seat: int, controller: int) -> bool:
    return spec.players == "any" or (spec.players == "opponent") == (seat != controller)


def may_target(state: State, spec: TargetSpec, handle: int, controller: int, source: int) -> bool:
    """Whether a row is a legal target now (115.4, 608.2b; hexproof 702.11, shroud 702.18)."""
    row = state.rows.get(handle)
    if row is None:
        return False
    if is_player(state, handle):
        seat = handle - 1
        return bool(spec.players) and seat in seats(state) and _player_fits(spec, seat, controller)
    if spec.filter is None or row.cls.zone != spec.zone:
        return False
    if row.cls.zone == BATTLEFIELD:
        keywords = view(state, handle).keywords
        if "shroud" in keywords or ("hexproof" in keywords and row.cls.controller != controller):
            return False
    return matches(state, spec.filter, handle, controller, source)


def enchant_spec(cls_abilities: tuple[object, ...]) -> TargetSpec | None:
    """What an Aura spell targets (303.4a, 702.5), or None for what is no Aura."""
    for ability in cls_abilities:
        if isinstance(ability, Enchant):
            return TargetSpec(ability.filter)
    return None


def is_aura(state: State, handle: int) -> bool:
    """Whether a row is an Aura."""
    cls = state.rows[handle].cls
    return cls.proto is not None and "Aura" in proto_of(cls).subtypes
