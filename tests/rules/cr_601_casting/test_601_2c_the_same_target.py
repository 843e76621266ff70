"""One object of a group may be the target for each instance of the word "target" (601.2c, 115.3)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, said_of
from reiterate.state.model import State
from reiterate.state.normal_form import explode
from tests.support.acting import HUGE, settled
from tests.support.boards import BEAR, named
from tests.support.combats import run
from tests.support.texts import card, said

WEAKER = "Target creature gets -3/-0 until end of turn."
SOFTER = "Target creature gets -0/-3 until end of turn."
WARP = card(f"{WEAKER}\n{SOFTER}", "Instant", "Warp", "{0}")
APART = card(
    "Target creature gets -3/-0 until end of turn. Another target creature gets -0/-1 until end of turn.",
    "Instant",
    "Apart",
    "{0}",
)
COMER = card(
    "When this creature enters, target creature gets -3/-0 until end of turn and target creature gets -0/-3 until end of turn.",
    "Creature — Elf",
    "Comer",
    "{0}",
    size=5,
)


def held(what: object, n: int) -> State:
    layout = Layout(2)
    layout.put(what, 0, "hand")  # type: ignore[arg-type] # a card of the language
    layout.put(BEAR, 1, n=n)
    return layout.done()


def left(state: State) -> list[tuple[str, str]]:
    """How many Bears are left of each kind, and what they have of power less."""
    return sorted((str(row.n), str(row.get("eot.power"))) for row in named(settled(state), "Bear"))


def test_601_2c_one_of_a_group_is_the_target_for_each_instance_of_the_word() -> None:
    found = []
    for state in (explode(held(WARP, 2)), held(WARP, 2)):
        ways = [way for option in options(state) if option.verb == "cast" for way in instances(state, option, 100)]
        found.append({tuple(left(step(state, way)[0])) for way in ways})
    assert found[0] == found[1] == {(("1", "-3"),), (("1", "0"),)}


def test_601_2c_the_same_target_is_said_read_offered_and_covered() -> None:
    state = held(WARP, 2)
    offered = options(state)
    lines = set()
    for option in (option for option in offered if option.verb == "cast"):
        for way in instances(state, option, 100):
            assert verify(state, way) is None
            assert covers(state, offered, way)
            assert read_sentence(state, said_of(state, way).text) == way
            lines.add(said_of(state, way).text)
    assert lines == {"cast Warp targeting Bear and Bear", "cast Warp targeting Bear and target 1"}


def test_601_2c_one_of_very_many_is_the_target_twice() -> None:
    assert left(run(held(WARP, HUGE), "cast Warp targeting Bear and target 1")) == [(str(HUGE - 1), "0")]
    assert left(run(held(WARP, HUGE), "cast Warp targeting Bear and Bear")) == [("1", "-3"), (str(HUGE - 2), "0")]


def test_601_2c_a_single_object_is_also_called_so() -> None:
    assert left(run(held(WARP, 1), "cast Warp targeting Bear and target 1")) == []


def test_115_3_another_target_is_not_the_same_one() -> None:
    state = held(APART, 3)
    wrong = said(state, "cast Apart targeting Bear and target 1")
    refused = verify(state, wrong)
    assert isinstance(refused, Refusal)
    assert refused.code == "illegal-target"
    assert not covers(state, options(state), wrong)
    ways = [way for option in options(state) if option.verb == "cast" for way in instances(state, option, 100)]
    assert [said_of(state, way).text for way in ways] == ["cast Apart targeting Bear and Bear"]


@pytest.mark.parametrize("words", ["target 1 and Bear", "Bear and target 2", "Bear and target 3"])
def test_601_2c_no_target_stands_before_that(words: str) -> None:
    state = held(WARP, 2)
    refused = verify(state, said(state, f"cast Warp targeting {words}"))
    assert isinstance(refused, Refusal)
    assert refused.code == "no-such-member"


def test_603_3d_a_triggered_ability_has_one_target_twice() -> None:
    state = run(held(COMER, 2), "cast Comer", "all pass")
    ways = [way for option in options(state) for way in instances(state, option, 100)]
    ends = [left(step(state, way)[0]) for way in ways]
    assert [("1", "0")] in ends
    assert [("1", "-3")] in ends
    for way in ways:
        assert covers(state, options(state), way)
    assert left(run(state, "target Bear and target 1")) == [("1", "0")]
