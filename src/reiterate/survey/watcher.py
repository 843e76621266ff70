"""A watcher of a game: fed with each choice, it says where a loop has been shown, and proves it when asked.

One mark is made for each new position, and looked up by its head; nothing that was played is looked at again. So what
a choice costs grows with the board alone, not with the length of the game.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from reiterate.loops.play import check_read
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.survey.period_keys import Head, Marks, head_of
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.step_moves import with_discards
from reiterate.survey.track import write_down

#: Steps that proving a shown stretch may take before the answer is "undetermined".
PROOF_BUDGET: Final = 50_000

#: Positions of one head that a new one is compared with: the latest ones.
COMPARED: Final = 16


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of the game that may be one iteration: the choices from ``begin`` up to before ``end``."""

    begin: int
    end: int


class Watcher:
    """Follows a game. ``me``: whose loop it would be, by default whoever decides at the start."""

    __slots__ = ("at", "choices", "marks", "me", "states")

    def __init__(self, start: State, me: int | None = None) -> None:
        self.me = decider(start) if me is None else me
        self.states: list[State] = [start]
        self.choices: list[Choice] = []
        self.marks: dict[int, Marks] = {}
        self.at: dict[Head, list[int]] = {}
        with suppress(Unsupported):  # amounts too large to be compared
            self._places(start)

    def feed(self, choice: Choice, after: State) -> Shown | None:
        """Take notice of a choice and of the position behind it.

        out: the shortest stretch that ends here and may be an iteration; None where nothing came back, or where amounts
        are too large to be compared. The choice is not verified: whoever plays the game has done that.
        """
        self.choices.append(choice)
        self.states.append(after)
        try:
            return self._shown(after)
        except Unsupported:
            return None

    def _shown(self, after: State) -> Shown | None:
        end = len(self.choices)
        for begin in reversed(self._places(after)[-1 - COMPARED : -1]):
            if self._mark(end).may_close(self._mark(begin)):
                return Shown(begin, end)
        return None

    def _places(self, state: State) -> list[int]:
        """The places with the head of the present position, this one last; none where nobody has priority."""
        if asked(state) != "priority":
            return []
        places = self.at.setdefault(head_of(normal(state)), [])
        places.append(len(self.choices))
        return places

    def _mark(self, place: int) -> Marks:
        """The mark of a position, made when it is first compared."""
        if place not in self.marks:
            self.marks[place] = Marks(normal(self.states[place]), self.me)
        return self.marks[place]

    def prove(self, shown: Shown, steps: int = PROOF_BUDGET) -> Found | Refusal:
        """The loop of a shown stretch, proved; a refusal where the stretch is none, or the budget ran out."""
        start = self.states[shown.begin]
        states = self.states[shown.begin : shown.end + 1]
        choices = self.choices[shown.begin : shown.end]
        try:
            check_read(start)
            track = write_down(states, choices, self.me)
            prover = Prover(start, self.me, Meter(steps))
            whole = (0, len(track.lines))
            found = None if prover.idles(track, *whole) else prover.first(track, *whole)
            if found is not None:
                return with_discards(prover, prover.shorter(found))
        except Unsupported as error:
            return error.refusal
        why = f"; the nearest was: {prover.miss[2]}" if prover.miss[2] else ""
        message = f"the {len(track.lines)} lines that were played are no loop{why}"
        return Refusal(UNDETERMINED, "no-period", message, "a sequence that comes back to where it was", "730.1b")
