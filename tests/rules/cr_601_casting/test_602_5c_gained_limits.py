"""A restriction on an ability that an object gained is of that ability alone (602.5c)."""

from __future__ import annotations

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled, until
from tests.support.boards import BEAR, life, play
from tests.support.texts import card, code, said

GIFT = 'Target creature gains "{0}: You gain 1 life. Activate only once." until end of turn.'


def once(state: State) -> State:
    """Bear's ability is activated, and can't be again."""
    state = settled(play(state, said(state, "activate Bear")))
    assert code(state, "activate Bear").startswith("once")
    return state


def test_602_5c_the_same_words_gained_once_more_may_be_used_once_more() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card(GIFT, "Instant", "Gift", "{0}"), 0, "hand", n=2)
    state = layout.done()
    state = once(settled(play(state, said(state, "cast Gift targeting Bear"))))
    state = until(until(state, "upkeep", 1), "upkeep", 0)
    assert code(state, "activate Bear") != ""
    state = settled(play(state, said(state, "cast Gift targeting Bear")))
    assert life(once(state), 0) == 22
