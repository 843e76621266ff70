"""Static abilities that make something smaller by what is counted (613.4c), and what "it" is behind a condition (611.3a)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.positions.layout import Layout
from tests.support.boards import BEAR, FOREST, creature
from tests.support.texts import card


@pytest.mark.parametrize(("life", "size"), [(20, (-7, -7)), (12, (1, 1)), (0, (13, 13))])
def test_613_4c_a_creature_gets_minus_x_where_x_is_a_life_total(life: int, size: tuple[int, int]) -> None:
    layout = Layout(2)
    text = "Test Card gets -X/-X, where X is your life total."
    row = layout.put(card(text, "Creature — Test", size=13), 0)
    layout.set_player(0, "life", life)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == size


def test_613_4c_less_for_each_of_a_set_beside_more_of_another() -> None:
    layout = Layout(2)
    row = layout.put(card("Test Card gets -1/-0 for each Forest you control.", "Creature — Test", size=5), 0)
    layout.put(FOREST, 0, n=3)
    layout.put(FOREST, 1, n=4)
    layout.put(card("Creatures you control get +1/+1."), 0)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (3, 6)


def test_613_4c_a_host_gets_less() -> None:
    layout = Layout(2)
    host = layout.put(creature("Ox", 4, 4), 1)
    aura = layout.put(
        card("Enchant creature\nEnchanted creature gets -1/-1 for each card in your hand.", "Enchantment — Aura"), 0
    )
    layout.attach(aura, host)
    layout.put(BEAR, 0, "hand", n=3)
    layout.put(BEAR, 1, "hand", n=7)
    state = layout.done()
    assert (power(state, host), toughness(state, host)) == (1, 1)


@pytest.mark.parametrize(("kind", "size", "flies"), [("Creature — Ox", (6, 6), True), ("Artifact", None, False)])
def test_611_3a_as_long_as_the_host_is_a_creature_it_gets_more(
    kind: str, size: tuple[int, int] | None, flies: bool
) -> None:
    layout = Layout(2)
    host = layout.put(card("", kind, "Host", size=4), 0)
    text = "Enchant permanent\nAs long as enchanted permanent is a creature, it gets +2/+2 and has flying."
    aura = layout.put(card(text, "Enchantment — Aura"), 0)
    layout.attach(aura, host)
    state = layout.done()
    assert ("flying" in view(state, host).keywords) == flies
    assert size is None or (power(state, host), toughness(state, host)) == size


@pytest.mark.parametrize(("tapped", "size"), [(False, (2, 4)), (True, (2, 2))])
def test_611_3a_as_long_as_the_source_is_untapped_it_gets_more(tapped: bool, size: tuple[int, int]) -> None:
    layout = Layout(2)
    text = "As long as Test Card is untapped, it gets +0/+2."
    row = layout.put(card(text, "Creature — Test"), 0, tapped=tapped)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == size


def test_613_8_a_host_that_another_effect_makes_a_creature_gets_more() -> None:
    layout = Layout(2)
    land = layout.put(FOREST, 0)
    layout.put(card("Lands you control are 1/1 creatures that are still lands."), 0)
    text = "Enchant permanent\nAs long as enchanted permanent is a creature, it gets +2/+2 and has flying."
    aura = layout.put(card(text, "Enchantment — Aura"), 0)
    layout.attach(aura, land)
    state = layout.done()
    assert (power(state, land), toughness(state, land)) == (3, 3)
    assert "flying" in view(state, land).keywords
