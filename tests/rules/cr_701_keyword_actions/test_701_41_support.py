"""Support (701.41): on a spell any target creatures, on a permanent other ones.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import handle, only, settled
from tests.support.boards import creature, play
from tests.support.written import card as written
from tests.support.written import not_read

NAMES = ("Ant", "Bee", "Cat")


def laid(text: str, cost: str = "{0}") -> State:
    layout = Layout(2)
    layout.put(written(text, "Sorcery", cost, "Help"), 0, "hand")
    for name in NAMES:
        layout.put(creature(name, 2, 2), 0)
    layout.set_player(0, "mana.R", 5)
    return layout.done()


def cast(state: State, *names: str, x: int = 0) -> Choice:
    return Choice("cast", 0, handle(state, "Help", "hand"), targets=tuple(handle(state, each) for each in names), x=x)


def grown(state: State) -> list[str]:
    return [name for name in NAMES if only(state, name).get("counter.+1/+1") == 1]


def test_701_41a_a_spell_puts_a_counter_on_each_of_up_to_so_many_target_creatures() -> None:
    state = laid("Support 2.\nYou gain 3 life.")
    assert verify(state, cast(state, *NAMES)) is not None
    after = settled(play(state, cast(state, "Ant", "Cat")))
    assert grown(after) == ["Ant", "Cat"] and after.rows[1].get("life") == 23


def test_701_41a_targets_of_another_line_come_behind() -> None:
    state = laid("Support 2.\nDestroy target creature.")
    after = settled(play(state, cast(state, "Ant", "Cat", "Bee")))
    assert [row.cls.proto.name for row in after.rows.values() if row.cls.zone == "graveyard" and row.cls.proto] == [
        "Bee",
        "Help",
    ]
    assert [only(after, name).get("counter.+1/+1") for name in ("Ant", "Cat")] == [1, 1]


def test_701_41a_support_x_is_up_to_the_x_announced() -> None:
    state = laid("Support X.", "{X}{R}")
    after = settled(play(state, cast(state, "Bee", "Cat", x=2)))
    assert grown(after) == ["Bee", "Cat"]
    assert verify(state, cast(state, *NAMES, x=2)) is not None
    assert not_read("Support X.", "Sorcery")
