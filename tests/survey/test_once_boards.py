"""Boards for lines that are played once, and boards that lack a card."""

from __future__ import annotations

from typing import Any, Final

from reiterate.cards.sources import builtin_source, facts_in_order
from reiterate.combos.helpers import attached_helper, creature_helper
from reiterate.combos.layouts import Layout
from reiterate.combos.once_boards import awaited, enchants_what_is_made, once_boards, returns_to_owner
from reiterate.combos.searched import searched_libraries
from reiterate.combos.smaller import lacking
from reiterate.survey.wants import wants_of
from reiterate.terms.base import with_fields
from tests.survey.laid_out import cards

SORCERY: Final[dict[str, Any]] = {"type_line": "Sorcery", "mana_cost": "{2}{W}"}
CREATURE: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{1}{G}"}


def test_712_8_a_card_is_taken_away_whichever_face_it_has_up() -> None:
    board = Layout(0, ({"card": "Night"}, {"card": "Bear"}), hand=("Right", "Bolt"))
    assert lacking(board, "Left // Right").hand == ("Bolt",)
    assert lacking(board, "Day // Night").battlefield == ({"card": "Bear"},)
    assert lacking(board, "Left // Night").hand == board.hand


def test_301_5c_what_is_attached_to_a_card_that_is_taken_away_goes_with_it() -> None:
    plate = attached_helper("Darksteel Plate", "Bear", "indestructible")
    board = Layout(0, ({"card": "Bear"},), helpers=((plate, 1), (creature_helper(), 2)))
    assert lacking(board, "Bear").helpers == ((creature_helper(), 2),)
    assert lacking(board, "Elf").helpers == board.helpers


def test_107_3_mana_for_an_x_of_ten_and_of_a_life_total_lies_there() -> None:
    """{X}{X}{R}: with X = 10 twenty-one mana, with X = 20 forty-one."""
    blaze = {**SORCERY, "mana_cost": "{X}{X}{R}", "oracle_text": "Target player loses X life."}
    _, found = cards(blaze, {**CREATURE, "oracle_text": "{T}: You gain 1 life."})
    pools = {sum(n for _, n in layout.mana) for layout in once_boards(found, "20")}
    assert {7, 21, 41} <= pools


def test_721_2a_the_least_counters_that_an_ability_waits_for_are_read() -> None:
    ship = {
        "type_line": "Artifact — Spacecraft",
        "mana_cost": "{5}",
        "oracle_text": "Station\n3+ | Whenever you attack, draw a card.\n10+ | Flying",
    }
    _, found = cards(ship, {**SORCERY, "oracle_text": "Draw a card."})
    assert [awaited(card.proto) for card in found] == [{"charge": 3}, {}]


def test_608_2n_a_spell_that_goes_back_to_its_owner_is_paid_for_twice() -> None:
    back = {**SORCERY, "oracle_text": "You gain 3 life. Return this card to its owner's hand."}
    _, found = cards(back, {**SORCERY, "oracle_text": "You gain 3 life. Exile this card."})
    assert [returns_to_owner(card.proto) for card in found] == [True, False]
    pools = {sum(n for _, n in layout.mana) for layout in once_boards(found, "20")}
    assert 9 in pools  # each of them once, and the first one again


def test_701_23_a_library_is_full_of_what_is_searched_for_and_sacrificed_for_it() -> None:
    knight = {
        **CREATURE,
        "oracle_text": "{T}, Sacrifice an Island: Search your library for a land card, put it onto the battlefield, then shuffle.",
    }
    tutor = {
        **SORCERY,
        "oracle_text": "Search your library for a land card, reveal it, put it into your hand, then shuffle.",
    }
    _, found = cards(knight, tutor)
    protos = [card.proto for card in found]
    assert list(searched_libraries(wants_of(protos), protos)) == ["53 Island"]
    assert list(searched_libraries(wants_of(protos[1:]), protos[1:])) == []


AURA: Final[dict[str, Any]] = {"type_line": "Enchantment — Aura", "mana_cost": "{2}{U}{U}"}


def test_303_4a_an_aura_is_cast_on_a_token_that_another_card_makes() -> None:
    """A Treasure is an artifact and no creature."""
    maker = {**CREATURE, "oracle_text": "Whenever this creature attacks, create a Treasure token."}
    for kind, fits in (("artifact", True), ("creature", False)):
        _, found = cards({**AURA, "oracle_text": f"Enchant {kind} you control"}, maker)
        protos = [card.proto for card in found]
        assert enchants_what_is_made(protos[0], protos) is fits
        held = [layout for layout in once_boards(found, "20") if found[0].name in layout.hand]
        paid = [{helper.name: n for helper, n in layout.helpers}.get("Island") for layout in held]
        assert (4 in paid) is fits


def test_702_177a_lands_pay_for_exhaust_after_an_attack() -> None:
    """{3}{U} once, though {1} is what an attack asks for again and again."""
    well = {
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "{1}, {T}: You gain 1 life.\nExhaust — {3}{U}, {T}: You gain 7 life.",
    }
    _, found = cards(well, {**CREATURE, "oracle_text": "Whenever this creature attacks, you gain 1 life."})
    first = next(iter(once_boards(found, "20")))
    assert sum(n for _, n in first.helpers) == 4


def test_701_23_a_library_of_a_rare_kind_is_full_of_a_built_in_card_that_is_none_of_the_combo() -> None:
    """No simple card is a Goblin or a God: any built-in card of that kind may be looked for, but not the combo's own."""
    for kind in ("Goblin", "God"):
        text = f"{{5}}, {{T}}: Search your library for any number of {kind} cards, put them onto the battlefield, then shuffle."
        _, found = cards({**CREATURE, "oracle_text": text}, {**CREATURE, "oracle_text": "{T}: You gain 1 life."})
        protos = [card.proto for card in found]
        library, *_ = searched_libraries(wants_of(protos), protos)
        many, _, name = library.partition(" ")
        own = next(each for each in facts_in_order(builtin_source()) if each["name"] == name)
        assert many == "53" and kind in own["type_line"]
        taken = with_fields(protos[1], {"name": name})
        others = list(searched_libraries(wants_of(protos), [protos[0], taken]))
        assert others and library not in others


def test_601_2c_an_x_that_is_a_number_of_targets_is_no_life_total() -> None:
    """{X}{X}{R} with X targets: no mana for ten or twenty targets lies there."""
    many = {**SORCERY, "mana_cost": "{X}{X}{R}", "oracle_text": "Destroy X target creatures."}
    _, found = cards(many, {**CREATURE, "oracle_text": "{T}: You gain 1 life."})
    pools = {sum(n for _, n in layout.mana) for layout in once_boards(found, "20")}
    assert 7 in pools and pools.isdisjoint({21, 41})
