"""The options at the places of a period, in their shape: who may do what with which row, and what is then to be named.

Numbers are left out: how many, how much and which mana move with the amounts, and the comparisons
about them are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from reiterate.check.small_values import CHOICES, Rejected, a_list, a_number, a_text, an_object
from reiterate.rules.access.choice import Option

#: Verb, player, row, number of the ability, ways of doing it, why it can't be told, and what is to be named: out of which rows and words.
Offer: TypeAlias = (
    "tuple[str, int, int, int, tuple[str, ...], str, tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...]]"
)
Offers: TypeAlias = tuple[Offer, ...]

_OPTION: Final = {"verb", "player", "row", "index", "how", "unknown", "slots"}


@dataclass(frozen=True, slots=True)
class Offered:
    """What is offered at each place: all different ``shapes`` in the order in which they come first, and the number of each place's."""

    shapes: tuple[Offers, ...] = ()
    places: tuple[int, ...] = ()


def read(value: Any) -> Offered:
    """What is stated of the options."""
    found = an_object(value, "statement about options", {"shapes", "places"})
    places = a_list(found["places"], a_number)
    if isinstance(found["shapes"], list) and len(found["shapes"]) > len(places):
        raise Rejected(CHOICES, "more different lists of options than places")
    return Offered(a_list(found["shapes"], lambda each: a_list(each, _offer)), places)


def _offer(value: Any) -> Offer:
    found = an_object(value, "option", _OPTION)
    names = (a_text(found["verb"]), a_number(found["player"]), a_number(found["row"]), a_number(found["index"]))
    return (*names, a_list(found["how"], a_text), a_text(found["unknown"]), a_list(found["slots"], _slot))


def _slot(value: Any) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    found = an_object(value, "slot of an option", {"name", "rows", "words"})
    return a_text(found["name"]), a_list(found["rows"], a_number), a_list(found["words"], a_text)


def shape_of(found: list[Option]) -> Offers:
    """The shape of the options at a place: all that tells them apart but their amounts. Equal shapes offer the same."""
    return tuple(
        (
            *(option.verb, option.player, option.row, option.index),
            option.how,
            option.unknown,
            tuple((slot.name, slot.rows, slot.words) for slot in option.slots),
        )
        for option in found
    )


def compare(stated: Offered, found: list[Offers]) -> None:
    """``Rejected`` where other options are offered at a place than stated."""
    if len(stated.places) != len(found):
        raise Rejected(CHOICES, "not one list of options for each choice of the period")
    shapes = list(dict.fromkeys(found))
    if list(stated.shapes) != shapes:
        raise Rejected(CHOICES, "the options of the period are not those stated")
    for place, (number, offers) in enumerate(zip(stated.places, found, strict=True)):
        if number != shapes.index(offers):
            raise Rejected(CHOICES, f"the options at place {place} are others than stated")
