"""A life total that would be reduced to 0 or less: a permanent transforms instead, and that total becomes a number (614.1a).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import TransformInstead
from tests.support.acting import BOLT, handle, settled
from tests.support.boards import life
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card

WORDS = "If your life total would be reduced to 0 or less, instead transform Saint and your life total becomes 3. Then if Saint didn't transform this way, you lose the game."


def saint(words: str = WORDS) -> Proto:
    front = {"name": "Saint", "type_line": "Creature — Angel", "mana_cost": "{4}{W}", "oracle_text": words}
    back = {"name": "Judge", "type_line": "Creature — Angel", "mana_cost": "", "oracle_text": "Flying"}
    size = {"power": "3", "toughness": "3"}
    made = compile_card(
        {"name": "Saint // Judge", "layout": "transform", "card_faces": [{**front, **size}, {**back, **size}]}
    )
    assert made.complete, made.clauses
    return made.proto


def board(start: int, *tools: str, proto: Proto | None = None, n: int = 1) -> Layout:
    layout = Layout(2)
    layout.put(proto or saint(), 0, n=n)
    for i, text in enumerate(tools):
        layout.put(card(text, "Artifact", name=f"Tool {i}"), 0)
    layout.set_player(0, "life", start)
    return layout


def on(state: State) -> str:
    """What the Saint is now."""
    (found,) = (
        h for h, row in state.rows.items() if row.cls.zone == "battlefield" and "creature" in view(state, h).types
    )
    return view(state, found).name


LOSS = "{0}: You lose 5 life."


@shows(TransformInstead)
@pytest.mark.parametrize(
    ("start", "text", "left", "name"),
    [
        (6, LOSS, 1, "Saint"),  # not to 0 or less
        (5, LOSS, 3, "Judge"),
        (2, LOSS, 3, "Judge"),  # the total becomes 3, which is a gain (119.5)
        (5, "Pay 5 life: Draw a card.", 3, "Judge"),  # life that is paid is lost (119.4)
        (5, "{0}: Test Card deals 5 damage to you.", 3, "Judge"),
        (8, "{0}: Your life total becomes 0.", 3, "Judge"),
        (8, "{0}: You lose 5 life. You lose 2 life.", 1, "Saint"),
        (8, "{0}: You lose 8 life. You lose 2 life. You gain 4 life.", 5, "Judge"),
    ],
)
def test_614_1a_it_transforms_and_the_total_becomes_three(start: int, text: str, left: int, name: str) -> None:
    layout = board(start, text.replace("Test Card", "Tool 0"))
    layout.library(0, [(BOLT, 5)])
    state = settled(run(layout.done(), "activate Tool 0"))
    assert (life(state, 0), on(state)) == (left, name)


def test_119_5_what_is_lost_instead_is_the_difference() -> None:
    for start, lost, gained in ((5, 2, 0), (2, 0, 1)):
        layout = board(start, LOSS)
        for event, counter in (("lose", "+1/+1"), ("gain", "charge")):
            text = f"Whenever you {event} life, put that many {counter} counters on this artifact."
            layout.put(card(text, "Artifact", name="Book"), 0)
        state = settled(run(layout.done(), "activate Tool 0"))
        slots = ("counter.+1/+1", "counter.charge")
        books = [row for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.name == "Book"]
        assert [sum(book.get(slot) for book in books) for slot in slots] == [lost, gained]


def test_614_1a_a_second_time_nothing_keeps_the_total() -> None:
    state = settled(run(board(5, LOSS).done(), "activate Tool 0"))
    state = settled(run(state, "activate Tool 0"))
    assert life(state, 0) == -2 and state.rows[player(0)].cls.prop("lost")


def test_614_1a_who_has_something_that_does_not_transform_loses() -> None:
    single = card(WORDS.replace("Saint", "Icon"), "Artifact", name="Icon")
    layout = board(5, LOSS, proto=single)
    layout.put(BOLT, 0, "hand")
    state = settled(run(layout.done(), "activate Tool 0"))
    assert life(state, 0) == 3 and state.rows[player(0)].cls.prop("lost")


def test_614_1a_it_is_its_controllers_life_total_alone() -> None:
    layout = board(5, "{0}: Each player loses 5 life.")
    layout.set_player(1, "life", 5)
    state = settled(run(layout.done(), "activate Tool 0"))
    assert (life(state, 0), on(state)) == (3, "Judge")
    assert state.rows[player(1)].cls.prop("lost")


def test_616_1_what_happens_at_the_same_time_is_refused() -> None:
    with pytest.raises(Unsupported, match="changes of a life total at the same time"):
        settled(run(board(5, LOSS, n=2).done(), "activate Tool 0"))
    twice = "If an opponent would lose life during your turn, they lose twice that much life instead."
    layout = board(5)
    layout.put(card(twice), 1)
    layout.put(card(LOSS, "Artifact", name="Tool 0"), 0)
    layout.put(card("{0}: Each opponent loses 5 life.", "Artifact", name="Theirs"), 1)
    state = layout.done()
    assert handle(state, "Saint") and life(settled(run(state, "activate Tool 0")), 0) == 3  # not that player's turn


def test_616_1_life_that_lifelink_gains_at_the_same_time_is_refused() -> None:
    layout = board(5)
    layout.put(card("Lifelink\n{0}: Wasp deals 5 damage to you.", "Creature — Insect", name="Wasp"), 0)
    with pytest.raises(Unsupported, match="changes of a life total at the same time"):
        settled(run(layout.done(), "activate Wasp"))
    layout.set_player(0, "life", 6)
    assert life(settled(run(layout.done(), "activate Wasp")), 0) == 6
