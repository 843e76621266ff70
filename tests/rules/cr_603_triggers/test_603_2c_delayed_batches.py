"""Delayed abilities that trigger once for all that happens at the same time (603.2c, 603.7)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import SacrificeChosen
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_structure import Delayed, Effect
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, EachPlayer, Filter, This
from reiterate.terms.trigger_events import DealsDamage, Dies, Enters, TriggerEvent
from tests.support.acting import GROUPS, ONE, ONE_LIFE, act, instant, settled
from tests.support.boards import BEAR, CREATURE, ELF, creature, life, play
from tests.support.combats import run, struck
from tests.support.texts import said

OURS = Filter(types=("creature",), controller="you")
HITS = DealsDamage(OURS, "player", combat=True, batch=True)
RAT = creature("Rat", 1, 1)
DIES, ENTERS = Dies(CREATURE, batch=True), Enters(OURS, batch=True)
SWEEP = DealDamage(This(), Each(CREATURE), Fixed(2))


def later(trigger: TriggerEvent, *effects: Effect, n: Amount = 1, once: bool = False) -> State:
    """The position after a delayed ability about this was set up beside two kinds of creatures, and a spell of these effects."""
    layout = Layout(2)
    layout.put(BEAR, 0, n=n)
    layout.put(RAT, 0)
    if effects:
        layout.put(instant("Spell", *effects), 0, "hand", n=2)
        layout.set_player(0, "mana.R", 2)
    return settled(act(layout, Delayed(trigger, (ONE_LIFE,), once=once)))


def cast(state: State) -> State:
    return settled(play(state, said(state, "cast Spell")))


@pytest.mark.parametrize("n", [1, 3])
def test_603_2c_combat_damage_of_two_kinds_of_attackers_is_one_event(n: Amount) -> None:
    """A Bear and a Rat deal combat damage to a player at the same time (510.2): 1 life, and not 2."""
    attacking = run(later(HITS, n=n), "all pass to declare attackers", "attack with everything")
    assert life(struck(attacking), 0) == 21


@GROUPS
@pytest.mark.parametrize(
    ("trigger", "effect"), [(DIES, SWEEP), (ENTERS, CreateTokens(Fixed(3), ELF)), (ENTERS, CreateTokens(ONE, ELF))]
)
def test_603_2c_what_dies_or_enters_at_once_is_one_event(trigger: TriggerEvent, effect: Effect, n: Amount) -> None:
    assert life(cast(later(trigger, effect, n=n)), 0) == 21


@pytest.mark.parametrize(("once", "gained"), [(False, 22), (True, 21)])
def test_603_7b_two_spells_are_two_events_and_once_is_once(once: bool, gained: int) -> None:
    state = later(ENTERS, CreateTokens(Fixed(3), ELF), once=once)
    assert life(cast(cast(state)), 0) == gained


def test_603_2c_several_players_who_sacrifice_are_refused_beside_a_delayed_ability_too() -> None:
    with pytest.raises(Unsupported) as refused:
        cast(later(DIES, SacrificeChosen(EachPlayer(), OURS, ONE)))
    assert refused.value.refusal.code == "rule-603.2c"
