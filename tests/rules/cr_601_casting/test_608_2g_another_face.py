"""A spell cast from a hand as something resolves: the face that is cast says whether the card may be chosen (601.3e, 715.3a)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.proto import Proto
from tests.support.acting import around, count, says
from tests.support.boards import play
from tests.support.texts import said
from tests.support.written import card

OFFER = card(
    "You may cast a spell with mana value 3 or less from your hand without paying its mana cost.",
    "Sorcery",
    "{R}",
    "Offer",
)
GIANT = card("", "Creature — Giant", "{6}{G}", "Giant", power="7", toughness="7")
FOOTSTEPS = card("You gain 1 life.", "Sorcery — Adventure", "{2}{G}", "Footsteps")
LONG_WAY = card("You gain 1 life.", "Sorcery — Adventure", "{5}{G}", "Long Way")
FIELD = card("{T}: Add {G}.", "Land", "", "Field")


def resolved(back: Proto) -> State:
    """The game as Offer resolves, with a Giant in hand that has another face."""
    layout = Layout(2)
    layout.put(OFFER, 0, "hand")
    layout.put(replace(GIANT, back=back), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return around(play(state, said(state, "cast Offer")))


@pytest.mark.parametrize("back", [LONG_WAY, FIELD], ids=lambda proto: proto.name)
def test_601_3e_a_card_no_face_of_which_fits_is_not_asked_about(back: Proto) -> None:
    assert asked(resolved(back)) == "priority"


def test_715_3a_an_adventure_that_fits_is_asked_about_and_its_choice_refused_by_name() -> None:
    state = resolved(FOOTSTEPS)
    assert asked(state) != "priority"
    left = says(state, "no")
    assert asked(left) == "priority" and count(left, "Giant", "hand") == 1
    with pytest.raises(Unsupported) as refused:
        says(state, "yes")
    assert refused.value.refusal.code == "rule-712.11b"
