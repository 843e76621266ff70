"""Whether targets are still legal as something resolves, by what targets them: 113.7a, 608.2b, 702.16b."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.costs import LifeCost, SacrificeCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopySpell
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import GrantAbilities
from reiterate.terms.trigger_events import Enters
from tests.support.boards import BEAR, CREATURE, creature, life, named, play, resolve

CREATURES = (TargetSpec(CREATURE),)
BLACK = Keyword("protection", "from black")
GUARDIAN = Proto(
    "Guardian",
    ("instant",),
    colors=("W",),
    mana_cost=("0",),
    abilities=(SpellAbility((PutCounters(TargetRef(0), "veil", Fixed(1)),), CREATURES),),
)
SHELTER = Proto(  # what has a veil counter has protection from black
    "Shelter",
    ("enchantment",),
    abilities=(Static(GrantAbilities(Filter(types=("creature",), counter="veil"), (BLACK,))),),
)
DOOM = Proto(
    "Doom",
    ("instant",),
    colors=("B",),
    mana_cost=("0",),
    abilities=(SpellAbility((Destroy(TargetRef(0)), GainLife(You(), Fixed(2))), CREATURES),),
)
GREY = Proto("Grey", ("instant",), mana_cost=("0",), abilities=DOOM.abilities)


def answered(spell: Proto, *besides: Proto) -> tuple[State, int]:
    """A spell aimed at a Bear, and the Bear given protection from black in response."""
    layout = Layout(2)
    layout.put(SHELTER, 1)
    for proto in besides:
        layout.put(proto, 0)
    row, bear = layout.put(spell, 0, "hand"), layout.put(BEAR, 1)
    guard = layout.put(GUARDIAN, 1, "hand")
    state = play(layout.done(), Choice("cast", 0, row, targets=(bear,)), Choice("pass", 0))
    state = play(state, Choice("cast", 1, guard, targets=(bear,)), Choice("pass", 1), Choice("pass", 0))
    return state, bear


def test_608_2b_protection_gained_in_response_stops_a_spell() -> None:
    state, _ = answered(DOOM)
    state = resolve(state)
    assert len(named(state, "Bear")) == 1
    assert life(state, 0) == 20, "it doesn't resolve at all"


def test_608_2b_protection_from_another_quality_stops_nothing() -> None:
    state, _ = answered(GREY)
    state = resolve(state)
    assert not named(state, "Bear")
    assert life(state, 0) == 22


def test_608_2b_of_two_targets_the_legal_one_is_affected() -> None:
    both = (TargetSpec(CREATURE), TargetSpec(CREATURE))
    twice = Proto(
        "Twice",
        ("instant",),
        colors=("B",),
        mana_cost=("0",),
        abilities=(SpellAbility((Destroy(TargetRef(0)), Destroy(TargetRef(1))), both),),
    )
    layout = Layout(2)
    layout.put(SHELTER, 1)
    row, bear, other = layout.put(twice, 0, "hand"), layout.put(BEAR, 1), layout.put(creature("Ox", 2, 2), 1)
    guard = layout.put(GUARDIAN, 1, "hand")
    state = play(layout.done(), Choice("cast", 0, row, targets=(bear, other)), Choice("pass", 0))
    state = play(state, Choice("cast", 1, guard, targets=(bear,)), Choice("pass", 1), Choice("pass", 0))
    state = resolve(state)
    assert len(named(state, "Bear")) == 1
    assert not named(state, "Ox")


def test_608_2b_an_aura_spell_too() -> None:
    aura = Proto("Web", ("enchantment",), ("Aura",), colors=("B",), mana_cost=("0",), abilities=(Enchant(CREATURE),))
    layout = Layout(2, step="main1")
    layout.put(SHELTER, 1)
    row, bear = layout.put(aura, 0, "hand"), layout.put(BEAR, 1)
    guard = layout.put(GUARDIAN, 1, "hand")
    state = play(layout.done(), Choice("cast", 0, row, targets=(bear,)), Choice("pass", 0))
    state = play(state, Choice("cast", 1, guard, targets=(bear,)), Choice("pass", 1), Choice("pass", 0))
    state = resolve(state)
    assert [r.cls.zone for r in state.rows.values() if r.cls.proto == aura] == ["graveyard"]


def test_702_16b_a_triggered_ability_targets_for_its_source() -> None:
    drain = Triggered(Enters(This()), (GainLife(You(), Fixed(1)), Destroy(TargetRef(0))), CREATURES)
    for colors, legal in (((), True), (("B",), False)):
        layout = Layout(2)
        imp = Proto("Imp", ("creature",), (), (), colors, ("0",), 1, 1, abilities=(drain, BLACK))
        layout.put(creature("Knight", 2, 2, BLACK), 1)
        row = layout.put(imp, 0, "hand")
        state = resolve(play(layout.done(), Choice("cast", 0, row)))
        if asked(state) == "target":
            knight = next(h for h, r in state.rows.items() if r.cls.proto and r.cls.proto.name == "Knight")
            assert (verify(state, Choice("target", 0, targets=(knight,))) is None) == legal
        else:
            assert not legal, "Imp itself is the only target there is, or none"


def test_113_7a_the_ability_of_a_source_that_is_gone_targets_as_it_last_was() -> None:
    blow = Activated((SacrificeCost(),), (Destroy(TargetRef(0)),), CREATURES)
    for colors, dies in ((("B",), False), (("R",), True)):
        layout = Layout(2)
        layout.put(SHELTER, 1)
        bomb = Proto("Bomb", ("creature",), (), (), colors, ("0",), 1, 1, abilities=(blow,))
        row, bear = layout.put(bomb, 0), layout.put(BEAR, 1)
        guard = layout.put(GUARDIAN, 1, "hand")
        state = play(layout.done(), Choice("activate", 0, row, targets=(bear,)), Choice("pass", 0))
        state = play(state, Choice("cast", 1, guard, targets=(bear,)), Choice("pass", 1), Choice("pass", 0))
        state = resolve(state)
        assert (not named(state, "Bear")) == dies


def test_702_16e_the_copy_of_a_spell_is_a_source_with_its_colours() -> None:
    sweep = Proto(
        "Sweep",
        ("instant",),
        colors=("B",),
        mana_cost=("0",),
        abilities=(SpellAbility((DealDamage(This(), Each(CREATURE), Fixed(2)),)),),
    )
    twin = creature(
        "Twin",
        3,
        3,
        Activated((LifeCost(Fixed(0)),), (CopySpell(TargetRef(0)),), (TargetSpec(Filter(), zone="stack"),)),
    )
    layout = Layout(2)
    row = layout.put(sweep, 0, "hand")
    act = layout.put(twin, 0)
    layout.put(creature("Knight", 2, 2, BLACK), 1)
    layout.put(BEAR, 1)
    state = play(layout.done(), Choice("cast", 0, row))
    state = resolve(play(state, Choice("activate", 0, act, targets=(state.stack[0],))))
    state = resolve(state)
    assert len(named(state, "Knight")) == 1
    assert not named(state, "Bear")
