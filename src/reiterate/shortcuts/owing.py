"""What players owe as a game goes on: the duties there are, and the history of positions that brings more of them (732.3)."""

from __future__ import annotations

from dataclasses import dataclass

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.shortcuts.duty import Duty, all_after
from reiterate.shortcuts.duty_to_differ import History
from reiterate.shortcuts.ways_out import WaysOn, no_way_out, not_now, ways_out
from reiterate.state.model import State


@dataclass(slots=True)
class Owing:
    """The duties in the present position of a history. Each choice is asked about, and then followed."""

    duties: tuple[Duty, ...]
    history: History

    @property
    def state(self) -> State:
        """The present position."""
        return self.history.state

    def not_now(self, choice: Choice) -> Refusal | None:
        """Why a legal choice may not be made now, by any duty; None where it may."""
        return not_now(self.duties, self.state, choice, self.history.forbidden)

    def verify(self, choice: Choice) -> Refusal | None:
        """Why a choice may not be made now: it is not legal, something is owed, or too many positions were there."""
        refused = verify(self.state, choice) or self.not_now(choice)
        return refused or self.history.spent()

    def play(self, choice: Choice, behind: State) -> None:
        """Make a choice that may be made, in the present position. In: the position behind it."""
        self.duties = all_after(self.duties, self.state, choice, behind)
        self.history.note(choice)
        self.history.come_to(behind)

    @property
    def anything(self) -> bool:
        """Whether some choice may have to be another one now, so that ``not_now`` has something to ask."""
        return bool(self.duties or self.history.duties)

    def ways(self) -> WaysOn:
        """What the player who decides may choose that satisfies all that is owed."""
        return ways_out(self.duties, self.state, self.not_now)

    @property
    def none_exists(self) -> bool:
        """Whether the player who decides owes something that no choice satisfies."""
        return no_way_out(self.duties, self.state, self.history.forbidden)
