"""Lines with the choices that they are: whether they sacrifice, agree or choose, and how they are said anew."""

from __future__ import annotations

from typing import Any, Final

from reiterate.script.position import Position, load
from reiterate.script.sentence_passes import WayToStep, way_to_step
from reiterate.worth.deeds import Deed, deeds_of, deeds_of_nodes
from tests.survey.named_combos import invented

PYRE: Final[dict[str, Any]] = {
    "name": "Pyre",
    "type_line": "Artifact",
    "oracle_text": "Sacrifice a creature: You gain 1 life.\nSacrifice Pyre: You gain 3 life.\nDiscard a card: You gain 1 life.",
}
SIFTER: Final[dict[str, Any]] = {
    "name": "Sifter",
    "type_line": "Artifact",
    "oracle_text": "{0}: You may draw a card. If you do, discard a card.",
}
BOARD: Final = """format: position/1
players:
  p1:
    library: [30 Wastes]
    hand: [Wastes]
    battlefield: [Pyre, Sifter, Grizzly Bears, {card: Grizzly Bears, tapped: true}]
script: |
  repeat 1:
    SCRIPT
"""


def deeds(*lines: str) -> list[Deed]:
    position = load(BOARD.replace("SCRIPT", "activate Sifter"), "board.yaml", invented(PYRE, SIFTER))
    assert isinstance(position, Position), position
    found, behind = deeds_of(position.state, lines)
    assert behind is not None and len(found) == len(lines)
    return found


def test_602_1a_what_is_chosen_and_sacrificed_is_told_from_other_costs() -> None:
    said = deeds(
        "activate Pyre: #1 sacrificing untapped Grizzly Bears",
        "activate Pyre: #3 discarding Wastes",
        "activate Pyre: #2",
    )
    assert [deed.sacrifices() for deed in said] == [True, False, False]
    assert said[0].of_newest(0) == "activate Pyre: #1 sacrificing newest untapped Grizzly Bears"
    assert said[1].of_newest(0) == "activate Pyre: #3 discarding Wastes"


def test_608_2d_who_agrees_and_what_is_chosen_behind_it() -> None:
    said = deeds("activate Sifter", "all pass", "yes", "choose Wastes", "activate Sifter", "all pass", "no")
    assert [deed.agrees(0) for deed in said] == [False, False, True, False, False, False, False]
    assert [deed.chooses() for deed in said] == [False, False, False, True, False, False, False]
    assert not any(deed.agrees(1) for deed in said)


def test_a_block_is_one_deed_that_neither_agrees_nor_chooses() -> None:
    position = load(BOARD.replace("SCRIPT", "activate Sifter"), "board.yaml", invented(PYRE, SIFTER))
    assert isinstance(position, Position)
    (block,), behind = deeds_of_nodes(position.state, position.script)
    assert behind is not None and block.line == "" and not block.agrees(0) and not block.chooses()


def test_514_1_what_is_discarded_on_the_way_is_said_of_passes_alone() -> None:
    line = "all pass to next turn discarding Wastes"
    assert way_to_step(line) == WayToStep("all pass to next turn", "Wastes")
    assert WayToStep("all pass to next turn", "Wastes").line == line
    assert way_to_step("all pass to p2's upkeep") == WayToStep("all pass to p2's upkeep")
    assert way_to_step("activate Pyre discarding Wastes") is None and way_to_step("all pass") is None
