"""Loops through additional combats and extra turns, found from names: what is laid out, what is tried, and what it gives."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.combos.combo import Asked, asked_of
from reiterate.loops.loop import find_loop
from reiterate.rules.characteristics.evaluate import view
from reiterate.script.describe import in_play, readings
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.normal_form import normal
from reiterate.survey.finder import find_on_board
from reiterate.survey.lasting_names import lasting
from reiterate.survey.needs import needs
from reiterate.survey.proof import Found
from reiterate.survey.script_of_play import nodes_of, play_lines
from reiterate.worth.gains import Gain, gains
from reiterate.worth.more_life import LESS, WORDS, against_more_life
from tests.survey.combat_cards import ASSAULT, ELF, ENCHANTMENT, FURY, GLASS, HOARDER, RAIDER, SONG, ZEALOT, Card, card
from tests.survey.named_combos import BOOK, found, invented, needed, refused, single

pytestmark = pytest.mark.drawn(3)

AURA: Final[Card] = {"type_line": "Enchantment — Aura", "mana_cost": "{2}{R}"}
TWIN: Final = card(
    "Twin",
    AURA,
    'Enchant creature\nEnchanted creature has "{T}: Create a token that\'s a copy of this creature, except it has haste."',
)

PINGER: Final = card(
    "Pinger", AURA, 'Enchant creature\nEnchanted creature has "{T}: This creature deals 1 damage to any target."'
)
RAGE: Final = "Whenever The Brute is dealt damage, put a +1/+1 counter on him. "
HE_ATTACKS: Final = "If he's attacking, untap him and there is an additional combat phase after this phase."


def brute(rage: str) -> Card:
    return {**card("The Brute", ELF, RAGE + rage), "power": "8", "toughness": "8"}


def given(first: Card, second: Card) -> dict[str, Gain]:
    """The gains of the loop of two cards, by their words."""
    made = found(first["name"], second["name"], book=invented(first, second))
    return {gain.what: gain for gain in gains(made.found.loop, 0)}


def test_500_8_tokens_made_in_the_beginning_of_each_combat_attack_in_it() -> None:
    """The exerted token untaps the Glass, which makes the next one: each combat leaves a token with haste behind."""
    told = given(GLASS, ZEALOT)
    assert {"combat phases", "creature tokens with haste", "ETB"} <= told.keys()
    assert told["creature tokens with haste"].beside == ""


def test_what_a_win_ends_before_it_has_settled_is_told_with_more_life() -> None:
    """Attackers with power 5 win against 20 life in the fourth combat: too soon for the tokens to become a pattern."""
    told = given(GLASS, {**ZEALOT, "power": "5"})
    assert "Win the game" in told and told["creature tokens with haste"].beside == WORDS


def test_tokens_that_are_sacrificed_for_mana_are_mana() -> None:
    """Six artifacts of the opponent's make six Treasures in each combat, of which four are spent (111.10a)."""
    told = given(RAIDER, HOARDER)
    assert {"Treasure tokens", "colored mana", "combat phases"} <= told.keys()


def test_tapped_tokens_are_no_mana() -> None:
    text = HOARDER["oracle_text"].replace("create a Treasure token for each", "create a tapped Treasure token for each")
    made = asked_of(["Raider", "Hoarder"], invented(RAIDER, {**HOARDER, "oracle_text": text}), Asked(steps=4_000))
    assert not hasattr(made, "found") or "colored mana" not in {gain.what for gain in gains(made.found.loop, 0)}


def test_a_found_loop_takes_the_mana_that_is_left_over() -> None:
    """Six creatures tap for one mana each and five pay: what is left over is told, whichever colors pay."""
    told = given(ASSAULT, SONG)
    assert {"colored mana", "combat phases"} <= told.keys()


def test_two_cards_that_enchant_a_creature_lie_on_two() -> None:
    """The creature with the Twin stays at home and makes attackers; the one with the Fury is sacrificed."""
    made = found("Twin", "Fury", book=invented(TWIN, FURY))
    assert made.unbounded and not made.idle
    assert {("Grizzly Bears", 1), ("Runeclaw Bear", 1)} <= needed(made)


TURN: Final = card("Again", {"type_line": "Sorcery", "mana_cost": "{3}{U}{U}"}, "Take an extra turn after this one.")
KEEPER: Final = card(
    "Keeper",
    {**ELF, "power": "4", "toughness": "4"},
    "At the beginning of your upkeep, return an instant or sorcery card at random from your graveyard to your hand.",
)


def test_608_2d_one_card_among_known_ones_is_returned_at_random() -> None:
    """The cards that are discarded in the end are creatures, so that the sorcery alone can come back."""
    made = found("Keeper", "Again", book=invented(KEEPER, TURN))
    assert {"turns", "Lock", "Win the game"} <= {gain.what for gain in gains(made.found.loop, 0)}


GIANT: Final[dict[str, Any]] = {**KEEPER, "power": "20", "toughness": "20"}


def test_500_7_turns_in_the_first_of_which_their_player_wins_are_a_lock() -> None:
    """An attack for 20 wins at once against 20 life: no opponent takes a turn from there on."""
    made = found("Keeper", "Again", book=invented(GIANT, TURN))
    told = {gain.what: gain for gain in gains(made.found.loop, 0)}
    assert "turns" in told and told["Lock"].beside in ("", LESS)


BOAST: Final = card(
    "Boast",
    {"type_line": "Enchantment", "mana_cost": "{2}{G}"},
    "At the beginning of your upkeep, if you control a creature with power 10 or greater, you win the game.",
)
FEAST: Final = card(
    "Feast", {"type_line": "Sorcery", "mana_cost": "{4}{G}"}, "Put eight +1/+1 counters on target creature you control."
)


def test_a_creature_grows_to_what_a_condition_asks_for() -> None:
    """Eight counters make a creature 10/10 that was 2/2. Beside a greater one the sorcery would be idle."""
    made = single("Boast", "Feast", book=invented(BOAST, FEAST))
    assert made.what == "win"
    assert {helper.name for helper, _ in made.layout.helpers} - {"Forest"} == {"Grizzly Bears"}


BACK: Final[dict[str, Any]] = {
    "name": "Day // Night",
    "layout": "transform",
    "card_faces": [
        {
            "name": "Day",
            "mana_cost": "{2}{R}",
            "type_line": "Creature — Elf",
            "oracle_text": "",
            "power": "1",
            "toughness": "1",
        },
        {
            "name": "Night",
            "mana_cost": "",
            "type_line": "Creature — Elf",
            "oracle_text": "{T}: Create a 1/1 white Human creature token.",
            "power": "2",
            "toughness": "2",
        },
    ],
}


WAKER: Final = card("Waker", ENCHANTMENT, "Whenever a creature enters, untap all creatures.")


def test_712_8_a_card_plays_a_part_with_its_back_face_up() -> None:
    made = found("Day // Night", "Waker", book=invented(BACK, WAKER))
    assert made.unbounded and not made.idle


SPRING: Final = card(
    "Spring",
    {"type_line": "Artifact", "mana_cost": "{3}"},
    "Ascend\n{0}: You gain 1 life. Activate only if you have the city's blessing.",
)


def board(text: str, *cards: Card) -> Position:
    position = load(text, "board.yaml", invented(*cards) if cards else BOOK)
    assert isinstance(position, Position), position
    return position


def test_702_131a_the_citys_blessing_needs_ten_permanents() -> None:
    """The Spring and nine of twelve lands are ten permanents: with fewer its player never had the blessing."""
    text = "format: position/1\nplayers:\n  p1:\n    battlefield: [Spring, {card: Wastes, count: '12'}]\n  p2: {}\n"
    made = find_on_board(board(text, SPRING).state, 0, 2_000)
    assert isinstance(made, Found), made
    told = needs(made).needs
    assert told is not None
    assert {(need.name, need.count) for need in told} == {("Spring", 1), ("Wastes", 9)}


GIFT: Final = card(
    "Present",
    {"type_line": "Enchantment", "mana_cost": "{G}"},
    '{0}: Target creature gains "Whenever this creature deals combat damage to a player, you gain 1 life" until end of turn.',
)


def test_113_2c_each_instance_of_an_ability_that_was_gained_triggers() -> None:
    """Three instances of one ability are three in the normal form, too, where alike effects are one row."""
    text = "format: position/1\nplayers:\n  p1:\n    battlefield: [Present, Grizzly Bears]\n  p2: {}\n"
    lines = ["activate Present targeting Grizzly Bears", "all pass"] * 3
    played = play_lines(board(text, GIFT).state, lines)
    assert not hasattr(played, "message"), played
    for state in (played.state, normal(played.state)):
        bears = [
            h for h, row in state.rows.items() if row.cls.proto is not None and row.cls.proto.name == "Grizzly Bears"
        ]
        assert [len(view(state, handle).abilities) for handle in bears] == [3]


def test_names_by_age_stay_where_other_words_come_to_fit_several() -> None:
    text = (
        "format: position/1\nplayers:\n  p1:\n    battlefield: [Grizzly Bears, {card: Grizzly Bears, tapped: yes}, "
        "Wastes]\n  p2: {}\n"
    )
    state = board(text).state
    lines = ("attack with untapped Grizzly Bears", "target tapped Grizzly Bears", "activate Wastes")
    assert lasting([state] * len(lines), lines) == (
        "attack with oldest Grizzly Bears",
        "target newest Grizzly Bears",
        "activate Wastes",
    )


def test_109_1_the_newest_of_a_group_needs_no_number_of_its_member() -> None:
    """The group grows with each lap, so a member's number is another one later. The newest one is told apart by its age alone."""
    token = "{token: Ox, power: 2, toughness: 4, types: [creature], count: '3', sick: yes}"
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield: [{{token: Ox, power: 2, toughness: 4, types: [creature]}}, {token}]\n  p2: {{}}\n"
    assert lasting([board(text).state], ("activate sick Ox (number 2 of them)",)) == ("activate newest Ox",)


def test_400_7_a_card_that_comes_back_among_its_copies_is_named_as_the_one_that_is_no_token() -> None:
    """It is a new object each time, so neither the oldest nor the newest one of its name in each lap."""
    ox = "{token: Grizzly Bears, power: 2, toughness: 2, types: [creature]"
    text = f"format: position/1\nplayers:\n  p1:\n    battlefield: [{ox}}}, Grizzly Bears, {ox}, sick: yes}}]\n  p2: {{}}\n"
    state = board(text).state
    line = "attack with Grizzly Bears #2 of p1"
    assert lasting([state], (line,)) == (line,)
    assert lasting([state], (line,), by_kind=True) == ("attack with nontoken Grizzly Bears",)
    nontoken = [state.rows[handle].cls.kind for handle in readings(state, "nontoken Grizzly Bears", in_play(state))]
    assert nontoken == ["card"]


def test_a_loop_that_nobody_wins_is_told_on_its_own_board_alone() -> None:
    text = "format: position/1\nplayers:\n  p1:\n    battlefield: [Spring, {card: Wastes, count: '12'}]\n  p2: {}\n"
    loop = find_loop(board(text, SPRING).state, BodyReader(nodes_of(("activate Spring", "all pass"))))
    loop.extend(None)
    assert loop.endless and against_more_life(loop, 0) is None


def test_500_8_damage_to_an_attacker_is_paid_for_by_a_land_and_dealt_by_itself_from_then_on() -> None:
    """The first damage untaps the attacker, which then taps for each further one in the same step."""
    made = found("The Brute", "Pinger", book=invented(brute(HE_ATTACKS), PINGER))
    assert made.found.endless and needed(made) >= {("The Brute", 1), ("Pinger", 1), ("Forest", 1)}
    assert made.found.body == ("activate untapped The Brute targeting itself", "all pass", "all pass")


@pytest.mark.parametrize(
    "rage",
    [
        "If he's attacking, there is an additional combat phase after this phase.",
        "If it's your turn, put a +1/+1 counter on him.",
    ],
)
def test_602_5a_no_loop_where_the_attacker_stays_tapped(rage: str) -> None:
    found_none = refused("The Brute", "Pinger", book=invented(brute(rage), PINGER), asked=Asked(steps=2000))
    assert found_none.code == "combo-not-found"
