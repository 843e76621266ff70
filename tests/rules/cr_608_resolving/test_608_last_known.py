"""What has left is known as it last was, with all that effects had made of it (113.7a, 608.2h, 702.15c)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.rules.resolution.stacking import copy_on_stack
from reiterate.state.events import Draft
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.base import Ability
from reiterate.terms.conditions import IsA
from reiterate.terms.costs import RemoveCountersCost, SacrificeCost
from reiterate.terms.effects_continuous import GainAbilities
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.effects_structure import Branch
from reiterate.terms.effects_zones import ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, StatOf
from reiterate.terms.references import (
    Compare,
    Each,
    Filter,
    Host,
    Linked,
    Result,
    Subject,
    TargetRef,
    TargetSpec,
    That,
    This,
    You,
)
from reiterate.terms.replacement_effects import Changed, ChangeDamage, PreventDamage
from reiterate.terms.static_effects import Are, GrantAbilities, ModifyPT
from reiterate.terms.trigger_events import AbilityActivated, DealsDamage, Dies, Enters
from tests.rules.cr_704_state_based_actions.checking import settled
from tests.support.boards import BEAR, CREATURE, creature, life, named, play, tap_ability

ANY = TargetSpec(CREATURE, "any")
ONE = TargetSpec(CREATURE)
MINE = Filter(("creature",), controller="you")
THEIRS = Filter(("creature",), controller="opponent")
SHOT = DealDamage(This(), TargetRef(0), Fixed(1))
KNIGHT = creature("Knight", 2, 2, Keyword("protection", "from black"))
#: Sacrifices a creature: its controller gains 3 life.
ALTAR = Proto("Altar", ("artifact",), abilities=(Activated((SacrificeCost(CREATURE),), (GainLife(You(), Fixed(3)),)),))


def spends(*effects: object, targets: tuple[TargetSpec, ...] = ()) -> Activated:
    """ "Remove a +1/+1 counter: effects"."""
    return Activated((RemoveCountersCost("+1/+1", Fixed(1)),), effects, targets)  # type: ignore[arg-type] # the tests pass effects


def ballista(*abilities: Ability) -> Proto:
    """0/0, "Remove a +1/+1 counter: it deals 1 damage to any target"."""
    return creature("Ballista", 0, 0, spends(SHOT, targets=(ANY,)), *abilities)


def granting(*abilities: Ability) -> Proto:
    """An enchantment that grants abilities to its controller's creatures."""
    return Proto("Grant", ("enchantment",), abilities=(Static(GrantAbilities(MINE, abilities)),))


def making(subject: Subject = MINE, **what: object) -> Proto:
    """An enchantment that makes objects something."""
    return Proto("Making", ("enchantment",), abilities=(Static(Are(subject, **what)),))  # type: ignore[arg-type] # fields by their names


def last_counter(layout: Layout, target: int, *abilities: Ability) -> State:
    """A Ballista shoots its last counter at something, and is gone before the ability resolves."""
    row = layout.put(ballista(*abilities), 0, counters={"+1/+1": 1})
    state = play(layout.done(), Choice("activate", 0, row, targets=(target,)))
    assert not named(state, "Ballista") and state.stack
    written = state_to_json(state)
    assert state_to_json(state_from_json(written)) == written
    return settled(state)


# --- keywords ----------------------------------------------------------------------------------------------------


def check_granted_lifelink_is_known() -> None:
    """702.15c: the last known information says whether the source had lifelink, though it was granted."""
    layout = Layout(2)
    layout.put(granting(Keyword("lifelink")), 0)
    state = last_counter(layout, 2)
    assert [life(state, seat) for seat in (0, 1)] == [21, 19]


def test_702_15c_granted_lifelink_of_what_has_left() -> None:
    check_granted_lifelink_is_known()


def test_702_2e_granted_deathtouch_of_what_has_left() -> None:
    layout = Layout(2)
    layout.put(granting(Keyword("deathtouch")), 0)
    wall = layout.put(creature("Wall", 0, 9), 1)
    assert not named(last_counter(layout, wall), "Wall")


@pytest.mark.parametrize("word", ["infect", "wither"])
def test_702_80c_and_702_90e_granted_counters_of_what_has_left(word: str) -> None:
    layout = Layout(2)
    layout.put(granting(Keyword(word)), 0)
    wall = layout.put(creature("Wall", 0, 9), 1)
    (left,) = named(last_counter(layout, wall), "Wall")
    assert (left.get("counter.-1/-1"), left.get("damage")) == (1, 0)


def test_702_90b_granted_infect_of_what_has_left_poisons() -> None:
    layout = Layout(2)
    layout.put(granting(Keyword("infect")), 0)
    state = last_counter(layout, 2)
    assert (life(state, 1), state.rows[2].get("counter.poison")) == (20, 1)


def test_702_15c_lifelink_that_an_effect_took_away_is_not_known() -> None:
    layout = Layout(2)
    hush = Static(Are(MINE, colors=("U",), clear=True, abilities=(spends(SHOT, targets=(ANY,)),)))
    layout.put(Proto("Hush", ("enchantment",), abilities=(hush,)), 0)
    state = last_counter(layout, 2, Keyword("lifelink"))
    assert [life(state, seat) for seat in (0, 1)] == [20, 19]


def test_608_2h_a_trigger_of_what_was_sacrificed_in_response() -> None:
    """Enters: deals 2 damage; sacrificed in response under granted lifelink and deathtouch."""
    layout = Layout(2)
    layout.put(granting(Keyword("lifelink"), Keyword("deathtouch")), 0)
    shot = DealDamage(This(), TargetRef(0), Fixed(2))
    redcap = creature("Redcap", 2, 2, Triggered(Enters(This()), (shot,), (ANY,)), cost=("0",))
    altar, wall = layout.put(ALTAR, 0), layout.put(creature("Wall", 0, 9), 1)
    card = layout.put(redcap, 0, "hand")
    state = play(layout.done(), Choice("cast", 0, card), Choice("pass", 0), Choice("pass", 1))
    state = play(state, Choice("target", 0, targets=(wall,)))
    here = next(h for h, r in state.rows.items() if r.cls.proto == redcap and r.cls.zone == "battlefield")
    state = settled(play(state, Choice("activate", 0, altar, picks=((here, 1),))))
    assert not named(state, "Wall") and life(state, 0) == 25


# --- colours and types -------------------------------------------------------------------------------------------


def check_protection_from_what_has_left() -> None:
    """702.16e: damage by a source that was black as it left is prevented by protection from black."""
    layout = Layout(2)
    layout.put(making(colors=("B",), sets_colors=True), 0)
    layout.put(KNIGHT, 1)
    layout.put(BEAR, 1)
    row = layout.put(creature("Sweeper", 0, 0, spends(DealDamage(This(), Each(THEIRS), Fixed(2)))), 0, counters={"+1/+1": 1})  # fmt: skip
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert named(state, "Knight") and not named(state, "Bear")


def test_702_16e_protection_from_what_has_left() -> None:
    check_protection_from_what_has_left()


def test_702_16b_a_target_that_has_protection_from_what_has_left_is_illegal() -> None:
    """608.2b: the target gains protection in response; the source is gone, and was black."""
    layout = Layout(2)
    layout.put(making(colors=("B",), sets_colors=True), 0)
    bear = layout.put(BEAR, 1)
    gift = GainAbilities(TargetRef(0), (Keyword("protection", "from black"),))
    giver = layout.put(creature("Giver", 1, 1, tap_ability(gift, targets=(ONE,))), 1)
    row = layout.put(creature("Killer", 0, 0, spends(Destroy(TargetRef(0)), targets=(ONE,))), 0, counters={"+1/+1": 1})
    state = play(layout.done(), Choice("activate", 0, row, targets=(bear,)), Choice("pass", 0))
    state = settled(play(state, Choice("activate", 1, giver, targets=(bear,))))
    assert named(state, "Bear")


def rat(*, black: bool) -> Proto:
    """Enters: destroy target creature of an opponent."""
    ability = Triggered(Enters(This()), (Destroy(TargetRef(0)),), (TargetSpec(THEIRS),))
    return Proto("Rat", ("creature",), (), (), ("B",) if black else (), ("0",), 1, 1, None, (ability,))


def check_triggers_have_sources() -> None:
    """702.16b: a creature with protection from black is no legal target of a black creature's trigger."""
    layout = Layout(2)
    layout.put(KNIGHT, 1)
    layout.put(BEAR, 1)
    card = layout.put(rat(black=True), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert named(state, "Knight") and not named(state, "Bear"), "the Bear is the only legal target"


def test_702_16b_a_trigger_may_not_target_what_is_protected_from_its_source() -> None:
    check_triggers_have_sources()


def test_702_16b_protection_gained_before_a_trigger_resolves_makes_its_target_illegal() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    gift = GainAbilities(TargetRef(0), (Keyword("protection", "from black"),))
    giver = layout.put(creature("Giver", 1, 1, Keyword("shroud"), tap_ability(gift, targets=(ONE,))), 1)
    card = layout.put(rat(black=True), 0, "hand")
    state = play(layout.done(), Choice("cast", 0, card), Choice("pass", 0), Choice("pass", 1), Choice("pass", 0))
    state = settled(play(state, Choice("activate", 1, giver, targets=(bear,))))
    assert named(state, "Bear")


@pytest.mark.parametrize(("of", "dealt"), [(("B",), 2), (("R",), 1)])
def test_614_1a_damage_is_doubled_by_the_colour_that_a_source_had(of: tuple[str, ...], dealt: int) -> None:
    layout = Layout(2)
    layout.put(making(colors=("B",), sets_colors=True), 0)
    twice = ChangeDamage(Filter(colors=of, controller="you"), "any", Changed(by=2))
    layout.put(Proto("Furnace", ("enchantment",), abilities=(Static(twice),)), 0)
    assert life(last_counter(layout, 2), 1) == 20 - dealt


@pytest.mark.parametrize("artifacts", [False, True])
def test_608_2h_the_types_of_a_sacrificed_creature_are_those_it_had(artifacts: bool) -> None:
    layout = Layout(2)
    if artifacts:
        layout.put(making(types=("artifact",)), 0)
    check = Branch(IsA(Result(), Filter(("artifact",))), (GainLife(You(), Fixed(5)),))
    altar = layout.put(
        Proto("Forge", ("enchantment",), abilities=(Activated((SacrificeCost(CREATURE),), (check,)),)), 0
    )
    bear = layout.put(BEAR, 0)
    state = settled(play(layout.done(), Choice("activate", 0, altar, picks=((bear, 1),))))
    assert life(state, 0) == (25 if artifacts else 20)


@pytest.mark.parametrize("artifacts", [False, True])
def test_602_2_what_watches_abilities_sees_what_their_source_was(artifacts: bool) -> None:
    layout = Layout(2)
    if artifacts:
        layout.put(making(types=("artifact",)), 0)
    seer = Triggered(AbilityActivated("you", Filter(("artifact", "creature"))), (GainLife(You(), Fixed(5)),))
    layout.put(Proto("Seer", ("enchantment",), abilities=(seer,)), 0)
    state = last_counter(layout, 2)
    assert life(state, 0) == (25 if artifacts else 20)


# --- sizes and what it was attached to ---------------------------------------------------------------------------


@pytest.mark.parametrize(("lift", "gained"), [(1, 0), (2, 5)])
def test_608_2h_the_size_that_what_died_had_is_compared(lift: int, gained: int) -> None:
    layout = Layout(2)
    layout.put(Proto("Lift", ("enchantment",), abilities=(Static(ModifyPT(MINE, Fixed(lift), Fixed(0))),)), 0)
    big = IsA(That(), Filter(("creature",), compare=Compare("power", ">=", 4)))
    wake = Triggered(Dies(CREATURE), (Branch(big, (GainLife(You(), Fixed(5)),)),))
    layout.put(Proto("Wake", ("enchantment",), abilities=(wake,)), 0)
    altar, bear = layout.put(ALTAR, 0), layout.put(BEAR, 0)
    state = settled(play(layout.done(), Choice("activate", 0, altar, picks=((bear, 1),))))
    assert life(state, 0) == 23 + gained


def test_608_2h_a_power_of_nothing_is_nothing_and_not_what_is_printed() -> None:
    layout = Layout(2)
    layout.put(Proto("Weak", ("enchantment",), abilities=(Static(ModifyPT(MINE, Fixed(-2), Fixed(0))),)), 0)
    wake = Triggered(Dies(CREATURE), (GainLife(You(), StatOf("power", That())),))
    layout.put(Proto("Wake", ("enchantment",), abilities=(wake,)), 0)
    altar, bear = layout.put(ALTAR, 0), layout.put(BEAR, 0)
    state = settled(play(layout.done(), Choice("activate", 0, altar, picks=((bear, 1),))))
    assert life(state, 0) == 23


def check_what_it_was_attached_to() -> None:
    """113.7a: "enchanted creature" of an Aura sacrificed for its own ability is the creature that it enchanted."""
    doom = Activated((SacrificeCost(),), (Destroy(Host()),))
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    aura = layout.put(Proto("Doom", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), doom)), 0)
    layout.attach(aura, bear)
    state = settled(play(layout.done(), Choice("activate", 0, aura)))
    assert not named(state, "Bear") and not named(state, "Doom")


def test_608_2h_what_something_that_left_was_attached_to() -> None:
    check_what_it_was_attached_to()


def test_608_2h_the_controller_of_what_left_was_who_last_controlled_it() -> None:
    layout = Layout(2)
    layout.put(granting(Keyword("lifelink")), 0)
    row = layout.put(ballista(), 1, controller=0, counters={"+1/+1": 1})
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(2,))))
    assert [life(state, seat) for seat in (0, 1)] == [21, 19]


def test_707_2_a_copy_of_what_left_has_its_copiable_values() -> None:
    """What effects made of it is last known, and no copiable value."""
    layout = Layout(2)
    layout.put(making(colors=("B",), sets_colors=True, types=("artifact",)), 0)
    wake = Triggered(Dies(CREATURE), (CopyToken(Fixed(1), That(), You()),))
    layout.put(Proto("Wake", ("enchantment",), abilities=(wake,)), 0)
    altar, bear = layout.put(ALTAR, 0), layout.put(BEAR, 0)
    state = settled(play(layout.done(), Choice("activate", 0, altar, picks=((bear, 1),))))
    (token,) = named(state, "Bear")
    assert token.cls.proto is not None and (token.cls.proto.types, token.cls.proto.colors) == (("creature",), ())


# --- spells and copies of them -----------------------------------------------------------------------------------


def check_copies_have_qualities() -> None:
    """702.16e, 707.10: a copy of a black spell is a black source, though no card is left of it."""
    sweep = SpellAbility((DealDamage(This(), Each(THEIRS), Fixed(2)),))
    spell = Proto("Sweep", ("instant",), (), (), ("B",), ("0",), abilities=(sweep,))
    layout = Layout(2)
    layout.put(KNIGHT, 1)
    layout.put(BEAR, 1)
    card = layout.put(spell, 0, "hand")
    draft = Draft(play(layout.done(), Choice("cast", 0, card)))
    copy_on_stack(draft, draft.stack[0], 0, 1, False)
    state = play(draft.done(), Choice("pass", 0), Choice("pass", 1))
    assert len(state.stack) == 1 and named(state, "Knight") and not named(state, "Bear")
    assert named(settled(state), "Knight")


def test_702_16e_a_copy_of_a_spell_has_its_colours() -> None:
    check_copies_have_qualities()


def test_609_7_damage_of_a_copy_is_doubled_by_its_colour() -> None:
    shot = SpellAbility((DealDamage(This(), TargetRef(0), Fixed(2)),), (ANY,))
    spell = Proto("Shock", ("instant",), (), (), ("R",), ("0",), abilities=(shot,))
    layout = Layout(2)
    twice = ChangeDamage(Filter(colors=("R",), controller="you"), "any", Changed(by=2))
    layout.put(Proto("Furnace", ("enchantment",), abilities=(Static(twice),)), 0)
    card = layout.put(spell, 0, "hand")
    draft = Draft(play(layout.done(), Choice("cast", 0, card, targets=(2,))))
    copy_on_stack(draft, draft.stack[0], 0, 1, False)
    assert life(settled(draft.done()), 1) == 12


@pytest.mark.parametrize("artifacts", [False, True])
def test_603_2_what_watches_damage_sees_what_a_source_that_left_was(artifacts: bool) -> None:
    layout = Layout(2)
    if artifacts:
        layout.put(making(types=("artifact",)), 0)
    watch = Triggered(DealsDamage(Filter(("artifact", "creature")), "player"), (GainLife(You(), Fixed(5)),))
    layout.put(Proto("Watch", ("enchantment",), abilities=(watch,)), 0)
    assert life(last_counter(layout, 2), 0) == (25 if artifacts else 20)


@pytest.mark.parametrize(("black", "dealt"), [(True, 0), (False, 1)])
def test_615_1_prevention_by_what_a_source_that_left_was(black: bool, dealt: int) -> None:
    layout = Layout(2)
    if black:
        layout.put(making(colors=("B",), sets_colors=True), 0)
    stop = PreventDamage(You(), Filter(("creature",), colors=("B",)))
    layout.put(Proto("Ward", ("enchantment",), abilities=(Static(stop),)), 1)
    assert life(last_counter(layout, 2), 1) == 20 - dealt


def test_607_2a_a_card_linked_to_a_source_that_was_sacrificed_for_its_ability() -> None:
    give = Activated((SacrificeCost(),), (ReturnToBattlefield(Linked()),))
    layout = Layout(2)
    box = layout.put(Proto("Box", ("artifact",), abilities=(give,)), 0)
    layout.link(box, layout.put(BEAR, 0, "exile"))
    state = settled(play(layout.done(), Choice("activate", 0, box)))
    assert named(state, "Bear") and not named(state, "Box")
