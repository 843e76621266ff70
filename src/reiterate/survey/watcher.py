"""A watcher of a game: fed with each choice, it says which loops were shown, and proves them when asked.
Part of the solver: the answer.

One mark is made for each new position, and looked up by its head; nothing that was played is looked at again. So what
a choice costs grows with the board alone, not with the length of the game.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final, TypeAlias, overload

from reiterate.kinds.loops_in_play import InPlay, ProvedLoop, Stretch
from reiterate.loops.play import check_read
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.shortcuts.duty_to_differ import History, Recurrence
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.survey.period_keys import Head, Marks, head_of
from reiterate.survey.proof import Found, Meter, Prover, no_loop
from reiterate.survey.script_of_play import write_down
from reiterate.survey.step_moves import with_discards

#: Steps that proving a shown stretch may take before the answer is "undetermined".
PROOF_BUDGET: Final = 50_000

#: Positions of one head that a new one is compared with: the latest ones.
COMPARED: Final = 16


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of the game that may be one iteration: the choices from ``begin`` up to before ``end``."""

    begin: int
    end: int

    def moved(self, by: int) -> Shown:
        """The same where so many positions before all others are forgotten."""
        return Shown(self.begin - by, self.end - by)


#: What may be recognised where a choice leads: a position that has come back (proved), and stretches to be proved.
Recognised: TypeAlias = Recurrence | Stretch | Shown


class Watcher:
    """Follows a game. ``me``: whose own loop may be shown, by default whoever decides at the start.

    ``recognised``: what ends at the present place, of all players. ``in_play``: the game so far.
    """

    __slots__ = ("at", "in_play", "marks", "me", "recognised")

    def __init__(self, start: State, me: int | None = None) -> None:
        self.me = decider(start) if me is None else me
        self.in_play = InPlay(History(start))
        self.marks: dict[int, Marks] = {}
        self.at: dict[Head, list[int]] = {}
        self.recognised: tuple[Recognised, ...] = ()
        try:  # amounts too large to be compared are not marked
            self.in_play.come_to(start)
            self._places(start)
        except Unsupported:
            pass

    def feed(self, choice: Choice, after: State) -> Shown | None:
        """Take notice of a choice and of the position behind it; all that is recognised stands in ``recognised``.

        out: the shortest stretch that ends here and may be an iteration of the own loop of ``me``; None where nothing
        came back, or where amounts are too large to be compared. The choice is not verified: whoever plays the game
        has done that.
        """
        self.recognised = ()
        try:
            self.in_play.feed(choice, after)
            shown = self._shown(after)
        except Unsupported:
            return None
        found = (self.in_play.recurrence, self.in_play.stretch, shown)
        self.recognised = tuple(each for each in found if each is not None)
        return shown

    def lately(self, many: int) -> Watcher:
        """A watcher of the last so many choices alone: what it recognises begins among them."""
        by = max(0, len(self.in_play.history.line) - many)
        made = copy(self)
        made.in_play = self.in_play.lately(many)
        made.marks = {place - by: mark for place, mark in self.marks.items() if place >= by}
        at = ((head, [place - by for place in places if place >= by]) for head, places in self.at.items())
        made.at = {head: places for head, places in at if places}
        made.recognised = tuple(found.moved(by) for found in self.recognised if found.begin >= by)
        return made

    def _state(self, place: int) -> State:
        """The position at a place: so many choices had been made."""
        line = self.in_play.history.line
        return line[place][0] if place < len(line) else self.in_play.history.state

    def _shown(self, after: State) -> Shown | None:
        end = len(self.in_play.history.line)
        for begin in reversed(self._places(after)[-1 - COMPARED : -1]):
            if self._mark(end).may_close(self._mark(begin)):
                return Shown(begin, end)
        return None

    def _places(self, state: State) -> list[int]:
        """The places with the head of the present position, this one last; none where nobody has priority."""
        if asked(state) != "priority":
            return []
        places = self.at.setdefault(head_of(normal(state)), [])
        places.append(len(self.in_play.history.line))
        return places

    def _mark(self, place: int) -> Marks:
        """The mark of a position, made when it is first compared."""
        if place not in self.marks:
            self.marks[place] = Marks(normal(self._state(place)), self.me)
        return self.marks[place]

    @overload
    def prove(self, shown: Shown, steps: int = PROOF_BUDGET) -> Found | Refusal: ...
    @overload
    def prove(self, shown: Stretch, steps: int = PROOF_BUDGET) -> ProvedLoop | Refusal: ...
    def prove(self, shown: Shown | Stretch, steps: int = PROOF_BUDGET) -> Found | ProvedLoop | Refusal:
        """The loop of a stretch, proved; a refusal where the stretch is none, or where a budget ran out.

        ``steps`` bounds the proof of a player's own loop; that of what goes on by itself has the budgets of kinds.
        """
        if isinstance(shown, Stretch):
            return self.in_play.prove(shown)
        start = self._state(shown.begin)
        states = [self._state(place) for place in range(shown.begin, shown.end + 1)]
        choices = [choice for _, choice in self.in_play.history.line[shown.begin : shown.end]]
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
        message = f"the {len(track.lines)} lines that were played are no loop"
        return no_loop("no-period", message, prover.miss[2], "a sequence that comes back to where it was")
