"""The places of a state at which a term can stand, found in the closed lists; and an empty table to put one on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.check.start import game_lists
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import BATTLEFIELD, State
from reiterate.terms.base import Term, field_names

BOOK: Final = CardBook.builtin()
(BEARS,) = BOOK.protos("Grizzly Bears")


def kinds() -> dict[str, game_lists.Kind]:
    """All kinds of rows of the closed lists."""
    return {**game_lists.KINDS, "spell": game_lists.SPELL, "elsewhere": game_lists.ELSEWHERE}


@cache
def samples() -> tuple[Any, ...]:
    """A term of each class of the language, alone and in lists."""
    todo, found = [Term], []
    while todo:
        made = todo.pop()
        todo += made.__subclasses__()
        found.append(made(*(None for _ in field_names(made))))
    return (*found, *((one,) for one in found), *(("turn", (one,)) for one in found), *((("a", one),) for one in found))


def places() -> Iterator[tuple[str, str]]:
    """Every place of a class in which the closed lists let a term stand: kind of row, and where."""
    for name, kind in kinds().items():
        if kind.card:
            yield name, "proto"
        if kind.terms is None or kind.terms:
            yield name, f"term of {name}"
        if BATTLEFIELD in kind.zones:
            yield name, "marks"
        for pattern, fits in kind.props:
            if any(map(fits, samples())):
                yield from ((name, prop) for prop in pattern.split("|"))


PLACES: Final = sorted(places())


def table() -> State:
    """A table of two players with nothing on it."""
    return Layout(2).done()
