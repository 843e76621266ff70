"""Boards with loops, written as position texts with the built-in cards, and plain play to compare jumps with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import dedent

import pytest

import reiterate.loops.play as loops_play
from reiterate.cards import CardBook
from reiterate.loops.loop import Count as Times
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.loops.play import DONE, Played, play
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, parse_script
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.events import Event
from reiterate.state.model import State

ALARM = """
    p1:
      battlefield:
        - {card: Grizzly Bears, label: bears}
        - {card: Presence of Gond, attached to: bears}
    p2:
      battlefield:
        - Intruder Alarm
"""
GUARD = """
    p1:
      battlefield:
        - {card: Midnight Guard, label: guard}
        - {card: Presence of Gond, attached to: guard}
"""
ARCHANGEL = """
    p1:
      battlefield:
        - Archangel of Thune
        - {card: Spike Feeder, label: feeder, counters: {+1/+1: 2}}
        - {token: Saproling, power: 1, toughness: 1, count: 3}
        - {token: Saproling, power: 1, toughness: 1, count: 4, counters: {+1/+1: 2}}
    p2:
      battlefield:
        - {token: Saproling, power: 1, toughness: 1, count: 5}
"""
ZIRDA = """
    p1:
      mana: {C: 2}
      battlefield:
        - {card: "Zirda, the Dawnwaker", label: zirda}
        - {card: Grim Monolith, label: grim}
"""
BASALT = """
    p1:
      battlefield:
        - {card: Basalt Monolith, label: basalt}
        - {card: Power Artifact, attached to: basalt}
"""
BOND = """
    p1:
      battlefield:
        - Sanguine Bond
        - Exquisite Blood
        - {card: Spike Feeder, label: feeder, counters: {+1/+1: 1}}
        - {token: Saproling, power: 0, toughness: 2, counters: {+1/+1: 1}}
    p2:
      life: LIFE
"""


@dataclass(frozen=True)
class Case:
    """A loop: its board, what is done before it and what is repeated."""

    name: str
    players: str
    body: str
    before: str = ""

    def text(self, count: str = "10", extra: str = "") -> str:
        """The whole position file."""
        lines = ["format: position/1", "players:", *dedent(self.players).strip("\n").splitlines()]
        lines[2:] = ["  " + line for line in lines[2:]]
        script = [*dedent(self.before).split("\n"), f"repeat {count}:", *("  " + b for b in self.lines())]
        lines += ["script: |", *("  " + line for line in script if line.strip())]
        return "\n".join(lines) + "\n" + dedent(extra)

    def lines(self) -> list[str]:
        """The lines of the body."""
        return [line.strip() for line in self.body.strip().splitlines()]

    def start(self) -> State:
        """The state in which the first iteration begins."""
        position = read(self.text())
        played_script = PlayedScript(position.state)
        assert played_script.extend(position.script[:-1], 0) is None
        return played_script.final

    def reader(self) -> BodyReader:
        """A reader of the body."""
        return body_reader("\n".join(self.lines()))

    def loop(self) -> Loop:
        """The loop, not yet worked out."""
        return find_loop(self.start(), self.reader())


@cache
def book() -> CardBook:
    """The built-in cards."""
    return CardBook.builtin()


def read(text: str) -> Position:
    """A position from its text."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), f"{found}\n{text}"
    return found


def body_reader(text: str) -> BodyReader:
    """A reader of a body from its text."""
    nodes = parse_script(text)
    assert not isinstance(nodes, Refusal), nodes
    return BodyReader(nodes)


CASES = (
    Case("alarm", ALARM, "activate bears\nall pass\nall pass"),
    Case("guard", GUARD, "activate guard\nall pass\nall pass"),
    Case("archangel", ARCHANGEL, "activate feeder: gain 2 life\nall pass\nall pass"),
    Case("zirda", ZIRDA, "tap grim\nactivate grim: untap\nall pass"),
    Case("basalt", BASALT, "tap basalt\nactivate basalt: untap\nall pass"),
    Case("bond 20", BOND.replace("LIFE", "20"), "all pass\nall pass", "activate feeder: gain 2 life\nall pass"),
    Case("bond 10^40", BOND.replace("LIFE", "10^40"), "all pass\nall pass", "activate feeder: gain 2 life\nall pass"),
)


def plainly(state: State, reader: BodyReader) -> Played:
    """One iteration played choice by choice."""
    return play(state, reader)


def choices_of(state: State, reader: BodyReader) -> int:
    """How many choices the iteration from ``state`` has."""
    return len(play(state, reader).choices)


def reached(loop: Loop, n: Times) -> State:
    """The state after ``n`` iterations; fails where it is refused."""
    found = jump(loop, n)
    assert isinstance(found, State), found
    return found


def there(loop: Loop, iteration: int, choice: int) -> State:
    """The state just before a choice; fails where it is refused."""
    found = loop.place(iteration, choice)
    assert isinstance(found, Played), found
    return found.state


def tally(state: State) -> dict[str, object]:
    """The tallies without those that are 0."""
    return {key: n for key, n in state.tally.items() if n != 0}


def assert_same(a: State, b: State, what: object = "") -> None:
    """Both states are the same game with the same tallies."""
    assert same(a, b), what
    assert tally(a) == tally(b), what


class Count:
    """Counts the elementary steps that playing takes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0

        def counted(state: State, choice: Choice) -> tuple[State, list[Event]] | Refusal:
            made = step_if_legal(state, choice)
            self.steps += not isinstance(made, Refusal)
            return made

        monkeypatch.setattr(loops_play, "step_if_legal", counted)


def compare_with_plain(loop: Loop, reader: BodyReader, upto: int, places: Sequence[int]) -> int:
    """Compare jumps with plain play for every n up to ``upto`` or the end, and inside the iterations in ``places``.

    Returns how many whole iterations were compared.
    """
    state = loop.heads[0]
    for n in range(upto + 1):
        assert_same(reached(loop, n), state, n)
        played = play(state, reader)
        if n in places:
            for j in range(len(played.choices) + 1):
                assert_same(there(loop, n + 1, j + 1), play(state, reader, upto=j).state, (n, j))
        if played.stop != DONE:
            assert loop.extend(None) is None
            assert loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (n + 1, len(played.choices) + 1)
            assert loop.end.kind == played.stop
            assert_same(loop.end.state, played.state)
            assert isinstance(jump(loop, n + 1), Refusal)
            return n
        state = played.state
    return upto
