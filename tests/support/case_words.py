"""The words of the reference cases, and the project's words for the same facts."""

from __future__ import annotations

from typing import Any, Final

from tests.support.files import rulings

#: Words of a case that stand for another fact or path here, by case where the board decides it.
WORDS: Final = {
    "activations": "tally.activations",
    "sacrifices": "tally.sacrifices",
    "alarm_triggers_resolved": "tally.resolved.trigger",
    "p1.cards_drawn": "tally.draws.p1",
    "p2.milled": "tally.mills.p2",
}

#: Words of the cases for an entry of the stack.
ENTRIES: Final = {"create Elf Warrior": "Create a 1/1 green Elf Warrior creature token"}


def expected_facts(case: str) -> dict[str, str]:
    """What the reference data expects of a case, in the project's words."""
    found: dict[str, str] = {}
    for stage in (2, 3, 4):
        row = rulings(stage).get(case)
        if row is not None:
            for key, value in row["expected"].items():
                if key == "per_rotation":
                    found |= {f"per_rotation.{WORDS.get(k, k)}": in_words(n) for k, n in value.items()}
                else:
                    found[WORDS.get(key, key)] = in_words(value)
    assert found, f"the reference data has no case {case}"
    return found


def in_words(value: Any) -> str:
    """A value of the reference data as the project's facts are written."""
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(ENTRIES.get(str(item), str(item)) for item in value)
    return str(value)
