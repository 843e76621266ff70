"""Sentences of several passes: "all pass", "resolve the stack", "all pass to STEP"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import plain
from reiterate.refusals import ILLEGAL, INPUT, UNSUPPORTED, Refusal
from reiterate.rules.access.choice import PASS, PICK, Choice
from reiterate.rules.access.state_access import active_seat, number_prop, seats
from reiterate.rules.decisions.pending import asked, awaited, decider, over_text
from reiterate.rules.decisions.verify import declining
from reiterate.rules.decisions.verify_answers import pick_question
from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import (
    find,
    narrow,
)
from reiterate.script.only_answers import SAID
from reiterate.script.places import STEPS
from reiterate.state.model import State
from reiterate.state.properties import PASSES

#: What is left of a sentence that is several passes: ("count", passes left), or ("to", step, whose turn (-1: anybody's),
#: how far it is (``_HERE``, ``_LEAVING``, ``_ON_THE_WAY``), what is discarded in cleanup steps on the way).
Passes: TypeAlias = tuple[object, ...]


# How far passing to a step has come: nobody has passed; the present step is still to be left; anything else.
_HERE: Final = "here"


_LEAVING: Final = "leaving"


_ON_THE_WAY: Final = "on the way"
#: Passing on until somebody other than the player of the turn has priority in the step.
_TO_ANOTHER: Final = "to another player"


_PASS_TO: Final = re.compile(
    r"(?:all pass|pass|pass priority|go|move) (?:to|until) (?:the )?(?:(next|my) |p(\d{1,2})'s )?(.+?)(?:\s+discarding\s+(.+))?",
    re.IGNORECASE,
)
#: Words of a player who is done with the turn: everybody passes until somebody else has priority in its end step.
_DONE: Final = ("go", "your turn", "pass the turn", "end my turn", "done")


class WayToStep(NamedTuple):
    """A line by which everybody passes to a step: the line without, and what is discarded in cleanup steps on the way (514.1); "" for nothing."""

    to: str
    discarding: str = ""

    @property
    def line(self) -> str:
        """The whole line."""
        return f"{self.to} discarding {self.discarding}" if self.discarding else self.to


def way_to_step(line: str) -> WayToStep | None:
    """A line that passes to a step, read; None for any other line."""
    found = _PASS_TO.fullmatch(line)
    return None if found is None else WayToStep(line[: found.end(3)], found[4] or "")


def read_passes(state: State, low: str, speaker: int) -> Passes | Refusal | None:
    if low in ("all pass", "everyone passes", "all players pass"):
        if asked(state) == "priority" and not state.stack:
            message = "the stack is empty: passing would end the step"
            return Refusal(
                ILLEGAL, "empty-stack", message, "'all pass to STEP', such as 'all pass to end step'", "117.4"
            )
        return ("count", _everyone(state))
    if low == "resolve the stack":
        if any(not isinstance(state.rows[h].n, int) for h in state.stack):
            message = "the number of abilities on the stack changes from iteration to iteration"
            return Refusal(UNSUPPORTED, "growth-not-covered", message, "'for each trigger:'", "405")
        entries = sum(plain(state.rows[h].n) for h in state.stack)
        if not entries:
            return ("count", 0)
        return ("count", _everyone(state) + (entries - 1) * len(seats(state)))
    if low in _DONE:
        return ("to", "end", active_seat(state), _TO_ANOTHER, "")
    found = _PASS_TO.fullmatch(low)
    if found is None:
        return None
    word, whose, name, discarded = found.groups()
    step = STEPS.get(name)
    if step is None:
        return Refusal(INPUT, "not-a-step", f"'{name}' is no step or phase", ", ".join(STEPS))
    seat = speaker if word == "my" else -1 if whose is None else int(whose) - 1
    if whose is not None and seat not in seats(state):
        return Refusal(INPUT, "no-such-player", f"p{whose} takes no turns here", "a player still in the game", "102.1")
    leaving = word == "next" and step_name(state) == step
    return ("to", step, seat, _LEAVING if leaving else _HERE, discarded or "")


def _everyone(state: State) -> int:
    """How many passes let the top of the stack resolve, or end the step."""
    return len(seats(state)) - number_prop(state.game, PASSES)


def passes_of(state: State, rest: Passes) -> tuple[Choice, Passes] | Refusal | None:
    """The next pass of a sentence that is several, and what is then left; None when it is done."""
    if rest[0] == SAID:
        return None
    if rest[0] == "count":
        left = rest[1]
        assert isinstance(left, int)
        if left == 0:
            return None
        if asked(state) == "over":
            return Refusal(ILLEGAL, "game-over", "the game is over", "a script that stops there", "104.1")
        return Choice(PASS, decider(state), over=over_text(state)), ("count", left - 1)
    return _pass_to(state, rest)


def _pass_to(state: State, rest: Passes) -> tuple[Choice, Passes] | Refusal | None:
    """The next pass on the way to a step, or the discard of a cleanup step on the way (514.1); None on arrival.

    One arrives where the stack is empty, or at the first question that the step asks.
    """
    _, step, seat, way, discarded = rest
    assert isinstance(discarded, str)
    ask = asked(state)
    if ask == "over":
        return Refusal(ILLEGAL, "game-over", "the game is over", "a script that stops there", "104.1")
    there = step_name(state) == step and seat in (-1, active_seat(state))
    if way == _TO_ANOTHER:
        if there and ask == "priority" and decider(state) != seat:
            return None
        declined = declining(state)
        if declined is not None:  # whoever is done with the turn declares no attack
            return declined, rest
        if ask != "priority":
            return _decision_first(state)
        return Choice(PASS, decider(state), over=over_text(state)), rest
    if there and way == _ON_THE_WAY and not (ask == "priority" and state.stack):
        return None
    if there and way == _HERE and (ask in ("attack", "block") or (ask == "priority" and not state.stack)):
        name = STEP_NAMES[str(step)]
        expected = f"a later step, or 'all pass to next {step}'"
        return Refusal(ILLEGAL, "already-there", f"it is already the {name}", expected, "500.1")
    ends = ask == "priority" and not state.stack and number_prop(state.game, PASSES) + 1 >= len(seats(state))
    leaving = way == _LEAVING and there and not ends  # the same step may follow, an additional one (500.9)
    onward = ("to", step, seat, _LEAVING if leaving else _ON_THE_WAY, discarded)
    if ask == "cleanup" and discarded:
        among, excess = pick_question(state)
        row = find(state, *narrow(state, discarded, among), "card in hand")
        return row if isinstance(row, Refusal) else (Choice(PICK, decider(state), picks=((row, excess),)), onward)
    if ask != "priority":
        return _decision_first(state)
    return Choice(PASS, decider(state), over=over_text(state)), onward


def _decision_first(state: State) -> Refusal:
    """Why nobody can pass on: a player decides something first."""
    what, lines = awaited(state, asked(state))
    message = f"p{decider(state) + 1} decides first: {what}"
    return Refusal(ILLEGAL, "decision-first", message, f"p{decider(state) + 1}: {lines}", "117.3")
