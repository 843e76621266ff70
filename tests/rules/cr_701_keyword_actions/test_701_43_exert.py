"""Exerting creatures as they attack (701.43): an optional cost, the ability linked with it, and the next untap step.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import MayExert
from reiterate.terms.trigger_events import Exerted
from tests.support.acting import handle, only, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows
from tests.support.written import card as written

CHAMPION = written(
    "You may exert this creature as it attacks. When you do, untap all other creatures you control.",
    "Creature — Human",
    name="Champion",
    power="2",
    toughness="2",
)
CELEBRANT = written(
    "If this creature hasn't been exerted this turn, you may exert it as it attacks. When you do, untap this creature"
    " and after this phase, there is an additional combat phase.",
    "Creature — Human",
    name="Celebrant",
    power="4",
    toughness="1",
)
GUARD = written(
    "Vigilance\nYou may exert this creature as it attacks. When you do, you gain 1 life.",
    "Creature — Human",
    name="Guard",
    power="1",
    toughness="1",
)
WATCH = written("Whenever you exert a creature, you gain 1 life.", name="Watch")


def attacking(*there: Proto, tapped: tuple[Proto, ...] = (), n: int = 1) -> State:
    layout = Layout(2)
    for proto in there:
        layout.put(proto, 0, n=n)
    for proto in tapped:
        layout.put(proto, 0, tapped=True)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = layout.done()
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    return state


def attack(state: State, name: str, n: int = 1) -> State:
    return play(state, Choice("attack", 0, picks=((handle(state, name), n),), targets=(2,)))


def answered(state: State, answer: str) -> State:
    assert question_of(state).kind == "yes"
    return settled(play(state, Choice("answer", 0, answer=answer)))


@shows(MayExert, Exerted)
def test_701_43d_who_exerts_it_has_the_linked_ability_and_no_untapping() -> None:
    state = answered(attack(attacking(CHAMPION, tapped=(BEAR,)), "Champion"), "yes")
    assert not only(state, "Bear").cls.tapped and only(state, "Champion").cls.tapped
    state = until(state, "upkeep", 0)
    assert only(state, "Champion").cls.tapped  # 701.43a
    state = until(until(state, "upkeep", 1), "upkeep", 0)
    assert not only(state, "Champion").cls.tapped


def test_508_1g_it_is_optional() -> None:
    state = answered(attack(attacking(CHAMPION, tapped=(BEAR,)), "Champion"), "no")
    assert only(state, "Bear").cls.tapped
    assert not only(until(state, "upkeep", 0), "Champion").cls.tapped


def test_701_43b_a_creature_that_is_not_tapped_can_be_exerted() -> None:
    state = answered(attack(attacking(GUARD), "Guard"), "yes")
    assert state.rows[1].get("life") == 21
    assert not only(state, "Guard").cls.tapped
    state = until(state, "upkeep", 1)
    assert "stays tapped" in only(state, "Guard").cls.by_prop
    assert "stays tapped" not in only(until(state, "upkeep", 0), "Guard").cls.by_prop


def test_701_43d_what_was_exerted_this_turn_is_not_exerted_again() -> None:
    state = answered(attack(attacking(CELEBRANT), "Celebrant"), "yes")
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    state = attack(state, "Celebrant")  # nothing is asked
    assert asked(state) == "priority" and not state.stack
    assert only(state, "Celebrant").cls.tapped
    state = until(state, "upkeep", 0)
    assert "used.exert" not in only(state, "Celebrant").cls.by_prop


def test_701_43d_whoever_watches_exerting_sees_it() -> None:
    plain = written(
        "You may exert this creature as it attacks.", "Creature — Human", name="Plain", power="1", toughness="1"
    )
    for answer, life in (("no", 20), ("yes", 21)):
        state = answered(attack(attacking(plain, WATCH), "Plain"), answer)
        assert state.rows[1].get("life") == life


def test_701_43d_one_of_several_like_creatures_is_refused() -> None:
    with pytest.raises(Unsupported) as refused:
        attack(attacking(CHAMPION, n=3), "Champion", 2)
    assert refused.value.refusal.code == "rule-701.43d"
