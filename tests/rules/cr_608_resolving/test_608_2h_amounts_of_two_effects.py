"""An amount that two effects of one ability read is determined once: 608.2h. Where that can't be told, it is refused."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.terms.conditions import YourTurn
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_structure import Branch
from reiterate.terms.effects_zones import Discard
from reiterate.terms.quantities import CardsIn, LifeTotal
from reiterate.terms.references import You
from tests.support.acting import act
from tests.support.boards import FOREST, creature, life

IN_HAND = CardsIn("hand", You())
MY_LIFE = LifeTotal(You())


def test_608_2h_what_is_done_inside_of_another_effect_reads_the_same_amount() -> None:
    """Behind a condition the amount would be read anew, after the first effect has changed it."""
    with pytest.raises(Unsupported) as refused:
        act(Layout(2), GainLife(You(), MY_LIFE), Branch(YourTurn(), (LoseLife(You(), MY_LIFE),)))
    assert refused.value.refusal.code == "rule-608.2h"


def test_608_2h_a_choice_between_the_two_effects_is_refused() -> None:
    """One of two unlike cards is discarded, and after that there is one card more in the graveyard."""
    amount = CardsIn("graveyard", You())
    layout = Layout(2)
    layout.put(creature("Buried", 1, 1), 0, "graveyard")
    layout.put(creature("Held", 1, 1), 0, "hand")
    layout.put(FOREST, 0, "hand")
    with pytest.raises(Unsupported) as refused:
        act(layout, Discard(You(), amount), GainLife(You(), amount))
    assert refused.value.refusal.code == "rule-608.2h"


def test_608_2h_an_amount_that_stays_as_it_is_is_read_by_both() -> None:
    layout = Layout(2)
    layout.put(FOREST, 0, "hand", n=3)
    assert life(act(layout, GainLife(You(), IN_HAND), GainLife(You(), IN_HAND)), 0) == 26
