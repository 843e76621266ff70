"""What is counted of spells: those of a kind cast this turn, a commander's casts (107.3, 903.8). Worked out before it was played."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CommanderCasts, ThisTurn
from reiterate.terms.references import You
from tests.support.acting import ONE_LIFE, handle, instant, settled, until
from tests.support.boards import BEAR, FOREST, creature, play, tap_ability
from tests.support.own_cards import card_read
from tests.support.shown import shows

GAIN = instant("Gain", ONE_LIFE)
SLOW = instant("Slow", ONE_LIFE, kind="sorcery")
ELF = creature("Elf", 1, 1, cost=("R",))


def laid(count: str, *hand: Proto) -> State:
    layout = Layout(2)
    layout.put(card_read("Own", f"{{T}}: You gain X life, where X is {count}."), 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.put(GAIN, 1, "hand")
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", 9)
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def cast(state: State, seat: int, name: str) -> State:
    (row,) = [
        h
        for h, r in state.rows.items()
        if r.cls.zone == "hand" and r.cls.owner == seat and r.cls.proto is not None and r.cls.proto.name == name
    ]
    return settled(play(state, Choice("cast", seat, row)))


@shows(ThisTurn)
@pytest.mark.parametrize(
    ("count", "gained"),
    [
        ("the number of instant and sorcery spells you've cast this turn", 2),
        ("the number of creature spells you've cast this turn", 1),
        ("the number of noncreature spells you've cast this turn", 2),
        ("one plus the number of instant and sorcery spells you've cast this turn", 3),
    ],
)
def test_107_3_spells_of_a_kind_are_counted_as_they_are_cast(count: str, gained: int) -> None:
    state = laid(count, GAIN, SLOW, ELF)
    for name in ("Slow", "Elf", "Gain"):
        state = cast(state, 0, name)
    before = int(str(state.rows[1].get("life")))
    state = settled(play(state, Choice("activate", 0, handle(state, "Own"))))
    assert int(str(state.rows[1].get("life"))) - before == gained


def test_107_3_the_count_is_of_one_turn_and_one_player() -> None:
    state = cast(laid("the number of instant and sorcery spells you've cast this turn", GAIN, BEAR), 0, "Gain")
    assert state.rows[1].get("turn.instant and sorcery spells cast") == 1
    state = until(state, "upkeep", 1)
    assert not state.rows[1].get("turn.instant and sorcery spells cast")
    state = play(state, Choice("pass", 1)) if state.game.prop("who") == 0 else state
    assert not state.rows[2].get("turn.instant and sorcery spells cast")


@shows(CommanderCasts)
@pytest.mark.parametrize(("one", "other", "gained"), [(0, 0, 0), (2, 0, 2), (2, 3, 5)])
def test_903_8_casts_of_all_commanders_of_a_player_count(one: int, other: int, gained: int) -> None:
    layout = Layout(2)
    reader = tap_ability(GainLife(You(), CommanderCasts()))
    assert isinstance(reader, Activated)
    layout.put(creature("Reader", 1, 1, reader), 0)
    for index, casts in ((1, one), (2, other)):
        row = layout.put(creature(f"General {index}", 2, 2, legendary=True), 0, "command")
        layout.commander(row, index, casts)
    theirs = layout.put(creature("Theirs", 2, 2, legendary=True), 1, "command")
    layout.commander(theirs, 0, 7)
    state = layout.done()
    state = settled(play(state, Choice("activate", 0, handle(state, "Reader"))))
    assert state.rows[1].get("life") == 20 + gained
