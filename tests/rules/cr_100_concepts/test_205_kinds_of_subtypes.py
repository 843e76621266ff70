"""Each subtype belongs to one card type: what sets or counts creature types leaves the others alone (205.1a, 205.3)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import of_type
from reiterate.rules.positions.layout import Layout
from reiterate.terms.proto import Proto
from tests.support.acting import handle, settled
from tests.support.boards import play
from tests.support.combats import keyed
from tests.support.texts import card, said

ELEPHANT = "Until end of turn, target creature loses all abilities and becomes a green Elephant with base power and toughness 3/3."


@pytest.mark.parametrize(
    "word", ["Lander", "Bobblehead", "Stone", "Infinity", "Town", "Planet", "Omen", "Jace", "Siege"]
)
def test_702_73a_a_changeling_has_creature_types_alone(word: str) -> None:
    layout = Layout(2)
    layout.put(keyed("Shifter", 1, 1, "changeling"), 0)
    state = layout.done()
    now = view(state, handle(state, "Shifter"))
    assert not of_type(word, now) and of_type("Elephant", now)


@pytest.mark.parametrize(
    ("types", "subtype", "loyalty"),
    [(("artifact",), "Lander", None), (("land",), "Town", None), (("planeswalker",), "Jace", 3)],
)
def test_205_1a_a_creature_type_that_is_set_replaces_creature_types_alone(
    types: tuple[str, ...], subtype: str, loyalty: int | None
) -> None:
    layout = Layout(2)
    thing = ("Thing", (*types, "creature"), (subtype, "Bear"))
    layout.put(Proto(*thing, power=1, toughness=1, loyalty=loyalty), 0)
    layout.put(card(ELEPHANT, "Instant", "Spell", "{0}"), 0, "hand")
    state = layout.done()
    state = settled(play(state, said(state, "cast Spell targeting Thing")))
    assert {*view(state, handle(state, "Thing")).subtypes} == {subtype, "Elephant"}


def test_305_7_a_land_that_is_a_mountain_is_no_town_any_more() -> None:
    layout = Layout(2)
    layout.put(Proto("Village", ("land",), ("Town",)), 0)
    layout.put(card("Nonbasic lands are Mountains."), 0)
    state = layout.done()
    assert view(state, handle(state, "Village")).subtypes == ("Mountain",)
