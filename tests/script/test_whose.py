"""Every ability on the stack, waiting for it, or asked about is told with whose it is (113.7, 603.3, 700.2)."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.ask.building_board import board_of
from reiterate.cards import CardBook
from reiterate.games.offered import listed
from reiterate.rules.access.choice import Choice
from reiterate.script.naming_words import ability_called, possessive
from reiterate.script.position import Position, load
from reiterate.script.saying import player_words
from reiterate.script.sentences import read_sentence
from reiterate.script.whose import source_names
from reiterate.show.board_words import waiting_words
from reiterate.state.model import State
from reiterate.terms.abilities import Triggered
from tests.support.acting import around, until
from tests.support.boards import play
from tests.support.own_cards import own_book

ENTERS: Final = "Whenever a creature you control enters, "
OWN: Final = {
    "Elf": ("Creature — Elf", ""),
    "Plain": ("Enchantment", f"{ENTERS}you gain 1 life."),
    "Modal": ("Enchantment", f"{ENTERS}choose one —\n• You gain 2 life.\n• Draw a card."),
    "Modal Too": ("Enchantment", f"{ENTERS}choose one —\n• You gain 2 life.\n• Draw a card."),
    "Alpha": ("Enchantment", f"{ENTERS}each opponent loses 1 life."),
    "Beta": ("Enchantment", f"{ENTERS}each opponent loses 1 life."),
    "Theirs": ("Enchantment", "Whenever an opponent casts a spell, tap target creature that player controls."),
    "Button": ("Artifact", "{0}: You gain 3 life."),
    "Switch": ("Artifact", "{0}: Choose one —\n• You gain 4 life.\n• Draw a card."),
    "Crumbs": ("Artifact", "{0}, Sacrifice Crumbs: You gain 5 life."),
    "Lesson": ("Enchantment", 'Creatures you control have "{0}: You gain 6 life."'),
    "Later": ("Sorcery", "At the beginning of the next end step, you gain 7 life."),
    "Once Done": ("Artifact", "{0}: You may pay {0}. When you do, target player gains 8 life."),
    "Exalting": ("Creature — Elf", "Exalted"),
    "Dying": ("Creature — Elf", "When Dying dies, you gain 9 life."),
    "Fall": ("Instant", "Destroy target creature."),
    "Again": (
        "Instant",
        "Copy target activated or triggered ability you control. You may choose new targets for the copy.",
    ),
}


@cache
def book() -> CardBook:
    return own_book(OWN)


def state_after(mine: str, deeds: str, theirs: str = "") -> State:
    """The position after these lines; "all pass" lets the top of the stack resolve."""
    text = f"format: position/1\nplayers:\n  p1: {{{mine}, library: [Elf, Elf]}}\n  p2: {{{theirs}}}\n"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    state = position.state
    for line in deeds.split("; "):
        if line == "to the end step":
            state = until(state, "end", 0)
        elif line == "all pass":
            state = around(state)
        else:
            choice = read_sentence(state, line)
            assert isinstance(choice, Choice), choice
            state = play(state, choice)
    return state


def told(state: State) -> list[str]:
    """The stack from its top, as a board shows it."""
    return [waiting_words(each) for each in board_of(state).stack]


@pytest.mark.parametrize(
    ("battlefield", "deeds", "source"),
    [
        ("Plain", "cast Elf; all pass", "Plain"),
        ("Modal", "cast Elf; all pass; choose mode 1", "Modal"),
        ("Button", "activate Button", "Button"),
        ("Switch", "activate Switch: gain 4 life", "Switch"),
        ("Crumbs", "activate Crumbs", "Crumbs"),
        ("Lesson, Grizzly Bears", "activate Grizzly Bears", "Grizzly Bears"),
        ("Dying", "cast Fall targeting Dying; all pass", "Dying"),
    ],
)
def test_113_7_an_ability_on_the_stack_is_told_with_its_source(battlefield: str, deeds: str, source: str) -> None:
    state = state_after(f"hand: [Elf, Fall], battlefield: [{battlefield}]", deeds)
    assert source_names(state, state.stack[0]) == (source,)
    (entry, *_) = board_of(state).stack
    assert entry.source == source and entry.sources == []
    kind = "trigger" if isinstance(state.rows[state.stack[0]].cls.term, Triggered) else "ability"
    assert told(state)[0].startswith(f"{possessive(source)} {kind}: ")


def test_700_2_a_mode_is_asked_for_by_name_and_each_says_what_it_does() -> None:
    state = state_after("hand: [Elf], battlefield: [Modal]", "cast Elf; all pass")
    assert board_of(state).status == "p1 chooses a mode of Modal's trigger"
    said = [player_words(state, choice, line) for line, choice in listed(state).choices.items()]
    assert said == ["You gain 2 life", "Draw a card"]


def test_113_7_what_may_be_of_several_names_all_of_them() -> None:
    state = state_after("hand: [Elf], battlefield: [Alpha, Beta]", "cast Elf; all pass")
    assert told(state) == ["2 x Alpha's or Beta's trigger: each opponent loses 1 life (p1)"]
    (entry,) = board_of(state).stack
    assert (entry.source, entry.sources) == ("", ["Alpha", "Beta"])


def test_700_2_a_mode_of_what_may_be_of_several_names_all_of_them() -> None:
    state = state_after("hand: [Elf], battlefield: [Modal, Modal Too]", "cast Elf; all pass")
    assert board_of(state).status == "p1 chooses a mode of Modal's or Modal Too's trigger"


def test_603_3b_a_waiting_ability_is_listed_with_all_that_it_may_be_of() -> None:
    state = state_after("hand: [Elf], battlefield: [Alpha, Beta, Plain, Modal]", "cast Elf; all pass")
    found = {player_words(state, choice, line) for line, choice in listed(state).choices.items()}
    assert {
        "First: Alpha's or Beta's trigger: each opponent loses 1 life",
        "First: Plain's trigger: you gain 1 life",
    } <= found
    assert any(each.startswith("First: Modal's trigger: ") for each in found), found


def test_603_3d_an_ability_with_the_player_of_its_event_in_it_is_known() -> None:
    state = state_after("hand: [Elf], battlefield: [Elf]", "cast Elf", "battlefield: [Theirs]")
    assert board_of(state).stack[0].source == "Theirs"


def test_603_7_a_delayed_ability_is_of_the_card_that_set_it_up() -> None:
    state = state_after("hand: [Later]", "cast Later; all pass; to the end step")
    assert told(state) == ["Later's trigger: you gain 7 life (p1)"]


def test_603_12_a_reflexive_ability_is_of_the_card_that_set_it_up() -> None:
    state = state_after("battlefield: [Once Done]", "activate Once Done; all pass; yes")
    assert board_of(state).status.endswith("of Once Done's trigger") or told(state)[0].startswith("Once Done's trigger")


def test_707_10_a_copy_of_an_ability_is_of_the_same_card() -> None:
    state = state_after(
        "hand: [Again], battlefield: [Button]", "activate Button; cast Again targeting ability #1; all pass"
    )
    assert {each.partition(" x ")[2] or each for each in told(state)} == {"Button's ability: You gain 3 life (p1)"}


def test_a_card_in_a_hand_is_no_source_that_is_told() -> None:
    state = state_after("hand: [Elf, Beta], battlefield: [Alpha]", "cast Elf; all pass")
    assert told(state) == ["Alpha's trigger: each opponent loses 1 life (p1)"]


def test_a_line_names_a_modal_ability_by_its_source() -> None:
    state = state_after(
        "hand: [Elf], battlefield: [Modal, Plain]", "cast Elf; all pass; order Modal's ability first; choose mode 2"
    )
    assert {waiting.source for waiting in board_of(state).stack} == {"Modal", "Plain"}


def test_many_names_end_with_another_card() -> None:
    assert ability_called(["A", "B", "C", "D", "E"], False) == "A's, B's, C's, D's or another card's ability"
