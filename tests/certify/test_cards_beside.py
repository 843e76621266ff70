"""Cards that stand beside every second loop: they stop none, whoever has them, and a draw stays one where they are silent."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.certify.certificate import certify
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import Loop
from reiterate.oracle import CompiledCard
from tests.support.card_files import reference_book
from tests.support.files import needs_data
from tests.support.unread_boards import board, loop_of, new_book

CARDS = "cards.jsonl"
pytestmark = needs_data(CARDS)

#: Cards of any table, and as which kinds their clauses that are not understood stand there.
BESIDE: Final = {
    "Kinnan, Bonder Prodigy": set(),
    "Rhystic Study": set(),
    "Command Tower": set(),
    "Path of Ancestry": {"activated"},
    "War Room": {"activated"},
    "Sol Ring": set(),
    "Polluted Delta": set(),
    "{card: 'Jace, the Mind Sculptor', counters: {loyalty: 3}}": {"activated"},
    "Smothering Tithe": {"trigger"},
    "{card: 'Teferi, Time Raveler', counters: {loyalty: 4}}": {"activated", "static"},
    "Academy Manufactor": {"static"},
}
#: One that replaces gains of life, beside a loop that gains life.
MATTERS: Final = "Phial of Galadriel"


@cache
def real() -> CardBook:
    """The cards of the file behind those of the boards."""
    return CardBook((*new_book().sources[:1], *reference_book().sources))


def name_of(entry: str) -> str:
    return entry.split("'")[1] if entry.startswith("{") else entry


@pytest.mark.parametrize("entry", BESIDE, ids=name_of)
@pytest.mark.parametrize("mine", [True, False], ids=["mine", "theirs"])
def test_a_card_beside_a_loop_stops_nothing(entry: str, mine: bool) -> None:
    card = real().find(name_of(entry))
    assert isinstance(card, CompiledCard)
    text = board("Chime", entry) if mine else board("Chime", theirs=(entry,))
    loop = loop_of(text, real())
    assert isinstance(loop, Loop), loop
    assert loop.endless
    written = certify(loop)
    assert isinstance(written, str), written
    value = json.loads(written)
    assert {clause["kind"] for clause in value.get("clauses", ())} == BESIDE[entry]
    assert card.complete is not bool(BESIDE[entry])
    found = check(written, real().protos)
    assert isinstance(found, Accepted), found
    assert found.nobodys.others == ()
    nothing_to_do = (
        "Kinnan, Bonder Prodigy",
        "Rhystic Study",
        "Smothering Tithe",
        "Academy Manufactor",
    )  # or no mana for it
    assert found.draw is (name_of(entry) in nothing_to_do)


def test_a_card_whose_clause_could_matter_stops_it() -> None:
    assert not isinstance(loop_of(board("Chime", MATTERS), real()), Loop)
    assert isinstance(loop_of(board("Chime", theirs=(MATTERS,)), real()), Loop)
