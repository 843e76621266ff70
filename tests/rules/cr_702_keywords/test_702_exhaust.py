"""Exhaust (702.177) and other abilities that can be activated only once (602.5b)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated
from reiterate.terms.effects_zones import Exile, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, Result, TargetRef, TargetSpec
from tests.support.acting import handle, instant, settled, until
from tests.support.boards import FOREST, life, play

FLICKER = instant(
    "Flicker", Exile(TargetRef(0)), ReturnToBattlefield(Result()), targets=(TargetSpec(Filter(types=("creature",))),)
)


def card(text: str) -> Proto:
    """An artifact creature of these words, each of them understood."""
    found = compile_card(
        {"name": "Racer", "type_line": "Artifact Creature — Elf", "oracle_text": text, "power": "2", "toughness": "2"}
    )
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def activate(state: State, index: int = 0) -> State:
    return settled(play(state, Choice("activate", 0, handle(state, "Racer"), index)))


def refused(state: State, index: int = 0) -> str:
    found = verify(state, Choice("activate", 0, handle(state, "Racer"), index))
    return "" if found is None else found.code


def board(text: str, *more: Proto) -> State:
    layout = Layout(2)
    layout.put(card(text), 0)
    for proto in more:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    return layout.done()


GAIN = ("Exhaust — {R}: You gain 1 life.", "{R}: You gain 1 life. Activate only once.")


@pytest.mark.parametrize("text", GAIN)
def test_602_5b_it_is_activated_only_once_also_in_later_turns(text: str) -> None:
    state = activate(board(text))
    assert life(state, 0) == 21
    assert refused(state) == "only-once"
    later = until(until(state, "main1", 1), "main1", 0)
    assert refused(later) == "only-once"


@pytest.mark.parametrize("text", GAIN)
def test_400_7_a_new_object_may_do_it_anew(text: str) -> None:
    state = activate(board(text, FLICKER))
    back = settled(play(state, Choice("cast", 0, handle(state, "Flicker", "hand"), targets=(handle(state, "Racer"),))))
    assert refused(back) == ""
    assert life(activate(back), 0) == 22


def test_702_177a_each_exhaust_ability_once() -> None:
    state = activate(board("Exhaust — {R}: You gain 1 life.\nExhaust — {R}: You gain 5 life."))
    assert (refused(state, 0), refused(state, 1)) == ("only-once", "")
    state = activate(state, 1)
    assert life(state, 0) == 26 and refused(state, 1) == "only-once"


def test_602_5b_it_counts_as_activated_where_it_was_countered_or_does_nothing() -> None:
    """The activation is what counts, so that a second one in response isn't possible either."""
    state = play(board("Exhaust — {R}: You gain 1 life."), Choice("activate", 0, 3))
    assert state.stack and refused(state) == "only-once"


def test_602_5b_each_member_of_a_group_once() -> None:
    layout = Layout(2)
    row = layout.put(card("Exhaust — {R}: Put a +1/+1 counter on this creature."), 0, n=3)
    layout.set_player(0, "mana.R", 9)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    done = next(h for h, r in state.rows.items() if r.get("counter.+1/+1"))
    left = next(h for h, r in state.rows.items() if r.cls.proto is not None and r.n == 2)
    again = verify(state, Choice("activate", 0, done))
    assert again is not None and again.code == "only-once"
    assert verify(state, Choice("activate", 0, left)) is None


def test_702_177a_a_limit_besides_that_of_exhaust_holds_too() -> None:
    text = "Exhaust — {R}: You gain 1 life. Activate only as a sorcery."
    (ability,) = (a for a in card(text).abilities if isinstance(a, Activated))
    assert (ability.limit, ability.timing) == ("exhaust", "sorcery")
    begun = play(board(text), Choice("pass", 0))
    assert refused(play(begun, Choice("pass", 1))) == "sorcery-timing"  # combat has begun


def test_702_177a_an_exhaust_ability_is_no_other_ability_with_that_limit() -> None:
    exhaust, once = (card(text).abilities[0] for text in GAIN)
    assert isinstance(exhaust, Activated) and isinstance(once, Activated)
    assert (exhaust.limit, once.limit) == ("exhaust", "once")


@pytest.mark.parametrize("text", ["Exhaust — You gain 1 life.", "Exhaust {R}: You gain 1 life.", "Exhaust — {R}"])
def test_702_177a_without_cost_and_effect_it_is_not_read(text: str) -> None:
    made = compile_card({"name": "Racer", "type_line": "Creature — Elf", "oracle_text": text})
    assert not made.complete
