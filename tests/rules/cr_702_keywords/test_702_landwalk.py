"""Landwalk (702.14): which lands of the defending player keep a creature from being blocked, and its words under 612."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.terms.abilities import Keyword
from reiterate.terms.word_changes import reworded
from tests.rule_boards.playing import differences
from tests.rule_boards.reading import read_boards
from tests.support.shown import shows

_BOARD = """
- rule: "702.14c"
  title: one land
  cards:
    Walker: {{type: Creature — Elf, cost: "{{G}}", size: 2/2, text: "{text}"}}
    Bear: {{type: Creature — Bear, cost: "{{G}}", size: 2/2}}
    Ground: {{type: "{land}"}}
  players:
    p1: {{battlefield: [Walker, {{card: Bear, label: other}}, {mine}]}}
    p2: {{battlefield: [{{card: Bear, label: guard}}, {theirs}]}}
  then: |
    all pass to declare attackers
    attack with Walker and other
    all pass to declare blockers
  legal: ["p2: guard blocks other"]
  {verdict}: ["p2: guard blocks Walker"]
"""

ROWS = (
    ("Islandwalk", "Basic Land — Island", True),
    ("Islandwalk", "Land — Forest Island", True),
    ("Islandwalk", "Basic Land — Forest", False),
    ("Islandwalk", "Artifact", False),
    ("Forestwalk, mountainwalk", "Basic Land — Mountain", True),
    ("Nonbasic landwalk", "Land", True),
    ("Nonbasic landwalk", "Basic Land — Plains", False),
    ("Legendary landwalk", "Legendary Land", True),
    ("Legendary landwalk", "Legendary Artifact", False),
    ("Artifact landwalk", "Artifact Land", True),
    ("Artifact landwalk", "Land", False),
    ("Snow swampwalk", "Basic Snow Land — Swamp", True),
    ("Snow swampwalk", "Basic Snow Land — Island", False),
    ("Snow landwalk", "Basic Snow Land — Island", True),
    ("Desertwalk", "Land — Desert", True),
)


@shows("landwalk")
@pytest.mark.parametrize(("text", "land", "walks"), ROWS)
def test_702_14c_a_land_of_the_defending_player_of_that_kind(text: str, land: str, walks: bool, tmp_path: Path) -> None:
    said = _BOARD.format(text=text, land=land, mine="Bear", theirs="Ground", verdict="illegal" if walks else "legal")
    (tmp_path / "board.yaml").write_text(
        said.replace('  legal: ["p2: guard blocks other"]\n', "", not walks), encoding="utf-8"
    )
    assert not differences(read_boards(tmp_path)[0])


def test_702_14c_lands_of_the_attacking_player_do_nothing(tmp_path: Path) -> None:
    said = _BOARD.format(text="Islandwalk", land="Basic Land — Island", mine="Ground", theirs="Bear", verdict="legal")
    (tmp_path / "board.yaml").write_text(said.replace('  legal: ["p2: guard blocks other"]\n', ""), encoding="utf-8")
    assert not differences(read_boards(tmp_path)[0])


@pytest.mark.parametrize(
    ("before", "after"),
    [("Forest", "Island"), ("snow Forest", "snow Island"), ("Swamp", "Swamp"), ("nonbasic land", "nonbasic land")],
)
def test_612_2_the_land_type_of_landwalk_is_a_word_of_its_text(before: str, after: str) -> None:
    changed = reworded(Keyword("landwalk", before), (("Forest", "Island"),))
    assert changed == Keyword("landwalk", after)
