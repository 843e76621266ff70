"""Classes and their levels (716). Every result was worked out from the rules before it was played."""

from __future__ import annotations

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.conditions import HasLevel
from reiterate.terms.effects_permanents import SetLevel
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.trigger_events import LevelReached
from tests.support.acting import handle, instant, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows

MOLD = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(Filter(types=("enchantment",))),))

TEXT = """(Gain the next level as a sorcery to add its ability.)
Creatures you control get +1/+0.
{R}: Level 2
When this Class becomes level 2, you gain 3 life.
Creatures you control get +1/+0.
{R}{R}: Level 3
{R}: You gain 1 life."""


def own_class(text: str = TEXT) -> Proto:
    """A Class of these words, all of it usable."""
    made = compile_card(
        {"name": "Own", "type_line": "Enchantment — Class", "mana_cost": "{R}", "layout": "class", "oracle_text": text}
    )
    assert fully_usable(made), made.missing
    return made.proto


def laid(*hand: Proto, step: str = "main1") -> State:
    layout = Layout(2, step=step)
    layout.put(own_class(), 0)
    layout.put(BEAR, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def open_to(state: State) -> list[int]:
    """Which of the activated abilities of the Class are offered, in printed order."""
    row = handle(state, "Own")
    return sorted(o.index for o in options(state) if o.row == row and o.verb == "activate")


def level(state: State, index: int) -> State:
    return settled(play(state, Choice("activate", 0, handle(state, "Own"), index)))


@shows(SetLevel, HasLevel, LevelReached)
def test_716_2a_each_level_is_gained_from_the_one_before_and_adds_what_stands_below_its_bar() -> None:
    state = laid()
    assert open_to(state) == [0] and power(state, handle(state, "Bear")) == 3
    state = level(state, 0)
    assert open_to(state) == [1] and power(state, handle(state, "Bear")) == 4 and state.rows[1].get("life") == 23
    state = level(state, 1)
    assert open_to(state) == [2] and power(state, handle(state, "Bear")) == 4 and state.rows[1].get("life") == 23
    assert level(state, 2).rows[1].get("life") == 24


def test_716_2a_a_level_is_gained_as_a_sorcery_alone() -> None:
    assert open_to(laid(step="upkeep")) == []


def test_716_2b_the_level_stays_beyond_the_turn_and_no_copy_has_it() -> None:
    state = level(laid(MOLD), 0)
    state = settled(play(state, Choice("cast", 0, handle(state, "Mold", "hand"), targets=(handle(state, "Own"),))))
    assert power(state, handle(state, "Bear")) == 5  # the copy is level 1: it gives +1/+0 once
    assert state.rows[1].get("life") == 23
    assert power(until(state, "main1", 1), handle(state, "Bear")) == 5
