"""Effects that wait for others of their layer, and static abilities that are granted (613.1f, 613.8)."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Static
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, Greatest
from reiterate.terms.references import Filter, This
from reiterate.terms.static_effects import Are, BasePT, GrantAbilities, ModifyPT, NotType
from tests.support.boards import BEAR, CREATURE, creature


def enchantment(name: str, *effects: object) -> Proto:
    """An enchantment with static abilities."""
    return Proto(name, ("enchantment",), abilities=tuple(Static(effect) for effect in effects))  # type: ignore[arg-type] # the tests pass effects


def anew(state: State) -> State:
    """The position with nothing kept of it."""
    return State(state.rows, state.seqs, state.tally, state.labels, state.fresh)


def test_613_8a_a_colour_effect_waits_for_what_makes_its_objects() -> None:
    """ "White creatures are black as well" applies to what is white only by a newer effect."""
    layout = Layout(2)
    layout.put(enchantment("Night", Are(Filter(("creature",), colors=("W",)), colors=("B",))), 0)
    layout.put(enchantment("Day", Are(CREATURE, colors=("W",), sets_colors=True)), 0)
    bear = layout.put(BEAR, 0)
    assert set(view(layout.done(), bear).colors) == {"W", "B"}


def test_613_8b_a_ring_of_colours_goes_by_timestamp() -> None:
    layout = Layout(2)
    layout.put(enchantment("Night", Are(Filter(("creature",), colors=("W",)), colors=("B",), sets_colors=True)), 0)
    layout.put(enchantment("Day", Are(Filter(("creature",), colors=("B",)), colors=("W",), sets_colors=True)), 0)
    white = layout.put(Proto("White", ("creature",), (), (), ("W",), ("1",), 1, 1), 0)
    black = layout.put(Proto("Black", ("creature",), (), (), ("B",), ("1",), 1, 1), 0)
    state = layout.done()
    assert [view(state, row).colors for row in (white, black)] == [("W",), ("W",)]


def test_613_1f_a_granted_static_ability_affects_others_whoever_is_asked_first() -> None:
    """A creature is given "creatures have base power and toughness 4/4": so have all the others."""
    layout = Layout(2)
    given = Static(BasePT(CREATURE, 4, 4))
    layout.put(enchantment("Gift", GrantAbilities(Filter(("creature",), controller="you"), (given,))), 0)
    mine, other = layout.put(BEAR, 0), layout.put(creature("Other", 1, 1), 1)
    state = layout.done()
    for order in ((mine, other), (other, mine)):
        again = anew(state)
        assert [(power(again, row), toughness(again, row)) for row in order] == [(4, 4), (4, 4)]


def test_613_1f_what_a_granted_ability_would_do_in_an_earlier_layer_is_not_done() -> None:
    """613.6: granted in layer 6, "creatures are artifacts and 3/3" is too late for layer 4 and in time for layer 7b."""
    layout = Layout(2)
    given = Static(Are(CREATURE, types=("artifact",), power=3, toughness=3))
    layout.put(enchantment("Gift", GrantAbilities(Filter(("creature",), controller="you"), (given,))), 0)
    layout.put(BEAR, 0)
    other = layout.put(creature("Other", 1, 1), 1)
    state = layout.done()
    assert (view(state, other).types, power(state, other)) == (("creature",), 3)


def test_613_8a_an_addition_that_reads_power_waits_for_what_changes_it() -> None:
    """613.4c: "+X/+0, X the greatest power among the opponents' creatures" is behind an anthem of theirs, though it is older."""
    layout = Layout(2)
    theirs = Filter(("creature",), controller="opponent")
    reader = creature("Reader", 1, 1, Static(ModifyPT(This(), Greatest("power", theirs), Fixed(0))))
    row = layout.put(reader, 0)
    layout.put(BEAR, 1)
    layout.put(enchantment("Anthem", ModifyPT(Filter(("creature",), controller="you"), Fixed(2), Fixed(2))), 1)
    assert power(layout.done(), row) == 5


#: What isn't a creature, and two effects of which each one makes more objects for the other.
TAME: Final = enchantment("Tame", NotType("creature"))
WAKE: Final = Proto("Wake", ("artifact",), abilities=(Static(Are(Filter(("enchantment",)), types=("creature",))),))
VEIL: Final = Proto("Veil", ("artifact",), abilities=(Static(Are(CREATURE, types=("enchantment",))),))


@pytest.mark.parametrize(
    ("order", "creatures"),
    [
        ((WAKE, VEIL, TAME), False),
        ((VEIL, WAKE, TAME), False),
        ((WAKE, TAME, VEIL), False),
        ((TAME, WAKE, VEIL), True),
        ((VEIL, TAME, WAKE), True),
    ],
    ids=lambda value: "-".join(proto.name for proto in value) if isinstance(value, tuple) else None,
)
def test_613_8b_the_effects_of_a_ring_apply_before_a_newer_one_outside_of_it(
    order: tuple[Proto, ...], creatures: bool
) -> None:
    """ "Enchantments are creatures" and "creatures are enchantments" go by timestamp, among what else there is.

    "Tame isn't a creature" depends on neither: it takes from Tame what an older effect has made it, and no more.
    """
    layout = Layout(2)
    rows = {proto.name: layout.put(proto, 0) for proto in order}
    bear = layout.put(BEAR, 0)
    state = layout.done()
    assert "enchantment" in view(state, bear).types
    assert ("creature" in view(state, rows["Tame"]).types) == creatures
