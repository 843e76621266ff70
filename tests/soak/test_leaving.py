"""Leaving a game at any place, also in the middle of a resolution, of a payment or of choices in turn order (104.3a, 800.4)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.soak.card_pool import by_tag
from tests.soak.games import draw_game
from tests.soak.leaving import leave_everywhere

CHOICES = 40


@pytest.mark.slow("random games of which players leave at each place")
@settings(max_examples=7)
@given(seed=st.integers(0, 2**32), players=st.integers(3, 4))
def test_104_3a_players_leave_at_any_place_and_the_others_play_on(seed: int, players: int) -> None:
    rng = random.Random(seed)
    game = draw_game(rng, False, CHOICES, rng.choice(tuple(by_tag(False))))
    things = tuple(replace(thing, seat=rng.randrange(players)) for thing in game.things)
    leave_everywhere(replace(game, players=players, things=things), False, Counter())
