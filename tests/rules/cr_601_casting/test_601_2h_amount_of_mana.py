"""The mana that was spent to cast a spell, as what watches the spell reads it (601.2h), and increment.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.conditions import Outspends
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import ManaSpent
from tests.support.acting import around, count, handle, only, settled
from tests.support.boards import FOREST, play
from tests.support.shown import shows
from tests.support.written import card as written

GROWER = written("Increment", "Creature — Frog", name="Grower", power="1", toughness="3")
COUNTER = written(
    "Whenever you cast a spell, you gain life equal to the amount of mana spent to cast that spell.", name="Counter"
)
RICH = written("Whenever you cast a spell, if five or more mana was spent to cast it, you gain 100 life.", name="Rich")
SMALL = written("You gain 0 life.", "Instant", "{G}", "Small")
MIDDLE = written("You gain 0 life.", "Instant", "{1}{G}", "Middle")
BIG = written("You gain 0 life.", "Instant", "{X}{G}", "Big")
NOTHING = written("You gain 0 life.", "Instant", "{0}", "Nothing")
FREE = written("You may cast a creature spell from your hand without paying its mana cost.", "Sorcery", "{1}", "Free")
TAX = written("Spells cost {1} more to cast.", "Artifact", name="Tax")
WORM = written("", "Creature — Worm", "{4}", "Worm", power="4", toughness="4")


def laid(*there: Proto, hand: tuple[Proto, ...] = (), mana: int = 10) -> State:
    layout = Layout(2)
    for proto in there:
        layout.put(proto, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.G", mana)
    layout.library(0, [(FOREST, 20)])
    return layout.done()


def cast(state: State, name: str, **more: object) -> State:
    return play(state, Choice("cast", 0, handle(state, name, "hand"), **more))  # type: ignore[arg-type] # fields of a choice


def grown(state: State) -> object:
    return only(state, "Grower").get("counter.+1/+1")


@shows(Outspends, ManaSpent)
def test_601_2h_more_than_its_power_is_enough_and_just_as_much_is_not() -> None:
    state = settled(cast(laid(GROWER, hand=(SMALL, MIDDLE)), "Small"))
    assert grown(state) == 0  # one mana against 1/3
    state = settled(cast(state, "Middle"))
    assert grown(state) == 1  # two mana against 1/3
    assert only(state, "Grower").cls.proto == GROWER


def test_603_4_it_is_asked_again_as_the_ability_resolves() -> None:
    state = laid(
        GROWER, hand=(MIDDLE, written("Target creature gets +1/+0 until end of turn.", "Instant", "{0}", "Pump"))
    )
    state = cast(state, "Middle")
    state = cast(state, "Pump", targets=(handle(state, "Grower"),))
    state = settled(state)
    assert grown(state) == 0  # a 2/3 by then


def test_603_4_the_spell_may_be_gone_by_then() -> None:
    quick = written("Counter target spell.", "Instant", "{0}", "No")
    state = laid(GROWER, hand=(MIDDLE, quick))
    state = cast(state, "Middle")
    spell = next(h for h in state.stack if state.rows[h].cls.proto == MIDDLE)
    state = settled(cast(state, "No", targets=(spell,)))
    assert count(state, "Middle", "graveyard") == 1 and grown(state) == 1


@pytest.mark.parametrize(("name", "more", "spent"), [("Big", {"x": 6}, 7), ("Small", {}, 1), ("Nothing", {}, 0)])
def test_601_2h_x_counts_and_what_costs_nothing_has_none(name: str, more: dict[str, object], spent: int) -> None:
    state = settled(cast(laid(COUNTER, hand=(SMALL, BIG, NOTHING)), name, **more))
    assert state.rows[1].get("life") == 20 + spent
    state = settled(cast(laid(RICH, hand=(SMALL, BIG, NOTHING)), name, **more))
    assert state.rows[1].get("life") == (120 if spent >= 5 else 20)


def test_601_2f_a_tax_is_mana_spent_on_the_spell() -> None:
    state = settled(cast(laid(COUNTER, TAX, hand=(SMALL,)), "Small"))
    assert state.rows[1].get("life") == 22


def test_118_9_a_spell_cast_without_paying_its_mana_cost_has_no_mana_spent_on_it() -> None:
    state = settled(cast(laid(GROWER, hand=(FREE, WORM), mana=1), "Free"))
    state = settled(play(state, Choice("answer", 0, answer="yes")))
    assert count(state, "Worm") == 1 and grown(state) == 0


@pytest.mark.parametrize("taxes", [0, 1, 2])
def test_601_2h_what_is_spent_as_something_resolves_counts(taxes: int) -> None:
    """Free costs {1} and what effects add; Worm costs what they add alone (118.9d)."""
    state = settled(cast(laid(COUNTER, *[TAX] * taxes, hand=(FREE, WORM)), "Free"))
    state = settled(play(state, Choice("answer", 0, answer="yes")))
    assert count(state, "Worm") == 1 and state.rows[1].get("life") == 20 + (1 + taxes) + taxes


def test_601_2h_like_creatures_each_grow() -> None:
    layout = Layout(2)
    layout.put(GROWER, 0, n=10**20)
    layout.put(MIDDLE, 0, "hand")
    layout.set_player(0, "mana.G", 2)
    state = cast(layout.done(), "Middle")
    assert len(state.stack) == 2
    state = around(state)
    assert sum(int(str(r.n)) for r in state.rows.values() if r.get("counter.+1/+1") == 1) == 1
