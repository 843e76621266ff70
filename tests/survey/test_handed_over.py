"""A third card turns what a loop gives into something more: a detour of the loop, worked out by hand."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.combos.combo import Combo
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed

pytestmark = pytest.mark.drawn(4)

MONOLITH: Final = ("Basalt Monolith", "Power Artifact")
CARD: Final[dict[str, Any]] = {"name": "Card", "type_line": "Artifact", "mana_cost": "{3}"}


def given(made: Combo) -> set[str]:
    return {gain.what for gain in gains(made.found.loop, 0) if gain.most is None}


@pytest.mark.parametrize(
    ("card", "gained"),
    [
        ({"oracle_text": "{2}: Each player gains 1 life."}, "lifegain"),
        ({"oracle_text": "{5}, {T}: You gain 1 life.\n{1}: Untap Card."}, "lifegain"),
        ({"oracle_text": "{2}: Target creature gets +1/+1 until end of turn."}, "large creature until end of turn"),
        ({"oracle_text": "{3}: Create a 1/1 red Goblin creature token."}, "creature tokens"),
    ],
)
def test_602_2b_what_mana_without_end_pays_for_is_a_part_of_the_combo(card: dict[str, Any], gained: str) -> None:
    """Each lap makes {C} more than it pays, so after some laps the ability is paid for, and a lap more leaves mana."""
    made = found(*MONOLITH, "Card", book=invented({**CARD, **card}))
    assert made.idle == () and made.outlet is None
    assert {gained, "colorless mana"} <= given(made)
    assert {(name, 1) for name in (*MONOLITH, "Card")} <= needed(made)


@pytest.mark.parametrize(
    "text",
    [
        "{2}: You lose 1 life.",  # no gain
        "{2}, {T}: You gain 1 life.",  # once: Card stays tapped
        "{W}: You gain 1 life.",  # no white mana
        "{2}: You gain 1 life. Activate only once each turn.",
    ],
)
def test_what_gives_nothing_again_and_again_stays_idle(text: str) -> None:
    made = found(*MONOLITH, "Card", book=invented({**CARD, "oracle_text": text}))
    assert made.idle == ("Card",)


# --- what triggers beside a loop ------------------------------------------------------------------------------------

ENCHANTMENT: Final[dict[str, Any]] = {"type_line": "Enchantment", "mana_cost": "{2}{B}"}
MOURNER: Final = {
    "name": "Mourner",
    "type_line": "Creature \u2014 Human",
    "power": "1",
    "toughness": "1",
    "mana_cost": "{1}{B}",
    "oracle_text": "Whenever this creature or another creature you control dies, each opponent loses 1 life and you gain 1 life.",
}


def test_603_3b_what_triggers_in_each_lap_is_put_above_what_goes_on() -> None:
    """Echo copies the spell that brings Echo back. Tremor's trigger could wait below for ever: its player orders it so that it resolves."""
    rows = (
        {
            "name": "Echo",
            "type_line": "Creature \u2014 Wizard",
            "power": "3",
            "toughness": "3",
            "mana_cost": "{2}{U}{U}",
            "oracle_text": "Flash\nWhen this creature enters, copy target instant spell you control. You may choose new targets"
            " for the copy.",
        },
        {
            "name": "Flick",
            "type_line": "Instant",
            "mana_cost": "{2}{U}",
            "oracle_text": "Exile two target creatures you control, then return those cards to the battlefield under your control.",
        },
        {
            **ENCHANTMENT,
            "name": "Tremor",
            "oracle_text": "Whenever a creature you control enters, this enchantment deals 1 damage to each opponent.",
        },
    )
    made = found("Echo", "Flick", "Tremor", book=invented(*rows))
    assert made.idle == () and made.wins_at


def test_a_card_that_was_sacrificed_before_the_loop_lies_beside_it_where_it_does_more() -> None:
    rows = (
        {
            **ENCHANTMENT,
            "name": "Brood",
            "oracle_text": "Whenever a creature you control dies, create a 1/1 black Insect creature token.",
        },
        {**CARD, "name": "Pit", "oracle_text": "Sacrifice a creature: Scry 1."},
    )
    made = found("Brood", "Pit", "Mourner", book=invented(*rows, MOURNER))
    assert made.idle == () and made.wins_at


# --- triggers that become more in each lap --------------------------------------------------------------------------

BOSS: Final = {
    "name": "Boss",
    "type_line": "Creature \u2014 Goblin Warrior",
    "power": "3",
    "toughness": "3",
    "mana_cost": "{2}{R}{R}",
    "oracle_text": "{T}: Create X 1/1 red Goblin creature tokens, where X is the number of Goblins you control.",
}
ALARM: Final = {**ENCHANTMENT, "name": "Alarm", "oracle_text": "Whenever a creature enters, untap all creatures."}


def doubling(text: str) -> Combo:
    """The combo of Boss and Alarm, which make 1, 2, 4, ... tokens, and a card of this text."""
    return found(
        "Boss", "Alarm", "Watch", book=invented(BOSS, ALARM, {**ENCHANTMENT, "name": "Watch", "oracle_text": text})
    )


def test_603_3b_ever_more_triggers_beside_a_loop_resolve_in_each_lap() -> None:
    """Laps deal 1, 2, 4, 8 and 16: 31 in five laps, and 15 in four. The loop's own lines would leave all but one trigger on the stack."""
    made = doubling("Whenever a creature you control enters, this enchantment deals 1 damage to each opponent.")
    assert made.idle == () and made.wins_at == 5
    assert {("Boss", 1), ("Alarm", 1), ("Watch", 1)} <= needed(made)


def test_119_3_life_for_each_of_ever_more_tokens_is_gained_without_end() -> None:
    made = doubling("Whenever a creature you control enters, you gain 1 life.")
    assert made.idle == () and made.found.endless
    assert {"lifegain", "creature tokens"} <= given(made)


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature you control enters, you lose 1 life.",  # no gain
        "Whenever a creature an opponent controls enters, you gain 1 life.",
    ],
)
def test_what_each_lap_does_not_do_again_is_no_part_of_the_doubling(text: str) -> None:
    made = doubling(text)
    assert made.idle == ("Watch",) and "creature tokens" in given(made) and "lifegain" not in given(made)
