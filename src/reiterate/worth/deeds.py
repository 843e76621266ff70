"""Lines of a script with the choices that they are: asked of the choices, and said anew from them.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from reiterate.amounts import identical
from reiterate.loops.play import DONE, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, ANSWER, CAST, MAY, PICK, PLAY, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.step import step
from reiterate.script.describe import exact_name, name_of
from reiterate.script.saying import Namer, Spoken, picked_for, spoken
from reiterate.script.script import BodyReader, Line, Node
from reiterate.state.model import State
from reiterate.survey.script_of_play import nodes_of
from reiterate.terms.costs import RemoveCountersCost, SacrificeCost

#: What a player says to "may", and the other thing.
YES: Final = "yes"
NO: Final = "no"

#: Choices by which an object acts.
_ACTS: Final = (ACTIVATE, CAST, PLAY)


class Deed(NamedTuple):
    """A line of a script with the choices that it is, and the position before each. ``line`` is "" for a block of a script."""

    line: str
    choices: tuple[tuple[State, Choice], ...]

    def speaks_of(self, names: Collection[str]) -> bool:
        """Whether a choice is of an object with one of these names."""
        return any(card_name(state, row) in names for state, choice in self.choices for row in _rows(choice))

    def acts(self, names: Collection[str]) -> bool:
        """Whether what acts has one of these names."""
        return any(choice.verb in _ACTS and card_name(state, choice.row) in names for state, choice in self.choices)

    def casts(self, names: Collection[str]) -> bool:
        """Whether a card with one of these names is cast or played as a land."""
        return any(
            choice.verb in (CAST, PLAY) and card_name(state, choice.row) in names for state, choice in self.choices
        )

    def with_another(self, names: Collection[str], other: str, me: int) -> str:
        """The line of player ``me`` with another name for what has one of these names."""
        if not self.speaks_of(names):
            return self.line

        def called(state: State, row: int) -> str:
            return other if card_name(state, row) in names else name_of(state, row)

        return said([spoken(state, choice, called) for state, choice in self.choices], me)

    def sacrifices(self) -> bool:
        """Whether an ability is activated for whose cost an object is chosen and sacrificed (602.1a)."""
        return any(
            choice.verb == ACTIVATE and _given_up(state, choice, SacrificeCost) for state, choice in self.choices
        )

    def of_newest(self, me: int) -> str:
        """The line of player ``me`` in which the newest object of a name is sacrificed, or loses counters."""
        given = [_given_up(state, choice, SacrificeCost, RemoveCountersCost) for state, choice in self.choices]
        if not any(given):
            return self.line
        words: list[Spoken] = []
        for (state, choice), rows in zip(self.choices, given, strict=True):
            usual = name_of if spoken(state, choice, name_of).text == self.line else exact_name

            def called(at: State, row: int, rows: frozenset[int] = rows, usual: Namer = usual) -> str:
                return f"newest {name_of(at, row)}" if row in rows else usual(at, row)

            words.append(spoken(state, choice, called))
        return said(words, me)

    def agrees(self, me: int) -> bool:
        """Whether player ``me`` says yes to what they may do, and nothing else."""
        return bool(self.choices) and all(
            choice.player == me and choice.verb in (MAY, ANSWER) and choice.answer == YES and not _chosen(state, choice)
            for state, choice in self.choices
        )

    def chooses(self) -> bool:
        """Whether something is chosen as something resolves, or the line says an only answer that was given before."""
        return self.line != "" and all(_chosen(state, choice) for state, choice in self.choices)


def deeds_of(state: State, lines: Sequence[str]) -> tuple[list[Deed], State | None]:
    """The lines with their choices, as far as they can be played, and the position behind them; None where they can't."""
    return _played(state, [(line, nodes_of([line])) for line in lines])


def deeds_of_nodes(state: State, nodes: Sequence[Node]) -> tuple[list[Deed], State | None]:
    """The same of the nodes of a script."""
    return _played(state, [(node.text.strip() if isinstance(node, Line) else "", (node,)) for node in nodes])


def _played(state: State, script: Sequence[tuple[str, tuple[Node, ...]]]) -> tuple[list[Deed], State | None]:
    deeds: list[Deed] = []
    for line, nodes in script:
        try:
            played = play(state, BodyReader(nodes))
        except Unsupported:
            return deeds, None
        if played.stop != DONE:
            return deeds, None
        made: list[tuple[State, Choice]] = []
        for choice in played.choices if identical(played.skipped, 0) else ():
            made.append((state, choice))
            state = step(state, choice)[0]
        deeds.append(Deed(line, tuple(made)))
        state = played.state
    return deeds, state


def card_name(state: State, row: int) -> str:
    """The name of a card or a token; "" for nothing, for an ability and for a player."""
    there = state.rows.get(row)
    return there.cls.proto.name if there is not None and there.cls.proto is not None else ""


def said(words: Sequence[Spoken], me: int) -> str:
    """The line of choices as player ``me`` says it."""
    return "\n".join(each.text if each.player == me else each.line for each in words)


def _rows(choice: Choice) -> tuple[int, ...]:
    """The rows that a choice is of."""
    return (choice.row, *choice.targets, *(row for row, _ in choice.picks))


def _given_up(state: State, choice: Choice, *costs: type) -> frozenset[int]:
    """The rows that a choice gives up for costs of these kinds."""
    if choice.verb not in (ACTIVATE, CAST):
        return frozenset()
    return frozenset(row for (row, _), _, cost in picked_for(state, choice) if isinstance(cost, costs))


def _chosen(state: State, choice: Choice) -> bool:
    """Whether a choice picks something out, beside a plain yes or no."""
    if choice.verb == PICK:
        return True
    return choice.verb == ANSWER and (question_of(state).kind != "yes" or bool(choice.picks) or bool(choice.pay))
