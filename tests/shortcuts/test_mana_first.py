"""Which mana abilities come before a choice: none that is not needed, and None where they don't make enough (601.2g)."""

from __future__ import annotations

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import CAST, Choice
from reiterate.rules.decisions.verify import verify
from reiterate.script.position import load
from reiterate.script.sentences import say
from reiterate.shortcuts.mana_first import mana_first, ways, with_plenty
from reiterate.shortcuts.mana_plan import played
from reiterate.state.model import State

BOOK = CardBook.builtin()


def board(held: str, there: str) -> State:
    text = f"format: position/1\nplayers: {{p1: {{hand: [{held}], battlefield: [{there}]}}, p2: {{}}}}\n"
    found = load(text, "board", BOOK)
    assert not isinstance(found, Refusal), found
    return found.state


def casting(state: State) -> Choice:
    """The first way of casting the only card in hand."""
    option = next(one for one in with_plenty(state) if one.verb == CAST)
    return ways(state, option, 1)[0]


@pytest.mark.parametrize(
    ("held", "there", "first"),
    [
        ("Lightning Bolt", "Forest, Mountain", ["p1: activate Mountain"]),
        ("Lightning Bolt", "Forest, Island", None),
        ("Lightning Bolt", "{card: Mountain, tapped: true}", None),
        ("Grizzly Bears", "Mountain, Mountain, Mountain, Forest", ["p1: activate Mountain", "p1: activate Forest"]),
        ("Grizzly Bears", "Mountain", None),
    ],
)
def test_601_2g_what_makes_the_mana(held: str, there: str, first: list[str] | None) -> None:
    state = board(held, there)
    choice = casting(state)
    found = mana_first(state, choice)
    assert (None if found is None else [say(state, each) for each in found]) == first
    if found is not None:
        after = played(state, found)
        assert after is not None and verify(after, choice) is None and verify(state, choice) is not None


def test_nothing_comes_first_where_the_mana_is_there() -> None:
    state = board("Lightning Bolt", "Mountain")
    choice = casting(state)
    found = mana_first(state, choice)
    assert found is not None
    after = played(state, found)
    assert after is not None and mana_first(after, choice) == ()
