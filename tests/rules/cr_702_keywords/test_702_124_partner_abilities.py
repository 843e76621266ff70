"""Partner abilities (702.124): what may be the commanders of a deck, which matters before the game alone."""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from tests.support.own_cards import card_read as card

COMPANION = "Doctor's companion (You can have two commanders if the other is the Doctor.)"


@pytest.mark.parametrize(
    "text", [COMPANION, "Doctor's companion", "Partner", "Partner—Survivors", "Choose a Background", "Friends forever"]
)
def test_702_124a_partner_abilities_do_nothing_in_a_game(text: str) -> None:
    assert card("Friend", text).abilities[0].kind == "deck"  # type: ignore[attr-defined] # an inert clause
    row = {"name": "Friend", "type_line": "Legendary Creature — Human", "oracle_text": text, "power": "1"}
    assert fully_usable(compile_card(row))


def test_702_124m_beside_another_partner_ability() -> None:
    kinds = [getattr(a, "kind", "") for a in card("Pond", f"Partner with Ley, Weaver of Lore\n{COMPANION}").abilities]
    assert kinds == ["", "deck"]


@pytest.mark.parametrize(("casts", "red", "cast"), [((1, 0), 2, (False, True)), ((0, 1), 2, (True, False))])
def test_702_124d_each_of_two_commanders_is_taxed_for_itself(
    casts: tuple[int, int], red: int, cast: tuple[bool, bool]
) -> None:
    layout = Layout(2)
    both = [layout.put(card(name, COMPANION, types="Legendary Creature — Human"), 0, "command") for name in ("A", "B")]
    for index, (row, before) in enumerate(zip(both, casts, strict=True)):
        layout.commander(row, index, before)
    layout.set_player(0, "mana.R", red)
    state = layout.done()
    assert tuple(verify(state, Choice("cast", 0, row)) is None for row in both) == cast


def test_702_124n_what_asks_for_cards_with_the_ability_is_not_read() -> None:
    text = "Whenever you cast a creature spell with doctor's companion, draw a card."
    assert not compile_card({"name": "Rose", "type_line": "Enchantment", "oracle_text": text}).complete
