"""Forty famous combos from their names: most are proved, and each other one says the clause or the need that stops it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.certify.certificate import certify
from reiterate.check.certificate import check
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.played_once import Single
from reiterate.refusals import Refusal
from tests.support.card_files import reference_book
from tests.support.drawn import drawn_parts
from tests.support.files import needs_data
from tests.survey.famous import FAMOUS

#: Those that built-in cards are enough for, and that are found soon.
QUICK: Final = (
    ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"),
    ("Splinter Twin", "Deceiver Exarch"),
    ("Exquisite Blood", "Sanguine Bond"),
    ("Devoted Druid", "Vizier of Remedies"),
    ("Isochron Scepter", "Dramatic Reversal"),
    ("Painter's Servant", "Grindstone"),
    ("Archangel of Thune", "Spike Feeder"),
    ("Laboratory Maniac", "Leveler"),
)

#: How many are proved; a change that proves more raises it.
LEAST: Final = 32

#: What stops those whose cards are understood.
NEEDS: Final[dict[tuple[str, ...], str]] = {
    (
        "Mikaeus, the Unhallowed",
        "Triskelion",
    ): "four counters are spent in each iteration: more steps than are searched",
}


@cache
def came(names: tuple[str, ...], data: bool) -> Combo | Single | Refusal:
    return asked_of(names, reference_book() if data else CardBook.builtin(), Asked())


def accepted(found: Combo | Single, book: CardBook) -> bool:
    """Whether the certificate of what was found is accepted with the book's cards."""
    text = found.certificate.text if isinstance(found, Single) else certify(found.found.loop)
    assert isinstance(text, str), text
    checked = check(text, book.protos)
    assert not isinstance(checked, Refusal), checked
    return True


def test_the_list_has_forty_combos_of_two_or_three_cards() -> None:
    assert len(set(FAMOUS)) == 40
    assert {len(names) for names in FAMOUS} == {2, 3}
    assert set(QUICK) < set(FAMOUS)


@pytest.mark.parametrize("names", QUICK, ids=" + ".join)
def test_a_famous_combo_of_built_in_cards_is_certified(names: tuple[str, ...]) -> None:
    found = came(names, False)
    assert isinstance(found, Combo | Single), found
    assert accepted(found, CardBook.builtin())
    if isinstance(found, Combo):
        assert (not found.idle and not found.helpers) or names == ("Isochron Scepter", "Dramatic Reversal")


@pytest.mark.slow("searches some of the combos")
@needs_data("cards.jsonl")
# few of them a run: each is a whole search, and ``make soak`` makes all of them
@pytest.mark.parametrize("combos", drawn_parts(FAMOUS, 5, 4, "famous combos"))
def test_a_famous_combo_is_certified_or_says_what_stops_it(combos: Sequence[tuple[str, ...]]) -> None:
    for names in combos:
        found = came(names, True)
        if not isinstance(found, Refusal):
            assert accepted(found, reference_book()), names
        elif found.code == "clause-not-understood":
            card, _, clause = found.message.partition(": a clause is not understood: ")
            facts = reference_book().facts(card)
            assert card in names and not isinstance(facts, Refusal)
            assert clause.strip('"') in str(facts["oracle_text"])
        else:
            assert names in NEEDS, found


@pytest.mark.soak
@needs_data("cards.jsonl")
def test_as_many_famous_combos_as_ever_are_proved() -> None:
    assert sum(not isinstance(came(names, True), Refusal) for names in FAMOUS) >= LEAST
