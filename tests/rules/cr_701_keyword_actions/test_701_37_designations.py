"""Monstrosity (701.37) and renown (702.112): a designation stays until its permanent leaves the battlefield.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.base import Term
from reiterate.terms.conditions import IsDesignated
from reiterate.terms.effects_permanents import Designate, RemoveAllCounters
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.effects_zones import ReturnToHand
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.trigger_events import BecomesDesignated
from tests.support.acting import count, handle, instant, onward, settled, until
from tests.support.boards import FOREST, play
from tests.support.shown import shows

CREATURE = TargetSpec(Filter(types=("creature",)))


def on_own(name: str, effect: Term) -> Proto:
    return instant(name, effect, targets=(CREATURE,))


MOLD = on_own("Mold", CopyToken(Fixed(1), TargetRef(0), You()))
BOUNCE = on_own("Bounce", ReturnToHand(TargetRef(0)))
STRIP = on_own("Strip", RemoveAllCounters(TargetRef(0)))

GIANT = "{1}: Monstrosity 3.\nWhen Own becomes monstrous, you gain 1 life.\nAs long as Own is monstrous, it has flying."


def card(text: str) -> Proto:
    """A 2/3 of these words for {R}, all of it usable."""
    facts = {"name": "Own", "type_line": "Creature — Giant", "mana_cost": "{R}", "power": "2", "toughness": "3"}
    found = compile_card({**facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(own: Proto, *hand: Proto) -> State:
    layout = Layout(2)
    layout.put(own, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def monstrosity(state: State) -> State:
    return settled(play(state, Choice("activate", 0, handle(state, "Own"))))


def cast(state: State, name: str) -> State:
    targets = () if name == "Own" else (handle(state, "Own"),)
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=targets)))


def sizes(state: State) -> set[tuple[object, bool]]:
    """Power and flight of everything called Own on the battlefield."""
    own = [
        h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.proto and r.cls.proto.name == "Own"
    ]
    return {(power(state, h), "flying" in view(state, h).keywords) for h in own}


@shows(Designate, IsDesignated, BecomesDesignated)
def test_701_37a_only_what_is_not_monstrous_gets_counters_and_becomes_monstrous() -> None:
    state = laid(card(GIANT))
    assert sizes(state) == {(2, False)}
    state = monstrosity(state)
    assert sizes(state) == {(5, True)} and state.rows[1].get("life") == 21
    state = monstrosity(state)
    assert sizes(state) == {(5, True)} and state.rows[1].get("life") == 21


def test_701_37b_what_lost_its_counters_or_saw_a_turn_end_stays_monstrous() -> None:
    state = cast(monstrosity(laid(card(GIANT), STRIP)), "Strip")
    assert sizes(state) == {(2, True)}
    assert sizes(monstrosity(state)) == {(2, True)}
    assert sizes(until(state, "main1", 1)) == {(2, True)}


def test_701_37b_what_left_the_battlefield_is_not_monstrous_as_it_comes_back() -> None:
    state = cast(monstrosity(laid(card(GIANT), BOUNCE)), "Bounce")
    assert count(state, "Own", "hand") == 1
    state = cast(state, "Own")
    assert sizes(state) == {(2, False)}
    state = monstrosity(state)
    assert sizes(state) == {(5, True)} and state.rows[1].get("life") == 22


def test_701_37b_a_copy_is_not_monstrous() -> None:
    assert sizes(cast(monstrosity(laid(card(GIANT), MOLD)), "Mold")) == {(5, True), (2, False)}


def test_400_7_a_card_that_left_in_response_is_no_permanent_that_becomes_monstrous() -> None:
    state = laid(card(GIANT), BOUNCE)
    state = play(state, Choice("activate", 0, handle(state, "Own")))
    state = cast(state, "Bounce")
    assert count(state, "Own", "hand") == 1 and state.rows[1].get("life") == 20
    assert sizes(cast(state, "Own")) == {(2, False)}


@pytest.mark.parametrize(
    "text",
    [
        "{X}: Monstrosity X.\nWhen Own becomes monstrous, you gain X life.",  # 701.37c
        "{1}: Target creature becomes monstrous.",
    ],
)
def test_701_37c_what_is_not_carried_out_is_not_read(text: str) -> None:
    found = compile_card({"name": "Own", "type_line": "Creature — Giant", "oracle_text": text, "power": "1"})
    assert not found.complete


def struck(state: State) -> State:
    """The attack of the first player with Own alone, up to the main phase behind it."""
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    made = read_sentence(state, "p1: attack with Own")
    assert isinstance(made, Choice), made
    state = play(state, made)
    while state.game.prop("step") != "main2":
        state = onward(state)
    return state


@pytest.mark.parametrize(
    ("text", "power_then"),
    [
        ("Renown 2", 4),
        ("Renown 1\nRenown 1", 3),  # 702.112c: the second one to resolve has no effect
    ],
)
def test_702_112a_damage_to_a_player_makes_a_creature_renowned_once(text: str, power_then: int) -> None:
    state = struck(laid(card(f"{text}\nWhenever a creature you control becomes renowned, you gain 1 life.")))
    assert sizes(state) == {(power_then, False)}
    assert state.rows[1].get("life") == 21 and state.rows[2].get("life") == 18
    state = struck(until(until(state, "main1", 1), "main1", 0))
    assert sizes(state) == {(power_then, False)}
    assert state.rows[1].get("life") == 21 and state.rows[2].get("life") == 18 - power_then


def test_702_112b_renowned_and_monstrous_are_two_designations() -> None:
    text = "{1}: Monstrosity 1.\nRenown 1\nAs long as Own is renowned, it has flying."
    assert sizes(monstrosity(laid(card(text)))) == {(3, False)}
    assert sizes(struck(monstrosity(laid(card(text))))) == {(4, True)}
