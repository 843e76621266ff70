"""The X of a spell or ability on the stack is told wherever the stack is shown (107.3a)."""

from __future__ import annotations

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.ask.building_board import object_ids, stack_of
from reiterate.cards import CardBook
from reiterate.games.game import Game, begin, play_line
from reiterate.show.board_words import waiting_words

BOOK = CardBook.builtin()


@pytest.mark.parametrize(
    ("there", "line", "x", "words"),
    [
        (
            "hand: [Blaze], mana: {R: 3}",
            "cast Blaze with X = 2 targeting p2",
            "2",
            "Blaze with X = 2, targeting p2 (p1)",
        ),
        ("hand: [Walking Ballista]", "cast Walking Ballista with X = 0", "0", "Walking Ballista with X = 0 (p1)"),
        ("hand: [Storm Herd], mana: {W: 10}", "cast Storm Herd", None, "Storm Herd (p1)"),
        (
            "hand: [Hatred], battlefield: [Grizzly Bears], mana: {B: 5}",
            "cast Hatred with X = 3 targeting Grizzly Bears",
            "3",
            "Hatred with X = 3",
        ),
        (
            "battlefield: [Helm of Obedience], mana: {C: 10^100}",
            "activate Helm of Obedience with X = 10^100 targeting p2",
            "1" + 100 * "0",
            "Helm of Obedience's ability with X = 10^100: ",
        ),
    ],
)
def test_107_3a_the_stack_tells_the_announced_x(there: str, line: str, x: str | None, words: str) -> None:
    text = f"format: position/1\nplayers:\n  p1: {{{there}}}\n  p2: {{library: 10}}\n"
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    assert play_line(game, line) is None
    (top,) = stack_of(game.state, object_ids(game.state))
    assert as_json(top).get("x") == x
    assert waiting_words(top).startswith(words)
