"""What is exiled for a cost is named among the cards that the cost takes."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.terms.abilities import SpellCosts
from reiterate.terms.costs import ExileCost
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter

EVOKE = SpellCosts((ExileCost("hand", Filter(colors=("W",)), Fixed(1)),), "evoke")
SPIRIT = Proto("Spirit", ("creature",), ("Spirit",), (), ("W",), ("3", "W"), 3, 2, None, (EVOKE,))


def test_601_2b_a_card_of_the_hand_is_exiled_where_the_battlefield_has_one_of_its_name() -> None:
    layout = Layout(2)
    layout.put(SPIRIT, 0)
    card = layout.put(SPIRIT, 0, "hand", n=2)
    state = layout.done()
    choice = Choice("cast", 0, card, how=("evoke",), picks=((card, 1),))
    assert verify(state, choice) is None
    assert say(state, choice) == "p1: cast Spirit with evoke exiling Spirit"
    assert read_sentence(state, "p1: cast Spirit with evoke exiling Spirit") == choice
