"""Priority (117): state-based actions and triggers until nothing happens, then who may act."""

from __future__ import annotations

from typing import Final

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.questions import CHECK, mark
from reiterate.rules.access.state_access import game, next_after, number_prop, set_game
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events import combat_state, control, daytime, pairs
from reiterate.rules.events.triggers import state_triggers
from reiterate.rules.resolution.effects_continuous import come_back
from reiterate.rules.resolution.put_triggers_on_stack import put_waiting
from reiterate.rules.turn import state_based_actions, turn_structure
from reiterate.state.events import CLASS, Draft, Event, apply
from reiterate.state.model import GAME, STEERING, WAITING, Class
from reiterate.state.properties import ASKED, LOST, NEXT, PASSES, TIMESTAMPS, WHO

#: Rounds of state-based actions and triggers that one step may take before it is given up as undetermined.
SETTLE_BUDGET: Final = 10_000
_PRIORITY: dict[tuple[Class, int, int], Class] = {}
_SETTLING: dict[tuple[Class, int], Class] = {}


def give_priority(draft: Draft, seat: int, passes: int) -> None:
    """Give a player priority after ``passes`` passes in succession (117.3, 117.4)."""
    now = draft.rows[GAME].cls
    at = (now, seat, passes)
    known = _PRIORITY.get(at)
    if known is None:
        known = now.with_prop(ASKED, "priority").with_prop(WHO, seat).with_prop(PASSES, passes)
        known = known.with_prop(NEXT, False)
        _PRIORITY[at] = known
    if known is not now:
        apply(draft, Event(CLASS, "", GAME, "", 0, known))


def settle(draft: Draft) -> None:
    """State-based actions, then waiting triggers, until a player gets priority or has to choose (117.5)."""
    for _ in range(SETTLE_BUDGET):
        ask = asked(draft)
        if ask not in ("settle", "cleanup-check"):
            return
        mark(draft, CHECK)
        if draft.ended:
            come_back(draft)
        if draft.news:
            draft.news = False
            if STEERING in draft.index and TIMESTAMPS in draft.seqs:
                control.settle_control(draft)
                draft.news = False
            combat_state.drop_others(draft)
            pairs.unpair(draft)
            daytime.settle_daytime(draft)
            if state_based_actions.perform_round(draft):
                state_triggers(draft)
                if asked(draft) == "cleanup-check":  # 514.3a: something happened, so there is priority
                    set_game(draft, game(draft).with_prop(ASKED, "settle"))
                continue
            state_triggers(draft)
        if WAITING in draft.index:
            if not put_waiting(draft):
                return
            if ask == "cleanup-check":
                set_game(draft, game(draft).with_prop(ASKED, "settle"))
            continue
        if ask == "cleanup-check":
            turn_structure.next_step(draft)
            continue
        give_priority(draft, _next_seat(draft), 0)
        return
    message = f"state-based actions and triggers did not settle within {SETTLE_BUDGET} rounds"
    raise Unsupported(Refusal(UNDETERMINED, "settle-budget", message, rule="704.3"))


def _next_seat(draft: Draft) -> int:
    wanted = number_prop(draft.rows[GAME].cls, NEXT)
    return next_after(draft, wanted) if LOST in draft.rows[1 + wanted].cls.by_prop else wanted


def settle_then_priority(draft: Draft, seat: int) -> None:
    """Something was done: settle, then ``seat`` gets priority."""
    now = draft.rows[GAME].cls
    known = _SETTLING.get((now, seat))
    if known is None:
        known = _SETTLING[now, seat] = now.with_prop(ASKED, "settle").with_prop(NEXT, seat)
    if known is not now:
        apply(draft, Event(CLASS, "", GAME, "", 0, known))
    draft.news = True
