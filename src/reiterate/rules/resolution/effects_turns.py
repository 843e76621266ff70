"""Effects that add, skip or take over turns, phases and steps (500.7 to 500.11, 722)."""

from __future__ import annotations

from reiterate.rules.access.state_access import add, in_game, tally, turn_into
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events import turn_changes
from reiterate.rules.events.frames import Ask, Frame, players, quantity
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.properties import COUNT_TURNS_SKIPPED, COUNT_TURNS_SKIPPED_OF, NEXT_MASTER, SKIP_TURNS
from reiterate.terms.effects_turns import ControlTurn, ExtraPhases, ExtraSteps, ExtraTurn, SkipNext, SkipTurn


def extra_turn(draft: Draft, frame: Frame, effect: ExtraTurn) -> Ask | None:
    """Players take extra turns (500.7)."""
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_turn(draft, seat)
    return None


def skip_turn(draft: Draft, frame: Frame, effect: SkipTurn) -> Ask | None:
    """Players skip their next turns (500.11)."""
    for seat in players(draft, frame, effect.who):
        tally(draft, COUNT_TURNS_SKIPPED, 1)
        tally(draft, f"{COUNT_TURNS_SKIPPED_OF}p{seat + 1}", 1)
        add(draft, "skips a turn", player(seat), SKIP_TURNS, 1)
    return None


def skip_next(draft: Draft, frame: Frame, effect: SkipNext) -> Ask | None:
    """Players skip their next step or phase of a kind (500.11)."""
    for seat in players(draft, frame, effect.who):
        turn_changes.skip_next(draft, seat, effect.what)
    return None


def extra_steps(draft: Draft, frame: Frame, effect: ExtraSteps) -> Ask | None:
    """Additional steps after one (500.9, 500.10)."""
    for seat in players(draft, frame, effect.who):
        turn_changes.extra_steps(draft, seat, effect.step, quantity(draft, frame, effect.amount), effect.after)
    return None


def extra_phases(draft: Draft, frame: Frame, effect: ExtraPhases) -> Ask | None:
    """Additional phases after this one (500.8)."""
    turn_changes.extra_phases(draft, frame.controller, effect.phases)
    return None


def control_turn(draft: Draft, frame: Frame, effect: ControlTurn) -> Ask | None:
    """The controller controls players during their next turns (722)."""
    for seat in players(draft, frame, effect.who) if in_game(draft, frame.controller) else ():  # 800.4b
        them = draft.rows[player(seat)].cls
        turn_into(draft, "will be controlled", player(seat), them.with_prop(NEXT_MASTER, f"p{frame.controller + 1}"))
    return None
