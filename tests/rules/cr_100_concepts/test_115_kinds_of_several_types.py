"""What narrows one of several card types: "artifact, enchantment, or creature with flying" (608.2c, 115.1)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from tests.support.texts import card

FLYING = "Destroy target artifact, enchantment, or creature with flying."
LARGE = "Destroy target artifact, enchantment, or creature with power 4 or greater."
CHEAP = "Destroy target artifact or creature with mana value 1 or less."


@pytest.mark.parametrize(
    ("spell", "types", "text", "cost", "size", "legal"),
    [
        (FLYING, "Artifact", "", "", 0, True),
        (FLYING, "Enchantment", "", "", 0, True),
        (FLYING, "Creature — Bear", "", "", 1, False),
        (FLYING, "Creature — Bird", "Flying", "", 1, True),
        (FLYING, "Artifact Creature — Golem", "", "", 1, True),
        (FLYING, "Land", "", "", 0, False),
        (LARGE, "Artifact", "", "", 0, True),
        (LARGE, "Creature — Bear", "", "", 1, False),
        (LARGE, "Creature — Bear", "", "", 4, True),
        (LARGE, "Enchantment Creature — Spirit", "", "", 1, True),
        (CHEAP, "Artifact", "", "{2}", 0, False),
        (CHEAP, "Artifact", "", "{1}", 0, True),
    ],
)
def test_115_1_a_size_or_keyword_narrows_the_creatures_alone(
    spell: str, types: str, text: str, cost: str, size: int, legal: bool
) -> None:
    layout = Layout(2)
    row = layout.put(card(text, types, "Target", cost, size), 1)
    spell_row = layout.put(card(spell, "Instant", "Spell"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    assert (verify(layout.done(), Choice("cast", 0, spell_row, targets=(row,))) is None) == legal
