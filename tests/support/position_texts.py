"""Position files from their text, and facts of a state."""

from __future__ import annotations

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load
from reiterate.state.model import State

BOOK = CardBook.builtin()


def read(text: str) -> Position | Refusal:
    """A position file's text with its format line."""
    return load("format: position/1\n" + text, "board.yaml", BOOK)


def later(text: str) -> Position | Refusal:
    """A ``position/2``'s text with its format line."""
    return load("format: position/2\n" + text, "board.yaml", BOOK)


def under_way(text: str) -> Position:
    """The same, which must be accepted."""
    found = later(text)
    assert isinstance(found, Position), found
    return found


def laid_out(text: str) -> Position:
    """The same, which must be accepted."""
    found = read(text)
    assert isinstance(found, Position), found
    return found


def value(state: State, path: str) -> str:
    """A fact of a state."""
    found = look_up(state, path, {})
    assert isinstance(found, str), found
    return found
