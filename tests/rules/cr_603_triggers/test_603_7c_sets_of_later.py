"""A delayed ability is about the objects of a set as it was made, and not about the set as it is by then (603.7c)."""

from __future__ import annotations

import pytest

from tests.support.written import not_read

LATER = "Sacrifice those creatures at the beginning of the next end step."


@pytest.mark.parametrize(
    "text",
    [
        f"Attacking creatures you control get +1/+0 until end of turn. {LATER}",
        f"Creatures you control gain haste until end of turn. {LATER}",
    ],
)
def test_603_7c_objects_of_a_set_that_may_change_are_not_read_as_the_set(text: str) -> None:
    assert not_read(text, "Instant")


def test_611_2c_the_same_words_at_once_are_read() -> None:
    assert not not_read(
        "Creatures you control get +1/+0 until end of turn. Those creatures gain haste until end of turn.", "Instant"
    )
