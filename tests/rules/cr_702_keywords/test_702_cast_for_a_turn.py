"""Dash (702.109), blitz (702.152) and warp (702.185): cheaper casting, and a permanent that goes at the next end step.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CopyToken
from reiterate.terms.effects_zones import Exile, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, Result, TargetRef, TargetSpec, You
from tests.support.acting import count, handle, instant, says, settled, until
from tests.support.boards import BEAR, FOREST, play

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


SHAPE = "You may have this creature enter as a copy of any creature on the battlefield.\nBlitz {R}"


@pytest.mark.parametrize(("copied", "drawn"), [("Blitz {1}{R}", 0), ("", 0)])
def test_607_5_what_entered_as_a_copy_has_no_blitz_cost_paid_for_the_copied_ability(copied: str, drawn: int) -> None:
    """Its own blitz cost was paid: it is sacrificed. The copied blitz ability is another one (702.152b): no haste, no card."""
    facts = {
        "name": "Shape",
        "type_line": "Creature — Shapeshifter",
        "mana_cost": "{3}",
        "power": "0",
        "toughness": "0",
    }
    shape = compile_card({**facts, "oracle_text": SHAPE})
    assert fully_usable(shape)
    layout = Layout(2)
    row = layout.put(shape.proto, 0, "hand")
    there = layout.put(raider(copied), 0)
    layout.set_player(0, "mana.R", 1)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = settled(play(layout.done(), Choice("cast", 0, row, how=("blitz",))))
    state = settled(says(state, picks=((there, 1),)))
    assert count(state, "Raider") == 2
    assert all("haste" not in view(state, h).keywords for h, r in state.rows.items() if r.cls.zone == "battlefield")
    state = ended(state)
    assert (count(state, "Raider"), count(state, "Shape", "graveyard")) == (1, 1)
    assert sum(int(str(r.n)) for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 0) == drawn


def test_607_5_what_was_blitzed_and_becomes_a_copy_of_what_has_blitz_is_refused_by_name() -> None:
    """Of a Bear, which asks nothing, it becomes a copy: no haste, and it is sacrificed all the same."""
    turn_to = instant("Turn", BecomeCopy(TargetRef(0), TargetRef(1), "game"), targets=(CREATURE, CREATURE))
    other = replace(raider("Blitz {R}"), name="Brute")
    layout = Layout(2)
    brute, bear = layout.put(other, 0), layout.put(BEAR, 0)
    row = layout.put(raider("Blitz {1}{R}"), 0, "hand")
    spell = layout.put(turn_to, 0, "hand")
    layout.set_player(0, "mana.R", 3)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = settled(play(layout.done(), Choice("cast", 0, row, how=("blitz",))))
    made = handle(state, "Raider")
    with pytest.raises(Unsupported, match="what asks how it was cast"):
        settled(play(state, Choice("cast", 0, spell, targets=(made, brute))))
    state = settled(play(state, Choice("cast", 0, spell, targets=(made, bear))))
    assert count(state, "Bear") == 2 and "haste" not in view(state, made).keywords
    state = ended(state)
    assert (count(state, "Bear"), count(state, "Raider", "graveyard")) == (1, 1)


@pytest.mark.parametrize("how", ["dash", "blitz", "warp"])
def test_707_10_a_copy_of_the_spell_was_paid_so_too(how: str) -> None:
    """The token has what the card has, and goes with it; of two that were blitzed, two cards are drawn."""
    twin = instant("Twin", CopySpell(TargetRef(0)), targets=(TargetSpec(Filter(types=("creature",)), zone="stack"),))
    start, row = laid(f"{how.capitalize()} {{1}}{{R}}", twin, mana=3)
    state = play(start, Choice("cast", 0, row, how=(how,)))
    state = settled(play(state, Choice("cast", 0, handle(state, "Twin", "hand"), targets=(state.stack[-1],))))
    both = [h for h, r in state.rows.items() if r.cls.zone == "battlefield"]
    assert len(both) == 2 and all(("haste" in view(state, h).keywords) is (how != "warp") for h in both)
    state = until(state, "main1", 1)
    while asked(state) == "order":
        state = until(play(state, first(state, options(state)[0])), "main1", 1)
    assert count(state, "Raider") == 0
    mine = sum(int(str(r.n)) for r in state.rows.values() if r.cls.zone == "hand" and r.cls.owner == 0)
    assert mine == {"dash": 1, "blitz": 2, "warp": 0}[how]


@pytest.mark.parametrize(("how", "zone"), [("dash", "hand"), ("blitz", "battlefield"), ("warp", "exile")])
def test_701_21a_what_another_player_took_is_not_sacrificed_but_returned_or_exiled(how: str, zone: str) -> None:
    steal = instant("Steal", GainControl(TargetRef(0), "game"), targets=(CREATURE,))
    layout = Layout(2)
    row = layout.put(raider(f"{how.capitalize()} {{1}}{{R}}"), 0, "hand")
    taken = layout.put(steal, 1, "hand")
    layout.set_player(0, "mana.R", 2)
    layout.set_player(1, "mana.R", 1)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = settled(play(layout.done(), Choice("cast", 0, row, how=(how,))))
    state = play(state, Choice("pass", 0))
    state = settled(play(state, Choice("cast", 1, taken, targets=(handle(state, "Raider"),))))
    assert state.rows[handle(state, "Raider")].cls.controller == 1
    assert count(ended(state), "Raider", zone) == 1
