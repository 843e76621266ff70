"""Each of several like triggered abilities has a mode of its own as it is put on the stack (603.3c, 700.2b)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, said_of
from reiterate.state.model import State
from tests.support.acting import HUGE, count, settled
from tests.support.combats import run
from tests.support.texts import card

SPIRIT = card(
    "When this creature dies, choose one —\n• Draw a card.\n• You gain 3 life.", "Creature — Spirit", "Spirit"
)
ARCHER = card(
    "When this creature dies, choose one —\n• This creature deals 1 damage to any target.\n• You gain 3 life.",
    "Creature — Archer",
    "Archer",
)
WRATH = card("Destroy all creatures.", "Sorcery", "Wrath", "{0}")


def dying(what: object, n: int) -> State:
    """The position in which several like permanents have died, and a mode is asked for."""
    layout = Layout(2)
    layout.put(what, 0, n=n)  # type: ignore[arg-type] # a card of the language
    layout.put(WRATH, 0, "hand")
    return run(layout.done(), "cast Wrath", "all pass")


def ends(state: State) -> set[tuple[str, str, int]]:
    """Both players' life and the cards drawn behind each way to answer, with everything resolved."""
    now = settled(state)
    if asked(now) == "priority":
        return {(str(now.rows[1].get("life")), str(now.rows[2].get("life")), count(now, "unknown card", "hand"))}
    found: set[tuple[str, str, int]] = set()
    for option in options(now):
        for choice in instances(now, option, 100):
            found |= ends(step(now, choice)[0])
    return found


def test_603_3c_each_of_several_like_abilities_has_a_mode_of_its_own() -> None:
    assert ends(dying(SPIRIT, 2)) == {("20", "20", 2), ("23", "20", 1), ("26", "20", 0)}


def test_603_3d_each_with_a_mode_has_a_target_of_its_own() -> None:
    assert ends(dying(ARCHER, 2)) == {
        ("26", "20", 0),
        ("23", "19", 0),
        ("22", "20", 0),
        ("20", "18", 0),
        ("19", "19", 0),
        ("18", "20", 0),
    }


def test_603_3c_some_of_many_get_a_mode_and_the_rest_another_one() -> None:
    state = run(
        dying(SPIRIT, HUGE), f"choose mode 2 ({HUGE - 5} of them)", "choose mode 1 (2 of them)", "choose mode 2"
    )
    assert [str(state.rows[handle].n) for handle in state.stack] == ["3", "2", str(HUGE - 5)]


def test_603_3c_how_many_get_a_mode_is_offered_said_and_checked() -> None:
    state = dying(SPIRIT, 3)
    found = options(state)
    for option in found:
        for choice in instances(state, option, 100):
            assert read_sentence(state, said_of(state, choice).text) == choice
            assert covers(state, found, choice)
    assert covers(state, found, Choice("answer", 0, answer="mode 1"))
    for wrong in (4, -1):
        refused = verify(state, Choice("answer", 0, answer="mode 1", count=wrong))
        assert isinstance(refused, Refusal)
        assert refused.code == "count"


@pytest.mark.parametrize("wrong", [2, HUGE])
def test_603_3c_an_answer_for_one_is_not_for_several(wrong: int) -> None:
    refused = verify(dying(SPIRIT, 1), Choice("answer", 0, answer="mode 1", count=wrong))
    assert isinstance(refused, Refusal)
    assert refused.code == "count"
