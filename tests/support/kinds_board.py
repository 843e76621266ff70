"""Boards for the kinds of loops: position texts, read with the test cards and the reference data."""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import Repeat
from reiterate.shortcuts.played_script import Part, PlayedScript
from tests.support.card_files import shared_book, source_of
from tests.support.files import ROOT, require_data

#: Cards that no set has, with the words that the boards need.
FOLDER: Final = ROOT / "tests" / "support"
OWN: Final = FOLDER / "cards_of_kinds.json"
CARDS: Final = "cards.jsonl"


@cache
def book(data: bool) -> CardBook:
    """The built-in cards and the tests' own, with those of the reference data if wanted."""
    return shared_book(*map(source_of, [OWN, require_data(CARDS)] if data else [OWN]))


def read(text: str, data: bool = False) -> Position:
    """A position from its text."""
    found = load(text, "board.yaml", book(data))
    assert isinstance(found, Position), found
    return found


def block(position: Position) -> Part:
    """The first block of a position's script, reached and as it stands there."""
    at = next(i for i, node in enumerate(position.script) if isinstance(node, Repeat))
    played_script = PlayedScript(position.state)
    assert played_script.extend(position.script[:at], position.proposer) is None
    node = position.script[at]
    assert isinstance(node, Repeat)
    begun = PlayedScript(played_script.final)
    assert begun.extend([Repeat(node.number, 1, node.body, node.where)], position.proposer) is None
    return begun.parts[0]


def loop(text: str, data: bool = False) -> Loop:
    """The loop of a board's first block."""
    return block(read(text, data)).loop


def kind(text: str, data: bool = False) -> Kind:
    """What kind of loop a board's first block is."""
    found = kind_of(loop(text, data))
    assert not isinstance(found, Refusal), found
    return found


def board(p1: str, p2: str, script: str, p3: str = "", more: str = "") -> str:
    """A position text from the permanents of the players, a list in brackets each, and a script."""
    lines = ["format: position/1", *more.strip().splitlines(), "players:"]
    for name, entries in (("p1", p1), ("p2", p2), ("p3", p3)):
        if entries:
            at = _last_list(entries)
            lines += [f"  {name}: {{{entries[:at]}battlefield: {entries[at:]}}}"]
    return "\n".join([*lines, "script: |", *("  " + line for line in script.strip("\n").splitlines())]) + "\n"


def _last_list(entries: str) -> int:
    """Where the last list of a text begins."""
    depth = 0
    for at in range(len(entries) - 1, -1, -1):
        depth += {"]": 1, "[": -1}.get(entries[at], 0)
        if depth == 0:
            return at
    raise AssertionError(entries)
