"""An X that can't be 0 needs mana for 1: without that the ability isn't offered (107.3, 602.5)."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from tests.support.texts import card


@pytest.mark.parametrize(("mana", "offered"), [(0, False), (1, True)])
def test_107_3_what_can_not_be_paid_is_not_offered(mana: int, offered: bool) -> None:
    layout = Layout(2)
    layout.put(card("{X}, {T}: You gain X life. X can't be 0.", "Artifact", "Helm"), 0)
    layout.set_player(0, "mana.R", mana)
    assert any(option.verb == "activate" for option in options(layout.done())) == offered
