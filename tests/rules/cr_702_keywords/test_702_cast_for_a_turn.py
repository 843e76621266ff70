"""Dash (702.109), blitz (702.152) and warp (702.185): cheaper casting, and a permanent that goes at the next end step.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.effects_copies import CopyToken
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_zones import Exile, ReturnToBattlefield
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Result, TargetRef, TargetSpec, You
from tests.support.acting import count, handle, instant, settled, until
from tests.support.boards import FOREST, play

CREATURE = TargetSpec(Filter(types=("creature",)))
BLINK = instant("Blink", Exile(TargetRef(0)), ReturnToBattlefield(Result()), targets=(CREATURE,))
BURN = instant("Burn", Destroy(TargetRef(0)), targets=(CREATURE,))
MOLD = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(CREATURE,))


def raider(text: str, cost: str = "{2}{R}") -> Proto:
    """A creature card of these words, all of it usable."""
    facts = {"name": "Raider", "type_line": "Creature — Orc", "mana_cost": cost, "power": "3", "toughness": "1"}
    found = compile_card({**facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(text: str, *more: Proto, mana: int = 2, cost: str = "{2}{R}") -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(raider(text, cost), 0, "hand")
    for proto in more:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", mana)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done(), row


def cast(state: State, how: str = "") -> State:
    made = Choice("cast", 0, handle(state, "Raider", "hand"), how=(how,) if how else ())
    return settled(play(state, made))


def aim(state: State, name: str) -> State:
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=(handle(state, "Raider"),))))


def keywords(state: State) -> frozenset[str]:
    return view(state, handle(state, "Raider")).keywords


def ended(state: State) -> State:
    """The position in the other player's first main phase, behind the end step."""
    return until(state, "main1", 1)


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_118_9_it_is_paid_rather_than_the_mana_cost_and_both_ways_are_offered(how: str) -> None:
    """{1}{R} out of two mana; {2}{R} can't be paid."""
    state, row = laid(f"{how.capitalize()} {{1}}{{R}}")
    found = [o for o in options(state) if o.row == row]
    assert [o.how for o in found] == [(how,)]
    assert verify(state, Choice("cast", 0, row)) is not None
    made = Choice("cast", 0, row, how=(how,))
    assert read_sentence(state, say(state, made)) == made
    state, row = laid(f"{how.capitalize()} {{1}}{{R}}", mana=3)
    assert {o.how for o in options(state) if o.row == row} == {(), (how,)}


@pytest.mark.parametrize(("how", "haste"), [("dash", True), ("blitz", True), ("warp", False)])
def test_702_109a_and_702_152a_as_long_as_its_cost_was_paid_it_has_haste(how: str, haste: bool) -> None:
    state = cast(laid(f"{how.capitalize()} {{1}}{{R}}")[0], how)
    assert ("haste" in keywords(state)) is haste
    state = cast(laid(f"{how.capitalize()} {{1}}{{R}}", mana=3)[0])
    assert "haste" not in keywords(state)


@pytest.mark.parametrize(("how", "zone"), [("dash", "hand"), ("blitz", "graveyard"), ("warp", "exile")])
def test_at_the_beginning_of_the_next_end_step_it_goes(how: str, zone: str) -> None:
    state = cast(laid(f"{how.capitalize()} {{1}}{{R}}")[0], how)
    assert count(state, "Raider") == 1
    there = ended(state)
    assert (count(there, "Raider"), count(there, "Raider", zone)) == (0, 1)


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_what_was_cast_for_its_mana_cost_stays(how: str) -> None:
    state = cast(laid(f"{how.capitalize()} {{1}}{{R}}", mana=3)[0])
    assert count(ended(state), "Raider") == 1


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_400_7_what_left_and_came_back_is_a_new_object_that_stays(how: str) -> None:
    state = aim(cast(laid(f"{how.capitalize()} {{1}}{{R}}", BLINK, mana=3)[0], how), "Blink")
    assert count(state, "Raider") == 1 and "haste" not in keywords(state)
    assert count(ended(state), "Raider") == 1


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_707_2_a_token_copy_was_not_cast_so(how: str) -> None:
    """The token has no haste and stays; the card goes."""
    state = aim(cast(laid(f"{how.capitalize()} {{1}}{{R}}", MOLD, mana=3)[0], how), "Mold")
    tokens = [h for h, r in state.rows.items() if r.cls.kind == "token" and r.cls.zone == "battlefield"]
    assert len(tokens) == 1 and "haste" not in view(state, tokens[0]).keywords
    assert count(ended(state), "Raider") == 1


@pytest.mark.parametrize(("how", "drawn"), [("blitz", 1), ("", 0)])
def test_702_152a_a_card_is_drawn_as_it_dies_if_its_blitz_cost_was_paid(how: str, drawn: int) -> None:
    state = aim(cast(laid("Blitz {1}{R}", BURN, mana=4)[0], how), "Burn")
    assert count(settled(state), "Raider", "graveyard") == 1
    assert count(settled(state), "Forest", "hand") == drawn


def test_702_152a_also_as_it_is_sacrificed_at_the_end_step() -> None:
    """One card for the Raider in its controller's end step; the other player draws one in their draw step."""
    state = ended(cast(laid("Blitz {1}{R}")[0], "blitz"))
    mine = [r for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 0]
    assert sum(int(str(r.n)) for r in mine) == 1


def test_702_109a_dashed_again_in_the_next_turn() -> None:
    layout = Layout(2)
    layout.put(raider("Dash {1}{R}"), 0, "hand")
    layout.put(Proto("Peak", ("land",), ("Mountain",), abilities=FOREST.abilities), 0, n=2)
    layout.set_player(0, "mana.R", 2)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = until(ended(cast(layout.done(), "dash")), "main1", 0)
    assert count(state, "Raider", "hand") == 1


def test_702_185a_after_that_turn_its_owner_may_cast_it_from_exile_and_not_for_its_warp_cost() -> None:
    state = cast(laid("Warp {R}", cost="{0}")[0], "warp")
    end = until(state, "end", 0)
    while end.stack:
        end = play(end, Choice("pass", options(end)[0].player))
    row = handle(end, "Raider", "exile")
    assert verify(end, Choice("cast", 0, row)) is not None
    assert not [o for o in options(end) if o.verb == "cast"]
    later = until(ended(end), "main1", 0)
    row = handle(later, "Raider", "exile")
    found = [o for o in options(later) if o.row == row]
    assert [(o.verb, o.how) for o in found] == [("cast", ())]
    assert verify(later, Choice("cast", 0, row, how=("warp",))) is not None
    back = settled(play(later, Choice("cast", 0, row)))
    assert count(back, "Raider") == 1
    assert count(ended(back), "Raider") == 1


def test_702_185a_it_may_be_cast_for_as_long_as_it_remains_exiled() -> None:
    state = ended(cast(laid("Warp {R}", cost="{0}")[0], "warp"))
    for _ in range(2):
        state = until(until(state, "main1", 0), "main1", 1)
    state = until(state, "main1", 0)
    assert [o.verb for o in options(state) if o.row == handle(state, "Raider", "exile")] == ["cast"]


def test_702_185a_what_was_exiled_otherwise_may_not_be_cast() -> None:
    exiled = instant("Vanish", Exile(TargetRef(0)), targets=(CREATURE,))
    state = aim(cast(laid("Warp {R}", exiled, mana=3, cost="{0}")[0], "warp"), "Vanish")
    later = until(ended(state), "main1", 0)
    assert not [o for o in options(later) if o.row == handle(later, "Raider", "exile")]
