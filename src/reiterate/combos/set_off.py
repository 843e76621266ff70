"""A card to which something is sacrificed once, before the first lap: the loop in which that is done in each lap is looked for.
Part of the solver: the answer.

A creature that comes back and hurts another one may hurt itself, and so it dies again. Whoever sacrifices it instead aims at an opponent.
Such a lap may have several deaths: each leaves the creature with another kind of counter (702.79a, 702.93a).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from reiterate.combos.smaller import face_names
from reiterate.combos.worth_telling import gives_besides
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ORDER, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.state.model import State
from reiterate.state.properties import PLAYER
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.moves import Seen, moves
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.script_of_play import ALL_PASS, one_line, play_lines
from reiterate.worth.deeds import deeds_of

#: Deaths of which a lap has so many at most, and deaths before the first lap.
DEATHS: Final = 3
BEFORE: Final = 1

#: Lines from one sacrifice to the next, at most.
LINES: Final = 16

#: Triggers that wait at once of which each is tried as the first one that goes on the stack.
ORDERS: Final = 2


def setting_off(found: Found, cards: Sequence[CompiledCard]) -> int:
    """Which line before a loop sacrifices something to a card that acts in no lap; -1 for none."""
    before, state = deeds_of(found.start, found.prefix)
    lap, _ = deeds_of(state, found.body) if state is not None else ([], None)
    acting = [names for card in cards if any(deed.acts(names := face_names(card.name)) for deed in lap)]
    own = [face_names(card.name) for card in cards]
    for at, deed in enumerate(before):
        if lap and deed.sacrifices() and any(deed.acts(names) for names in own if names not in acting):
            return at
    return -1


def again_and_again(found: Found, at: int) -> Found | None:
    """The loop in whose laps the line ``at`` before a given loop is played again, where that gives more; None where none does.

    What is asked on the way is answered in the same way each time: opponents are the targets.
    """
    before, line = found.prefix[:at], found.prefix[at]
    begun = play_lines(found.start, before)
    for which in range(ORDERS) if not isinstance(begun, Refusal) else ():
        assert not isinstance(begun, Refusal)
        parts = list(_repeated(begun.state, line, found.me, which))
        for first in range(BEFORE + 1):
            for many in range(1, min(DEATHS, len(parts) - first) + 1):
                body = tuple(chain.from_iterable(parts[first : first + many]))
                prefix = (*before, *chain.from_iterable(parts[:first]))
                other = Prover(found.start, found.me, Meter(STEP_BUDGET)).prove(prefix, body)
                if isinstance(other, Found) and gives_besides(other, found) and not gives_besides(found, other):
                    return other
    return None


def _repeated(state: State, line: str, me: int, which: int) -> Iterator[tuple[str, ...]]:
    """A line played again and again, each time with the lines by which all that follows resolves."""
    for _ in range(BEFORE + DEATHS):
        made = [line]
        while True:
            played = play_lines(state, made[-1:])
            if isinstance(played, Refusal) or len(made) > LINES:
                return
            state = played.state
            answer = _answer(state, me, which)
            if answer is None:
                break
            made.append(answer)
        if asked(state) != "priority" or state.stack:
            return
        yield tuple(made)


def _answer(state: State, me: int, which: int) -> str | None:
    """The line that answers what is asked, or lets the top of the stack resolve; None where nothing waits, or another player decides."""
    ask = asked(state)
    if ask == "priority":
        return ALL_PASS if state.stack else None
    if ask == "over" or decider(state) != me:
        return None
    try:
        found = [choice for _, choice in moves(state, me, Seen()).now]
    except Unsupported:
        return None
    if not found:
        return None
    ordered = [choice for choice in found if choice.verb == ORDER]
    aimed = [choice for choice in found if _at_opponent(state, choice, me)]
    best = ordered[min(which, len(ordered) - 1)] if ordered else (aimed or found)[0]
    return one_line(state, best, me)


def _at_opponent(state: State, choice: Choice, me: int) -> bool:
    """Whether a choice targets an opponent and nothing else."""
    rows = [state.rows[target] for target in choice.targets if target in state.rows]
    return bool(rows) and all(row.cls.kind == PLAYER and row.cls.owner != me for row in rows)
