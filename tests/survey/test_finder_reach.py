"""How far the finder reaches: past its step, past its first loop, past spare cards, and where triggers multiply.

The cards are forms of cards that people combine. What each board gives was worked out by hand from
the words of its cards.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from reiterate.api import Found, find_on_board
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import EXIT_CODES, INPUT, UNDETERMINED, Refusal
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.finder import STEP_BUDGET
from reiterate.survey.gain_order import CARDS, COUNTED, LESSER, MANA_GIVEN, OPPONENTS, TURNS, Merit, given
from reiterate.survey.relevance import set_aside
from reiterate.survey.step_moves import lines_to_step, spoken_of
from tests.support.command_line import board as written
from tests.support.command_line import reiterate

pytestmark = pytest.mark.slow("searches boards for loops")

GOOGOL: Final = 10**100


def creature(name: str, text: str, cost: str = "{2}", size: tuple[int, int] = (2, 2), **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type_line": "Creature — Elf",
        "mana_cost": cost,
        "oracle_text": text,
        "power": str(size[0]),
        "toughness": str(size[1]),
        **more,
    }


def other(name: str, types: str, text: str, cost: str = "{2}") -> dict[str, Any]:
    return {"name": name, "type_line": types, "mana_cost": cost, "oracle_text": text}


CHAMPION: Final = "Changeling\nChampion a creature"

CARDS_HERE: Final = (
    creature(
        "Glassmaker",
        "Haste\n{T}: Create a token that's a copy of target nonlegendary creature you control, except it has haste. "
        "Sacrifice it at the beginning of the next end step.",
        type_line="Legendary Creature — Goblin",
    ),
    other(
        "Herald's Helm",
        "Artifact — Equipment",
        "At the beginning of combat on your turn, create a token that's a copy of equipped creature, except the token "
        "isn't legendary if equipped creature is legendary. That token gains haste.\nEquip {5}",
    ),
    creature("Rail Pirate", "Whenever you discard a card, Rail Pirate deals 1 damage to each opponent."),
    creature(
        "Club Brute",
        "Whenever Club Brute attacks, put a +1/+1 counter on target attacking creature.\nWhenever you put one or more "
        "+1/+1 counters on a creature you control, Club Brute deals that much damage to target opponent.",
    ),
    other("Blood Link", "Enchantment — Aura", "Enchant creature\nEnchanted creature has lifelink."),
    other(
        "Ringing Echo",
        "Enchantment",
        "As Ringing Echo enters, choose a creature type.\nWhenever a nontoken creature of the chosen type you control "
        "enters, create a token that's a copy of that creature. That token gains haste. Exile it at the beginning of "
        "the next end step.",
    ),
    creature("Many-Shaped Hero", CHAMPION, "{4}{W}"),
    other(
        "Graven Likeness",
        "Artifact",
        "You may have Graven Likeness enter as a copy of any creature on the battlefield, except it's an artifact and "
        'it has "{T}: Add {U}."\n{T}: Add {U}.',
        "{4}",
    ),
    creature(
        "Tide Phantom",
        "When Tide Phantom enters, untap up to seven lands.\n{2}{U}{U}: Return Tide Phantom to its owner's hand.",
        "{5}{U}{U}",
    ),
    other("High Lamp", "Enchantment", "Whenever you tap an Island for mana, add an additional {U}."),
    creature("Any Bird", "Flying\n{T}: Add one mana of any color.", "{G}", (0, 1)),
    other(
        "Sun Aura",
        "Enchantment — Aura",
        'Enchant creature\nEnchanted creature has "Whenever you gain life, put that many +1/+1 counters on this creature."',
        "{3}{W}",
    ),
    other("Fountain", "Artifact", "{T}: You gain 1 life."),
    other("Morning Bell", "Artifact", "At the beginning of your upkeep, you gain 1 life."),
    other("Evening Bell", "Artifact", "At the beginning of your end step, you gain 1 life."),
    other("Common Bell", "Artifact", "At the beginning of each upkeep, you gain 1 life."),
)

BOOK: Final = CardBook((read_source("cards", json.dumps(CARDS_HERE).encode()), builtin_source()))


def state_of(players: str) -> State:
    position = load(f"format: position/1\nplayers:\n{players}", "board.yaml", BOOK)
    assert isinstance(position, Position), position
    return position.state


def laid(*entries: str, rest: str = "", theirs: str = "life: 10^100") -> State:
    """A board of mine, with further lines of mine, against a player with a line."""
    lines = "".join(f"      - {entry}\n" for entry in entries)
    return state_of(f"  p1:\n{rest}    battlefield:\n{lines}  p2: {{{theirs}}}\n")


def found_on(state: State, **how: Any) -> Found:
    found = find_on_board(state, 0, **how)
    assert isinstance(found, Found), found
    return found


def winner(found: Found) -> tuple[object, object]:
    """How often the loop is done, and how the game ends by it."""
    end = found.loop.end
    assert end is not None
    return found.greatest, end.state.game.prop("outcome")


# --- leaving the step ------------------------------------------------------------------------------------------------


def test_what_triggers_at_the_beginning_of_combat_is_waited_for() -> None:
    """The Helm's token is not legendary: it copies itself, and the copy has haste."""
    found = found_on(laid("Glassmaker", '{card: "Herald\'s Helm", attached to: Glassmaker}'))
    assert found.endless and found.prefix == ("all pass to combat",)
    assert (found.tallies["tokens.Glassmaker"], found.board["p1.tokens.Glassmaker"]) == (1, 1)


def test_514_3a_what_triggers_as_one_discards_goes_on_in_cleanup_steps() -> None:
    """Eight cards in hand: one is discarded, one damage is dealt, one card is drawn, and there is another cleanup step."""
    rest = "    library: 10^6\n    hand: 8\n"
    state = laid("Rail Pirate", "{card: Curiosity, attached to: Rail Pirate}", rest=rest)
    found = found_on(state)
    assert not found.endless and found.greatest == 10**6  # one more would be a draw from an empty library (704.5b)
    assert (found.board["p1.library"], found.board["p2.life"], found.tallies["discards.p1"]) == (-1, -1, 1)
    small = laid("Rail Pirate", "{card: Curiosity, attached to: Rail Pirate}", rest=rest, theirs="life: 30")
    assert winner(found_on(small)) == (30, "p1_wins")


@pytest.mark.parametrize(
    ("bell", "line"),
    [
        ("Evening Bell", "all pass to second main"),
        ("Morning Bell", "all pass to p2's end step"),
        ("Common Bell", "all pass to p1's end step"),
    ],
)
def test_upkeeps_and_end_steps_begin_a_loop(bell: str, line: str) -> None:
    """Everybody passes once more behind that line, and the bell's trigger is on the stack."""
    found = found_on(laid("Sanguine Bond", "Exquisite Blood", bell, rest="    library: 100\n"))
    assert line in found.prefix
    assert found.board["p2.life"] == -1 and found.board["p1.life"] == 1
    assert found.greatest > 10**99


def test_damage_of_an_attack_begins_a_loop() -> None:
    found = found_on(laid("Sanguine Bond", "Exquisite Blood", "Grizzly Bears"))
    assert "attack with Grizzly Bears" in found.prefix
    assert found.board["p2.life"] == -2


def test_an_opponent_who_could_block_is_told_not_to_have_blocked() -> None:
    theirs = "life: 10^100, battlefield: [Grizzly Bears]"
    found = found_on(laid("Sanguine Bond", "Exquisite Blood", "Grizzly Bears", theirs=theirs))
    assert "p2: no block" in found.prefix


def test_nothing_is_left_for_what_no_card_speaks_of() -> None:
    state = laid("Grizzly Bears", "Soul Warden", "Island")
    spoken = spoken_of(state, 0)
    assert not spoken and list(lines_to_step(state, 0, spoken)) == []
    found = find_on_board(state, 0)
    assert isinstance(found, Refusal) and found.code == "find-exhausted"


def test_what_only_the_opponent_has_is_read_from_the_opponent_s_side() -> None:
    theirs = "life: 20, battlefield: [Morning Bell, Club Brute]"
    spoken = spoken_of(laid("Grizzly Bears", theirs=theirs), 0)
    assert not spoken.steps and not spoken.attacks and not spoken.discards


# --- triggers that multiply ------------------------------------------------------------------------------------------


def brutes(life: str) -> State:
    link = "{card: Blood Link, attached to: Club Brute}"
    return laid("Club Brute", "Archangel of Thune", link, theirs=f"life: {life}")


@pytest.mark.parametrize("life", [30, 1_000, 10**40])
def test_triggers_that_double_pile_up_on_the_stack_and_the_end_is_exact(life: int) -> None:
    """A counter on each of two creatures: two triggers, one damage each. One resolves in an iteration, so one more waits."""
    found = found_on(brutes(str(life)))
    assert set(found.body) == {"all pass"} and "target Club Brute" in found.prefix
    assert found.board["stack"] == 1 and found.board["p2.life"] == -1
    assert found.tallies["counters.+1/+1"] == 2
    assert winner(found) == (life, "p1_wins")


# --- the loop that gives most ----------------------------------------------------------------------------------------


def test_mana_is_told_before_counters_that_nobody_wants() -> None:
    """A copy that is no creature never dies of its -1/-1 counters: it untaps for mana for ever."""
    rest = "    mana: {C: 4}\n    hand: [Graven Likeness]\n"
    found = found_on(laid("Devoted Druid", rest=rest))
    assert found.endless and "choose Devoted Druid" in found.prefix
    assert found.board.get("p1.mana.G", 0) + found.board.get("p1.mana.U", 0) == 1


def test_what_is_given_is_ordered() -> None:
    """A player wins, has turns, takes from opponents, has mana, cards, life; what is only counted comes last."""
    assert COUNTED < LESSER < CARDS < MANA_GIVEN < OPPONENTS < TURNS
    assert given({"p1.mana.G": 1, "p1.life": 2}, {"taps": 3}, 0) == (MANA_GIVEN, LESSER)
    assert given({"p2.life": -1, "p1.tokens.Elf": 1}, {}, 0) == (OPPONENTS, CARDS)
    assert given({"p2.life": 1, "p1.life": -1, "p1.Elf.tapped": 1}, {}, 0) == ()
    assert given({"p1.Druid.counters.-1/-1": 1}, {"counters.-1/-1": 1}, 0) == (COUNTED,)
    assert given({"p1.life": -2}, {"life lost.p1": 2, "damage.p1": 2}, 0) == ()
    assert given({}, {"life lost.p2": 2}, 0) == (COUNTED,)
    assert given({}, {"extra turns": 1, "extra turns.p1": 1}, 0) == (TURNS,)
    assert given({}, {"extra turns": 1, "extra turns.p2": 1}, 0) == ()


def test_a_loop_that_wins_comes_first_and_one_that_goes_on_by_itself_last() -> None:
    def merit(**what: Any) -> Merit:
        fields = {"open": True, "own": True, "often": True, "wins": False, "useful": True, "endless": True}
        return Merit(**{**fields, "gives": (LESSER,), "resolved": True, "whole": True, **what})

    wins = merit(wins=True, endless=False, gives=(COUNTED,))
    in_order = [
        merit(open=False, gives=(OPPONENTS, MANA_GIVEN)),
        merit(own=False, gives=(OPPONENTS, MANA_GIVEN)),
        merit(often=False, wins=True, endless=False),
        merit(useful=False, gives=()),
        merit(endless=False, gives=(TURNS,)),
        merit(),
        merit(gives=(MANA_GIVEN,)),
        merit(gives=(MANA_GIVEN, LESSER), resolved=False),
        merit(gives=(MANA_GIVEN, LESSER)),
        wins,
    ]
    assert sorted(in_order) == in_order
    assert wins.at_most((MANA_GIVEN,)) and not wins.at_most((OPPONENTS,))
    assert not merit().at_most((MANA_GIVEN,)) and merit().at_most((COUNTED,))


def test_the_first_loop_is_not_told_where_more_is_given_soon_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elves alone are found first; with the altar each second one gives mana, too."""
    gond = "{card: Presence of Gond, attached to: Midnight Guard}"
    state = laid("Midnight Guard", gond, "Ashnod's Altar")
    found = found_on(state)
    assert found.board["p1.mana.C"] == 2 and found.board["p1.tokens.Elf Warrior"] == 1
    monkeypatch.setattr("reiterate.survey.search.Search._enough", lambda self: self.best is not None)
    assert "p1.mana.C" not in found_on(state).board


def test_many_ways_to_pay_hide_no_target() -> None:
    """An Aura that costs four of twenty-four mana can be paid for in many ways, on each of three creatures."""
    rest = "    mana: {W: 4, U: 4, B: 4, R: 4, G: 4, C: 4}\n    hand: [Sun Aura]\n"
    feeder = "{card: Spike Feeder, counters: {+1/+1: 2}}"
    found = found_on(laid("Grizzly Bears", feeder, rest=rest, theirs="life: 10^100, battlefield: [Grizzly Bears]"))
    assert found.endless and found.prefix[0].startswith("cast Sun Aura targeting Spike Feeder")
    assert (found.board["p1.life"], found.board["p1.Spike Feeder.counters.+1/+1"]) == (2, 1)


# --- spare cards -----------------------------------------------------------------------------------------------------

SPARES: Final = (
    "Grizzly Bears",
    "Sol Ring",
    "Soul Warden",
    "Any Bird",
    "Forest",
    "Fountain",
    "Outrider en-Kor",
    "Presence of Gond on Grizzly Bears",
    "Basalt Monolith",
    "Devoted Druid",
)


def phantom(spares: int) -> State:
    there = [name for name in SPARES if " on " not in name][:spares]
    return laid("Tide Phantom", "High Lamp", "7 Island", *there)


@pytest.mark.parametrize("spares", [0, 6])
def test_a_loop_over_seven_lands_is_found_beside_spare_permanents(spares: int) -> None:
    """Fourteen mana of seven Islands, eleven of them for the Phantom: at least one more each time."""
    found = found_on(phantom(spares))
    assert found.endless and found.board["p1.mana.U"] >= 1
    assert ("p1.life" in found.board) == (
        spares > 2
    )  # what is set aside is there in the proof: the Warden sees it enter
    assert found.steps < STEP_BUDGET


def test_what_can_t_be_untapped_by_the_loop_is_set_aside() -> None:
    aside = {proto.name for proto, _ in set_aside(phantom(7), 0)}
    assert aside == {"Sol Ring", "Any Bird", "Fountain", "Outrider en-Kor"}


def test_few_actions_are_not_worth_a_search_of_their_own() -> None:
    assert set_aside(phantom(2), 0) == frozenset()


def test_a_free_ability_is_kept_where_something_triggers_as_it_becomes_a_target() -> None:
    spare = ("Sol Ring", "Fountain", "Any Bird")
    kept = set_aside(laid("Angelic Protector", "Outrider en-Kor", *spare), 0)
    assert {proto.name for proto, _ in kept} == set(spare)


def test_what_may_enter_as_a_copy_is_never_set_aside() -> None:
    rest = "    mana: {C: 4}\n    hand: [Graven Likeness]\n"
    aside = set_aside(laid("Devoted Druid", "Sol Ring", "Fountain", "Any Bird", rest=rest), 0)
    assert {proto.name for proto, _ in aside} == {"Sol Ring", "Fountain", "Any Bird"}


def test_champions_copy_one_another_beside_spare_cards() -> None:
    """The token champions the card, and the card's return makes another token (603.6, 702.72)."""
    rest = "    mana: {W: 1, C: 4}\n    hand: [Many-Shaped Hero]\n"
    echo = "{card: Ringing Echo, chosen: Elf}"
    spare = ("Grizzly Bears", "Forest", "Plains", "Sol Ring", "Soul Warden", "Any Bird", "Fountain")
    found = found_on(laid(echo, *spare, rest=rest))
    assert found.endless and found.tallies["tokens.Many-Shaped Hero"] >= 1
    assert "Many-Shaped Hero" in found.prefix[0]


@pytest.mark.parametrize(("focus", "other"), [("Midnight Guard", "Kiki-Jiki"), ("Kiki-Jiki", "Midnight Guard")])
def test_a_focus_is_looked_for_before_a_loop_that_has_nothing_to_do_with_it(focus: str, other: str) -> None:
    """Two loops lie side by side: the one with the focus is told, whichever comes first without."""
    gond = "{card: Presence of Gond, attached to: Midnight Guard}"
    found = found_on(laid("Midnight Guard", gond, "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"), focus=[focus])
    assert any(focus in line for line in found.body) and not any(other in line for line in found.body)


def test_what_a_focus_can_t_do_is_done_by_others_after_it() -> None:
    gond = "{card: Presence of Gond, attached to: Midnight Guard}"
    found = found_on(laid("Midnight Guard", gond, "Sol Ring"), focus=["Sol Ring"])
    assert found.board["p1.tokens.Elf Warrior"] == 1


def test_a_focus_that_is_not_there_is_refused_with_the_nearest_name(tmp_path: Any) -> None:
    found = find_on_board(phantom(3), 0, focus=["Tide Fantom"])
    assert isinstance(found, Refusal)
    assert (found.kind, found.code, found.expected) == (INPUT, "no-such-object", "Tide Phantom")
    file = written(tmp_path, "players: {p1: {battlefield: [Sol Ring]}}\n")
    done = reiterate("find", file, "--focus", "Sol Rung")
    assert done.returncode == EXIT_CODES[INPUT] and "Sol Rung" in done.stderr and "Sol Ring" in done.stderr


def test_without_the_lamp_the_answer_is_honest() -> None:
    """Seven mana of seven Islands pay for no more than the Phantom."""
    found = find_on_board(laid("Tide Phantom", "7 Island", *SPARES[:5]), 0, 1_000)
    assert isinstance(found, Refusal) and found.kind == UNDETERMINED
