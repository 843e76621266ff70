"""A board is mended by what lacks on it: what never happened in a search, why, and the simplest thing that gives it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.combos.helpers import PLATE
from reiterate.combos.layouts import Layout, board_text
from reiterate.combos.life_totals import OURS, THEIRS
from reiterate.combos.mending import LOOK, Lack, Mending, given, lacks
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.survey.came_up import CameUp, came_up
from tests.survey.laid_out import cards
from tests.survey.named_combos import found, invented, needed, refused

pytestmark = pytest.mark.drawn(3)

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}
CHARM: Final = {"type_line": "Enchantment", "mana_cost": "{2}{U}"}

MOLD: Final = {
    "name": "Mold",
    "type_line": "Artifact — Equipment",
    "mana_cost": "{4}",
    "oracle_text": "At the beginning of combat on your turn, create a token that's a copy of equipped creature.\nEquip {5}",
}
KIN: Final = {
    **ELF,
    "name": "Kin",
    "oracle_text": "Whenever one or more +1/+1 counters are put on another creature you control, you may put a +1/+1 counter on Kin.",
}
SCRIBE: Final = {
    **ELF,
    "name": "Scribe",
    "oracle_text": "Whenever you draw a card during an opponent's turn, create a 1/1 blue Squid creature token.",
}
KEEPER: Final = {**CHARM, "name": "Keeper", "oracle_text": "Whenever a creature you control enters, draw a card."}
SCOUT: Final = {
    **ELF,
    "name": "Scout",
    "oracle_text": "Soulbond\nAs long as Scout is paired with another creature, each of those creatures has "
    '"Whenever this creature deals damage to an opponent, draw a card."',
}
STINGER: Final = {
    **ELF,
    "name": "Stinger",
    "oracle_text": "Whenever you draw a card, Stinger deals 1 damage to any target.\n{T}: Draw a card.",
}
MARCHER: Final = {
    **ELF,
    "name": "Marcher",
    "oracle_text": "Whenever Marcher attacks, if there are four or more card types among cards in your graveyard, "
    "after this phase, there is an additional combat phase.",
}
DRUM: Final = {
    **CHARM,
    "name": "Drum",
    "oracle_text": "At the beginning of combat on your turn, untap all creatures you control.",
}
COPYIST: Final = {
    **ELF,
    "name": "Copyist",
    "oracle_text": "{4}: Create a token that's a copy of target artifact you control.",
}
SHARD: Final = {
    "name": "Shard",
    "type_line": "Artifact",
    "mana_cost": "{3}",
    "oracle_text": "{T}: Add {C} for each artifact you control named Shard.",
}


def looked(board: Layout, *rows: dict[str, Any]) -> tuple[Position, CameUp, list[CompiledCard]]:
    """A board with some invented cards, and what comes up on it."""
    book, found_cards = cards(*rows)
    made = load(board_text(board.table(OURS, THEIRS)), "x.yaml", book)
    assert isinstance(made, Position), made
    return made, came_up(made.state, 0, LOOK), found_cards


def lacking(board: Layout, *rows: dict[str, Any]) -> list[Lack]:
    made, seen, known = looked(board, *rows)
    return lacks(made.state, [card.name for card in known], seen)


def mended(board: Layout, *rows: dict[str, Any]) -> list[Layout]:
    book, known = cards(*rows)

    def laid(layout: Layout) -> Position | Refusal:
        return load(board_text(layout.table(OURS, THEIRS)), "x.yaml", book)

    return [layout for layout, _ in Mending(tuple(card.name for card in known), laid).run([board])]


def on_battlefield(*names: str) -> Layout:
    return Layout(0, tuple({"card": name} for name in names))


# --- what lacks, and what gives it -------------------------------------------------------------------------------


def test_702_12b_what_dies_of_the_damage_that_it_waits_for_is_indestructible() -> None:
    """Two damage destroy a 2/2 creature (704.5g), so what it does as it is dealt damage happens but once."""
    reckless = {**ELF, "oracle_text": "Whenever A is dealt damage, it deals that much damage to any target."}
    shooter = {**ELF, "oracle_text": "{T}: B deals 2 damage to any target."}
    board = on_battlefield("A", "B")
    assert "surviving" in [lack.what for lack in lacking(board, reckless, shooter)]
    plates = [each for each, _ in mended(board, reckless, shooter)[0].helpers if each.name == PLATE]
    assert [dict(each.entry)["attached to"] for each in plates] == ["A"]


def test_115_1_an_ability_without_a_legal_target_lacks_one() -> None:
    """Two other creatures have to be there; the card is none of them, so two are laid out (601.2c)."""
    text = "{T}: Untap two other target creatures."
    first = lacking(on_battlefield("A"), {**ELF, "oracle_text": text})
    assert [(lack.what, lack.many) for lack in first] == [("target", 2)]
    board = mended(on_battlefield("A"), {**ELF, "oracle_text": text})[0]
    assert [many for _, many in board.helpers] == [2]
    assert all(lack.what != "target" for lack in lacking(board, {**ELF, "oracle_text": text}))


def test_118_3_a_cost_without_objects_to_pay_it_lacks_them() -> None:
    text = "Tap three untapped Elves you control: Draw a card."
    first = lacking(on_battlefield("A"), {**ELF, "oracle_text": text})
    assert [(lack.what, lack.many) for lack in first] == [("object", 3)]
    board = mended(on_battlefield("A"), {**ELF, "oracle_text": text})[0]
    assert sum(many for _, many in board.helpers) == 2, "the card itself is the third one"


def test_118_3a_mana_that_a_cost_asks_for_lacks_by_its_color() -> None:
    row = {**ELF, "oracle_text": "{1}{R}: A gets +1/+0 until end of turn."}
    assert [lack.symbols for lack in lacking(Layout(0, ({"card": "A"},), mana=(("G", 5),)), row)] == [("1", "R")]
    assert all(lack.card is None for lack in lacking(Layout(0, ({"card": "A"},), mana=(("G", 1), ("R", 1))), row))


def test_603_4_a_condition_lacks_while_it_is_false_and_no_longer_when_the_board_makes_it_true() -> None:
    row = {**ELF, "oracle_text": "Whenever you gain life, if it's not your turn, draw a card."}
    made, seen, _ = looked(on_battlefield("A"), row)
    lack = next(each for each in lacks(made.state, ["A"], seen) if each.what == "condition")
    assert given(made.state, lack) is False
    board = mended(on_battlefield("A"), row)[0]
    assert board.active == "p2"
    assert given(looked(board, row)[0].state, lack) is True


def test_what_happened_in_the_search_lacks_nothing_and_then_more_of_all_is_tried() -> None:
    row = {**ELF, "oracle_text": "{T}: Add {G}."}
    assert [lack.what for lack in lacking(on_battlefield("A"), row)] == ["more"]


def test_a_board_that_nothing_can_be_added_to_is_not_mended() -> None:
    assert mended(on_battlefield("A"), {**ELF, "oracle_text": "{T}: Add {G}."}) == []


# --- loops that are found so -------------------------------------------------------------------------------------


def test_500_5_what_sets_a_trigger_off_in_a_later_step_is_paid_for_by_a_land() -> None:
    """The second creature comes in combat, and mana of the main phase is gone by then. A counter on one of them goes round for ever."""
    made = found("Mold", "Kin", book=invented(MOLD, KIN))
    assert made.unbounded and not made.idle
    assert {"Forest", "Battlegrowth"} <= {name for name, _ in needed(made)}


def test_102_1_what_triggers_in_an_opponents_turn_is_looked_for_there() -> None:
    """Each card drawn is a token, and each token a card, until the library is used up (104.3c)."""
    made = found("Scribe", "Keeper", book=invented(SCRIBE, KEEPER))
    assert not made.idle and "active: p2" in made.text


def test_702_95a_a_card_that_has_to_enter_begins_in_hand() -> None:
    made = found("Scout", "Stinger", book=invented(SCOUT, STINGER))
    assert not made.idle
    assert any(need.name == "Scout" and need.zone == "hand" for need in made.needs.needs or ())


def test_603_4_cards_that_a_condition_counts_lie_in_the_graveyard() -> None:
    made = found("Marcher", "Drum", book=invented(MARCHER, DRUM))
    assert not made.idle
    assert sum(helper.zone == "graveyard" for helper, _ in made.helpers) == 3, "one card is an artifact and a creature"


def test_106_4_mana_for_the_laps_that_do_not_pay_for_themselves_yet_is_in_the_pool() -> None:
    """Four mana make a Shard; the fifth one pays for the sixth, and that one for more than the seventh."""
    made = found("Copyist", "Shard", book=invented(COPYIST, SHARD))
    assert made.unbounded and not made.idle


@pytest.mark.parametrize(
    ("one", "other", "old", "new"),
    [
        (MOLD, KIN, "another creature you control", "a Goblin you control"),
        (SCRIBE, KEEPER, "control enters", "control dies"),
        (STINGER, SCOUT, "deals damage", "deals combat damage"),
        (DRUM, MARCHER, "Marcher attacks", "Marcher blocks"),
        (DRUM, MARCHER, "four or more", "eight or more"),
        (COPYIST, SHARD, "Add {C} for each artifact you control named Shard", "Add {C}"),
        (COPYIST, SHARD, "copy of target artifact you", "copy of target creature you"),
    ],
)
def test_a_near_miss_is_no_loop(one: dict[str, Any], other: dict[str, Any], old: str, new: str) -> None:
    assert old in str(other["oracle_text"]) or old in str(one["oracle_text"])
    changed = [{**each, "oracle_text": str(each["oracle_text"]).replace(old, new)} for each in (one, other)]
    book = invented(*changed)
    assert all(isinstance(card := book.find(each["name"]), CompiledCard) and card.complete for each in changed)
    assert refused(str(one["name"]), str(other["name"]), book=book).code == "combo-not-found"
