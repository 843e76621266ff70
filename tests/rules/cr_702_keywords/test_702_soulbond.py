"""Soulbond (702.95): creatures that are paired, and what both of them have as long as they are.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.state.properties import PAIRED
from reiterate.terms.conditions import CanPair
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import Destroy, PairUp
from reiterate.terms.proto import Proto
from reiterate.terms.references import Each, TargetRef, TargetSpec
from tests.support.acting import HUGE, count, handle, instant, question, says, settled, until
from tests.support.boards import BEAR, CREATURE, FOREST, play
from tests.support.shown import shows

ONE_CREATURE = TargetSpec(CREATURE)
STEAL = instant("Steal", GainControl(TargetRef(0), "turn"), targets=(ONE_CREATURE,))
STEAL_ALL = instant("Steal All", GainControl(Each(CREATURE), "turn"))
KILL = instant("Kill", Destroy(TargetRef(0)), targets=(ONE_CREATURE,))
GROWS = "Soulbond\nAs long as this creature is paired with another creature, each of those creatures gets +1/+1."
FLIES = "Soulbond\nAs long as this creature is paired with another creature, both creatures have flying."
BLINKS = 'Soulbond\nAs long as this creature is paired with another creature, each of those creatures has "{R}: Exile this creature, then return it to the battlefield under your control."'


def card(text: str = GROWS, **facts: str) -> Proto:
    """A card of these words, all of it usable."""
    made = {"name": "Own", "type_line": "Creature — Human", "mana_cost": "{R}", "power": "2", "toughness": "3"}
    found = compile_card({**made, **facts, "oracle_text": text})
    assert fully_usable(found), found.missing
    return found.proto


def laid(
    own: Proto, there: tuple[tuple[Proto, object], ...] = (), hand: tuple[Proto, ...] = (), ready: bool = False
) -> State:
    layout = Layout(2)
    for proto, n in there:
        layout.put(proto, 0, n=n)  # type: ignore[arg-type] # the tests pass amounts
    layout.put(own, 0, "battlefield" if ready else "hand")
    for proto in hand:
        layout.put(proto, 0, "hand")
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", 9)
        layout.library(seat, [(FOREST, 20)])
    layout.put(STEAL, 1, "hand")
    layout.put(STEAL_ALL, 1, "hand")
    return layout.done()


def cast(state: State, name: str = "Own", seat: int = 0, *targets: int) -> State:
    return play(state, Choice("cast", seat, handle(state, name, "hand"), targets=targets))


def paired(state: State, other: str = "Bear") -> State:
    """What triggered resolves, and the pair is chosen."""
    kind, seat, rows = question(state)
    assert (kind, seat) == ("objects", 0)
    (row,) = [h for h in rows if proto_of(state.rows[h].cls).name == other]
    return settled(says(state, picks=((row, 1),)))


def powers(state: State) -> list[tuple[str, int, str]]:
    """Creatures by name, how many, and their power."""
    rows = [
        (r.cls.proto.name, int(str(r.n)), str(power(state, h)))
        for h, r in state.rows.items()
        if r.cls.zone == "battlefield" and r.cls.proto is not None and "creature" in r.cls.proto.types
    ]
    return sorted(rows)


@shows("soulbond", PairUp, CanPair)
def test_702_95a_as_it_enters_it_may_be_paired_with_another_creature() -> None:
    state = settled(cast(laid(card(), ((BEAR, 1),))))
    assert powers(paired(state)) == [("Bear", 1, "3"), ("Own", 1, "3")]
    assert powers(settled(says(state))) == [("Bear", 1, "2"), ("Own", 1, "2")]


def test_702_95a_as_another_creature_enters_that_one_may_be_paired() -> None:
    state = settled(cast(laid(card(FLIES), hand=(BEAR,), ready=True), "Bear"))
    state = paired(state)
    assert sum(PAIRED in r.cls.by_prop for r in state.rows.values()) == 2


def test_603_4_without_another_unpaired_creature_it_does_not_trigger() -> None:
    state = settled(cast(laid(card())))
    assert powers(state) == [("Own", 1, "2")] and not state.stack
    state = paired(settled(cast(laid(card(), ((BEAR, 1),), hand=(BEAR,)))))
    state = play(cast(state, "Bear"), Choice("pass", 0), Choice("pass", 1))
    assert not state.stack  # 702.95d: it is paired with one creature only


def test_702_95b_one_of_many_like_creatures_is_paired() -> None:
    state = paired(settled(cast(laid(card(), ((BEAR, HUGE),)))))
    assert powers(state) == [("Bear", 1, "3"), ("Bear", HUGE - 1, "2"), ("Own", 1, "3")]


def test_702_95c_a_creature_that_is_gone_is_not_paired() -> None:
    state = play(cast(laid(card(), hand=(BEAR, KILL), ready=True), "Bear"), Choice("pass", 0), Choice("pass", 1))
    assert len(state.stack) == 1
    state = settled(cast(state, "Kill", 0, handle(state, "Bear")))
    assert powers(state) == [("Own", 1, "2")] and not any(PAIRED in r.cls.by_prop for r in state.rows.values())


def test_702_95e_one_that_leaves_frees_the_other_which_may_be_paired_again() -> None:
    state = paired(settled(cast(laid(card(), ((BEAR, 1),), hand=(BEAR, KILL)))))
    bear = next(h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.proto == BEAR)
    state = settled(cast(state, "Kill", 0, bear))
    assert powers(state) == [("Own", 1, "2")]
    assert powers(paired(settled(cast(state, "Bear")))) == [("Bear", 1, "3"), ("Own", 1, "3")]


@pytest.mark.parametrize("name", ["Own", "Bear"])
def test_702_95e_another_players_control_unpairs_for_good(name: str) -> None:
    state = paired(settled(cast(laid(card(), ((BEAR, 1),)))))
    state = settled(cast(play(state, Choice("pass", 0)), "Steal", 1, handle(state, name)))
    assert powers(state) == [("Bear", 1, "2"), ("Own", 1, "2")]
    assert powers(until(state, "upkeep", 1)) == [("Bear", 1, "2"), ("Own", 1, "2")]


@pytest.mark.parametrize("name", ["Own", "Bear"])
def test_400_7_what_comes_back_is_a_new_object_and_may_be_paired_again(name: str) -> None:
    state = paired(settled(cast(laid(card(BLINKS), ((BEAR, 1),)))))
    state = settled(play(state, Choice("activate", 0, handle(state, name))))
    assert not any(PAIRED in r.cls.by_prop for r in state.rows.values())
    state = paired(state, "Bear")
    assert sum(PAIRED in r.cls.by_prop for r in state.rows.values()) == 2 and count(state, "Own") == 1


def test_702_95e_creatures_that_another_player_takes_together_are_a_pair_no_more() -> None:
    state = paired(settled(cast(laid(card(), ((BEAR, 1),)))))
    assert len([row for row in state.rows.values() if row.cls.prop(PAIRED)]) == 2
    state = settled(cast(play(state, Choice("pass", 0)), "Steal All", 1))
    assert [row for row in state.rows.values() if row.cls.prop(PAIRED)] == []
    assert {row.cls.controller for row in state.rows.values() if row.cls.zone == "battlefield"} == {1}
