"""Two states are equal where all that they hold is: the law that whatever is worked out from one holds for the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.rules.positions.identity import equal, same
from reiterate.script.position import Position, load
from reiterate.state.model import Row, State, player
from reiterate.state.properties import LIFE

BOARD: Final = "format: position/1\nplayers:\n  p1: {battlefield: [Midnight Guard, Plains, Island]}\n  p2: {}\n"


def state() -> State:
    found = load(BOARD, "board.yaml", CardBook.builtin())
    assert isinstance(found, Position), found
    return found.state


def copied(made: State) -> State:
    return State(dict(made.rows), dict(made.seqs), dict(made.tally), dict(made.labels), made.fresh)


def test_a_position_read_twice_is_equal() -> None:
    assert equal(state(), state())


def less_life(made: State) -> None:
    row = made.rows[player(0)]
    made.rows[player(0)] = Row(row.cls, {**row.num, LIFE: 19}, row.n, row.refs)


def another_order(made: State) -> None:
    made.rows = dict(reversed(made.rows.items()))


def another_handle(made: State) -> None:
    made.fresh += 1


def a_label(made: State) -> None:
    made.labels["host"] = max(made.rows)


def a_tally(made: State) -> None:
    made.tally["taps"] = 1


def one_more(made: State) -> None:
    row = made.rows[max(made.rows)]
    made.rows[max(made.rows)] = Row(row.cls, row.num, 2, row.refs)


CHANGES: Final = (less_life, another_order, another_handle, a_label, a_tally, one_more)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_any_change_makes_a_state_unequal(change: Callable[[State], None]) -> None:
    changed = copied(state())
    change(changed)
    assert not equal(state(), changed) and not equal(changed, state())


def test_labels_tallies_and_handles_leave_it_the_same_game() -> None:
    for change in (another_handle, a_tally):
        changed = copied(state())
        change(changed)
        assert same(state(), changed) and not equal(state(), changed)
