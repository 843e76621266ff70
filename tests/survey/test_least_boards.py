"""The least that a loop needs: cards that lie there already, lands of any kind, creatures of a size, mana of any color."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.ask.building_combo import combo_answer
from reiterate.cards import CardBook
from reiterate.combos.combo import Asked, Combo
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed

pytestmark = pytest.mark.drawn(2)

ELF: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{2}{G}"}
ENCHANTMENT: Final[dict[str, Any]] = {"type_line": "Enchantment", "mana_cost": "{3}{G}"}


def lacking(made: Combo, book: CardBook) -> dict[str, object]:
    """What a loop needs besides its cards, in words, with how much of it."""
    return {each.words: each.count.whole for each in combo_answer(made, Asked(), book).combo.lacks}


def test_a_card_that_is_cast_but_once_lies_on_the_battlefield_already() -> None:
    """The legend rule (704.5j) puts one of two Architects into the graveyard, and the other one's trigger returns that card.

    Only the copy has to enter: {2} are needed for it, and the first Architect's own {4}{B} are not.
    """
    rows = (
        {
            "name": "Architect",
            "type_line": "Legendary Artifact Creature — Sphinx",
            "power": "3",
            "toughness": "3",
            "mana_cost": "{4}{B}",
            "oracle_text": "When this creature enters, you may return target artifact card from your graveyard to the"
            " battlefield.",
        },
        {
            "name": "Facsimile",
            "type_line": "Artifact",
            "mana_cost": "{2}",
            "oracle_text": "You may have this artifact enter as a copy of any creature on the battlefield, except it's an"
            " artifact in addition to its other types.",
        },
    )
    made = found("Architect", "Facsimile", book=invented(*rows))
    assert made.found.endless
    assert needed(made) == {("Architect", 1), ("Facsimile", 1), ("C", 2)}
    assert "battlefield:\n    - card: Architect" in made.text


def test_each_land_is_told_by_the_mana_it_is_there_for() -> None:
    """{2}{R}{R} a lap, and combat damage untaps all lands: four lands do, two of them for {R}."""
    rows = (
        {
            **ENCHANTMENT,
            "name": "Riot Drum",
            "oracle_text": "{2}{R}{R}: Untap all creatures you control. After this main phase, there is an additional"
            " combat phase followed by an additional main phase. Activate only as a sorcery.",
        },
        {
            **ENCHANTMENT,
            "name": "Spring Rite",
            "oracle_text": "Whenever one or more creatures you control deal combat damage to a player, untap all lands you"
            " control.",
        },
    )
    book = invented(*rows)
    made = found("Riot Drum", "Spring Rite", book=book)
    assert lacking(made, book) == {"a creature": 1, "a land for {R}": 2, "a land": 2}


def test_a_creature_is_as_great_as_the_loop_asks_and_no_greater() -> None:
    """Each lap pays {3}: with a power of 4 it gives one mana, with 3 nothing is left."""
    rows = (
        {
            **ELF,
            "name": "Marveller",
            "oracle_text": "{T}: Add an amount of {G} equal to the greatest power among creatures you control.",
        },
        {
            "name": "Second Wind",
            "type_line": "Enchantment — Aura",
            "mana_cost": "{1}{G}",
            "oracle_text": "Enchant creature\n{3}: Untap enchanted creature.",
        },
    )
    book = invented(*rows)
    made = found("Marveller", "Second Wind", book=book)
    assert made.found.endless
    assert lacking(made, book) == {"a creature with power 4": 1}


def test_as_many_creatures_for_mana_are_told_as_give_any_color_of_it() -> None:
    """A lap costs {1}{W}: of three creatures for mana one is left for mana of any color, so a fourth gives nothing new."""
    rows = (
        {**ENCHANTMENT, "name": "Alarm Bell", "oracle_text": "Whenever a creature enters, untap all creatures."},
        {
            **ELF,
            "name": "White Cat",
            "mana_cost": "{1}{W}",
            "oracle_text": "Flash\nWhen this creature enters, return a creature you control to its owner's hand.",
        },
    )
    book = invented(*rows)
    made = found("Alarm Bell", "White Cat", book=book)
    assert lacking(made, book) == {"a creature that taps for mana of any color": 3}


def test_702_51a_a_creature_that_pays_a_color_by_convoke_is_told_with_that_color() -> None:
    """{1}{G} and {3} for buyback: the five creatures that are tapped untap with each cast, and one of them pays {G}."""
    rows = (
        {
            "name": "Sprout Choir",
            "type_line": "Instant",
            "mana_cost": "{1}{G}",
            "oracle_text": "Convoke\nBuyback {3}\nCreate a 1/1 green Saproling creature token.",
        },
        {
            **ENCHANTMENT,
            "name": "Morning Call",
            "oracle_text": "Whenever you cast a noncreature spell, untap all creatures you control.",
        },
    )
    book = invented(*rows)
    made = found("Sprout Choir", "Morning Call", book=book)
    assert made.found.endless
    assert lacking(made, book) == {"a green creature": 5}


def test_who_is_a_large_creature_is_not_told_to_be_a_powerful_one_besides() -> None:
    """A lap of 5 {W} and 5 {G} pays {2}{G}{W} twice, so three Elves beside the two do: any pays for the generic part (107.4b)."""
    rows = (
        {
            **ELF,
            "name": "Waker",
            "oracle_text": "{2}{G}{W}: Target creature gets +3/+3 until end of turn. Untap that creature.",
        },
        {
            **ELF,
            "name": "Fountain",
            "oracle_text": "{T}: Add X mana of any one color, where X is the number of Elves on the battlefield.",
        },
    )
    book = invented(*rows)
    made = found("Waker", "Fountain", book=book)
    assert lacking(made, book) == {"an Elf": 3, "{G}": 1}
    given = {gain.what for gain in gains(made.found.loop, made.found.me)}
    assert "large creature until end of turn" in given and "powerful creature until end of turn" not in given


def test_702_89_a_host_need_not_tap_for_mana_where_a_loop_takes_none_of_it() -> None:
    """The Aura may be on any creature: its attack untaps the lands that pay for the next combat."""
    rows = (
        {
            "name": "Mantle",
            "type_line": "Enchantment — Aura",
            "mana_cost": "{2}{G}{G}",
            "oracle_text": 'Enchant creature\nEnchanted creature gets +2/+2 and has "Whenever this creature attacks, untap all lands you control."',
        },
        {
            **ENCHANTMENT,
            "name": "Drums",
            "oracle_text": "{3}{R}{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
            "followed by an additional main phase. Activate only as a sorcery.",
        },
    )
    book = invented(*rows)
    made = found("Mantle", "Drums", book=book)
    assert "a creature" in lacking(made, book)
    assert not any("taps for mana" in words for words in lacking(made, book))


def test_301_5c_an_equipment_lies_there_alone_where_it_need_not_be_attached() -> None:
    """Blade comes back by its own trigger. It lies on nothing before that, so no creature has to be there for it."""
    rows = (
        {
            "name": "Blade",
            "type_line": "Artifact \u2014 Equipment",
            "mana_cost": "{2}",
            "oracle_text": "Whenever a 1/1 creature you control enters, you may return this card from your graveyard to the"
            " battlefield, then attach it to that creature.\nEquip {2}",
        },
        {
            "name": "Kiln",
            "type_line": "Artifact",
            "mana_cost": "{2}",
            "oracle_text": "Sacrifice a nontoken artifact: Create a 1/1 blue Thopter creature token.",
        },
    )
    made = found("Blade", "Kiln", book=invented(*rows))
    assert needed(made) == {("Blade", 1), ("Kiln", 1)}
