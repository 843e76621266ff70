"""Saddle (702.171), spectacle (702.137), surge (702.117) and offspring (702.175).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.conditions import IsSaddled
from reiterate.terms.effects_permanents import Saddle
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from tests.support.acting import BOLT, ONE_LIFE, count, handle, instant, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows

MOLD = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(Filter(types=("creature",))),))
GAIN = instant("Gain", ONE_LIFE)


def card(text: str, **facts: str) -> Proto:
    """A card of these words, all of it usable."""
    made = {"name": "Own", "type_line": "Creature — Horse Mount", "mana_cost": "{1}{R}", "power": "2", "toughness": "3"}
    found = compile_card({**made, **facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(there: tuple[Proto, ...] = (), hand: tuple[Proto, ...] = (), mana: int = 9) -> State:
    layout = Layout(2)
    for proto in there:
        layout.put(proto, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", mana)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def saddled(state: State) -> State:
    made = Choice("activate", 0, handle(state, "Own"), picks=((handle(state, "Bear"), 1),))
    return settled(play(state, made))


def attacking(state: State) -> State:
    """The attack of the first player with Own alone."""
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    return state


MOUNT = "Whenever this creature attacks while saddled, you gain 1 life.\nThis creature gets +3/+0 as long as this creature is saddled.\nSaddle 2"


@shows(Saddle, IsSaddled)
def test_702_171a_other_creatures_with_enough_power_saddle_it_as_a_sorcery_until_end_of_turn() -> None:
    state = laid((card(MOUNT), BEAR))
    own = handle(state, "Own")
    assert power(state, own) == 2
    assert verify(state, Choice("activate", 0, own, picks=((own, 1),))) is not None  # another creature
    state = saddled(state)
    assert power(state, handle(state, "Own")) == 5 and sum(r.cls.tapped for r in state.rows.values()) == 1
    assert power(until(state, "main1", 1), handle(state, "Own")) == 2


def test_702_171b_a_copy_is_not_saddled() -> None:
    state = saddled(laid((card(MOUNT), BEAR), (MOLD,)))
    state = settled(play(state, Choice("cast", 0, handle(state, "Mold", "hand"), targets=(handle(state, "Own"),))))
    sizes = [power(state, h) for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Own"]
    assert set(sizes) == {2, 5}


@pytest.mark.parametrize(("saddle", "life"), [(True, 21), (False, 20)])
def test_508_1m_what_attacks_while_saddled_triggers(saddle: bool, life: int) -> None:
    state = laid((card(MOUNT), BEAR))
    state = attacking(saddled(state) if saddle else state)
    made = read_sentence(state, "p1: attack with Own")
    assert isinstance(made, Choice), made
    state = settled(play(state, made))
    assert state.rows[1].get("life") == life


@pytest.mark.parametrize(("how", "before"), [("spectacle", BOLT), ("surge", GAIN)])
def test_118_9_spectacle_and_surge_are_open_only_where_their_condition_holds(how: str, before: Proto) -> None:
    own = card(f"{how.capitalize()} {{R}}")
    state = laid(hand=(own, before), mana=2)
    row = handle(state, "Own", "hand")
    assert {o.how for o in options(state) if o.row == row} == {()}
    made = Choice("cast", 0, handle(state, before.name, "hand"), targets=(2,) if before is BOLT else ())
    state = settled(play(state, made))
    row = handle(state, "Own", "hand")
    (open_way,) = [o for o in options(state) if o.row == row]
    choice = first(state, open_way)
    assert open_way.how == (how,) and read_sentence(state, say(state, choice)) == choice
    assert count(settled(play(state, choice)), "Own") == 1


@pytest.mark.parametrize("paid", [True, False])
def test_702_175a_offspring_makes_a_one_one_copy_where_it_was_paid(paid: bool) -> None:
    state = laid(hand=(card("Offspring {2}"),), mana=4)
    made = Choice("cast", 0, handle(state, "Own", "hand"), how=("offspring",) if paid else ())
    assert read_sentence(state, say(state, made)) == made
    state = settled(play(state, made))
    found = {
        (str(r.cls.kind), str(power(state, h)), str(toughness(state, h)))
        for h, r in state.rows.items()
        if r.cls.zone == "battlefield"
    }
    assert found == ({("card", "2", "3"), ("token", "1", "1")} if paid else {("card", "2", "3")})
    assert state.rows[1].get("mana.R") == (0 if paid else 2)
