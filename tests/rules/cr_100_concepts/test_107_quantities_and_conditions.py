"""What the wider language refers to, counts and asks: references, quantities, conditions (107, 608.2, 603.4)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.terms.abilities import Activated, SpellAbility, SpellCosts, Static, Triggered
from reiterate.terms.base import Term
from reiterate.terms.conditions import (
    Compared,
    Condition,
    Damaged,
    HasCounter,
    IsA,
    IsTapped,
    Kicked,
    Not,
    OnBattlefield,
    ShareColor,
    WasCast,
    YourTurn,
)
from reiterate.terms.costs import ManaCost, SacrificeCost
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters, RemoveCounters, SacrificeObject, Tap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_structure import Branch, Delayed, ForEachPlayer, RepeatProcess
from reiterate.terms.effects_zones import Discard, Draw, Exile, Mill, Move, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import (
    CardsIn,
    ColorsAmong,
    CountersOn,
    CountOf,
    Devotion,
    Done,
    Fixed,
    Greatest,
    Half,
    LifeTotal,
    Plus,
    StatOf,
    ThisTurn,
    Times,
    Total,
)
from reiterate.terms.references import (
    ActivePlayer,
    ChosenPlayer,
    ControllerOf,
    DefendingPlayer,
    Each,
    EachCard,
    EachPlayer,
    Filter,
    Linked,
    OwnerOf,
    PlayerRef,
    Result,
    TargetRef,
    TargetSpec,
    That,
    ThatPlayer,
    This,
    You,
)
from reiterate.terms.static_effects import ModifyPT
from reiterate.terms.trigger_events import Attacks, Dies, Enters, StepBegins
from tests.support.acting import act, around, count, instant, only, settled, top, until
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, named, play, tap_ability
from tests.support.shown import shows

ONE = Fixed(1)
HUGE = 10**30
THEIRS = EachPlayer(True)
MINE = Filter(("creature",), controller="you")
GRAVES = TargetSpec(Filter(), zone="graveyard")


def bear_of(layout: Layout, **more: object) -> int:
    """A bear of the opponent."""
    return layout.put(BEAR, 1, **more)  # type: ignore[arg-type] # the arguments of put


# --- references --------------------------------------------------------------------------------------------------


@shows(Result)
def test_608_2c_result_is_what_the_effect_before_made_or_moved() -> None:
    state = act(Layout(2), CreateTokens(Fixed(3), ELF), PutCounters(Result(), "+1/+1", ONE))
    assert (count(state, "Elf Warrior"), only(state, "Elf Warrior").get("counter.+1/+1")) == (3, 1)
    layout = Layout(2)
    bear = bear_of(layout)
    state = act(layout, Exile(TargetRef(0)), ReturnToBattlefield(Result(), "you"), aims=(bear,))
    assert only(state, "Bear").cls.controller == 0
    state = act(Layout(2), CreateTokens(Fixed(0), ELF), PutCounters(Result(), "+1/+1", ONE), GainLife(You(), ONE))
    assert life(state, 0) == 21


def test_608_2c_result_of_a_later_trigger_is_the_same_object() -> None:
    state = act(Layout(2), CreateTokens(ONE, ELF), Delayed(StepBegins("end", "each"), (SacrificeObject(Result()),)))
    assert count(settled(until(state, "end", 0)), "Elf Warrior") == 0


@shows(Linked)
def test_607_2a_linked_is_what_this_very_object_exiled() -> None:
    layout = Layout(2)
    bear, other = bear_of(layout), layout.put(FOREST, 1, "exile")
    keep = Triggered(Enters(This()), (Move(Each(Filter(subtypes=("Bear",))), "exile", link=True),))
    back = Triggered(Dies(This()), (ReturnToBattlefield(Linked(), "owner"),))
    card = layout.put(creature("Keeper", 1, 1, keep, back), 0, "hand")
    killer = layout.put(
        creature("Altar", 0, 1, Activated((SacrificeCost(Filter(subtypes=("Keeper",))),), (GainLife(You(), ONE),))), 0
    )
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert bear not in state.rows and count(state, "Bear", "exile") == 1
    state = settled(play(state, Choice("activate", 0, killer)))
    assert count(state, "Bear") == 1 and state.rows[other].cls.zone == "exile"


@shows(EachCard)
@pytest.mark.parametrize(("whose", "left"), [("any", 0), ("you", 2), ("opponent", 3)])
def test_400_1_each_card_of_a_zone(whose: str, left: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "graveyard", n=3)
    layout.put(BEAR, 1, "graveyard", n=2)
    layout.put(FOREST, 1, "graveyard")
    state = act(layout, Move(EachCard("graveyard", CREATURE, whose), "exile"))
    assert (count(state, "Bear", "graveyard"), count(state, "Forest", "graveyard")) == (left, 1)


@shows(OwnerOf)
def test_108_3_owner_of_is_not_its_controller_and_is_known_when_it_is_gone() -> None:
    layout = Layout(2)
    stolen = layout.put(BEAR, 1, controller=0)
    assert life(act(layout, GainLife(OwnerOf(TargetRef(0)), ONE), aims=(stolen,)), 1) == 21
    layout = Layout(2)
    stolen = layout.put(BEAR, 1, controller=0)
    assert life(act(layout, Exile(TargetRef(0)), GainLife(OwnerOf(TargetRef(0)), ONE), aims=(stolen,)), 1) == 21


@shows(DefendingPlayer)
def test_506_3d_the_defending_player_is_the_one_attacked() -> None:
    for seat in (1, 2):
        layout = Layout(3)
        row = layout.put(
            creature("Raider", 1, 1, Triggered(Attacks(This()), (LoseLife(DefendingPlayer(), Fixed(4)),))), 0, n=2
        )
        state = until(layout.done(), "attackers", 0)
        state = settled(play(state, Choice("attack", 0, picks=((row, 2),), targets=(seat + 1,))))
        assert [life(state, s) for s in range(3)] == [20, *(20 - 8 * (s == seat) for s in (1, 2))]


@shows(ChosenPlayer)
def test_607_2d_the_chosen_player_stays_the_same() -> None:
    layout = Layout(3)
    row = layout.put(creature("Curse", 1, 1, tap_ability(LoseLife(ChosenPlayer(), Fixed(2)))), 0)
    layout.choose(row, "player", "p3")
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert [life(state, s) for s in range(3)] == [20, 20, 18]
    layout = Layout(2)
    row = layout.put(creature("Curse", 1, 1, tap_ability(LoseLife(ChosenPlayer(), Fixed(2)))), 0)
    assert [life(settled(play(layout.done(), Choice("activate", 0, row))), s) for s in (0, 1)] == [20, 20]


@shows(ActivePlayer)
@pytest.mark.parametrize("active", [0, 1])
def test_102_1_the_active_player_is_whose_turn_it_is(active: int) -> None:
    layout = Layout(2, active=active)
    layout.put(creature("Clock", 1, 1, Triggered(StepBegins("end", "each"), (LoseLife(ActivePlayer(), ONE),))), 0)
    state = settled(until(layout.done(), "end", active))
    assert life(state, active) == 19 and life(state, 1 - active) == 20


# --- quantities --------------------------------------------------------------------------------------------------


def measured(value: Term, layout: Layout | None = None, aims: tuple[int, ...] = (), **more: object) -> object:
    """How much life was gained as that much."""
    state = act(layout or Layout(2), GainLife(You(), value), aims=aims, **more)  # type: ignore[arg-type] # of act
    return life(state, 0) - 20  # type: ignore[operator] # an amount


@shows(StatOf)
@pytest.mark.parametrize(("stat", "is_now"), [("power", 4), ("toughness", 4), ("manavalue", 1)])
def test_208_a_stat_of_an_object_is_what_it_is_now(stat: str, is_now: int) -> None:
    layout = Layout(2)
    bear = bear_of(layout, counters={"+1/+1": 2})
    assert measured(StatOf(stat, TargetRef(0)), layout, (bear,)) == is_now


def test_608_2h_a_stat_of_what_died_is_as_it_last_was() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(Dies(CREATURE), (GainLife(You(), StatOf("power", That())),))), 0)
    bear = bear_of(layout, counters={"+1/+1": 5})
    state = settled(act(layout, Pump(TargetRef(0), Fixed(3), Fixed(0)), Destroy(TargetRef(0)), aims=(bear,)))
    assert life(state, 0) == 30


@pytest.mark.parametrize("n", [1, 3])
def test_608_2h_each_of_a_group_that_died_is_asked_alone(n: int) -> None:
    layout = Layout(2)
    martyr = creature("Martyr", 2, 2, Triggered(Dies(This()), (GainLife(You(), StatOf("power", This())),)))
    layout.put(martyr, 0, n=n, counters={"+1/+1": 1})
    assert life(settled(act(layout, Destroy(Each(Filter(subtypes=("Martyr",)))))), 0) == 20 + 3 * n


def test_107_1b_a_negative_amount_is_nothing() -> None:
    weak = creature("Weak", -3, 5)
    for deed, where in (
        (GainLife(You(), StatOf("power", TargetRef(0))), (20, 20)),
        (LoseLife(THEIRS, StatOf("power", TargetRef(0))), (20, 20)),
        (DealDamage(This(), THEIRS, StatOf("power", TargetRef(0))), (20, 20)),
        (GainLife(You(), Plus(Fixed(1), -5)), (20, 20)),
    ):
        layout = Layout(2)
        row = layout.put(weak, 1)
        state = act(layout, deed, Tap(TargetRef(0)), aims=(row,))
        assert (life(state, 0), life(state, 1)) == where
    others: tuple[Term, ...] = (
        Draw(You(), StatOf("power", TargetRef(0))),
        Mill(You(), StatOf("power", TargetRef(0))),
        PutCounters(This(), "+1/+1", StatOf("power", TargetRef(0))),
        Discard(You(), StatOf("power", TargetRef(0))),
        CreateTokens(StatOf("power", TargetRef(0)), ELF),
        RemoveCounters(TargetRef(0), "charge", StatOf("power", TargetRef(0))),
    )
    for other in others:
        layout = Layout(2)
        row = layout.put(weak, 1, counters={"charge": 1})
        layout.put(FOREST, 0, "hand", n=2)
        layout.put(BEAR, 0, "hand")
        state = act(layout, other, Tap(TargetRef(0)), aims=(row,))
        assert (sum(n for _, n in top(state, 0)), count(state, "Forest", "hand")) == (53, 2)
        assert not named(state, "Elf Warrior") and not only(state, "Actor").get("counter.+1/+1")
        assert state.rows[row].get("counter.charge") == 1


def test_107_1b_a_change_by_a_power_below_zero_changes_nothing() -> None:
    """The rule's own example: +X/+X where X is a power of -2."""
    for minus in (False, True):
        layout = Layout(2)
        row = layout.put(creature("Weak", -3, 5), 1)
        state = act(layout, Pump(This(), StatOf("power", TargetRef(0)), Fixed(-2), minus), aims=(row,))
        assert only(state, "Actor").get("eot.power") == 0
        assert only(state, "Actor").get("eot.toughness") == (2 if minus else -2), "a printed number is used as it is"


def test_107_1b_a_bonus_by_a_power_below_zero_is_none() -> None:
    layout = Layout(2)
    weak = creature("Weak", -3, 5)
    lord = creature(
        "Lord",
        -3,
        5,
        Static(
            ModifyPT(Filter(types=("creature",), another=True), StatOf("power", This()), Times(CountOf(CREATURE), -1))
        ),
    )
    row = layout.put(weak, 0)
    layout.put(lord, 0)
    assert (power(layout.done(), row), toughness(layout.done(), row)) == (-3, 3)


@shows(CountersOn)
@pytest.mark.parametrize(("kind", "there"), [("charge", 3), ("", 5), ("time", 0)])
def test_122_1_counters_on_an_object(kind: str, there: int) -> None:
    layout = Layout(2)
    bear = bear_of(layout, counters={"charge": 3, "+1/+1": 2})
    assert measured(CountersOn(kind, TargetRef(0)), layout, (bear,)) == there


@shows(Half)
@pytest.mark.parametrize(
    ("total", "up", "half"), [(7, True, 4), (7, False, 3), (0, True, 0), (2 * HUGE + 1, False, HUGE)]
)
def test_107_1a_half_of_a_life_total(total: int, up: bool, half: int) -> None:
    layout = Layout(2)
    layout.set_player(1, "life", max(total, 1))
    value = Half(LifeTotal(TargetRef(0)) if total else Fixed(0), up)
    state = act(layout, GainLife(You(), value), Tap(TargetRef(0)), aims=(2,))
    assert life(state, 0) == 20 + half


@shows(LifeTotal)
def test_119_1_the_life_total_of_each_player_in_turn() -> None:
    layout = Layout(2)
    layout.set_player(1, "life", 5)
    state = act(layout, GainLife(You(), LifeTotal(You())), GainLife(You(), LifeTotal(TargetRef(0))), aims=(2,))
    assert life(state, 0) == 45


def test_608_2_a_quantity_of_each_player_of_a_controller_and_of_an_owner() -> None:
    layout = Layout(2)
    layout.set_player(1, "life", 7)
    halves = ForEachPlayer(EachPlayer(), (LoseLife(ThatPlayer(), Half(LifeTotal(ThatPlayer()), False)),))
    state = act(layout, halves)
    assert (life(state, 0), life(state, 1)) == (10, 4)
    for who, there in ((ControllerOf(TargetRef(0)), 20), (OwnerOf(TargetRef(0)), 9)):
        layout = Layout(2)
        layout.set_player(1, "life", 9)
        stolen = layout.put(BEAR, 1, controller=0)
        assert measured(LifeTotal(who), layout, (stolen,)) == there


@shows(Times, Plus)
@pytest.mark.parametrize(("bears", "times", "plus"), [(0, 0, 2), (3, 9, 5), (HUGE, 3 * HUGE, HUGE + 2)])
def test_107_3_times_and_plus(bears: int, times: int, plus: int) -> None:
    for value, is_now in (
        (Times(CountOf(Filter(subtypes=("Bear",))), 3), times),
        (Plus(CountOf(Filter(subtypes=("Bear",))), 2), plus),
    ):
        layout = Layout(2)
        if bears:
            layout.put(BEAR, 1, n=bears)
        assert measured(value, layout) == is_now


@pytest.mark.parametrize(("stat", "is_now"), [("power", 10), ("toughness", 19), ("manavalue", 16)])
def test_202_3_the_total_among_a_set(stat: str, is_now: int) -> None:
    layout = Layout(2)
    layout.put(creature("Big", 5, 5, cost=("5", "G", "G")), 1, n=2)
    layout.put(creature("Wall", 0, 9, cost=("X", "1", "W/U")), 1)
    layout.put(Proto("Idol", ("artifact",), mana_cost=("4",)), 1)
    assert measured(Total(stat, Filter(("creature",), controller="opponent")), layout) == is_now


@shows(Greatest)
@pytest.mark.parametrize(("stat", "is_now"), [("power", 5), ("toughness", 9), ("manavalue", 7)])
def test_107_3_the_greatest_among_a_set(stat: str, is_now: int) -> None:
    layout = Layout(2)
    layout.put(creature("Big", 5, 5, cost=("5", "G", "G")), 1)
    layout.put(creature("Wall", 0, 9), 1, n=HUGE)
    theirs = Filter(("creature",), controller="opponent")
    assert measured(Greatest(stat, theirs), layout) == is_now
    assert measured(Greatest(stat, theirs)) == 0


@shows(CardsIn)
@pytest.mark.parametrize(("zone", "who", "filter", "there"), [
    ("hand", You(), None, 4), ("hand", You(), CREATURE, 3), ("graveyard", You(), None, 2),
    ("library", You(), None, 53), ("hand", TargetRef(0), None, 0), ("graveyard", TargetRef(0), CREATURE, HUGE),
])  # fmt: skip
def test_400_1_the_number_of_cards_in_a_zone(zone: str, who: PlayerRef, filter: Filter | None, there: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "hand", n=3)
    layout.put(FOREST, 0, "hand")
    layout.put(FOREST, 0, "graveyard", n=2)
    layout.put(BEAR, 1, "graveyard", n=HUGE)
    state = act(layout, GainLife(You(), CardsIn(zone, who, filter)), GainLife(TargetRef(0), ONE), aims=(2,))
    assert life(state, 0) == 20 + there


@shows(ThisTurn)
def test_500_5_this_turn_counts_what_happened_and_forgets_it_with_the_turn() -> None:
    for what, deed, there in (
        ("life gained", GainLife(You(), Fixed(3)), 3),
        ("life lost", LoseLife(You(), Fixed(3)), 3),
        ("cards drawn", Draw(You(), Fixed(2)), 2),
        ("spells cast", GainLife(You(), ONE), 0),
        ("life lost", LoseLife(THEIRS, Fixed(3)), 0),
    ):
        layout = Layout(2)
        reader = creature(
            "Reader", 1, 1, Activated((ManaCost(("0",)),), (PutCounters(This(), "charge", ThisTurn(what, You())),))
        )
        row = layout.put(reader, 0)
        state = settled(play(act(layout, deed), Choice("activate", 0, row)))
        assert state.rows[row].get("counter.charge") == there
        later = until(until(state, "upkeep", 1), "upkeep", 0)
        later = settled(play(later, Choice("activate", 0, row)))
        assert later.rows[row].get("counter.charge") == there


def test_601_2i_spells_cast_this_turn() -> None:
    layout = Layout(2)
    bolt = layout.put(instant("Bolt", GainLife(You(), Times(ThisTurn("spells cast", You()), 10))), 0, "hand", n=2)
    layout.set_player(0, "mana.R", 2)
    state = settled(play(layout.done(), Choice("cast", 0, bolt)))
    assert life(state, 0) == 30
    assert life(settled(play(state, Choice("cast", 0, bolt))), 0) == 50


@shows(Devotion)
def test_700_5_devotion_counts_symbols_of_what_its_controller_has() -> None:
    layout = Layout(2)
    layout.put(creature("Elf", 1, 1, cost=("1", "G", "G")), 0, n=2)
    layout.put(creature("Mixed", 1, 1, cost=("G/W", "G/P", "W")), 0)
    layout.put(creature("Theirs", 1, 1, cost=("G", "G")), 1)
    layout.put(creature("Held", 1, 1, cost=("G", "G")), 0, "hand")
    assert measured(Devotion("G"), layout) == 6
    assert measured(Devotion("U")) == 0
    # of two colours, a symbol of both counts once: 2 x GG, then G/W, G/P and W
    assert measured(Devotion("G", "W"), layout) == 7
    assert measured(Devotion("W", "U"), layout) == 2


@shows(ColorsAmong)
def test_105_2_the_number_of_colours_among_permanents() -> None:
    layout = Layout(2)
    layout.put(Proto("Gold", ("creature",), colors=("R", "W"), power=1, toughness=1), 0, n=HUGE)
    layout.put(Proto("Red", ("creature",), colors=("R",), power=1, toughness=1), 0)
    layout.put(Proto("Blue", ("creature",), colors=("U",), power=1, toughness=1), 1)
    assert measured(ColorsAmong(MINE), layout) == 2
    assert measured(ColorsAmong(MINE)) == 0


@shows(Done)
def test_608_2c_done_is_how_much_the_effect_before_did() -> None:
    state = act(Layout(3), LoseLife(THEIRS, Fixed(3)), GainLife(You(), Done()))
    assert life(state, 0) == 26
    layout = Layout(2)
    layout.put(BEAR, 1, n=4)
    assert life(act(layout, Exile(Each(Filter(subtypes=("Bear",)))), GainLife(You(), Done())), 0) == 24
    assert life(act(Layout(2), Exile(Each(Filter(subtypes=("Bear",)))), GainLife(You(), Done())), 0) == 20


# --- conditions --------------------------------------------------------------------------------------------------


def holds(
    condition: Condition, layout: Layout | None = None, aims: tuple[int, ...] = (), before: tuple[Term, ...] = ()
) -> bool:
    """Whether a condition is true as an ability resolves after other effects."""
    deeds = (*before, Branch(condition, (LoseLife(THEIRS, Fixed(7)),)))
    state = act(layout or Layout(2), *deeds, aims=aims)
    return life(state, 1) == 13


@shows(Compared, Not)
@pytest.mark.parametrize(
    ("op", "right", "true"),
    [(">=", 20, True), (">=", 21, False), ("<=", 20, True), ("<=", 19, False), ("==", 20, True), ("==", 1, False)],
)
def test_107_1_two_quantities_compared(op: str, right: int, true: bool) -> None:
    assert holds(Compared(LifeTotal(You()), op, Fixed(right))) == true
    assert holds(Not(Compared(LifeTotal(You()), op, Fixed(right)))) != true


@shows(HasCounter)
@pytest.mark.parametrize(("kind", "true"), [("charge", True), ("", True), ("time", False)])
def test_122_1_an_object_has_a_counter(kind: str, true: bool) -> None:
    layout = Layout(2)
    assert holds(HasCounter(TargetRef(0), kind), layout, (bear_of(layout, counters={"charge": 1}),)) == true
    layout = Layout(2)
    gone = bear_of(layout, counters={"charge": 1})
    assert holds(HasCounter(TargetRef(0), kind), layout, (gone,), (Exile(TargetRef(0)),)) == true
    layout = Layout(2)
    assert not holds(HasCounter(TargetRef(0), kind), layout, (bear_of(layout),))


@shows(IsTapped)
@pytest.mark.parametrize("tapped", [True, False])
def test_110_5_an_object_is_tapped_or_untapped(tapped: bool) -> None:
    for wanted in (True, False):
        layout = Layout(2)
        assert holds(IsTapped(TargetRef(0), wanted), layout, (bear_of(layout, tapped=tapped),)) == (tapped == wanted)
    assert holds(IsTapped(This(), True)) and not holds(IsTapped(This(), False))


@shows(IsA)
def test_109_2_an_object_is_of_a_set() -> None:
    for filter, true in ((CREATURE, True), (Filter(("land",)), False), (Filter(controller="opponent"), True)):
        layout = Layout(2)
        assert holds(IsA(TargetRef(0), filter), layout, (bear_of(layout),)) == true
        layout = Layout(2)
        assert holds(IsA(TargetRef(0), filter), layout, (bear_of(layout),), (Destroy(TargetRef(0)),)) == true
    for card, true in ((BEAR, True), (FOREST, False)):
        layout = Layout(2)
        layout.library(0, [(card, 1)])
        assert holds(IsA(Result(), CREATURE), layout, (), (Mill(You(), ONE),)) == true
    layout = Layout(2)
    layout.library(0, [])
    assert not holds(IsA(Result(), CREATURE), layout, (), (Mill(You(), ONE),))


def colored(name: str, *colors: str) -> Proto:
    """A card with colours."""
    return Proto(name, ("creature",), colors=colors, power=1, toughness=1)


@shows(Damaged)
def test_608_2c_what_was_dealt_damage_this_way() -> None:
    layout = Layout(2)
    aims = (bear_of(layout),)
    for filter, much, true in ((CREATURE, 1, True), (CREATURE, 0, False), (Filter(subtypes=("Elf",)), 1, False)):
        assert holds(Damaged(filter), layout, aims, (DealDamage(This(), TargetRef(0), Fixed(much)),)) == true
    assert not holds(Damaged(CREATURE), layout, aims, (DealDamage(This(), You(), ONE),))


@shows(ShareColor)
@pytest.mark.parametrize(("cards", "true"), [
    ([(colored("A", "R"), 2)], True), ([(colored("A"), 2)], False), ([(colored("A", "R"), 1)], False),
    ([(colored("A", "R"), 1), (colored("B", "R", "U"), 1)], True),
    ([(colored("A", "R"), 1), (colored("B", "U"), 1)], False), ([], False),
])  # fmt: skip
def test_105_2_two_of_the_cards_share_a_colour(cards: list[tuple[Proto, int]], true: bool) -> None:
    layout = Layout(2)
    layout.library(1, [(card, n) for card, n in cards])
    assert holds(ShareColor(), layout, (), (Mill(THEIRS, Fixed(2)),)) == true


def test_608_2_a_process_repeats_while_the_cards_share_a_colour() -> None:
    layout = Layout(2)
    layout.library(1, [(colored("Red", "R"), 6), (colored("Grey"), 9)])
    state = act(layout, RepeatProcess((Mill(THEIRS, Fixed(2)),), ShareColor()))
    while asked(state) == "continue":
        state = play(state, Choice("continue", decider(state)))
    assert (count(state, "Red", "graveyard"), count(state, "Grey", "graveyard")) == (6, 2)


@shows(OnBattlefield)
def test_603_4_the_source_is_on_the_battlefield() -> None:
    ghost = Triggered(Enters(This()), (GainLife(You(), ONE),), condition=OnBattlefield())
    for sacrificed, gained in ((False, 1), (True, 0)):
        layout = Layout(2)
        card = layout.put(creature("Ghost", 1, 1, ghost), 0, "hand")
        altar = layout.put(
            creature("Altar", 0, 1, Activated((SacrificeCost(Filter(subtypes=("Ghost",))),), (LoseLife(THEIRS, ONE),))),
            0,
        )
        layout.set_player(0, "mana.C", 1)
        state = around(play(layout.done(), Choice("cast", 0, card)))
        if sacrificed:
            state = play(state, Choice("activate", 0, altar))
        assert life(settled(state), 0) == 20 + gained
    assert holds(OnBattlefield()) and not holds(OnBattlefield(), None, (), (SacrificeObject(This()),))


@shows(WasCast)
@pytest.mark.parametrize("from_hand", [False, True])
def test_603_4_the_source_was_cast(from_hand: bool) -> None:
    primal = creature("Primal", 1, 1, Triggered(Enters(This()), (GainLife(You(), ONE),), condition=WasCast(from_hand)))
    layout = Layout(2)
    card = layout.put(primal, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    assert life(settled(play(layout.done(), Choice("cast", 0, card))), 0) == 21
    layout = Layout(2)
    dead = layout.put(primal, 0, "graveyard")
    assert life(settled(act(layout, ReturnToBattlefield(TargetRef(0)), aims=(dead,), specs=(GRAVES,))), 0) == 20
    assert life(settled(act(Layout(2), CreateTokens(ONE, primal))), 0) == 20


def test_603_4_was_cast_is_forgotten_with_the_object() -> None:
    primal = creature("Primal", 1, 1, Triggered(Enters(This()), (GainLife(You(), ONE),), condition=WasCast()))
    layout = Layout(2)
    card = layout.put(primal, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    blink = (Exile(Each(Filter(subtypes=("Primal",)))), ReturnToBattlefield(Result(), "owner"))
    row = layout.put(creature("Blinker", 1, 1, tap_ability(*blink)), 0)
    state = settled(play(layout.done(), Choice("cast", 0, card)))
    assert life(settled(play(state, Choice("activate", 0, row))), 0) == 21


@shows(YourTurn)
@pytest.mark.parametrize("active", [0, 1])
def test_102_1_your_turn_is_the_controllers(active: int) -> None:
    layout = Layout(2, active=active)
    layout.put(
        creature("Sun", 1, 1, Triggered(StepBegins("end", "each"), (GainLife(You(), ONE),), condition=YourTurn())), 0
    )
    assert life(settled(until(layout.done(), "end", active)), 0) == 21 - active


@shows(Kicked)
@pytest.mark.parametrize(("how", "mana", "gained"), [((), 1, 1), (("kicker",), 3, 5)])
def test_702_33_a_spell_was_kicked(how: tuple[str, ...], mana: int, gained: int) -> None:
    branch = Branch(Kicked(), (GainLife(You(), Fixed(5)),), (GainLife(You(), ONE),))
    tribute = Proto(
        "Tribute",
        ("instant",),
        (),
        (),
        (),
        ("R",),
        abilities=(SpellCosts((ManaCost(("2",)),), "kicker"), SpellAbility((branch,))),
    )
    layout = Layout(2)
    card = layout.put(tribute, 0, "hand")
    layout.set_player(0, "mana.R", mana)
    state = settled(play(layout.done(), Choice("cast", 0, card, how=how)))
    assert life(state, 0) == 20 + gained and state.rows[1].get("mana.R") == 0


@pytest.mark.parametrize(("how", "mana", "gained"), [((), 1, 0), (("kicker",), 3, 1)])
def test_702_33d_a_kicked_permanent_remembers_it(how: tuple[str, ...], mana: int, gained: int) -> None:
    kicked = Triggered(Enters(This()), (GainLife(You(), ONE),), condition=Kicked())
    kavu = Proto(
        "Kavu", ("creature",), (), (), (), ("R",), 1, 1, None, (SpellCosts((ManaCost(("2",)),), "kicker"), kicked)
    )
    layout = Layout(2)
    card = layout.put(kavu, 0, "hand")
    layout.set_player(0, "mana.R", mana)
    assert life(settled(play(layout.done(), Choice("cast", 0, card, how=how))), 0) == 20 + gained
