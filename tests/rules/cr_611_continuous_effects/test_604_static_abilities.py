"""What static abilities of the wider language do: continuous effects, replacement, rule changes (604, 613, 614)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, Enchant, Keyword, Static, Triggered
from reiterate.terms.base import Ability, Term
from reiterate.terms.conditions import Controls, LifeIs
from reiterate.terms.costs import MillCost
from reiterate.terms.effects_continuous import Require
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import Destroy, PutCounters
from reiterate.terms.effects_players import GainLife, LoseLife, WinLose
from reiterate.terms.effects_spells import CounterSpell, CreateTokens, Except
from reiterate.terms.effects_zones import Discard, Draw, Mill
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import ColorsAmong, CountOf, Fixed, StatOf
from reiterate.terms.references import Compare, Each, EachPlayer, Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    Changed,
    ChangeDamage,
    ChangeDraw,
    ChangeLife,
    ChangeMill,
    ChangeTokens,
    DamageInstead,
    EntersAs,
    EntersChoosing,
    EntersWithCounters,
    LifeInstead,
    ManaTimes,
    OthersEnter,
    SkipDraw,
    WinInstead,
    ZoneInstead,
)
from reiterate.terms.static_effects import (
    Are,
    AttackTax,
    CantHaveCounters,
    CombatToll,
    ControlHost,
    Defines,
    LoseAbilities,
    MayCastFrom,
    ModifyPT,
    NotType,
    PlayerCant,
    SpellCost,
    TurnedAsThough,
)
from reiterate.terms.trigger_events import Dies, Enters, LifeGained
from tests.support.acting import act, around, count, instant, only, pool, question, says, settled, until
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, WARDEN, creature, life, named, play, resolve, tap_ability
from tests.support.shown import shows
from tests.support.texts import card

ONE = Fixed(1)
THEIRS = EachPlayer(True)
MINE = Filter(("creature",), controller="you")
TWICE = Changed(by=2)
PLUS_ONE = Changed(more=1)
HUGE = 10**30
BOLT = instant("Bolt", LoseLife(TargetRef(0), Fixed(3)), targets=(TargetSpec(None, "any"),))


def rule(*effects: Term, name: str = "Rule", condition: Term | None = None) -> Proto:
    """An enchantment with static abilities."""
    return Proto(name, ("enchantment",), abilities=tuple(Static(e, condition) for e in effects))  # type: ignore[arg-type] # parts of the language


def under(*effects: Term, n: int = 1, seat: int = 0, condition: Term | None = None) -> Layout:
    """A layout with ``n`` enchantments that have these static effects."""
    layout = Layout(2)
    layout.put(rule(*effects, condition=condition), seat, n=n)
    return layout


def code(state: State, choice: Choice) -> str:
    """Why a choice is refused, or ""."""
    refused = verify(state, choice)
    return "" if refused is None else refused.code


# --- continuous effects ------------------------------------------------------------------------------------------


@shows(Are)
def test_613_1d_are_adds_types_subtypes_colours_and_size() -> None:
    effect = Are(MINE, ("artifact",), ("Golem",), ("R",), power=5, toughness=6)
    layout = under(effect)
    mine, theirs = layout.put(BEAR, 0, n=HUGE), layout.put(BEAR, 1)
    state = layout.done()
    now = view(state, mine)
    assert (now.types, now.subtypes, now.colors) == (("creature", "artifact"), ("Bear", "Golem"), ("R",))
    assert (power(state, mine), toughness(state, mine), power(state, theirs)) == (5, 6, 2)


def test_205_1a_are_instead_replaces_subtypes_of_the_same_kind_only() -> None:
    layout = under(Are(MINE, subtypes=("Elf",), instead=True))
    dryad = Proto("Dryad", ("land", "creature"), ("Forest", "Dryad"), power=1, toughness=1)
    row = layout.put(dryad, 0)
    assert view(layout.done(), row).subtypes == ("Forest", "Elf")


def test_305_7_a_land_that_is_a_mountain_has_only_that_mana_ability() -> None:
    layout = under(Are(Filter(("land",), without_supertypes=("basic",)), subtypes=("Mountain",), instead=True))
    tower = layout.put(Proto("Tower", ("land",), abilities=(tap_ability(AddMana(("U", "U"))),)), 0)
    forest = layout.put(FOREST, 0)
    state = play(layout.done(), Choice("activate", 0, tower))
    assert pool(state) == {"R": 1} and view(state, forest).subtypes == ("Forest",)


def test_305_6_a_land_in_addition_keeps_its_abilities() -> None:
    layout = under(Are(MINE, ("land",), ("Forest",)))
    row = layout.put(WARDEN, 0)
    now = view(layout.done(), row)
    assert now.types == ("creature", "land") and len(now.activated) == 1 and now.triggers.keys() == {"Enters"}


def test_702_73_every_creature_type() -> None:
    layout = under(Are(MINE, subtypes=("*",)), ModifyPT(Filter(("creature",), subtypes=("Goblin",)), ONE, ONE))
    row = layout.put(BEAR, 0)
    assert power(layout.done(), row) == 3


def test_607_2d_are_the_chosen_type_or_colour() -> None:
    layout = Layout(2)
    servant = layout.put(rule(Are(Filter(), chosen="color", everywhere=True)), 0)
    layout.choose(servant, "color", "U")
    row = layout.put(BEAR, 1)
    assert view(layout.done(), row).colors == ("U",)


def test_613_4b_are_creatures_with_the_size_of_their_mana_value() -> None:
    layout = under(Are(Filter(("artifact",)), ("creature",), size="mana value"))
    row = layout.put(Proto("Rock", ("artifact",), mana_cost=("3", "G")), 0)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (4, 4)


def test_613_4c_a_size_that_depends_on_colours_or_on_other_sizes() -> None:
    elder = creature("Elder", 0, 0, Static(ModifyPT(This(), ColorsAmong(Filter()), ColorsAmong(Filter()))))
    layout = Layout(2)
    row = layout.put(elder, 0, n=2)
    layout.put(Proto("Gold", ("creature",), colors=("R", "W"), power=1, toughness=1), 1, n=HUGE)
    assert power(layout.done(), row) == 2
    layout = Layout(2)
    big = Filter(("creature",), compare=Compare("power", ">=", 2))
    row = layout.put(creature("Counter", 1, 1, Static(ModifyPT(This(), CountOf(big), ONE))), 0)
    layout.put(BEAR, 0, n=3)
    assert (power(layout.done(), row), toughness(layout.done(), row)) == (4, 2)


@shows(LoseAbilities)
def test_613_1f_lose_keywords_or_all_abilities() -> None:
    flyer = creature("Flyer", 1, 1, Keyword("flying"), Keyword("haste"), *WARDEN.abilities)
    layout = under(LoseAbilities(MINE, ("flying",)))
    row, other = layout.put(flyer, 0), layout.put(flyer, 1)
    state = layout.done()
    assert (set(view(state, row).keywords), set(view(state, other).keywords)) == ({"haste"}, {"flying", "haste"})
    layout = under(LoseAbilities(MINE))
    row = layout.put(flyer, 0)
    state = layout.done()
    assert not view(state, row).keywords and not view(state, row).triggers


@shows(NotType)
def test_613_1d_not_a_creature_while_the_condition_holds() -> None:
    god = Proto("God", ("enchantment", "creature"), power=5, toughness=5, abilities=(Static(NotType("creature"), LifeIs("<=", 20)),))  # fmt: skip
    for total, types in ((20, ("enchantment",)), (21, ("enchantment", "creature"))):
        layout = Layout(2)
        layout.set_player(0, "life", total)
        row = layout.put(god, 0)
        assert view(layout.done(), row).types == types


@shows(Defines)
@pytest.mark.parametrize("elves", [0, 3, HUGE])
def test_604_3_a_characteristic_defining_ability_follows_its_count(elves: int) -> None:
    layout = Layout(2)
    lands = CountOf(Filter(("land",), controller="you"))
    row = layout.put(Proto("Titan", ("creature",), abilities=(Static(Defines(lands, None)),), power=0, toughness=7), 0)
    if elves:
        layout.put(FOREST, 0, n=elves)
    layout.put(FOREST, 1)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (elves, 7)


@shows(ControlHost)
def test_613_1b_the_controller_of_an_aura_controls_its_host_while_it_stays() -> None:
    aura = Proto(
        "Chains", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), Static(ControlHost())), mana_cost=("U",)
    )
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    card = layout.put(aura, 0, "hand")
    layout.set_player(0, "mana.U", 1)
    state = settled(play(layout.done(), Choice("cast", 0, card, targets=(bear,))))
    assert (state.rows[bear].cls.controller, state.rows[bear].cls.sick) == (0, True)
    killer = creature("Killer", 1, 1, Activated((MillCost(ONE),), (Destroy(Each(Filter(("enchantment",)))),)))
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    card = layout.put(aura, 0, "hand")
    layout.set_player(0, "mana.U", 1)
    row = layout.put(killer, 0)
    state = settled(play(layout.done(), Choice("cast", 0, card, targets=(bear,))))
    state = settled(play(state, Choice("activate", 0, row)))
    assert state.rows[bear].cls.controller == 1


# --- replacement -------------------------------------------------------------------------------------------------


@shows(ChangeCounters)
@pytest.mark.parametrize(
    ("effect", "n", "made"),
    [
        (ChangeCounters(MINE, "", TWICE), 1, 6),
        (ChangeCounters(MINE, "+1/+1", TWICE), 2, 12),
        (ChangeCounters(MINE, "+1/+1", PLUS_ONE), 1, 4),
        (ChangeCounters(MINE, "charge", TWICE), 1, 3),
        (ChangeCounters(Filter(("creature",), controller="opponent"), "", TWICE), 1, 3),
        (ChangeCounters(MINE, "", Changed(none=True)), 1, 0),
        (ChangeCounters(MINE, "", Changed(more=-9)), 1, 0),
        (ChangeCounters(MINE, "", TWICE, who="opponent"), 1, 3),
    ],
)
def test_614_1a_counters_are_changed(effect: Term, n: int, made: int) -> None:
    state = act(under(effect, n=n), PutCounters(This(), "+1/+1", Fixed(3)))
    assert only(state, "Actor").get("counter.+1/+1") == made


def test_614_16_counters_that_something_enters_with_are_changed() -> None:
    layout = under(ChangeCounters(MINE, "", TWICE))
    layout.set_player(0, "mana.C", 1)
    hydra = Proto("Hydra", ("creature",), mana_cost=("1",), power=0, toughness=0, abilities=(Static(EntersWithCounters("+1/+1", Fixed(2))),))  # fmt: skip
    card = layout.put(hydra, 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert only(state, "Hydra").get("counter.+1/+1") == 4


def test_614_1a_nothing_is_changed_where_no_counters_would_be_put() -> None:
    state = act(under(ChangeCounters(MINE, "", PLUS_ONE)), PutCounters(This(), "+1/+1", Fixed(0)))
    assert only(state, "Actor").get("counter.+1/+1") == 0


@pytest.mark.parametrize(("first", "made"), [("Rule", 7), ("Other", 8)])
def test_616_1_the_affected_player_says_which_replacement_comes_first(first: str, made: int) -> None:
    layout = under(ChangeCounters(MINE, "", TWICE))
    layout.put(rule(ChangeCounters(MINE, "", PLUS_ONE), name="Other"), 0)
    state = act(layout, PutCounters(This(), "+1/+1", Fixed(3)))
    assert question(state)[:2] == ("order", 0)
    assert only(says(state, first), "Actor").get("counter.+1/+1") == made


@shows(ChangeTokens)
@pytest.mark.parametrize(
    ("effect", "n", "made"), [(ChangeTokens("you", TWICE), 3, 24), (ChangeTokens("opponent", TWICE), 1, 3)]
)
def test_614_1a_tokens_are_changed(effect: Term, n: int, made: int) -> None:
    assert count(act(under(effect, n=n), CreateTokens(Fixed(3), ELF)), "Elf Warrior") == made
    assert count(act(under(effect, n=n), CreateTokens(Fixed(0), ELF)), "Elf Warrior") == 0


@shows(ChangeLife)
@pytest.mark.parametrize(
    ("effect", "mine", "theirs"),
    [
        (ChangeLife("you", "gain", TWICE), 26, 17),
        (ChangeLife("you", "gain", PLUS_ONE), 24, 17),
        (ChangeLife("opponent", "lose", TWICE, turn=True), 23, 14),
        (ChangeLife("any", "lose", TWICE), 23, 14),
        (ChangeLife("you", "lose", TWICE), 23, 17),
    ],
)
def test_614_1a_life_gained_or_lost_is_changed(effect: Term, mine: int, theirs: int) -> None:
    state = act(under(effect), GainLife(You(), Fixed(3)), LoseLife(THEIRS, Fixed(3)))
    assert (life(state, 0), life(state, 1)) == (mine, theirs)


def test_614_1a_life_lost_in_its_controllers_turn_only() -> None:
    state = act(under(ChangeLife("opponent", "lose", TWICE, turn=True), seat=1), LoseLife(You(), Fixed(3)))
    assert life(state, 0) == 17


@shows(LifeInstead)
def test_614_1a_life_gained_becomes_cards_or_a_loss() -> None:
    listener = creature("Listener", 1, 1, Triggered(LifeGained("any"), (LoseLife(EachPlayer(), ONE),)))
    layout = under(LifeInstead("you", "draw"))
    layout.put(listener, 0)
    state = act(layout, GainLife(You(), Fixed(3)))
    assert (life(state, 0), count(state, "unknown card", "hand"), state.stack) == (20, 3, ())
    assert life(act(under(LifeInstead("opponent", "lose")), GainLife(THEIRS, Fixed(3))), 1) == 17
    assert life(act(under(LifeInstead("opponent", "lose")), GainLife(You(), Fixed(3))), 0) == 23


@shows(DamageInstead)
@pytest.mark.parametrize(("cards", "much", "left", "lost"), [(5, 3, 2, False), (3, 3, 0, False), (2, 3, 2, True)])
def test_614_1a_damage_exiles_cards_of_the_graveyard_instead(cards: int, much: int, left: int, lost: bool) -> None:
    layout = under(DamageInstead(), seat=1)
    layout.put(creature("Card", 1, 1), 1, "graveyard", n=cards)
    state = act(layout, DealDamage(This(), THEIRS, Fixed(much)))
    assert (life(state, 1), count(state, "Card", "graveyard")) == (20, left)
    assert bool(state.rows[player(1)].cls.prop("lost")) == lost


@shows(ChangeMill)
@pytest.mark.parametrize(("n", "milled"), [(1, 4), (2, 8), (6, 53)])
def test_614_1a_milled_cards_are_changed(n: int, milled: int) -> None:
    state = act(under(ChangeMill("opponent", TWICE), n=n), Mill(EachPlayer(), Fixed(2)))
    graves = {r.cls.owner: r.n for r in named(state, "unknown card", "graveyard")}
    assert graves == {0: 2, 1: milled}


@shows(ChangeDamage)
@pytest.mark.parametrize(
    ("effect", "player", "bear"),
    [
        (ChangeDamage(MINE, "any", TWICE), 4, 4),
        (ChangeDamage(MINE, "opponent", TWICE), 4, 4),
        (ChangeDamage(MINE, "player", PLUS_ONE), 3, 2),
        (ChangeDamage(MINE, "creature", PLUS_ONE), 2, 3),
        (ChangeDamage(Filter(("artifact",), controller="you"), "any", TWICE), 2, 2),
        (ChangeDamage(Filter(controller="opponent"), "any", TWICE), 2, 2),
        (ChangeDamage(MINE, "any", Changed(none=True)), 0, 0),
    ],
)
def test_614_1a_damage_is_changed(effect: Term, player: int, bear: int) -> None:
    layout = under(effect)
    layout.put(creature("Big", 0, 99), 1)
    big = Each(Filter(subtypes=("Big",)))
    state = act(layout, DealDamage(This(), THEIRS, Fixed(2)), DealDamage(This(), big, Fixed(2)))
    assert (life(state, 1), only(state, "Big").get("damage")) == (20 - player, bear)


def test_613_1d_damage_of_sources_as_effects_make_them_is_changed() -> None:
    layout = under(Are(CREATURE, ("artifact",)), ChangeDamage(Filter(("artifact",), controller="you"), "any", TWICE))
    assert life(act(layout, DealDamage(This(), THEIRS, Fixed(2))), 1) == 16


def test_604_3_a_card_in_a_graveyard_has_the_size_that_it_defines() -> None:
    lands = CountOf(Filter(("land",), controller="you"))
    layout = Layout(2)
    avatar = Proto("Avatar", ("creature",), abilities=(Static(Defines(lands, lands)),))
    card = layout.put(avatar, 0, "graveyard")
    layout.put(FOREST, 0, n=3)
    graves = TargetSpec(Filter(), zone="graveyard")
    assert life(act(layout, GainLife(You(), StatOf("power", TargetRef(0))), aims=(card,), specs=(graves,)), 0) == 23


def test_614_12_entering_in_its_own_way_without_abilities_is_refused_by_name() -> None:
    layout = under(LoseAbilities(CREATURE))
    layout.set_player(0, "mana.C", 1)
    card = layout.put(creature("Hydra", 1, 1, Static(EntersWithCounters("+1/+1", Fixed(2)))), 0, "hand")
    with pytest.raises(Unsupported, match="without abilities"):
        settled(play(layout.done(), Choice("cast", 0, card)))


@shows(ChangeDraw)
@pytest.mark.parametrize(("n", "drawn"), [(1, 4), (2, 8), (9, 53)])
def test_614_1a_draws_are_changed_one_by_one(n: int, drawn: int) -> None:
    state = act(under(ChangeDraw("you", TWICE), n=n), Draw(EachPlayer(), Fixed(2)))
    hands = {r.cls.owner: r.n for r in named(state, "unknown card", "hand")}
    assert hands == {0: drawn, 1: 2}


@shows(SkipDraw)
@pytest.mark.parametrize("n", [1, 7])
def test_614_6_draws_that_may_be_skipped(n: int) -> None:
    keys = (Keyword("flying"), Keyword("landwalk", "Island"))
    asked_for = act(under(SkipDraw(unless=keys), n=n), Draw(EachPlayer(), ONE))
    state = says(asked_for, "skip")
    assert {r.cls.owner: r.n for r in named(state, "unknown card", "hand")} == {1: 1}
    assert state.rows[1].cls.prop("sheltered", "") == "flying/landwalk Island"
    state = says(asked_for, "draw")
    assert {r.cls.owner: r.n for r in named(state, "unknown card", "hand")} == {0: 1, 1: 1}
    assert state.rows[1].cls.prop("sheltered", "") == ""
    state = act(under(SkipDraw(step=True), n=n), Draw(EachPlayer(), ONE))  # in no draw step
    assert {r.cls.owner: r.n for r in named(state, "unknown card", "hand")} == {0: 1, 1: 1}


@shows(WinInstead)
def test_104_2b_win_instead_of_drawing_from_an_empty_library() -> None:
    for seat, outcome in ((0, "p1_wins"), (1, "p2_wins")):
        layout = under(WinInstead(), seat=seat)
        layout.library(0, [(FOREST, 1)])
        state = act(layout, Draw(You(), Fixed(2)))
        assert state.game.prop("outcome") == outcome and count(state, "Forest", "hand") == 1
    layout = under(WinInstead())
    layout.library(0, [])
    assert act(layout, Draw(You(), Fixed(0))).game.prop("outcome", "") == ""


@shows(ZoneInstead)
def test_614_6_zone_instead_for_everything_or_an_opponents_cards() -> None:
    for whose, mine, theirs in (("any", 0, 0), ("opponent", 2, 0), ("you", 0, 2)):
        state = act(under(ZoneInstead(whose, "exile")), Mill(EachPlayer(), Fixed(2)))
        graves = {r.cls.owner: r.n for r in named(state, "unknown card", "graveyard")}
        assert graves == {seat: n for seat, n in ((0, mine), (1, theirs)) if n}
    layout = under(ZoneInstead("any", "exile"))
    layout.put(creature("Mourner", 1, 1, *dies_gain()), 0)
    layout.put(BEAR, 1)
    state = act(layout, Destroy(Each(Filter(subtypes=("Bear",)))))
    assert (count(state, "Bear", "exile"), state.stack) == (1, ())


def dies_gain() -> tuple[Ability, ...]:
    """Whenever a creature dies, you gain 1 life."""
    return (Triggered(Dies(CREATURE), (GainLife(You(), ONE),)),)


def test_614_6_if_this_would_die_or_go_to_a_graveyard() -> None:
    phoenix = creature("Phoenix", 1, 1, Static(ZoneInstead("any", "exile", source_only=True, dies=True)))
    colossus = creature("Colossus", 1, 1, Static(ZoneInstead("any", "library", source_only=True)))
    for proto, from_hand, from_field in ((phoenix, "graveyard", "exile"), (colossus, "library", "library")):
        layout = Layout(2)
        layout.put(proto, 0, "hand")
        assert count(act(layout, Discard(You(), ONE)), proto.name, from_hand) == 1
        layout = Layout(2)
        layout.put(proto, 0, n=3)
        assert count(act(layout, Destroy(Each(Filter(subtypes=(proto.name,))))), proto.name, from_field) == 3


@shows(ManaTimes)
@pytest.mark.parametrize(("n", "made"), [(1, 2), (2, 4)])
def test_106_12b_mana_times_for_what_is_tapped_for_mana(n: int, made: int) -> None:
    layout = under(ManaTimes(2), n=n)
    forest = layout.put(FOREST, 0)
    other = layout.put(creature("Free", 1, 1, Activated((MillCost(ONE),), (AddMana(("C",)),))), 0)
    assert pool(play(layout.done(), Choice("activate", 0, forest))) == {"G": made}
    assert pool(play(layout.done(), Choice("activate", 0, other))) == {"C": 1}


@shows(EntersAs)
def test_707_5_enters_as_a_copy_or_not() -> None:
    clone = Proto("Clone", ("creature",), ("Shapeshifter",), mana_cost=("1",), power=0, toughness=0, abilities=(Static(EntersAs(CREATURE, Except(subtypes=("Illusion",)))),))  # fmt: skip
    layout = Layout(2)
    bear = layout.put(BEAR, 1, counters={"+1/+1": 2})
    layout.put(WARDEN, 0)
    card = layout.put(clone, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = around(play(layout.done(), Choice("cast", 0, card)))
    assert question(state)[:2] == ("object", 0)
    copy = settled(says(state, picks=((bear, 1),)))
    (mine,) = [h for h, r in copy.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Bear" and h != bear]
    assert (power(copy, mine), view(copy, mine).subtypes, life(copy, 0)) == (2, ("Bear", "Illusion"), 21)
    assert count(settled(says(state)), "Clone", "graveyard") == 1


@shows(EntersChoosing)
@pytest.mark.parametrize(
    ("what", "word", "key"), [("color", "U", "color"), ("type", "Elf", "type"), ("player", "p2", "player")]
)
def test_614_1c_enters_choosing_something(what: str, word: str, key: str) -> None:
    layout = Layout(2)
    card = layout.put(
        Proto("Chooser", ("artifact",), mana_cost=("1",), abilities=(Static(EntersChoosing(what)),)), 0, "hand"
    )
    layout.set_player(0, "mana.C", 1)
    state = around(play(layout.done(), Choice("cast", 0, card)))
    assert question(state)[:2] == (what, 0)
    assert only(says(state, word), "Chooser").cls.prop(f"chosen.{key}") == word


def test_614_12_counters_for_each_creature_of_the_type_chosen_as_it_enters() -> None:
    each = CountOf(Filter(("creature",), chosen="type"))
    banner = Proto(
        "Banner",
        ("artifact",),
        mana_cost=("1",),
        abilities=(Static(EntersChoosing("type")), Static(EntersWithCounters("charge", each))),
    )
    layout = Layout(2)
    card = layout.put(banner, 0, "hand")
    layout.put(BEAR, 0, n=3)
    layout.put(BEAR, 1, n=2)
    layout.put(WARDEN, 1)
    layout.set_player(0, "mana.C", 1)
    state = says(around(play(layout.done(), Choice("cast", 0, card))), "Bear")
    assert only(state, "Banner").get("counter.charge") == 5


def test_614_1c_a_single_opponent_is_chosen_without_a_question() -> None:
    layout = Layout(2)
    card = layout.put(
        Proto("Chooser", ("artifact",), mana_cost=("1",), abilities=(Static(EntersChoosing("opponent")),)), 0, "hand"
    )
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert only(state, "Chooser").cls.prop("chosen.player") == "p2"


@shows(OthersEnter)
def test_614_12_others_enter_tapped_or_with_counters() -> None:
    theirs = Filter(("creature",), controller="opponent")
    state = act(under(OthersEnter(theirs, tapped=True)), CreateTokens(ONE, ELF, THEIRS), CreateTokens(ONE, BEAR))
    assert only(state, "Elf Warrior").cls.tapped and not only(state, "Bear").cls.tapped
    state = act(under(OthersEnter(MINE, kind="+1/+1", amount=2), n=3), CreateTokens(Fixed(5), ELF))
    assert (count(state, "Elf Warrior"), only(state, "Elf Warrior").get("counter.+1/+1")) == (5, 6)


# --- rule changes ------------------------------------------------------------------------------------------------


@shows(PlayerCant)
@pytest.mark.parametrize(
    ("who", "what", "deed", "outcome"),
    [
        ("you", "gain life", GainLife(EachPlayer(), Fixed(2)), (20, 22, "")),
        ("any", "gain life", GainLife(EachPlayer(), Fixed(2)), (20, 20, "")),
        ("opponent", "gain life", GainLife(EachPlayer(), Fixed(2)), (22, 20, "")),
        ("you", "lose the game", WinLose(You(), False), (20, 20, "")),
        ("you", "lose the game", LoseLife(You(), Fixed(30)), (-10, 20, "")),
        ("you", "lose the game", WinLose(THEIRS, False), (20, 20, "p1_wins")),
        ("opponent", "win the game", WinLose(THEIRS, True), (20, 20, "")),
        ("opponent", "win the game", WinLose(You(), True), (20, 20, "p1_wins")),
        ("you", "lose for life", LoseLife(You(), Fixed(30)), (-10, 20, "")),
        ("you", "lose for life", WinLose(You(), False), (20, 20, "p2_wins")),
        ("you", "draw cards", Draw(You(), Fixed(2)), (20, 20, "")),
    ],
)
def test_101_2_what_a_player_cannot_do(who: str, what: str, deed: Term, outcome: tuple[int, int, str]) -> None:
    state = act(under(PlayerCant(who, what)), deed)
    assert (life(state, 0), life(state, 1), state.game.prop("outcome", "")) == outcome
    assert not named(state, "unknown card", "hand")


def test_702_11c_a_player_with_hexproof_or_shroud() -> None:
    for what, mine, yours in (
        ("be targeted by opponents", "", "illegal-target"),
        ("be targeted", "illegal-target", "illegal-target"),
    ):
        for active, expected in ((0, mine), (1, yours)):
            layout = Layout(2, active=active)
            layout.put(rule(PlayerCant("you", what)), 0)
            bolt = layout.put(BOLT, active, "hand")
            layout.set_player(active, "mana.R", 1)
            assert code(layout.done(), Choice("cast", active, bolt, targets=(1,))) == expected


@pytest.mark.parametrize("what", ["be targeted by opponents", "be targeted"])
def test_702_11c_a_player_with_hexproof_is_offered_to_nobody_and_no_trigger_targets_them(what: str) -> None:
    layout = Layout(2, active=1)
    layout.put(rule(PlayerCant("you", what)), 0)
    bolt = layout.put(BOLT, 1, "hand")
    layout.set_player(1, "mana.R", 1)
    state = layout.done()
    [cast] = [option for option in options(state) if option.row == bolt]
    targets = {choice.targets for choice in instances(state, cast, 40)}
    assert (2,) in targets and (1,) not in targets
    hurt = Triggered(Enters(This()), (LoseLife(TargetRef(0), ONE),), (TargetSpec(None, players="opponent"),))
    layout = Layout(2, active=1)
    layout.put(rule(PlayerCant("you", what)), 0)
    card = layout.put(creature("Stinger", 1, 1, hurt, cost=("1",)), 1, "hand")
    layout.set_player(1, "mana.C", 1)
    state = around(play(layout.done(), Choice("cast", 1, card)))
    assert count(state, "Stinger") == 1 and not state.stack and asked(state) == "priority"


@shows(CantHaveCounters)
def test_122_1_some_things_cannot_have_counters() -> None:
    layout = under(CantHaveCounters(MINE, "-1/-1"))
    layout.put(BEAR, 1)
    state = act(layout, PutCounters(Each(CREATURE), "-1/-1", ONE), PutCounters(This(), "+1/+1", ONE))
    assert only(state, "Actor").get("counter.-1/-1") == 0 and only(state, "Actor").get("counter.+1/+1") == 1
    assert only(state, "Bear").get("counter.-1/-1") == 1


@shows(MayCastFrom)
@pytest.mark.parametrize(("others", "expected"), [(0, "only-if"), (1, "")])
def test_601_3_may_cast_from_a_graveyard_while_a_condition_holds(others: int, expected: str) -> None:
    ability = Static(MayCastFrom("graveyard"), Controls(Filter(subtypes=("Bear",), controller="you")))
    layout = Layout(2)
    card = layout.put(creature("Crawler", 2, 1, ability, cost=("B",)), 0, "graveyard", n=2)
    if others:
        layout.put(BEAR, 0)
    layout.set_player(0, "mana.B", 1)
    state = layout.done()
    assert code(state, Choice("cast", 0, card)) == expected
    if others:
        assert count(settled(play(state, Choice("cast", 0, card))), "Crawler") == 1


@shows(SpellCost)
@pytest.mark.parametrize(
    ("effect", "n", "mana", "expected"),
    [
        (SpellCost("you", CREATURE, ONE), 1, 2, ""),
        (SpellCost("you", CREATURE, ONE), 1, 1, "mana-short"),
        (SpellCost("you", CREATURE, ONE), 9, 1, ""),
        (SpellCost("you", CREATURE, ONE), 9, 0, "mana-short"),
        (SpellCost("opponent", None, ONE), 1, 2, "mana-short"),
        (SpellCost("you", Filter(("artifact",)), ONE), 1, 2, "mana-short"),
        (SpellCost("any", None, Fixed(2), less=False), 1, 4, "mana-short"),
        (SpellCost("any", None, Fixed(2), less=False), 1, 5, ""),
    ],
)
def test_601_2f_spells_cost_more_or_less(effect: Term, n: int, mana: int, expected: str) -> None:
    layout = under(effect, n=n)
    card = layout.put(creature("Beast", 3, 3, cost=("2", "G")), 0, "hand")
    layout.set_player(0, "mana.G", mana)
    assert code(layout.done(), Choice("cast", 0, card)) == expected


def test_601_2f_a_spell_that_reduces_its_own_cost() -> None:
    layout = Layout(2)
    less = Static(SpellCost("you", None, CountOf(CREATURE), this=True))
    card = layout.put(creature("Beast", 3, 3, less, cost=("2", "G")), 0, "hand", n=2)
    layout.put(BEAR, 0, n=9)
    layout.put(creature("Beast", 3, 3, less, cost=("2", "G")), 0)
    layout.set_player(0, "mana.G", 1)
    assert code(layout.done(), Choice("cast", 0, card)) == ""


def test_702_8_spells_as_though_they_had_flash() -> None:
    layout = under(TurnedAsThough(MINE, "flash"))
    bolt = layout.put(BOLT, 0, "hand")
    bear, forest = layout.put(BEAR, 0, "hand"), layout.put(rule(name="Plain"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(2,)))
    assert code(state, Choice("cast", 0, bear)) == "" and code(state, Choice("cast", 0, forest)) != ""


def test_701_6_a_spell_that_cannot_be_countered() -> None:
    layout = Layout(2)
    parun = creature("Parun", 5, 5, Static(TurnedAsThough(This(), "can't be countered")))
    card = layout.put(parun, 0, "hand")
    row = layout.put(creature("Actor", 3, 3, tap_ability(CounterSpell(TargetRef(0)), targets=(TargetSpec(Filter(), zone="stack"),))), 0)  # fmt: skip
    layout.set_player(0, "mana.C", 1)
    state = play(layout.done(), Choice("cast", 0, card))
    assert count(settled(play(state, Choice("activate", 0, row, targets=(state.stack[0],)))), "Parun") == 1


def test_402_2_no_maximum_hand_size() -> None:
    for seat, hand in ((0, 9), (1, 7)):
        layout = under(TurnedAsThough(This(), "no maximum hand size"), seat=seat)
        layout.put(FOREST, 0, "hand", n=9)
        assert count(until(layout.done(), "upkeep", 1), "Forest", "hand") == hand


@shows(TurnedAsThough)
def test_510_1c_toughness_for_damage_and_attacking_with_defender() -> None:
    wall = creature("Wall", 0, 4, Keyword("defender"))
    layout = under(TurnedAsThough(MINE, "toughness damage"), TurnedAsThough(MINE, "attack defender"))
    row = layout.put(wall, 0)
    state = until(layout.done(), "attackers", 0)
    assert asked(state) == "attack"
    state = play(state, Choice("attack", 0, picks=((row, 1),), targets=(2,)))
    while state.game.prop("step") != "damage":
        state = play(state, Choice("block", 1, answer="none")) if asked(state) == "block" else around(state)
    assert life(state, 1) == 16
    layout = Layout(2)
    layout.put(wall, 0)
    assert until(layout.done(), "main2", 0).game.prop("step") == "main2"


TAXES = (
    "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
    "Creatures can't attack you or planeswalkers you control unless their controller pays {1} for each of those creatures.",
    "Creatures can't attack you or a planeswalker you control unless their controller pays {3} for each of those creatures.",
)


def taxing(text: str) -> Proto:
    """An enchantment of this text."""
    made = compile_card({"name": "Toll", "type_line": "Enchantment", "mana_cost": "{2}", "oracle_text": text})
    assert made.complete
    return made.proto


@shows(AttackTax)
@pytest.mark.parametrize("text", TAXES)
def test_508_1g_a_cost_to_attack_without_mana_leaves_other_attacks(text: str) -> None:
    layout = Layout(3, step="combat")
    bear = layout.put(BEAR, 0)
    layout.put(taxing(text), 1)
    state = layout.done()
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    assert asked(state) == "attack"
    refused = verify(state, Choice("attack", 0, picks=((bear, 1),), targets=(player(1),)))
    assert refused is not None
    assert (refused.code, refused.kind, refused.rule) == ("mana-short", "illegal", "508.1i")
    assert verify(state, Choice("attack", 0, picks=((bear, 1),), targets=(player(2),))) is None
    found = options(state)
    assert [(o.verb, o.unknown) for o in found] == [("attack", "")]
    ways = [c for o in found for c in instances(state, o, 99)]
    assert ways and all(verify(state, c) is None for c in ways)
    assert {t for c in ways for t in c.targets} == {player(2)}


def test_508_1d_nobody_has_to_pay_a_cost_to_attack() -> None:
    for players in (2, 3):
        layout = Layout(players)
        brute = layout.put(creature("Brute", 2, 2), 0)
        goad = tap_ability(Require(TargetRef(0), "attack"), targets=(TargetSpec(CREATURE),))
        goader = layout.put(creature("Goader", 1, 1, goad), 0)
        layout.put(taxing(TAXES[0]), 1)
        state = settled(play(layout.done(), Choice("activate", 0, goader, targets=(brute,))))
        while asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        nobody = verify(state, Choice("attack", 0, answer="none"))
        assert (nobody is None) == (players == 2)


@shows(CombatToll)
def test_509_1d_a_creature_that_pays_so_as_to_attack_or_block() -> None:
    layout = Layout(2, step="combat")
    layout.put(BEAR, 0, n=2)
    toll = Static(CombatToll(This(), "attack or block", Fixed(2)))
    layout.put(creature("Brute", 2, 2, toll), 1)
    state = layout.done()
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    bear, brute = (
        next(h for h, r in state.rows.items() if r.cls.proto and r.cls.proto.name == n) for n in ("Bear", "Brute")
    )
    state = play(state, Choice("attack", 0, picks=((bear, 2),), targets=(2,)))
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    for mana, code in ((1, "mana-short"), (2, "")):
        draft = Draft(state)
        add(draft, "", player(1), "mana.C", mana)
        there = draft.done()
        refused = verify(there, Choice("block", 1, picks=((brute, 1),), targets=(bear,)))
        assert (refused.code if refused is not None else "") == code


@pytest.mark.parametrize("n", [1, 2, 10**30])
def test_604_3_a_size_that_the_game_defines_is_that_of_now_in_a_hand_too(n: int) -> None:
    """A creature card in hand is as big as there are creatures; it was looked at before there were more of them."""
    layout = Layout(2)
    size = Static(Defines(CountOf(CREATURE), CountOf(CREATURE)))
    held = layout.put(Proto("Keeper", ("creature",), power=0, toughness=0, abilities=(size,)), 0, "hand")
    maker = layout.put(creature("Maker", 1, 1, tap_ability(CreateTokens(Fixed(n), ELF))), 0)
    state = layout.done()
    assert power(state, held) == 1
    state = resolve(play(state, Choice("activate", 0, maker)))
    assert power(state, held) == 1 + n


@pytest.mark.parametrize(
    ("words", "mine", "theirs", "holds"),
    [
        ("control three or more creatures", 1, 5, False),
        ("control three or more creatures", 2, 0, True),
        ("control a Forest", 0, 0, False),
        ("control no Forests", 0, 0, True),
        ("control two or fewer creatures", 1, 9, True),
    ],
)
def test_109_4_what_you_control_is_not_what_others_control(words: str, mine: int, theirs: int, holds: bool) -> None:
    layout = Layout(2)
    row = layout.put(card(f"As long as you {words}, Test Card has flying.", "Creature — Test"), 0)
    layout.put(BEAR, 0, n=mine) if mine else None
    layout.put(BEAR, 1, n=theirs) if theirs else None
    layout.put(FOREST, 1)
    assert ("flying" in view(layout.done(), row).keywords) == holds
