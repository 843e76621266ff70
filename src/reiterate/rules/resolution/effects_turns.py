"""Effects that add, skip or take over turns, phases and steps (500.7 to 500.11, 722)."""

from __future__ import annotations

from reiterate.rules.access.state_access import add, tally, turn_into
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events import turn_changes
from reiterate.rules.events.frames import Ask, Frame, players, quantity
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.terms.effects_turns import ControlTurn, ExtraPhases, ExtraSteps, ExtraTurn, SkipNext, SkipTurn


def extra_turn(draft: Draft, frame: Frame, effect: ExtraTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_turn(draft, seat)
    return None


def skip_turn(draft: Draft, frame: Frame, effect: SkipTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        tally(draft, "turns skipped", 1)
        tally(draft, f"turns skipped.p{seat + 1}", 1)
        add(draft, "skips a turn", player(seat), "skip turns", 1)
    return None


def skip_next(draft: Draft, frame: Frame, effect: SkipNext) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.skip_next(draft, seat, effect.what)
    return None


def extra_steps(draft: Draft, frame: Frame, effect: ExtraSteps) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_steps(draft, seat, effect.step, quantity(draft, frame, effect.amount), effect.after)
    return None


def extra_phases(draft: Draft, frame: Frame, effect: ExtraPhases) -> Ask | None:
    turn_changes.extra_phases(draft, frame.controller, effect.phases)
    return None


def control_turn(draft: Draft, frame: Frame, effect: ControlTurn) -> Ask | None:
    for seat in players(draft, frame, effect.who):
        them = draft.rows[player(seat)].cls
        turn_into(draft, "will be controlled", player(seat), them.with_prop("next master", f"p{frame.controller + 1}"))
    return None
