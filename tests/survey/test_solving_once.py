"""Classes of combos of which one card is used once, before the loop: it lasts, and nothing has to give it back."""

from __future__ import annotations

from typing import Final

from tests.survey.named_combos import found, invented, needed

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "4", "mana_cost": "{1}{G}"}
SPEAKER: Final = {
    **ELF,
    "name": "Speaker",
    "colors": ["W"],
    "oracle_text": "Sacrifice three white creatures: Exile target creature.\n"
    "Whenever another black creature you control dies, create a 1/1 white Spirit creature token with flying.",
}
WORDS: Final = {
    "name": "Words",
    "type_line": "Instant",
    "mana_cost": "{U}",
    "oracle_text": "Change the text of target permanent by replacing all instances of one color word with another "
    "or one basic land type with another.",
}
THORN: Final = {
    **ELF,
    "name": "Thorn",
    "oracle_text": "Whenever Thorn is dealt damage, it deals that much damage to any target.",
}
GIFT: Final = {
    "name": "Gift",
    "type_line": "Sorcery",
    "mana_cost": "{1}{R}{W}",
    "oracle_text": "Target creature gains lifelink and indestructible until end of turn.",
}


def test_612_2_a_text_that_is_changed_once_lasts() -> None:
    """With "white" for "black" three white creatures that die bring three white Spirits, which are the next cost."""
    made = found("Speaker", "Words", book=invented(SPEAKER, WORDS))
    assert made.found.endless and not made.idle
    assert needed(made) >= {("Speaker", 1), ("Words", 1)}
    assert any(line.startswith("cast Words") for line in made.found.prefix)
    assert not any("Words" in line for line in made.found.body)


def test_702_15b_lifelink_and_indestructible_are_gained_once() -> None:
    """No damage destroys the Thorn (702.12b): it deals damage to itself again and again, and each time life is gained."""
    made = found("Thorn", "Gift", book=invented(THORN, GIFT))
    assert made.found.endless and not made.idle and made.found.board["p1.life"] > 0
    assert any(line.startswith("cast Gift") for line in made.found.prefix)
