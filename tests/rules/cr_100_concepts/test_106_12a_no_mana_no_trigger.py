"""What triggers on tapping for mana triggers where mana is produced, and not on the mana ability alone (106.12a)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from tests.support.acting import pool
from tests.support.boards import play
from tests.support.texts import card, said

MORE = "Whenever you tap a creature for mana, add an additional {G}."


@pytest.mark.parametrize(("power", "green"), [(0, 0), (1, 2), (3, 4)])
def test_106_12a_a_creature_that_gives_no_mana_sets_nothing_off(power: int, green: int) -> None:
    layout = Layout(2)
    layout.put(card(MORE, name="Leyline"), 0)
    joiner = card("{T}: Add an amount of {G} equal to Joiner's power.", "Creature — Elf", "Joiner", size=power)
    layout.put(joiner, 0)
    layout.put(card("Creatures you control get +0/+1.", name="Shield"), 0)
    state = layout.done()
    state = play(state, said(state, "activate Joiner"))
    assert pool(state).get("G", 0) == green
