"""Abilities of an object as lines: none says more or less than its terms, and all of them read back."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show, show_lines
from reiterate.terms import language as n
from reiterate.terms.base import Ability

NAME = "Test Card"

#: Texts of made-up cards, whose lines print as they stand.
TEXTS = {
    "two abilities with one cost": ("Land", "{T}: Add {C}.\n{T}: Add {W} or {U}. Test Card deals 1 damage to you."),
    "a mana ability and another": ("Land", "{T}: Add {C}.\n{T}: Untap target attacking creature."),
    "two static abilities": (
        "Creature — Elf",
        "Test Card's power and toughness are each equal to the number of creatures you control.\n"
        "If one or more creature tokens would be created under your control, those tokens plus a 1/1 white Soldier creature "
        "token are created instead.",
    ),
    "a choice and what asks for it": (
        "Creature — Elf",
        "As Test Card enters, choose a creature type.\nCreatures of the chosen type you control get +1/+1.",
    ),
    "what something is, and what it can't do": (
        "Enchantment",
        "Players can't get counters.\nCounters can't be put on artifacts, creatures, enchantments, or lands.",
    ),
    "keywords with numbers": ("Artifact — Vehicle", "Annihilator 2\nCrew 1\nModular 3"),
    "a keyword of several abilities": ("Creature — Elf", "Vanishing 3\nChampion an Elf\nUnleash"),
    "backup, and what it grants": ("Creature — Elf", "Backup 1\nDeathtouch"),
    "abilities that are linked": (
        "Enchantment",
        "When Test Card enters, exile another target nonland permanent.\n"
        "When Test Card leaves the battlefield, return the exiled card to the battlefield under its owner's control.",
    ),
    "a card of its own name": (
        "Creature — Elf",
        "{2}{W}: Search your library for a card named Test Card, put it onto the battlefield tapped, then shuffle.",
    ),
    "an exertion": (
        "Creature — Elf",
        "You may exert Test Card as it attacks. When you do, target creature gets +1/+1 until end of turn.",
    ),
    "a copy of its own name": (
        "Creature — Elf",
        "{2}: Test Card becomes a copy of target creature, except it has this ability.",
    ),
}


def _abilities(type_line: str, text: str) -> tuple[Ability, ...]:
    found = compile_card({"name": NAME, "type_line": type_line, "oracle_text": text, "power": "1", "toughness": "1"})
    assert found.complete, found.missing
    return found.proto.abilities


@pytest.mark.parametrize("what", TEXTS)
def test_lines_print_as_they_were_read(what: str) -> None:
    type_line, text = TEXTS[what]
    printed = show_lines(_abilities(type_line, text), NAME)
    assert printed == text.split("\n")
    assert _abilities(type_line, "\n".join(printed)) == _abilities(type_line, text)


def test_305_6_two_basic_land_types_are_two_abilities() -> None:
    abilities = _abilities("Land — Mountain Plains", "")
    assert show_lines(abilities, NAME) == ["{T}: Add {R}.", "{T}: Add {W}."]


def test_one_subject_says_what_its_verbs_say_in_one_line() -> None:
    abilities = _abilities("Enchantment", "Creatures you control get +1/+1 and have flying.")
    assert len(abilities) == 2
    assert show_lines(abilities) == ["Creatures you control get +1/+1 and have flying."]


def test_702_44a_a_half_of_sunburst_asks_for_what_is_no_creature() -> None:
    _, other = _abilities("Artifact", "Sunburst")
    assert "if ~ isn't a creature" in show(other)


def test_what_was_done_is_said_by_its_own_word() -> None:
    lost = n.Triggered(n.Enters(n.This()), (n.LoseLife(n.EachPlayer(True), n.Fixed(1)), n.GainLife(n.You(), n.Done())))
    assert show(lost).endswith("You gain life equal to the life lost this way.")
    milled = n.Triggered(n.Enters(n.This()), (n.Mill(n.You(), n.Fixed(3)), n.GainLife(n.You(), n.Done())))
    assert show(milled).endswith("gain 1 life for each card milled this way.")
