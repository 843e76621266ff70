"""Amounts of costs, and of counters on what enters, that come out below zero: they are nothing (107.1b).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Ability
from reiterate.terms.costs import EnergyCost, LifeCost
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Greatest
from reiterate.terms.references import This, You
from reiterate.terms.trigger_events import Enters
from tests.support.acting import ONE_LIFE, handle, says, settled
from tests.support.boards import CREATURE, creature, life, play

SHADE = creature("Shade", -1, 4)
OX = creature("Ox", 2, 2)
GREATEST = Greatest("power", CREATURE)


def read(text: str, types: str, **facts: str) -> Proto:
    found = compile_card({"name": "Spring", "type_line": types, "oracle_text": text, **facts})
    assert found.complete, found.missing
    return found.proto


@pytest.mark.parametrize("other", [SHADE, OX])
@pytest.mark.parametrize("spell", [True, False])
def test_601_2f_less_by_a_power_below_zero_is_no_more(other: Proto, spell: bool) -> None:
    """{3}{R}, X less: four mana beside a Shade of -1, two beside an Ox of 2."""
    which = "spell costs {X} less to cast" if spell else "ability costs {X} less to activate"
    less = f"This {which}, where X is the greatest power among creatures you control."
    if spell:
        proto = read(f"{less}\nYou gain 1 life.", "Sorcery", mana_cost="{3}{R}")
    else:
        proto = read(f"{{3}}{{R}}: You gain 1 life. {less}", "Artifact")
    wanted = 4 if other is SHADE else 2
    for there in (wanted - 1, wanted):
        layout = Layout(2)
        row = layout.put(proto, 0, "hand" if spell else "battlefield")
        layout.put(other, 0)
        layout.set_player(0, "mana.R", there)
        state = layout.done()
        made = Choice("cast" if spell else "activate", 0, row)
        offered = [o for o in options(state) if o.row == row]
        assert (verify(state, made) is None) == bool(offered) == (there == wanted)
        if offered:
            after = settled(play(state, first(state, offered[0])))
            assert life(after, 0) == 21 and after.rows[1].get("mana.R") == 0


@pytest.mark.parametrize(("other", "size"), [(SHADE, 3), (OX, 5)])
def test_614_1c_what_enters_with_counters_for_a_power_below_zero_has_none(other: Proto, size: int) -> None:
    text = (
        "This creature enters with X +1/+1 counters on it, where X is the greatest power among creatures you control."
    )
    layout = Layout(2)
    row = layout.put(read(text, "Creature", mana_cost="{0}", power="3", toughness="3"), 0, "hand")
    layout.put(other, 0)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    there = handle(state, "Spring")
    assert power(state, there) == size and state.rows[there].get("counter.+1/+1") == size - 3


@pytest.mark.parametrize(("other", "left"), [(SHADE, 10), (OX, 8)])
@pytest.mark.parametrize("resolving", [True, False])
@pytest.mark.parametrize(("cost", "slot"), [(LifeCost(GREATEST), "life"), (EnergyCost(GREATEST), "counter.energy")])
def test_118_a_payment_below_zero_gives_nothing(
    other: Proto, left: int, resolving: bool, cost: LifeCost | EnergyCost, slot: str
) -> None:
    """Of ten there are ten left beside a Shade of -1, eight beside an Ox of 2."""
    paid: Ability = Activated((cost,), ())
    if resolving:
        paid = Triggered(Enters(This()), (MayPay(You(), (cost,), then=(ONE_LIFE,)),))
    layout = Layout(2)
    row = layout.put(
        Proto("Well", ("artifact",), mana_cost=("0",), abilities=(paid,)), 0, "hand" if resolving else "battlefield"
    )
    layout.put(other, 0)
    layout.set_player(0, slot, 10)
    state = layout.done()
    if resolving:
        state = settled(says(settled(play(state, Choice("cast", 0, row))), "yes"))
    else:
        state = settled(play(state, Choice("activate", 0, row)))
    assert state.rows[1].get(slot) == left + (resolving and slot == "life")
