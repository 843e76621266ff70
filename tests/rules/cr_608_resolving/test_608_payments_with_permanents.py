"""Permanents that are returned or tapped so that something does not happen as an ability resolves (118.12)."""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, question, says, settled
from tests.support.boards import BEAR, FOREST, play

ISLE = Proto("Isle", ("land",), ("Island",))


def hawk(text: str) -> Proto:
    """A creature of these words, all of it usable."""
    facts = {"name": "Hawk", "type_line": "Creature — Bird", "mana_cost": "{0}", "power": "2", "toughness": "2"}
    found = compile_card({**facts, "oracle_text": text})
    assert fully_usable(found)
    return found.proto


def entering(text: str, *mine: tuple[Proto, int], tapped: bool = False, theirs: tuple[Proto, ...] = ()) -> State:
    """The position after the Hawk has entered and its trigger has begun to resolve."""
    layout = Layout(2)
    row = layout.put(hawk(text), 0, "hand")
    for proto, n in mine:
        layout.put(proto, 0, n=n, tapped=tapped)
    for proto in theirs:
        layout.put(proto, 1)
    state = play(layout.done(), Choice("cast", 0, row))
    while state.stack and not any(o.verb == "answer" for o in options(state)):
        state = play(state, Choice("pass", options(state)[0].player))
    return state


RETURN = "When this creature enters, sacrifice it unless you return an untapped Island you control to its owner's hand."
TWO = "When this creature enters, sacrifice it unless you return two Forests you control to their owner's hand."
ANOTHER = "When this creature enters, sacrifice it unless you return another creature you control to its owner's hand."
TAP = "When this creature enters, sacrifice it unless you tap an untapped land you control."


def test_118_12_a_land_is_returned_and_the_creature_stays() -> None:
    state = entering(RETURN, (ISLE, 2))
    assert question(state)[1] == 0
    state = settled(says(state, "yes"))
    assert (count(state, "Hawk"), count(state, "Isle"), count(state, "Isle", "hand")) == (1, 1, 1)


def test_118_12_who_does_not_pay_sacrifices_it() -> None:
    state = settled(says(entering(RETURN, (ISLE, 2)), "no"))
    assert (count(state, "Hawk"), count(state, "Isle"), count(state, "Hawk", "graveyard")) == (0, 2, 1)


@pytest.mark.parametrize(
    ("text", "mine", "tapped", "theirs"),
    [
        (RETURN, [(ISLE, 1)], True, ()),  # tapped: no untapped Island
        (RETURN, [(FOREST, 1)], False, (ISLE,)),  # another land, and another player's Island
        (TWO, [(FOREST, 1)], False, (FOREST,)),  # one of two
        (ANOTHER, [], False, (BEAR,)),  # not itself
        (TAP, [(ISLE, 1)], True, (FOREST,)),
    ],
)
def test_118_3_who_cannot_pay_is_not_asked(
    text: str, mine: list[tuple[Proto, int]], tapped: bool, theirs: tuple[Proto, ...]
) -> None:
    state = entering(text, *mine, tapped=tapped, theirs=theirs)
    assert not state.stack and count(state, "Hawk", "graveyard") == 1


def test_118_12_two_are_returned_at_once() -> None:
    state = settled(says(entering(TWO, (FOREST, 3)), "yes"))
    assert (count(state, "Hawk"), count(state, "Forest"), count(state, "Forest", "hand")) == (1, 1, 2)


def test_118_12_which_one_is_chosen_by_who_pays() -> None:
    state = says(entering(ANOTHER, (BEAR, 1), (Proto("Ape", ("creature",), power=1, toughness=1), 1)), "yes")
    bear, ape = handle(state, "Bear"), handle(state, "Ape")
    kind, seat, rows = question(state)
    assert (kind, seat, set(rows)) == ("objects", 0, {bear, ape})
    state = settled(says(state, picks=((ape, 1),)))
    assert (count(state, "Hawk"), count(state, "Bear"), count(state, "Ape", "hand")) == (1, 1, 1)


def test_118_12_a_land_is_tapped() -> None:
    state = settled(says(entering(TAP, (ISLE, 2)), "yes"))
    assert count(state, "Hawk") == 1
    assert sum(int(str(r.n)) for r in state.rows.values() if r.cls.tapped) == 1


def test_118_12_what_others_control_may_be_returned_and_that_is_refused_by_name() -> None:
    text = "When this creature enters, sacrifice it unless you return an enchantment to its owner's hand."
    card = compile_card({"name": "Hawk", "type_line": "Creature", "power": "1", "toughness": "1", "oracle_text": text})
    assert card.complete and not fully_usable(card)
