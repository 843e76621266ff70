"""Abilities whose words ask something of their source without naming it keep it (608.2h, 113.7a).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from typing import get_args

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.events.happenings import reads
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Triggered
from reiterate.terms.conditions import Condition, HasLevel, IsSaddled, OnBattlefield, YourTurn
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import Branch
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.trigger_events import StepBegins
from tests.support.acting import handle, instant, settled
from tests.support.boards import BEAR, FOREST, play

KILL = instant("Kill", Destroy(TargetRef(0)), targets=(TargetSpec(Filter(types=("creature",))),))

MOUNT = "Saddle 2\n"
BAR = "{R}: Level 2\n"
#: What is done in any case, and what besides where the source is saddled or of level 2: 608.2c.
SADDLED = "You gain 1 life. If this creature is saddled, you gain 2 life."
LEVELLED = "You gain 1 life. If this Class is level 2 or greater, you gain 2 life."
DIES = "Whenever another creature you control dies, y"
ASKED = "{R}: "


def card(text: str, type_line: str) -> Proto:
    """A card of these words, all of it usable."""
    layout = "class" if "Class" in type_line else "normal"
    facts = {"name": "Own", "type_line": type_line, "mana_cost": "{R}", "power": "2", "toughness": "3"}
    found = compile_card({**facts, "oracle_text": text, "layout": layout})
    assert fully_usable(found), found.missing
    return found.proto


def mount(text: str) -> Proto:
    return card(MOUNT + text, "Creature — Horse Mount")


def laid(own: Proto, *hand: Proto) -> State:
    layout = Layout(2)
    layout.put(own, 0)
    layout.put(BEAR, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def saddled(state: State) -> State:
    """Own, saddled by the Bear (702.171a)."""
    return settled(play(state, Choice("activate", 0, handle(state, "Own"), picks=((handle(state, "Bear"), 1),))))


def killed(state: State, name: str) -> State:
    """The state in which the spell that destroys something has been cast on it, and nothing has resolved."""
    return play(state, Choice("cast", 0, handle(state, "Kill", "hand"), targets=(handle(state, name),)))


def life(state: State) -> object:
    return state.rows[1].get("life")


@pytest.mark.parametrize(("ready", "result"), [(True, 23), (False, 21)])
def test_702_171b_a_waiting_ability_asks_whether_its_source_is_saddled(ready: bool, result: int) -> None:
    state = laid(mount(DIES + SADDLED[1:]), KILL)
    state = saddled(state) if ready else state
    assert life(settled(killed(state, "Bear"))) == result


@pytest.mark.parametrize(("ready", "result"), [(True, 23), (False, 21)])
def test_702_171b_an_activated_ability_asks_whether_its_source_is_saddled(ready: bool, result: int) -> None:
    state = laid(mount(ASKED + SADDLED))
    state = saddled(state) if ready else state
    assert life(settled(play(state, Choice("activate", 0, handle(state, "Own"), 1)))) == result


@pytest.mark.parametrize(("ready", "result"), [(True, 23), (False, 21)])
def test_608_2h_a_source_that_has_left_is_saddled_as_it_last_was(ready: bool, result: int) -> None:
    # The Mount is destroyed in response to its own ability: 113.7a lets the ability resolve, with what is last known.
    state = laid(mount(ASKED + SADDLED), KILL)
    state = saddled(state) if ready else state
    state = play(state, Choice("activate", 0, handle(state, "Own"), 1))
    assert life(settled(killed(state, "Own"))) == result


@pytest.mark.parametrize(("ready", "result"), [(True, 23), (False, 21)])
def test_716_2d_a_waiting_ability_asks_for_the_level_of_its_source(ready: bool, result: int) -> None:
    state = laid(
        card(DIES.replace("another", "a") + LEVELLED[1:] + "\n" + BAR + "You have hexproof.", "Enchantment — Class"),
        KILL,
    )
    if ready:
        state = settled(play(state, Choice("activate", 0, handle(state, "Own"))))
    assert life(settled(killed(state, "Bear"))) == result


@pytest.mark.parametrize(("ready", "result"), [(True, 23), (False, 21)])
def test_608_2h_a_class_that_has_left_has_the_level_that_it_last_had(ready: bool, result: int) -> None:
    # This Class is a creature too, so that the spell can destroy it.
    own = card(ASKED + LEVELLED + "\n" + BAR + "You have hexproof.", "Enchantment Creature — Class")
    state = laid(own, KILL)
    if ready:
        state = settled(play(state, Choice("activate", 0, handle(state, "Own"), 1)))
    state = play(state, Choice("activate", 0, handle(state, "Own"), 0))
    assert life(settled(killed(state, "Own"))) == result


def test_608_2h_each_condition_without_a_field_for_the_source_says_whether_it_asks_of_it() -> None:
    watched = StepBegins("upkeep", "you")

    def kept(condition: Condition) -> bool:
        return "This" in reads(Triggered(watched, (Branch(condition, (GainLife(You(), Fixed(1)),)),)))

    assert kept(IsSaddled()) and kept(HasLevel(2)) and kept(OnBattlefield())
    assert not kept(YourTurn())
    for node in get_args(Condition):
        if not node.__struct_fields__:
            assert kept(node()) == node.says.source, node.__name__
