"""Classes of combos that lacked a board: what is exiled together, attackers of more combats, deaths, cheap abilities, turns."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.combos import combo as combos
from reiterate.combos.combo import Asked
from reiterate.oracle import CompiledCard
from tests.survey.laid_out import laid
from tests.survey.named_combos import found, invented, needed, refused

pytestmark = pytest.mark.drawn(6)

ELF: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
ENCHANTMENT: Final[dict[str, Any]] = {"type_line": "Enchantment", "mana_cost": "{2}{G}"}

SHIFTER: Final = {
    **ELF,
    "name": "Shifter",
    "oracle_text": "{3}: Exile another target creature, then return it to the battlefield tapped under its owner's control.",
}
TROVE: Final = {
    **ENCHANTMENT,
    "name": "Trove",
    "oracle_text": "Remove a charge counter from Trove: Add one mana of any color.",
}
DRUM: Final = {
    **ENCHANTMENT,
    "name": "Drum",
    "oracle_text": "{2}{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
    "followed by an additional main phase. Activate only as a sorcery.",
}
MARCH: Final = {
    **ENCHANTMENT,
    "name": "March",
    "oracle_text": "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value.",
}
FORGER: Final = {
    **ELF,
    "name": "Forger",
    "oracle_text": "{1}{R}, {T}: Create a token that's a copy of another target creature you control. It gains haste. "
    "Sacrifice it at the beginning of the next end step. Activate only as a sorcery.\n{6}{R}{R}{R}, {T}: Draw a card.",
}
RIDER: Final = {
    **ELF,
    "name": "Rider",
    "oracle_text": "When Rider enters, untap all creatures you control.\n"
    "Forecast — {1}{W}, Reveal Rider from your hand: You gain 1 life.",
}
RETURNER: Final = {
    **ELF,
    "name": "Returner",
    "mana_cost": "{2}{R}{R}",
    "power": "2",
    "toughness": "2",
    "oracle_text": "When Returner enters, it deals damage equal to its power to any target.\nPersist",
}
GROWER: Final = {
    "name": "Grower",
    "type_line": "Artifact",
    "mana_cost": "{7}{G}{G}",
    "oracle_text": "{T}: Add {G}{G}. You gain 2 life.\n"
    "Whenever a nontoken creature you control enters, put a +1/+1 counter on it and draw a card.",
}
TRAVELER: Final = {
    **ELF,
    "name": "Traveler",
    "oracle_text": "{2}{U}{U}, {T}, Put Traveler on the bottom of its owner's library: Take an extra turn after this one.",
}
ECHO: Final = {
    "name": "Echo",
    "type_line": "Enchantment — Aura",
    "mana_cost": "{3}{U}",
    "oracle_text": "Enchant creature\nAt the beginning of your upkeep, create a token that's a copy of enchanted creature.",
}


def warden(what: str) -> dict[str, Any]:
    text = (
        f"When Warden enters, exile any number of other {what} you control until Warden leaves the battlefield. "
        "Create a 1/1 white Soldier creature token for each permanent exiled this way."
    )
    return {**ELF, "name": "Warden", "oracle_text": text}


def trove(event: str) -> dict[str, Any]:
    return {**TROVE, "oracle_text": f"Whenever {event}, put a charge counter on Trove.\n{TROVE['oracle_text']}"}


def sleuth(event: str) -> dict[str, Any]:
    return {**ELF, "name": "Sleuth", "oracle_text": f"Whenever another {event}, create a Treasure token."}


def test_610_3_what_is_exiled_together_comes_back_untapped_and_makes_mana_for_the_next_lap() -> None:
    """Artifacts that tap for mana return as the Warden leaves. They pay for its next return before its trigger exiles them (603.3)."""
    made = found("Warden", "Shifter", book=invented(warden("nonland permanents"), SHIFTER))
    assert made.found.endless and {("Warden", 1), ("Shifter", 1)} <= needed(made)
    assert made.found.board["p1.tokens.Soldier"] > 0


def test_610_3_no_loop_where_nothing_that_taps_for_mana_is_exiled() -> None:
    """A creature that comes back is summoning sick (302.6)."""
    none = refused("Warden", "Shifter", book=invented(warden("creatures"), SHIFTER), asked=Asked(steps=2000))
    assert none.code == "combo-not-found"


def test_500_8_attackers_lie_beside_what_is_paid_for_by_their_attacks() -> None:
    """Three attacks are three counters, and three mana are another combat."""
    made = found("Trove", "Drum", book=invented(trove("a creature you control attacks"), DRUM))
    assert not made.idle and made.unbounded
    assert needed(made) == {("Trove", 1), ("Drum", 1), ("Grizzly Bears", 3)}


def test_508_1_no_attackers_lie_there_where_each_turn_has_one_combat() -> None:
    once = {**DRUM, "oracle_text": "{2}{R}: Untap all creatures you control."}
    many = [
        {helper.name: n for helper, n in each.helpers} for each in laid(trove("a creature you control attacks"), once)
    ]
    assert all("Grizzly Bears" not in each for each in many)


def test_704_5f_a_creature_that_dies_sets_off_what_dies_at_once_itself() -> None:
    """A Treasure has mana value 0, so it is a 0/0 creature: each death brings the next one."""
    made = found("Sleuth", "March", book=invented(sleuth("creature you control dies"), MARCH))
    assert made.found.endless and set(made.starters) == {"creature", "death"}


def test_704_5f_no_loop_where_tokens_do_not_count() -> None:
    book = invented(sleuth("nontoken creature you control dies"), MARCH)
    assert refused("Sleuth", "March", book=book).code == "combo-not-found"


@pytest.mark.slow("searches two boards more")
def test_704_5g_a_creature_in_hand_comes_before_a_spell_that_kills_it() -> None:
    """It enters, deals 2 damage to itself and returns with a counter (702.79a). The mana of the Grower pays a part of it."""
    made = found("Returner", "Grower", book=invented(RETURNER, GROWER))
    assert not made.starters and needed(made) == {("Returner", 1), ("Grower", 1), ("R", 2)}


def test_602_5a_few_creatures_pay_for_the_cheaper_of_two_abilities() -> None:
    """Each copy untaps the Forger and the creatures that paid for it."""
    made = found("Forger", "Rider", book=invented(FORGER, RIDER))
    assert made.found.endless and ("Birds of Paradise", 3) in needed(made)


@pytest.mark.parametrize(("place", "step"), [("hand", "upkeep"), ("battlefield", "")])
def test_702_57_a_board_begins_in_the_upkeep_only_where_the_card_is_held(place: str, step: str) -> None:
    """Forecast works from the hand alone, in its player's upkeep."""
    there = [each for each in laid(FORGER, RIDER) if bool(each.hand) == (place == "hand")]
    assert {each.step for each in there} == {step, ""}


def test_500_7_boards_with_a_loop_through_other_turns_are_searched_again_first() -> None:
    """Such a loop tells that a board goes on from turn to turn: with more steps it may have one of its player's own turns."""
    book = invented(TRAVELER, ECHO)
    cards = [card for name in ("Traveler", "Echo") if isinstance(card := book.find(name), CompiledCard)]
    search = combos._Searching(tuple(cards), book, Asked())
    search._lay_out()
    last = len(search.boards) - 1
    search.near[last] = None
    assert [i for i, _, _ in search._due(combos.LAST_ROUND - 2, max(search.fed))][:2] == [last, 0]


RETREAT: Final = {
    **ENCHANTMENT,
    "name": "Retreat",
    "oracle_text": "Whenever a land you control enters, untap target creature.",
}
SURVEYOR: Final = {
    **ELF,
    "name": "Surveyor",
    "oracle_text": "{T}: You may put a land card from your hand onto the battlefield.",
}
CANAL: Final[dict[str, Any]] = {
    "name": "Canal",
    "type_line": "Land",
    "oracle_text": "Canal enters tapped.\nWhen Canal enters, return a land you control to its owner's hand.\n{T}: Add {G}{U}.",
}


def test_a_land_that_another_card_puts_from_the_hand_lies_there() -> None:
    made = found("Retreat", "Surveyor", "Canal", book=invented(RETREAT, SURVEYOR, CANAL))
    assert made.found.endless and not made.idle
    assert needed(made) == {("Retreat", 1), ("Surveyor", 1), ("Canal", 1)}


def test_305_2_a_land_that_nothing_puts_there_again_is_not_tried_in_hand() -> None:
    plain = {"type_line": "Land", "oracle_text": CANAL["oracle_text"].replace("Canal", "B")}
    assert all("B" not in layout.hand for layout in laid({**ELF}, plain))
