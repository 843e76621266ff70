"""Permanents to which the legend rule doesn't apply (704.5j)."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.quantities import Fixed
from tests.support.acting import count, instant, settled
from tests.support.boards import creature, play
from tests.support.texts import card, said

KING = creature("King", 2, 2, token=True, legendary=True)
NOBODY = 'The "legend rule" doesn\'t apply.'
OWN = 'The "legend rule" doesn\'t apply to permanents you control.'
TOKENS = 'The "legend rule" doesn\'t apply to creature tokens you control.'


def kings(text: str, made: int = 1, owner: int = 0, card_there: bool = False) -> State:
    """A King, and tokens of that name created beside an enchantment of this text."""
    layout = Layout(2)
    if text:
        layout.put(card(text, name="Rule"), owner)
    layout.put(creature("King", 2, 2, legendary=True) if card_there else KING, 0)
    layout.put(instant("Maker", CreateTokens(Fixed(made), KING)), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return settled(play(state, said(state, "cast Maker")))


@pytest.mark.parametrize(
    ("text", "owner", "spared"),
    [("", 0, False), (NOBODY, 0, True), (NOBODY, 1, True), (OWN, 0, True), (OWN, 1, False), (TOKENS, 0, True)],
)
def test_704_5j_whose_permanents_the_rule_spares(text: str, owner: int, spared: bool) -> None:
    state = kings(text, owner=owner)
    assert (asked(state) == "keep") == (not spared)
    if spared:
        assert count(state, "King") == 2
    assert (asked(kings(text, 3, owner)) == "keep") == (not spared)


def test_704_5j_one_that_is_not_spared_is_alone_then() -> None:
    state = kings(TOKENS, 2, card_there=True)
    assert asked(state) == "priority"
    assert count(state, "King") == 3


def test_704_5j_as_the_effect_ends_the_rule_applies() -> None:
    layout = Layout(2)
    layout.put(card(NOBODY, name="Rule"), 0)
    layout.put(KING, 0, n=2)
    layout.put(card("Destroy target enchantment.", "Instant", "Bolt"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    assert asked(settled(play(state, said(state, "cast Bolt targeting Rule")))) == "keep"
