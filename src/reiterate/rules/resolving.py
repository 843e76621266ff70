"""Carrying out the effects of what resolves, one after the other; suspended work is data (608.2)."""

from __future__ import annotations

from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.dealings import DEALINGS
from reiterate.rules.deeds import MORE
from reiterate.rules.effects import CORE
from reiterate.rules.frames import DID, Ask, Frame, Handler, asks_if_done
from reiterate.rules.free_casting import CASTING
from reiterate.rules.influence import check_effect
from reiterate.rules.shares import SHARES
from reiterate.rules.triggers import state_triggers
from reiterate.rules.until import UNTIL, come_back
from reiterate.rules.world import game, new_row, set_about, set_game
from reiterate.state.events import DROP, Draft, Event, apply
from reiterate.state.model import Row, make_class
from reiterate.terms.base import Term
from reiterate.terms.deeds import Again, Branch, ForEachPlayer, IfDone, MayPay, RepeatProcess
from reiterate.terms.nodes import May

HANDLERS: Final[dict[type, Handler]] = {**CORE, **MORE, **SHARES, **UNTIL, **DEALINGS, **CASTING}

#: Effects that only order others: whether something was done is not theirs to say.
_CONTROL: Final = (May, IfDone, Branch, MayPay, RepeatProcess, Again, ForEachPlayer)


def run(draft: Draft, frame: Frame) -> bool:
    """Work through a frame's effects; False if it was suspended for a decision."""
    draft.frames.append(frame)
    done = _work_through(draft, frame)
    draft.frames.remove(frame)
    return done


def _work_through(draft: Draft, frame: Frame) -> bool:
    while frame.rest:
        effect = frame.rest[0]
        frame.rest = frame.rest[1:]
        handler = HANDLERS.get(type(effect))
        if handler is None:
            raise unsupported("rule-effect", f"{type(effect).__name__} has no handler", "608.2")
        check_effect(draft, effect)
        frame.failed = False
        asked = handler(draft, frame, effect)
        state_triggers(draft)
        if draft.ended:
            come_back(draft)
        if asked is not None:
            suspend(draft, frame, asked)
            return False
        if not frame.failed and not isinstance(effect, _CONTROL) and asks_if_done(frame):
            frame.num = {**frame.num, DID: 1}
    return True


def suspend(draft: Draft, frame: Frame, asked: Ask) -> None:
    """Store the rest of a frame in the state and ask its decision."""
    cls = make_class("frame", owner=frame.controller, controller=frame.controller, props=(("rest", frame.rest),))
    handle = new_row(draft, "", Row(cls, frame.num, 1, frame.refs))
    what, seat = asked
    set_game(draft, game(draft).with_prop("ask", what).with_prop("who", seat))
    set_about(draft, handle)


def resume(draft: Draft, handle: int) -> Frame:
    """Take a suspended frame out of the state."""
    row = draft.rows[handle]
    rest = row.cls.prop("rest", ())
    assert isinstance(rest, tuple)
    set_about(draft, None)
    apply(draft, Event(DROP, "", handle))
    effects: list[Term] = [e for e in rest if isinstance(e, Term)]
    return Frame(row.cls.controller, row.refs, row.num, tuple(effects))
