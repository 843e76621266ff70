"""Unleash (702.98): one more counter or none, and no blocking with one."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from tests.support.acting import handle, instant, only, question, says, settled
from tests.support.boards import BEAR, play
from tests.support.combats import combat, run
from tests.support.own_cards import card_read as card

TEXTS = ("Unleash", "You may have this creature enter with an additional +1/+1 counter on it.")


def entering(text: str) -> State:
    """The position as its controller is asked how the creature enters."""
    layout = Layout(2)
    row = layout.put(card("Imp", text), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return settled(play(layout.done(), Choice("cast", 0, row)))


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("answer", "counters"), [("yes", 1), ("no", 0)])
def test_702_98a_it_enters_with_one_more_counter_or_not(text: str, answer: str, counters: int) -> None:
    state = entering(text)
    assert question(state)[:2] == ("yes", 0)
    state = settled(says(state, answer))
    assert only(state, "Imp").get("counter.+1/+1") == counters


def test_702_98a_a_copy_is_asked_for_too() -> None:
    double = instant(
        "Double", CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(Filter(types=("creature",))),)
    )
    layout = Layout(2)
    imp = layout.put(card("Imp", "Unleash"), 0)
    spell = layout.put(double, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, spell, targets=(imp,))))
    state = settled(says(state, "yes"))
    token = next(r for r in state.rows.values() if r.cls.kind == "token")
    assert token.get("counter.+1/+1") == 1 and state.rows[imp].get("counter.+1/+1") == 0


@pytest.mark.parametrize(("counters", "blocks"), [(0, True), (1, False)])
def test_702_98a_with_a_counter_it_cant_block(counters: int, blocks: bool) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card("Imp", "Unleash"), 1, counters={"+1/+1": counters})
    state = run(combat(layout), "attack with Bear", "all pass to declare blockers")
    block = Choice("block", 1, picks=((handle(state, "Imp"), 1),), targets=(handle(state, "Bear"),))
    assert (verify(state, block) is None) == blocks
