"""Carrying out the effects of what resolves, one after the other; suspended work is data (608.2)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from reiterate.refusals import unsupported
from reiterate.rules.access.influence import check_effect
from reiterate.rules.access.interruptions import EFFECT, mark
from reiterate.rules.access.state_access import game, new_row, set_about, set_game, set_refs
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.events import combat_state, copying
from reiterate.rules.events.frames import Ask, Frame, asks_if_done, numbered
from reiterate.rules.events.triggers import state_triggers
from reiterate.rules.resolution import stacking
from reiterate.rules.resolution.effects_durations import come_back
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.state.events import DROP, Draft, Event, apply
from reiterate.state.index import standing
from reiterate.state.model import EFFECTS, STACK, WATCHING, Ref, Row, make_class, one
from reiterate.state.properties import ASKED, DELAYED, DID, FRAME, HOW, NTH_LOOKED, REST, SOURCE, SPELL, WHO
from reiterate.terms.base import Term
from reiterate.terms.effects_structure import Again, Branch, Effect, ForEachPlayer, IfDone, May, MayPay, RepeatProcess


@cache
def effects_of(ability: Any) -> tuple[Effect, ...]:
    """The effects of an ability or spell; what has "this ability" as a copy has this one (707.9a)."""
    found: tuple[Effect, ...] = copying.with_itself(ability.effects, ability)
    return found


#: Effects that only order others: whether something was done is not theirs to say.
_CONTROL: Final = (May, IfDone, Branch, MayPay, RepeatProcess, Again, ForEachPlayer)


def run(draft: Draft, frame: Frame) -> bool:
    """Work through a frame's effects; False if it was suspended for a decision."""
    draft.frames.append(frame)
    done = _work_through(draft, frame)
    if done and SPELL in frame.refs:
        _put_away(draft, frame)
    draft.frames.remove(frame)
    return done


def _put_away(draft: Draft, frame: Frame) -> None:
    """The final part of a spell's resolution: its card leaves the stack, if nothing moved it before (608.2n)."""
    spell = frame.refs.get(SPELL)
    if not isinstance(spell, Ref) or spell.row not in draft.rows or draft.rows[spell.row].cls.zone != STACK:
        return
    top = spell.row
    cls = draft.rows[top].cls
    how = tuple(name.removeprefix(HOW) for name, _ in cls.props if name.startswith(HOW))
    later: list[int] = []
    for lasting in standing(draft, EFFECTS):
        row = draft.rows[lasting]
        if row.cls.kind == DELAYED and row.refs.get(SOURCE) == one(top):
            later.append(lasting)
    made = stacking.leave_stack(draft, top, continuous_effects.after_resolving(cls, how), "resolved")
    continuous_effects.rebound(draft, cls, made)
    continuous_effects.set_out(draft, cls, made)
    for handle in later if made in draft.rows else ():  # what it set up knows the card that it became
        set_refs(draft, handle, {**draft.rows[handle].refs, SOURCE: one(made)})


def _work_through(draft: Draft, frame: Frame) -> bool:
    while frame.rest:
        _mark(draft, frame)
        effect = frame.rest[0]
        frame.rest = frame.rest[1:]
        handler = HANDLERS.get(type(effect))
        if handler is None:
            raise unsupported("rule-effect", f"{type(effect).__name__} has no handler", "608.2")
        check_effect(draft, effect)
        frame.failed = False
        asked = handler(draft, frame, effect)
        combat_state.drop_others(draft)
        if WATCHING in draft.index:
            state_triggers(draft)
        if draft.ended:
            come_back(draft)
        if asked is not None:
            suspend(draft, frame, asked)
            return False
        if not frame.failed and not isinstance(effect, _CONTROL) and asks_if_done(frame):
            frame.num = {**frame.num, DID: 1}
    _mark(draft, frame)
    return True


def _mark(draft: Draft, frame: Frame) -> None:
    """An effect of what resolves begins, or all of them are done: what follows could be done again from here (800.4a)."""
    if draft.watch is not None and len(draft.frames) == 1:
        mark(draft, EFFECT, Frame(frame.controller, dict(frame.refs), dict(frame.num), frame.rest))


def suspend(draft: Draft, frame: Frame, asked: Ask) -> None:
    """Store the rest of a frame in the state and ask its decision; refuses while cards looked at are to be put somewhere."""
    if numbered(frame.refs, NTH_LOOKED):  # they are hidden, and no row of a position of its own
        raise unsupported("rule-608.2", "another choice before cards looked at are put somewhere", "608.2d")
    cls = make_class(FRAME, owner=frame.controller, controller=frame.controller, props=((REST, frame.rest),))
    handle = new_row(draft, "", Row(cls, frame.num, 1, frame.refs))
    what, seat = asked
    set_game(draft, game(draft).with_prop(ASKED, what).with_prop(WHO, seat))
    set_about(draft, handle)


def resume(draft: Draft, handle: int) -> Frame:
    """Take a suspended frame out of the state."""
    row = draft.rows[handle]
    rest = row.cls.prop(REST, ())
    set_about(draft, None)
    apply(draft, Event(DROP, "", handle))
    effects: list[Term] = [e for e in rest if isinstance(e, Term)]
    return Frame(row.cls.controller, row.refs, row.num, tuple(effects))
