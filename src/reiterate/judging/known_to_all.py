"""What everybody knows of the hidden cards of a case: cards that come out, and cards that its lines name (400.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from reiterate.judging.case_file import Case
from reiterate.loops.play import play
from reiterate.loops.reader import Reader
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import OnlyAnswer
from reiterate.rules.positions.seen_by import Seen, both, named_in, rows_of, shown_in
from reiterate.script.script import BodyReader, Line, Node
from reiterate.script.sentences import is_answer
from reiterate.shortcuts.played_script import Part, PlayedScript
from reiterate.state.model import State

#: Choices of one part of a script that are looked at for cards which everybody sees.
SEEN: Final = 2_000


def known_to_all(case: Case, then: tuple[State, State] | None) -> Seen:
    """The hidden cards that everybody knows: those that come out, or are named, in what has happened, in the script, or behind it.

    In: the case with its number in its script; the places between which the lines that follow are played, None where
    they are not. Of iterations that are alike the first period is looked at, and the position behind the last one.
    """
    position, start = case.position, case.position.state
    aloud = "\n".join(_answers((*case.happened, *position.script, *position.then)))
    known: Seen = {}
    script = PlayedScript(start)
    with suppress(Unsupported):  # what is not known is refused where the case is ruled on
        for node in (*case.happened, *position.script):
            refused = script.extend([node], position.proposer)
            known = _shown_by(start, known, script.parts[-1], aloud)
            if refused is not None:
                break
            known = both(known, shown_in(start, script.final))
    if then is not None:
        place, behind = then
        known = _shown_while(start, known, place, BodyReader(position.then), aloud)[0]
        known = both(known, shown_in(start, behind))
    return known


def _shown_by(start: State, known: Seen, part: Part, aloud: str) -> Seen:
    """What is known behind the iterations of a part of a script that are unlike each other, up to where it stops."""
    left = SEEN
    for iteration in part.unlike():
        head = part.loop.reach(iteration - 1)
        if isinstance(head, Refusal) or left <= 0:
            break
        known, choices = _shown_while(start, known, head, part.reader, aloud)
        left -= choices
    return known


def _shown_while(start: State, known: Seen, head: State, reader: Reader, aloud: str) -> tuple[Seen, int]:
    """What is known behind lines that are played, of the hidden cards of ``start``; how many choices that were.

    ``aloud``: the lines that answer something. What had one answer is no choice, and yet such a line may name it.
    """
    seen: list[State] = []
    played = play(head, reader, upto=SEEN, observe=lambda state, _: seen.append(state))
    for state, choice in zip([*seen, played.state], [*played.choices, None], strict=False):
        known = both(known, shown_in(start, state))
        for note in state.only:
            assert isinstance(note, OnlyAnswer)
            if any(name.casefold() in aloud for name in _names(note.state, note.choice)):
                known = named_in(start, known, note.state, note.choice)
        if choice is not None:
            known = named_in(start, known, state, choice)
    return known, len(seen)


def _answers(nodes: Sequence[Node]) -> Iterator[str]:
    """The lines of a script that answer something, blocks and all, without upper case."""
    for node in nodes:
        if not isinstance(node, Line):
            yield from _answers(node.body)
        elif is_answer(node.text):
            yield node.text.casefold()


def _names(state: State, choice: Choice) -> Iterator[str]:
    """The names of the cards that a choice names."""
    for handle in rows_of(choice):
        proto = state.rows[handle].cls.proto if handle in state.rows else None
        if proto is not None:
            yield proto.name
