"""The finder: from a bare board to a proved loop, or to what was seen in vain, within a budget of elementary choices.
Part of the solver: the search.

``search`` looks for lines of play that come back; ``proof`` proves them as loops. Only a proved
loop is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from reiterate.loops.play import check_read
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.decisions.pending import asked, decider
from reiterate.state.model import State
from reiterate.survey.moves import Seen
from reiterate.survey.period_plans import plans
from reiterate.survey.proof import Found, Meter, Prover, no_loop
from reiterate.survey.relevance import Key, all_but, set_aside
from reiterate.survey.search import Search
from reiterate.survey.spare_mana import with_mana
from reiterate.survey.step_moves import comes_back, spoken_of, with_discards

#: Elementary choices that a search may play before the answer is "undetermined".
STEP_BUDGET: Final = 10_000

#: A budget in seconds is counted as so many steps a second, so that the answer is the same on every machine.
STEPS_PER_SECOND: Final = 2_000


#: The part of the budget within which a loop of one step is looked for before later steps and turns are.
NEAR_PART: Final = 3

#: The part of the budget for a search without what can't touch a loop.
ASIDE_PART: Final = 3

#: Steps that making a found loop shorter and taking more mana in it may take at least.
FINISH: Final = 500

#: Steps that the search for one plan may take at least, and the part of the budget that it may.
PLAN: Final = 60
PLAN_PART: Final = 8


def find_on_board(
    start: State,
    me: int,
    steps: int = STEP_BUDGET,
    seconds: int | None = None,
    turns: bool = False,
    focus: Sequence[str] = (),
    untold: Callable[[Found], bool] | None = None,
) -> Found | Refusal:
    """A proved loop of player ``me`` from a board; a refusal (undetermined) that says what was seen where none was found.

    ``steps`` elementary choices are played at most; ``seconds`` bounds them too, counted as
    ``STEPS_PER_SECOND``. On a wide board a choice counts more than one (``Meter``).
    ``turns``: also look for loops through rounds of turns. ``focus``: names of cards whose actions, with
    those of what lives on them, are tried before others. A name of no card there is refused (input).
    ``untold``: whether a loop is none to be told. It is then given as it was found, with no work on its lines.
    """
    if asked(start) != "priority" or decider(start) != me:
        message = f"p{me + 1} does not have priority: a search begins where its player could propose"
        return Refusal(ILLEGAL, "no-priority", message, "a position in which that player has priority", "732.2a")
    meter = Meter(steps if seconds is None else min(steps, seconds * STEPS_PER_SECOND), len(start.rows))
    prover = Prover(start, me, meter)
    try:
        check_read(start)
    except Unsupported as error:
        return error.refusal
    aside = all_but(start, me, focus) if focus else set_aside(start, me)
    planned = [] if focus else plans(start, me)
    if isinstance(aside, Refusal):
        return aside
    try:
        first = _planned(start, me, meter, prover, planned)
        search = first if first is not None and _does_more(first) else _searched(start, me, meter, prover, turns, aside)
        search = search if search.best is not None or first is None else first
        if search.best is None:
            return _nothing(search)
        search.tell()
        best = search.best
        if untold is None or not untold(best):
            meter.budget = max(meter.budget, meter.steps + FINISH)
            best = with_discards(prover, with_mana(prover, prover.shorter(best)))
    except Unsupported as error:  # what the board holds can't be compared, such as amounts too long to write
        return error.refusal
    return replace(best, steps=meter.steps, positions=search.positions, depth=search.deepest)


def _planned(start: State, me: int, meter: Meter, prover: Prover, planned: Sequence[frozenset[Key]]) -> Search | None:
    """The search that found something with the actions of one plan alone, one that does more than move if there is any."""
    first: Search | None = None
    for aside in planned:
        narrow = Search(start, me, meter, replace(prover, tried=set()), seen=Seen(aside=aside))
        narrow.run(meter.steps + max(PLAN, meter.budget // PLAN_PART))
        if narrow.best is not None and (first is None or _does_more(narrow)):
            first = narrow
            if _does_more(narrow):
                break
    return first


def _does_more(search: Search) -> bool:
    """Whether the loop that a search found gives something."""
    return search.merit is not None and bool(search.merit.gives)


def _searched(start: State, me: int, meter: Meter, prover: Prover, turns: bool, aside: frozenset[Key]) -> Search:
    """The search that found something: first without what is set aside, then with all that can be done."""
    if aside:
        narrow = Search(start, me, meter, prover, seen=Seen(aside=aside))
        narrow.run(meter.budget // (2 * ASIDE_PART))
        spoken = spoken_of(start, me)
        if narrow.best is None and spoken:
            narrow.leave(spoken)
        if narrow.best is None:
            narrow.run(meter.budget // ASIDE_PART)
        if narrow.best is not None:
            return narrow
    return _on_the_whole(start, me, meter, prover, turns)


def _on_the_whole(start: State, me: int, meter: Meter, prover: Prover, turns: bool) -> Search:
    """The search that found something, with all that can be done.

    It looks within the step, over later steps and turns that come again, at later steps that cards
    speak of, then within the step again. With ``turns``, rounds of turns take the place of the last search.
    """
    near = Search(start, me, meter, prover)
    far = Search(start, me, meter, prover, leaves_steps=True)
    leaving, spoken = comes_back(start), spoken_of(start, me)
    done = meter.steps
    part = (meter.budget - done) // NEAR_PART
    near.run(done + part if leaving or turns or spoken else meter.budget)
    if near.best is None and leaving:
        far.run(done + 2 * part if turns or spoken else meter.budget)
        if far.best is not None:
            return far
    if near.best is None and spoken:
        near.leave(spoken)
        near.run(done + 2 * part if turns else meter.budget)
    if near.best is None and turns:
        rounds = Search(start, me, meter, replace(prover, tried=set()), leaves_steps=True, turns=True)
        rounds.run(meter.budget)
        if rounds.best is not None or meter.spent():
            return rounds
    if near.best is None and not meter.spent():
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
    if not spent and not search.positions:
        message = "nothing that can be activated or played here is part of a loop that the finder tries"
    codes = ", ".join(f"{code} {n}" for code, n in sorted(search.seen.unknown.items()))
    behind = f"; not followed: {codes}" if codes else ""
    more = "more steps (--steps), or" if spent else "another board, or"
    return no_loop(code, message, search.prover.miss[2], f"{more} a script that shows one iteration", behind)
