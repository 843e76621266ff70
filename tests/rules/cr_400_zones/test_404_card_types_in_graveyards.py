"""Card types among the cards of a graveyard: each type counts once, and subtypes and supertypes don't (205.2, 205.4, 404)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.positions.layout import Layout
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardTypesIn
from tests.support.acting import count
from tests.support.beasts import beast, cast
from tests.support.boards import BEAR, FOREST
from tests.support.combats import written
from tests.support.shown import shows

GOLEM = Proto("Golem", ("artifact", "creature"), ("Golem",), power=1, toughness=1)
CHARM = Proto("Charm", ("instant",))
FOUR = "if there are four or more card types among cards in your graveyard."


@shows(CardTypesIn)
@pytest.mark.parametrize("n", [1, 10**30])
def test_404_each_card_type_counts_once(n: int) -> None:
    layout = Layout(2)
    grown = layout.put(beast("Beast gets +X/+0, where X is the number of card types among cards in your graveyard."), 0)
    for proto, number in ((BEAR, n), (GOLEM, 1), (FOREST, n)):
        layout.put(proto, 0, "graveyard", n=number)
    layout.put(CHARM, 1, "graveyard")  # another player's
    assert power(layout.done(), grown) == 2 + 3  # artifact, creature, land


@pytest.mark.parametrize("there", [True, False])
def test_603_4_four_or_more_card_types(there: bool) -> None:
    layout = Layout(2)
    for proto in (GOLEM, FOREST, *((CHARM,) if there else ())):
        layout.put(proto, 0, "graveyard")
    state = cast(layout, f"Create a 4/4 white Angel creature token with flying {FOUR}", kind="Sorcery")
    assert count(state, "Angel") == there  # the sorcery itself is on the stack as it resolves (608.2n)


def test_613_a_static_ability_asks_anew() -> None:
    layout = Layout(2)
    grown = layout.put(beast(f"Beast gets +1/+1 as long as {FOUR.removeprefix('if ')}"), 0)
    for proto in (GOLEM, FOREST):
        layout.put(proto, 0, "graveyard")
    assert power(layout.done(), grown) == 2
    layout.put(CHARM, 0, "graveyard")
    assert power(layout.done(), grown) == 3


ALL_ARTIFACTS = (
    "Creatures you control are artifacts in addition to their other types. The same is true for creature spells you "
    "control and creature cards you own that aren't on the battlefield."
)


@pytest.mark.parametrize(("seat", "more"), [(0, 1), (1, 0)])
def test_205_1b_types_that_cards_have_in_all_zones_count_too(seat: int, more: int) -> None:
    """A creature card of the player whose creature cards are artifacts is of two types in the graveyard."""
    layout = Layout(2)
    grown = layout.put(beast("Beast gets +X/+0, where X is the number of card types among cards in your graveyard."), 0)
    layout.put(written("Forge", ALL_ARTIFACTS), seat)
    for proto in (BEAR, CHARM):
        layout.put(proto, 0, "graveyard")
    assert power(layout.done(), grown) == 2 + 2 + more
