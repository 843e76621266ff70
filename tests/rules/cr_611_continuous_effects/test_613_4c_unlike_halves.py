"""+X/-X and -X/+X: one half is added, the other is taken off (107.1b, 613.4c)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled
from tests.support.boards import BEAR, play
from tests.support.written import card, not_read

GROWS = card("{X}: Target creature gets +X/-X until end of turn.", name="Grows")
SHRINKS = card("{X}: Target creature gets -X/+X until end of turn.", name="Shrinks")
COUNTED = card(
    "{1}: Target creature gets +X/-X until end of turn, where X is the number of creatures you control.", name="Counted"
)


def size(state: State, row: int) -> tuple[Amount, Amount]:
    return power(state, row), toughness(state, row)


def laid(own: object, n: int = 1) -> tuple[State, int, int]:
    layout = Layout(2)
    row = layout.put(own, 0)  # type: ignore[arg-type] # a card
    bear = layout.put(BEAR, 0, n=n)
    layout.set_player(0, "mana.C", 9)
    return layout.done(), row, bear


@pytest.mark.parametrize(("x", "wanted"), [(0, (2, 2)), (1, (3, 1))])
def test_613_4c_x_is_added_to_the_power_and_taken_off_the_toughness(x: int, wanted: tuple[int, int]) -> None:
    state, row, bear = laid(GROWS)
    state = settled(play(state, Choice("activate", 0, row, targets=(bear,), x=x)))
    assert size(state, bear) == wanted


def test_704_5f_a_2_2_with_plus_2_minus_2_dies() -> None:
    state, row, bear = laid(GROWS)
    state = settled(play(state, Choice("activate", 0, row, targets=(bear,), x=2)))
    assert bear not in state.rows


def test_613_4c_x_is_taken_off_the_power_and_added_to_the_toughness() -> None:
    """2/2 with X = 3 is -1/5: a power may be below 0 (107.1b)."""
    state, row, bear = laid(SHRINKS)
    state = settled(play(state, Choice("activate", 0, row, targets=(bear,), x=3)))
    assert size(state, bear) == (-1, 5)


def test_613_4c_x_may_be_counted_as_the_effect_happens() -> None:
    """One Bear: +1/-1 is 3/1."""
    state, row, bear = laid(COUNTED)
    state = settled(play(state, Choice("activate", 0, row, targets=(bear,))))
    assert size(state, bear) == (3, 1)


def test_other_words_are_not_read() -> None:
    assert not_read("{X}: Target creature gets +X/-1 until end of turn.")
