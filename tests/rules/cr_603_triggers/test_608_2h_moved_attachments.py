"""What a triggered ability calls enchanted or equipped is found as it resolves, also where that has moved (608.2h, 303.4m)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_permanents import AttachTo, SacrificeObject
from reiterate.terms.effects_zones import Move
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, Linked, TargetRef, TargetSpec
from reiterate.terms.trigger_events import StepBegins
from tests.support.acting import GRAVES, count, instant, settled, until
from tests.support.boards import BEAR, CREATURE, named, play
from tests.support.combats import keyed
from tests.support.texts import card

PERMANENT = TargetSpec(Filter(types=("permanent",)))
MOVER = instant("Mover", AttachTo(TargetRef(1), TargetRef(0)), targets=(PERMANENT, TargetSpec(CREATURE)))
BREAKER = instant("Breaker", SacrificeObject(TargetRef(0)), targets=(PERMANENT,))
CUB = keyed("Cub", 1, 1)
ROOTS = "Enchant creature\nWhen Roots enters, tap enchanted creature."


@pytest.mark.parametrize(("moves", "tapped"), [(False, ["Bear"]), (True, ["Cub"])])
def test_608_2h_it_is_the_creature_that_is_enchanted_by_then(moves: bool, tapped: list[str]) -> None:
    layout = Layout(2)
    bear, cub = layout.put(BEAR, 1), layout.put(CUB, 1)
    roots = layout.put(card(ROOTS, "Enchantment — Aura", "Roots", "{0}"), 0, "hand")
    layout.put(MOVER, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, roots, targets=(bear,)))
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    assert len(state.stack) == 1
    if moves:
        hand = next(h for h, row in state.rows.items() if row.cls.zone == "hand" and row.cls.proto == MOVER)
        aura = next(
            h
            for h, row in state.rows.items()
            if row.cls.zone == "battlefield" and row.cls.proto is not None and row.cls.proto.name == "Roots"
        )
        state = play(state, Choice("cast", 0, hand, targets=(aura, cub)))
        state = play(state, Choice("pass", 0), Choice("pass", 1))
    state = settled(state)
    assert [name for name in ("Bear", "Cub") if named(state, name)[0].cls.tapped] == tapped


def test_608_2h_where_the_aura_is_gone_it_is_what_was_enchanted_last() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 1)
    layout.put(CUB, 1)
    roots = layout.put(card(ROOTS, "Enchantment — Aura", "Roots", "{0}"), 0, "hand")
    breaker = layout.put(BREAKER, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, roots, targets=(bear,)))
    state = play(state, Choice("pass", 0), Choice("pass", 1))
    aura = next(
        h
        for h, row in state.rows.items()
        if row.cls.zone == "battlefield" and row.cls.proto is not None and row.cls.proto.name == "Roots"
    )
    state = settled(play(state, Choice("cast", 0, breaker, targets=(aura,))))
    assert named(state, "Bear")[0].cls.tapped


def test_607_2a_cards_that_are_exiled_before_it_resolves_are_exiled_with_it_too() -> None:
    exiles = Activated((ManaCost(("0",)),), (Move(TargetRef(0), "exile", link=True),), (GRAVES,))
    returns = Triggered(StepBegins("upkeep", "you"), (Move(Linked(), "hand"),))
    layout = Layout(2)
    keeper = layout.put(Proto("Keeper", ("artifact",), abilities=(exiles, returns)), 0)
    graves = [layout.put(each, 0, "graveyard") for each in (BEAR, CUB)]
    state = settled(play(layout.done(), Choice("activate", 0, keeper, targets=(graves[0],))))
    state = until(until(state, "upkeep", 1), "upkeep", 0)
    assert len(state.stack) == 1
    state = settled(play(state, Choice("activate", 0, keeper, targets=(graves[1],))))
    assert (count(state, "Bear", "hand"), count(state, "Cub", "hand")) == (1, 1)
