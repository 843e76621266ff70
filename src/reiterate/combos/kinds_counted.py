"""What lies beside cards that count unlike things, or things of a kind that the cards make: powers, land types, a party, creature types.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.combos.helpers import LANDS, Helper, card_helper, helper_for
from reiterate.survey.wants import CREATURE, fits, holds
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_spells import CopyToken, CreateTokens
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Different, LandTypesAmong, Party, Sharing
from reiterate.terms.references import Filter
from reiterate.terms.trigger_events import Enters

#: Creatures of unlike sizes, the greatest first: a great one is counted by most of what measures creatures.
_SIZES: Final = {8: "Giant", 7: "Horror", 6: "Wurm", 5: "Ooze", 4: "Beast", 3: "Centaur", 2: "Bear", 1: "Saproling"}

#: The creature types of a party (700.8).
_PARTY: Final = ("Cleric", "Rogue", "Warrior", "Wizard")

_CREATURES: Final = Filter(types=(CREATURE,))


def kinds_beside(protos: Sequence[Proto], many: int) -> Iterator[dict[Helper, int]]:
    """What may lie beside some cards so that what they count is much, with how many of each. ``many``: of what is alike, and of unlike sizes."""
    terms = tuple(proto.abilities for proto in protos)
    if holds(terms, Different, _of_sizes):
        yield _unlike(protos, many)
    if holds(terms, LandTypesAmong):
        yield {card_helper(name, f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"): 1 for name in LANDS.values()}
    if holds(terms, Party):
        found = (helper_for(Filter(types=(CREATURE,), subtypes=(word,)), ()) for word in _PARTY)
        yield {helper: 1 for helper in found if helper is not None}
    copied = list(_copied(protos))
    if holds(terms, Sharing):
        for word in _types_made(protos):
            kinds = dict.fromkeys(((CREATURE,), *((*types, CREATURE) for types in copied)))
            helpers = (helper_for(Filter(types=types, subtypes=(word,)), ()) for types in kinds)
            yield from ({helper: many} for helper in helpers if helper is not None)
    elif any(map(_watches_creatures, protos)):
        helpers = (helper_for(Filter(types=(*types, CREATURE)), ()) for types in copied)
        yield from ({helper: 1} for helper in helpers if helper is not None)


def _copied(protos: Sequence[Proto]) -> Iterator[tuple[str, ...]]:
    """The types of what some cards copy as tokens, where that need not be a creature and may be one."""
    for proto in protos:
        for ability in proto.abilities:
            for spec in getattr(ability, "targets", ()) if holds(ability, CopyToken) else ():
                types = spec.filter.types or spec.filter.any_of[:1] if spec.filter is not None else ()
                if types and CREATURE not in (*types, *spec.filter.without_types):
                    yield types


def _watches_creatures(proto: Proto) -> bool:
    """Whether something of a card triggers as a creature enters."""
    return holds(proto.abilities, Enters, _of_creatures)


def _of_creatures(event: Term) -> bool:
    filter = getattr(event, "subject", None)
    return isinstance(filter, Filter) and CREATURE in filter.types


def _of_sizes(node: Term) -> bool:
    """Whether a number counts unlike powers or toughnesses of creatures that a player controls."""
    filter = getattr(node, "filter", None)
    there = isinstance(filter, Filter) and filter.controller != "opponent" and fits(filter, Proto("", (CREATURE,)))
    return there and getattr(node, "stat", "") in ("power", "toughness")


def _unlike(protos: Sequence[Proto], many: int) -> dict[Helper, int]:
    """Creatures whose sizes are unlike one another and unlike those of the cards."""
    own = {number for proto in protos for number in (proto.power, proto.toughness)}
    sizes = [size for size in _SIZES if size not in own][:many]
    return {_sized(_SIZES[size], size): 1 for size in sizes}


def _sized(name: str, size: int) -> Helper:
    entry = (("token", name), ("power", str(size)), ("toughness", str(size)), ("types", (CREATURE,)))
    article = "an" if size == max(_SIZES) else "a"
    return Helper(name, entry, f"{article} {size}/{size} creature")


def _types_made(protos: Sequence[Proto]) -> list[str]:
    """The creature types of the tokens that some cards make, and of cards that make copies."""
    found: dict[str, None] = {}

    def visit(node: Term) -> None:
        if isinstance(node, CreateTokens) and CREATURE in node.token.types:
            found.update(dict.fromkeys(node.token.subtypes[:1]))

    for proto in protos:
        walk(proto.abilities, visit)
        if CREATURE in proto.types and holds(proto.abilities, CopyToken):
            found.update(dict.fromkeys(proto.subtypes[:1]))
    return list(found)
