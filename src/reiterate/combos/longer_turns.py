"""A loop of turns that a card of the library stops which nobody knows: the same lines on a board with a known library.
Part of the solver: the answer.

Cards that were drawn are discarded in the end (514.1). What looks for cards in a graveyard would ask what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from reiterate.combos.helpers import libraries
from reiterate.combos.layouts import Layout
from reiterate.combos.worth_telling import as_long_as_life, gives_all, takes_turns
from reiterate.records import replace
from reiterate.refusals import Refusal
from reiterate.script.position import Position
from reiterate.script.sentence_passes import way_to_step
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.survey.step_moves import with_discards
from reiterate.survey.wants import wants_of
from reiterate.terms.proto import Proto

#: Work of the proof on the other board.
_PROVING: Final = 20_000


def longer(
    layout: Layout, found: Found, protos: Sequence[Proto], laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found] | None:
    """The board with a known library on which a loop of turns goes on for longer, with that loop; None where there is none."""
    if found.endless or layout.library or as_long_as_life(found) or not takes_turns(found):
        return None
    body = tuple(line if (way := way_to_step(line)) is None else way.to for line in found.body)
    for library in filter(None, libraries(wants_of(protos), protos)):
        other = replace(layout, library=library)
        position = laid(other)
        if isinstance(position, Refusal):
            continue
        prover = Prover(position.state, found.me, Meter(_PROVING))
        tried = prover.prove(found.prefix, body)
        if isinstance(tried, Found):
            tried = with_discards(prover, tried)
            if (tried.endless, tried.greatest) > (False, found.greatest) and gives_all(tried, found):
                return other, tried
    return None
