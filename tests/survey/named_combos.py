"""Combos asked for by names in tests: what is found is certified, and its certificate is accepted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.check.certificate import check
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.played_once import Single
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load

BOOK: Final = CardBook.builtin()

#: Steps of a search that finds a loop where there is one, on small boards; the whole budget is spent where there is none.
FEW: Final = 1_000


def found(*names: str, asked: Asked | None = None, book: CardBook = BOOK) -> Combo:
    """The combo of some cards, whose position is certified and whose certificate is accepted."""
    made = asked_of(names, book, asked or Asked())
    assert isinstance(made, Combo), made
    assert made.needs.refusal is None
    position = load(made.text, "saved.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    text = certify(study.part.loop)
    assert isinstance(text, str), text
    accepted = check(text, book.protos)
    assert not isinstance(accepted, Refusal), accepted
    return made


def refused(*names: str, asked: Asked | None = None, book: CardBook = BOOK) -> Refusal:
    made = asked_of(names, book, asked or Asked())
    assert isinstance(made, Refusal), made
    return made


def invented(*rows: Mapping[str, Any]) -> CardBook:
    return CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source()))


def needed(made: Combo) -> set[tuple[str, int]]:
    assert made.needs.needs is not None
    return {(need.name or need.what, need.count) for need in made.needs.needs}


def single(*names: str, book: CardBook, life: str = "20", steps: int = FEW) -> Single:
    """The line that is played once. ``steps``: of the search for a loop, which comes first and finds none."""
    made = asked_of(names, book, Asked(life=life, steps=steps))
    assert isinstance(made, Single), made
    accepted = check(made.certificate.text, book.protos)
    assert not isinstance(accepted, Refusal), accepted
    return made
