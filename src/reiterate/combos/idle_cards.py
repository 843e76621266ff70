"""Cards that a loop does without: which these are, and whether the same lines are a loop where they lie on the battlefield.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from reiterate.combos.layouts import Layout
from reiterate.combos.smaller import face_names
from reiterate.combos.worth_telling import gives_all
from reiterate.loops.loop import find_loop
from reiterate.oracle import CompiledCard
from reiterate.records import replace
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.script.position import Position
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.needs import Needs
from reiterate.survey.proof import Found, Meter, Prover, work_out
from reiterate.survey.script_of_play import nodes_of, play_lines
from reiterate.survey.wants import permanent


def idle_names(names: Sequence[str], needed: Needs) -> tuple[str, ...]:
    """The cards that a loop does without: of several copies as many as are not needed."""
    if needed.needs is None:
        return ()
    found: list[str] = []
    for name, many in Counter(names).items():
        there = sum(need.count for need in needed.needs if need.what == "object" and need.name in face_names(name))
        found += [name] * max(0, many - there)
    return tuple(found)


def laid_there(layout: Layout, card: CompiledCard) -> Layout | None:
    """A layout with a card on the battlefield in the place of another zone; None where that lies there, or can't lie there by itself."""
    names = face_names(card.name)
    if not permanent(card.proto) or "Aura" in card.proto.subtypes:
        return None
    if any(entry.get("card") in names for entry in layout.battlefield):
        return None
    hand, graveyard = (tuple(each for each in zone if each not in names) for zone in (layout.hand, layout.graveyard))
    return replace(layout, battlefield=(*layout.battlefield, {"card": card.name}), hand=hand, graveyard=graveyard)


def beside_idle(
    board: Layout, found: Found, idle: Sequence[CompiledCard], laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found, tuple[str, ...]]:
    """A proved loop with the idle cards on the battlefield, as far as the same lines are a loop there. Also the cards with which they are none."""
    stopping: list[str] = []
    for card in idle:
        there = laid_there(board, card)
        position = None if there is None else laid(there)
        if there is None or not isinstance(position, Position):
            continue
        tried = Prover(position.state, found.me, Meter(STEP_BUDGET), known=True).prove(found.prefix, found.body)
        if not isinstance(tried, Found):
            stopping += [card.name] if stops(position.state, found) else []
        elif gives_all(tried, found):
            board, found = there, tried
    return board, found, tuple(stopping)


def stops(start: State, found: Found) -> bool:
    """Whether the lines of a loop, on another board, come to a line that can't be played there, or to the game's end."""
    head = play_lines(start, found.prefix)
    if isinstance(head, Refusal):
        return head.kind == ILLEGAL
    loop = find_loop(head.state, BodyReader(nodes_of(found.body)))
    if work_out(loop) is not None or loop.end is None:
        return False
    return loop.end.refusal is None or loop.end.refusal.kind == ILLEGAL
