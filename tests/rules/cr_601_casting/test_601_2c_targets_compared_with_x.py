"""Targets compared with the X announced: X comes first, then the target (107.3a, 601.2b, 601.2c, 608.2b)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import handle, settled
from tests.support.boards import creature, play
from tests.support.written import card, not_read

ONE, THREE = creature("One", 1, 1, cost=("1",)), creature("Three", 3, 3, cost=("3",))
SHAMAN = card("{X}{X}{1}: Destroy target creature with mana value X.", name="Shaman")
MOST = card("Gain control of target creature with mana value X or less.", "Sorcery", "{X}{U}", "Most")
LEAST = card("{X}: Tap target creature with mana value X or greater.", name="Least")
LUNGE = card(
    "Return target creature card with mana value X from your graveyard to the battlefield.", "Sorcery", "{X}", "Lunge"
)
BLAST = card("Counter target spell with mana value X.", "Instant", "{X}", "Blast")
ALL = card("{X}: Destroy each creature with mana value X.", name="All")


def laid(own: Proto, mana: int, zone: str = "battlefield", seat: int = 1) -> tuple[State, int, dict[str, int]]:
    layout = Layout(2)
    row = layout.put(own, 0, "hand" if {"instant", "sorcery"} & {*own.types} else "battlefield")
    rows = {"One": layout.put(ONE, seat, zone), "Three": layout.put(THREE, seat, zone)}
    layout.set_player(0, "mana.U", mana)
    return layout.done(), row, rows


def offered(state: State, row: int) -> set[tuple[int, Amount]]:
    """Each target with each X for which it may be chosen; all that is offered is legal."""
    made = [c for o in options(state) if o.row == row for c in instances(state, o, 30)]
    assert all(verify(state, each) is None for each in made)
    return {(each.targets[0], each.x) for each in made}


@pytest.mark.parametrize(
    ("own", "mana", "one", "three"),
    [
        (SHAMAN, 2, set(), set()),
        (SHAMAN, 3, {1}, set()),  # {1}{1}{1}
        (SHAMAN, 7, {1}, {3}),  # {3}{3}{1}
        (MOST, 3, {1, 2}, set()),
        (MOST, 5, {1, 2, 3, 4}, {3, 4}),
        (LEAST, 2, {0, 1}, {0, 1, 2}),
        (LEAST, 4, {0, 1}, {0, 1, 2, 3}),
    ],
)
def test_601_2c_x_is_announced_before_the_target(own: Proto, mana: int, one: set[int], three: set[int]) -> None:
    state, row, rows = laid(own, mana)
    assert offered(state, row) == {(rows["One"], x) for x in one} | {(rows["Three"], x) for x in three}
    verb = "cast" if own is MOST else "activate"
    for name, able in (("One", one), ("Three", three)):
        for x in range(5):
            choice = Choice(verb, 0, row, targets=(rows[name],), x=x)
            assert (verify(state, choice) is None) == (x in able)


def test_608_2_it_happens_to_the_target() -> None:
    state, row, rows = laid(SHAMAN, 7)
    state = settled(play(state, Choice("activate", 0, row, targets=(rows["Three"],), x=3)))
    assert rows["Three"] not in state.rows and rows["One"] in state.rows


def test_601_2c_a_card_in_a_graveyard() -> None:
    state, row, rows = laid(LUNGE, 2, "graveyard", 0)
    assert offered(state, row) == {(rows["One"], 1)}
    assert handle(settled(play(state, Choice("cast", 0, row, targets=(rows["One"],), x=1))), "One") >= 0


def test_601_2c_a_spell_on_the_stack() -> None:
    """The spell has mana value 1, so X is 1."""
    drain = card("You gain 1 life.", "Instant", "{1}", "Drain")
    layout = Layout(2)
    blast, spell = layout.put(BLAST, 0, "hand"), layout.put(drain, 0, "hand")
    layout.set_player(0, "mana.U", 3)
    state = play(layout.done(), Choice("cast", 0, spell))
    (top,) = state.stack
    assert offered(state, blast) == {(top, 1)}
    state = settled(play(state, Choice("cast", 0, blast, targets=(top,), x=1)))
    assert state.rows[1].get("life") == 20


def test_107_3_each_of_a_set_is_compared_too() -> None:
    state, row, rows = laid(ALL, 3)
    state = settled(play(state, Choice("activate", 0, row, x=3)))
    assert rows["Three"] not in state.rows and rows["One"] in state.rows


def test_608_2b_a_target_of_another_mana_value_is_illegal_by_then() -> None:
    """In response the One becomes a copy of the Three: mana value 3 is not 1."""
    layout = Layout(2)
    shaman = layout.put(SHAMAN, 0)
    turns = layout.put(card("{1}: Target creature becomes a copy of target creature.", name="Turns"), 0)
    one, three = layout.put(ONE, 1), layout.put(THREE, 1)
    layout.set_player(0, "mana.U", 4)
    state = play(layout.done(), Choice("activate", 0, shaman, targets=(one,), x=1))
    state = settled(play(state, Choice("activate", 0, turns, targets=(one, three))))
    assert {one, three} <= state.rows.keys()


@pytest.mark.parametrize(
    "text",
    [
        "{1}: Destroy target creature with mana value X.",
        "When this enchantment enters, destroy target creature with mana value X.",
        "{X}: Destroy up to one target creature with mana value X.",
        "{X}: Destroy target creature with power X.",
        "{X}: Target creature with mana value X fights target creature.",
    ],
)
def test_601_2c_other_targets_are_not_read(text: str) -> None:
    assert not_read(text)
