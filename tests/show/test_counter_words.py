"""Counts and net changes in players' words: one of a thing, and several."""

from __future__ import annotations

import pytest

from reiterate.ask.answer_parts import Quantity
from reiterate.ask.counter_words import net_words


@pytest.mark.parametrize(
    ("key", "one", "several"),
    [
        ("p1.life", "life", "life"),
        ("p1.hand", "card in hand", "cards in hand"),
        ("p2.poison", "poison counter of p2", "poison counters of p2"),
        ("p1.tokens.Elf Warrior", "Elf Warrior token", "Elf Warrior tokens"),
        ("p1.Bear.counters.+1/+1", "+1/+1 counter on Bear", "+1/+1 counters on Bear"),
        ("p1.mana.G", "{G} in the pool", "{G} in the pool"),
        ("stack", "entry on the stack", "entries on the stack"),
    ],
)
def test_a_change_is_told_of_one_thing_or_of_several(key: str, one: str, several: str) -> None:
    for number, words in ((1, one), (-1, one), (2, several)):
        assert net_words({key: Quantity(number)}, {key: f"{number:+}"}, "p1", 3) == [f"{number:+} {words}"]
