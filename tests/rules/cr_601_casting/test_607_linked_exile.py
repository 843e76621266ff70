"""What entered this turn, and what exiled itself by its own linked ability: 400.7, 607.2a, 603.10a."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.costs import LifeCost
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_zones import Move, MoveChosen, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed
from reiterate.terms.references import Filter, Linked, TargetRef, TargetSpec, This, You
from reiterate.terms.trigger_events import Enters, Leaves
from tests.support.boards import BEAR, CREATURE, ELF, creature, life, named, play, resolve

FRESH = Filter(types=("creature",), controller="you", fresh=True)
NOTHING = (LifeCost(Fixed(0)),)
COUNTER = creature(
    "Counter",
    1,
    1,
    Activated(NOTHING, (GainLife(You(), CountOf(FRESH)),)),
    Activated(NOTHING, (CreateTokens(Fixed(2), ELF),)),
    Activated(NOTHING, (Pump(TargetRef(0), Fixed(1), Fixed(1)),), (TargetSpec(FRESH),)),
)


def counted(state: State, row: int) -> int:
    before = life(state, 0)
    after = life(resolve(play(state, Choice("activate", 0, row, 0))), 0)
    assert isinstance(before, int)
    assert isinstance(after, int)
    return after - before


def test_400_7_what_entered_this_turn_is_that_until_the_turn_ends() -> None:
    layout = Layout(2)
    row = layout.put(COUNTER, 0)
    bear = layout.put(BEAR, 0, "hand")
    layout.put(BEAR, 1, "hand")
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    assert counted(state, row) == 0, "what stood there as the turn began"
    state = resolve(play(state, Choice("cast", 0, bear)))
    assert counted(state, row) == 1
    state = resolve(play(state, Choice("activate", 0, row, 1)))
    assert counted(state, row) == 3
    for _ in range(40):
        if state.game.prop("active") == 1 and asked(state) == "priority":
            break
        seat = state.game.prop("who", 0)
        assert isinstance(seat, int)
        state = play(state, Choice("attack", seat, answer="none") if asked(state) == "attack" else Choice("pass", seat))
    state = play(state, Choice("pass", 1))
    assert counted(state, row) == 0, "another turn"


def test_115_4_a_target_that_entered_this_turn() -> None:
    layout = Layout(2)
    row = layout.put(COUNTER, 0)
    old = layout.put(BEAR, 0)
    state = resolve(play(layout.done(), Choice("activate", 0, row, 1)))
    elf = next(h for h, r in state.rows.items() if r.cls.proto == ELF)
    assert verify(state, Choice("activate", 0, row, 2, targets=(old,))) is not None
    assert verify(state, Choice("activate", 0, row, 2, targets=(elf,))) is None


def test_400_7_nothing_is_noted_where_nothing_asks() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = resolve(play(layout.done(), Choice("cast", 0, bear)))
    assert named(state, "Bear")[0].cls.prop("entered") is False


# --- linked abilities (607.2a) -----------------------------------------------------------------------------------

BACK = Triggered(Leaves(This()), (ReturnToBattlefield(Linked(), "owner"),))
TAKES = Triggered(Enters(This()), (Move(TargetRef(0), "exile", link=True),), (TargetSpec(CREATURE),))
WARDER = creature("Warder", 2, 2, TAKES, BACK)
MASTER = creature("Master", 3, 3, Activated(NOTHING, (Destroy(TargetRef(0)),), (TargetSpec(CREATURE),)))


def entering(*besides: tuple[Proto, int]) -> tuple[Layout, Choice]:
    layout = Layout(2)
    row = layout.put(WARDER, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    for proto, seat in besides:
        layout.put(proto, seat)
    return layout, Choice("cast", 0, row)


def aim(state: State, name: str) -> State:
    if asked(state) != "target":
        return state
    row = next(
        h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.proto and r.cls.proto.name == name
    )
    return play(state, Choice("target", 0, targets=(row,)))


def test_607_2a_what_exiled_itself_returns_and_may_exile_another() -> None:
    layout, cast = entering((BEAR, 1))
    state = aim(resolve(play(layout.done(), cast)), "Warder")
    state = resolve(state)  # it exiles itself, and the leaving ability triggers
    assert len(state.stack) == 1
    state = aim(resolve(state), "Bear")  # back as a new object
    assert len(named(state, "Warder")) == 1
    state = resolve(state)
    assert not named(state, "Bear")


def test_607_2a_what_exiled_another_still_returns_that() -> None:
    layout, cast = entering((BEAR, 1), (MASTER, 0))
    state = aim(resolve(play(layout.done(), cast)), "Bear")
    state = resolve(state)
    master = next(h for h, r in state.rows.items() if r.cls.proto == MASTER)
    warder = next(h for h, r in state.rows.items() if r.cls.proto == WARDER)
    state = resolve(resolve(play(state, Choice("activate", 0, master, targets=(warder,)))))
    assert [r.cls.controller for r in named(state, "Bear")] == [1]


def test_607_2a_exiled_after_the_source_has_left_is_gone_for_good() -> None:
    layout, cast = entering((BEAR, 1), (MASTER, 0))
    state = aim(resolve(play(layout.done(), cast)), "Bear")
    master = next(h for h, r in state.rows.items() if r.cls.proto == MASTER)
    warder = next(h for h, r in state.rows.items() if r.cls.proto == WARDER)
    state = resolve(play(state, Choice("activate", 0, master, targets=(warder,))))
    state = resolve(state)  # the leaving ability first: it returns nothing
    state = resolve(state)
    assert not named(state, "Bear")
    assert not state.stack


def test_607_2a_a_source_that_exiles_all_creatures_finds_itself_among_them() -> None:
    sweep = Triggered(Enters(This()), (MoveChosen(You(), Fixed(3), ("battlefield",), CREATURE, "exile", link=True),))
    layout = Layout(2)
    row = layout.put(creature("Sweeper", 2, 2, sweep, BACK), 0, "hand")
    layout.set_player(0, "mana.C", 1)
    layout.put(BEAR, 0)
    state = resolve(play(layout.done(), Choice("cast", 0, row)))
    state = resolve(state)
    assert not named(state, "Bear")
    state = resolve(state)
    assert len(named(state, "Bear")) == 1
    assert len(named(state, "Sweeper")) == 1


def test_607_2a_like_objects_that_exile_each_other_are_refused() -> None:
    sweep = Triggered(Enters(This()), (MoveChosen(You(), Fixed(3), ("battlefield",), CREATURE, "exile", link=True),))
    sweeper = creature("Sweeper", 2, 2, sweep, BACK)
    layout = Layout(2)
    row = layout.put(sweeper, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    layout.put(sweeper, 0, sick=True)
    state = resolve(play(layout.done(), Choice("cast", 0, row)))
    with pytest.raises(Unsupported, match="exile each other"):
        resolve(state)
