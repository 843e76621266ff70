"""Any number of cards cast while something resolves: one after the other, in the order of their player's choice (608.2g)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.effects_spells import CastFree
from reiterate.terms.unusable import CHOSEN_MIDWAY, unusable
from tests.support.acting import around, handle, says, settled
from tests.support.boards import creature, life, play
from tests.support.shown import shows
from tests.support.written import card, not_read

BOLT = card("Bolt deals 3 damage to any target.", "Instant", "{R}", "Bolt", colors=["R"])
DRAIN = card("Each opponent loses 1 life.", "Sorcery", "{B}", "Drain", colors=["B"])
BEAR = creature("Bear", 2, 2)
LAND = card("{T}: Add {C}.", "Land", "", "Field")
KEEPER = card(
    "{1}: Exile target instant or sorcery card from your graveyard.\n"
    "{2}, Sacrifice this creature: Cast any number of cards exiled with this creature without paying their mana costs.",
    "Creature — Elf",
    "{1}",
    "Keeper",
    power="1",
    toughness="1",
)
FROM_GRAVE = card(
    "{1}: Cast any number of red instant and/or sorcery cards from your graveyard without paying their mana costs.",
    name="Wake",
)
TOP = card(
    "{1}: Exile the top three cards of your library. You may cast any number of spells with mana value 1 or less from among them"
    " without paying their mana costs.",
    name="Top",
)
HAND = card(
    "{1}, Pay fifty {E}: You may cast any number of spells from your hand without paying their mana costs.", name="Hand"
)


def chosen(state: State, *names: str) -> State:
    """Choose these cards in turn to be cast, targets the second player, and then no more."""
    for name in names:
        question = question_of(state)
        assert question is not None
        row = next(h for h in question.rows if state.rows[h].cls.proto.name == name)  # type: ignore[union-attr] # a card
        state = says(state, picks=((row, 1),))
        if name == "Bolt":
            state = says(state, picks=((player(1), 1),))
    return state


def offered(state: State) -> set[str]:
    question = question_of(state) if asked(state) != "priority" else None
    return set() if question is None else {state.rows[h].cls.proto.name for h in question.rows}  # type: ignore[union-attr] # all are cards


@shows(CastFree)
@pytest.mark.parametrize("order", [("Bolt", "Drain"), ("Drain", "Bolt")])
def test_608_2g_both_are_cast_in_the_order_that_is_chosen(order: tuple[str, str]) -> None:
    """The one cast last is on top of the stack (405.2)."""
    layout = Layout(2)
    own = layout.put(KEEPER, 0)
    for proto in (BOLT, DRAIN):
        layout.put(proto, 0, "graveyard")
    layout.set_player(0, "mana.C", 4)
    state = layout.done()
    for name in ("Bolt", "Drain"):
        state = settled(play(state, Choice("activate", 0, own, 0, targets=(handle(state, name, "graveyard"),))))
    state = around(play(state, Choice("activate", 0, own, 1)))
    assert offered(state) == {"Bolt", "Drain"}
    state = chosen(state, *order)
    assert [state.rows[row].cls.proto.name for row in reversed(state.stack)] == list(order)  # type: ignore[union-attr] # all are spells
    state = settled(state)
    assert life(state, 1) == 16
    assert {handle(state, name, "graveyard") >= 0 for name in order} == {True}


@pytest.mark.parametrize("many", [0, 1])
def test_608_2g_it_may_stop_at_any_time_and_the_rest_stays(many: int) -> None:
    layout = Layout(2)
    own = layout.put(FROM_GRAVE, 0)
    for proto in (BOLT, DRAIN, BEAR):
        layout.put(proto, 0, "graveyard")
    layout.put(BOLT, 0, "graveyard")
    layout.set_player(0, "mana.C", 1)
    state = around(play(layout.done(), Choice("activate", 0, own)))
    assert offered(state) == {"Bolt"}  # red instants and sorceries alone
    state = chosen(state, *["Bolt"] * many)
    state = settled(says(state))
    assert life(state, 1) == 20 - 3 * many


def test_608_2d_of_cards_exiled_by_the_same_event_it_is_refused_by_name() -> None:
    layout = Layout(2)
    own = layout.put(TOP, 0)
    layout.library(0, [(BEAR, 1), (LAND, 1), (DRAIN, 1)])
    layout.set_player(0, "mana.C", 1)
    with pytest.raises(Unsupported) as refused:
        around(play(layout.done(), Choice("activate", 0, own)))
    assert refused.value.refusal.code == "asked-midway"
    assert [found for ability in TOP.abilities for found in unusable(ability)] == [CHOSEN_MIDWAY]


def test_608_2g_from_the_hand() -> None:
    layout = Layout(2)
    own = layout.put(HAND, 0)
    for proto in (BEAR, LAND):
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    layout.set_player(0, "counter.energy", 50)
    state = around(play(layout.done(), Choice("activate", 0, own)))
    assert offered(state) == {"Bear"}
    assert handle(settled(chosen(state, "Bear")), "Bear") >= 0


def test_other_words_are_not_read() -> None:
    assert not_read("{1}: Cast any number of cards exiled with this enchantment.")
