"""What triggers on one or more cards that are discarded at the same time (603.2c, 701.9).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.trigger_events import DiscardsSome
from tests.support.acting import settled
from tests.support.boards import BEAR, FOREST, life
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card

MANY = "Whenever you discard one or more cards, you gain that much life."
ONCE = "Whenever you discard one or more cards, you gain 1 life."


def board(tool: str, *watching: str, bears: Amount = 2, forests: Amount = 1, seat: int = 0) -> Layout:
    layout = Layout(2)
    layout.put(card(tool, "Artifact", name="Tool"), 0)
    for i, text in enumerate(watching):
        layout.put(card(text, name=f"Watch {i}"), 0)
    for proto, n in ((BEAR, bears), (FOREST, forests)):
        layout.put(proto, seat, "hand", n=n)
    layout.library(0, [(FOREST, 9)])
    return layout


def done(layout: Layout, line: str = "activate Tool") -> State:
    return settled(run(layout.done(), line))


@shows(DiscardsSome)
@pytest.mark.parametrize(
    ("tool", "gained"),
    [
        ("{0}: Discard your hand.", 3),  # cards of different names, and still one event
        ("Discard your hand: Draw a card.", 3),
        ("{0}: Discard three cards. Then draw a card.", 3),
        ("{0}: Discard your hand, then draw that many cards. Discard your hand.", 6),
    ],
)
def test_603_2c_that_much_is_all_that_was_discarded_at_once(tool: str, gained: int) -> None:
    state = done(board(tool, MANY))
    assert life(state, 0) == 20 + gained


def test_603_2c_it_triggers_once_for_all_and_again_for_the_next() -> None:
    assert life(done(board("{0}: Discard your hand.", ONCE)), 0) == 21
    assert life(done(board("{0}: Discard your hand, then draw that many cards. Discard your hand.", ONCE)), 0) == 22
    assert life(done(board("{0}: Draw a card.", ONCE)), 0) == 20


def test_603_2c_it_is_asked_who_discards() -> None:
    theirs = "{0}: Each opponent discards a card."
    assert life(done(board(theirs, MANY, bears=1, forests=0, seat=1)), 0) == 20
    anybody = "Whenever a player discards one or more cards, you gain 1 life."
    assert life(done(board(theirs, anybody, bears=1, forests=0, seat=1)), 0) == 21


def test_603_2c_of_a_very_large_hand() -> None:
    huge = 10**40
    assert life(done(board("{0}: Discard your hand.", MANY, bears=huge, forests=2)), 0) == 22 + huge


def test_603_2h_that_much_only_once_each_turn_is_refused() -> None:
    words = f"{MANY} This ability triggers only once each turn."
    with pytest.raises(Unsupported, match="only once each turn"):
        done(board("{0}: Discard your hand.", words))
    alone = f"{ONCE} This ability triggers only once each turn."
    assert life(done(board("{0}: Discard your hand, then draw that many cards. Discard your hand.", alone)), 0) == 21
