"""A program that cuts once does so for something: it stops the loop where it can, and makes no mana for nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.table.past import Page
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted
from tests.table.laid_table import Sitting, opened, quick_folder, seated

OWN = [
    {
        "name": "Slow Burn",
        "type_line": "Instant",
        "mana_cost": "{1}{R}",
        "oracle_text": "Slow Burn deals 2 damage to target creature.",
    },
    {"name": "Idle Wheel", "type_line": "Artifact", "oracle_text": "{0}: You gain 1 life."},
    {"name": "Calm", "type_line": "Instant", "mana_cost": "{G}", "oracle_text": "You gain 2 life."},
]
BOOK = CardBook((read_source("cards", json.dumps(OWN).encode()), builtin_source()))
ELVES = """format: position/1
players:
  p1:
    battlefield:
      - {card: Grizzly Bears, label: bears}
      - {card: Presence of Gond, attached to: bears}
  p2:
"""
LAP = "repeat 10^100:\n  activate bears\n  all pass\n  all pass\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def answered(folder: Path, held: str, there: str, mana: str = "") -> tuple[list[str], list[str]]:
    """What the program does once the loop is proposed, and what p1 may do once everybody has passed."""
    with opened(folder, BOOK) as table:
        text = f"{ELVES}    hand: {held}\n    battlefield: [Intruder Alarm, {there}]\n    mana: {{{mana}}}\n"
        game = seated(table, text, {"p2": "cuts once"})
        assert isinstance(table.propose(game["p1"], game.next, LAP), Accepted)
        did = _texts(game)
        for _ in range(9):
            if not _view(game).board.stack:
                break
            found = table.play(game["p1"], game.next, "pass")
            assert not isinstance(found, Refusal), found
        return did, [each.line for each in _view(game).may]


def _view(game: Sitting) -> View:
    found = game.table.view(game["p1"])
    assert isinstance(found, View)
    return found


def _texts(game: Sitting) -> list[str]:
    found = game.table.entries(game["judge"], 2)
    assert isinstance(found, Page)
    return [each.body["text"] for each in found if each.who == "p2"]


def test_732_2c_the_mana_of_a_cut_is_for_what_stops_the_loop(folder: Path) -> None:
    did, left = answered(folder, "[Lightning Bolt]", "Mountain")
    assert did == ["cut 1@7.3", "activate Mountain", "cast Lightning Bolt targeting bears", "pass"]
    assert left == ["pass"]


def test_601_2g_no_more_mana_is_made_than_the_spell_takes(folder: Path) -> None:
    did, left = answered(folder, "[Slow Burn]", "Forest, Forest, Island, Mountain")
    assert did[0] == "cut 1@7.3" and did[3] == "cast Slow Burn targeting bears" and left == ["pass"]
    assert "activate Mountain" in did[1:3] and len(set(did[1:3])) == 2


def test_a_program_that_can_stop_nothing_still_acts_and_not_against_itself(folder: Path) -> None:
    did, left = answered(folder, "[Calm]", "Forest")
    assert did == ["cut 1@7.3", "activate Forest", "cast Calm", "pass"]
    assert "activate bears" in left


@pytest.mark.parametrize("held", ["[]", "1", "[Slow Burn]"])
def test_a_program_with_nothing_but_a_land_accepts(folder: Path, held: str) -> None:
    did, left = answered(folder, held, "Mountain")
    assert did == ["accept"] and "activate bears" in left


def test_a_program_acts_once_for_its_cut_also_where_mana_is_left(folder: Path) -> None:
    did, _ = answered(folder, "[]", "Idle Wheel", mana="R: 3")
    assert did[:3] == ["cut 1@7.3", "activate Idle Wheel", "pass"]


def test_a_program_whose_cut_is_refused_accepts(folder: Path) -> None:
    did, _ = answered(folder, "1", "Intruder Alarm")
    assert did == ["accept"]
