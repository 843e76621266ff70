"""Where spells go as they leave the stack: resolved, countered, returned, without a legal target (608.2n, 701.6a, 702.27a, 702.34a)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import SpellAbility, SpellCosts
from reiterate.terms.base import Term
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_spells import CopySpell, CounterSpell
from reiterate.terms.effects_zones import Exile, Move
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This
from tests.support.acting import ANYTHING, around, count, instant
from tests.support.boards import BEAR, play

SPELL = TargetSpec(Filter(), zone="stack")


def shot(how: str) -> Proto:
    """An instant for {R} that deals 1 damage, with flashback or buyback {R}."""
    abilities = (
        SpellAbility((DealDamage(This(), TargetRef(0), Fixed(1)),), (ANYTHING,)),
        SpellCosts((ManaCost(("R",)),), how),
    )
    return Proto("Shot", ("instant",), (), (), ("R",), ("R",), abilities=abilities)


#: What is done to the spell, and how many passes of everybody it takes until it is gone.
WAYS: dict[str, tuple[Term, ...]] = {
    "resolved": (),
    "countered": (CounterSpell(TargetRef(0)),),
    "fizzled": (Destroy(TargetRef(0)),),
    "to hand": (Move(TargetRef(0), "hand"),),
    "exiled": (Exile(TargetRef(0)),),
    "copied": (CopySpell(TargetRef(0)),),
}


def left(how: str, way: str) -> State:
    """The state after a Shot cast in a way on a Bear has left the stack in another."""
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    row = layout.put(shot(how), 0, "graveyard" if how == "flashback" else "hand")
    spec = ANYTHING if way == "fizzled" else SPELL
    answer = layout.put(instant("Answer", *WAYS[way], targets=(spec,)), 0, "hand") if WAYS[way] else -1
    layout.set_player(0, "mana.R", 3)
    state = play(layout.done(), Choice("cast", 0, row, targets=(bear,), how=(how,)))
    if answer >= 0:
        aim = bear if way == "fizzled" else state.stack[0]
        state = play(state, Choice("cast", 0, answer, targets=(aim,)))
    while state.stack:
        state = around(state)
    return state


@pytest.mark.parametrize("way", WAYS)
def test_702_34a_a_spell_cast_with_flashback_is_exiled_however_it_leaves_the_stack(way: str) -> None:
    state = left("flashback", way)
    zones = {zone: count(state, "Shot", zone) for zone in ("exile", "graveyard", "hand", "stack")}
    assert zones == {"exile": 1, "graveyard": 0, "hand": 0, "stack": 0}


@pytest.mark.parametrize(
    ("way", "zone"),
    [
        ("resolved", "hand"),
        ("copied", "hand"),
        ("countered", "graveyard"),
        ("fizzled", "graveyard"),
        ("exiled", "exile"),
    ],
)
def test_702_27a_buyback_returns_the_card_only_as_the_spell_resolves(way: str, zone: str) -> None:
    state = left("buyback", way)
    assert {z: count(state, "Shot", z) for z in ("exile", "graveyard", "hand")} == {
        z: int(z == zone) for z in ("exile", "graveyard", "hand")
    }
