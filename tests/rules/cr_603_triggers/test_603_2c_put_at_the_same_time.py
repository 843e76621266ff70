"""One or more cards put into a graveyard at the same time (603.2c). Every result was worked out before it was played."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_zones import Discard, Mill
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed
from reiterate.terms.references import Each, Filter, You
from reiterate.terms.trigger_events import ToGraveyard
from tests.support.acting import handle, instant, settled
from tests.support.boards import BEAR, FOREST, play
from tests.support.own_cards import card_read
from tests.support.shown import shows

LANDS = "Whenever one or more land cards are put into your graveyard from anywhere, you gain 1 life."
FROM_LIBRARY = "Whenever one or more creature cards are put into your graveyard from your library, you gain 1 life."
ISLAND = Proto("Island", ("land",), ("Island",), ("basic",), ())
RAZE = instant("Raze", Destroy(Each(Filter(types=("land",)))))
BOTH = instant("Both", Mill(You(), Fixed(1)), Mill(You(), Fixed(1)))
HAND = instant("Hand", Discard(You(), CardsIn("hand", You())))


def mill(many: int) -> Proto:
    return instant("Mill", Mill(You(), Fixed(many)))


def laid(
    text: str,
    spell: Proto,
    library: tuple[Proto, ...] = (),
    there: tuple[Proto, ...] = (),
    hand: tuple[Proto, ...] = (),
) -> State:
    layout = Layout(2)
    layout.put(card_read("Own", text), 0)
    for proto in there:
        layout.put(proto, 0)
    for proto in (spell, *hand):
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.library(0, [(proto, 1) for proto in library])
    return layout.done()


def gained(state: State, name: str) -> int:
    state = settled(play(state, Choice("cast", 0, handle(state, name, "hand"))))
    return int(str(state.rows[1].get("life"))) - 20


@shows(ToGraveyard)
@pytest.mark.parametrize(
    ("library", "life"),
    [((FOREST, ISLAND, BEAR), 1), ((FOREST, FOREST, ISLAND), 1), ((BEAR, BEAR, FOREST), 1), ((BEAR, BEAR, BEAR), 0)],
)
def test_603_2c_lands_milled_together_are_one_event(library: tuple[Proto, ...], life: int) -> None:
    assert gained(laid(LANDS, mill(3), library), "Mill") == life


def test_603_2c_lands_destroyed_together_and_lands_discarded_together_are_one_event() -> None:
    assert gained(laid(LANDS, RAZE, there=(FOREST, ISLAND)), "Raze") == 1
    assert gained(laid(LANDS, HAND, hand=(FOREST, ISLAND, BEAR)), "Hand") == 1


def test_603_2c_cards_that_come_from_elsewhere_are_none_of_those_from_the_library() -> None:
    assert gained(laid(FROM_LIBRARY, mill(2), (BEAR, BEAR)), "Mill") == 1
    assert gained(laid(FROM_LIBRARY, HAND, hand=(BEAR,)), "Hand") == 0


def test_603_2c_two_parts_of_one_effect_are_refused_by_name() -> None:
    state = laid(LANDS, BOTH, (FOREST, ISLAND))
    with pytest.raises(Unsupported) as caught:
        gained(state, "Both")
    assert caught.value.refusal.rule == "603.2c"


def test_603_2c_a_token_is_no_card() -> None:
    token = Proto("Saproling", ("land",), (), token=True)
    assert gained(laid(LANDS, RAZE, there=(token,)), "Raze") == 0
