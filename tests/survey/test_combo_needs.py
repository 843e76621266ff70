"""Combos that need a creature to hit, a token of this turn or a full hand; and lines that are played once."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.ask.building_combo import combo_answer
from reiterate.cards import CardBook
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.one_shots import Once, ends_so, once_on_board, shorter
from reiterate.combos.played_once import Single
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.show.screen import Page
from reiterate.show.screen_combo import combo_screen
from reiterate.state.model import player
from reiterate.state.properties import LIFE
from reiterate.survey.proof import Meter
from reiterate.worth.gains import gains
from reiterate.worth.line_gains import gains_with_more_life, line_gains
from tests.survey.named_combos import found, invented, needed, refused, single

pytestmark = pytest.mark.drawn(10)

ELF: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "2", "toughness": "4", "mana_cost": "{2}"}
SORCERY: Final[dict[str, Any]] = {"type_line": "Sorcery", "mana_cost": "{3}"}
ENCHANTMENT: Final[dict[str, Any]] = {"type_line": "Enchantment", "mana_cost": "{3}"}


def given(made: Combo) -> set[str]:
    return {gain.name for gain in gains(made.found.loop, 0)}


def screen_of(made: Combo | Single, book: CardBook) -> str:
    return combo_screen(combo_answer(made, Asked(), book).answer, Page(200))


def told(made: Single) -> dict[str, int]:
    """What a line gives, with how much of it."""
    return {gain.what: plain(gain.most or 0) for gain in made.gains}


# --- loops -------------------------------------------------------------------------------------------------------


def test_514_3a_a_hand_of_eight_starts_what_triggers_as_one_discards() -> None:
    """One of eight cards is discarded in the cleanup step, 1 damage is dealt and a card drawn: so each cleanup step."""
    made = found("glint-horn buccaneer", "curiosity")
    assert needed(made) == {("Glint-Horn Buccaneer", 1), ("Curiosity", 1), ("unknown card", 8)}
    assert made.wins_at == 20 and "8 unknown" in made.text
    assert "besides the cards it needs 8 cards in hand" in screen_of(made, CardBook.builtin())


def test_704_5f_one_card_in_hand_that_keeps_a_creature_alive_is_told_as_one_card() -> None:
    crawler = {
        "name": "Reader",
        "type_line": "Creature — Horror",
        "mana_cost": "{5}",
        "power": "*",
        "toughness": "*",
        "oracle_text": "Reader's power and toughness are each equal to the number of cards in your hand.\n"
        "Whenever you draw a card, each opponent loses 1 life.",
    }
    bell = {"name": "Bell", "type_line": "Artifact", "mana_cost": "{3}", "oracle_text": "{T}: Draw a card."}
    mind = {
        "name": "Mind",
        "type_line": "Enchantment",
        "mana_cost": "{2}{U}",
        "oracle_text": "Discard a card: Untap target artifact.",
    }
    book = invented(crawler, bell, mind)
    made = found("Reader", "Bell", "Mind", book=book)
    assert "needs 1 card in hand" in screen_of(made, book)


def test_damage_that_pays_for_itself_needs_an_opponent_s_creature_that_survives() -> None:
    """The counter that is removed comes back as a creature is dealt damage."""
    rows = (
        {
            **ELF,
            "name": "Spitter",
            "oracle_text": "This creature enters with two +1/+1 counters on it.\n"
            "Remove a +1/+1 counter from this creature: It deals 1 damage to target creature.",
        },
        {
            **ENCHANTMENT,
            "name": "Feast",
            "oracle_text": 'Creatures you control have "Whenever this creature deals damage to a creature, '
            'put a +1/+1 counter on this creature."',
        },
    )
    book = invented(*rows)
    made = found("Spitter", "Feast", book=book)
    assert made.found.endless and not made.idle
    assert [helper.name for helper, _ in made.against] == ["Darksteel Gargoyle"]
    assert "besides the cards it needs an opponent's indestructible creature" in screen_of(made, book)
    assert given(made) == {"Infinite damage to creatures"}


def test_a_fight_again_and_again_needs_damage_once_and_both_to_survive() -> None:
    rows = (
        {
            **ELF,
            "name": "Brawler",
            "oracle_text": "Whenever this creature is dealt damage, it fights up to one target creature you don't control.",
        },
        {
            **ENCHANTMENT,
            "name": "Shelter",
            "oracle_text": "Creatures you control have indestructible.",
        },
    )
    made = found("Brawler", "Shelter", book=invented(*rows))
    assert made.found.endless and made.starters == ("damage",)
    assert {("Brawler", 1), ("Shelter", 1), ("Darksteel Gargoyle", 1)} <= needed(made)
    assert given(made) == {"Infinite damage to creatures"}


def test_tokens_of_this_turn_are_copied_where_one_was_made() -> None:
    rows = (
        {
            **ELF,
            "name": "Mirror",
            "oracle_text": "Nontoken creatures you control have \"{T}: Create a token that's a copy of target token you "
            'control that entered this turn."',
        },
        {
            **ELF,
            "name": "Waker",
            "oracle_text": "When this creature enters, untap another target creature you control.",
        },
    )
    made = found("Mirror", "Waker", book=invented(*rows))
    assert made.found.endless and made.starters == ("token",)
    assert ("Cackling Counterpart", 1) in needed(made)
    assert "Infinite creature tokens" in given(made)


@pytest.mark.soak
def test_an_artifact_token_of_this_turn_is_made_where_artifacts_are_watched() -> None:
    """Each copy of the Food enters and untaps the creature that copied it."""
    rows = (
        {
            **ELF,
            "name": "Mirror",
            "oracle_text": "Nontoken creatures you control have \"{T}: Create a token that's a copy of target token you "
            'control that entered this turn."',
        },
        {
            **ELF,
            "name": "Shell",
            "oracle_text": "Whenever an artifact you control enters, untap this creature.",
        },
    )
    made = found("Mirror", "Shell", book=invented(*rows))
    assert made.found.endless and "artifact token" in made.starters
    assert given(made) == {"Infinite ETB", "Infinite Food tokens"}


# --- lines that are played once ----------------------------------------------------------------------------------

HERD: Final = {
    **SORCERY,
    "name": "Herd",
    "oracle_text": "Create X 1/1 white Pegasus creature tokens, where X is your life total.",
}
FORGE: Final = {
    **ENCHANTMENT,
    "name": "Forge",
    "oracle_text": "Whenever a creature you control enters, this enchantment deals 2 damage to each opponent.",
}


@pytest.mark.parametrize(("life", "tokens", "damage"), [("20", 20, 20), ("7", 7, 8)])
def test_what_a_line_gives_is_told_with_exact_numbers(life: str, tokens: int, damage: int) -> None:
    """Ten triggers are 20 damage; of seven life three triggers leave one, and four are 8 damage."""
    made = single("Herd", "Forge", book=invented(HERD, FORGE), life=life)
    assert told(made) == {
        "Win the game": 1,
        "ETB": tokens,
        "creature tokens": tokens,
        "damage": damage,
        "lifeloss": damage,
    }


def test_less_than_a_life_total_is_not_told() -> None:
    """One of the opponent's 20 life goes by a spell, 19 by another; 19 are lost twice as fast."""
    rows = (
        {**SORCERY, "name": "Feed", "oracle_text": "Target opponent loses 15 life and you gain 15 life."},
        {
            **ENCHANTMENT,
            "name": "Dusk",
            "oracle_text": "At the beginning of your end step, each opponent loses 5 life.",
        },
    )
    made = single("Feed", "Dusk", book=invented(*rows))
    assert told(made) == {"Win the game": 1, "lifeloss": 20}


def test_an_end_step_with_a_choice_to_make_is_reached_by_a_line() -> None:
    """Ten of 20 life are lost, and as much again at the end step; creatures could have attacked on the way."""
    rows = (
        {**SORCERY, "name": "Half", "oracle_text": "Target opponent loses 10 life."},
        {
            **ELF,
            "name": "Feaster",
            "power": "1",
            "oracle_text": "At the beginning of your end step, choose one —\n"
            "• Target opponent loses life equal to the amount of life they lost this turn.\n"
            "• You gain 1 life.",
        },
    )
    made = single("Half", "Feaster", book=invented(*rows))
    assert "no attack" in made.lines and told(made)["lifeloss"] == 20


def test_of_two_lines_that_win_the_one_that_gives_more_is_told() -> None:
    """With its kicker the spell also gains the 20 life that are lost."""
    rows = (
        {
            **SORCERY,
            "name": "Tribute",
            "oracle_text": "Kicker {1}\nTarget opponent loses 10 life. If this spell was kicked, you gain 20 life.",
        },
        {
            **ENCHANTMENT,
            "name": "Twice",
            "oracle_text": "If an opponent would lose life during your turn, they lose twice that much life instead.",
        },
    )
    made = single("Tribute", "Twice", book=invented(*rows))
    assert told(made) == {"Win the game": 1, "lifegain": 20, "lifeloss": 20}


def test_a_library_of_even_size_is_milled_by_halves() -> None:
    """Half of 52 cards and as many as there are in the graveyard then are all of them."""
    rows = (
        {**SORCERY, "name": "Mind", "oracle_text": "Target player mills half their library, rounded down."},
        {
            "type_line": "Artifact",
            "mana_cost": "{6}",
            "name": "Stone",
            "oracle_text": "{5}, {T}: Target player mills X cards, where X is the number of cards in that player's graveyard.",
        },
    )
    made = single("Mind", "Stone", book=invented(*rows))
    assert made.what == "library" and made.layout.theirs == "52" and told(made) == {"mill": 52}


def test_what_hurts_all_players_alike_is_tried_with_a_little_less_life() -> None:
    """Half of 20 rounded down is 10, doubled 20; half of 19 is 9, doubled 18: one life is left."""
    rows = (
        {
            **SORCERY,
            "name": "Halves",
            "oracle_text": "Halves deals damage to each player equal to half that player's life total, rounded down.",
        },
        {
            **ENCHANTMENT,
            "name": "Double",
            "oracle_text": "If a source you control would deal damage to a permanent or player, "
            "it deals double that damage to that permanent or player instead.",
        },
    )
    book = invented(*rows)
    made = single("Halves", "Double", book=book)
    assert made.layout.life == "19" and told(made) == {"Win the game": 1, "damage": 20, "lifeloss": 20}
    screen = screen_of(made, book)
    assert "besides the cards it needs 19 life" in screen and "you get  damage 20, lifeloss 20" in screen


def test_the_targets_of_many_alike_triggers_are_chosen_at_once() -> None:
    """Twenty triggers deal 1 damage each to any target: one line aims them all, and in one line all of them resolve."""
    surge = {
        **ENCHANTMENT,
        "name": "Surge",
        "oracle_text": "Whenever a creature you control enters, it deals damage equal to its power to any target.",
    }
    made = asked_of(("Herd", "Surge"), invented(HERD, surge), Asked(steps=1_000))
    assert isinstance(made, Single), made
    assert made.lines == ("cast Herd", "all pass", "target p2", "resolve the stack")


def test_much_of_something_is_told_where_nobody_wins_by_it() -> None:
    """Each of 20 tokens gets a counter for itself and for each of the others, and so do those that came before."""
    crusade = {
        **ENCHANTMENT,
        "name": "Crusade",
        "oracle_text": "Whenever a creature you control enters, put a +1/+1 counter on each creature you control.",
    }
    book = invented(HERD, crusade)
    made = single("Herd", "Crusade", book=book)
    assert made.what == "amount"
    counters = {"+1/+1 counters on a creature": 20, "+1/+1 counters on a creature token": 20}
    assert told(made) == {**counters, "creature tokens": 20, "ETB": 20}
    head = screen_of(made, book).splitlines()[0]
    assert "ONCE: +1/+1 counters on a creature 20, +1/+1 counters on a creature token 20, ETB 20" in head


def test_much_of_something_by_one_card_alone_is_no_combo() -> None:
    assert refused("Herd", "plains", book=invented(HERD)).code == "combo-not-found"


def test_mana_of_an_attacking_creature_is_made_in_combat() -> None:
    """The attacker has a power of 30 from its attack on, and the other creature taps for as much."""
    rows = (
        {**ELF, "name": "Needles", "oracle_text": "Whenever this creature attacks, it gets +28/+0 until end of turn."},
        {
            **ELF,
            "name": "Rancher",
            "oracle_text": "{T}: Add an amount of {G} equal to the greatest power among creatures you control.",
        },
    )
    made = single("Needles", "Rancher", book=invented(*rows), life="25")
    assert made.what == "amount" and told(made)["green mana"] == 30


def board(players: str) -> Position:
    made = load(f"format: position/1\nplayers:\n{players}", "board.yaml", CardBook.builtin())
    assert isinstance(made, Position), made
    return made


def test_a_library_that_runs_out_in_turns_to_come_is_no_line() -> None:
    """Nobody attacks with the Elves, and everybody would pass for thirty turns."""
    start = board("  p1: {library: 100, battlefield: [Llanowar Elves]}\n  p2: {library: 5}\n").state
    late = Once("win", ("all pass to declare attackers", "no attack", "all pass to combat damage"), 0)
    assert not ends_so(start, 0, late)
    assert not list(once_on_board(start, 0, Meter(300)))


def test_lines_that_do_nothing_for_the_end_are_left_out() -> None:
    start = board(
        "  p1: {mana: {G: 2}, hand: [Hornet Sting, Battlegrowth], battlefield: [Llanowar Elves]}\n  p2: {life: 1}\n"
    ).state
    long = Once(
        "win",
        ("cast Battlegrowth targeting Llanowar Elves", "all pass", "cast Hornet Sting targeting p2", "all pass"),
        0,
    )
    assert ends_so(start, 0, long) and start.rows[player(1)].num[LIFE] == 1
    assert shorter(start, 0, long).lines == ("cast Hornet Sting targeting p2", "all pass")


def test_damage_beside_combat_damage_is_no_combat_damage() -> None:
    """510.2: the trigger deals 18 before the 2 of the attack, and the sum of both is not combat damage."""
    striker = {
        "name": "Striker",
        "type_line": "Creature - Human",
        "mana_cost": "{W}",
        "oracle_text": "Whenever Striker attacks, it deals 18 damage to each opponent.",
        "power": "2",
        "toughness": "2",
    }
    book = invented(striker)
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Striker]}\n  p2: {}\n"
    position = load(
        f"{text}script: |\n  all pass to declare attackers\n  attack with Striker\n  all pass to combat damage\n",
        "",
        book,
    )
    assert isinstance(position, Position), position
    found = {gain.what: gain.most for gain in line_gains(position.state, BodyReader(position.script), 0)}
    assert found["damage"] == found["lifeloss"] == 20
    assert "combat damage" not in found


def _drained(life: int, text: str) -> dict[str, tuple[object, str]]:
    """What a line gives that casts a spell which has the opponent lose life, with what each gain needs besides."""
    drain = {"name": "Drain", "type_line": "Sorcery", "mana_cost": "{B}", "oracle_text": text}
    sting = {
        "name": "Sting",
        "type_line": "Enchantment",
        "mana_cost": "{R}",
        "oracle_text": "Whenever an opponent draws a card, Sting deals 1 damage to them.",
    }
    position = load(
        "format: position/1\nplayers:\n"
        "  p1: {battlefield: [Sting], hand: [Drain], mana: {B: '1'}}\n"
        f"  p2: {{life: '{life}'}}\n"
        "script: |\n  cast Drain targeting p2\n  all pass\n  resolve the stack\n",
        "",
        invented(drain, sting),
    )
    assert isinstance(position, Position), position
    found = gains_with_more_life(position.state, BodyReader(position.script), 0)
    return {gain.what: (gain.most, gain.beside) for gain in found}


def test_104_2a_what_a_win_cuts_short_is_told_with_more_life() -> None:
    """Half of 20 life is 10, and 10 of the 27 triggers win. Of 80 life 40 are left, which 27 damage don't take."""
    half = "Target player draws cards equal to half the number of cards in their library and loses half their life. Round up each time."
    found = _drained(20, half)
    assert found["damage"] == (27, "more life of each opponent")
    assert found["Win the game"] == (1, "") and found["card draw for an opponent"] == (27, "")


def test_104_2a_less_than_a_life_total_is_not_told_against_any_life() -> None:
    found = _drained(2, "Target player draws two cards and loses 1 life.")
    assert found["Win the game"] == (1, "")
    assert _drained(20, "Target player draws 19 cards and loses 1 life.").keys() == {"Win the game", "lifeloss"}
