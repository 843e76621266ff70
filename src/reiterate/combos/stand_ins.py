"""A card of which a loop uses nothing but that a creature is there: it is sacrificed or attacks once, before the first lap.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reiterate.combos.helpers import creature_helper
from reiterate.combos.idle_cards import ORDER
from reiterate.combos.layouts import Layout
from reiterate.combos.smaller import face_names, lacking
from reiterate.combos.worth_telling import gives_all
from reiterate.oracle import CompiledCard
from reiterate.records import replace
from reiterate.refusals import Refusal
from reiterate.script.position import Position
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.worth.deeds import deeds_of


def merely_there(found: Found, card: CompiledCard) -> bool:
    """Whether a loop names a creature card before its first lap alone, and there not as what acts: any creature may do for that."""
    if "creature" not in card.proto.types or card.name == creature_helper().name:
        return False
    names = face_names(card.name)
    before, state = deeds_of(found.start, found.prefix)
    if state is None or not any(deed.speaks_of(names) for deed in before) or any(deed.acts(names) for deed in before):
        return False
    lap, state = deeds_of(state, found.body)
    return state is not None and not any(deed.speaks_of(names) for deed in lap)


def with_creature(layout: Layout) -> Layout:
    """A layout with one more creature without abilities."""
    helper = creature_helper()
    many = dict(layout.helpers).get(helper, 0)
    return replace(layout, helpers=(*((each, n) for each, n in layout.helpers if each != helper), (helper, many + 1)))


def stood_in(
    layout: Layout, found: Found, card: CompiledCard, laid: Callable[[Layout], Position | Refusal]
) -> tuple[Layout, Found] | None:
    """The same lines with a creature without abilities in the place of a card; None where they give less."""
    board = with_creature(lacking(layout, card.name))
    position = laid(board)
    if isinstance(position, Refusal):
        return None
    for prefix in _prefixes(found, card):
        proved = Prover(position.state, found.me, Meter(STEP_BUDGET)).prove(prefix, found.body)
        if isinstance(proved, Found) and gives_all(proved, found):
            return board, proved
    return None


def _prefixes(found: Found, card: CompiledCard) -> Iterator[tuple[str, ...]]:
    """The lines before a loop with another creature in the place of a card, whole and without the last ones. Those may be of the card's triggers.

    Without these triggers there may be no order to choose (603.3b).
    """
    names = face_names(card.name)
    deeds, _ = deeds_of(found.start, found.prefix)
    lines = tuple(deed.with_another(names, creature_helper().name, found.me) for deed in deeds)
    last = max(at for at, deed in enumerate(deeds) if deed.speaks_of(names))
    for end in range(len(lines), last, -1):
        unordered = tuple(line for line in lines[:end] if not line.startswith(ORDER))
        yield from dict.fromkeys((lines[:end], unordered))
