"""Targets of delayed triggered abilities are chosen as these are put onto the stack (603.3d, 603.7): no text may choose them before."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card

CAST = "whenever you cast a spell this turn"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (f"W{CAST[1:]}, put a +1/+1 counter on target creature you control.", False),
        (f"W{CAST[1:]}, you gain 1 life.", True),
    ],
)
def test_603_7_a_target_named_behind_the_event_of_a_delayed_ability_is_not_one_of_the_spell(
    text: str, read: bool
) -> None:
    card = compile_card({"name": "Own", "type_line": "Sorcery", "mana_cost": "{R}", "oracle_text": text})
    assert card.complete is read
