"""Cascade (702.85), and discovering (701.57).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CounterSpell
from reiterate.terms.effects_zones import Discover, ExileTopUntil
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef
from tests.support.acting import HUGE, ONE_LIFE, SPELL, count, handle, instant, question, says, settled, top
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.shown import shows

GAIN = instant("Gain", ONE_LIFE)
STOP = instant("Stop", CounterSpell(TargetRef(0)), targets=(SPELL,))
Library = list[tuple[Proto, Amount]]


def card(text: str, cost: str = "{1}{R}", **facts: str) -> Proto:
    """A card of these words, all of it usable."""
    made = {"name": "Own", "type_line": "Creature — Elf", "mana_cost": cost, "power": "2", "toughness": "3"}
    found = compile_card({**made, **facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(own: Proto, library: Library, *hand: Proto) -> State:
    layout = Layout(2)
    for proto in (own, *hand):
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    layout.library(0, library)
    layout.library(1, [(FOREST, 20)])
    return layout.done()


def cast(state: State, name: str = "Own", **more: object) -> State:
    return play(state, Choice("cast", 0, handle(state, name, "hand"), **more))  # type: ignore[arg-type] # fields of a choice


@shows("cascade", ExileTopUntil)
def test_702_85a_the_first_cheaper_nonland_card_is_cast_for_nothing_and_the_rest_goes_below() -> None:
    state = settled(cast(laid(card("Cascade"), [(FOREST, 3), (GAIN, 1), (BEAR, 2)])))
    assert question(state)[0] == "yes" and count(state, "Own") == 0  # 603.3: it resolves before the spell
    state = says(state, "yes")
    assert top(state, 0) == [("Bear", 2), ("Forest", 3)] and count(state, "Gain", "stack") == 1
    state = settled(state)
    assert (life(state, 0), count(state, "Own"), state.rows[1].get("mana.R")) == (21, 1, 7)


def test_702_85a_a_card_that_is_left_goes_below_too() -> None:
    state = says(settled(cast(laid(card("Cascade"), [(GAIN, 1), (BEAR, 2)]))), "no")
    assert top(state, 0) == [("Bear", 2), ("Gain", 1)] and count(state, "Gain", "exile") == 0


@pytest.mark.parametrize(("cost", "hit"), [("{1}{R}", True), ("{R}", False), ("{0}", False)])
def test_702_85a_its_mana_value_is_less_than_that_of_the_spell(cost: str, hit: bool) -> None:
    state = settled(cast(laid(card("Cascade", cost), [(GAIN, 2)])))
    assert (asked(state) != "priority") is hit
    if not hit:  # all cards are exiled, and are the library again
        assert top(state, 0) == [("Gain", 2)] and count(state, "Own") == 1


def test_202_3e_x_counts_for_the_spell_and_is_zero_for_the_card() -> None:
    dear = card("Flying", "{X}{X}{R}", name="Dear")
    state = settled(cast(laid(card("Cascade", "{X}{R}"), [(FOREST, HUGE), (dear, 1)]), x=1))
    state = settled(says(state, "yes"))
    assert count(state, "Dear") == 1 and top(state, 0) == [("Forest", HUGE)]
    none = settled(cast(laid(card("Cascade", "{X}{R}"), [(dear, 1)]), x=0))
    assert asked(none) == "priority" and top(none, 0) == [("Dear", 1)]


def test_702_85c_each_instance_triggers() -> None:
    state = settled(cast(laid(card("Cascade, cascade"), [(GAIN, 5)])))
    state = settled(says(settled(says(state, "yes")), "yes"))
    assert (life(state, 0), count(state, "Own"), top(state, 0)) == (22, 1, [("Gain", 3)])


def test_608_2h_a_countered_spell_is_looked_at_as_it_was() -> None:
    state = cast(laid(card("Cascade"), [(GAIN, 1)], STOP))
    (spell,) = [h for h in state.stack if state.rows[h].cls.proto is not None]
    state = cast(state, "Stop", targets=(spell,))
    state = settled(state)
    assert count(state, "Own", "graveyard") == 1 and question(state)[0] == "yes"
    assert life(settled(says(state, "yes")), 0) == 21


def test_701_24_unlike_cards_go_below_in_an_order_that_nobody_knows() -> None:
    state = settled(
        cast(laid(card("Cascade"), [(FOREST, 1), (card("Reach", "{4}", name="Big"), 1), (GAIN, 1), (BEAR, 1)]))
    )
    with pytest.raises(Unsupported) as refused:
        says(state, "yes")
    assert refused.value.refusal.code == "random-result"


@pytest.mark.parametrize("answer", ["yes", "no"])
@shows(Discover)
def test_701_57a_what_is_not_cast_goes_to_the_hand(answer: str) -> None:
    own = card("When this creature enters, discover 1.")
    state = settled(cast(laid(own, [(FOREST, 2), (BEAR, 1), (GAIN, 1)])))
    assert question(state)[0] == "yes"  # mana value 1 is at most 1
    state = settled(says(state, answer))
    assert count(state, "Bear") == (answer == "yes") and count(state, "Bear", "hand") == (answer == "no")
    assert top(state, 0) == [("Gain", 1), ("Forest", 2)]


def test_701_57a_without_such_a_card_all_are_exiled_and_put_back() -> None:
    own = card("When this creature enters, discover 3.")
    big = card("Reach", "{4}", name="Big")
    state = settled(cast(laid(own, [(FOREST, 2), (big, 1)])))
    assert asked(state) == "priority" and not state.stack and count(state, "Big", "exile") == 0
    assert sorted(top(state, 0)) == [("Big", 1), ("Forest", 2)]


def test_701_57a_x_is_what_is_counted_as_it_resolves() -> None:
    own = card("When this creature enters, you may discover X, where X is its toughness.")
    three = card("Reach", "{3}", name="Three")
    state = play(settled(cast(laid(own, [(FOREST, 1), (three, 1)]))), Choice("may", 0, answer="yes"))
    assert count(settled(says(state, "no")), "Three", "hand") == 1


def test_701_24_of_a_shuffled_library_each_exiled_card_is_a_result() -> None:
    layout = Layout(2)
    layout.put(card("Cascade"), 0, "hand")
    layout.set_player(0, "mana.R", 9)
    layout.shuffled(0, [(FOREST, 3), (GAIN, 1)])
    state = play(cast(layout.done()), Choice("pass", 0), Choice("pass", 1, results=("exiles Gain",)))
    assert question(state)[0] == "yes"
    state = settled(says(state, "yes"))
    assert life(state, 0) == 21 and top(state, 0) == [("Forest", 3)]
