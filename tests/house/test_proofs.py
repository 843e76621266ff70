"""The page for players (docs/proofs.md): what it says of its two loops is what the program finds."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from reiterate.amounts import Poly, plain
from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.loop import Loop
from reiterate.loops.play import OVER
from reiterate.script.position import Position, load, load_file
from reiterate.state.model import player
from tests.support.command_line import reiterate
from tests.support.files import ROOT
from tests.support.loop_cases import Count, reached

PAGE: Final = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
GOOGOL: Final = 10**100
GUARD: Final = "examples/combos/guard-gond.yaml"
ALTAR: Final = "examples/combos/gravecrawler-altar.yaml"


def studied(name: str) -> Loop:
    """The loop of an example, worked out afresh."""
    position = load_file(ROOT / name, CardBook.builtin())
    assert isinstance(position, Position), position
    found = study_loop(position)
    assert isinstance(found, Study), found
    return found.part.loop


@pytest.mark.slow("a process for each command")
def test_every_command_of_the_page_runs() -> None:
    commands = re.findall(r"`reiterate ([^`]+)`", PAGE)
    assert commands == [f"loop {GUARD}", f"loop {ALTAR}"]
    for words in commands:
        done = reiterate(*words.split())
        assert done.returncode == 0, done.stderr


def test_the_guard_is_asked_three_things_of_its_elves(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    loop = studied(GUARD)
    assert "gone through four iterations in all" in " ".join(PAGE.split())
    assert count.steps == 4 * 5
    (segment,) = loop.segments
    period = segment.period
    (e,) = [i for i, (handle, slot) in enumerate(period.slots) if handle >= 0 and slot == "n"]
    elves = Poly.symbol(e)
    assert {guard.poly for guard in period.guards} == {elves - 1, elves, elves + 1}
    assert "is e different from 1 (one Elf or a group?), from 0,\nand from -1?" in PAGE.replace("   ", "")
    assert period.update[e] == elves + 1
    assert (segment.start, period.closed.at(0)[e], period.closed.at(7)[e], segment.periods) == (2, 2, 9, None)
    assert loop.endless
    assert plain(reached(loop, GOOGOL).tally["tokens.Elf Warrior"]) == GOOGOL


def test_the_altar_is_asked_about_life_before_and_after_the_drain() -> None:
    loop = studied(ALTAR)
    period = loop.segments[0].period
    index = period.slots.index((player(1), "life"))
    life = Poly.symbol(index)
    asked = {guard.poly for guard in period.guards if guard.poly in (life, life - 1)}
    assert asked == {life, life - 1}
    assert {guard.rule for guard in period.guards} == {"704.5a"}
    assert period.update[index] == life - 1
    assert loop.end is not None
    assert (loop.end.kind, loop.end.iteration, loop.end.choice) == (OVER, GOOGOL, 5)
    tally = loop.end.state.tally
    assert (plain(tally["dies.Gravecrawler"]), plain(tally["casts.Gravecrawler"])) == (GOOGOL, GOOGOL - 1)
    assert "Gravecrawler died 10^100 times and was cast 10^100 - 1 times" in PAGE


OTHER: Final = """\
format: position/1
players:
  p1:
    battlefield:
      - Other Guard
      - {card: Presence of Gond, attached to: Other Guard}
      - BESIDE
script: |
  repeat 10:
    activate Other Guard
    all pass
    all pass
"""
UNTAPS: Final = "Whenever another creature enters, untap Other Guard."


def other_guard(text: str, beside: str = "Flying") -> Loop:
    """The loop with another text on the Guard, and a card with a text beside it."""
    size = {"power": "2", "toughness": "3", "type_line": "Creature — Human", "mana_cost": "{1}"}
    cards = [{"name": "Other Guard", "oracle_text": text, **size}, {"name": "Observer", "oracle_text": beside, **size}]
    book = CardBook((read_source("made", json.dumps(cards).encode()), builtin_source()))
    position = load(OTHER.replace("BESIDE", "Observer"), "board", book)
    assert isinstance(position, Position), position
    found = study_loop(position)
    assert isinstance(found, Study), found
    return found.part.loop


def test_once_each_turn_nothing_comes_back() -> None:
    assert other_guard(UNTAPS).endless
    loop = other_guard(UNTAPS + " This ability triggers only once each turn.")
    assert loop.segments == []
    assert loop.end is not None and loop.end.iteration <= 3


def test_an_observer_of_ten_creatures_changes_an_answer_at_ten() -> None:
    ten = "Whenever a creature enters, if you control ten or more creatures, each opponent loses 1 life."
    loop = other_guard(UNTAPS, ten.replace("ten", "eleven"))  # the Observer is a creature too
    first = loop.segments[0]
    assert first.periods is not None
    assert first.start + first.periods == 8
    assert loop.end is not None and loop.end.iteration == 9  # two abilities wait: the ninth Elf
