"""What is cast first, for a spell that copies spells: it uses up nothing that a card watches. Copies of what copies, and what is turned over again and again."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.combos.combo import Asked
from reiterate.combos.layouts import layouts
from reiterate.oracle import CompiledCard
from reiterate.oracle.compile import compile_card
from reiterate.survey.wants import CARD, SORCERY
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, refused

pytestmark = pytest.mark.drawn(4)

COPY: Final = "copy that spell. You may choose new targets for the copy."
WATCHER: Final = {"name": "Watcher", "type_line": "Enchantment", "mana_cost": "{3}{U}"}
FIRST_INSTANT: Final = f"Whenever you cast your first instant spell each turn, {COPY}"
FIRST_OF_BOTH: Final = f"Whenever you cast your first instant or sorcery spell each turn, {COPY}"
MASK: Final = {
    "name": "Mask",
    "type_line": "Creature — Beast",
    "mana_cost": "{4}{U}",
    "power": "3",
    "toughness": "3",
    "oracle_text": "{1}{U}: Turn Mask face down.\nMorph {U}\n"
    "When Mask is turned face up, copy target instant or sorcery spell. You may choose new targets for that copy.",
}


def starters(*rows: dict[str, str]) -> set[str]:
    cards = [compile_card(row) for row in rows]
    assert all(isinstance(card, CompiledCard) for card in cards)
    return {kind for board in layouts(cards) for kind in board.starters}


def test_603_4_the_spell_that_copies_is_the_first_instant_where_a_sorcery_was_cast_before() -> None:
    made = found("watcher", "twincast", book=invented({**WATCHER, "oracle_text": FIRST_INSTANT}))
    assert made.starters == (SORCERY,) and not made.idle
    assert "Infinite magecraft triggers" in {gain.name for gain in gains(made.found.loop, 0)}


def test_603_4_a_watcher_of_each_kind_by_itself() -> None:
    text = (
        "Whenever you cast a spell, if it's the first instant spell, the first sorcery spell, or the first Otter spell other than "
        f"Watcher you've cast this turn, you may have target opponent draw a card. If you do, {COPY}"
    )
    made = found("watcher", "fork", book=invented({**WATCHER, "oracle_text": text}))
    assert made.starters == (SORCERY,) and not made.idle


def test_603_4_where_any_spell_that_it_could_copy_is_the_first_there_is_no_loop() -> None:
    book = invented({**WATCHER, "oracle_text": FIRST_OF_BOTH})
    assert refused("watcher", "twincast", book=book).code == "combo-not-found"


def test_707_10c_copies_that_keep_their_targets_copy_the_first_spell_alone() -> None:
    keeping = {"name": "Keeper", "type_line": "Instant", "mana_cost": "{U}{U}"}
    book = invented(
        {**WATCHER, "oracle_text": FIRST_INSTANT.removesuffix(" You may choose new targets for the copy.")},
        {**keeping, "oracle_text": "Copy target instant or sorcery spell."},
    )
    assert refused("watcher", "keeper", book=book).code == "combo-not-found"


@pytest.mark.parametrize(
    ("watched", "copied", "first"),
    [
        ("first instant", "instant or sorcery", SORCERY),
        ("first sorcery", "instant or sorcery", CARD),
        ("second instant", "instant or sorcery", CARD),
        ("first instant", "instant", CARD),  # none of these does: a sorcery is no target
    ],
)
def test_601_2c_what_is_cast_first_is_a_target_and_uses_up_nothing(watched: str, copied: str, first: str) -> None:
    text = f"Whenever you cast your {watched} spell each turn, {COPY}"
    copier = f"Copy target {copied} spell. You may choose new targets for the copy."
    spell = {"name": "Copier", "type_line": "Instant", "mana_cost": "{U}", "oracle_text": copier}
    assert starters({**WATCHER, "oracle_text": text}, spell) == {first}


def test_708_8_what_is_turned_over_again_and_again_copies_what_pays_for_it() -> None:
    made = found("mask", "brass's bounty", book=invented(MASK))
    assert not made.idle
    assert {"Infinite colored mana", "Infinite magecraft triggers"} <= {g.name for g in gains(made.found.loop, 0)}


def test_708_8_what_is_turned_face_up_once_gives_nothing_again() -> None:
    once = {**MASK, "oracle_text": MASK["oracle_text"].partition("\n")[2]}
    asked = Asked(steps=3_000)
    assert refused("mask", "brass's bounty", asked=asked, book=invented(once)).code == "combo-not-found"
