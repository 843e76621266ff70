"""One lap of a loop in players' words: its choices, what resolves in it, and over what an opponent has priority."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.ask.answer import Step
from reiterate.ask.building_board import seat_name
from reiterate.loops.loop import Loop
from reiterate.loops.play import play
from reiterate.loops.reader import Reader
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ATTACK, PASS
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.pending import entry_text, entry_words, label_of_class
from reiterate.script.sentences import said_of
from reiterate.state.model import Gone, State
from reiterate.state.properties import PASSES, SOURCE
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term, walk

#: Choices of a lap that are looked at.
LONGEST: Final = 400

#: What is told where everybody passes over an empty stack, be it step after step.
ENDS_STEP: Final = "all pass on"

_ME: Final = 0


@dataclass(frozen=True, slots=True)
class Lap:
    """One lap of a loop: its steps, and over what an opponent has priority in it, in order."""

    steps: list[Step]
    answered_over: list[str]


def lap_of(loop: Loop, start: State) -> Lap:
    """A lap of the stretch that a loop settles into: one behind another, whose last abilities may wait on the stack.

    The loop's first lap where there is no such lap. ``start``: the board, whose cards' names abilities are called by.
    """
    first = loop.segments[-1].start if loop.segments else 0
    for at in (first + 1, first):
        head = loop.reach(at)
        if isinstance(head, Refusal) or (loop.end is not None and not at + 1 < loop.end.iteration):
            continue
        return played_lines(head, loop.reader, start)
    return played_lines(loop.heads[0], loop.reader, start)


def played_lines(state: State, reader: Reader, start: State) -> Lap:
    """The steps of lines that are played from a state."""
    states: list[State] = []
    played = play(state, reader, upto=LONGEST, observe=lambda at, _: states.append(at))
    names = _names(start)
    steps: list[Step] = []
    answers: list[str] = []
    idle = False  # whether the last step says that everybody passes over an empty stack
    for at, choice in zip(states, played.choices, strict=False):
        if choice.verb != PASS:
            text, attacks = said_of(at, choice).text, choice.verb == ATTACK and bool(choice.picks)
            steps.append(Step(player=seat_name(choice.player), text=text, resolves=False, attacks=attacks))
            idle = False
            continue
        name, what, words = _top(at, names)
        if choice.player != _ME and name:
            answers.append(f"{name}{what}")
        if number_prop(at.game, PASSES) + 1 >= len(seats(at)):
            said = f"{name}: {words}" if words else f"{name}{what}"
            does = words if words.startswith(f"{name} ") else ""  # a sentence about the card itself
            if said or not idle:
                steps.append(Step(player=None, text=said or ENDS_STEP, resolves=True, does=does))
            idle = not said
    return Lap(steps, answers)


def _names(start: State) -> dict[Term, str]:
    """The names of the cards that abilities stand on, also those that give them to others."""
    found: dict[Term, str] = {}
    for row in start.rows.values():
        proto = row.cls.proto
        if proto is not None:
            name = proto.name

            def visit(node: Term, name: str = name) -> None:
                if isinstance(node, Activated | Triggered):
                    found.setdefault(node, name)

            walk(proto.abilities, visit)
    return found


def _top(state: State, names: dict[Term, str]) -> tuple[str, str, str]:
    """What is on top of the stack: the name of its source, what it is, and what it does; a spell by its name alone."""
    if not state.stack:
        return "", "", ""
    row = state.rows[state.stack[0]]
    words = entry_words(state, state.stack[0])
    if row.cls.proto is not None or row.cls.term is None:
        return words, "", ""
    what = "'s trigger" if isinstance(row.cls.term, Triggered) else "'s ability"
    source = row.refs.get(SOURCE)
    if source is not None:
        name = label_of_class(source.cls if isinstance(source, Gone) else state.rows[source.row].cls)
        return name, what, words
    name = names.get(row.cls.term, "")
    if not name:
        return entry_text(state, state.stack[0]), "", ""
    return name, what, words.replace("~", name)
