"""Games of two to six players, drawn step by step (``drawn_games.py``)."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.table.drawn_games import Game


@pytest.mark.slow("plays drawn games and looks at everything after each step")
def test_games_of_two_to_six_players() -> None:
    run_state_machine_as_test(Game, settings=settings(max_examples=4, stateful_step_count=20))
