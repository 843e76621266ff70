"""A duration is that of every clause it stands in front of, or behind (611.2a); a noun behind subtypes is read (109.2, 110.4b)."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import show
from reiterate.terms.abilities import NotUnderstood, Triggered
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_continuous import Become
from reiterate.terms.references import Filter
from reiterate.terms.trigger_events import SpellCast


def read(text: str) -> tuple[Any, ...]:
    return read_line(text, Context(name="Foo", spell=True))


def durations(text: str) -> list[str]:
    """How long each thing becomes what it becomes; empty where the text is not understood."""
    found: list[str] = []

    def visit(node: Term) -> None:
        if isinstance(node, Become):
            found.append(node.duration)

    for ability in read(text):
        walk(ability, visit)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Until end of turn, all creatures become black and all lands become Swamps.",
        "Until end of turn, target creature becomes black and target land becomes a Swamp.",
        "Until end of turn, target creature becomes black, then target land becomes a Swamp.",
        "Until end of turn, target creature becomes black, target land becomes a Swamp, and you gain 3 life.",
        "Until end of turn, target creature becomes black, and then target land becomes a Swamp.",
    ],
)
def test_611_2a_a_duration_in_front_is_that_of_every_clause_behind_it(text: str) -> None:
    assert durations(text) == ["turn", "turn"]


@pytest.mark.parametrize(
    "text",
    [
        "Target creature becomes black and target land becomes a Swamp until end of turn.",
        "Target creature becomes black, then target land becomes a Swamp until end of turn.",
        "All creatures become black and all lands become Swamps until end of turn.",
        "Gain control of target creature and target land becomes a Swamp until end of turn.",
        "Until your next turn, target creature becomes black and target land becomes a Swamp.",
        "Target creature becomes the color of your choice and target land becomes a Swamp until end of turn.",
        "Target land becomes a Swamp and target creature becomes the color of your choice until end of turn.",
        "Target land becomes the basic land type of your choice, then target creature becomes black until end of turn.",
    ],
)
def test_611_2a_a_duration_that_may_be_of_both_clauses_is_never_that_of_one(text: str) -> None:
    """Such a text may be refused; it may not be read with one effect that ends and another that does not."""
    assert set(durations(text)) in (set(), {"turn"})


@pytest.mark.parametrize(
    "text",
    [
        "Target land becomes a Swamp and target creature can't block this turn.",
        "Target land becomes a Swamp and switch target creature's power and toughness until end of turn.",
        "Target land becomes a Swamp, target creature gets +1/+1 until end of turn, and you draw a card.",
        "Gain control of target creature, then it becomes the color of your choice until end of turn.",
    ],
)
def test_611_2a_whatever_ends_behind_what_has_no_duration_is_refused(text: str) -> None:
    (found,) = read(text)
    assert isinstance(found, NotUnderstood)


def test_701_47a_what_amass_makes_of_an_army_is_no_clause_that_a_duration_could_be_of() -> None:
    (found,) = read("Amass Orcs 2, then creatures you control gain haste until end of turn.")
    assert not isinstance(found, NotUnderstood)


def test_611_2a_a_sentence_without_a_duration_lasts() -> None:
    assert durations("Target creature becomes black. Target land becomes a Swamp until end of turn.") == [
        "game",
        "turn",
    ]


@pytest.mark.parametrize(
    ("words", "subtypes", "colors"),
    [
        ("a Faerie or Wizard permanent", ("Faerie", "Wizard"), ()),
        ("a blue permanent", (), ("U",)),
        ("a permanent", (), ()),
    ],
)
def test_110_4b_a_permanent_spell_is_neither_an_instant_nor_a_sorcery(
    words: str, subtypes: tuple[str, ...], colors: tuple[str, ...]
) -> None:
    line = f"Whenever you cast {words} spell, draw a card."
    (found,) = read_line(line, Context(name="Foo"))
    assert isinstance(found, Triggered) and isinstance(found.trigger, SpellCast)
    wanted = Filter(any_subtype=subtypes, colors=colors, without_types=("instant", "sorcery"))
    assert found.trigger.filter == wanted
    assert show(found, "Foo") == line
