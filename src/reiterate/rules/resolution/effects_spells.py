"""Effects on spells and abilities on the stack: counter, copy, choose new targets (701.6, 707.10, 115.7)."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import NEW_TARGET, Question, decide, note_objects
from reiterate.rules.access.state_access import set_refs, single_out
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import Ask, Frame, players, quantity, things
from reiterate.rules.events.targets import legal_targets, possible
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.put_triggers_on_stack import targeted
from reiterate.rules.resolution.stacking import ways_of
from reiterate.state.events import Draft
from reiterate.state.model import STACK, Ref, one
from reiterate.state.normal_form import is_single
from reiterate.state.properties import NTH_TARGET
from reiterate.terms.effects_copies import CopySpell
from reiterate.terms.effects_spells import CounterSpell, NewTargets
from reiterate.terms.references import TargetRef, Targets, TargetSpec


def copy_spell(draft: Draft, frame: Frame, effect: CopySpell) -> Ask | None:
    """Copy a spell or ability on the stack (707.10)."""
    count: Amount = 1 if effect.count is None else quantity(draft, frame, effect.count)
    if not at_least(count, 1, "707.10"):
        return None
    named = things(draft, frame, effect.object)
    found = [h for h in named if draft.rows[h].cls.zone == STACK]
    if not found and (
        named or not isinstance(effect.object, TargetRef | Targets)
    ):  # 707.10: as it last was on the stack
        raise unsupported("rule-707.10", "a copy of a spell or ability that is not on the stack any more", "707.10")
    for handle in found:
        for seat in players(draft, frame, effect.who):
            stacking.copy_on_stack(draft, handle, seat, count, effect.retarget, effect.but)
    return None


def counter_spell(draft: Draft, frame: Frame, effect: CounterSpell) -> Ask | None:
    """Counter spells and abilities on the stack (701.6)."""
    for handle in things(draft, frame, effect.object):
        if draft.rows[handle].cls.zone == STACK:
            stacking.counter(draft, handle, effect.to, effect.place)
    return None


def new_targets(draft: Draft, frame: Frame, effect: NewTargets) -> Ask | None:
    """Choose new targets for spells (115.7d)."""
    for handle in (h for h in things(draft, frame, effect.object) if draft.rows[h].cls.zone == STACK):
        _choose(draft, handle, frame.controller)
    return None


def _choose(draft: Draft, handle: int, chooser: int) -> None:
    """Let a player choose for each target of a spell whether it stays or what it becomes.

    Only the final set of targets counts: what one target was another one may become (115.7e). Each
    new target is legal for the spell's controller. Raises ``Unsupported`` for what divides
    something, and for a target that is gone.
    """
    row = draft.rows[handle]
    if row.cls.proto is None or not is_single(row.n):
        raise unsupported("rule-115.7", "new targets for an ability, or for one of several like spells", "115.7d")
    slots = sorted((s for s in row.refs if s.startswith(NTH_TARGET)), key=lambda s: int(s.removeprefix(NTH_TARGET)))
    specs = ways_of(row.cls)
    if division.divided(specs) is not None:
        raise unsupported("rule-115.7", "new targets for what divides something among them", "115.7f")
    wanted = [division.spec_of(specs, int(slot.removeprefix(NTH_TARGET))) for slot in slots]
    if len(slots) != len(specs) and any(spec.other for spec in specs):
        raise unsupported("rule-115.7", "new targets that differ, of which some were not chosen", "115.7e")
    now = [_at(draft, handle, slot) for slot in slots]
    chosen = _asked(draft, handle, chooser, wanted, now)
    fresh: list[int] = []
    refs = dict(row.refs)
    for slot, old, new in zip(slots, now, chosen, strict=True):
        if new != old:
            fresh.append(single_out(draft, new))
            refs[slot] = one(fresh[-1])
    if fresh:
        set_refs(draft, handle, refs)
        targeted(draft, handle, row.cls.controller, fresh, 1, "spell")


def _at(draft: Draft, handle: int, slot: str) -> int:
    """The row that a target of a spell is."""
    ref = draft.rows[handle].refs[slot]
    if not isinstance(ref, Ref) or ref.row not in draft.rows:
        raise unsupported("rule-115.7", "new targets for a spell of which a target is gone", "115.7d")
    return ref.row


def _asked(draft: Draft, handle: int, chooser: int, wanted: list[TargetSpec], now: list[int]) -> list[int]:
    """The targets that are chosen one after the other, so that all can be chosen."""
    seat = draft.rows[handle].cls.controller
    rows = [
        [old, *(r for r in legal_targets(draft, spec, seat, handle) if r not in (old, handle))]
        for spec, old in zip(wanted, now, strict=True)
    ]
    chosen: list[int] = []
    for at, there in enumerate(rows):
        before = [[row] for row in chosen]
        able = [r for r in there if possible(draft, wanted, [*before, [r], *rows[at + 1 :]], handle)]
        found = able[0]
        if len(able) > 1:
            asked = Question("objects", chooser, rows=tuple(able), low=1, high=1, text=f"{NEW_TARGET}{at + 1}")
            found = decide(draft, asked).picks[0][0]
        else:
            note_objects(draft, chooser, able, [(found, 1)], f"{NEW_TARGET}{at + 1}")
        chosen.append(found)
    return chosen
