"""What options are known by in the search: an ability, a spell, or nothing."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.options import options
from reiterate.script.position import Position, load
from reiterate.survey.relevance import key_of
from tests.support.unread_boards import board, book


@pytest.mark.parametrize("card", ["Thinker", "Muser", "Adventurer"])
def test_an_unread_ability_is_known_by_nothing(card: str) -> None:
    """It has no place among the abilities that are read: such a card may have none of those."""
    position = load(board(card, "Seed"), "board.yaml", book())
    assert isinstance(position, Position), position
    found = options(position.state)
    unread = [option for option in found if option.unknown]
    assert unread
    assert {key_of(position.state, option) for option in unread} == {None}
    assert any(key_of(position.state, option) for option in found if not option.unknown)
