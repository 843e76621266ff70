"""Results of random events that stand above a line of a script, on their way to the choices that need them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from reiterate.refusals import Refusal, Unsupported, Where
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.results import Random, unused
from reiterate.rules.decisions.step import step_if_legal
from reiterate.state.model import State


@dataclass(frozen=True, slots=True)
class Given:
    """Results that no choice of their line has needed yet, in order, and where they were written."""

    results: tuple[str, ...]
    said_at: tuple[Where, ...] = field(compare=False)

    def to(self, state: State, choice: Choice) -> tuple[Choice, Given | None] | Refusal:
        """A choice with the results that it needs, and what is left of them; a refusal of one that can't have come."""
        for used in range(len(self.results) + 1):
            made = replace(choice, results=self.results[:used])
            try:
                played = step_if_legal(state, made)
            except Random:
                continue  # it needs more than these
            except Unsupported:
                return made, self._from(used)  # playing it says what is not implemented
            if isinstance(played, Refusal) and used:
                return played.at(self.said_at[used - 1])
            return made, self._from(used)
        return replace(choice, results=self.results), None

    def unused(self) -> Refusal:
        """The refusal where the line is done, and nothing needed the next result."""
        return unused(self.results[0]).at(self.said_at[0])

    def _from(self, used: int) -> Given | None:
        return Given(self.results[used:], self.said_at[used:]) if used < len(self.results) else None
