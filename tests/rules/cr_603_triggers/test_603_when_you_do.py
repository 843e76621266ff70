"""What "that creature" means behind "when you do": 603.12."""

from __future__ import annotations

import pytest

from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.base import Term, walk
from reiterate.terms.quantities import StatOf
from reiterate.terms.references import Result
from tests.oracle.oracle_corpus import read

_MAY = "you may sacrifice another creature. When you do, "


@pytest.mark.parametrize("whose", ["that creature's", "the sacrificed creature's"])
def test_603_12_the_number_is_that_of_what_was_sacrificed(whose: str) -> None:
    text = f"When Test Card enters, {_MAY}Test Card deals damage equal to {whose} power to any target."
    found: list[Term] = []
    walk(read("creature", text), found.append)
    assert StatOf("power", Result()) in found


@pytest.mark.parametrize(
    "text",
    [
        f"Whenever another creature enters, {_MAY}draw cards equal to that creature's power.",  # that which entered
        f"When Test Card enters, {_MAY}exile that creature.",
        f"When Test Card enters, {_MAY}draw a card and exile that creature.",
        f"When Test Card enters, {_MAY}target creature gets -X/-X until end of turn, where X is that creature's power.",
        "When Test Card enters, you may sacrifice two creatures. When you do, draw cards equal to that creature's power.",
    ],
)
def test_603_12_words_that_could_mean_another_object_are_not_read(text: str) -> None:
    assert any(isinstance(a, NotUnderstood) for a in read("creature", text))
