"""How a position ends by itself whatever the random events give: each result that could come is followed.

Nobody does anything but pass. Positions in which something random happens are compared as *alike*: a shuffled library is
a bag of cards. A budget that ran out, or a choice that somebody has to make, leaves the outcome open.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.results import Random, possible
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.decisions.pending import asked, awaited, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import alike, mark_of
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME

#: Choices that are made altogether before the outcome is undetermined.
STEP_BUDGET: Final = 20_000

#: Of a way on which nothing is left to resolve, and the game goes on.
GOES_ON: Final = "game_continues"


@dataclass(slots=True)
class Outcomes:
    """How a position ends: in which ways, and whether it can go on for ever with some results.

    ``refused``: what each random event that is met is refused with, each once. ``results``: how many results were followed.
    """

    ends: dict[str, State] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)
    results: int = 0
    endless: bool = False

    @property
    def only(self) -> str:
        """The one outcome that there is, whatever the results; "" where there are more, or perhaps none."""
        return "" if self.endless or len(self.ends) != 1 else next(iter(self.ends))


def every_result(state: State) -> Outcomes | Refusal:
    """Follow each result of each random event, while everybody passes; a refusal where that can't be told."""
    try:
        return _Walk().outcomes(state)
    except Unsupported as error:
        return error.refusal


class _Walk:
    """The positions in which something random happens, each with those that follow it."""

    __slots__ = ("found", "known", "next", "steps")

    def __init__(self) -> None:
        self.found = Outcomes()
        self.known: dict[object, list[tuple[State, int]]] = {}
        self.next: list[list[int]] = []
        self.steps = 0

    def outcomes(self, start: State) -> Outcomes | Refusal:
        """All that can come of a position."""
        open_positions = [(-1, start)]
        while open_positions:
            before, state = open_positions.pop()
            come = self._to_chance(state)
            if isinstance(come, Refusal):
                return come
            if come is None:
                continue
            at, new = self._number(come[0])
            if before >= 0:
                self.next[before].append(at)
            if not new:
                continue
            followed = self._followed(*come, ())
            if isinstance(followed, Refusal):
                return followed
            open_positions += [(at, after) for after in followed]
        self.found.endless = self._comes_back()
        return self.found

    def _to_chance(self, state: State) -> tuple[State, Choice] | Refusal | None:
        """The next position in which a pass brings something random, with that pass; None where the way ends."""
        while True:
            if over(state):
                self.found.ends.setdefault(text_prop(state.game, OUTCOME), state)
                return None
            if asked(state) != "priority":
                what = awaited(state, asked(state))[0]
                return Refusal(UNDETERMINED, "choice-open", f"p{decider(state) + 1} decides: {what}", rule="608.2")
            if not state.stack:
                self.found.ends.setdefault(GOES_ON, state)
                return None
            made = Choice(PASS, decider(state))
            try:
                state = self._step(state, made)
            except Random:
                return state, made

    def _followed(self, state: State, made: Choice, given: tuple[str, ...]) -> list[State] | Refusal:
        """The positions behind a choice, one for each of the results that could come."""
        choice = replace(made, results=given)
        try:
            return [self._step(state, choice)]
        except Random as error:
            ways = possible(error.chance)
            if not ways:
                return error.refusal
            if error.refusal not in self.found.refused:
                self.found.refused.append(error.refusal)
        states: list[State] = []
        for way in ways:
            after = self._followed(state, made, (*given, way))
            if isinstance(after, Refusal):
                return after
            states += after
        return states

    def _step(self, state: State, choice: Choice) -> State:
        self.steps += 1
        self.found.results += len(choice.results)
        if self.steps > STEP_BUDGET:
            message = f"STEP_BUDGET ran out: undetermined after {STEP_BUDGET:,} choices, with every result followed"
            raise Unsupported(Refusal(UNDETERMINED, "results-budget", message, rule="732.2a"))
        return step(state, choice)[0]

    def _number(self, state: State) -> tuple[int, bool]:
        """The number of a position, and whether no alike one was there before."""
        earlier = self.known.setdefault(mark_of(state), [])
        for old, number in earlier:
            if alike(old, state):
                return number, False
        self.next.append([])
        earlier.append((state, len(self.next) - 1))
        return len(self.next) - 1, True

    def _comes_back(self) -> bool:
        """Whether some position can come back: then the game need not end."""
        before = [0] * len(self.next)
        for follows in self.next:
            for at in follows:
                before[at] += 1
        ready = [at for at, number in enumerate(before) if not number]
        done = 0
        while ready:
            done += 1
            for at in self.next[ready.pop()]:
                before[at] -= 1
                if not before[at]:
                    ready.append(at)
        return done < len(self.next)
