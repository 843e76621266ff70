"""Station and station symbols (702.184, 721). Every result was worked out from the rules before it was played."""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, TargetSpec
from tests.support.acting import handle, instant, settled
from tests.support.boards import BEAR, CREATURE, FOREST, creature, play

SLAY = instant("Slay", Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),))
TEXT = "Station\n2+ | {R}: You gain 1 life.\n4+ | Flying, trample"


def craft(text: str = TEXT, **facts: str) -> Proto:
    """A Spacecraft of these words, all of it usable."""
    made = {"name": "Own", "type_line": "Artifact — Spacecraft", "mana_cost": "{2}", "power": "5", "toughness": "3"}
    found = compile_card({**made, **facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(charge: int = 0, others: tuple[Proto, ...] = (BEAR,), step: str = "main1") -> State:
    layout = Layout(2, step=step)
    layout.put(craft(), 0, counters={"charge": charge})
    for proto in others:
        layout.put(proto, 0)
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def stationed(state: State, by: str) -> State:
    own = handle(state, "Own")
    return settled(play(state, Choice("activate", 0, own, picks=((handle(state, by), 1),))))


def charge(state: State) -> int:
    return int(str(state.rows[handle(state, "Own")].get("counter.charge")))


def test_702_184a_station_taps_another_untapped_creature_for_counters_by_its_power_as_a_sorcery() -> None:
    state = laid(others=(BEAR, creature("Giant", 7, 7)))
    state = stationed(state, "Bear")
    assert charge(state) == 2 and state.rows[handle(state, "Bear")].cls.tapped
    assert verify(state, Choice("activate", 0, handle(state, "Own"), picks=((handle(state, "Bear"), 1),))) is not None
    assert charge(stationed(state, "Giant")) == 9
    assert not [o for o in options(laid(step="upkeep")) if o.verb == "activate"]


def test_702_184a_a_creature_that_is_gone_counts_with_its_last_power() -> None:
    layout = Layout(2)
    layout.put(craft(), 0)
    layout.put(BEAR, 0)
    layout.put(SLAY, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = play(state, Choice("activate", 0, handle(state, "Own"), picks=((handle(state, "Bear"), 1),)))
    made = Choice("cast", 0, handle(state, "Slay", "hand"), targets=(handle(state, "Bear"),))
    assert charge(settled(play(state, made))) == 2


@pytest.mark.parametrize(("charge", "abilities", "creature"), [(1, False, False), (2, True, False), (4, True, True)])
def test_721_2_what_stands_behind_a_symbol_is_there_from_its_number_on(
    charge: int, abilities: bool, creature: bool
) -> None:
    state = laid(charge)
    own = handle(state, "Own")
    assert bool([o for o in options(state) if o.row == own and o.index == 1]) == abilities
    assert is_creature(state, own) == creature
    assert ("flying" in view(state, own).keywords) == creature
    assert set(view(state, own).types) == ({"artifact", "creature"} if creature else {"artifact"})
    if creature:
        assert (power(state, own), toughness(state, own)) == (5, 3)


def test_721_2c_elsewhere_than_on_the_battlefield_it_has_no_size() -> None:
    assert (craft().power, craft().toughness, craft().types) == (None, None, ("artifact",))


def test_721_2b_a_symbol_on_a_line_of_its_own_says_the_same() -> None:
    assert craft("Station\nSTATION 2+\n{R}: You gain 1 life.\nSTATION 4+\nFlying, trample\n5/3") == craft()


def test_721_2_a_spacecraft_with_a_size_and_no_symbol_is_not_read() -> None:
    found = compile_card({"name": "Own", "type_line": "Artifact — Spacecraft", "power": "1", "toughness": "1"})
    assert not found.complete
