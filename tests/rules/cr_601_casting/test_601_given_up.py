"""What was given up to cast or activate something, and the amounts that its words read there (601.2h, 607.2a, 608.2h)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State
from tests.support.kinds_board import board

OFFER = "As an additional cost to cast this spell, sacrifice a creature.\n"
EXHUME = "As an additional cost to cast this spell, exile a creature card from your graveyard.\n"
TEXTS = {
    "Hurl": ("Instant", OFFER + "Hurl deals damage equal to the sacrificed creature's power to any target."),
    "Fatten": ("Sorcery", OFFER + "You gain life equal to the sacrificed creature's toughness."),
    "Melt": ("Instant", OFFER + "Add an amount of {B} equal to the sacrificed creature's mana value."),
    "Lob": ("Instant", EXHUME + "Lob deals damage equal to the exiled card's power to any target."),
    "Muddle": (
        "Sorcery",
        OFFER + "Create a 1/1 green Elf creature token.\nYou gain life equal to the sacrificed creature's toughness.",
    ),
    "Vague": ("Sorcery", "You gain life equal to the sacrificed creature's toughness."),
    "Vaguer": ("Sorcery", "You gain life equal to the exiled card's power."),
    "Again": ("Instant", "Again deals 1 damage to any target.\nFlashback {R}"),
    "Eater": ("Artifact", "Sacrifice a creature: You gain 1 life."),
    "Watcher": ("Creature", "Whenever you cast an instant or sorcery spell, you gain 1 life."),
    "Waker": ("Creature", "Whenever you cast an instant or sorcery spell, if Waker is tapped, you gain 1 life."),
    "Pull": ("Sorcery", "Convoke\nPull deals 1 damage to target opponent."),
    "Copier": ("Instant", "Copy target instant spell."),
}


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardBook:
    """The built-in cards and those of this page."""
    file: Path = tmp_path_factory.mktemp("cards") / "cards.json"
    made = [
        {"name": name, "mana_cost": "{R}", "type_line": line, "oracle_text": text}
        | ({"power": "1", "toughness": "1", "colors": ["R"]} if line == "Creature" else {})
        for name, (line, text) in TEXTS.items()
    ]
    made.append(
        {"name": "Paper Kite", "mana_cost": "{0}", "type_line": "Artifact Creature", "power": "0", "toughness": "2"}
    )
    file.write_text(json.dumps(made), encoding="utf-8")
    found = CardBook.builtin().with_files([file])
    assert isinstance(found, CardBook), found
    return found


def played(cards: CardBook, p1: str, script: str) -> State | Refusal:
    """The state after a script of the first player, or why there is none."""
    position = load(board(p1, "hand: 0, []", script), "board.yaml", cards)
    assert isinstance(position, Position), position
    played_script = PlayedScript(position.state)
    try:
        refused = played_script.extend(position.script, 0)
    except Unsupported as error:
        return error.refusal
    return played_script.final if refused is None else refused


def fact(state: State | Refusal, path: str) -> str:
    assert isinstance(state, State), state
    return str(look_up(state, path, {}))


GROWN = "{card: Grizzly Bears, counters: {+1/+1: 3}}"


@pytest.mark.parametrize(("bears", "lost"), [("Grizzly Bears", 2), (GROWN, 5)])
def test_608_2h_the_creature_sacrificed_for_a_spell_is_remembered_as_it_was(
    cards: CardBook, bears: str, lost: int
) -> None:
    script = "cast Hurl sacrificing Grizzly Bears targeting p2\nall pass\n"
    state = played(cards, f"mana: {{R: 1}}, hand: [Hurl], [{bears}, Paper Kite]", script)
    assert fact(state, "p2.life") == str(20 - lost)


def test_608_2h_toughness_and_mana_value_of_what_was_sacrificed(cards: CardBook) -> None:
    script = "cast Fatten sacrificing Paper Kite\nall pass\ncast Melt sacrificing Grizzly Bears\nall pass\n"
    state = played(cards, "mana: {R: 2}, hand: [Fatten, Melt], [Grizzly Bears, Paper Kite]", script)
    assert (fact(state, "p1.life"), fact(state, "p1.mana.B")) == ("22", "2")


def test_707_10_a_copy_of_the_spell_speaks_of_the_same_creature(cards: CardBook) -> None:
    script = "cast Hurl sacrificing Grizzly Bears targeting p2\ncast Copier targeting Hurl\n" + 3 * "all pass\n"
    state = played(cards, f"mana: {{R: 2}}, hand: [Hurl, Copier], [{GROWN}]", script)
    assert fact(state, "p2.life") == "10"


def test_601_2i_what_was_sacrificed_for_a_spell_is_gone_as_that_becomes_cast(cards: CardBook) -> None:
    script = "cast Hurl sacrificing {} targeting p2\nall pass\n"
    gone = played(cards, "mana: {R: 1}, hand: [Hurl], [Watcher]", script.format("Watcher"))
    there = played(cards, "mana: {R: 1}, hand: [Hurl], [Watcher, Grizzly Bears]", script.format("Grizzly Bears"))
    assert (fact(gone, "p1.life"), fact(there, "p1.life")) == ("20", "21")


def test_601_2i_what_was_tapped_for_a_spell_is_tapped_as_that_becomes_cast(cards: CardBook) -> None:
    tapped = played(cards, "hand: [Pull], [Waker]", "cast Pull with convoke targeting p2 tapping Waker\nall pass\n")
    paid = played(cards, "mana: {R: 1}, hand: [Pull], [Waker]", "cast Pull targeting p2 paying {R}\nall pass\n")
    assert (fact(tapped, "p1.life"), fact(paid, "p1.life")) == ("21", "20")


def test_607_2a_the_card_exiled_for_a_spell_is_the_exiled_card(cards: CardBook) -> None:
    script = "cast Lob exiling Grizzly Bears targeting p2\nall pass\n"
    state = played(cards, "mana: {R: 1}, hand: [Lob], graveyard: [Grizzly Bears, Paper Kite], []", script)
    assert (fact(state, "p2.life"), fact(state, "p1.exile")) == ("18", "1")


@pytest.mark.parametrize(("name", "code"), [("Vague", "rule-608.2h"), ("Vaguer", "rule-607.2a")])
def test_608_2h_an_amount_of_what_nothing_names_is_refused_and_not_0(cards: CardBook, name: str, code: str) -> None:
    refused = played(cards, f"mana: {{R: 1}}, hand: [{name}], []", f"cast {name}\nall pass\n")
    assert isinstance(refused, Refusal) and refused.code == code


def test_608_2h_what_was_given_up_is_not_what_an_effect_made_since(cards: CardBook) -> None:
    refused = played(
        cards, "mana: {R: 1}, hand: [Muddle], [Paper Kite]", "cast Muddle sacrificing Paper Kite\nall pass\n"
    )
    assert isinstance(refused, Refusal) and refused.code == "rule-608.2h"


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("cast Hurl sacrificing Paper Kite targeting p2 paying a hundred goats", "payment", "a hundred goats"),
        ("cast Hurl sacrificing Paper Kite targeting p2 paying {R} goats", "payment", "goats"),
        ("cast Hurl sacrificing Paper Kite targeting p2 paying buyback", "payment", "buyback"),
        ("tap Paper Kite targeting p2", "not-a-sentence", "targeting"),
        ("activate Eater sacrificing Paper Kite choosing goats", "how", "goats"),
        ("Paper Kite blocks Paper Kite", "nothing-asked", "asked to block"),
        ("cast Again from graveyard", "how", "flashback"),
    ],
)
def test_601_2b_words_that_mean_nothing_are_refused_and_quoted(
    cards: CardBook, line: str, code: str, word: str
) -> None:
    refused = played(cards, "mana: {R: 1}, hand: [Hurl], graveyard: [Again], [Paper Kite, Eater]", line + "\n")
    assert isinstance(refused, Refusal) and refused.code == code
    assert refused.kind in ("input", "illegal") and word in refused.message


@pytest.mark.parametrize("line", ["cast Again with flashback targeting p2", "cast Again targeting p2 with flashback"])
def test_601_2b_the_way_of_casting_may_stand_behind_the_targets(cards: CardBook, line: str) -> None:
    state = played(cards, "mana: {R: 1}, graveyard: [Again], []", f"{line} paying {{R}}\nall pass\n")
    assert (fact(state, "p2.life"), fact(state, "p1.exile")) == ("19", "1")
