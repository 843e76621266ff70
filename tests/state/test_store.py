"""A state goes to JSON and comes back the same, at every place of a played loop."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.loops.loop import Loop
from reiterate.loops.play import play
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import State

BOARD = """format: position/1
players:
  p1:
    battlefield:
      - {card: Grizzly Bears, label: bears}
      - {card: Presence of Gond, attached to: bears}
      - {token: Ox, power: 2, toughness: 4, count: 10^5000, counters: {+1/+1: 3}}
  p2:
    battlefield:
      - Intruder Alarm
script: |
  repeat 2:
    activate bears
    all pass
    all pass
"""


def board() -> tuple[State, BodyReader]:
    """The board and the reader of its block."""
    position = load(BOARD, "board", CardBook.builtin())
    assert isinstance(position, Position)
    block = position.script[0]
    assert isinstance(block, Repeat)
    return position.state, BodyReader(block.body)


def there_and_back(state: State) -> State:
    """The state through JSON text."""
    return state_from_json(json.loads(json.dumps(state_to_json(state))))


def test_every_place_of_an_iteration_comes_back_the_same() -> None:
    state, reader = board()
    for k in range(6):
        here = play(state, reader, upto=k).state
        back = there_and_back(here)
        assert same(here, back)
        assert back.tally == here.tally
        assert set(back.labels) == set(here.labels)
        assert state_to_json(back) == state_to_json(here)


def test_a_jump_goes_on_from_what_was_read_back() -> None:
    state, reader = board()
    far = Loop(state, reader).reach(10**100)
    assert isinstance(far, State)
    again = play(there_and_back(far), reader).state
    expected = Loop(state, reader).reach(10**100 + 1)
    assert isinstance(expected, State)
    assert same(again, expected)
    assert asked(again) == "priority"


@pytest.mark.parametrize(
    "breakage",
    [
        lambda v: v.update(format="state/2"),
        lambda v: v["rows"].pop(),
        lambda v: v["rows"][1].update(n=1),
        lambda v: v["rows"][1].update(n="1e5"),
        lambda v: v["rows"][3]["class"]["proto"].update({"term": "Nothing"}),
        lambda v: v.pop("seqs"),
        lambda v: v["rows"][4]["refs"]["host"].update(mode="some"),
    ],
)
def test_what_is_no_state_is_refused(breakage: object) -> None:
    value = state_to_json(board()[0])
    assert callable(breakage)
    breakage(value)
    with pytest.raises(BadState):
        state_from_json(value)
