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
        enough = self._played(state, choice, 0)
        if enough is not None:
            return self._with(choice, 0, enough)
        enough = self._played(state, choice, len(self.results))
        if enough is None:
            return replace(choice, results=self.results), None  # playing it says what is missing
        low, high = 0, len(self.results)  # too few, enough
        while high - low > 1:
            middle = (low + high) // 2
            played = self._played(state, choice, middle)
            if played is None:
                low = middle
            else:
                high, enough = middle, played
        return self._with(choice, high, enough)

    def _played(self, state: State, choice: Choice, used: int) -> Refusal | bool | None:
        """None where a choice needs more results than so many; else the refusal of one, or True."""
        try:
            played = step_if_legal(state, replace(choice, results=self.results[:used]))
        except Random:
            return None
        except Unsupported:
            return True  # playing it says what is not implemented
        return played if isinstance(played, Refusal) else True

    def _with(self, choice: Choice, used: int, played: Refusal | bool) -> tuple[Choice, Given | None] | Refusal:
        """A choice with the first results, which are just enough; the refusal of the last of them."""
        if used and isinstance(played, Refusal):
            return played.at(self.said_at[used - 1])
        return replace(choice, results=self.results[:used]), self._from(used)

    def unused(self) -> Refusal:
        """The refusal where the line is done, and nothing needed the next result."""
        return unused(self.results[0]).at(self.said_at[0])

    def _from(self, used: int) -> Given | None:
        return Given(self.results[used:], self.said_at[used:]) if used < len(self.results) else None
