"""500.1: the turns that pass in a shortcut are counted: of each period as often as it is done."""

from __future__ import annotations

import pytest

from reiterate.games import game as games
from reiterate.games.game import Game, begin, offer, play_line
from reiterate.refusals import Refusal
from reiterate.table.entries import Snapshot
from reiterate.table.resuming import game_of, snapshot_text
from tests.support.own_cards import own_book

BOOK = own_book({"Still": ("Enchantment", "Skip your draw step.")})
TEXT = "format: position/1\nplayers:\n  p1: {battlefield: [Still]}\n  p2: {battlefield: [Still, Forest]}\n"
HUGE = 10**100


def round_of_turns() -> tuple[Game, list[str]]:
    """A game in its third turn, in which nobody draws, and the lines of two turns."""
    game = begin(TEXT, "board", BOOK)
    assert isinstance(game, Game)
    lines: list[str] = []
    while game.turn != 3 or game.state.game.prop("step", "") != "main1":
        lines.append(f"p{game.seat + 1}: pass")
        assert play_line(game, lines[-1]) is None
    return game, lines


def block(times: str, lines: list[str]) -> str:
    return f"repeat {times}:\n" + "".join(f"  {line}\n" for line in lines)


def taken(game: Game, script: str, answer: str = "accept") -> None:
    assert offer(game, script) is None
    assert not isinstance(games.answer(game, 1, answer), Refusal)


@pytest.mark.parametrize(("times", "turn"), [("1", 5), ("10", 23), ("10^100+1", 2 * HUGE + 5)])
def test_500_1_turns_of_all_iterations_are_counted(times: str, turn: int) -> None:
    game, lines = round_of_turns()
    taken(game, block(times, lines))
    assert game.turn == turn


def test_500_1_turns_before_a_cut_are_counted() -> None:
    """The turn of p2 begins behind the 14th choice of an iteration; the 16th is p2's."""
    game, lines = round_of_turns()
    before, passed = 3 + 2 * (HUGE - 1), len(lines) // 2
    taken(game, block("10^100+1", lines), f"cut 10^100.{passed + 1}")
    assert game.turn == before + 1


def test_500_1_turns_of_blocks_inside_of_an_iteration_are_counted() -> None:
    game, lines = round_of_turns()
    inner = block("10^10", lines).splitlines()
    taken(game, block("3", [*inner, *lines]))
    assert game.turn == 3 + 3 * (2 * 10**10 + 2)


def test_a_number_of_turns_too_great_to_play_is_kept_in_a_snapshot() -> None:
    game, lines = round_of_turns()
    taken(game, block("10^6000", lines))
    text = snapshot_text(game)
    assert text is not None
    again = game_of(Snapshot(1, "", text), game.position)
    assert again is not None and again.turn == game.turn == 2 * 10**6000 + 3
