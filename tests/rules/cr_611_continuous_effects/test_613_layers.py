"""Continuous effects: rules 604, 611 and 613."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.layers import LAYERS, LAYERS_OF
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution.effects_continuous import with_mark
from reiterate.state.model import Row, State
from reiterate.terms.abilities import Activated, Enchant, Keyword, Static
from reiterate.terms.conditions import Controls, LifeIs, Not
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_continuous import Forbid, GainKeywords, LoseKeywords, Pump, SetBasePT, SwitchPT
from reiterate.terms.effects_permanents import PutCounters
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed
from reiterate.terms.references import Compare, Filter, Host, TargetRef, TargetSpec, This
from reiterate.terms.replacement_effects import EntersTapped, EntersWithCounters
from reiterate.terms.static_effects import BasePT, CantDo, DoesntUntap, GrantAbilities, ModifyPT, StaticEffect
from tests.support.boards import BEAR, CREATURE, LORD, creature, named, play, resolve

MINE = Filter(types=("creature",), controller="you")


def size(state: State, row: int) -> tuple[Amount, Amount]:
    return power(state, row), toughness(state, row)


def under(effect: StaticEffect, proto: Proto = BEAR, n: int = 1, **more: object) -> tuple[State, int]:
    """A board with a source of a static effect and a creature; the creature's row."""
    layout = Layout(2)
    row = layout.put(proto, 0, **more)  # type: ignore[arg-type] # the arguments of put
    layout.put(creature("Source", 1, 1, Static(effect)), 0, n=n)
    return layout.done(), row


def test_613_1f_granted_abilities_and_keywords() -> None:
    gift = Activated((ManaCost(("1",)),), (Pump(This(), Fixed(1), Fixed(1)),))
    state, row = under(GrantAbilities(MINE, (gift, Keyword("haste"))))
    assert view(state, row).activated == (gift,)
    assert "haste" in view(state, row).keywords
    layout = Layout(2)
    theirs = layout.put(BEAR, 1)
    layout.put(creature("Source", 1, 1, Static(GrantAbilities(MINE, (gift,)))), 0)
    assert not view(layout.done(), theirs).activated


def test_613_4b_base_power_comes_before_counters_and_anthems() -> None:
    state, row = under(BasePT(MINE, 0, 5), counters={"+1/+1": 2})
    assert size(state, row) == (2, 7)


def test_613_4c_anthems_counters_and_pumps_add() -> None:
    state, row = under(ModifyPT(MINE, Fixed(1), Fixed(-1)), n=1, counters={"+1/+1": 3})
    assert size(state, row) == (6, 4)
    state, row = under(ModifyPT(MINE, Fixed(1), Fixed(0)), n=10**20)
    assert size(state, row) == (2 + 10**20, 2)


def test_613_4c_a_group_of_lords_lifts_each_other() -> None:
    layout = Layout(2)
    lords, bear = layout.put(LORD, 0, n=3), layout.put(BEAR, 0)
    state = layout.done()
    assert size(state, lords) == (4, 4)
    assert size(state, bear) == (5, 5)


def test_613_4c_an_effect_that_counts_follows_the_count() -> None:
    layout = Layout(2)
    counter = creature("Counter", 0, 1, Static(ModifyPT(This(), CountOf(MINE), Fixed(0))))
    row = layout.put(counter, 0)
    bears = layout.put(BEAR, 0, n=4)
    sac = layout.put(
        creature(
            "Maker", 1, 1, Activated((), (PutCounters(TargetRef(0), "-1/-1", Fixed(2)),), (TargetSpec(CREATURE),))
        ),
        0,
    )
    state = layout.done()
    assert power(state, row) == 6
    state = resolve(play(state, Choice("activate", 0, sac, targets=(bears,))))
    assert power(state, row) == 5


def marked(*effects: object) -> tuple[State, int]:
    layout = Layout(2)
    row = layout.put(creature("Self", 1, 3, *[Activated((), (e,)) for e in effects]), 0)  # type: ignore[arg-type] # the tests pass effects
    state = layout.done()
    for i in range(len(effects)):
        state = resolve(play(state, Choice("activate", 0, row, i)))
    return state, row


def test_613_4d_switching_comes_last_and_twice_is_nothing() -> None:
    state, row = marked(SwitchPT(This()), Pump(This(), Fixed(2), Fixed(0)))
    assert size(state, row) == (3, 3)
    state, row = marked(SwitchPT(This()), SwitchPT(This()))
    assert size(state, row) == (1, 3)
    assert not state.rows[row].cls.marks


def test_613_4b_until_end_of_turn_the_later_base_replaces_the_earlier() -> None:
    state, row = marked(SetBasePT(This(), 7, 7), SetBasePT(This(), 2, 4), Pump(This(), Fixed(1), Fixed(1)))
    assert size(state, row) == (3, 5)
    assert len(state.rows[row].cls.marks) == 1


def test_613_1f_gained_and_lost_keywords_compose() -> None:
    state, row = marked(GainKeywords(This(), ("flying",)), LoseKeywords(This(), ("flying",)))
    assert "flying" not in view(state, row).keywords
    again = state.rows[row].cls.marks
    for _ in range(1000):
        again = with_mark(with_mark(again, GainKeywords(This(), ("flying",))), LoseKeywords(This(), ("flying",)))
    assert again == state.rows[row].cls.marks
    state, row = marked(LoseKeywords(This(), ("flying",)), GainKeywords(This(), ("flying", "haste")))
    assert {"flying", "haste"} <= view(state, row).keywords


def test_611_3a_a_condition_switches_a_static_ability() -> None:
    for value, expected in ((20, 3), (21, 2)):
        layout = Layout(2)
        row = layout.put(BEAR, 0)
        layout.put(creature("Source", 1, 1, Static(ModifyPT(MINE, Fixed(1), Fixed(0)), LifeIs(">=", value))), 0)
        assert power(layout.done(), row) == expected


def test_613_1_an_effect_on_tapped_creatures_follows_tapping() -> None:
    layout = Layout(2)
    tapper = layout.put(creature("Tapper", 1, 1, Activated((), (Pump(This(), Fixed(0), Fixed(0)),))), 0, tapped=True)
    layout.put(
        creature("Source", 1, 1, Static(ModifyPT(Filter(types=("creature",), tapped=True), Fixed(2), Fixed(2)))), 0
    )
    assert power(layout.done(), tapper) == 3


def test_604_3_an_aura_changes_only_its_host() -> None:
    aura = Proto(
        "Aura", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), Static(ModifyPT(Host(), Fixed(3), Fixed(3))))
    )
    layout = Layout(2)
    bear, other = layout.put(BEAR, 0), layout.put(BEAR, 0)
    layout.attach(layout.put(aura, 0), bear)
    state = layout.done()
    assert (power(state, bear), power(state, other)) == (5, 2)


def test_614_1c_enters_tapped_and_with_counters() -> None:
    layout = Layout(2)
    late = creature(
        "Late", 1, 1, Static(EntersTapped()), Static(EntersWithCounters("+1/+1", CountOf(CREATURE))), cost=()
    )
    layout.put(BEAR, 1, n=4)
    card = layout.put(late, 0, "hand")
    (row,) = named(resolve(play(layout.done(), Choice("cast", 0, card))), "Late")
    assert row.cls.tapped
    assert row.get("counter.+1/+1") == 4


def test_613_11_what_cannot_be_done() -> None:
    state, row = under(CantDo(MINE, "block"))
    assert view(state, row).cant == {"block"}
    state, row = marked(Forbid(This(), "attack"))
    assert view(state, row).cant == {"attack"}


def test_502_3_does_not_untap_is_known() -> None:
    state, row = under(DoesntUntap(MINE))
    assert view(state, row).no_untap


def test_613_8_a_granted_static_ability_applies_too() -> None:
    state, row = under(GrantAbilities(MINE, (Static(ModifyPT(This(), Fixed(1), Fixed(1))),)))
    assert power(state, row) == 3


def test_613_8_an_effect_waits_for_the_one_it_depends_on() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0)
    winged = Filter(types=("creature",), keyword="flying")
    layout.put(creature("Tailwind", 1, 1, Static(GrantAbilities(winged, (Keyword("haste"),)))), 0)
    assert "haste" not in view(layout.done(), row).keywords
    layout.put(creature("Feathers", 1, 1, Static(GrantAbilities(MINE, (Keyword("flying"),)))), 0)
    assert view(layout.done(), row).keywords >= {"flying", "haste"}


def test_613_7_the_later_effect_wins() -> None:
    for first, second in ((0, 5), (5, 0)):
        layout = Layout(2)
        row = layout.put(BEAR, 0)
        for base in (first, second):
            layout.put(creature(f"Source {base}", 1, 9, Static(BasePT(MINE, base, 9))), 0)
        assert power(layout.done(), row) == second


def test_613_1_layers_are_a_list_in_order() -> None:
    assert [number for number, _, _ in LAYERS] == ["1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d"]
    assert {layer for layers in LAYERS_OF.values() for layer in layers} == {"4", "5", "6", "7a", "7b", "7c", "7d"}


def test_613_7_losing_what_another_effect_grants_goes_by_timestamps() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0)
    layout.put(creature("Feathers", 1, 1, Static(GrantAbilities(MINE, (Keyword("flying"),)))), 0)
    state = layout.done()
    cls = state.rows[row].cls
    grounded = cls.but("marks", with_mark(cls.marks, LoseKeywords(This(), ("flying",))))
    state.rows[row] = Row(grounded, {}, 1, {})
    assert "flying" not in view(state, row).keywords


BIG = Controls(Filter(types=("creature",), controller="you", compare=Compare("power", ">=", 4)))


def test_613_11_restrictions_that_read_each_others_power() -> None:
    """Two gods that each can't attack unless another creature is big: each asks for the size of the other."""
    other = Filter(types=("creature",), controller="you", another=True, compare=Compare("power", ">=", 4))
    for sizes, held_back in (((5, 3), (True, False)), ((5, 5), (False, False)), ((3, 3), (True, True))):
        layout = Layout(2)
        gods = [
            layout.put(creature(f"God {i}", size, 5, Static(CantDo(This(), "attack"), Not(Controls(other)))), 0)
            for i, size in enumerate(sizes)
        ]
        state = layout.done()
        assert tuple("attack" in view(state, god).cant for god in gods) == held_back


def test_613_4_a_condition_on_power_reads_what_comes_out_of_all_layers() -> None:
    gift = Static(GrantAbilities(MINE, (Keyword("trample"),)), BIG)
    for anthem, tramples in ((1, False), (2, True)):
        layout = Layout(2)
        layout.put(creature("Ferocious", 1, 1, gift), 0)
        bear = layout.put(BEAR, 0)
        layout.put(creature("Anthem", 0, 9, Static(ModifyPT(MINE, Fixed(anthem), Fixed(0)))), 0)
        assert ("trample" in view(layout.done(), bear).keywords) is tramples


def test_613_4_a_condition_on_power_that_undoes_itself_is_refused() -> None:
    shrinks = Static(ModifyPT(MINE, Fixed(-3), Fixed(0)), BIG)
    layout = Layout(2)
    row = layout.put(creature("Paradox", 4, 4, shrinks), 0)
    with pytest.raises(Unsupported, match="power or toughness"):
        view(layout.done(), row)
