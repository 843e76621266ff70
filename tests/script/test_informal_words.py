"""Informal words (732.1a): "go", "pass until my end step", "again 999 times", "until it ends", "as often as I can"."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import decider
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load
from reiterate.shortcuts.procedure import Proposal, propose

GUARD: Final = (
    "players:\n  p1:\n    battlefield:\n      - Midnight Guard\n"
    "      - {card: Presence of Gond, attached to: Midnight Guard}\n  p2: {}\n"
)
DRAWER: Final = (
    "players:\n  p1:\n    library: 9\n    battlefield:\n      - Niv-Mizzet, the Firemind\n"
    '      - {card: Curiosity, attached to: "Niv-Mizzet, the Firemind"}\n  p2: {life: 40}\n'
)
TURN: Final = "    activate Midnight Guard\n    all pass\n    all pass\n"


def position(board: str, *lines: str) -> Position:
    script = "".join(f"  {line}\n" for line in lines)
    found = load(f"format: position/1\n{board}script: |\n{script}", "board.yaml", CardBook.builtin())
    assert isinstance(found, Position), found
    return found


def proposed(board: str, *lines: str) -> Proposal | Refusal:
    read = position(board, *lines)
    return propose(read.state, read.script, read.proposer)


def at_the_end(board: str, path: str, *lines: str) -> str | Refusal:
    found = proposed(board, *lines)
    assert isinstance(found, Proposal), found
    return look_up(found.played_script.final, path, {})


LAP: Final = ("activate Midnight Guard", "all pass", "all pass")


def test_again_repeats_the_lines_before_it() -> None:
    assert at_the_end(GUARD, "p1.tokens.Elf Warrior", *LAP, "again 999 times") == "1000"
    assert at_the_end(GUARD, "p1.tokens.Elf Warrior", *LAP, "again") == "2"
    assert at_the_end(GUARD, "p1.tokens.Elf Warrior", *LAP, "again 10^100 times", *LAP, "again") == str(10**100 + 3)


@pytest.mark.parametrize(
    ("lines", "code"),
    [(["again 3 times"], "again"), ([*LAP, "again 0 times"], "count"), ([*LAP, "again often"], "count-not-a-number")],
)
def test_again_without_lines_or_number_is_refused(lines: list[str], code: str) -> None:
    text = "".join(f"  {line}\n" for line in lines)
    found = load(f"format: position/1\n{GUARD}script: |\n{text}", "board.yaml", CardBook.builtin())
    assert isinstance(found, Refusal) and found.code == code and found.exit_code == 2


@pytest.mark.parametrize("words", ["go", "Your turn", "done", "pass the turn"])
def test_go_ends_where_the_opponent_has_priority_in_the_end_step(words: str) -> None:
    found = proposed(GUARD, words)
    assert isinstance(found, Proposal), found
    state = found.played_script.final
    assert (step_name(state), active_seat(state), decider(state)) == ("end", 0, 1)


@pytest.mark.parametrize("words", ["pass until my end step", "move to end step", "pass priority until the end step"])
def test_passing_until_a_step_is_no_condition(words: str) -> None:
    """The guard is tapped, so that no attack is to be declared."""
    found = proposed(GUARD.replace("- Midnight Guard\n", "- {card: Midnight Guard, tapped: yes}\n", 1), words)
    assert isinstance(found, Proposal), found
    assert step_name(found.played_script.final) == "end"


@pytest.mark.parametrize("words", ["pass until p2 dies", "all pass until I win", "pass until the top card is Forest"])
def test_732_2a_passing_until_something_happens_is_a_condition(words: str) -> None:
    found = load(f"format: position/1\n{GUARD}script: |\n  {words}\n", "board.yaml", CardBook.builtin())
    assert isinstance(found, Refusal) and found.code == "conditional"


DRAW: Final = ("  target p2", "  all pass", "  all pass", "  yes")
DRAWN: Final = ("activate Niv-Mizzet", "all pass")
LAST: Final = ("target p2", "all pass", "all pass", "no")


def test_104_3c_as_often_as_possible_stops_before_the_library_is_gone() -> None:
    """Nine cards, one of them drawn by tapping: eight more can be drawn; the next draw is from an empty library."""
    found = at_the_end(DRAWER, "p1.library", *DRAWN, "repeat as often as I can:", *DRAW, *LAST)
    assert found == "0"
    assert at_the_end(DRAWER, "p1.lost", *DRAWN, "repeat as often as I can:", *DRAW, *LAST) == "false"


def test_until_it_ends_is_a_number_that_is_found() -> None:
    assert at_the_end(DRAWER, "p1.lost", *DRAWN, "repeat until it ends:", *DRAW) == "true"


def test_a_loop_without_an_end_has_no_such_number() -> None:
    found = proposed(GUARD, "repeat until it ends:", *(f"  {line}" for line in LAP))
    assert isinstance(found, Refusal) and found.code == "never-ends"
