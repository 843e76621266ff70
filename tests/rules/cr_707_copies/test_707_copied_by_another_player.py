"""Spells that other players copy (707.10, 707.10c), and casualty (702.153a).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, question, says, settled
from tests.support.boards import BEAR, FOREST, creature, life, play

SMOG = "Target player discards two cards. That player may copy this spell and may choose a new target for that copy."
ACID = (
    "Destroy target noncreature permanent. Then that permanent's controller may copy this spell and may choose a new"
    " target for that copy."
)
IDOL = Proto("Idol", ("artifact",))
GEM = Proto("Gem", ("artifact",))


def spell(text: str, types: str = "Sorcery") -> Proto:
    found = compile_card({"name": "Chain", "type_line": types, "mana_cost": "{0}", "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(text: str, *permanents: tuple[Proto, int]) -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(spell(text), 0, "hand")
    for proto, seat in permanents:
        layout.put(proto, seat)
    for seat in (0, 1):
        layout.put(FOREST, seat, "hand", n=5)
        layout.library(seat, [(FOREST, 9)])
    return layout.done(), row


def hand(state: State, seat: int) -> int:
    return sum(int(str(r.n)) for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == seat)


def onward(state: State) -> State:
    """Everybody passes up to the next question, or until nothing is on the stack."""
    return settled(state)


def choosing(state: State) -> tuple[str, int]:
    """What is asked, and whom."""
    return asked(state), decider(state)


def told(state: State, answer: str) -> State:
    return play(state, Choice("may", decider(state), answer=answer))


def test_707_10_the_player_who_discarded_copies_it_and_controls_the_copy() -> None:
    """Player 2 discards two, copies it, and turns the copy on player 1, who discards two and may copy it in turn."""
    state, row = laid(SMOG)
    state = onward(play(state, Choice("cast", 0, row, targets=(player(1),))))
    assert choosing(state) == ("may", 1) and hand(state, 1) == 3
    state = told(state, "yes")
    kind, seat, rows = question(state)
    assert (kind, seat, set(rows)) == ("objects", 1, {player(0), player(1)})
    state = says(state, picks=((player(0), 1),))
    (copy,) = state.stack
    assert state.rows[copy].cls.controller == 1
    state = onward(state)
    assert choosing(state) == ("may", 0) and hand(state, 0) == 3
    state = settled(told(state, "no"))
    assert not state.stack and count(state, "Chain", "graveyard") == 1


def test_707_10c_the_target_may_stay_as_it_is() -> None:
    """Player 1 copies it on themselves: four cards of five are discarded, then the last one."""
    state, row = laid(SMOG)
    state = onward(play(state, Choice("cast", 0, row, targets=(player(0),))))
    for left in (3, 1, 0, 0):
        assert hand(state, 0) == left and choosing(state) == ("may", 0)
        state = says(told(state, "yes"), picks=((player(0), 1),))
        state = onward(state)
    assert hand(state, 1) == 5


def test_707_10_who_does_not_copy_it_ends_the_chain() -> None:
    state, row = laid(SMOG)
    state = onward(play(state, Choice("cast", 0, row, targets=(player(1),))))
    state = settled(told(state, "no"))
    assert not state.stack and (hand(state, 0), hand(state, 1)) == (5, 3)


def test_608_2h_the_controller_of_what_is_gone_is_who_controlled_it_last() -> None:
    state, row = laid(ACID, (IDOL, 1), (GEM, 0))
    state = onward(play(state, Choice("cast", 0, row, targets=(handle(state, "Idol"),))))
    assert choosing(state) == ("may", 1) and count(state, "Idol", "graveyard") == 1
    state = told(state, "yes")
    gem = handle(state, "Gem")
    assert question(state)[1] == 1 and gem in question(state)[2]
    state = onward(says(state, picks=((gem, 1),)))
    assert choosing(state) == ("may", 0) and count(state, "Gem", "graveyard") == 1


CASUALTY = "Casualty 2\nTarget player loses 3 life."


def drained(crew: Proto, how: tuple[str, ...], n: int = 1) -> tuple[State, Choice]:
    layout = Layout(2)
    row = layout.put(spell(CASUALTY), 0, "hand")
    victim = layout.put(crew, 0, n=n)
    picks = ((victim, 1),) if how else ()
    return layout.done(), Choice("cast", 0, row, targets=(player(1),), how=how, picks=picks)


def test_702_153a_who_sacrificed_for_it_copies_the_spell_with_a_new_target() -> None:
    state, made = drained(BEAR, ("casualty",), 2)
    assert read_sentence(state, say(state, made)) == made
    state = onward(play(state, made))
    assert count(state, "Bear", "graveyard") == 1
    state = onward(says(state, picks=((player(0), 1),)))
    assert (life(state, 0), life(state, 1)) == (17, 17)


def test_702_153a_without_it_there_is_no_copy_and_nothing_is_asked() -> None:
    state, made = drained(BEAR, ())
    state = settled(play(state, made))
    assert (life(state, 0), life(state, 1), count(state, "Bear")) == (20, 17, 1)


@pytest.mark.parametrize(("crew", "able"), [(BEAR, True), (creature("Ox", 3, 3), True), (creature("Rat", 1, 9), False)])
def test_702_153a_the_creature_has_that_much_power(crew: Proto, able: bool) -> None:
    state, made = drained(crew, ("casualty",))
    assert (verify(state, made) is None) is able
    offered = {o.how for o in options(state) if o.verb == "cast"}
    assert offered == ({(), ("casualty",)} if able else {()})
