"""Explore and connive: the permanent's controller does all of it (701.44a, 701.50a)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from tests.support.acting import settled
from tests.support.boards import BEAR, life, named
from tests.support.combats import run
from tests.support.texts import card

PUTS = "Whenever you put one or more +1/+1 counters on a creature you control, you gain 1 life."


@pytest.mark.parametrize(("does", "answer"), [("explores", "no"), ("connives", "")])
@pytest.mark.parametrize(("caster", "gained"), [(0, 1), (1, 1)])
def test_701_44a_and_701_50a_the_controller_of_the_permanent_puts_the_counter(
    does: str, answer: str, caster: int, gained: int
) -> None:
    layout = Layout(2, active=caster)
    layout.put(card(PUTS, "Enchantment", "Watch"), 1)
    layout.put(BEAR, 1)
    layout.put(BEAR, 1, "hand")
    layout.library(1, [(BEAR, 3)])
    layout.put(card(f"Target creature {does}.", "Instant", "Spell", "{0}"), caster, "hand")
    done = settled(run(layout.done(), "cast Spell targeting Bear"))
    done = settled(run(done, answer)) if answer else done
    assert [row.get("counter.+1/+1") for row in named(done, "Bear")] == [1]
    assert life(done, 1) == 20 + gained
