"""All counters of a permanent are removed, of whatever kind (122.1); and a permanent that asks whether one is left (603.8)."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_permanents import RemoveAllCounters
from reiterate.terms.proto import Proto
from reiterate.terms.references import Each, TargetRef
from tests.support.acting import GROUPS, act, settled
from tests.support.boards import BEAR, CREATURE, creature, named, play
from tests.support.shown import shows
from tests.support.texts import said

AIM = TargetRef(0)


@shows(RemoveAllCounters)
def test_122_1_counters_of_each_kind_are_removed() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0, counters={"+1/+1": 2, "charge": 3, "flying": 1})
    other = layout.put(BEAR, 1, counters={"+1/+1": 1})
    state = act(layout, RemoveAllCounters(AIM), aims=(bear,))
    assert not any(state.rows[bear].num.values()) and power(state, bear) == 2
    assert power(state, other) == 3


def test_122_1_where_no_counter_is_nothing_happens() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = act(layout, RemoveAllCounters(AIM), aims=(bear,))
    assert power(state, bear) == 2


def test_704_5f_a_creature_that_only_counters_keep_alive_is_put_into_its_graveyard() -> None:
    layout = Layout(2)
    layout.put(creature("Ooze", 0, 0), 0, counters={"+1/+1": 4})
    state = settled(act(layout, RemoveAllCounters(Each(CREATURE))))
    assert not named(state, "Ooze") and named(state, "Ooze", "graveyard")


@GROUPS
def test_122_1_each_of_a_group_loses_its_counters(n: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=n, counters={"+1/+1": 2})
    state = act(layout, RemoveAllCounters(Each(CREATURE)))
    (bears,) = named(state, "Bear")
    assert bears.n == n and not any(bears.num.values())


def deep() -> Proto:
    """A land that is sacrificed as its last counter goes, for a legendary token with a name of its own (111.4)."""
    text = (
        "{3}: Remove an ice counter from Deep.\n"
        "When Deep has no ice counters on it, sacrifice it. If you do, create a legendary 20/20 black Avatar creature token "
        "with flying and indestructible named Old Lage."
    )
    compiled = compile_card({"name": "Deep", "layout": "normal", "type_line": "Land", "oracle_text": text})
    assert compiled.complete, compiled.missing
    return compiled.proto


def thawed(counters: int, times: int) -> State:
    layout = Layout(2)
    layout.put(deep(), 0, counters={"ice": counters})
    layout.set_player(0, "mana.C", 3 * times)
    state = layout.done()
    for _ in range(times):
        state = settled(play(state, said(state, "activate Deep")))
    return state


def test_603_8_the_last_counter_sets_the_ability_off() -> None:
    one_left = thawed(3, 2)
    assert named(one_left, "Deep") and not named(one_left, "Old Lage")
    none_left = thawed(2, 2)
    assert not named(none_left, "Deep") and named(none_left, "Deep", "graveyard")
    (token,) = named(none_left, "Old Lage")
    assert token.n == 1 and token.cls.proto is not None
    assert token.cls.proto.supertypes == ("legendary",) and token.cls.proto.subtypes == ("Avatar",)


def test_603_8_without_counters_the_ability_is_set_off_at_once() -> None:
    layout = Layout(2)
    layout.put(deep(), 0)
    state = settled(act(layout, RemoveAllCounters(Each(CREATURE))))
    assert not named(state, "Deep") and named(state, "Old Lage")
