"""Several players: limited range of influence (801)."""

from __future__ import annotations

from typing import get_args

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import seats
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.combat_state import defenders
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.state_based_actions import draw_for
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static, Triggered
from reiterate.terms.base import Term
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, Proliferate
from reiterate.terms.effects_players import ControlTurn, GainLife, LoseLife, WinLose
from reiterate.terms.effects_spells import Except
from reiterate.terms.effects_structure import Effect
from reiterate.terms.effects_zones import Exile, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed, ThisTurn
from reiterate.terms.references import (
    Each,
    EachCard,
    EachPlayer,
    Filter,
    Linked,
    Seat,
    TargetRef,
    TargetSpec,
    This,
    You,
)
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    Changed,
    ChangeDamage,
    EntersAs,
    EntersChoosing,
    EntersWithCounters,
    OthersEnter,
    ZoneInstead,
)
from reiterate.terms.static_effects import Are, CostReduction, ModifyPT, PlayerCant, StaticEffect
from reiterate.terms.trigger_events import DealsDamage, LifeLost
from tests.rules.cr_800_multiplayer.tables import KILLER, PLAYER, advance, everyone, kill, laws, passes
from tests.support.boards import BEAR, CREATURE, GOND, creature, named, play, tap_ability
from tests.support.position_texts import laid_out, value


def ring(*objects: tuple[Proto, int], players: int = 4, reach: int = 1) -> tuple[State, list[int]]:
    """A board of players around a table who can affect each other only some seats away."""
    layout = Layout(players)
    layout.set_range(reach)
    rows = [layout.put(proto, seat) for proto, seat in objects]
    return layout.done(), rows


def doer(*effects: object, targets: tuple[TargetSpec, ...] = ()) -> Proto:
    return creature("Doer", 3, 3, tap_ability(*effects, targets=targets))


def act(state: State, row: int, *targets: int) -> State:
    """p1's ability, resolved."""
    return everyone(play(state, Choice("activate", 0, row, targets=targets)))


def lives(state: State) -> list[object]:
    return [r.get("life") for r in state.rows.values() if r.cls.kind == "player"]


@pytest.mark.parametrize(
    ("reach", "players", "seen"), [(1, 4, [0, 1, 3]), (2, 5, [0, 1, 2, 3, 4]), (2, 6, [0, 1, 2, 4, 5])]
)
def test_801_2_the_range_is_counted_in_seats_both_ways(reach: int, players: int, seen: list[int]) -> None:
    state, _ = ring(players=players, reach=reach)
    assert [seat for seat in range(players) if in_range(state, 0, seat)] == seen
    laws(state)


def check_seats_count_until_the_turn_ends() -> None:
    state, rows = ring((KILLER, 0))
    state = kill(state, rows[0], 1)
    assert not in_range(state, 0, 2)
    state = advance(state, "upkeep", 2)
    assert in_range(state, 0, 2) and in_range(state, 2, 3)


def test_801_2c_the_seat_of_who_left_counts_until_the_next_turn_begins() -> None:
    check_seats_count_until_the_turn_ends()


def test_801_3_only_players_and_planeswalkers_in_range_can_be_attacked() -> None:
    walker = Proto("Walker", ("planeswalker",), loyalty=2)
    state, rows = ring((BEAR, 0), (walker, 1), (walker, 2))
    while asked(state) != "attack":
        state = passes(state, 1)
    assert defenders(state, 0) == [2, 4, rows[1]]
    refused = verify(state, Choice("attack", 0, picks=((rows[0], 1),), targets=(3,)))
    assert refused is not None and refused.code == "defender"


def check_nothing_out_of_range_is_a_target() -> None:
    spec = (TargetSpec(CREATURE, "any"),)
    state, rows = ring((doer(DealDamage(This(), TargetRef(0), Fixed(1)), targets=spec), 0), (BEAR, 1), (BEAR, 2))
    for target, legal in ((2, True), (3, False), (4, True), (rows[1], True), (rows[2], False)):
        assert (verify(state, Choice("activate", 0, rows[0], targets=(target,))) is None) == legal
    (option,) = [o for o in options(state) if o.verb == "activate"]
    slot = option.slot("target")
    assert slot is not None and set(slot.rows) == {1, 2, 4, rows[0], rows[1]}


def test_801_4_nothing_out_of_range_can_be_a_target() -> None:
    check_nothing_out_of_range_is_a_target()


def test_801_5a_a_player_out_of_range_can_not_be_chosen() -> None:
    chooser = Proto("Chooser", ("enchantment",), mana_cost=(), abilities=(Static(EntersChoosing("opponent")),))
    layout = Layout(4)
    layout.set_range(1)
    card = layout.put(chooser, 0, "hand")
    state = everyone(play(layout.done(), Choice("cast", 0, card)))
    assert question_of(state).words == ("p2", "p4")


def check_events_out_of_range_trigger_nothing() -> None:
    gloater = creature("Gloater", 1, 1, Triggered(LifeLost("any"), (GainLife(You(), Fixed(5)),)))
    state, rows = ring((gloater, 0), (gloater, 1), (gloater, 2), (doer(LoseLife(You(), Fixed(1))), 2))
    state = everyone(play(passes(state, 2), Choice("activate", 2, rows[3])))
    assert sorted(state.rows[h].cls.controller for h in state.stack) == [1, 2]


def test_801_7_events_out_of_range_trigger_nothing() -> None:
    check_events_out_of_range_trigger_nothing()


def test_801_7_a_source_out_of_range_is_not_noticed() -> None:
    """p1 sees p2 lose life, but not who dealt the damage: the event isn't all within range."""
    watcher = creature("Watcher", 1, 1, Triggered(DealsDamage(CREATURE, "player"), (GainLife(You(), Fixed(1)),)))
    state, rows = ring((watcher, 0), (doer(DealDamage(This(), TargetRef(0), Fixed(1)), targets=PLAYER), 2))
    state = everyone(play(passes(state, 2), Choice("activate", 2, rows[1], targets=(2,))))
    assert lives(state) == [20, 19, 20, 20]
    assert not state.stack


def test_801_8_and_801_9_what_is_attached_out_of_range_comes_off() -> None:
    sword = Proto("Sword", ("artifact",), ("Equipment",))
    layout = Layout(4)
    layout.set_range(1)
    actor = layout.put(doer(GainLife(You(), Fixed(1))), 0)
    far, near = layout.put(BEAR, 2), layout.put(BEAR, 1)
    handles = []
    for host in (far, near):
        aura, blade = layout.put(GOND, 0), layout.put(sword, 0)
        layout.attach(aura, host)
        layout.attach(blade, host)
        handles += [aura, blade]
    state = act(layout.done(), actor)
    assert [h in state.rows for h in handles] == [False, True, True, True]
    assert ["host" in state.rows[h].refs for h in handles[1:]] == [False, True, True]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (LoseLife(EachPlayer(), Fixed(1)), [19, 19, 20, 19]),
        (LoseLife(EachPlayer(True), Fixed(1)), [20, 19, 20, 19]),
        (GainLife(You(), CountOf(Filter(types=("creature",)))), [23, 20, 20, 20]),
        (LoseLife(Seat(2), Fixed(1)), [20, 20, 20, 20]),
    ],
)
def test_801_10_and_801_11_effects_reach_and_count_only_what_is_in_range(effect: Term, expected: list[int]) -> None:
    state, rows = ring((doer(effect), 0), (BEAR, 1), (BEAR, 2), (BEAR, 3))
    assert lives(act(state, rows[0])) == expected


def test_801_10_all_creatures_are_those_in_range() -> None:
    state, rows = ring((doer(Destroy(Each(Filter(types=("creature",), another=True)))), 0), (BEAR, 1), (BEAR, 2))
    assert [r.cls.controller for r in named(act(state, rows[0]), "Bear")] == [2]


@pytest.mark.parametrize("types", [(), ("artifact",)])
def test_801_10_static_abilities_reach_only_what_is_in_range(types: tuple[str, ...]) -> None:
    """By the short way and by the layers in full."""
    plague = creature("Plague", 1, 9, Static(ModifyPT(CREATURE, Fixed(-1), Fixed(-1))))
    more = [(creature("Forge", 1, 9, Static(Are(CREATURE, types=types, instead=False))), 0)] if types else []
    state, rows = ring((plague, 0), (BEAR, 1), (BEAR, 2), *more)
    assert [power(state, row) for row in rows[1:3]] == [1, 2]
    assert ["artifact" in view(state, row).types for row in rows[1:3]] == [bool(types), False]


def test_801_12_and_801_13_replacement_effects_watch_only_what_is_in_range() -> None:
    curse = creature("Curse", 1, 1, Static(PlayerCant("any", "gain life")))
    state, rows = ring((doer(GainLife(EachPlayer(), Fixed(1))), 1), (curse, 3))
    state = everyone(play(passes(state, 1), Choice("activate", 1, rows[0])))
    assert lives(state) == [20, 21, 20, 20]


@pytest.mark.parametrize(("seat", "drained"), [(1, 6), (2, 3)])
def test_801_13_a_change_of_damage_is_for_sources_and_players_in_range(seat: int, drained: int) -> None:
    doubler = creature("Doubler", 1, 1, Static(ChangeDamage(Filter(), "any", Changed(by=2))))
    state, rows = ring((doer(DealDamage(This(), TargetRef(0), Fixed(3)), targets=PLAYER), 0), (doubler, seat))
    assert lives(act(state, rows[0], 2))[1] == 20 - drained


@pytest.mark.parametrize(("seat", "zone"), [(1, "exile"), (2, "graveyard")])
def test_801_13_a_change_of_zone_is_for_objects_in_range(seat: int, zone: str) -> None:
    void = Proto("Void", ("enchantment",), abilities=(Static(ZoneInstead("any", "exile")),))
    layout = Layout(4)
    layout.set_range(1)
    row = layout.put(doer(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)), 0)
    layout.put(void, seat)
    bear = layout.put(BEAR, 1, controller=3 if seat == 1 else 0)
    state = act(layout.done(), row, bear)
    assert bool(named(state, "Bear", zone)) == (seat == 2)


@pytest.mark.parametrize(("seat", "tapped", "counters"), [(3, True, 2), (2, False, 1)])
def test_801_13_what_enters_out_of_range_is_left_alone(seat: int, tapped: bool, counters: int) -> None:
    port = Proto("Port", ("artifact",), abilities=(Static(OthersEnter(CREATURE, tapped=True)),))
    season = Proto("Season", ("artifact",), abilities=(Static(ChangeCounters(Filter(), "", Changed(by=2))),))
    spike = creature("Spike", 1, 1, Static(EntersWithCounters("+1/+1", Fixed(1))), cost=())
    layout = Layout(4)
    layout.set_range(1)
    layout.put(port, seat)
    layout.put(season, seat)
    card = layout.put(spike, 0, "hand")
    (row,) = named(everyone(play(layout.done(), Choice("cast", 0, card))), "Spike")
    assert (row.cls.tapped, row.get("counter.+1/+1")) == (tapped, counters)


def test_801_5a_a_copy_is_of_something_in_range() -> None:
    clone = creature("Clone", 0, 1, Static(EntersAs(CREATURE, Except())), cost=())
    layout = Layout(4)
    layout.set_range(1)
    near, far = layout.put(BEAR, 1), layout.put(BEAR, 2)
    card = layout.put(clone, 0, "hand")
    state = everyone(play(layout.done(), Choice("cast", 0, card)))
    assert far and question_of(state).rows == (near,)


def test_801_10_hexproof_of_players_reaches_only_those_in_range() -> None:
    ward = Proto("Ward", ("artifact",), abilities=(Static(PlayerCant("opponent", "be targeted")),))
    state, rows = ring((doer(GainLife(TargetRef(0), Fixed(1)), targets=PLAYER), 0), (ward, 2))
    legal = [seat for seat in range(4) if verify(state, Choice("activate", 0, rows[0], targets=(1 + seat,))) is None]
    assert legal == [0]


def test_801_3_nobody_attacks_where_all_in_range_have_left() -> None:
    storm = creature("Storm", 1, 1, tap_ability(LoseLife(EachPlayer(True), Fixed(20))))
    state, rows = ring((storm, 0), (BEAR, 0))
    state = act(state, rows[0])
    assert sorted(seats(state)) == [0, 2]
    seen = set()
    while state.game.prop("step") != "main2":
        state = passes(state, 1)
        seen.add(asked(state))
    assert "attack" not in seen


def test_801_11_spells_cast_out_of_range_are_not_counted() -> None:
    stormy = doer(GainLife(You(), ThisTurn("spells cast by all", You())))
    layout = Layout(4)
    layout.set_range(1)
    near, far = layout.put(stormy, 1), layout.put(stormy, 2)
    card = layout.put(creature("Free", 1, 1, cost=()), 0, "hand")
    state = passes(everyone(play(layout.done(), Choice("cast", 0, card))), 1)
    state = play(state, Choice("activate", 1, near), Choice("pass", 1), Choice("activate", 2, far))
    assert lives(everyone(everyone(state))) == [20, 21, 20, 20]


def test_801_5a_proliferate_reaches_only_what_is_in_range() -> None:
    layout = Layout(4)
    layout.set_range(1)
    row = layout.put(doer(Proliferate()), 0)
    near, far = (layout.put(BEAR, seat, counters={"+1/+1": 1}) for seat in (1, 2))
    for seat in range(4):
        layout.set_player(seat, "counter.poison", 1)
    state = act(layout.done(), row)
    assert far and set(question_of(state).rows) == {1, 2, 4, near}


@pytest.mark.parametrize("seat", [1, 2])
def test_801_10_abilities_out_of_range_cost_what_they_did(seat: int) -> None:
    cheap = Proto("Ease", ("artifact",), abilities=(Static(CostReduction(1)),))
    payer = creature("Payer", 1, 1, Activated((ManaCost(("1",)),), (GainLife(You(), Fixed(1)),)))
    state, rows = ring((payer, 0), (cheap, seat))
    assert (verify(state, Choice("activate", 0, rows[0])) is None) == (seat == 1)


def test_801_10_cards_out_of_range_stay_where_they_are() -> None:
    layout = Layout(4)
    layout.set_range(1)
    graves = layout.put(doer(Exile(EachCard("graveyard"))), 0)
    keeper = layout.put(creature("Keeper", 1, 1, tap_ability(ReturnToBattlefield(Linked()))), 0)
    for seat in range(4):
        layout.put(BEAR, seat, "graveyard")
        layout.link(keeper, layout.put(creature("Exile", 1, 1), seat, "exile"))
    state = act(act(layout.done(), graves), keeper)
    assert [r.cls.owner for r in named(state, "Bear", "graveyard")] == [2]
    assert [r.cls.owner for r in named(state, "Exile")] == [0, 1, 3]


def test_801_14_who_wins_makes_the_opponents_in_range_lose() -> None:
    state, rows = ring((doer(WinLose(You(), True)), 0))
    state = act(state, rows[0])
    assert [bool(state.rows[1 + seat].cls.prop("lost")) for seat in range(4)] == [False, True, False, True]
    assert asked(state) == "priority"


@pytest.mark.parametrize(("players", "left", "ask"), [(6, [2, 3, 4], "settle"), (4, [2], "over"), (3, [], "over")])
def test_801_16_a_draw_is_one_for_those_in_range(players: int, left: list[int], ask: str) -> None:
    layout = Layout(players)
    layout.set_range(1)
    draft = Draft(layout.done())
    draw_for(draft, [0], "104.4b")
    state = draft.done()
    assert sorted(seats(state)) == left
    assert state.game.prop("outcome", "") == ("draw" if not left else "p3_wins" if ask == "over" else "")
    assert value(state, "p1.lost") == "false"


def test_801_effects_that_are_not_scoped_are_refused_by_name() -> None:
    state, rows = ring((doer(ControlTurn(TargetRef(0)), targets=PLAYER), 0))
    with pytest.raises(Unsupported) as refused:
        act(state, rows[0], 2)
    assert refused.value.refusal.code == "rule-801"
    state, rows = ring((creature("Painter", 1, 1, Static(Are(CREATURE, colors=("U",), everywhere=True))), 0), (BEAR, 0))
    with pytest.raises(Unsupported) as refused:
        power(state, rows[1])
    assert refused.value.refusal.code == "rule-801"


def test_801_the_kinds_that_are_not_scoped() -> None:
    unscoped = "ControlTurn EachReturns ExchangeControl LookAt Populate PutBack PutRest RevealDiscard Take"
    unscoped += " Bend ChooseName AddColorOf AddProducible ChooseTarget Discover DoubleMana ExileTopUntil KeepMana GainActivated NewTargets RevealFromHand"
    assert {kind.__name__ for kind in get_args(Effect) if not kind.says.ranged} == set(unscoped.split())
    unscoped = "Ascend Bound CombatLimit FlipsMore HasActivated LostManaBecomes ManaTimes MayExert PreventPart SilentEntering SpellsHave"
    assert {kind.__name__ for kind in get_args(StaticEffect) if not kind.says.ranged} == set(unscoped.split())


def test_without_a_limit_everybody_is_in_range() -> None:
    state = Layout(9).done()
    assert all(in_range(state, 0, seat) for seat in range(9))


def test_a_position_file_says_the_range() -> None:
    state = laid_out("range: 1\nplayers:\n  p1: {}\n  p2: {}\n  p3: {}\n  p4: {}\n").state
    assert [in_range(state, 1, seat) for seat in range(4)] == [True, True, True, False]
