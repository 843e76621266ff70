"""Cards put into a library so manyth from the top (401.7), and spells of one name cast before (201.2)."""

from __future__ import annotations

from itertools import groupby

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.conditions import Both, CastBefore
from reiterate.terms.proto import Proto
from tests.support.acting import count, settled, top
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.shown import shows
from tests.support.texts import card, said

KNOWN = {"Forest": FOREST, "Bear": BEAR}
THIRD = "Put target creature into its owner's library third from the top."
AGAIN = (
    "If Sun was cast from your hand and you've cast another spell named Sun this game, you win the game. "
    "Otherwise, put Sun into its owner's library third from the top and you gain 7 life."
)


def library(state: State, seat: int) -> list[str]:
    """The names of the cards of a library, top first."""
    return [name for name, n in top(state, seat) for _ in range(n)]


def stocked(layout: Layout, seat: int, *names: str) -> None:
    """A library of these cards, top first."""
    runs = [(name, len(list(alike))) for name, alike in groupby(names)]
    layout.library(seat, [(KNOWN.get(name) or Proto(name, ("artifact",)), n) for name, n in runs])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("A", "B", "C", "D"), ["A", "B", "Bear", "C", "D"]),
        (("A", "B"), ["A", "B", "Bear"]),
        (("A",), ["A", "Bear"]),  # 401.7: fewer than two above it
        ((), ["Bear"]),
        (("A", "Bear", "B"), ["A", "Bear", "Bear", "B"]),  # beside its like
        (("A", "B", "Bear"), ["A", "B", "Bear", "Bear"]),
        (("Bear", "Bear", "Bear"), ["Bear", "Bear", "Bear", "Bear"]),
        (("Forest", "Forest", "Forest", "A"), ["Forest", "Forest", "Bear", "Forest", "A"]),  # a run of like cards
    ],
)
def test_401_7_third_from_the_top(before: tuple[str, ...], after: list[str]) -> None:
    layout = Layout(2)
    layout.put(card(THIRD, "Sorcery", "Oust"), 0, "hand")
    layout.put(BEAR, 1, label="bear")
    stocked(layout, 1, *before)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    assert library(state, 1) == list(before)
    done = settled(play(state, said(state, "cast Oust targeting bear")))
    assert library(done, 1) == after
    assert count(done, "Bear") == 0


def suns(cards: int, zone: str = "hand", other: str = "") -> State:
    """Suns in hand, with mana for all of them."""
    layout = Layout(2)
    layout.put(card(AGAIN, "Sorcery", "Sun"), 0, zone, n=cards)
    if other:
        layout.put(card("You gain 1 life.", "Sorcery", other), 0, "hand")
    stocked(layout, 0, "A", "B", "C")
    layout.set_player(0, "mana.R", 3)
    return layout.done()


@shows(CastBefore)
@shows(Both)
def test_201_2_the_second_spell_of_that_name_wins() -> None:
    state = suns(2)
    state = settled(play(state, said(state, "cast Sun")))
    assert life(state, 0) == 27
    assert library(state, 0) == ["A", "B", "Sun", "C"]
    assert asked(state) == "priority"
    state = state_from_json(state_to_json(state))  # what was cast before is part of the position
    won = settled(play(state, said(state, "cast Sun")))
    assert asked(won) != "priority"
    assert life(won, 0) == 27


def test_201_2_a_spell_of_another_name_does_not_count() -> None:
    state = suns(1, other="Moon")
    state = settled(play(state, said(state, "cast Moon")))
    state = settled(play(state, said(state, "cast Sun")))
    assert asked(state) == "priority"
    assert life(state, 0) == 28


def test_201_2_a_countered_spell_was_cast_all_the_same() -> None:
    layout = Layout(2)
    layout.put(card(AGAIN, "Sorcery", "Sun"), 0, "hand", n=2)
    layout.put(card("Counter target spell.", "Instant", "No"), 0, "hand")
    layout.set_player(0, "mana.R", 3)
    state = layout.done()
    state = play(state, said(state, "cast Sun"))
    state = settled(play(state, said(state, "cast No targeting Sun")))
    assert (life(state, 0), count(state, "Sun", "graveyard")) == (20, 1)
    assert asked(settled(play(state, said(state, "cast Sun")))) != "priority"


def test_707_10_a_copy_was_not_cast_from_a_hand() -> None:
    layout = Layout(2)
    layout.put(card(AGAIN, "Sorcery", "Sun"), 0, "hand", n=2)
    layout.put(card("Copy target sorcery spell.", "Instant", "Twin"), 0, "hand")
    layout.set_player(0, "mana.R", 3)
    state = layout.done()
    state = settled(play(state, said(state, "cast Sun")))
    state = play(state, said(state, "cast Sun"))
    state = play(state, said(state, "cast Twin targeting Sun"))
    while life(state, 0) == 27 and asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    assert life(state, 0) == 34  # the copy resolves first: it does not win


def test_401_7_a_place_in_a_shuffled_library_is_refused() -> None:
    layout = Layout(2)
    layout.put(card(THIRD, "Sorcery", "Oust"), 0, "hand")
    layout.put(BEAR, 1, label="bear")
    layout.shuffled(1, [(FOREST, 2), (Proto("A", ("artifact",)), 2)])
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = play(state, said(state, "cast Oust targeting bear"))
    with pytest.raises(Unsupported) as refused:
        settled(state)
    assert refused.value.refusal.code == "rule-401.7"
