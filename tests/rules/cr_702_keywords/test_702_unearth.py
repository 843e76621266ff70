"""Unearth (702.84), and permanents that are exiled wherever else they would go (614.1a)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_continuous import ExileLeaving
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_zones import Exile, Move, ReturnToBattlefield, ReturnToHand
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, Result, TargetRef, TargetSpec
from tests.support.acting import count, handle, instant, only, settled, until
from tests.support.boards import FOREST, life, play
from tests.support.combats import combat, passed, run, struck
from tests.support.own_cards import card_read as card
from tests.support.shown import shows

CREATURE = TargetSpec(Filter(types=("creature",)))
BONES = "Unearth {R}"


def ways(name: str, *effects: object) -> Proto:
    return instant(name, *effects, targets=(CREATURE,))  # type: ignore[arg-type] # effects of the language


AWAY = {
    "graveyard": ways("Slay", Destroy(TargetRef(0))),
    "hand": ways("Bounce", ReturnToHand(TargetRef(0))),
    "library": ways("Bury", Move(TargetRef(0), "library", "bottom")),
    "exile": ways("Exile", Exile(TargetRef(0))),
}


def raised(*more: Proto, text: str = BONES) -> State:
    """The position after unearth has resolved in the first main phase."""
    layout = Layout(2)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    row = layout.put(card("Bones", text), 0, "graveyard")
    for proto in more:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    return settled(play(layout.done(), Choice("activate", 0, row)))


@shows(ExileLeaving)
def test_702_84a_it_comes_back_with_haste_and_is_exiled_at_the_next_end_step() -> None:
    layout = Layout(2)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    row = layout.put(card("Bones", BONES), 0, "graveyard")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert count(state, "Bones") == 1 and count(state, "Bones", "graveyard") == 0
    while state.game.prop("step") != "attackers":
        state = play(state, Choice("pass", decider(state)))
    state = settled(struck(settled(run(state, "attack with Bones"))))
    assert life(state, 1) == 18
    state = settled(until(state, "end", 0))
    assert (count(state, "Bones"), count(state, "Bones", "exile"), count(state, "Bones", "graveyard")) == (0, 1, 0)


@pytest.mark.parametrize("zone", AWAY)
def test_702_84a_wherever_it_would_go_it_is_exiled(zone: str) -> None:
    state = raised(AWAY[zone])
    spell = next(h for h, r in state.rows.items() if r.cls.zone == "hand")
    state = settled(play(state, Choice("cast", 0, spell, targets=(handle(state, "Bones"),))))
    assert count(state, "Bones", "exile") == 1
    assert [count(state, "Bones", z) for z in ("battlefield", "graveyard", "hand", "library")] == [0, 0, 0, 0]


def test_614_6_it_never_dies() -> None:
    state = raised(AWAY["graveyard"], text=f"When this creature dies, you gain 5 life.\n{BONES}")
    state = settled(play(state, Choice("cast", 0, handle(state, "Slay", "hand"), targets=(handle(state, "Bones"),))))
    assert life(state, 0) == 20 and count(state, "Bones", "exile") == 1


def test_400_7_what_was_exiled_and_came_back_is_a_new_object_without_all_that() -> None:
    flicker = ways("Flicker", Exile(TargetRef(0)), ReturnToBattlefield(Result()))
    state = raised(flicker, AWAY["graveyard"])
    state = settled(play(state, Choice("cast", 0, handle(state, "Flicker", "hand"), targets=(handle(state, "Bones"),))))
    assert count(state, "Bones") == 1
    later = settled(until(state, "end", 0))
    assert count(later, "Bones") == 1
    state = settled(play(state, Choice("cast", 0, handle(state, "Slay", "hand"), targets=(handle(state, "Bones"),))))
    assert count(state, "Bones", "graveyard") == 1


def test_702_84a_only_as_a_sorcery_and_only_from_the_graveyard() -> None:
    layout = Layout(2)
    row = layout.put(card("Bones", BONES), 0, "graveyard")
    there = layout.put(card("Bones", BONES), 0)
    layout.set_player(0, "mana.R", 1)
    begun = layout.done()
    assert verify(begun, Choice("activate", 0, row)) is None
    assert verify(begun, Choice("activate", 0, there)) is not None
    refused = verify(passed(run(combat(layout), "attack with nothing")), Choice("activate", 0, row))
    assert refused is not None and refused.code == "sorcery-timing"


def test_614_1a_another_card_says_so_of_what_it_returns() -> None:
    text = (
        "{R}: Return target creature card from your graveyard to the battlefield. "
        "If it would leave the battlefield, exile it instead of putting it anywhere else."
    )
    layout = Layout(2)
    dead = layout.put(card("Corpse", ""), 0, "graveyard")
    source = layout.put(card("Whip", text, types="Artifact"), 0)
    slay = layout.put(AWAY["graveyard"], 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = settled(play(layout.done(), Choice("activate", 0, source, targets=(dead,))))
    assert only(state, "Corpse").cls.controller == 0
    state = settled(play(state, Choice("cast", 0, slay, targets=(handle(state, "Corpse"),))))
    assert count(state, "Corpse", "exile") == 1
