"""The order of boards: likelier ones are searched further, all get their turn, and searches within a step go on."""

from __future__ import annotations

import json
from itertools import islice
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.judge import mana_uses
from reiterate.judge.mana_uses import MORE, pays_for
from reiterate.refusals import Refusal
from reiterate.rules.access.option_slots import Option
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.finder import Finder
from reiterate.survey.proof import Found
from reiterate.survey.schedule import FIRST, LEVELS, TIMES, turns

#: Basalt Monolith untaps itself for {1} with Power Artifact: a loop within a step.
ENGINE: Final = "Basalt Monolith, {card: Power Artifact, attached to: Basalt Monolith}"

CARDS: Final = [
    {"name": "Pebble", "type_line": "Artifact", "oracle_text": "{T}: Add {C}."},
    {"name": "Boulder", "type_line": "Artifact", "oracle_text": "{2}: You gain 1 life."},
]


def board(battlefield: str, more: str = "") -> State:
    """The state of a board."""
    book = CardBook((read_source("cards", json.dumps(CARDS).encode()), builtin_source()))
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: [{battlefield}]{more}}}\n  p2: {{}}\n"
    position = load(text, "board.yaml", book)
    assert isinstance(position, Position), position
    return position.state


def test_a_likelier_board_has_twice_the_steps_of_one_that_costs_one_more() -> None:
    spent = [0, 0, 0]
    for turn in islice(turns([1, 2, 4]), 40):
        spent[turn.board] += turn.steps
        if turn.board == 0 and turn.level:
            assert spent[0] == 2 * turn.steps  # as many again as it had
            assert spent[1] * 2 == spent[0] - turn.steps or turn.level == 1
    assert spent[1] > 4 * spent[2] / 2 > 0


def test_boards_of_a_level_come_in_their_order_and_none_is_left_out() -> None:
    first = list(islice(turns([0, 0, 3]), 9))
    assert [(turn.level, turn.board) for turn in first[:6]] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert [turn.board for turn in first[6:]] == [0, 1, 2]
    assert first[8].steps == FIRST


def test_a_search_that_begins_anew_does_so_seldom_and_with_many_more_steps() -> None:
    anew = [turn.anew for turn in islice(turns([0]), 2 * LEVELS + 1)]
    assert [steps for steps in anew if steps] == [FIRST, FIRST * TIMES, FIRST * TIMES**2]
    assert anew.index(FIRST * TIMES) == LEVELS


def test_no_boards_have_no_turns() -> None:
    assert list(turns([])) == []


def test_a_search_within_a_step_goes_on_where_it_stopped() -> None:
    state = board(ENGINE, ", mana: {C: '9'}")
    whole, parts = Finder(state, 0), Finder(state, 0)
    assert not parts.parted
    at_once = whole.go_on(2_000)
    assert isinstance(at_once, Found)
    found: Found | Refusal = parts.go_on(5)
    assert isinstance(found, Refusal) and found.code == "find-budget"
    for _ in range(400):
        found = parts.go_on(5, 2_000)
        if isinstance(found, Found):
            break
    assert isinstance(found, Found)
    assert (found.prefix, found.body) == (at_once.prefix, at_once.body)


def test_a_search_that_leaves_steps_begins_anew() -> None:
    finder = Finder(board("{card: Soul Warden}, {card: Grizzly Bears}, {card: Aggravated Assault}"), 0)
    assert finder.parted
    few, more = finder.go_on(5), finder.go_on(40)
    assert isinstance(few, Refusal) and isinstance(more, Refusal)
    assert "5 steps" in few.message and "40 steps" in more.message


def words(state: State, option: Option) -> str:
    """An option by the name of its card."""
    proto = state.rows[option.row].cls.proto
    assert proto is not None
    return proto.name


def test_what_two_mana_abilities_pay_for_together_is_told_of_both() -> None:
    assert pays_for(board("{card: Pebble, count: '3'}, {card: Boulder}"), words) == {"Pebble": ("Boulder",)}
    assert pays_for(board("{card: Pebble}, {card: Boulder}"), words) == {}


def test_positions_that_are_not_looked_at_are_told_as_maybe_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mana_uses, "PAYING_BUDGET", 1)
    assert pays_for(board("{card: Pebble, count: '3'}, {card: Boulder}"), words) == {"Pebble": (MORE,)}
