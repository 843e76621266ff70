"""Becoming unattached from a permanent: 701.3d, 603.10a."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.trigger_events import Unattached
from tests.support.acting import count, settled
from tests.support.boards import creature, play
from tests.support.shown import shows
from tests.support.texts import card, said

TEXT = "Whenever Axe becomes unattached from a permanent, sacrifice that permanent.\nEquip {0}"


def worn(by: int = 0, *, spell: str = "") -> tuple[State, int]:
    """A position with an Axe on an Ox, another creature, and an instant of these words in hand."""
    layout = Layout(2)
    ox = layout.put(creature("Ox"), by)
    layout.put(creature("Cat"), 0)
    axe = layout.put(card(TEXT, "Artifact — Equipment", "Axe"), 0)
    layout.attach(axe, ox)
    if spell:
        layout.put(card(spell, "Instant", "Test Card"), 0, "hand")
        layout.set_player(0, "mana.R", 1)
    return layout.done(), axe


@shows(Unattached)
def test_701_3d_moved_to_another_creature_it_is_unattached_from_the_first() -> None:
    state, _ = worn()
    done = settled(play(state, said(state, "activate Axe targeting Cat")))
    assert (count(done, "Ox"), count(done, "Cat")) == (0, 1)


def test_701_3b_attached_to_what_it_is_attached_to_it_does_not_move() -> None:
    state, _ = worn()
    done = settled(play(state, said(state, "activate Axe targeting Ox")))
    assert (count(done, "Ox"), count(done, "Cat")) == (1, 1)


@pytest.mark.parametrize("spell", ["Destroy target artifact.", "Return target artifact to its owner's hand."])
def test_701_3d_leaving_the_battlefield_it_is_unattached(spell: str) -> None:
    state, _ = worn(spell=spell)
    done = settled(play(state, said(state, "cast Test Card targeting Axe")))
    assert (count(done, "Axe"), count(done, "Ox"), count(done, "Cat")) == (0, 0, 1)


def test_701_3d_as_the_host_leaves_there_is_nothing_to_sacrifice() -> None:
    state, _ = worn(spell="Destroy target creature.")
    done = settled(play(state, said(state, "cast Test Card targeting Ox")))
    assert (count(done, "Axe"), count(done, "Ox"), count(done, "Cat")) == (1, 0, 1)


def test_701_21a_a_creature_of_another_player_is_not_sacrificed() -> None:
    state, axe = worn(1)
    (cat,) = [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == "Cat"]
    done = settled(play(state, Choice("activate", 0, axe, targets=(cat,))))
    assert (count(done, "Ox"), count(done, "Cat")) == (1, 1)
