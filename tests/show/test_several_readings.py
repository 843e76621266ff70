"""A clause that may mean several things is shown with each of them."""

from __future__ import annotations

from unittest import mock

from reiterate.cards.card_json import card_bytes, card_of_bytes
from reiterate.oracle import clause
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.reading import Read
from reiterate.show.card_text import brief_of_cards, card_lines
from reiterate.terms import language as n

ONE = (n.Static(n.EntersTapped()),)
OTHER = (n.Triggered(n.Enters(n.This()), (n.Draw(n.You(), n.Fixed(1)),)),)


def test_each_reading_of_a_clause_with_several_is_printed() -> None:
    with mock.patch.object(clause, "readings", return_value=Read((ONE, OTHER))):
        card = compile_card({"name": "Own", "type_line": "Land", "oracle_text": "This may mean two things."})
    assert not card.complete and card.clauses[0].readings == (ONE, OTHER)
    told = [line.strip() for line in card_lines(card)]
    assert "it may mean: ~ enters tapped." in told and "it may mean: When ~ enters, draw a card." in told
    ((_, lines),) = brief_of_cards([card]).rows
    assert "it may mean: ~ enters tapped." in lines
    assert card_of_bytes(card_bytes(card)) == card


def test_a_clause_without_a_reading_shows_none() -> None:
    card = compile_card({"name": "Own", "type_line": "Land", "oracle_text": "Xyzzy the flimflam."})
    assert not card.complete and card.clauses[0].readings == ()
    assert not any("it may mean" in line for line in card_lines(card))
