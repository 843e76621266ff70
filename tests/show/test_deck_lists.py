"""Ten decks of 100 cards, one in each format: the loops that were planted in them are found, and no others are told.

Lines that win and are played once are told apart from loops.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.api import CardBook, Deck, deck_loops, read_deck
from reiterate.boards.deck_list import list_text
from tests.support.card_files import reference_book
from tests.support.files import needs_data

LISTS: Final = Path(__file__).parent / "decks"

#: Of each list the commander, and the pairs that loop.
PLANTED: Final[dict[str, tuple[str, set[frozenset[str]]]]] = {
    "archidekt.csv": ("Saffi Eriksdotter", {frozenset({"Archangel of Thune", "Spike Feeder"})}),
    "archidekt.txt": ("Heliod, Sun-Crowned", {frozenset({"Heliod, Sun-Crowned", "Walking Ballista"})}),
    "arena.txt": ("Krenko, Mob Boss", {frozenset({"Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"})}),
    "cockatrice.cod": ("Rhys the Redeemed", {frozenset({"Midnight Guard", "Presence of Gond"})}),
    "forge.dck": ("Wydwen, the Biting Gale", {frozenset({"Dramatic Reversal", "Isochron Scepter"})}),
    "moxfield.csv": ("Arcanis the Omnipotent", {frozenset({"Basalt Monolith", "Power Artifact"})}),
    "moxfield.txt": ("Niv-Mizzet, the Firemind", {frozenset({"Deceiver Exarch", "Splinter Twin"})}),
    "mtgo.csv": ("Jori En, Ruin Diver", {frozenset({"Dualcaster Mage", "Heat Shimmer"})}),
    "mtgo.dek": ("Trostani, Selesnya's Voice", {frozenset({"Devoted Druid", "Vizier of Remedies"})}),
    "mtgo.txt": (
        "Vito, Thorn of the Dusk Rose",
        {
            frozenset({"Exquisite Blood", "Sanguine Bond"}),
            frozenset({"Exquisite Blood", "Vito, Thorn of the Dusk Rose"}),
        },
    ),
}

#: Of a list, the pairs with a line that is played once and wins: for 23 mana 20 cards are drawn, and each deals 1 damage.
ONCE: Final[dict[str, set[frozenset[str]]]] = {
    "moxfield.txt": {frozenset({"Blue Sun's Zenith", "Niv-Mizzet, the Firemind"})},
}


@cache
def book() -> CardBook:
    return reference_book()


def deck(name: str) -> Deck:
    text = list_text(LISTS / name)
    assert isinstance(text, str), text
    found = read_deck(text, name, book(), partly=True)
    assert isinstance(found, Deck), found
    return found


@needs_data("cards.jsonl")
@pytest.mark.slow("a hundred cards of each list are compiled")
@pytest.mark.parametrize("name", sorted(PLANTED))
def test_each_list_has_a_hundred_cards_that_are_known(name: str) -> None:
    found = deck(name)
    assert found.size + len(found.commanders) == 100 and not found.unknown
    aside = found.commanders or found.sideboard or found.main[-1:]
    assert PLANTED[name][0] in [each.name for each in aside]
    names = {each.name for each in (*found.main, *found.commanders)}
    assert all(pair <= names for pair in PLANTED[name][1])


@needs_data("cards.jsonl")
@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(PLANTED))
def test_the_planted_loops_are_found_and_no_others_are_told(name: str) -> None:
    search = deck_loops(deck(name), book())
    told = list(search)
    assert all(loop.combo.proved and loop.certificate is not None and loop.certificate.accepted for loop in told)
    part = search.answer().deck
    assert part is not None and {frozenset(loop.cards) for loop in part.loops} == PLANTED[name][1]
    assert {frozenset(line.cards) for line in part.lines} == ONCE.get(name, set())
    assert len(told) == len(part.loops) + len(part.lines)
