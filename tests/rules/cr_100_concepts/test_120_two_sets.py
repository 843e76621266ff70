"""Damage to "each creature and each planeswalker": one event, and each recipient is dealt it once (120.3)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.terms.proto import Proto
from tests.support.acting import settled
from tests.support.boards import BEAR, named, play
from tests.support.texts import card, said

STORM = "Storm deals 4 damage to each creature and each planeswalker."


def test_120_3_what_two_sets_hold_is_refused_and_not_dealt_twice_as_much() -> None:
    layout = Layout(2)
    layout.put(
        Proto("Walker", ("planeswalker", "creature"), power=4, toughness=20, loyalty=15), 1, counters={"loyalty": 15}
    )
    layout.put(card(STORM, "Sorcery", "Storm", "{0}"), 0, "hand")
    state = layout.done()
    with pytest.raises(Unsupported) as refused:
        settled(play(state, said(state, "cast Storm")))
    assert refused.value.refusal.rule == "120.3"


def test_120_3_two_sets_without_a_common_object_are_dealt_it() -> None:
    layout = Layout(2)
    layout.put(Proto("Walker", ("planeswalker",), loyalty=15), 1, counters={"loyalty": 15})
    layout.put(BEAR, 1)
    layout.put(card(STORM, "Sorcery", "Storm", "{0}"), 0, "hand")
    state = layout.done()
    state = settled(play(state, said(state, "cast Storm")))
    assert named(state, "Bear") == [] and named(state, "Walker")[0].get("counter.loyalty") == 11
