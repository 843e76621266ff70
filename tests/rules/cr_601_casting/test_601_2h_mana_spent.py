"""What mana was spent to cast a spell: 601.2h, 400.7d, 702.44 (sunburst), 707.10."""

from __future__ import annotations

import pytest

from reiterate.rules.access.state_access import put
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.terms.conditions import Spent
from reiterate.terms.quantities import ColorsSpent
from tests.support.acting import count, says, settled
from tests.support.boards import life, named, play
from tests.support.shown import shows
from tests.support.texts import card, said

ASKS = "If {U} was spent to cast this spell, you gain 3 life. If {R}{R} was spent to cast it, you gain 5 life."


def cast(text: str, kind: str, cost: str, mana: str, *more: str) -> State:
    """The position after a card of this text was cast for these mana, and all of it resolved."""
    layout = Layout(2)
    layout.put(card(text, kind, "Test Card", cost), 0, "hand")
    for one in set(mana):
        layout.set_player(0, f"mana.{one}", mana.count(one))
    state = layout.done()
    return settled(play(state, said(state, " ".join(("cast Test Card", *more)))))


@shows(Spent)
@pytest.mark.parametrize(("mana", "gained"), [("UU", 3), ("RR", 5), ("UR", 3), ("GG", 0), ("RG", 0)])
def test_601_2h_so_much_mana_of_a_kind_was_spent(mana: str, gained: int) -> None:
    assert life(cast(ASKS, "Sorcery", "{2}", mana), 0) == 20 + gained


@pytest.mark.parametrize(("mana", "left"), [("WU", 1), ("WB", 0)])
def test_400_7d_the_permanent_knows_what_was_spent_on_its_spell(mana: str, left: int) -> None:
    text = "When Test Card enters, sacrifice it unless {U} was spent to cast it."
    assert count(cast(text, "Creature — Test", "{1}{W}", mana), "Test Card") == left


@pytest.mark.parametrize(("mana", "counters"), [("GGG", 1), ("GGW", 0)])
def test_601_2h_at_least_three_mana_of_one_color(mana: str, counters: int) -> None:
    text = "If at least three green mana was spent to cast this spell, it enters with a +1/+1 counter on it."
    (made,) = named(cast(text, "Creature — Test", "{2}{G}", mana), "Test Card")
    assert made.get("counter.+1/+1") == counters


@shows(ColorsSpent)
@pytest.mark.parametrize(("mana", "drawn"), [("WUBRG", 5), ("WWWWW", 1), ("CCCCC", 0), ("WCUUC", 2)])
def test_601_2h_the_colors_of_mana_are_counted_each_once(mana: str, drawn: int) -> None:
    text = "You gain X life, where X is the number of colors of mana spent to cast this spell."
    assert life(cast(text, "Sorcery", "{5}", mana), 0) == 20 + drawn


@pytest.mark.parametrize(
    ("kind", "slot"), [("Artifact Creature — Test", "counter.+1/+1"), ("Artifact", "counter.charge")]
)
def test_702_44a_sunburst_counts_colors_on_a_creature_in_other_counters(kind: str, slot: str) -> None:
    (made,) = named(cast("Sunburst", kind, "{3}", "WGG"), "Test Card")
    others = {"counter.+1/+1", "counter.charge"} - {slot}
    assert (made.get(slot), *(made.get(other) for other in others)) == (2, 0)


def test_702_44b_sunburst_adds_nothing_to_what_is_not_cast() -> None:
    layout = Layout(2)
    layout.put(card("Sunburst", "Artifact Creature — Test", "Golem", "{3}"), 0, "graveyard")
    layout.put(
        card("Return target creature card from your graveyard to the battlefield.", "Sorcery", "Rise"), 0, "hand"
    )
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    (made,) = named(settled(play(state, said(state, "cast Rise targeting Golem"))), "Golem")
    assert (made.get("counter.+1/+1"), made.get("counter.charge")) == (0, 0)


def test_707_10_nothing_was_spent_on_a_copy() -> None:
    layout = Layout(2)
    layout.put(card(ASKS, "Sorcery", "Test Card", "{2}"), 0, "hand")
    layout.put(card("Copy target instant or sorcery spell.", "Instant", "Twice"), 0, "hand")
    layout.set_player(0, "mana.U", 2)
    state = layout.done()
    state = play(state, said(state, "cast Test Card"))
    draft = Draft(state)
    put(draft, "", 1, "mana.R", 1)
    state = draft.done()
    done = settled(play(state, said(state, "cast Twice targeting Test Card")))
    assert life(done, 0) == 23  # the card gives 3, the copy nothing


CLONE = "You may have Test Card enter as a copy of any creature on the battlefield."


def cloned(text: str, mana: str, clone: str = CLONE) -> State:
    """The position after Test Card was cast for these mana and entered as a copy of a Golem with this text."""
    layout = Layout(2)
    golem = layout.put(card(text, "Artifact Creature — Test", "Golem", "{3}"), 0)
    layout.put(card(clone, "Creature — Test", "Test Card", f"{{{len(mana)}}}"), 0, "hand")
    for one in set(mana):
        layout.set_player(0, f"mana.{one}", mana.count(one))
    return settled(says(settled(play(layout.done(), said(layout.done(), "cast Test Card"))), picks=((golem, 1),)))


@pytest.mark.parametrize(("mana", "counters"), [("U", 1), ("UR", 2), ("C", 0)])
def test_400_7d_what_enters_as_a_copy_knows_what_was_spent_on_its_spell(mana: str, counters: int) -> None:
    state = cloned("Sunburst", mana)
    assert sorted(each.get("counter.+1/+1") for each in named(state, "Golem")) == [0, counters]


@pytest.mark.parametrize(("mana", "left"), [("U", 2), ("R", 1), ("C", 1)])
def test_400_7d_an_ability_that_is_copied_asks_of_the_spell_that_entered_as_the_copy(mana: str, left: int) -> None:
    assert count(cloned("When Golem enters, sacrifice it unless {U} was spent to cast it.", mana), "Golem") == left
