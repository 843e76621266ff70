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


@pytest.mark.parametrize(
    "deed",
    [
        "return target creature you control to its owner's hand",
        "exile target creature you control",
        "you may return a creature you control to its owner's hand",
    ],
)
def test_603_12_it_is_what_was_moved_and_not_the_source(deed: str) -> None:
    for whose in ("its", "that creature's"):
        found: list[Term] = []
        walk(
            read("creature", f"When Test Card enters, {deed}. When you do, draw cards equal to {whose} power."),
            found.append,
        )
        assert [node.object for node in found if isinstance(node, StatOf)] == [Result()]


@pytest.mark.parametrize(
    "deed", ["create a 1/1 white Cat creature token", "tap target creature", "tap target creature you control"]
)
def test_603_12_it_could_be_what_was_named_or_made_before(deed: str) -> None:
    text = f"When Test Card enters, {deed}. When you do, draw cards equal to its power."
    assert any(isinstance(a, NotUnderstood) for a in read("creature", text))
