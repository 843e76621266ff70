"""Classes of combos by who chooses: chains that a player copies, what is destroyed and lasts, what is moved and moved back, life paid."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed, single

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "4", "mana_cost": "{1}{G}"}
SORCERY: Final = {"type_line": "Sorcery", "mana_cost": "{1}{B}"}
PUPIL: Final = {
    **ELF,
    "name": "Pupil",
    "oracle_text": "Magecraft — Whenever you cast or copy an instant or sorcery spell, each opponent loses 1 life and you gain 1 life.",
}
FUMES: Final = {
    **SORCERY,
    "name": "Fumes",
    "oracle_text": "Target player discards two cards. That player may copy this spell and may choose a new target for that copy.",
}
RUST: Final = {
    **SORCERY,
    "name": "Rust",
    "oracle_text": "Destroy target noncreature permanent. Then that permanent's controller may copy this spell and may choose a new target for that copy.",
}
GIFT: Final = {
    **SORCERY,
    "name": "Gift",
    "oracle_text": "Target opponent discards two cards. That player may copy this spell and may choose a new target for that copy.",
}


def names(made: Combo) -> set[str]:
    return {gain.name for gain in gains(made.found.loop, 0)}


def test_707_10_a_chain_is_copied_by_the_player_whose_combo_it_is() -> None:
    """Who targets himself discards what he has, may copy, and names himself again: nobody else chooses anything."""
    made = found("Fumes", "Pupil", book=invented(FUMES, PUPIL))
    assert not made.idle and not made.found.others
    assert any("targeting p1" in line for line in made.found.prefix)
    assert made.wins_at == 20


def test_702_12b_a_chain_destroys_what_is_indestructible_again_and_again() -> None:
    made = found("Rust", "Pupil", book=invented(RUST, PUPIL))
    assert not made.idle and not made.found.others
    assert ("Darksteel Plate", 1) in needed(made)


def test_732_6_what_an_opponent_need_not_do_makes_no_combo_of_the_player() -> None:
    """Every second copy would be made by the opponent, who may leave it."""
    made = asked_of(("Gift", "Pupil"), invented(GIFT, PUPIL), Asked())
    assert not isinstance(made, Combo), made


CLOCK: Final = {
    "name": "Clock",
    "type_line": "Artifact — Equipment",
    "mana_cost": "{4}",
    "oracle_text": "{3}: Untap equipped creature.\nEquip {3}",
}
WELL: Final = {**ELF, "name": "Well", "oracle_text": "{T}: Add {G}{G}{G}{G}."}


@pytest.mark.parametrize("what", ["untap of creatures you control", "mana creatures you control can produce"])
def test_702_6a_an_equipment_is_moved_to_another_creature_and_back(what: str) -> None:
    """Nine mana move it, untap the other creature, and move it back. Each lap before leaves one."""
    made = found("Clock", "Well", book=invented(CLOCK, WELL))
    assert made.found.endless and not made.idle
    assert f"Infinite {what}" in names(made)


BLAZE: Final = {
    "name": "Blaze",
    "type_line": "Instant",
    "mana_cost": "{1}{B}{R}",
    "oracle_text": "As an additional cost to cast this spell, pay X life.\n"
    "Blaze deals X damage divided as you choose among any number of target creatures.",
}
MIRROR: Final = {
    **ELF,
    "name": "Mirror",
    "oracle_text": "Whenever Mirror is dealt damage, it deals that much damage to target player.",
}


def test_119_4_life_is_paid_down_to_one_for_a_whole_life_total() -> None:
    """Twenty of 21 life are paid: 20 damage to the creature are 20 damage to the opponent."""
    made = single("Blaze", "Mirror", book=invented(BLAZE, MIRROR))
    assert made.what == "win" and made.layout.life == "21"
    assert any("with X = 20" in line for line in made.lines)


SAGE: Final = {
    **ELF,
    "name": "Sage",
    "oracle_text": "If you would draw a card while your library has no cards in it, you win the game instead.",
}
VOID: Final = {**SORCERY, "name": "Void", "oracle_text": "Exile all cards from your library."}


def test_104_2b_a_library_that_is_exiled_is_told() -> None:
    made = single("Sage", "Void", book=invented(SAGE, VOID))
    assert made.what == "win"
    assert {"Win the game", "Exile your library"} <= {gain.name for gain in made.gains}
