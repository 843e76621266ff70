"""Mana of one kind or another, several of it (106.1, 605.3), and colours among permanents (106.5)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from tests.support.boards import creature, play
from tests.support.written import card, not_read

BOTH = card("{T}: Add {B}{B} or {G}{G}.", "Artifact", name="Both")
JEWEL = card(
    "{T}: Add one mana of any color among legendary creatures and planeswalkers you control.", "Artifact", name="Jewel"
)


@pytest.mark.parametrize("kind", ["B", "G"])
def test_106_1_two_mana_of_the_kind_that_is_chosen(kind: str) -> None:
    layout = Layout(2)
    row = layout.put(BOTH, 0)
    state = play(layout.done(), Choice("activate", 0, row, answer=kind))
    assert {k: state.rows[1].get(f"mana.{k}") for k in "BG"} == {k: 2 if k == kind else 0 for k in "BG"}
    assert verify(layout.done(), Choice("activate", 0, row, answer="R")) is not None


def test_106_1_unlike_symbols_are_not_read() -> None:
    assert not_read("{T}: Add {B}{G} or {G}{G}.", "Artifact")


@pytest.mark.parametrize(("legendary", "added"), [(True, 1), (False, 0)])
def test_106_5_legendary_is_said_of_both_kinds(legendary: bool, added: int) -> None:
    """A creature that isn't legendary has no colour to give: the ability may be activated and adds nothing."""
    layout = Layout(2)
    row = layout.put(JEWEL, 0)
    layout.put(
        card(
            "Flying",
            "Legendary Creature — Elf" if legendary else "Creature — Elf",
            "{G}",
            "Elf",
            power="1",
            toughness="1",
            colors=["G"],
        ),
        0,
    )
    layout.put(creature("Grey"), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    assert state.rows[1].get("mana.G") == added


DEVOTED = "{T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."


@pytest.mark.parametrize(("kind", "much"), [("B", 3), ("G", 2), ("W", 0)])
def test_700_5_devotion_to_the_colour_that_is_chosen(kind: str, much: int) -> None:
    """{B}{B}, {B/G} and {G}: three symbols are black, two are green (700.5a). Another player's permanents don't count."""
    layout = Layout(2)
    row = layout.put(card(DEVOTED, "Land", "", name="Shrine"), 0)
    for cost, seat in (("{1}{B}{B}", 0), ("{B/G}", 0), ("{G}", 0), ("{W}{W}", 1)):
        layout.put(card("Flying", "Creature — Elf", cost, f"Elf {cost}", power="1", toughness="1"), seat)
    state = play(layout.done(), Choice("activate", 0, row, answer=kind))
    assert {k: state.rows[1].get(f"mana.{k}") for k in "WUBRG"} == {k: much if k == kind else 0 for k in "WUBRG"}


def test_106_1_as_much_of_a_chosen_colour_as_there_are_creatures_of_the_chosen_type() -> None:
    text = (
        "As this land enters, choose a creature type.\n"
        "{T}: Choose a color. Add an amount of mana of that color equal to the number of creatures you control of the chosen type."
    )
    layout = Layout(2)
    row = layout.put(card(text, "Land", "", name="City"), 0)
    layout.choose(row, "type", "Elf")
    for kind in ("Elf", "Elf", "Cat"):
        layout.put(card("Flying", f"Creature — {kind}", "{1}", kind, power="1", toughness="1"), 0)
    assert play(layout.done(), Choice("activate", 0, row, answer="R")).rows[1].get("mana.R") == 2


def test_700_5_devotion_to_that_color_of_nothing_is_not_read() -> None:
    assert not_read("{T}: Draw cards equal to your devotion to that color.", "Artifact")


STORES = "{T}, Remove any number of storage counters from this land: Add {B} for each storage counter removed this way."
BATTERY = "{T}, Remove any number of charge counters from this artifact: Add {B}, then add an additional {B} for each charge counter removed this way."


@pytest.mark.parametrize("x", [0, 2, 3])
def test_107_3a_any_number_of_counters_is_announced(x: int) -> None:
    """With three counters on it, so many as are announced go, and so much mana is added."""
    layout = Layout(2)
    row = layout.put(card(STORES, "Land", "", name="Store"), 0, counters={"storage": 3})
    state = layout.done()
    assert verify(state, Choice("activate", 0, row, x=4)) is not None
    state = play(state, Choice("activate", 0, row, x=x))
    assert (state.rows[1].get("mana.B"), state.rows[row].get("counter.storage")) == (x, 3 - x)


@pytest.mark.parametrize("x", [0, 2])
def test_107_3a_one_mana_and_one_more_for_each(x: int) -> None:
    layout = Layout(2)
    row = layout.put(card(BATTERY, "Artifact", name="Battery"), 0, counters={"charge": 2})
    assert play(layout.done(), Choice("activate", 0, row, x=x)).rows[1].get("mana.B") == 1 + x
