"""What lies in a library that some cards search for what enters the battlefield: many alike cards of that kind.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.combos.helpers import CARDS, CREATURE_CARD, LANDS, MANA_ARTIFACT
from reiterate.oracle import CompiledCard
from reiterate.survey.wants import Wants, fits
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.effects_zones import Search
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, You

#: Cards of which a library is full, the simplest first: lands, a creature, an artifact, a creature of a rare type.
_FULL_OF: Final = (*LANDS.values(), "Wastes", CREATURE_CARD, MANA_ARTIFACT, "The Locust God")


def searched_libraries(wanted: Wants, protos: Sequence[Proto]) -> Iterator[str]:
    """The libraries for searches that put cards onto the battlefield, as a position file has them; none where no known card is looked for.

    In: what the cards want; the cards. Of cards that fit, the one that most of what is wanted fits is taken: a land that is found is sacrificed for the next.
    """
    for sought in dict.fromkeys(_sought(protos)):
        there = [proto for proto in _known() if fits(with_fields(sought, {"controller": "any"}), proto)]
        if there:
            best = max(there, key=lambda proto: sum(fits(other, proto) for other in wanted.objects))
            yield f"{CARDS} {best.name}"


def _sought(protos: Sequence[Proto]) -> list[Filter]:
    found: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, Search) and node.to == "battlefield" and node.who == You() and node.filter is not None:
            found.append(node.filter)

    walk(tuple(proto.abilities for proto in protos), visit)
    return found


@lru_cache(maxsize=1)
def _known() -> tuple[Proto, ...]:
    book = CardBook.builtin()
    cards = (book.find(name) for name in _FULL_OF)
    return tuple(card.proto for card in cards if isinstance(card, CompiledCard))
