"""Control hangs on who controls an Aura (613.8a), and a change of control is no new timestamp (613.7d)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import handle, settled, until
from tests.support.boards import BEAR, play
from tests.support.texts import card, said

CONTROL = "Enchant permanent\nYou control enchanted permanent."
THEFT = "Gain control of target permanent until end of turn."


def controllers(state: State, *names: str) -> list[int]:
    """Who controls the permanents of these names."""
    return [state.rows[handle(state, name)].cls.controller for name in names]


@pytest.mark.parametrize("deep", [1, 2, 3])
def test_613_8a_who_takes_an_aura_takes_at_once_what_hangs_on_it(deep: int) -> None:
    """A chain of Auras of p2, each on the next: p1 takes the last one, and controls all before anybody does anything."""
    layout = Layout(2)
    below = layout.put(BEAR, 1)
    for number in range(deep):
        aura = layout.put(card(CONTROL, "Enchantment — Aura", f"Aura {number}"), 1)
        layout.attach(aura, below)
        below = aura
    last = layout.put(card(CONTROL, "Enchantment — Aura", "Last", "{0}"), 0, "hand")
    layout.put(card("Destroy target enchantment.", "Instant", "Break", "{0}"), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, last, targets=(below,)))
    names = ["Bear", *(f"Aura {number}" for number in range(deep))]
    assert controllers(state, *names) == [1] * (deep + 1)
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    assert controllers(state, *names) == [0] * (deep + 1)
    state = play(state, said(state, "cast Break targeting Last"))
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    assert controllers(state, *names) == [1] * (deep + 1)


def test_613_7d_an_older_effect_stays_older_as_its_source_changes_control() -> None:
    """The older effect says 1/1, the younger one 5/5: so it stays as the older enchantment is taken."""
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card("All creatures have base power and toughness 1/1.", name="Small"), 1)
    layout.put(card("All creatures have base power and toughness 5/5.", name="Large"), 0)
    layout.put(card(THEFT, "Instant", "Theft", "{0}"), 0, "hand")
    state = layout.done()
    assert view(state, handle(state, "Bear")).base == (5, 5)
    state = settled(play(state, said(state, "cast Theft targeting Small")))
    assert view(state, handle(state, "Bear")).base == (5, 5)


def test_613_7a_where_what_is_no_copy_any_more_has_an_order_among_others_is_refused() -> None:
    layout = Layout(2)
    small = card("All creatures have base power and toughness 1/1.", "Creature — Human", "Small", size=2)
    rows = layout.put(small, 0), layout.put(BEAR, 0)
    layout.put(card("All creatures have base power and toughness 5/5.", name="Large"), 0)
    text = "Target creature you control becomes a copy of another target creature until end of turn."
    spell = layout.put(card(text, "Instant", "Copy", "{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, spell, targets=rows)))
    with pytest.raises(Unsupported) as refused:
        until(state, "upkeep", 1)
    assert refused.value.refusal.code == "rule-613.7a"
