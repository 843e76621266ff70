"""Classes of combos by what the cards come to themselves: a drawn library, a number of tokens, a great creature, a modified one."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.combos.combo import Asked
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed, refused, single

pytestmark = pytest.mark.drawn(3)

#: Steps with which the line is found that another board, or another word, takes away: more would show no more of that.
FEW: Final = 400

ENCHANTMENT: Final = {"type_line": "Enchantment", "mana_cost": "{3}{G}"}
BLOOM: Final = {**ENCHANTMENT, "name": "Bloom", "oracle_text": "Exile a card from your hand: Add {B}{B} or {G}{G}."}
IDLE: Final = {**ENCHANTMENT, "name": "Idle", "oracle_text": "{2}: Draw a card if you have no cards in hand."}
DEARER: Final = {**IDLE, "oracle_text": "{3}: Draw a card if you have no cards in hand."}
STASH: Final = {**ENCHANTMENT, "name": "Stash", "oracle_text": 'Lands you control have "{T}: Create a Treasure token."'}
CLUES: Final = {**STASH, "oracle_text": 'Lands you control have "{T}: Create a 1/1 green Squirrel creature token."'}
RICHES: Final = {
    **ENCHANTMENT,
    "name": "Riches",
    "oracle_text": "At the beginning of your upkeep, if you control ten or more Treasures, you win the game.",
}
SONG: Final = {
    **ENCHANTMENT,
    "name": "Song",
    "oracle_text": "At the beginning of your upkeep, you win the game if you control a creature with power 20 or greater.",
}
SOONER: Final = {
    **SONG,
    "oracle_text": "At the beginning of your upkeep, if you control a creature with power 20 or greater, you win the game.",
}
STRONG: Final = {
    "name": "Strong",
    "type_line": "Creature — Elf Warrior",
    "power": "3",
    "toughness": "3",
    "mana_cost": "{1}{G}{G}",
    "oracle_text": "{3}{G}{G}: Creatures you control get +X/+X until end of turn, where X is the greatest power "
    "among creatures you control.",
}
STRONGER: Final = {**STRONG, "oracle_text": "{3}{G}{G}: Creatures you control get +3/+3 until end of turn."}
SQUAD: Final = {
    "name": "Squad",
    "type_line": "Creature — Goblin",
    "power": "6",
    "toughness": "6",
    "mana_cost": "{5}{R}",
    "oracle_text": "Whenever one or more modified creatures you control attack, untap all modified creatures you control. "
    "After this combat phase, there is an additional combat phase. This ability triggers only once each turn.",
}
DANCER: Final = {
    "name": "Dancer",
    "type_line": "Creature — Human",
    "power": "3",
    "toughness": "4",
    "mana_cost": "{3}{R}{R}",
    "oracle_text": "At the beginning of combat on your turn, create a token that's a copy of another target creature you "
    "control. It gains haste. Exile it at the beginning of the next end step.",
}
LATER: Final = {**DANCER, "oracle_text": DANCER["oracle_text"].replace("It gains haste. ", "")}


def test_118_3_a_library_is_drawn_and_exiled_card_by_card() -> None:
    """Each card is two mana of one color, which is the next card: at the end the whole library is exiled."""
    made = found("Bloom", "Idle", book=invented(BLOOM, IDLE), asked=Asked(steps=FEW))
    assert not made.idle and not made.found.endless
    assert {"Exile your library", "Near-infinite draw triggers"} <= {gain.name for gain in gains(made.found.loop, 0)}


def test_118_3_two_mana_draw_no_card_for_three() -> None:
    assert refused("Bloom", "Idle", book=invented(BLOOM, DEARER), asked=Asked(steps=FEW)).code == "combo-not-found"


def test_603_4_what_a_condition_asks_for_is_made_by_the_other_card() -> None:
    """Ten lands are ten Treasures in the next upkeep. The board has no Treasure at first."""
    made = single("Stash", "Riches", book=invented(STASH, RICHES))
    assert made.what == "win" and [(helper.words, n) for helper, n in made.layout.helpers] == [("a land", 10)]


def test_603_4_other_tokens_are_none_of_those_that_are_asked_for() -> None:
    assert refused("Stash", "Riches", book=invented(CLUES, RICHES)).code == "combo-not-found"


def test_608_2c_a_creature_grows_while_what_asks_for_its_power_waits() -> None:
    """Half of the power lies there. In the upkeep the trigger waits, and five lands pay for the other half."""
    made = single("Song", "Strong", book=invented(SONG, STRONG), steps=FEW)
    assert made.what == "win"
    assert {(helper.words, n) for helper, n in made.layout.helpers} == {("a creature with power 10", 1), ("a land", 5)}


@pytest.mark.parametrize(("song", "strong"), [(SONG, STRONGER), (SOONER, STRONG)])
def test_603_4_a_condition_is_asked_before_a_trigger_waits(song: dict[str, str], strong: dict[str, str]) -> None:
    """A printed bonus is no half of the power. A condition behind "if" is asked as the step begins, before anything is done."""
    assert refused("Song", "Strong", book=invented(song, strong), asked=Asked(steps=FEW)).code == "combo-not-found"


def test_700_9_a_creature_that_is_to_be_modified_has_a_counter() -> None:
    """Each token has a trigger of its own for this turn. One modified creature attacks again and again."""
    made = found("Squad", "Dancer", book=invented(SQUAD, DANCER))
    given = {gain.name for gain in gains(made.found.loop, 0)}
    assert not made.idle and needed(made) >= {("Squad", 1), ("Dancer", 1)}
    assert {"Near-infinite combat phases", "Near-infinite creature tokens with haste"} <= given


def test_508_1f_tokens_without_haste_are_told_as_such() -> None:
    """The modified creature attacks alone: a token that may not attack has its trigger all the same."""
    made = found("Squad", "Dancer", book=invented(SQUAD, LATER))
    assert not any("haste" in gain.name for gain in gains(made.found.loop, 0))


FORM: Final = {
    "name": "Form",
    "type_line": "Creature — Shapeshifter",
    "power": "1",
    "toughness": "3",
    "mana_cost": "{U}{B}",
    "oracle_text": "When Form enters, surveil 1.\n{X}: Form becomes a copy of target creature card in your graveyard with mana value X, "
    "except its name is Form and it has this ability.",
}
MAD: Final = {
    "name": "Mad",
    "type_line": "Creature — Spirit",
    "power": "5",
    "toughness": "1",
    "mana_cost": "{3}{U}{U}",
    "oracle_text": "{1}{U}: Mad's owner shuffles it into their library. If that player does, they reveal cards from the top of that library "
    "until a card named Mad is revealed. That player puts that card onto the battlefield and all other cards revealed this way into their graveyard.",
}
TOP: Final = {
    **MAD,
    "oracle_text": "{1}{U}: Mad's owner shuffles it into their library. If that player does, they mill a card.",
}


def test_701_20_a_board_with_an_unknown_library_hides_no_line() -> None:
    """No card of that name is in the library: all of it is revealed, and milled. Another board can't tell, for its library is unknown."""
    made = single("Form", "Mad", book=invented(FORM, MAD), steps=FEW)
    assert made.what == "amount" and "Near-infinite self-mill" in {gain.name for gain in made.gains}


def test_701_17_one_card_is_no_library() -> None:
    assert refused("Form", "Mad", book=invented(FORM, TOP), asked=Asked(steps=FEW)).code == "combo-not-found"
