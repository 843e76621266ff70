"""Objects of the same name and of different names (201.2a, 201.2b), and what a card calls itself (201.5c)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from reiterate.terms.quantities import Alike
from tests.support.acting import settled
from tests.support.boards import creature
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card


def holds(words: str, *groups: tuple[str, int, int]) -> bool:
    """Whether a condition of the first player holds, with groups of creatures: a name, how many, whose."""
    layout = Layout(2)
    row = layout.put(card(f"As long as {words}, Test Card has flying.", "Enchantment Creature — Test"), 0)
    for name, many, seat in groups:
        layout.put(creature(name), seat, n=many)
    return "flying" in view(layout.done(), row).keywords


ALIKE = "you control three or more creatures with the same name as one another"
DIFFERENT = "you control three or more creatures with different names"


@shows(Alike)
@pytest.mark.parametrize(
    ("groups", "alike", "different"),
    [
        ((("Ox", 3, 0),), True, False),
        ((("Ox", 2, 0), ("Cat", 2, 0)), False, True),
        ((("Ox", 2, 0), ("Ox", 5, 1)), False, False),
        ((("Ox", 2, 0), ("Test Card", 2, 0)), True, False),
        ((("Ox", 1, 0), ("Cat", 1, 0)), False, True),
        ((("Ox", 10**30, 0),), True, False),
    ],
)
def test_201_2_names_are_counted_together_and_apart(
    groups: tuple[tuple[str, int, int], ...], alike: bool, different: bool
) -> None:
    assert (holds(ALIKE, *groups), holds(DIFFERENT, *groups)) == (alike, different)


@pytest.mark.parametrize(
    ("name", "line", "legendary", "read"),
    [
        ("Rolf Hale of the Marsh", "Whenever Rolf attacks, you gain 1 life.", True, True),
        ("Rolf Hale of the Marsh", "Whenever Rolf Hale attacks, he gets +1/+1 until end of turn.", True, True),
        ("Rolf the Tall", "Whenever Rolf attacks, you gain 1 life.", True, True),
        ("Rolf the Tall", "Whenever Rolf attacks, you gain 1 life.", False, False),
        (
            "Rolf Hale's Fall",
            "When this creature enters, create Rolf Hale, a legendary 2/2 white Human creature token.",
            True,
            True,
        ),
        ("Rolf the Tall", "Whenever Hale attacks, you gain 1 life.", True, False),
        ("Draw of the Marsh", "When this creature enters, Draw attacks this turn if able.", True, False),
    ],
)
def test_201_5c_a_legendary_object_calls_itself_by_a_shorter_name(
    name: str, line: str, legendary: bool, read: bool
) -> None:
    kind = "Legendary Creature — Human" if legendary else "Creature — Human"
    made = compile_card({"name": name, "type_line": kind, "oracle_text": line, "power": "1", "toughness": "1"})
    assert made.complete == read


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Flash of the Marsh", "Flash"),
        ("Goblin Lord", "When this creature enters, create a 1/1 red Goblin creature token."),
        ("Target of Fate", "Target player draws a card."),
    ],
)
def test_201_5c_a_word_with_a_meaning_of_its_own_is_no_name(name: str, line: str) -> None:
    kind = "Legendary Sorcery" if line.startswith("Target") else "Legendary Creature — Human"
    facts = {"name": name, "type_line": kind, "oracle_text": line, "mana_cost": "{R}", "power": "1", "toughness": "1"}
    assert compile_card(facts).complete


@pytest.mark.parametrize(("named", "three"), [("Goblin Wizard", True), ("Goblin Wizard Token", False)])
def test_111_4_a_token_that_was_given_no_name_is_named_its_subtypes_and_token(named: str, three: bool) -> None:
    """A Goblin Wizard token, a card of this name, and an Ox: are these three creatures with different names?"""
    layout = Layout(2)
    layout.put(card("Create a 1/1 red Goblin Wizard creature token.", "Instant", "Spell", "{0}"), 0, "hand")
    row = layout.put(card(f"As long as {DIFFERENT}, Test Card has flying.", "Enchantment"), 0)
    layout.put(creature(named), 0)
    layout.put(creature("Ox"), 0)
    state = settled(run(layout.done(), "cast Spell"))
    assert ("flying" in view(state, row).keywords) == three


def test_111_4_a_copy_of_a_card_has_the_name_of_the_card() -> None:
    layout = Layout(2)
    text = "Create a token that's a copy of target creature you control."
    layout.put(card(text, "Instant", "Spell", "{0}"), 0, "hand")
    row = layout.put(card(f"As long as {DIFFERENT}, Test Card has flying.", "Enchantment"), 0)
    layout.put(card("", "Creature — Goblin Wizard", "Goblin Wizard"), 0)
    layout.put(creature("Ox"), 0)
    state = settled(run(layout.done(), "cast Spell targeting Goblin Wizard"))
    assert "flying" not in view(state, row).keywords
