""" "That creature" behind a revealed card, in a trigger that names what its source is attached to (109.2, 303.4m, 608.2c)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import count, settled, until
from tests.support.boards import BEAR, FOREST, creature
from tests.support.own_cards import card_read

UPKEEP = "At the beginning of the upkeep of enchanted creature's controller, "
SHOWN = "that player reveals the top card of their library. If that card is a land card, "


def complete(text: str, types: str = "Enchantment — Aura") -> bool:
    first = "Enchant creature\n" if "Aura" in types else ""
    return compile_card({"name": "Own", "type_line": types, "mana_cost": "{2}", "oracle_text": first + text}).complete


def upkeep(text: str, top: Proto, other: Proto = BEAR) -> tuple[State, int]:
    """The Aura is on the second player's creature; its ability has resolved in that player's upkeep."""
    layout = Layout(2)
    host = layout.put(other, 1)
    layout.attach(
        layout.put(card_read("Own", f"Enchant creature\n{UPKEEP}{text}", types="Enchantment — Aura"), 0), host
    )
    layout.library(1, [(top, 1), (FOREST, 20)])
    return settled(until(layout.done(), "upkeep", 1)), host


@pytest.mark.parametrize("top", [FOREST, BEAR])
def test_608_2c_that_creature_is_the_enchanted_one(top: Proto) -> None:
    """A land: the Bear is destroyed. Any other card: "it" is the Bear too, which is 5/5."""
    text = f"{SHOWN}destroy that creature. Otherwise, it gets +3/+3 until end of turn."
    state, host = upkeep(text, top)
    assert count(state, "Bear") == (0 if top is FOREST else 1)
    assert top is FOREST or power(state, host) == 5


def test_608_2c_otherwise_it_is_the_card_where_only_a_card_can_be_meant() -> None:
    state, _ = upkeep(f"{SHOWN}destroy that creature. Otherwise, put it into your graveyard.", BEAR)
    assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (1, 1)


def test_303_4m_its_power_is_that_of_the_enchanted_creature() -> None:
    state, _ = upkeep("that player loses life equal to its power.", FOREST, creature("Giant", 4, 4))
    assert state.rows[2].num["life"] == 16


@pytest.mark.parametrize(
    "text",
    [
        f"{UPKEEP}create a 1/1 green Cat creature token. Tap that creature.",
        f"{UPKEEP}that player reveals the top card of their library. If it's a land card, tap it.",
        f"{UPKEEP}that player loses 2 life unless they sacrifice another creature.",
        f"{UPKEEP}tap another target creature.",
        "Whenever equipped creature attacks, it gets +1/+1 until end of turn for each other creature you control.",
    ],
)
def test_608_2c_what_may_be_either_is_not_read(text: str) -> None:
    """Either of two creatures, a card that can't be tapped, and another creature: than the source, which is none."""
    assert not complete(text)


@pytest.mark.parametrize(
    "text",
    [
        "reveal the top card of your library. If it's a creature card, destroy it.",
        "reveal the top card of your library. If it's a creature card, it gains haste until end of turn.",
        "exile the top card of your library. Tap that creature.",
        "return target creature card from your graveyard to your hand. Tap it.",
    ],
)
def test_109_2_no_card_is_tapped_or_destroyed(text: str) -> None:
    assert not complete(f"At the beginning of your upkeep, {text}", "Artifact")


def test_608_2c_otherwise_sacrifice_it_is_the_source() -> None:
    """No creature card is there to be exiled: the source, which was named last, is sacrificed."""
    text = (
        "At the beginning of your upkeep, exile a creature card from your graveyard. If you do, put a +1/+1 counter on Own."
        " Otherwise, sacrifice it."
    )
    layout = Layout(2)
    layout.put(card_read("Own", text), 0)
    layout.library(0, [(FOREST, 20)])
    layout.library(1, [(FOREST, 20)])
    state = settled(until(layout.done(), "upkeep", 1))
    assert count(state, "Own") == 1
    state = settled(until(state, "upkeep", 0))
    assert count(state, "Own") == 0
