"""A watcher that is fed with a game choice by choice: when it notices a loop, and what it proves of it."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.survey.proof import Found
from reiterate.survey.watcher import Shown, Watcher

HEAD: Final = "format: position/1\nplayers:\n  p1:\n    battlefield:\n"
GUARD: Final = "      - Midnight Guard\n      - {card: Presence of Gond, attached to: Midnight Guard}\n"
LAP: Final = ("activate Midnight Guard", "all pass", "all pass")


def watched(rows: str, *lines: str) -> tuple[Watcher, list[Shown | None]]:
    """A watcher behind the lines, and what it noticed at each choice."""
    script = "".join(f"  {line}\n" for line in lines)
    position = load(f"{HEAD}{rows}script: |\n{script}", "board.yaml", CardBook.builtin())
    assert isinstance(position, Position), position
    made = play(position.state, BodyReader(position.script)).choices
    watcher, noticed, state = Watcher(position.state), [], position.state
    for choice in made:
        state = step(state, choice)[0]
        noticed.append(watcher.feed(choice, state))
    return watcher, noticed


def test_a_lap_is_noticed_when_it_is_complete_and_proved() -> None:
    watcher, noticed = watched(GUARD, *LAP)
    assert noticed[:-1] == [None] * (len(noticed) - 1)
    shown = noticed[-1]
    assert shown == Shown(0, len(noticed))
    found = watcher.prove(shown)
    assert isinstance(found, Found), found
    assert found.body == ("activate Midnight Guard", "all pass", "all pass")


def test_a_second_lap_is_noticed_again_as_the_shortest_stretch() -> None:
    _, noticed = watched(GUARD, *LAP, *LAP)
    assert noticed[-1] == Shown(len(noticed) // 2, len(noticed))


def test_what_spends_something_is_no_lap() -> None:
    _, noticed = watched("      - {card: Llanowar Elves}\n", "activate Llanowar Elves")
    assert noticed == [None]


def test_a_stretch_that_does_nothing_is_no_loop() -> None:
    watcher, _ = watched(GUARD, *LAP)
    found = watcher.prove(Shown(0, 1))
    assert isinstance(found, Refusal) and found.code == "no-period"


@pytest.mark.parametrize("laps", [2, 12])
def test_one_mark_is_made_for_each_new_position(laps: int) -> None:
    watcher, noticed = watched(GUARD, *(LAP * laps))
    assert len(watcher.marks) == len(noticed) + 1
    assert sum(shown is not None for shown in noticed) >= laps
