"""Counters of another permanent that are removed as a cost, in words: ``removing from X`` (118.3)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import RemoveCountersCost
from reiterate.terms.effects_players import GainLife
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, You
from tests.support.boards import BEAR, creature

COST = RemoveCountersCost("charge", Fixed(2), Filter(types=("creature",), controller="you"))
EATER = creature("Eater", 1, 1, Activated((COST,), (GainLife(You(), Fixed(1)),)))


def test_118_3_the_permanent_whose_counters_are_removed_is_named() -> None:
    layout = Layout(2)
    eater = layout.put(EATER, 0, counters={"charge": 2})
    bear = layout.put(BEAR, 0, counters={"charge": 2})
    state = layout.done()
    choice = Choice("activate", 0, eater, picks=((bear, 1),))
    assert verify(state, choice) is None
    said = "p1: activate Eater removing from Bear"
    assert say(state, choice) == said
    assert read_sentence(state, said) == choice
