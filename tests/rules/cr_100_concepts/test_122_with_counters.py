"""Permanents with counters on them, of a kind or of any (122.1), and abilities of a time and a condition (602.5c)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from tests.support.boards import BEAR, FOREST
from tests.support.texts import card, code


@pytest.mark.parametrize(
    ("words", "slot", "flies"),
    [
        ("with a counter on it", "counter.charge", True),
        ("with a counter on it", "counter.+1/+1", True),
        ("with a counter on it", "damage", False),
        ("with +1/+1 counters on them", "counter.+1/+1", True),
        ("with +1/+1 counters on them", "counter.charge", False),
    ],
)
def test_122_1_a_permanent_with_a_counter_on_it(words: str, slot: str, flies: bool) -> None:
    layout = Layout(2)
    layout.put(card(f"Creatures you control {words} have flying."), 0)
    row, other = layout.put(BEAR, 0), layout.put(BEAR, 0)
    layout.rows[row].num[slot] = 1
    state = layout.done()
    assert ["flying" in view(state, each).keywords for each in (row, other)] == [flies, False]


def test_122_1_with_no_counters_on_them_is_not_read() -> None:
    facts = {"name": "Test", "type_line": "Sorcery", "oracle_text": "Destroy all creatures with no counters on them."}
    assert not compile_card(facts).complete


@pytest.mark.parametrize(
    ("step", "forests", "said"), [("upkeep", 1, ""), ("upkeep", 0, "only-if"), ("main1", 1, "only-if")]
)
def test_602_5c_only_during_a_step_and_only_if(step: str, forests: int, said: str) -> None:
    layout = Layout(2, step=step)
    text = "{T}: You gain 1 life. Activate only during your upkeep and only if you control a Forest."
    layout.put(card(text, "Creature — Test"), 0)
    layout.put(FOREST, 1)
    if forests:
        layout.put(FOREST, 0, n=forests)
    assert code(layout.done(), "activate Test Card") == said
