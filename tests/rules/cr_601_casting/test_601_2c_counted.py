"""Sets whose numbers are compared with what is counted then: 601.2c, 608.2b, 608.2h, 107.1."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from tests.support.acting import count, says, settled
from tests.support.boards import FOREST, creature, play
from tests.support.texts import card, code, said

FEW = "Exile target creature with mana value less than or equal to the number of Forests you control."


def board(text: str, forests: int, kind: str = "Sorcery") -> Layout:
    layout = Layout(2)
    for name, cost in (("One", ("1",)), ("Two", ("2",)), ("Four", ("4",))):
        layout.put(creature(name, 1, 1, cost=cost), 1)
    if forests:
        layout.put(FOREST, 0, n=forests)
    layout.put(FOREST, 1, n=9)
    layout.put(card(text, kind), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    return layout


@pytest.mark.parametrize(
    ("forests", "legal"),
    [(0, ()), (1, ("One",)), (2, ("One", "Two")), (3, ("One", "Two")), (4, ("One", "Two", "Four"))],
)
def test_601_2c_a_target_is_compared_with_what_is_counted(forests: int, legal: tuple[str, ...]) -> None:
    state = board(FEW, forests).done()
    said_of = {name: code(state, f"cast Test Card targeting {name}") for name in ("One", "Two", "Four")}
    assert said_of == {name: "" if name in legal else "illegal-target" for name in said_of}


def test_608_2b_it_is_counted_again_as_the_spell_resolves() -> None:
    layout = board(FEW, 2)
    layout.put(card("Destroy target land.", "Instant", "Stone"), 0, "hand")
    state = layout.done()
    state = play(state, said(state, "cast Test Card targeting Two"))
    (mine,) = [h for h, r in state.rows.items() if r.cls.proto == FOREST and r.cls.controller == 0]
    (stone,) = [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Stone"]
    done = settled(play(state, Choice("cast", 0, stone, targets=(mine,))))
    assert (count(done, "Two"), count(done, "Two", "exile")) == (1, 0)


@pytest.mark.parametrize(("counters", "legal"), [(0, ("One",)), (1, ("One", "Two")), (3, ("One", "Two", "Four"))])
def test_608_2h_a_number_of_the_source_is_that_of_now(counters: int, legal: tuple[str, ...]) -> None:
    text = "{T}: Tap target creature with mana value less than or equal to Test Card's power."
    layout = board("You gain 1 life.", 0)
    row = layout.put(card(text, "Creature — Test", size=1), 0)
    if counters:
        layout.rows[row].num["counter.+1/+1"] = counters
    state = layout.done()
    told = [name for name in ("One", "Two", "Four") if not code(state, f"activate Test Card targeting {name}")]
    assert tuple(told) == legal


def test_107_3_where_x_is_what_is_counted() -> None:
    text = "When Test Card enters, return each creature your opponents control with mana value X or less to its owner's hand, where X is the number of Forests you control."
    layout = board(text, 3, "Creature — Test")
    state = layout.done()
    done = settled(play(state, said(state, "cast Test Card")))
    assert [count(done, name, "hand") for name in ("One", "Two", "Four")] == [1, 1, 0]


@pytest.mark.parametrize(("life", "exiled"), [(2, 1), (1, 0)])
def test_608_2h_if_its_number_is_at_most_what_is_counted(life: int, exiled: int) -> None:
    layout = board("Exile target creature if its mana value is less than or equal to your life total.", 0)
    layout.set_player(0, "life", life)
    state = layout.done()
    done = settled(play(state, said(state, "cast Test Card targeting Two")))
    assert count(done, "Two", "exile") == exiled


def test_701_23a_cards_of_a_library_are_compared_too() -> None:
    text = "Search your library for a creature card with mana value less than or equal to the number of Forests you control, reveal it, put it into your hand, then shuffle."
    layout = board(text, 2)
    layout.library(0, [(creature("Ox", cost=("2",)), 1), (creature("Cat", cost=("3",)), 1)])
    state = layout.done()
    state = settled(play(state, said(state, "cast Test Card")))
    (cat,) = [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Cat"]
    (ox,) = [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Ox"]
    assert asked(state) != "priority"
    assert count(settled(says(state, picks=((ox, 1),))), "Ox", "hand") == 1
    with pytest.raises(Exception, match="can't be chosen"):
        says(state, picks=((cat, 1),))


@pytest.mark.parametrize(
    "text",
    [
        "When Test Card dies, destroy target creature with power less than or equal to Test Card's power.",
        "Sacrifice Test Card: Destroy target creature with power less than or equal to Test Card's power.",
        "Creatures with power less than or equal to the number of Forests you control have flying.",
    ],
)
def test_608_2h_a_number_of_what_has_left_is_not_read(text: str) -> None:
    facts = {"name": "Test Card", "type_line": "Creature — Test", "oracle_text": text, "power": "1", "toughness": "1"}
    assert not compile_card(facts).complete
