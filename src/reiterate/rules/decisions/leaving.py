"""Leaving the game at any time: by conceding (104.3a), by a judge's word (104.3k), and by a draw (104.4b, 104.4f).

No player decides this at a place of the game, so it is no ``Choice``. The position behind it is written by events all the
same. Where others play on, what was asked of the player who left is asked of nobody, or of the next one (800.4a, 800.4j).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.refusals import ILLEGAL, Refusal, unsupported
from reiterate.rules.access.questions import pending, take_back
from reiterate.rules.access.state_access import (
    active_seat,
    game,
    in_game,
    next_after,
    number_prop,
    seats,
    set_about,
    set_game,
)
from reiterate.rules.costs import combat_costs
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.priority import give_priority, settle, settle_then_priority
from reiterate.rules.turn import combat_damage, declare_attackers, declare_blockers, turn_structure
from reiterate.rules.turn.state_based_actions import draw_for, end_game, lose
from reiterate.state.events import CLASS, Draft, Event
from reiterate.state.model import GAME, State
from reiterate.state.properties import ASKED, NEXT, PASSES

#: What a player does who concedes, and whom a judge takes out of the game: the rules that say so.
CONCEDED: Final = "104.3a"
REMOVED: Final = "104.3k"

#: What can be asked while nothing resolves, beside an action or a pass.
_BETWEEN: Final = frozenset({"priority", "order", "target", "keep", "attack", "block", "assign", "cleanup"})


def leave(state: State, seat: int, rule: str) -> tuple[State, list[Event]] | Refusal:
    """A player loses and leaves the game at once: the position without them, or the end of the game, and the events.

    In: ``rule``: why they lose, such as ``CONCEDED``. "Can't lose" does not hinder it (104.3a). A refusal where the game is over
    or the player has left. Raises ``Unsupported`` where others play on and something resolves, and where a rule is not
    implemented (800.4m). Who is taken out (``REMOVED``) while a question is open leaves as that action or resolution began: what it has
    done so far is taken back, and who is still there does it anew.
    """
    if asked(state) == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "", "104.1")
    if not in_game(state, seat):
        return Refusal(ILLEGAL, "has-left", f"p{seat + 1} has left the game", "a player who is still in it", "800.4a")
    return _without(state, lambda draft: lose(draft, seat, rule), back=rule == REMOVED)


def drawn(state: State, involved: list[int], rule: str) -> tuple[State, list[Event]]:
    """The game is a draw: for all, or with a limited range for those who are involved and those in their range (104.4f).

    Raises ``Unsupported`` as ``leave`` does.
    """
    return _without(state, lambda draft: draw_for(draft, involved, rule))


def won(state: State, seat: int, rule: str) -> tuple[State, list[Event]]:
    """A player wins, and the game is over (104.1)."""
    return _without(state, lambda draft: end_game(draft, (seat,), rule))


def _without(state: State, going: Callable[[Draft], None], back: bool = False) -> tuple[State, list[Event]]:
    """The position once players have gone, up to the next decision. ``back``: what a question has interrupted is begun anew."""
    draft = Draft(state)
    ask, order, holder = asked(state), seats(state), decider(state)
    if pending(draft) is not None:
        take_back(draft)
        if back:
            ask, holder = asked(draft), decider(draft)
    going(draft)
    if asked(draft) == "over":
        return draft.done(), draft.events
    if ask not in _BETWEEN:
        raise unsupported("rule-800.4g", "a player who leaves while something resolves", "800.4g")
    _resume(draft, ask, order, holder)
    return draft.done(), draft.events


def _resume(draft: Draft, ask: str, order: list[int], holder: int) -> None:
    """Go on where players have left. In: what was asked, the turn order before, and who was asked."""
    left = set(order) - set(seats(draft))
    if ask == "priority":
        _priority(draft, order, holder, left)
        return
    if ask == "cleanup":
        if holder in left:
            turn_structure.finish_cleanup(draft)
            settle(draft)
        return
    if ask == "attack":
        if holder in left or not declare_attackers.could_attack(draft, holder):
            combat_costs.over(draft)
            settle_then_priority(draft, active_seat(draft))
            settle(draft)
        return
    set_about(draft, None)
    if ask == "block":
        set_game(draft, game(draft).with_prop(ASKED, "settle").with_prop(NEXT, active_seat(draft)))
        before = [seat for seat in order[: order.index(holder)] if seat not in left]
        if not declare_blockers.ask_blocks(draft, after=before[-1] if before else -1):
            settle_then_priority(draft, active_seat(draft))
    elif ask == "assign":
        combat_damage.begin(draft, first=False)
    else:  # abilities that wait, and legends: what is left of them is looked at anew
        set_game(draft, game(draft).with_prop(ASKED, "settle"))
    draft.news = True
    settle(draft)


def _priority(draft: Draft, order: list[int], holder: int, left: set[int]) -> None:
    """Whoever had priority keeps it, else the next player in turn order gets it (800.4a).

    Passes in succession of those who are still there count on (117.4). What triggered as the others left is put on the stack
    before, and state-based actions are performed.
    """
    passes = number_prop(draft.rows[GAME].cls, PASSES)
    at = order.index(holder)
    passed = [order[(at - i) % len(order)] for i in range(1, passes + 1)]
    still = sum(seat not in left for seat in passed)
    heir = next_after(draft, holder) if holder in left else holder
    settle_then_priority(draft, heir)
    known = len(draft.events)
    settle(draft)
    happened = any(event.op != CLASS or event.row != GAME for event in draft.events[known:])
    if asked(draft) == "priority" and decider(draft) == heir and not happened:
        give_priority(draft, heir, min(still, len(seats(draft)) - 1))
