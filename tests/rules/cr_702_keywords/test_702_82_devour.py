"""Devour (702.82): permanents sacrificed as another one enters, and a number of counters for each."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetRef, You
from reiterate.terms.replacement_effects import EntersDevouring
from tests.support.acting import act, count, handle, only, question, says, settled
from tests.support.boards import BEAR, creature, life, play
from tests.support.own_cards import card_read as card
from tests.support.shown import shows


def entering(text: str, layout: Layout) -> State:
    """The position as a 2/2 of these words enters."""
    row = layout.put(card("Wurm", text), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return settled(play(layout.done(), Choice("cast", 0, row)))


def beside(bears: int = 3) -> Layout:
    layout = Layout(2)
    layout.put(BEAR, 0, n=bears)
    layout.put(creature("Ogre", 3, 3), 1)
    return layout


def counters(state: State, name: str = "Wurm") -> object:
    return only(state, name).get("counter.+1/+1")


@shows("devour", EntersDevouring)
@pytest.mark.parametrize("eaten", [0, 1, 2, 3])
def test_702_82a_two_counters_for_each_creature(eaten: int) -> None:
    state = entering("Devour 2", beside())
    bears = handle(state, "Bear")
    assert question(state) == ("objects", 0, (bears,))  # neither the opponent's creature nor itself
    assert (question_of(state).low, question_of(state).high) == (0, 3)
    state = settled(says(state, picks=((bears, eaten),) if eaten else ()))
    assert (counters(state), power(state, handle(state, "Wurm"))) == (2 * eaten, 2 + 2 * eaten)
    assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (3 - eaten, eaten)


def test_702_82a_where_there_is_nothing_to_sacrifice_nobody_is_asked() -> None:
    state = entering("Devour 2", Layout(2))
    assert (asked(state), counters(state)) == ("priority", 0)


@pytest.mark.parametrize(("first", "second", "more"), [(1, 0, 3), (0, 1, 5), (0, 0, 0)])
def test_614_13b_what_is_sacrificed_for_one_devour_is_not_for_another(first: int, second: int, more: int) -> None:
    """The example of the rule: devour 3 and devour 5 beside one creature."""
    state = entering("Devour 3\nDevour 5", beside(1))
    bear = handle(state, "Bear")
    state = says(state, picks=((bear, 1),) if first else ())
    if not first:
        state = says(state, picks=((bear, 1),) if second else ())
    state = settled(state)
    assert (asked(state), counters(state), count(state, "Bear")) == ("priority", more, 0 if more else 1)


def test_702_82c_permanents_of_another_quality() -> None:
    layout = beside(1)
    rock = layout.put(card("Rock", "", types="Artifact"), 0)
    state = entering("Devour artifact 3", layout)
    assert question(state)[2] == (rock,)
    state = settled(says(state, picks=((rock, 1),)))
    assert (counters(state), count(state, "Bear")) == (3, 1)
    layout = beside(1)
    food = layout.put(card("Bread", "", types="Artifact — Food"), 0)
    assert question(entering("Devour Food 1", layout))[2] == (food,)


def test_614_13a_no_other_token_that_enters_at_the_same_time() -> None:
    layout = Layout(2)
    wurm = layout.put(card("Wurm", "Devour 1"), 0)
    bear = layout.put(BEAR, 0)
    state = act(layout, CopyToken(Fixed(2), TargetRef(0), You()), aims=(wurm,))
    actor = handle(state, "Actor")
    assert set(question(state)[2]) == {wurm, bear, actor}
    state = says(state, picks=((bear, 1),))
    assert set(question(state)[2]) == {wurm, actor}  # the first one is no object there, and the creature is gone
    state = settled(says(state))
    made = sorted(int(str(r.get("counter.+1/+1"))) for r in state.rows.values() if r.cls.kind == "token")
    assert made in ([0, 1], [1, 0])


def test_603_10a_others_see_what_is_sacrificed_die_and_what_enters_does_not() -> None:
    layout = beside(2)
    layout.put(card("Watcher", "Whenever a creature dies, you gain 1 life.", types="Enchantment"), 0)
    state = entering("Devour 1\nWhenever a creature dies, you gain 10 life.", layout)
    state = settled(says(state, picks=((handle(state, "Bear"), 2),)))
    assert (life(state, 0), counters(state)) == (22, 2)


def test_614_16_all_counters_of_devour_are_doubled_at_once() -> None:
    text = "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 counters are put on that creature instead."
    layout = beside(2)
    layout.put(card("Season", text, types="Enchantment"), 0)
    state = entering("Devour 1", layout)
    state = settled(says(state, picks=((handle(state, "Bear"), 2),)))
    assert counters(state) == 4


def test_616_1_what_says_how_it_enters_and_is_sacrificed_is_refused() -> None:
    layout = Layout(2)
    trainer = layout.put(
        card("Trainer", "Each other creature you control enters with an additional +1/+1 counter on it."), 0
    )
    state = entering("Devour 1", layout)
    with pytest.raises(Unsupported, match="says how it enters"):
        says(state, picks=((trainer, 1),))
    assert counters(settled(says(state))) == 1


def test_702_82a_a_token_of_these_words() -> None:
    text = "{T}: Create a 1/1 red and green Dragon creature token with flying and devour 2."
    layout = Layout(2)
    layout.put(BEAR, 0)
    brood = layout.put(card("Brood", text), 0)
    state = settled(play(layout.done(), Choice("activate", 0, brood)))
    state = settled(says(state, picks=((handle(state, "Bear"), 1),)))
    assert [r.get("counter.+1/+1") for r in state.rows.values() if r.cls.kind == "token"] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "When this creature enters, draw a card for each creature it devoured.",  # 702.82b
        "This creature has flying if it devoured a creature.",
        "Devour X, where X is the number of creatures devoured this way.",
    ],
)
def test_702_82b_what_asks_what_was_devoured_is_not_read(text: str) -> None:
    row = {"name": "Mulcher", "type_line": "Creature — Elemental", "oracle_text": text, "power": "1", "toughness": "1"}
    assert not compile_card(row).complete
