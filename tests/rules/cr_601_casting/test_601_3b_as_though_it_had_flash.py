"""A card that may be cast as though it had flash has no flash by that: not in hand, and not on the battlefield (601.3b)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.positions.layout import Layout
from tests.support.acting import handle, until
from tests.support.boards import BEAR, play
from tests.support.texts import card, code

QUICK = "You may cast Quick as though it had flash if you control a Bear."


def test_601_3b_it_may_be_cast_so_and_has_no_flash() -> None:
    for bear in (True, False):
        layout = Layout(2)
        if bear:
            layout.put(BEAR, 0)
        layout.put(card(QUICK, "Enchantment", "Quick", "{0}"), 0, "hand")
        layout.put(card(QUICK, "Enchantment", "Quick", "{0}"), 0)
        state = layout.done()
        assert "flash" not in view(state, handle(state, "Quick")).keywords
        later = play(until(state, "upkeep", 1), Choice("pass", 1))
        assert (code(later, "cast Quick") == "") == bear
