"""What is copied beside cards that watch creatures enter is a creature itself. What each combo comes to was worked out by hand."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.survey.named_combos import found, invented, needed

COPIER: Final[dict[str, Any]] = {
    "name": "Dome",
    "type_line": "Artifact Creature — Robot",
    "power": "1",
    "toughness": "3",
    "mana_cost": "{2}",
    "oracle_text": "{5}: Create a token that's a copy of another target artifact you control. That token gains haste.",
}
WATCHER: Final[dict[str, Any]] = {"name": "Watcher", "type_line": "Enchantment", "mana_cost": "{2}{R}"}


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("Whenever a creature you control enters, add {C}{C}{C}{C}{C}{C}.", 1),
        (
            "Whenever a creature enters, you may add an amount of {C} equal to the number of creatures you control that"
            " share a creature type with it.",
            3,
        ),
    ],
)
def test_205_3m_an_artifact_that_is_copied_is_a_creature_where_creatures_are_watched(text: str, many: int) -> None:
    """Of Dome, three Robots and the first token, which is the fifth Robot, five mana comes: what the next copy costs."""
    made = found("Dome", "Watcher", book=invented(COPIER, {**WATCHER, "oracle_text": text}))
    assert made.idle == ()
    beside = {(helper.words, number) for helper, number in made.helpers}
    assert beside == {("a Robot artifact creature" if many > 1 else "an artifact creature", many)}
    assert ("C", 5) in needed(made)
