"""Mana abilities that are activated only as an instant, and a hand that is discarded as a cost: 602.5e, 605.3a, 118.3."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from tests.support.acting import count, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.texts import card, code, said

GEM = "Discard your hand, Sacrifice Gem: Add three mana of any one color."
OX = creature("Ox")


def table(text: str, *hand: tuple[object, int]) -> State:
    """A Gem of this text and cards in its controller's hand."""
    layout = Layout(2)
    layout.put(card(text, "Artifact", "Gem"), 0)
    for proto, many in hand:
        layout.put(proto, 0, "hand", n=many)  # type: ignore[arg-type] # a card
    return layout.done()


@pytest.mark.parametrize("hand", [(), ((BEAR, 1),), ((BEAR, 2), (FOREST, 3))])
def test_118_3_the_whole_hand_is_discarded_also_an_empty_one(hand: tuple[tuple[object, int], ...]) -> None:
    state = table(GEM, *hand)
    done = play(state, said(state, "activate Gem for {R}"))
    assert (done.rows[player(0)].get("mana.R"), count(done, "Gem"), done.stack) == (3, 0, ())
    there = sum(many for _, many in hand)
    assert (count(done, "Bear", "hand"), count(done, "Forest", "hand")) == (0, 0)
    assert count(done, "Bear", "graveyard") + count(done, "Forest", "graveyard") == there


LEAK = "{0}: You may pay {1}. If you do, you gain 1 life."


def paying(text: str) -> State:
    """While a player is asked for {1} as an ability resolves."""
    layout = Layout(2)
    layout.put(card(text, "Artifact", "Gem"), 0)
    layout.put(FOREST, 0)  # else nobody is asked
    layout.put(card(LEAK, "Artifact", "Leak"), 0)
    state = layout.done()
    return settled(play(state, said(state, "activate Leak")))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", ""),
        (" Activate only as an instant.", "decision-first"),
        (" Activate this ability only any time you could cast an instant.", "decision-first"),
    ],
)
def test_602_5e_not_while_something_is_paid_for(words: str, why: str) -> None:
    state = paying(GEM + words)
    assert asked(state) == "toll"
    assert code(state, "activate Gem for {R}") == why


def test_602_5e_while_its_controller_has_priority() -> None:
    state = table(GEM + " Activate only as an instant.", (BEAR, 1))
    assert code(state, "activate Gem for {R}") == ""


def test_601_2a_a_card_of_the_hand_is_not_cast_for_that_hand() -> None:
    text = "As an additional cost to cast this spell, discard your hand."
    facts = {"name": "Spite", "type_line": "Sorcery", "mana_cost": "{B}", "oracle_text": text}
    assert not compile_card(facts).complete
