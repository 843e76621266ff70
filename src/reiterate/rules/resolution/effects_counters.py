"""Effects that put counters on permanents and players, remove, double or distribute them (122, 701.34)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, equal, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access import state_access
from reiterate.rules.access.influence import sees
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import split, tally
from reiterate.rules.events import counters
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import Ask, Frame, asks_if_done, objects, players, quantity, set_done, things
from reiterate.rules.resolution.division import legal_shares
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, is_player
from reiterate.state.properties import COUNT_PROLIFERATES, COUNTER, PLAYER
from reiterate.terms.effects_permanents import Distribute, DoubleCounters, Proliferate, PutCounters, RemoveCounters
from reiterate.terms.effects_players import PutPlayerCounters
from reiterate.terms.references import TargetRef, Targets

#: Where cards may have counters (122.1).
_COUNTED: Final = (BATTLEFIELD, EXILE)


def put_counters(draft: Draft, frame: Frame, effect: PutCounters) -> Ask | None:
    """Put counters on permanents (122.1)."""
    amount = quantity(draft, frame, effect.amount)
    asked, put = asks_if_done(frame), False
    aimed = things(draft, frame, effect.object) if isinstance(effect.object, TargetRef | Targets) else []
    if any(is_player(draft, handle) for handle in aimed):
        raise unsupported("rule-122.1", "counters for a permanent put on a player", "122.1")
    for handle in objects(draft, frame, effect.object, _COUNTED):
        before = draft.rows[handle].get(COUNTER + effect.kind) if asked else 0
        counters.put_counters(draft, handle, effect.kind, amount, frame.controller)
        if asked and not equal(draft.rows[handle].get(COUNTER + effect.kind), before, "608.2c"):
            put = True
    frame.failed = asked and not put
    return None


def remove_counters(draft: Draft, frame: Frame, effect: RemoveCounters) -> Ask | None:
    """Remove counters from permanents (122.1)."""
    amount = quantity(draft, frame, effect.amount)
    total: Amount = 0
    for handle in objects(draft, frame, effect.object, _COUNTED):
        total = total + counters.remove_counters(draft, handle, effect.kind, amount)
    set_done(frame, total)
    frame.failed = is_zero(total, "608.2c")
    return None


def proliferate(draft: Draft, frame: Frame, effect: Proliferate) -> Ask | None:
    """One more counter of each kind on chosen permanents and players (701.34)."""
    tally(draft, COUNT_PROLIFERATES, 1)
    rows = [
        h
        for h, row in draft.rows.items()
        if (row.cls.zone == BATTLEFIELD or (row.cls.kind == PLAYER and state_access.in_game(draft, row.cls.owner)))
        and sees(draft, frame.controller, h)
        and any(s.startswith(COUNTER) and not is_zero(v, "122.1") for s, v in row.num.items())
    ]
    total: Amount = 0
    for row in rows:
        total = total + draft.rows[row].n
    if not rows:
        return None
    asked = Question("objects", frame.controller, rows=tuple(rows), low=0, high=total, text="proliferate")
    for handle, count in decide(draft, asked).picks:
        row_now = split(draft, handle, count)
        for slot, amount in list(draft.rows[row_now].num.items()):
            if slot.startswith(COUNTER) and not is_zero(amount, "122.1"):
                if is_player(draft, row_now):
                    counters.player_gets(draft, row_now - 1, slot, 1)
                else:
                    counters.put_counters(draft, row_now, slot.removeprefix(COUNTER), 1, frame.controller)
    return None


def double_counters(draft: Draft, frame: Frame, effect: DoubleCounters) -> Ask | None:
    """As many counters again as are on a permanent (701.10e)."""
    for handle in objects(draft, frame, effect.object):
        now = draft.rows[handle].get(COUNTER + effect.kind)
        counters.put_counters(draft, handle, effect.kind, now, frame.controller)
    return None


def put_player_counters(draft: Draft, frame: Frame, effect: PutPlayerCounters) -> Ask | None:
    """Players get counters (122.1)."""
    for seat in players(draft, frame, effect.who):
        counters.player_gets(draft, seat, f"{COUNTER}{effect.kind}", quantity(draft, frame, effect.amount))
    return None


def distribute(draft: Draft, frame: Frame, effect: Distribute) -> Ask | None:
    """Counters divided among targets, as announced (601.2d)."""
    shares = legal_shares(draft, frame, effect.to)
    for handle, part in shares:
        counters.put_counters(draft, handle, effect.kind, part, frame.controller)
    frame.failed = not shares
    return None
