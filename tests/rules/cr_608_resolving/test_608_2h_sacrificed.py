"""What is read off a permanent that an effect has a player sacrifice: 608.2h, 107.2."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, settled
from tests.support.boards import creature, life, named, play
from tests.support.texts import card, said


def cast(
    text: str, *mine: tuple[str, int, int], theirs: tuple[tuple[str, int, int], ...] = (), more: str = ""
) -> State:
    """After a sorcery of this text was cast, up to the first question."""
    layout = Layout(2)
    for seat, cards in ((0, mine), (1, theirs)):
        for one in cards:
            layout.put(creature(*one), seat)
    layout.put(card(text, "Sorcery"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.library(0, [(creature("Card"), 20)])
    state = layout.done()
    return settled(play(state, said(state, f"cast Test Card{more}")))


OWN = "Sacrifice a creature. You gain life equal to that creature's toughness and draw cards equal to that creature's power."


def test_608_2h_the_size_is_that_of_the_permanent_as_it_last_was() -> None:
    layout = Layout(2)
    layout.put(creature("Ox", 2, 4), 0)
    layout.put(card("Creatures you control get +1/+1."), 0)
    layout.put(card(OWN, "Sorcery"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.library(0, [(creature("Card"), 20)])
    state = layout.done()
    done = settled(play(state, said(state, "cast Test Card")))
    assert (life(done, 0), count(done, "Card", "hand")) == (25, 3)


def test_608_2h_which_one_is_the_players_choice() -> None:
    state = cast(OWN, ("Ox", 2, 4), ("Cat", 5, 1))
    (cat,) = [h for h, row in state.rows.items() if row in named(state, "Cat")]
    done = settled(play(state, Choice("pick", 0, picks=((cat, 1),))))
    assert (life(done, 0), count(done, "Card", "hand"), count(done, "Ox")) == (21, 5, 1)


def test_107_2_who_sacrifices_nothing_reads_nothing() -> None:
    done = cast(OWN)
    assert (life(done, 0), count(done, "Card", "hand")) == (20, 0)


def test_608_2h_another_player_sacrifices_and_the_caster_draws() -> None:
    text = "Target player sacrifices a creature. You draw cards equal to that creature's power."
    done = cast(text, ("Ox", 7, 7), theirs=(("Cat", 3, 1),), more=" targeting p2")
    assert (count(done, "Card", "hand"), count(done, "Ox"), count(done, "Cat")) == (3, 1, 0)


@pytest.mark.parametrize(("answer", "gained", "left"), [("yes", 4, 0), ("no", 0, 1)])
def test_608_2h_if_you_do(answer: str, gained: int, left: int) -> None:
    state = cast("You may sacrifice a creature. If you do, you gain life equal to that creature's power.", ("Ox", 4, 4))
    done = settled(play(state, Choice("may", 0, answer=answer)))
    assert (life(done, 0), count(done, "Ox")) == (20 + gained, left)
