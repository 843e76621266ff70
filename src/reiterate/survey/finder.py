"""The finder: from a bare board to a proved loop, or to what was seen in vain, within a budget of elementary choices.

``search`` looks for lines of play that come back; ``proof`` proves them as loops. Only a proved
loop is an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reiterate.loops.play import check_read
from reiterate.refusals import ILLEGAL, UNDETERMINED, Refusal, Unsupported
from reiterate.rules.decisions.pending import asked, decider
from reiterate.state.model import State
from reiterate.survey.leavings import spoken_of
from reiterate.survey.moves import Seen
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.relevance import Key, all_but, set_aside
from reiterate.survey.search import Search
from reiterate.survey.spare_mana import with_mana
from reiterate.survey.step_moves import comes_back, with_discards

#: Elementary choices that a search may play before the answer is "undetermined".
STEP_BUDGET: Final = 10_000

#: A budget in seconds is counted as so many steps a second, so that the answer is the same on every machine.
STEPS_PER_SECOND: Final = 2_000


#: The part of the budget within which a loop of one step is looked for before later steps and turns are.
NEAR_PART: Final = 3

#: The part of the budget for a search without what can't touch a loop.
ASIDE_PART: Final = 3


def find_on_board(
    start: State,
    me: int,
    steps: int = STEP_BUDGET,
    seconds: int | None = None,
    turns: bool = False,
    focus: Sequence[str] = (),
) -> Found | Refusal:
    """A proved loop of player ``me`` from a board; a refusal (undetermined) that says what was seen where none was found.

    ``steps`` elementary choices are played at most; ``seconds`` bounds them too, counted as
    ``STEPS_PER_SECOND``. On a wide board a choice counts more than one (``Meter``).
    ``turns``: also look for loops through rounds of turns. ``focus``: names of cards whose actions, with
    those of what lives on them, are tried before others. A name of no card there is refused (input).
    """
    most = steps if seconds is None else min(steps, seconds * STEPS_PER_SECOND)
    return Finder(start, me, turns, focus).go_on(most)


class Finder:
    """A search of player ``me`` for a loop from one board that can be gone on with. ``turns``, ``focus``: as of ``find_on_board``."""

    __slots__ = ("_aside", "_refused", "far", "left", "meter", "narrow", "near", "prover", "rounds", "told", "turns")

    def __init__(self, start: State, me: int, turns: bool = False, focus: Sequence[str] = ()) -> None:
        self.turns = turns
        self.meter = Meter(0, len(start.rows))
        self.prover = Prover(start, me, self.meter)
        self.near = Search(start, me, self.meter, self.prover)
        self.far = Search(start, me, self.meter, self.prover, leaves_steps=True)
        self.narrow: Search | None = None
        self.rounds: Search | None = None
        self.left = False  # whether steps are left for those that cards speak of
        self.told: list[Found] = []  # what was found before
        self._aside: frozenset[Key] = frozenset()
        self._refused = self._refusal(focus)

    def _refusal(self, focus: Sequence[str]) -> Refusal | None:
        """Why there is nothing to search; None where a search can begin."""
        start, me = self.near.start, self.near.me
        if asked(start) != "priority" or decider(start) != me:
            message = f"p{me + 1} does not have priority: a search begins where its player could propose"
            return Refusal(ILLEGAL, "no-priority", message, "a position in which that player has priority", "730.2a")
        try:
            check_read(start)
        except Unsupported as error:
            return error.refusal
        aside = all_but(start, me, focus) if focus else set_aside(start, me)
        if isinstance(aside, Refusal):
            return aside
        self._aside = aside
        return None

    def go_on(self, steps: int, more: int = 0) -> Found | Refusal:
        """What so many more steps of search find; a refusal (undetermined) where that is no more than was found before.

        ``more``: steps that may be spent besides, on a loop that gives more than one that was found.
        """
        if self._refused is not None:
            return self._refused
        self.meter.budget = self.meter.steps + steps
        try:
            search = self._searched()
            if self._is_old(search):
                return _nothing(search)
            if search.merit is not None and (search.merit.own or self.turns):
                self.meter.budget += more
                search.run(search.limit)
            assert search.best is not None
            self.told.append(search.best)
            search.tell()
            best = with_discards(self.prover, with_mana(self.prover, self.prover.shorter(search.best)))
        except Unsupported as error:  # what the board holds can't be compared, such as amounts too long to write
            return error.refusal
        return replace(best, steps=self.meter.steps, positions=search.positions, depth=search.deepest)

    def _is_old(self, search: Search) -> bool:
        """Whether a search has found nothing, or nothing that was not told before."""
        return search.best is None or any(search.best is found for found in self.told)

    def _searched(self) -> Search:
        """The search that found something: first without what is set aside, then with all that can be done."""
        if self._aside:
            narrow = self._without_what_is_aside()
            if not self._is_old(narrow):
                return narrow
        return self._on_the_whole()

    def _without_what_is_aside(self) -> Search:
        begun, part = self.meter.steps, self.meter.budget - self.meter.steps
        start, me = self.near.start, self.near.me
        if self.narrow is None:
            self.narrow = Search(start, me, self.meter, self.prover, seen=Seen(aside=self._aside))
            self.narrow.run(begun + part // (2 * ASIDE_PART))
            spoken = spoken_of(start, me)
            if self.narrow.best is None and spoken:
                self.narrow.leave(spoken)
        if self._is_old(self.narrow):
            self.narrow.run(begun + part // ASIDE_PART)
        return self.narrow

    def _on_the_whole(self) -> Search:
        """The search that found something, with all that can be done.

        It looks within the step, over later steps and turns that come again, at later steps that cards
        speak of, then within the step again. With ``turns``, rounds of turns take the place of the last search.
        """
        near, far, meter, turns = self.near, self.far, self.meter, self.turns
        start, me = near.start, near.me
        leaving, spoken = comes_back(start), spoken_of(start, me)
        done = meter.steps
        part = (meter.budget - done) // NEAR_PART
        near.run(done + part if leaving or turns or spoken else meter.budget)
        if self._is_old(near) and leaving:
            far.run(done + 2 * part if turns or spoken else meter.budget)
            if not self._is_old(far):
                return far
        if self._is_old(near) and spoken:
            if not self.left:
                near.leave(spoken)
                self.left = True
            near.run(done + 2 * part if turns else meter.budget)
        if self._is_old(near) and turns:
            if self.rounds is None:
                prover = replace(self.prover, tried=set())
                self.rounds = Search(start, me, meter, prover, leaves_steps=True, turns=True)
            self.rounds.run(meter.budget)
            if self.rounds.best is not None or meter.spent():
                return self.rounds
        if self._is_old(near) and not meter.spent():
            near.run(meter.budget)
        for search in (near, far):
            if near.best is None and far.best is None:
                search.come_round()
        return near if near.best is not None or not leaving else far


def _nothing(search: Search) -> Refusal:
    """The refusal where no loop was found, with what was seen."""
    seen = f"{search.positions} positions, {search.deepest} moves deep"
    spent = search.meter.spent()
    code, message = "find-exhausted", f"no line of play that the finder tries repeats ({seen})"
    if spent:
        code, message = "find-budget", f"undetermined after {search.meter.budget} steps of search ({seen})"
    if search.prover.miss[2]:
        message += f"; the nearest was: {search.prover.miss[2]}"
    if search.seen.unknown:
        codes = ", ".join(f"{code} {n}" for code, n in sorted(search.seen.unknown.items()))
        message += f"; not followed: {codes}"
    more = "more steps (--steps), or" if spent else "another board, or"
    return Refusal(UNDETERMINED, code, message, f"{more} a script that shows one iteration", "730.1b")
