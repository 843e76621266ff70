"""Combos that take extra turns: what they need in each turn, where the library ends them, whose turns there are left."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

from reiterate.ask.building_combo import combo_answer
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.check.certificate import check
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.life_bounds import LifeBounds
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.show.screen import Page
from reiterate.show.screen_combo import combo_screen
from reiterate.survey.own_turns import goes_round, outlasts, stays_own
from reiterate.survey.script_of_play import nodes_of
from reiterate.worth.gains import gains

pytestmark = pytest.mark.drawn(4)

SORCERY: Final = {"type_line": "Sorcery", "mana_cost": "{1}{U}"}
ARTIFACT: Final = {"type_line": "Artifact", "mana_cost": "{2}"}
ENCHANTMENT: Final = {"type_line": "Enchantment", "mana_cost": "{1}{U}"}
HOUR: Final = {
    "name": "Hour",
    **SORCERY,
    "oracle_text": "Take an extra turn after this one. Shuffle Hour into its owner's library.",
}
SIEVE: Final = {"name": "Sieve", **ARTIFACT}
#: With it a loop of turns is over as the library is used up: nothing attacks in them.
PEACE: Final = "\nCreatures can't attack."
PRESS: Final = {"name": "Press", **ARTIFACT, "oracle_text": "{T}: Create a Treasure token."}

Row = Mapping[str, Any]


def combo_of(*rows: Row) -> Combo | Refusal:
    """What comes of invented cards; the certificate of a loop is accepted."""
    book = CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source()))
    made = asked_of([str(row["name"]) for row in rows], book, Asked())
    assert isinstance(made, Combo | Refusal), made
    if isinstance(made, Combo):
        text = certify(made.found.loop)
        assert isinstance(text, str), text
        accepted = check(text, book.protos)
        assert not isinstance(accepted, Refusal), accepted
    return made


def found(*rows: Row) -> Combo:
    made = combo_of(*rows)
    assert isinstance(made, Combo), made
    return made


def given(made: Combo) -> dict[str, object]:
    """The gains of a combo by their names, with how much there is in all."""
    return {gain.name: gain.most for gain in gains(made.found.loop, 0)}


def screen(made: Combo, book: CardBook | None = None) -> str:
    return combo_screen(combo_answer(made, Asked(), book or CardBook.builtin()).answer, Page(2000))


def needed(made: Combo) -> dict[str, int]:
    return {need.name: need.count for need in made.needs.needs or () if need.what == "object"}


def test_701_24_a_card_that_is_alone_in_its_library_is_drawn_in_the_next_turn() -> None:
    """The library is exiled, Hour is shuffled into it and drawn: nothing is used up but mana of lands, which untap."""
    void = {
        **ARTIFACT,
        "name": "Void",
        "oracle_text": "When Void enters the battlefield, exile all cards from your library.",
    }
    made = found(void, HOUR)
    assert made.found.endless
    assert {"Infinite turns", "Infinite card draw", "Lock"} <= given(made).keys()
    assert needed(made) == {"Void": 1, "Hour": 1, "Island": 4}
    assert "no opponent takes a turn any more; infinite card draw, turns" in screen(made)


def test_701_20_a_library_of_which_no_card_is_looked_for_is_revealed_whole() -> None:
    digger = {
        "name": "Digger",
        "type_line": "Creature — Human",
        "mana_cost": "{1}{G}",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{G}, {T}: Reveal cards from the top of your library until you reveal a basic land card. "
        "Put that card into your hand and all other cards revealed this way into your graveyard.",
    }
    made = found(digger, HOUR)
    assert "Lock" in given(made) and made.library == "53 Grizzly Bears"


def test_502_3_lands_pay_in_each_turn_for_what_a_turn_takes() -> None:
    """Three counters are taken off for a turn, and one is put on for {2}{G}{U}: a turn takes three green, three blue and six more.

    With one counter there at first, three more and three less leave one. Rod is tapped for the turn, so nothing pays its {4}.
    """
    rod = {
        **ARTIFACT,
        "name": "Rod",
        "oracle_text": "{4}, {T}: Put a charge counter on Rod.\n"
        "{T}, Remove three charge counters from Rod: Take an extra turn after this one." + PEACE,
    }
    made = found(rod, {**ARTIFACT, "name": "Spread", "oracle_text": "{2}{G}{U}: Proliferate."})
    assert needed(made) == {"Rod": 1, "Spread": 1, "Forest": 9, "Island": 3}
    most = given(made)
    assert (most["Near-infinite turns"], most["Near-infinite proliferate"]) == (54, 162)


def test_500_7_what_returns_itself_to_the_hand_is_paid_for_in_each_turn() -> None:
    """Swarm comes back to the hand in each upkeep and leaves as many tokens as Sieve takes for a turn (502.3)."""
    swarm = {
        **ARTIFACT,
        "name": "Swarm",
        "oracle_text": "At the beginning of your upkeep, return Swarm to its owner's hand and create two "
        "Treasure tokens." + PEACE,
    }
    sieve = {**SIEVE, "oracle_text": "{T}, Sacrifice two artifacts: Take an extra turn after this one."}
    made = found(swarm, sieve)
    assert "Near-infinite turns" in given(made)
    assert sum(many for name, many in needed(made).items() if name not in ("Swarm", "Sieve")) >= 2


def test_704_5b_a_library_that_is_used_up_ends_the_turns() -> None:
    """Lap n takes an extra turn and draws card n of 53: lap 54 draws from an empty library. The extra turns are 54."""
    made = found(
        PRESS, {**SIEVE, "oracle_text": "{T}, Sacrifice a Treasure: Take an extra turn after this one." + PEACE}
    )
    end = made.found.loop.end
    assert end is not None and end.iteration == 54
    assert (end.state.game.prop("outcome"), end.state.game.prop("rule")) == ("p2_wins", "704.5b")
    most = given(made)
    assert (most["Near-infinite turns"], most["Near-infinite card draw"]) == (54, 53)
    assert not {"Lock", "Win the game", "Infinite turns"} & most.keys()
    assert "when your library is used up: you draw from an empty one after 53 iterations, and lose (704.5b)" in screen(
        made
    )
    assert "opponent takes a turn" not in screen(made)


def test_104_2a_a_player_who_wins_in_an_own_turn_leaves_no_other_turn() -> None:
    """5 damage a turn: 20 life are lost in the fourth lap, behind three extra turns."""
    giant = {"name": "Giant", "type_line": "Creature — Giant", "mana_cost": "{5}", "power": "4", "toughness": "4"}
    flail = {
        "name": "Flail",
        "type_line": "Artifact — Equipment",
        "mana_cost": "{2}",
        "oracle_text": "Equipped creature gets +1/+1.\n"
        "Whenever equipped creature deals combat damage to a player, take an extra turn after this one.\nEquip {9}",
    }
    made = found(giant, flail)
    assert made.wins_at == 4
    most = given(made)
    assert most["Near-infinite turns"] == 3 and {"Lock", "Win the game"} <= most.keys()
    assert "Near-infinite storm count" not in most
    assert "you win the game; no opponent takes a turn any more" in screen(made)


def test_what_attacks_with_haste_is_there_as_often_as_a_cost_takes_what_it_makes() -> None:
    whip = {
        "name": "Whip",
        "type_line": "Creature — Lizard",
        "mana_cost": "{2}{R}",
        "power": "1",
        "toughness": "1",
        "oracle_text": "Haste\nWhenever a creature you control with haste attacks, create a tapped Treasure token.",
    }
    sieve = {**SIEVE, "oracle_text": "{T}, Sacrifice three artifacts: Take an extra turn after this one."}
    made = found(whip, sieve)
    assert "Lock" in given(made)
    assert needed(made) == {"Whip": 1, "Sieve": 1, "Creature": 2} or needed(made) == {
        "Whip": 1,
        "Sieve": 1,
        "Creature": 3,
    }


def test_what_gets_an_ability_is_there_as_often_as_a_cost_takes_what_it_makes() -> None:
    stash = {**ARTIFACT, "name": "Stash", "oracle_text": 'Lands you control have "{T}: Create a Treasure token."'}
    sieve = {**SIEVE, "oracle_text": "{T}, Sacrifice three artifacts: Take an extra turn after this one." + PEACE}
    made = found(stash, sieve)
    assert needed(made) == {"Stash": 1, "Sieve": 1, "Wastes": 3}
    assert given(made)["Near-infinite turns"] == 54


def test_life_that_has_to_be_low_is_low_and_is_told() -> None:
    """{1}{U} for Minute and {2} for Picker in each turn: four lands. Each turn draws one of 53 cards."""
    minute = {
        **ENCHANTMENT,
        "name": "Minute",
        "oracle_text": "At the beginning of your upkeep, if you have 5 or less life, sacrifice Minute and take an extra turn "
        "after this one.",
    }
    picker = {
        **ARTIFACT,
        "name": "Picker",
        "oracle_text": "{2}, {T}: Return target enchantment card from your graveyard to your hand." + PEACE,
    }
    made = found(minute, picker)
    assert (made.life, made.ours) == (LifeBounds(1, 5), "5")
    assert needed(made) == {"Minute": 1, "Picker": 1, "Island": 4}
    assert "Near-infinite turns" in given(made) and "Lock" not in given(made)
    assert "ENDS after 52 iterations, proved; besides the cards it needs" in screen(
        made
    ) and "5 life or less" in screen(made)


@pytest.mark.parametrize(
    "event", ["At the beginning of your upkeep, scry 1.", "At the beginning of each upkeep, tap this artifact."]
)
def test_nobody_wins_by_passing_turns(event: str) -> None:
    """Each player draws each turn, and the larger library lasts longer: that is not what the cards do."""
    made = combo_of({**ARTIFACT, "name": "Bell", "oracle_text": event}, {**ARTIFACT, "name": "Stone"})
    assert isinstance(made, Refusal), made


# --- whose turns ------------------------------------------------------------------------------------------------


def loop_of(board: str, *lines: str) -> Loop:
    position = load(f"format: position/1\n{board}", "x.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    loop = find_loop(position.state, BodyReader(nodes_of(lines)))
    assert loop.extend(None) is None
    return loop


def test_500_1_a_round_of_turns_goes_through_the_others_turns() -> None:
    loop = loop_of(
        "players: {p1: {library: 9}, p2: {library: 30}}\n", "all pass to p2's upkeep", "all pass to p1's main phase"
    )
    assert goes_round(loop, 0) and not stays_own(loop, 0)


def test_what_is_done_in_one_turn_goes_through_no_other() -> None:
    loop = loop_of("players: {p1: {battlefield: [Grizzly Bears]}, p2: {}}\n", "all pass to declare attackers")
    assert not goes_round(loop, 0)


def test_a_gain_of_turns_in_one_turn_is_no_lock() -> None:
    """Sieve untaps by itself: turns without end are added in one turn, and the opponent comes after them."""
    untap = {**ARTIFACT, "name": "Crank", "oracle_text": "{0}: Untap target artifact."}
    sieve = {**SIEVE, "oracle_text": "{T}: Take an extra turn after this one."}
    made = found(untap, sieve)
    names = given(made).keys()
    assert ("Infinite turns" in names) != ("Near-infinite turns" in names)
    assert "Lock" not in names


def test_104_2a_who_only_has_the_larger_library_does_not_win_by_the_loop() -> None:
    """p2 draws the last of 5 cards long before p1 has drawn 30: the game is p1's, and nothing of the loop did that."""
    lines = ("all pass to p2's upkeep", "all pass to p1's main phase")
    loop = loop_of("players: {p1: {library: 30}, p2: {library: 5}}\n", *lines)
    assert loop.end is not None and loop.end.state.game.prop("outcome") == "p1_wins"
    assert outlasts(loop, 0)
    assert "Win the game" not in {gain.name for gain in gains(loop, 0)}


def test_701_17_a_library_that_is_milled_away_is_won_by_the_loop() -> None:
    """Mill 3 and a draw in each round of turns: 30 cards last for seven rounds, and there is no eighth draw."""
    mill = {
        **ARTIFACT,
        "name": "Mill",
        "oracle_text": "At the beginning of your upkeep, each opponent mills three cards.",
    }
    book = CardBook((read_source("cards", json.dumps([mill]).encode()), builtin_source()))
    board = "format: position/1\nplayers: {p1: {battlefield: [Mill]}, p2: {library: 30}}\n"
    position = load(board, "x.yaml", book)
    assert isinstance(position, Position), position
    lines = ("all pass to p2's upkeep", "all pass to p1's main phase")
    loop = find_loop(position.state, BodyReader(nodes_of(lines)))
    assert loop.extend(None) is None
    assert loop.end is not None and loop.end.state.game.prop("rule") == "704.5b"
    assert goes_round(loop, 0) and not outlasts(loop, 0)
    assert "Win the game" in {gain.name for gain in gains(loop, 0)}


def test_500_8_phases_that_are_added_again_and_again_wait_in_a_pile() -> None:
    """{R} untaps Drummer, who taps for {R}{R}: each lap leaves {R} and one more combat phase, and needs no mana first."""
    drummer = {
        "name": "Drummer",
        "type_line": "Creature — Goblin",
        "mana_cost": "{1}{R}",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Add {R}{R}.",
    }
    drum = {
        **ENCHANTMENT,
        "name": "Drum",
        "oracle_text": "{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
        "followed by an additional main phase. Activate only as a sorcery.",
    }
    made = found(drummer, drum)
    assert made.found.endless
    assert {"Infinite red mana", "Infinite combat phases"} <= given(made).keys()
    assert made.needs.needs is not None
    assert {(need.what, need.name) for need in made.needs.needs} == {("object", "Drummer"), ("object", "Drum")}


def test_a_loop_of_turns_is_told_with_a_creature_that_attacks_in_them() -> None:
    """Each turn draws a card (504.1), and the library is used up in the end: with a creature the opponent loses before."""
    sieve = {**SIEVE, "oracle_text": "{T}, Sacrifice a Treasure: Take an extra turn after this one."}
    made = found(PRESS, sieve)
    assert not made.idle and made.wins_at
    assert needed(made) == {"Press": 1, "Sieve": 1, "Grizzly Bears": 1}
    assert {"Lock", "Win the game"} <= set(given(made))


def test_514_1_turns_in_which_unknown_cards_would_be_discarded_go_on_with_a_known_library() -> None:
    """The returned spell is looked for in a graveyard in each turn: what is discarded behind the seventh draw has to be known."""
    hour = {"name": "Hour", **SORCERY, "oracle_text": "Take an extra turn after this one."}
    keeper = {
        "name": "Keeper",
        "type_line": "Creature — Human Wizard",
        "mana_cost": "{2}{U}",
        "power": "1",
        "toughness": "2",
        "oracle_text": f"At the beginning of your end step, return target instant or sorcery card from your graveyard to your hand.{PEACE}",
    }
    made = found(hour, keeper)
    assert made.library
    assert isinstance(made.found.greatest, int)
    assert made.found.greatest > 50
