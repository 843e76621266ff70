"""Handlers of effects that divide something among targets (601.2d): each gets the part announced for it."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount
from reiterate.rules.access.influence import sees
from reiterate.rules.events import damage
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events.frames import Ask, Frame, Handler
from reiterate.rules.resolution import division
from reiterate.rules.resolution.effects import damage_source
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, is_player
from reiterate.terms.base import Term
from reiterate.terms.effects_damage import DealDivided
from reiterate.terms.effects_permanents import Distribute
from reiterate.terms.references import TargetRef


def _shares(draft: Draft, frame: Frame, first: Term) -> list[tuple[int, Amount]]:
    """The targets that are still legal with their parts; the part of one that is not is lost (608.2b)."""
    assert isinstance(first, TargetRef)
    found: list[tuple[int, Amount]] = []
    for number in division.numbers_of(frame.refs):
        named = frame.refs[f"{division.TARGET}{number}"]
        if number < first.index or not isinstance(named, Ref) or named.row not in draft.rows:
            continue
        here = is_player(draft, named.row) or draft.rows[named.row].cls.zone == BATTLEFIELD
        if here and sees(draft, frame.controller, named.row):  # 801.10
            found.append((named.row, frame.num.get(f"{division.PART}{number}", 0)))
    return found


def _deal(draft: Draft, frame: Frame, effect: DealDivided) -> Ask | None:
    shares = _shares(draft, frame, effect.to)
    damage.deal_together(draft, damage_source(draft, frame, effect.source), shares)
    frame.failed = not shares
    return None


def _distribute(draft: Draft, frame: Frame, effect: Distribute) -> Ask | None:
    shares = _shares(draft, frame, effect.to)
    for handle, part in shares:
        game_objects.put_counters(draft, handle, effect.kind, part, frame.controller)
    frame.failed = not shares
    return None


SHARES: Final[dict[type, Handler]] = {DealDivided: _deal, Distribute: _distribute}
