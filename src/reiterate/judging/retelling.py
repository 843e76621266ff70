"""A case told again before it is ruled on: as statements, without players who left, and with what everybody knows (400.2).

A case told again, before it is ruled on: its proposal as statements, and the board without players who have conceded.

What everybody knows of the hidden cards of a case: cards that come out, and cards that its lines name (400.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from reiterate.judging import statements as said
from reiterate.judging.case_file import Case
from reiterate.judging.policies import COMPREHENSIVE
from reiterate.judging.statements import Said
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop
from reiterate.loops.play import Reader, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import OnlyAnswer
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.leaving import CONCEDED, leave
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.seen_by import Seen, both, named_in, rows_named, shown_in
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.places import Place
from reiterate.script.script import BodyReader, Line, Node, Repeat
from reiterate.script.sentences import is_answer
from reiterate.shortcuts.played_script import Part, PlayedScript
from reiterate.state.model import State

# --- retelling -----------------------------------------------------------------------------------


def in_statements(case: Case) -> Case:
    """The case with the file's proposal and its answers as statements, where the policy has no proposals (732.2).

    The number is that of the last block, or the place at which the script is proposed to end.
    """
    position = case.position
    if not position.answers or case.policy is COMPREHENSIVE:
        return case
    block = next(node for node in reversed(position.script) if isinstance(node, Repeat))
    number = None if position.end is not None else block.count
    named = Said(position.proposer, said.NUMBER, number=number, place=position.end)
    answers = (
        Said(seat, said.ACCEPT) if cut is None else Said(seat, said.CUT, place=cut) for seat, cut in position.answers
    )
    return replace(case, position=replace(position, answers=[], end=None), said=(named, *answers))


def without_those_who_left(case: Case, kind: Kind, loop: Loop) -> Case | None:
    """The case on the board without players who have conceded, and of whom nothing takes part in the loop (104.3a, 800.4a).

    What the others have said stands, at the same places. None where nobody has conceded who is still there, where the
    game is over by it, or where the loop was theirs.
    """
    state = case.position.state
    gone = [one.seat for one in case.said if one.what == said.CONCEDE and one.seat in seats(state)]
    taking_part = {*kind.keepers, *kind.involved}
    if not gone or taking_part & set(gone) or len(seats(state)) - len(set(gone)) < 2:
        return None
    try:
        for seat in dict.fromkeys(gone):
            left = leave(state, seat, CONCEDED)
            if isinstance(left, Refusal):
                return None
            state = left[0]
    except Unsupported:
        return None
    position = case.position
    stands = [one for one in case.said if one.seat not in gone or one.what == said.CONCEDE]
    statements = tuple(
        one if one.place is None else replace(one, place=_there(loop, one.place, gone)) for one in stands
    )
    answers = [
        (seat, None if cut is None else _there(loop, cut, gone)) for seat, cut in position.answers if seat not in gone
    ]
    proposer = position.proposer if position.proposer not in gone or over(state) else decider(state)
    return replace(case, said=statements, position=replace(position, state=state, answers=answers, proposer=proposer))


def _there(loop: Loop, place: Place, gone: list[int]) -> Place:
    """The place of a loop's iteration that a place is where some players make no choices any more."""
    if place.choice < 2:
        return place
    played = loop.up_to(place.path[-1][1] if place.path else 1, place.choice)
    if isinstance(played, Refusal):
        return place
    before: list[Choice] = played.choices[: place.choice - 1]
    return replace(place, choice=place.choice - sum(choice.player in gone for choice in before))


# --- known to all --------------------------------------------------------------------------------

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
    for handle in rows_named(choice):
        proto = state.rows[handle].cls.proto if handle in state.rows else None
        if proto is not None:
            yield proto.name
