"""Triggered abilities: rule 603."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.trigger_matching import HANDLED_TRIGGERS
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Triggered
from reiterate.terms.conditions import Controls, LifeIs, StatIs
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy, PutCounters, Tap, Untap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_zones import Draw, ReturnToHand
from reiterate.terms.quantities import Fixed, ThatMuch
from reiterate.terms.references import Compare, EachPlayer, Filter, TargetRef, TargetSpec, That, ThatPlayer, This, You
from reiterate.terms.trigger_events import (
    BecomesTapped,
    BecomesUntapped,
    CardDrawn,
    Dies,
    Enters,
    Leaves,
    LifeGained,
    LifeLost,
    SpellCast,
    StepBegins,
    TriggerEvent,
)
from tests.support.boards import (
    ANOTHER,
    BEAR,
    CREATURE,
    DRAINER,
    ELF,
    GROWER,
    GUARD,
    MAKER,
    MAYBE,
    WARDEN,
    board,
    creature,
    life,
    named,
    play,
    resolve,
    tap_ability,
)
from tests.support.shown import CORE

GAIN = (GainLife(You(), Fixed(1)),)
TARGET = (TargetSpec(CREATURE),)


def seer(name: str, event: TriggerEvent, condition: LifeIs | Controls | StatIs | None = None) -> object:
    return creature(name, 1, 1, Triggered(event, GAIN, condition=condition))


def settle(state: State) -> State:
    """Pass until the stack is empty, answering orders with the first."""
    for _ in range(200):
        if asked(state) == "order":
            option = options(state)[0]
            state = play(state, Choice("order", option.player, option.row))
        elif state.stack and asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        else:
            return state
    raise AssertionError("the stack does not empty")


def act(state: State, row: int, *targets: int) -> State:
    return settle(play(state, Choice("activate", 0, row, targets=targets)))


def check_another_does_not_count_itself() -> None:
    layout = Layout(2)
    card = layout.put(creature("Warden Card", 1, 1, *WARDEN.abilities, cost=()), 0, "hand")
    state = settle(play(layout.done(), Choice("cast", 0, card)))
    assert life(state, 0) == 20


def test_603_2_another_does_not_count_itself() -> None:
    check_another_does_not_count_itself()


def check_each_member_and_each_event_triggers() -> None:
    many = creature("Many", 1, 1, tap_ability(CreateTokens(Fixed(3), ELF)))
    layout = Layout(2)
    row = layout.put(many, 0)
    layout.put(WARDEN, 0, n=5)
    state = act(layout.done(), row)
    assert life(state, 0) == 20 + 15


def test_603_2c_every_member_triggers_for_every_event() -> None:
    check_each_member_and_each_event_triggers()


def test_603_2c_a_group_that_enters_sees_its_own_members() -> None:
    token = creature("Token Warden", 1, 1, *WARDEN.abilities, token=True)
    state, (row,) = board((creature("Many", 1, 1, tap_ability(CreateTokens(Fixed(3), token))), 0))
    assert life(act(state, row), 0) == 20 + 3 * 2


EVENTS: list[tuple[TriggerEvent, tuple[object, ...], int]] = [
    (Enters(ANOTHER), (CreateTokens(Fixed(1), ELF),), 1),
    (Dies(CREATURE), (Destroy(TargetRef(0)),), 1),
    (Dies(ANOTHER), (Destroy(TargetRef(0)),), 1),
    (Leaves(CREATURE), (Destroy(TargetRef(0)),), 1),
    (Dies(CREATURE), (ReturnToHand(TargetRef(0)),), 0),
    (Leaves(CREATURE), (ReturnToHand(TargetRef(0)),), 1),
    (LifeGained("opponent"), (GainLife(EachPlayer(True), Fixed(7)),), 1),
    (LifeGained("you"), (GainLife(EachPlayer(True), Fixed(7)),), 0),
    (LifeLost("any"), (LoseLife(EachPlayer(), Fixed(0)),), 0),
    (LifeLost("opponent"), (LoseLife(EachPlayer(True), Fixed(2)),), 1),
    (BecomesTapped(CREATURE), (Tap(TargetRef(0)),), 2),
    (BecomesUntapped(CREATURE), (Untap(TargetRef(0)),), 0),
    (BecomesTapped(This()), (Tap(TargetRef(0)),), 0),
    (CardDrawn("you"), (Draw(You(), Fixed(3)),), 3),
    (CardDrawn("opponent"), (Draw(You(), Fixed(3)),), 0),
]


@pytest.mark.parametrize(("event", "effects", "times"), EVENTS)
def test_603_2_what_each_event_sets_off(event: TriggerEvent, effects: tuple[object, ...], times: int) -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 1, 1, tap_ability(*effects, targets=TARGET)), 0)
    layout.put(seer("Seer", event), 0)  # type: ignore[arg-type] # a card
    bear = layout.put(BEAR, 1)
    assert life(act(layout.done(), row, bear), 0) == 20 + times


def test_603_2_casting_is_seen_with_its_filter_and_player() -> None:
    for who, wanted, times in (("you", CREATURE, 1), ("opponent", CREATURE, 0), ("any", Filter(types=("instant",)), 0)):
        layout = Layout(2)
        layout.put(seer("Seer", SpellCast(who, wanted)), 0)  # type: ignore[arg-type] # a card
        card = layout.put(creature("Cheap", 1, 1, cost=()), 0, "hand")
        assert life(settle(play(layout.done(), Choice("cast", 0, card))), 0) == 20 + times


def test_603_2_the_beginning_of_a_step() -> None:
    for whose, times in (("you", 1), ("opponent", 0), ("each", 1)):
        layout = Layout(2, step="main2")
        layout.put(seer("Seer", StepBegins("end", whose)), 0)  # type: ignore[arg-type] # a card
        assert life(settle(resolve(layout.done())), 0) == 20 + times


def test_every_trigger_of_the_language_has_a_handler() -> None:
    assert set(HANDLED_TRIGGERS) == set(TriggerEvent.__args__)
    seen = {type(event) for event, _, _ in EVENTS} | {StepBegins}
    assert {event.__name__ for event in seen} == CORE & {event.__name__ for event in HANDLED_TRIGGERS}


def test_603_3b_active_player_first_then_in_turn_order() -> None:
    layout = Layout(3)
    row = layout.put(MAKER, 0)
    for seat in (2, 1, 0):
        layout.put(WARDEN, seat)
    state = resolve3(play(layout.done(), Choice("activate", 0, row)))
    assert [state.rows[h].cls.controller for h in state.stack] == [2, 1, 0]


def resolve3(state: State) -> State:
    return play(state, Choice("pass", 0), Choice("pass", 1), Choice("pass", 2))


def test_603_3b_their_controller_orders_unlike_triggers_and_not_like_ones() -> None:
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    layout.put(WARDEN, 0, n=3)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "priority"
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    layout.put(WARDEN, 0, n=3)
    layout.put(GUARD, 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "order"
    assert [o.slot("count").high for o in options(state)] == [3, 1]  # type: ignore[union-attr] # every order has one
    first, second = (o.row for o in options(state))
    state = play(state, Choice("order", 0, first, count=1), Choice("order", 0, second))
    assert [state.rows[h].n for h in state.stack] == [2, 1, 1]
    assert asked(state) == "priority"


def test_603_3d_one_possible_target_is_taken_several_are_asked_for_none_removes() -> None:
    for opponents, asks in ((1, "priority"), (2, "target")):
        layout = Layout(opponents + 1)
        row = layout.put(creature("Gainer", 1, 1, tap_ability(GainLife(You(), Fixed(1)))), 0)
        layout.put(DRAINER, 0, n=2)
        state = play(layout.done(), Choice("activate", 0, row), *[Choice("pass", s) for s in range(opponents + 1)])
        assert asked(state) == asks
    state = play(state, Choice("target", 0, targets=(2,), count=1), Choice("target", 0, targets=(3,)))
    for _ in range(6):
        state = play(state, Choice("pass", decider(state))) if state.stack else state
    assert (life(state, 1), life(state, 2)) == (19, 19)
    none = creature(
        "None", 1, 1, Triggered(LifeGained("you"), (Destroy(TargetRef(0)),), (TargetSpec(Filter(types=("land",))),))
    )
    layout = Layout(2)
    row = layout.put(creature("Gainer", 1, 1, tap_ability(GainLife(You(), Fixed(1)))), 0)
    layout.put(none, 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert not state.stack
    assert asked(state) == "priority"


@pytest.mark.parametrize(
    ("condition", "times"),
    [
        (LifeIs(">=", 20), 1),
        (LifeIs(">=", 21), 0),
        (Controls(Filter(types=("creature",), controller="you"), ">=", 3), 1),
        (Controls(Filter(types=("creature",), controller="you"), "<=", 2), 0),
        (StatIs(This(), Compare("power", ">=", 1)), 1),
        (StatIs(This(), Compare("power", ">=", 2)), 0),
    ],
)
def test_603_4_intervening_if(condition: LifeIs | Controls | StatIs, times: int) -> None:
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    layout.put(seer("Seer", Enters(ANOTHER), condition), 0)  # type: ignore[arg-type] # a card
    assert life(act(layout.done(), row), 0) == 20 + times


def test_603_4_intervening_if_is_checked_again_on_resolution() -> None:
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    loser = layout.put(creature("Loser", 1, 1, tap_ability(LoseLife(You(), Fixed(5)))), 0)
    layout.put(seer("Seer", Enters(ANOTHER), LifeIs(">=", 20)), 0)  # type: ignore[arg-type] # a card
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert state.stack
    state = settle(play(state, Choice("activate", 0, loser)))
    assert life(state, 0) == 15


def test_603_10a_leaving_creatures_see_each_other_leave() -> None:
    wrath = creature("Wrath", 1, 1, tap_ability(PutCounters(TargetRef(0), "-1/-1", Fixed(1)), targets=TARGET))
    mourner = creature("Mourner", 1, 1, Triggered(Dies(ANOTHER), GAIN))
    layout = Layout(2)
    row = layout.put(wrath, 0)
    mourners = layout.put(mourner, 0)
    assert life(act(layout.done(), row, mourners), 0) == 20
    layout = Layout(2)
    two = creature(
        "Two",
        1,
        2,
        tap_ability(
            DealDamage(This(), TargetRef(0), Fixed(2)),
            DealDamage(This(), TargetRef(1), Fixed(2)),
            targets=(*TARGET, *TARGET),
        ),
    )
    row = layout.put(two, 0)
    a, b = layout.put(mourner, 0), layout.put(mourner, 0, tapped=True)
    assert life(act(layout.done(), row, a, b), 0) == 22


def test_603_2_that_much_that_player_and_that_object() -> None:
    layout = Layout(2)
    row = layout.put(creature("Gainer", 1, 1, tap_ability(GainLife(EachPlayer(), Fixed(3)))), 0)
    echo = Triggered(LifeGained("any"), (LoseLife(ThatPlayer(), ThatMuch()),))
    layout.put(creature("Echo", 1, 1, echo), 0)
    state = act(layout.done(), row)
    assert (life(state, 0), life(state, 1)) == (20, 20)
    layout = Layout(2)
    row = layout.put(creature("Many", 1, 1, tap_ability(CreateTokens(Fixed(3), ELF))), 0)
    layout.put(creature("Blesser", 1, 1, Triggered(Enters(ANOTHER), (PutCounters(That(), "+1/+1", Fixed(1)),))), 0)
    state = act(layout.done(), row)
    assert sum(int(str(r.n)) for r in named(state, "Elf Warrior") if r.get("counter.+1/+1") == 1) == 3


def test_603_3_each_of_a_group_acts_on_itself() -> None:
    layout = Layout(2)
    row = layout.put(MAKER, 0)
    layout.put(GROWER, 0, n=4)
    state = act(layout.done(), row)
    assert sum(int(str(r.n)) for r in named(state, "Grower") if r.get("counter.+1/+1") == 1) == 4


def test_608_2d_a_may_is_asked_as_it_resolves() -> None:
    for answer, gained in (("yes", 1), ("no", 0)):
        layout = Layout(2)
        row = layout.put(MAKER, 0)
        layout.put(MAYBE, 0)
        state = resolve(resolve(play(layout.done(), Choice("activate", 0, row))))
        assert asked(state) == "may"
        assert life(play(state, Choice("may", 0, answer=answer)), 0) == 20 + gained


def test_603_2h_once_each_turn_triggers_once() -> None:
    layout = Layout(2)
    first, second = layout.put(MAKER, 0), layout.put(MAKER, 0)
    layout.put(creature("Once", 1, 1, Triggered(Enters(ANOTHER), GAIN, limit="turn")), 0)
    state = act(act(layout.done(), first), second)
    assert life(state, 0) == 21
