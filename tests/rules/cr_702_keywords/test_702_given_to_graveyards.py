"""Cards in a graveyard that a static ability gives escape or flashback: 702.34, 702.138, 118.6, 118.9."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import GraveyardCast
from tests.rules.cr_601_casting.ways_to_cast import card, code, tell, ways
from tests.support.acting import count, settled, until
from tests.support.boards import BEAR, FOREST, creature
from tests.support.shown import shows

BREACH = card(
    "Each nonland card in your graveyard has escape. The escape cost is equal to the card's mana cost plus exile three "
    "other cards from your graveyard.",
    "Enchantment",
    name="Breach",
)
LIER = card(
    "Each instant and sorcery card in your graveyard has flashback. The flashback cost is equal to that card's mana cost.",
    "Enchantment",
    name="Lier",
)
DRAW = card("Draw a card.", cost="{U}", name="Insight")


def table(
    spell: Proto, *more: tuple[Proto, int], giver: Proto = BREACH, mana: int = 1, n: int = 1
) -> tuple[State, int]:
    """A card in the graveyard of who controls the giver, with others there."""
    layout = Layout(2)
    layout.put(giver, 0)
    row = layout.put(spell, 0, "graveyard", n=n)
    for other, many in more:
        layout.put(other, 0, "graveyard", n=many)
    layout.set_player(0, "mana.U", mana)
    layout.library(0, [(FOREST, 9)])
    return layout.done(), row


@shows(GraveyardCast)
def test_702_138a_for_its_mana_cost_and_three_other_cards() -> None:
    state, row = table(DRAW, (FOREST, 3))
    assert ways(state, row) == [("escape",)]
    done = settled(tell(state, "cast Insight with escape"))
    # 608.2n: it goes to the graveyard, for nothing exiles an escaped spell
    assert (count(done, "Insight", "graveyard"), count(done, "Forest", "exile"), count(done, "Forest", "hand")) == (
        1,
        3,
        1,
    )


def test_702_138a_its_mana_cost_is_not_paid_without_escape() -> None:
    state, row = table(DRAW, (FOREST, 3))
    assert code(state, Choice("cast", 0, row)) == "how"


@pytest.mark.parametrize(("others", "mana"), [(2, 1), (3, 0)])
def test_601_2h_each_part_of_the_cost_is_paid(others: int, mana: int) -> None:
    state, row = table(DRAW, (FOREST, others), mana=mana)
    assert ways(state, row) == []


def test_109_5_other_cards_are_all_but_the_one_that_is_cast() -> None:
    four, row = table(DRAW, n=4)
    assert ways(four, row) == [("escape",)]
    done = settled(tell(four, "cast Insight with escape"))
    assert (count(done, "Insight", "exile"), count(done, "Insight", "graveyard")) == (3, 1)
    three, row = table(DRAW, n=3)
    assert ways(three, row) == []


def test_702_138a_a_permanent_card_too_at_its_own_time() -> None:
    cat = creature("Cat", cost=("U",))
    state, row = table(cat, (FOREST, 3))
    assert count(settled(tell(state, "cast Cat with escape")), "Cat") == 1
    assert ways(until(state, "combat", 0), row) == []  # 302.1


def test_305_9_a_land_card_has_none() -> None:
    state, row = table(FOREST, (BEAR, 3))
    assert ways(state, row) == []


def test_118_6_no_mana_cost_is_a_cost_that_cant_be_paid() -> None:
    state, row = table(card("Draw a card.", cost="", name="Insight"), (FOREST, 3))
    assert ways(state, row) == []


def test_109_5_your_graveyard_is_that_of_who_controls_the_giver() -> None:
    layout = Layout(2)
    layout.put(BREACH, 1)
    row = layout.put(DRAW, 0, "graveyard")
    layout.put(FOREST, 0, "graveyard", n=3)
    layout.set_player(0, "mana.U", 1)
    assert ways(layout.done(), row) == []


def test_604_2_it_ends_as_the_giver_leaves() -> None:
    state, row = table(DRAW, (FOREST, 3), giver=BEAR)
    assert ways(state, row) == []


def test_118_9d_reductions_apply() -> None:
    layout = Layout(2)
    layout.put(BREACH, 0)
    layout.put(card("Instant spells you cast cost {1} less to cast.", "Enchantment", name="Helper"), 0)
    row = layout.put(card("Draw a card.", cost="{1}{U}", name="Insight"), 0, "graveyard")
    layout.put(FOREST, 0, "graveyard", n=3)
    layout.set_player(0, "mana.U", 1)
    assert ways(layout.done(), row) == [("escape",)]


def test_107_3_an_x_of_the_mana_cost_is_announced() -> None:
    state, _ = table(card("You gain X life.", cost="{X}{U}", name="Balm"), (FOREST, 3), mana=4)
    done = settled(tell(state, "cast Balm with escape with X = 3"))
    assert (
        done.rows[next(h for h, r in done.rows.items() if r.cls.kind == "player" and r.cls.owner == 0)].get("life")
        == 23
    )


def test_702_138a_two_givers_of_one_cost_are_one_way() -> None:
    layout = Layout(2)
    layout.put(BREACH, 0, n=2)
    layout.put(BREACH, 0)
    row = layout.put(DRAW, 0, "graveyard")
    layout.put(FOREST, 0, "graveyard", n=3)
    layout.set_player(0, "mana.U", 1)
    assert ways(layout.done(), row) == [("escape",)]


def test_118_9_its_own_escape_is_another_cost_than_the_one_given() -> None:
    own = card("Draw a card.\nEscape—{U}, Exile two other cards from your graveyard.", cost="{U}", name="Insight")
    state, row = table(own, (FOREST, 3))
    assert ways(state, row) == [("rule-118.9",)]


def test_702_34a_a_spell_cast_with_a_flashback_that_was_given_is_exiled() -> None:
    state, row = table(DRAW, (BEAR, 1), giver=LIER)
    assert ways(state, row) == [("flashback",)]
    done = settled(tell(state, "cast Insight with flashback"))
    assert (count(done, "Insight", "exile"), count(done, "Forest", "hand")) == (1, 1)


def test_702_34a_no_creature_card() -> None:
    state, row = table(creature("Cat", cost=("U",)), giver=LIER)
    assert ways(state, row) == []


def test_611_3a_during_your_turn_alone() -> None:
    giver = card("During your turn, each instant and sorcery card in your graveyard has flashback {U}.", "Enchantment")
    mine, row = table(card("Draw a card.", cost="{5}{U}", name="Insight"), giver=giver)
    assert ways(mine, row) == [("flashback",)]
    assert code(until(mine, "main1", 1), Choice("cast", 0, row, how=("flashback",))) != ""
