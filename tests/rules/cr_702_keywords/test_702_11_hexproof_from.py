"""Hexproof from a quality (702.11d to 702.11f). Every result was worked out from the rules before it was played."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.effects_continuous import GainKeywords, LoseKeywords
from reiterate.terms.effects_permanents import Tap
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, TargetSpec
from tests.support.acting import handle, instant, settled
from tests.support.boards import BEAR, CREATURE, play
from tests.support.own_cards import card_read
from tests.support.shown import shows

SPEC = (TargetSpec(CREATURE),)
RED = instant("Red", Tap(TargetRef(0)), targets=SPEC)
BLUE = replace(instant("Blue", Tap(TargetRef(0)), targets=SPEC), colors=("U",))
BLACK = replace(instant("Black", Tap(TargetRef(0)), targets=SPEC), colors=("B",))
STRIP = replace(instant("Strip", LoseKeywords(TargetRef(0), ("hexproof",)), targets=SPEC), colors=("R",))
COVER = replace(instant("Cover", GainKeywords(TargetRef(0), ("hexproof",)), targets=SPEC), colors=("R",))


def laid(text: str, owner: int = 1, hand: tuple[Proto, ...] = (RED, BLUE, BLACK, STRIP, COVER)) -> State:
    layout = Layout(2)
    layout.put(card_read("Own", text), owner)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    return layout.done()


def open_to(state: State, name: str) -> bool:
    made = Choice("cast", 0, handle(state, name, "hand"), targets=(handle(state, "Own"),))
    return verify(state, made) is None


@shows("hexproof")
@pytest.mark.parametrize(
    ("text", "owner", "open_names"),
    [
        ("Hexproof from blue", 1, {"Red", "Black"}),
        ("Hexproof from blue", 0, {"Red", "Blue", "Black"}),
        ("Hexproof from blue and from black", 1, {"Red"}),
        ("Hexproof", 1, set()),
        ("Hexproof from instants", 1, set()),
        ("Hexproof from sorceries", 1, {"Red", "Blue", "Black"}),
    ],
)
def test_702_11d_spells_of_the_quality_that_opponents_control_cant_target_it(
    text: str, owner: int, open_names: set[str]
) -> None:
    state = laid(text, owner)
    assert {name for name in ("Red", "Blue", "Black") if open_to(state, name)} == open_names


@pytest.mark.parametrize(("color", "legal"), [("U", False), ("R", True)])
def test_702_11d_abilities_are_asked_for_the_quality_of_their_source(color: str, legal: bool) -> None:
    layout = Layout(2)
    layout.put(card_read("Own", "Hexproof from blue"), 1)
    tapper = card_read("Tapper", "{T}: Tap target creature.")
    layout.put(replace(tapper, colors=(color,)), 0)
    state = layout.done()
    made = Choice("activate", 0, handle(state, "Tapper"), targets=(handle(state, "Own"),))
    assert (verify(state, made) is None) == legal


def test_702_11e_what_loses_hexproof_loses_hexproof_from_a_quality() -> None:
    state = laid("Hexproof from blue")
    assert not open_to(state, "Blue")
    made = Choice("cast", 0, handle(state, "Strip", "hand"), targets=(handle(state, "Own"),))
    assert open_to(settled(play(state, made)), "Blue")


def test_702_11h_hexproof_beside_hexproof_from_a_quality_covers_all() -> None:
    state = laid("Hexproof from blue")
    assert open_to(state, "Red")
    made = Choice("cast", 0, handle(state, "Cover", "hand"), targets=(handle(state, "Own"),))
    assert not open_to(settled(play(state, made)), "Red")


def test_702_11e_an_effect_that_looks_for_hexproof_finds_a_variant() -> None:
    layout = Layout(2)
    layout.put(card_read("Own", "Hexproof from blue"), 0)
    layout.put(BEAR, 0)
    layout.put(card_read("Counter", "{T}: You gain 1 life for each creature you control with hexproof."), 0)
    state = settled(play(layout.done(), Choice("activate", 0, handle(layout.done(), "Counter"))))
    assert state.rows[1].get("life") == 21
