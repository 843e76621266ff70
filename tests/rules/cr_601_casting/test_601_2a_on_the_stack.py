"""A card that is cast is on the stack before its cost is worked out, and is counted no more where it lay (601.2a, 601.2f)."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import prepare
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GRAVEYARD, HAND
from reiterate.terms.proto import Proto
from tests.support.boards import BEAR
from tests.support.written import card

CHEAPER_BY_GRAVES = "This spell costs {1} less to cast for each creature card in your graveyard."
CHEAPER_BY_HAND = "This spell costs {1} less to cast for each card in your hand."


def owed(spell: Proto, zone: str, *how: str, number: int = 1, bears: int = 2, helper: Proto | None = None) -> int:
    """How much mana is paid for a card of ``number`` like ones in a zone, beside some bears there."""
    layout = Layout(2)
    row = layout.put(spell, 0, zone, n=number)
    layout.put(BEAR, 0, zone, n=bears)
    if helper is not None:
        layout.put(helper, 0)
    layout.set_player(0, "mana.C", 20)
    plan = prepare(layout.done(), Choice("cast", 0, row, how=how))
    assert not isinstance(plan, Refusal) and plan.bill is not None
    return sum(plain(amount) for _, amount in plan.bill.mana)


def test_601_2a_a_card_in_hand_does_not_count_itself() -> None:
    spell = card(CHEAPER_BY_HAND, "Sorcery", "{8}")
    assert owed(spell, HAND) == 8 - 2
    assert owed(spell, HAND, number=3) == 8 - 2 - 2


def test_601_2a_a_card_in_a_graveyard_does_not_count_itself() -> None:
    spell = card(f"{CHEAPER_BY_GRAVES}\nEscape—{{7}}", "Creature — Wurm", "{9}", power="1", toughness="1")
    assert owed(spell, GRAVEYARD, "escape") == 7 - 2
    assert owed(spell, GRAVEYARD, "escape", number=2) == 7 - 2 - 1


def test_601_2a_nor_does_the_ability_of_a_permanent_count_it() -> None:
    spell = card("Escape—{7}", "Creature — Wurm", "{9}", power="1", toughness="1")
    helper = card("Creature spells you cast cost {1} less to cast for each creature card in your graveyard.")
    assert owed(spell, GRAVEYARD, "escape", helper=helper) == 7 - 2


@pytest.mark.parametrize(("beside", "price"), [(5, 8), (6, 8), (7, 5)])
def test_601_2a_a_condition_does_not_count_it(beside: int, price: int) -> None:
    text = "If there are seven or more cards in your graveyard, this spell costs {3} less to cast.\nFlashback {8}"
    assert owed(card(text, "Sorcery", "{9}"), GRAVEYARD, "flashback", bears=beside) == price


def test_601_2a_types_of_the_card_alone_are_not_counted() -> None:
    text = "This spell costs {1} less to cast for each card type among cards in your graveyard.\nFlashback {8}"
    assert owed(card(text, "Sorcery", "{9}"), GRAVEYARD, "flashback") == 8 - 1
    assert owed(card(text, "Sorcery", "{9}"), GRAVEYARD, "flashback", number=2) == 8 - 2
