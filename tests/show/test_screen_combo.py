"""The screen of a combo: the verdict first, twelve lines, players' words; worked out by hand for small boards."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Final

import pytest

from reiterate.ask.answer import Answer
from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.show.screen import Page
from reiterate.show.screen_combo import LINES, combo_screen

pytestmark = pytest.mark.drawn(20)

PAGE: Final = Page(110)


def proved(*names: str, life: int = 20, book: CardBook | None = None) -> ComboAnswer:
    found = combo(names, book, life=life)
    assert not isinstance(found, Refusal), found
    return found


@cache
def made(*names: str, life: int = 20) -> Answer:
    return proved(*names, life=life).answer


def rows(*names: str, life: int = 20) -> dict[str, str]:
    """The lines of a screen by their heads, each joined to one."""
    found: dict[str, str] = {}
    last = ""
    for line in combo_screen(made(*names, life=life), Page(2000)).splitlines()[1:]:
        head, _, text = line.partition("  ")
        last = head or last
        found[last] = f"{found.get(last, '')} {text.strip()}".strip()
    return found


def test_a_screen_of_tokens() -> None:
    assert rows("midnight guard", "presence of gond") == {
        "you get": "infinite creature tokens; for what sees it: ETB",
        "you win": "attack with the tokens next turn, more of them than can be blocked",
        "start": "Midnight Guard (untapped, not summoning sick); Presence of Gond (on Midnight Guard); no mana",
        "repeat": "1 activate Midnight Guard   2 resolves: Midnight Guard: Create a 1/1 green Elf Warrior creature t..."
        "   3 resolves: Midnight Guard: untap Midnight Guard   (back to 1)",
        "after n": "n Elf Warrior tokens",
        "stops": "when you say so: name a number (732.2a); no drawn game",
        "answers": "2 places each time: with Midnight Guard's ability (from Presence of Gond), or Midnight Guard's trigger on the stack",
        "assumed": "the hand of p2 is unknown",
    }


def test_what_is_lacking_stands_first() -> None:
    head = combo_screen(made("sanguine bond", "exquisite blood"), PAGE).splitlines()[:2]
    assert head[0] == "Sanguine Bond + Exquisite Blood"
    assert (
        head[1] == "WINS in iteration 20, proved; besides the cards it needs life gained once (here Blossoming Sands)"
    )


@pytest.mark.parametrize(
    "names",
    [("sanguine bond", "exquisite blood"), ("painter's servant", "grindstone"), ("niv-mizzet, the", "curiosity")],
)
def test_an_answer_has_one_word_for_an_iteration(names: tuple[str, ...]) -> None:
    """Beside it a page says "after 7 of 10^100 iterations"."""
    assert not re.search(r"\blaps?\b", combo_screen(made(*names), Page(2000)))


def test_a_win_says_its_iteration() -> None:
    assert rows("sanguine bond", "exquisite blood")["you win"] == "in iteration 20, with 20 life to lose"
    assert rows("sanguine bond", "exquisite blood", life=41)["you win"] == "in iteration 41, with 41 life to lose"


def test_the_start_says_what_is_done_before_the_first_iteration() -> None:
    assert rows("sanguine bond", "exquisite blood")["start"].endswith("no mana then, once: 1 play Blossoming Sands")
    assert "then, once: 1 activate Niv-Mizzet" in rows("niv-mizzet, the", "curiosity")["start"]
    assert "then, once" not in rows("midnight guard", "presence of gond")["start"]


def test_what_the_first_laps_change_otherwise_is_counted() -> None:
    # the attack for 2 mills two cards in the first lap, and each of them costs p2 a life: one of the two stays ahead
    after = rows("duskmantle guildmage", "mindcrank")["after n"]
    told = "(n + 1) cards in the graveyard of p2, (-n - 1) cards in the library of p2, -n life of p2 (n from 2 on)"
    assert after == told


def test_what_is_attached_says_to_what() -> None:
    assert rows("midnight guard", "presence of gond")["start"].startswith("Midnight Guard (untapped")
    assert "Presence of Gond (on Midnight Guard)" in rows("midnight guard", "presence of gond")["start"]


def test_mana_is_told_as_symbols() -> None:
    found = rows("basalt monolith", "power artifact")
    assert found["you get"] == "infinite colorless mana"
    assert found["after n"] == "2n {C}"


@pytest.mark.parametrize(
    "names",
    [("midnight guard", "presence of gond"), ("sanguine bond", "exquisite blood"), ("niv-mizzet, the", "curiosity")],
)
@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_screen_has_twelve_lines_at_most_and_more_when_asked(names: tuple[str, ...], width: int) -> None:
    text = combo_screen(made(*names), Page(width), 0.3)
    assert len(text.splitlines()) <= LINES
    assert all(len(line) <= width for line in text.splitlines())
    assert "(0.3 s)" in text
    whole = combo_screen(made(*names), Page(width), 0.3, why=True)
    assert len(whole.splitlines()) > LINES and "kept up by" in whole


def test_what_is_done_several_times_in_a_row_is_one_step() -> None:
    """Alarm untaps four Elves, whose mana pays for the Grove: which Elf is tapped when is of no matter."""
    invented = [
        {
            "name": "Grove",
            "type_line": "Enchantment",
            "oracle_text": "{4}: Create a 1/1 green Saproling creature token.",
        },
        {
            "name": "Alarm",
            "type_line": "Enchantment",
            "oracle_text": "Whenever a creature enters, untap all creatures.",
        },
    ]
    book = CardBook((read_source("cards", json.dumps(invented).encode()), builtin_source()))
    text = " ".join(combo_screen(proved("Grove", "Alarm", book=book).answer, Page(2000)).split())
    assert " times) " in text and "untapped Birds" not in text.partition("repeat")[2].partition("after n")[0]


def test_an_end_within_one_resolution_is_told_in_rounds() -> None:
    """Grindstone mills two of 53 cards at a time: 26 whole rounds, and one card is left for the last one."""
    found = rows("painter's servant", "grindstone")
    assert found["stops"] == "by itself, after 26 rounds of one resolution"
    assert "ENDS after 26 iterations" in combo_screen(made("painter's servant", "grindstone"), PAGE)


def test_what_is_played_once_says_so() -> None:
    text = combo_screen(made("laboratory maniac", "leveler"), PAGE)
    assert text.splitlines()[0].endswith("ONCE: you win, proved; besides the cards it needs {5} once")
    assert "by itself: it is no loop" in text and "INFINITE" not in text
    assert len(text.splitlines()) <= LINES


def test_counters_that_a_card_does_not_enter_with_are_lacking() -> None:
    row = {
        "name": "Grower",
        "type_line": "Creature — Elf",
        "mana_cost": "{1}{G}",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Add an amount of {G} equal to Grower's power.\n{3}: Untap Grower.",
    }
    book = CardBook((read_source("cards", json.dumps([row]).encode()), builtin_source()))
    found = proved("Grower", "plains", book=book).answer
    head = combo_screen(found, Page(300)).splitlines()[0]
    assert "+1/+1 counters on Grower" in head and "plays no part: Plains" in combo_screen(found, PAGE)


def test_a_draw_is_called_one() -> None:
    """Animate Dead enters, Worldgorger Dragon enters and exiles it, and so on: nobody may choose otherwise (104.4b)."""
    text = combo_screen(made("worldgorger", "animate dead"), PAGE)
    assert "DRAW" in text.splitlines()[0] + text.splitlines()[1]
    assert "nothing: the game is a draw" in text


def test_each_of_several_opponents_has_that_much_life() -> None:
    """Conscripts have power 3: 14 are lethal for 40 life, and three opponents take three times as many."""
    found = combo(["kiki-jiki", "zealous conscripts"], life=40, players=4)
    assert isinstance(found, ComboAnswer)
    told = (
        "attack this turn: 42 tokens (14 for each opponent) are lethal for 40 life of each opponent, if nobody blocks"
    )
    assert found.combo.said.wins == told


def test_a_win_that_an_attack_sets_off_says_that_nobody_blocks() -> None:
    """The attack deals 5 and draws a card, and each card that is drawn deals 1: 15 laps for the other 15 life."""
    genius = {
        "name": "Dracogenius",
        "type_line": "Creature — Dragon",
        "mana_cost": "{4}",
        "power": "5",
        "toughness": "5",
        "oracle_text": "Whenever you draw a card, Dracogenius deals 1 damage to any target.",
    }
    book = CardBook((read_source("cards", json.dumps([genius]).encode()), builtin_source()))
    assert proved("dracogenius", "curiosity", book=book).combo.said.wins == (
        "in iteration 15, with 20 life to lose, if nobody blocks"
    )


def test_a_lap_holds_all_iterations_of_a_period() -> None:
    """With a counter of one kind the other ability brings the creature back: persist and undying take turns (702.79a, 702.93a)."""
    lord = {
        "name": "Unhallower",
        "type_line": "Creature — Zombie",
        "mana_cost": "{4}",
        "power": "5",
        "toughness": "5",
        "oracle_text": "Other creatures you control get +1/+1 and have undying.",
    }
    book = CardBook((read_source("cards", json.dumps([lord]).encode()), builtin_source()))
    lap = [step.text for step in proved("unhallower", "murderous redcap", book=book).combo.lap if step.resolves]
    assert sum("if it had no -1/-1 counters" in text for text in lap) == 1
    assert sum("if it had no +1/+1 counters" in text for text in lap) == 1


def test_an_end_by_which_all_lose_at_once_is_called_drawn() -> None:
    """Both libraries have 53 cards, and both players lose as each draws the 54th: the game is a draw (104.4a, 704.5b)."""
    rows = [
        {"name": "Bell", "type_line": "Artifact", "mana_cost": "{3}", "oracle_text": "{T}: Each player draws a card."},
        {
            "name": "Mind",
            "type_line": "Enchantment",
            "mana_cost": "{6}",
            "oracle_text": "Discard a card: Untap target artifact.",
        },
    ]
    book = CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source()))
    said = proved("Bell", "Mind", book=book).combo.said
    assert said.stops.endswith("the game is over, and drawn (104.4a)")


def test_a_card_that_is_left_out_of_the_board_is_told_as_absent() -> None:
    """With the Orb on the battlefield no Elf would untap the Guard: the proof has a board without it, and that is said."""
    orb = {
        "name": "Orb",
        "type_line": "Artifact",
        "mana_cost": "{2}",
        "oracle_text": "Creatures entering don't cause abilities to trigger.",
    }
    book = CardBook((read_source("cards", json.dumps([orb]).encode()), builtin_source()))
    found = proved("midnight guard", "presence of gond", "Orb", book=book).answer
    assert found.position is not None and found.combo is not None
    assert "Orb" not in [each.name for each in found.position.players[0].battlefield]
    assert found.combo.idle == found.combo.stopping == ["Orb"]
    assert "not on the battlefield: Orb" in found.combo.said.assumed
    assert "with Orb on the battlefield the same lines are no loop" in found.combo.said.verdict


def test_the_possessive_of_a_shortened_name_is_that_of_what_is_said() -> None:
    """ "Baron, Lord of the Halls" ends on an s, and "Baron" doesn't."""
    baron = {
        "name": "Baron, Lord of the Halls",
        "type_line": "Legendary Creature — Vampire",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Create a 1/1 white Soldier creature token.\n"
        "Whenever another creature you control enters, untap Baron, Lord of the Halls.",
    }
    book = CardBook((read_source("cards", json.dumps([baron]).encode()), builtin_source()))
    screen = combo_screen(proved("baron", "grizzly bears", book=book).answer, Page(2000))
    assert "Baron's ability" in screen
    assert "Baron' " not in screen


def test_what_something_more_beside_gives_is_told_with_it_also_where_the_opponents_life_bounds_it() -> None:
    """Nothing of these cards makes mana: a creature more would."""
    gore = {
        "name": "Gore",
        "type_line": "Enchantment",
        "oracle_text": "Whenever a creature you control deals combat damage to a player, untap all creatures you control. "
        "After this phase, there is an additional combat phase.",
    }
    book = CardBook((read_source("cards", json.dumps([gore]).encode()), builtin_source()))
    text = combo_screen(proved("gore", "grizzly bears", book=book).answer, Page(2000))
    gets = next(line for line in text.splitlines() if line.startswith("you get"))
    assert "with a creature more" in gets
    bare, _, more = gets.partition("with a creature more")
    assert "can produce" not in bare
    assert "can produce" in more


def test_a_name_cut_short_has_its_own_possessive() -> None:
    cards = [
        {
            "name": "Wick, Keeper of Bears",
            "type_line": "Legendary Creature \u2014 Bear",
            "power": "2",
            "toughness": "2",
            "oracle_text": "{T}: You gain 1 life.",
        },
        {"name": "Rest", "type_line": "Artifact", "oracle_text": "{0}: Untap target creature."},
    ]
    book = CardBook((read_source("made", json.dumps(cards).encode()), builtin_source()))
    shown = combo_screen(proved("Wick, Keeper of Bears", "Rest", book=book).answer, Page(2000))
    assert "Wick's ability" in shown and "Wick' " not in shown
