"""More tokens of another kind are created beside those that a player would create (614.1a, 614.5, 616.1)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.replacement_effects import MoreTokens
from tests.support.acting import count, settled
from tests.support.boards import play
from tests.support.shown import shows
from tests.support.texts import card, said

FOOD = "If one or more tokens would be created under your control, those tokens plus an additional Food token are created instead."
SQUIRRELS = (
    "If one or more creature tokens would be created under your control, "
    "those tokens plus that many 1/1 green Squirrel creature tokens are created instead."
)
TWICE = (
    "If one or more tokens would be created under your control, twice that many of those tokens are created instead."
)
ELVES = "Create three 1/1 green Elf creature tokens."


def made(*texts: str, spell: str = ELVES, n: Amount = 1, owner: int = 0) -> State:
    """What lies there after a spell with enchantments of these texts on the battlefield."""
    layout = Layout(2)
    for i, text in enumerate(texts):
        layout.put(card(text, name=f"Rule {i}"), owner, n=n)
    layout.put(card(spell, "Instant", "Maker"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return settled(play(state, said(state, "cast Maker")))


@shows(MoreTokens)
def test_614_1a_one_token_or_that_many_are_created_beside_those() -> None:
    assert [count(made(FOOD), name) for name in ("Elf", "Food", "Squirrel")] == [3, 1, 0]
    assert [count(made(SQUIRRELS), name) for name in ("Elf", "Food", "Squirrel")] == [3, 0, 3]


def test_614_1a_not_for_another_player_nor_for_other_tokens() -> None:
    assert count(made(FOOD, owner=1), "Food") == 0
    treasure = made(SQUIRRELS, spell="Create two Treasure tokens.")
    assert [count(treasure, name) for name in ("Treasure", "Squirrel")] == [2, 0]
    assert count(made(FOOD, spell="You gain 1 life."), "Food") == 0  # nothing would be created


def test_614_5_each_effect_is_applied_once_to_an_event() -> None:
    # the Food is part of the same event: it brings no other one
    assert count(made(FOOD, spell="Create a Food token."), "Food") == 2
    assert [count(made(FOOD, n=3), name) for name in ("Elf", "Food")] == [3, 3]
    assert [count(made(FOOD, FOOD), name) for name in ("Elf", "Food")] == [3, 2]


@pytest.mark.parametrize("others", [(FOOD, SQUIRRELS), (SQUIRRELS, SQUIRRELS), (FOOD, TWICE), (SQUIRRELS, TWICE)])
def test_616_1_where_the_order_matters_it_is_refused(others: tuple[str, ...]) -> None:
    with pytest.raises(Unsupported) as refused:
        made(*others)
    assert refused.value.refusal.code == "rule-616.1"


def test_701_7a_tokens_of_two_kinds_beside_one_more_for_each_creation_are_refused() -> None:
    """One instruction creates both at once, and brings one Food. Two instructions bring two. That many more are the same for both."""
    both = "Create a 1/1 green Elf creature token and a 0/3 blue Crab creature token."
    with pytest.raises(Unsupported) as refused:
        made(FOOD, spell=both)
    assert refused.value.refusal.code == "rule-614.1a"
    assert [count(made(SQUIRRELS, spell=both), name) for name in ("Elf", "Crab", "Squirrel")] == [1, 1, 2]


def test_614_6_what_comes_beside_tapped_tokens_is_tapped_too() -> None:
    state = made(FOOD, spell="Create a tapped Treasure token.")
    assert [count(state, name) for name in ("Treasure", "Food")] == [1, 1]
    there = [row for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.token]
    assert len(there) == 2 and all(row.cls.tapped for row in there)
    plainly = made(FOOD, spell="Create a Treasure token.")
    assert not any(row.cls.tapped for row in plainly.rows.values() if row.cls.proto is not None)


def test_614_1a_more_tokens_beside_those_that_more_is_said_of_are_refused() -> None:
    with pytest.raises(Unsupported) as refused:
        made(FOOD, spell="Create a 1/1 green Elf creature token. It gains haste until end of turn.")
    assert refused.value.refusal.code == "rule-614.1a"
