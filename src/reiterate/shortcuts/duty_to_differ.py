"""The duty to differ (730.3): players whose independent actions bring a position back may not make them for ever.

The history of a game is followed choice by choice. Where a position comes back, the actions in
between are looked at. If several players acted, one of them must choose differently: the active
player, or the first of them in turn order. That player gets a duty for each action in between, at
the position where it was taken. A duty never forbids a pass. Irrelevant detours do not end it, and
it lasts while its position comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from reiterate.refusals import ILLEGAL, UNDETERMINED, Refusal
from reiterate.rules.access.choice import ANSWER, MAY, Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.optional_actions import acts
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.alike_positions import alike
from reiterate.state.identity import same_for_rules
from reiterate.state.idle_marks import without_idle_marks
from reiterate.state.model import State

#: Positions that are remembered before what comes back is no longer known.
POSITION_BUDGET: Final = 2_000


def independent(state: State, choice: Choice) -> bool:
    """Whether a choice is an action that its player takes independently: one of ``acts``, or doing what one may do.

    To do it where not doing it leads to the same position is nothing that anybody has to stop.
    """
    if acts(state, choice):
        return True
    if choice.answer != "yes" or choice.verb not in (MAY, ANSWER):
        return False
    no = Choice(choice.verb, choice.player, answer="no")
    return verify(state, no) is None and not same_for_rules(step(state, choice)[0], step(state, no)[0])


def _classes(state: State) -> frozenset[int]:
    """What two positions that are the same have in common, whatever is older in them: the classes of their rows."""
    return frozenset(id(row.cls) for row in without_idle_marks(state).rows.values())


@dataclass(frozen=True, slots=True)
class DutyToDiffer:
    """A player may not make this action again in this position (730.3)."""

    seat: int
    state: State
    action: Choice

    def forbids(self, state: State, choice: Choice) -> bool:
        """Whether a choice is the action again: in the same position, and with the same position behind it."""
        if choice.player != self.seat or choice.verb != self.action.verb or not same_for_rules(state, self.state):
            return False
        return same_for_rules(step(state, choice)[0], step(self.state, self.action)[0])


@dataclass(slots=True)
class History:
    """The positions of a game so far with the choice made in each, and the duties that came of them.

    ``owing``: where the present position has come back by actions of several players, who must choose differently.
    """

    state: State
    line: list[tuple[State, Choice]] = field(default_factory=list)
    duties: list[DutyToDiffer] = field(default_factory=list)
    seen: dict[object, list[int]] = field(default_factory=dict)
    owing: int | None = None

    def verify(self, choice: Choice) -> Refusal | None:
        """Why a choice may not be made now: it is not legal, or it would go on with a fragmented loop."""
        return verify(self.state, choice) or self.forbidden(choice)

    def forbidden(self, choice: Choice) -> Refusal | None:
        """Why a legal choice may not be made now: it would go on with a fragmented loop (730.3)."""
        if any(duty.forbids(self.state, choice) for duty in self.duties):
            who = f"p{choice.player + 1}"
            message = f"{who} must choose differently: this action in this position was part of a fragmented loop"
            return Refusal(ILLEGAL, "must-differ", message, "another choice", "730.3")
        return None

    def play(self, choice: Choice) -> Refusal | None:
        """Make a choice; a refusal where ``verify`` refuses it, or where more positions than the budget were there."""
        refused = self.verify(choice)
        if refused is not None:
            return refused
        if len(self.line) >= POSITION_BUDGET:
            message = f"POSITION_BUDGET ran out: undetermined after {POSITION_BUDGET:,} positions; seen: {self._seen()}"
            return Refusal(UNDETERMINED, "position-budget", message, rule="730.3")
        self.note(choice)
        self.come_to(step(self.state, choice)[0])
        return None

    def note(self, choice: Choice) -> None:
        """Remember the position that there is and the choice made in it."""
        self.seen.setdefault(_classes(self.state), []).append(len(self.line))
        self.line.append((self.state, choice))

    def note_at(self, state: State, choice: Choice) -> None:
        """Remember a position and the choice made in it, without looking back."""
        self.state = state
        self.note(choice)

    def come_to(self, state: State) -> None:
        """Be in a position, which may be one that was there before."""
        self.state = state
        self.owing = None
        self._look_back()

    def copy(self) -> History:
        """The same, to be played on by itself."""
        return History(
            self.state, list(self.line), list(self.duties), {key: list(at) for key, at in self.seen.items()}, self.owing
        )

    def _seen(self) -> str:
        return f"{len(self.duties)} actions that must not be made again"

    def must_differ(self) -> int | None:
        """The player who must choose differently in the present position, or None."""
        return next((d.seat for d in self.duties if same_for_rules(self.state, d.state)), None)

    def since(self, back: Callable[[State, State], bool] = same_for_rules) -> list[tuple[State, Choice]]:
        """The positions and choices since the present position was there last; none where it was not there before.

        in: ``back``, the relation by which a position is one that was there before.
        """
        for at in reversed(self.seen.get(_classes(self.state), ())):
            if back(self.line[at][0], self.state):
                return self.line[at:]
        return []

    def actors(self, back: Callable[[State, State], bool] = same_for_rules) -> set[int]:
        """The players whose independent actions brought the present position back."""
        return {choice.player for state, choice in self.since(back) if independent(state, choice)}

    def brought_back_alone(self, back: Callable[[State, State], bool] = same_for_rules) -> int | None:
        """The one player whose actions brought the present position back; None where there is no such player."""
        who = self.actors(back)
        return who.pop() if len(who) == 1 else None

    def last_alike(self) -> State | None:
        """The last position that was there before and is alike the present one (MTR 4.4)."""
        earlier = (self.line[at][0] for at in reversed(self.seen.get(_classes(self.state), ())))
        return next((state for state in earlier if alike(state, self.state)), None)

    def _look_back(self) -> None:
        if asked(self.state) == "over":
            return
        for at in reversed(self.seen.get(_classes(self.state), ())):
            if same_for_rules(self.line[at][0], self.state):
                self._fragmented(self.line[at:])
                return

    def _fragmented(self, between: Sequence[tuple[State, Choice]]) -> None:
        """Lay the duty on one of several players whose actions brought the position back."""
        acted = [(state, choice) for state, choice in between if independent(state, choice)]
        who = {choice.player for _, choice in acted}
        if len(who) < 2:
            return
        seat = next(seat for seat in seats(self.state) if seat in who)  # from the active player on
        self.owing = seat
        for state, choice in acted:
            made = DutyToDiffer(seat, state, choice)
            if choice.player == seat and not any(duty.forbids(state, choice) for duty in self.duties):
                self.duties.append(made)
