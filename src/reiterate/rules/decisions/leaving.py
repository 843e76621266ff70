"""Leaving the game at any time: by conceding (104.3a), by a judge's word (104.3k), and by a draw (104.4b, 104.4f).

No player decides this at a place of the game, so it is no ``Choice``. The position behind it is written by events all the
same. Where others play on, what was asked of the player who left is asked of nobody, or of the next one (800.4a, 800.4j). What is
under way goes on without that player (``interrupted``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.questions import pending
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
from reiterate.rules.decisions import interrupted
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.priority import give_priority, settle_then_priority
from reiterate.rules.turn import declare_attackers, declare_blockers, turn_structure
from reiterate.rules.turn.state_based_actions import draw_for, end_game, lose
from reiterate.state.events import CLASS, Draft, Event
from reiterate.state.model import GAME, State
from reiterate.state.properties import ASKED, NEXT, PASSES

#: What a player does who concedes, and whom a judge takes out of the game: the rules that say so.
CONCEDED: Final = "104.3a"
REMOVED: Final = "104.3k"

#: A judge's word that the game is a draw: tournaments have rules of their own.
RULED: Final = "100.6"


def leave(state: State, seat: int, rule: str) -> tuple[State, list[Event]] | Refusal:
    """A player loses and leaves the game at once: the position without them, or the end of the game, and the events.

    In: ``rule``: why they lose, such as ``CONCEDED``. "Can't lose" does not hinder it (104.3a). A refusal where the game is over
    or the player has left. Raises ``Unsupported`` where the rules' text doesn't say what becomes of something under way
    (``interrupted``).
    """
    if asked(state) == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "", "104.1")
    if not in_game(state, seat):
        return Refusal(ILLEGAL, "has-left", f"p{seat + 1} has left the game", "a player who is still in it", "800.4a")
    return _without(state, lambda draft: lose(draft, seat, rule))


def drawn(state: State, involved: list[int], rule: str) -> tuple[State, list[Event]]:
    """The game is a draw: for all, or with a limited range for those who are involved and those in their range (104.4f).

    Raises ``Unsupported`` as ``leave`` does.
    """
    return _without(state, lambda draft: draw_for(draft, involved, rule))


def won(state: State, seat: int, rule: str) -> tuple[State, list[Event]]:
    """A player wins, and the game is over (104.1)."""
    return _without(state, lambda draft: end_game(draft, (seat,), rule))


def _without(state: State, going: Callable[[Draft], None]) -> tuple[State, list[Event]]:
    """The position once players have gone, up to the next decision."""
    if pending(state) is not None:
        return interrupted.midway(state, going, _without)
    if asked(state) in interrupted.RESOLVING:
        return interrupted.resolving(state, going)
    ask, order, holder = asked(state), seats(state), decider(state)
    draft = Draft(state)
    going(draft)
    if asked(draft) == "over":
        return draft.done(), draft.events
    left = set(order) - set(seats(draft))
    _resume(draft, ask, order, holder, left)
    after, events = interrupted.resumed(draft)
    return _passes_count_on(state, after, events, left) if ask == "priority" else (after, events)


def _resume(draft: Draft, ask: str, order: list[int], holder: int, left: set[int]) -> None:
    """What comes next where players have left. In: what was asked, the turn order before, who was asked, and who left."""
    if ask == "priority":
        settle_then_priority(draft, next_after(draft, holder) if holder in left else holder)
        return
    if ask == "cleanup":
        if holder in left:
            turn_structure.finish_cleanup(draft)
        return
    if ask == "attack":
        if holder in left or not declare_attackers.could_attack(draft, holder):
            combat_costs.over(draft)
            settle_then_priority(draft, active_seat(draft))
        return
    set_about(draft, None)
    if ask == "block":
        set_game(draft, game(draft).with_prop(ASKED, "settle").with_prop(NEXT, active_seat(draft)))
        before = [seat for seat in order[: order.index(holder)] if seat not in left]
        if not declare_blockers.ask_blocks(draft, after=before[-1] if before else -1):
            settle_then_priority(draft, active_seat(draft))
    elif ask == "assign":
        interrupted.begin_step(draft, turn_structure.step_name(draft))
    else:  # abilities that wait, and legends: what is left of them is looked at anew
        set_game(draft, game(draft).with_prop(ASKED, "settle"))


def _passes_count_on(state: State, after: State, events: list[Event], left: set[int]) -> tuple[State, list[Event]]:
    """Passes in succession of those who are still there count on (117.4), where nothing happened as the others left.

    In: the position before, the one behind, the events between them, and who left. Whoever had priority keeps it, else the next player
    in turn order has it (800.4a).
    """
    order, holder = seats(state), decider(state)
    at = order.index(holder)
    passed = [order[(at - i) % len(order)] for i in range(1, number_prop(state.rows[GAME].cls, PASSES) + 1)]
    still = sum(seat not in left for seat in passed)
    first = next((i for i, event in enumerate(events) if event.op == CLASS and event.row == GAME), len(events))
    happened = any(event.op != CLASS or event.row != GAME for event in events[first:])
    if asked(after) != "priority" or happened or not still:
        return after, events
    draft = Draft(after)
    give_priority(draft, decider(after), min(still, len(seats(after)) - 1))
    return draft.done(), events + draft.events
