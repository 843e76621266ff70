"""What lies in a library that some cards search for what enters the battlefield: many alike cards of that kind.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, facts_in_order
from reiterate.combos.helpers import CARDS, CREATURE_CARD, LANDS, MANA_ARTIFACT, Helper
from reiterate.oracle import CompiledCard
from reiterate.oracle.face import proto_of
from reiterate.survey.wants import Wants, fits, permanent
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.effects_zones import Search
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, You

#: Cards of which a library is full, the simplest first: lands, a creature, an artifact. Where none of them is looked for, any built-in card may be.
_FULL_OF: Final = (*LANDS.values(), "Wastes", CREATURE_CARD, MANA_ARTIFACT)

#: Of a rare kind so many cards are tried, each on a board of its own: a text that is short may still be in the way.
RARE: Final = 3


def searched_libraries(wanted: Wants, protos: Sequence[Proto]) -> Iterator[str]:
    """The libraries for searches that put cards onto the battlefield, as a position file has them; none where no known card is looked for.

    In: what the cards want; the cards. Of cards that fit, the one that most of what is wanted fits is taken: a land that is found is sacrificed for the next.
    """
    for sought in dict.fromkeys(_sought(protos)):
        any_ones = with_fields(sought, {"controller": "any"})
        there = [proto for proto in _simple() if fits(any_ones, proto)]
        if there:
            best = max(there, key=lambda proto: sum(fits(other, proto) for other in wanted.objects))
            yield f"{CARDS} {best.name}"
            continue
        names = {proto.name for proto in protos}
        rare = (each.name for each in _built_in() if each.name not in names and fits(any_ones, each))
        yield from (f"{CARDS} {name}" for name in islice(rare, RARE))


def _sought(protos: Sequence[Proto]) -> list[Filter]:
    found: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, Search) and node.to == "battlefield" and node.who == You() and node.filter is not None:
            found.append(node.filter)

    walk(tuple(proto.abilities for proto in protos), visit)
    return found


@lru_cache(maxsize=1)
def _simple() -> tuple[Proto, ...]:
    book = CardBook.builtin()
    cards = (book.find(name) for name in _FULL_OF)
    return tuple(card.proto for card in cards if isinstance(card, CompiledCard))


@lru_cache(maxsize=1)
def _built_in() -> tuple[Proto, ...]:
    """The built-in permanent cards as they are printed, without their abilities: those with the shortest texts first."""
    facts = sorted(
        facts_in_order(builtin_source()), key=lambda each: (len(each.get("oracle_text") or ""), each["name"])
    )
    return tuple(proto for proto in map(proto_of, facts) if permanent(proto))


def simplest(filter: Filter, zone: str) -> Helper | None:
    """The simplest built-in card of a set, for a zone; None where there is none."""
    found = next((proto for proto in (*_simple(), *_built_in()) if fits(filter, proto)), None)
    where = "" if zone == "battlefield" else f" in the {zone}"
    return None if found is None else Helper(found.name, (("card", found.name),), f"{found.name}{where}", zone)
