"""Damage prevented in part (615.10), entering as a copy of another (616.1c), blocks one by one (509.3b), granted timestamps (613.7a)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Static
from reiterate.terms.effects_continuous import Become, SetBasePT
from reiterate.terms.effects_damage import DealDamage, Prevent
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed
from reiterate.terms.references import Each, EachPlayer, Filter, TargetRef, You
from reiterate.terms.references import This as Itself
from reiterate.terms.replacement_effects import Changed, ChangeDamage, OthersEnterAs, PreventPart
from reiterate.terms.static_effects import Defines
from tests.support.acting import act, count
from tests.support.boards import BEAR, CREATURE, creature, life
from tests.support.shown import shows

ANY = Filter()
BEARS = Filter(("creature",), subtypes=("Bear",), controller="you")
HUGE = 10**30


def hurt(layout: Layout, *more: object, damage: int = 3) -> State:
    """Each player and each creature is dealt damage by a 3/3 Actor of the first player."""
    effects = (
        *more,
        DealDamage(Itself(), EachPlayer(), Fixed(damage)),
        DealDamage(Itself(), Each(CREATURE), Fixed(damage)),
    )
    return act(layout, *effects)  # type: ignore[arg-type] # effects of the language


@shows(PreventPart)
@pytest.mark.parametrize("n", [1, 2, HUGE])
def test_615_10_a_part_of_each_damage_is_prevented_by_each_of_a_group(n: int) -> None:
    layout = Layout(2)
    layout.put(Proto("Sphere", ("enchantment",), abilities=(Static(PreventPart(ANY, You(), 1)),)), 1, n=n)
    state = hurt(layout)
    assert (life(state, 0), life(state, 1)) == (17, 20 - max(0, 3 - n))


def test_615_10_it_looks_at_who_is_dealt_damage_and_by_whom() -> None:
    for by, to, left in (
        (ANY, BEARS, 1),
        (Filter(controller="opponent"), BEARS, 1),
        (Filter(controller="you"), BEARS, 2),
        (Filter(colors=("R",)), BEARS, 2),
        (ANY, Filter(("creature",), subtypes=("Elf",), controller="you"), 2),
    ):
        layout = Layout(2)
        layout.put(Proto("Sphere", ("enchantment",), abilities=(Static(PreventPart(by, to, 1)),)), 1)
        bear = layout.put(creature("Bear", 2, 5), 1)
        assert hurt(layout, damage=2).rows[bear].get("damage") == left


def test_616_1_a_part_prevented_beside_another_effect_on_the_damage_refuses() -> None:
    double = Static(ChangeDamage(ANY, "any", Changed(by=2)))
    for others, more in (((double,), ()), ((), (Prevent(Fixed(1), EachPlayer()),))):
        layout = Layout(2)
        layout.put(Proto("Sphere", ("enchantment",), abilities=(Static(PreventPart(ANY, You(), 1)), *others)), 1)
        with pytest.raises(Unsupported, match="prevented in part"):
            hurt(layout, *more)


COPIER = Static(OthersEnterAs(Filter(("creature",), controller="you")))
ESSENCE = creature("Essence", 6, 6, COPIER)


@shows(OthersEnterAs)
@pytest.mark.parametrize("n", [1, 3, HUGE])
def test_616_1c_what_enters_is_a_copy_of_what_lets_it(n: int) -> None:
    layout = Layout(2)
    layout.put(ESSENCE, 0)
    state = act(layout, CreateTokens(Fixed(n), creature("Elf", 1, 1, token=True)))
    assert count(state, "Essence") == n + 1
    layout = Layout(2)
    layout.put(ESSENCE, 1)
    state = act(layout, CreateTokens(Fixed(n), creature("Elf", 1, 1, token=True)))
    assert count(state, "Elf") == n


def test_616_1c_a_copy_in_two_ways_refuses_and_two_alike_do_not() -> None:
    layout = Layout(2)
    layout.put(ESSENCE, 0, n=2)
    assert count(act(layout, CreateTokens(Fixed(1), creature("Elf", 1, 1, token=True))), "Essence") == 3
    layout = Layout(2)
    layout.put(ESSENCE, 0)
    layout.put(creature("Other", 5, 5, COPIER), 0)
    with pytest.raises(Unsupported, match="copy in two ways"):
        act(layout, CreateTokens(Fixed(1), creature("Elf", 1, 1, token=True)))


def test_604_3a_an_ability_that_an_effect_grants_sets_sizes_in_timestamp_order() -> None:
    graves = Static(Defines(CountOf(CREATURE), CountOf(CREATURE)))
    grown = Become(TargetRef(0), "turn", subtypes=("Plant",), abilities=(graves,))
    for effects, size in (((SetBasePT(TargetRef(0), 5, 5), grown), 2), ((grown, SetBasePT(TargetRef(0), 5, 5)), 5)):
        layout = Layout(2)
        bear = layout.put(BEAR, 0)
        state = act(layout, *effects, aims=(bear,))
        assert power(state, bear) == size
        assert "Plant" in view(state, bear).subtypes
