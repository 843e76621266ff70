"""What is on the stack in words: whose ability it is, what it does, and at whom it aims (113.7, 113.7a, 405.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.table.scenes import Scene, Wanted
from reiterate.table.seat_view import Happened, View
from tests.table.laid_table import Sitting, opened, quick_folder, seated

TEXTS = {
    "Old Wizard": ("Creature", "1", "{T}: ~ deals 1 damage to any target."),
    "Soft Bell": ("Artifact", "", "{0}: You gain 1 life."),
    "Loud Bell": ("Artifact", "", "{0}: You gain 1 life."),
    "Wisp": ("Creature", "1", "{0}, Sacrifice ~: You gain 3 life."),
    "Lesson": ("Enchantment", "", 'Creatures you control have "{0}: You gain 2 life."'),
}


def rows() -> bytes:
    """The cards as a card file holds them."""
    made = []
    for name, (line, size, text) in TEXTS.items():
        found = {"name": name, "type_line": line, "mana_cost": "", "oracle_text": text.replace("~", name)}
        made.append({**found, "power": size, "toughness": size} if size else found)
    return json.dumps(made).encode()


BOOK = CardBook((read_source("cards", rows()), builtin_source()))


def board(p1: str, p2: str = "{}") -> str:
    return f"format: position/1\nplayers:\n  p1: {p1}\n  p2: {p2}\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def stack(sitting: Sitting, who: str = "p2") -> list[tuple[str, str, list[str]]]:
    """Source, controller and targets of what a chair sees on the stack, from its top."""
    found = sitting.table.view(sitting[who])
    assert isinstance(found, View), found
    return [(each.source, each.controller, each.targets) for each in found.board.stack]


def told(sitting: Sitting) -> tuple[list[str], list[str]]:
    """What the last entry has put onto the stack and taken off it."""
    found = sitting.table.happened(sitting["spectator"], sitting.last - 1)
    assert isinstance(found, list) and isinstance(found[-1], Happened), found
    return found[-1].onto, found[-1].off


def test_113_7_abilities_name_their_sources_controllers_and_targets(folder: Path) -> None:
    """Two abilities of two players, one above the other; the lower one reads nothing of its source."""
    text = board("{battlefield: [Soft Bell]}", "{battlefield: [Old Wizard]}")
    with opened(folder, BOOK) as table:
        game = seated(table, text)
        game.play("p1", "activate Soft Bell", "pass")
        game.play("p2", "activate Old Wizard targeting p1")
        assert stack(game) == [("Old Wizard", "p2", ["p1"]), ("Soft Bell", "p1", [])]
        assert stack(game, "spectator") == stack(game)
        onto, off = told(game)
        assert (
            onto == ["Old Wizard's ability: Old Wizard deals 1 damage to any target, targeting p1 (p2)"] and off == []
        )
        game.play("p2", "pass")
        game.play("p1", "pass")
        assert told(game) == ([], onto)


def test_113_7a_an_ability_outlives_its_source(folder: Path) -> None:
    """The source was sacrificed as a cost: the ability is still its ability, and the card in the graveyard tells its name."""
    with opened(folder, BOOK) as table:
        game = seated(table, board("{battlefield: [Wisp]}"))
        game.play("p1", "activate Wisp")
        assert stack(game) == [("Wisp", "p1", [])]


def test_113_7_the_source_is_what_has_the_ability_and_not_what_has_given_it(folder: Path) -> None:
    """Lesson gives the ability; the creature that it was activated of is its source."""
    with opened(folder, BOOK) as table:
        game = seated(table, board("{battlefield: [Lesson, Old Wizard]}"))
        game.play("p1", "activate Old Wizard: You gain 2 life")
        assert stack(game) == [("Old Wizard", "p1", [])]


def test_where_cards_of_two_names_have_the_ability_both_are_named(folder: Path) -> None:
    """Nothing in the position tells whose ability it is; one name would be a guess. Hidden cards have no say in it."""
    with opened(folder, BOOK) as table:
        game = seated(table, board("{battlefield: [Soft Bell, Loud Bell]}"))
        game.play("p1", "activate Soft Bell")
        assert stack(game) == [("", "p1", [])]
        assert told(game)[0] == ["Loud Bell's or Soft Bell's ability: You gain 1 life (p1)"]
        game = seated(table, board("{battlefield: [Soft Bell]}", "{hand: [Loud Bell]}"))
        game.play("p1", "activate Soft Bell")
        assert [stack(game, who)[0][0] for who in ("p1", "p2", "judge")] == ["Soft Bell"] * 3


def test_places_of_a_shortcut_tell_the_top_of_the_stack(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = seated(table, board("{battlefield: [Soft Bell]}"))
        script = "repeat 9:\n  activate Soft Bell\n  all pass\n"
        found = table.scene(game["p1"], Wanted(script=script, iteration="3"))
        assert isinstance(found, Scene), found
        assert [each.top for each in found.stops] == ["", *["Soft Bell's ability: You gain 1 life (p1)"] * 2]
