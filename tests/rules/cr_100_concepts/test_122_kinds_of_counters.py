"""Counters that do something by the rules alone (122.1): each kind is implemented, or refused wherever it comes from."""

from __future__ import annotations

import json

import pytest

from reiterate.api import CardBook, load
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.events.counters import player_gets, put_counters
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.vocabulary import not_implemented
from tests.support.boards import BEAR

#: Two kinds of 122.1b, and a variant of another.
KEYWORD_COUNTERS = ("decayed", "exalted", "hexproof from black")
#: 122.1a with other numbers than 1, and 122.1c, g, i.
OTHERS = ("+2/+2", "+1/+0", "-0/-1", "-2/-1", "shield", "defense", "rad")
#: What is implemented (122.1a, b, d, e, f, h), and kinds of which the rules say nothing.
FINE = ("flying", "first strike", "+1/+1", "-1/-1", "stun", "finality", "loyalty", "poison", "charge", "time", "study")


def loaded(counters: str) -> State | Refusal:
    """The state of a position file with one creature and these counters."""
    text = f"""\
format: position/1
players:
  p1:
    battlefield:
      - {{token: Elf, power: 9, toughness: 9, counters: {counters}}}
"""
    found = load(text, "board.yaml", CardBook.builtin())
    return found if isinstance(found, Refusal) else found.state


@pytest.mark.parametrize("kind", [*KEYWORD_COUNTERS, *OTHERS])
def test_122_1_a_kind_whose_rules_are_missing_refuses_in_a_position_file(kind: str) -> None:
    refused = loaded(f"{{'{kind}': 1}}")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("rule-122.1", "122.1b")
    assert kind in refused.message
    assert refused.where is not None
    assert refused.where.line == 5


@pytest.mark.parametrize("kind", [*KEYWORD_COUNTERS, *OTHERS])
def test_122_1_a_kind_whose_rules_are_missing_refuses_wherever_it_comes_from(kind: str) -> None:
    layout = Layout(2)
    with pytest.raises(Unsupported, match=r"counters"):
        layout.put(BEAR, 0, counters={kind: 1})
    with pytest.raises(Unsupported, match=r"counters"):
        layout.set_player(0, f"counter.{kind}", 1)
    bear = layout.put(BEAR, 0, counters={"charge": 1})
    draft = Draft(layout.done())
    with pytest.raises(Unsupported, match=r"counters"):
        put_counters(draft, bear, kind, 1)
    with pytest.raises(Unsupported, match=r"counters"):
        player_gets(draft, 0, f"counter.{kind}", 1)
    written = json.dumps(state_to_json(layout.done())).replace("counter.charge", f"counter.{kind}")
    with pytest.raises(BadState, match=r"counters"):
        state_from_json(json.loads(written))


@pytest.mark.parametrize("kind", FINE)
def test_122_1_other_kinds_are_laid_out(kind: str) -> None:
    assert not not_implemented(kind)
    state = loaded(f"{{'{kind}': 2}}")
    assert isinstance(state, State)
    assert [row.get(f"counter.{kind}") for row in state.rows.values() if row.get(f"counter.{kind}")] == [2]


def test_122_1_a_kind_is_the_same_in_great_letters() -> None:
    state = loaded("{Stun: 1}")
    assert isinstance(state, State)
    assert any(row.get("counter.stun") for row in state.rows.values())
    refused = loaded("{Exalted: 1}")
    assert isinstance(refused, Refusal)
    assert refused.code == "rule-122.1"


def test_122_1_words_that_name_no_kind_are_quoted() -> None:
    refused = loaded("{'\N{MINUS SIGN}1/\N{MINUS SIGN}1': 1}")
    assert isinstance(refused, Refusal)
    assert refused.code == "counters"
    assert "\N{MINUS SIGN}1/\N{MINUS SIGN}1" in refused.message


def test_122_1_no_counters_of_a_kind_are_no_counters() -> None:
    assert isinstance(loaded("{exalted: 0}"), State)
