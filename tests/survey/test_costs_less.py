"""Combos with costs that go down by what is counted: what is counted lies there, and what is needed of it is told (601.2f, 118.7)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.api import ComboAnswer, combo
from tests.survey.named_combos import found, invented, needed, refused

pytestmark = pytest.mark.drawn(4)

ELF: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
MARK: Final = {
    **ELF,
    "name": "Mark",
    "oracle_text": "Whenever Mark becomes the target of a spell or ability, you gain 1 life.",
}
WINDER: Final = {
    "name": "Winder",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Whenever you gain life, untap target artifact.",
}
#: What an ability of two cards is said to cost less, and what lies there then, with how many.
COUNTED: Final = {
    "for each other Equipment you control": ("Equipment", 3),
    "for each Shrine you control": ("Shrine", 3),
    "for each instant and sorcery card in your graveyard": ("Reach Through Mists", 3),
    "for each land card in your graveyard": ("Wastes", 3),
    "for each creature you control with a +1/+1 counter on it": ("Runeclaw Bear", 3),
}


def suit(text: str, name: str = "Suit") -> dict[str, Any]:
    """An Equipment with an equip ability."""
    return {"name": name, "type_line": "Artifact — Equipment", "mana_cost": "{2}", "oracle_text": text}


def dial(text: str) -> dict[str, Any]:
    """An artifact that is tapped for life."""
    return {
        "name": "Dial",
        "type_line": "Artifact",
        "mana_cost": "{2}",
        "oracle_text": f"{{3}}, {{T}}: You gain 1 life. {text}",
    }


@pytest.mark.parametrize("counted", COUNTED)
def test_601_2f_what_is_counted_lies_there_until_nothing_is_left_to_pay(counted: str) -> None:
    book = invented(MARK, suit(f"Equip {{3}}. This ability costs {{1}} less to activate {counted}."))
    made = found("Mark", "Suit", book=book)
    assert made.found.endless and made.found.board == {"p1.life": 1}
    assert needed(made) == {("Mark", 1), ("Suit", 1), COUNTED[counted]}


def test_704_5j_legendary_ones_that_are_counted_have_a_name_each() -> None:
    book = invented(WINDER, dial("This ability costs {1} less to activate for each legendary creature you control."))
    made = found("Winder", "Dial", book=book)
    legends = [(name, many) for name, many in needed(made) if name.endswith("Legendary Creature")]
    assert made.found.endless and len(legends) == 3 and all(many == 1 for _, many in legends)
    told = combo(["Winder", "Dial"], book)
    assert isinstance(told, ComboAnswer)
    assert told.combo.said.verdict.endswith("it needs a legendary creature (3 of them, with unlike names)")


def test_122_1_counters_on_the_permanent_itself_are_counted() -> None:
    made = found(
        "Winder",
        "Dial",
        book=invented(WINDER, dial("This ability costs {1} less to activate for each page counter on Dial.")),
    )
    assert made.found.endless and made.needs.needs is not None
    assert {need.name: need.counters for need in made.needs.needs}["Dial"] == (("page", 3),)


def test_601_2c_a_cost_may_go_down_by_the_power_of_its_target() -> None:
    """The Suit makes a creature 4/4 that then costs nothing to equip once more."""
    text = "Equipped creature has base power and toughness 4/4.\nEquip {4}. This ability costs {X} less to activate, "
    made = found("Mark", "Suit", book=invented(MARK, suit(text + "where X is the power of the creature it targets.")))
    assert made.found.endless and needed(made) == {("Mark", 1), ("Suit", 1)}


@pytest.mark.parametrize(
    ("condition", "said"),
    [("one or fewer cards", "1 card in hand or fewer"), ("no cards", "no cards in hand")],
)
def test_602_2b_few_cards_in_hand_are_told_where_a_cost_asks_for_them(condition: str, said: str) -> None:
    book = invented(
        MARK, suit(f"Equip {{2}}. This ability costs {{2}} less to activate if you have {condition} in hand.")
    )
    told = combo(["Mark", "Suit"], book)
    assert isinstance(told, ComboAnswer) and told.proved
    assert [(each.what, each.words) for each in told.combo.lacks] == [("cards", said)]


@pytest.mark.parametrize(
    "text",
    [
        "Equip {3}",
        "Equip {3}. This ability costs {1} less to activate if you control an artifact.",
        "Equip {W}{W}. This ability costs {1} less to activate for each other Equipment you control.",
        "Equip {1}{W}. This ability costs {1} less to activate for each other Equipment you control.",
    ],
)
def test_118_7a_no_more_goes_off_than_is_said_and_none_of_a_color(text: str) -> None:
    refusal = refused("Mark", "Suit", book=invented(MARK, suit(text)))
    assert refusal.code == "combo-not-found" and "no board was searched" in refusal.message


def test_602_5_a_cost_that_is_nothing_is_no_loop_where_something_else_stops_it() -> None:
    """The Mark sees spells alone, or the Dial stays tapped."""
    deaf = {**MARK, "oracle_text": "Whenever Mark becomes the target of a spell, you gain 1 life."}
    less = "This ability costs {1} less to activate for each other Equipment you control."
    refused("Mark", "Suit", book=invented(deaf, suit(f"Equip {{3}}. {less}")))
    gain = {**WINDER, "oracle_text": "Whenever you gain life, untap target land."}
    refused("Winder", "Dial", book=invented(gain, dial(less)))
