"""The words of the reference cases, and the project's words for the same facts."""

from __future__ import annotations

import re
from typing import Any, Final

from tests.support.files import rulings

#: Words of the cases that stand for another fact or path here.
WORDS: Final = {
    "activations": "tally.activations",
    "alarm_triggers_resolved": "tally.resolved.trigger",
    "blood_triggers_resolved": "resolved.Exquisite Blood",
    "bond_triggers_resolved": "resolved.Sanguine Bond",
    "dies_triggers": "tally.dies",
    "etb": "tally.etb",
    "etb.Worldgorger Dragon": "tally.etb.Worldgorger Dragon",
    "extra_turns": "tally.extra turns",
    "p1.cards_drawn": "tally.draws.p1",
    "p1.mana_any": "p1.mana_total",
    "p2.controlled_turns_until_loss": "tally.controlled turns.p2",
    "p2.exiled": "p2.exile",
    "p2.lost_now": "p2.lost",
    "p2.milled": "tally.mills.p2",
    "sacrifice": "tally.sacrifices",
    "sacrifices": "tally.sacrifices",
    "scry": "tally.scry",
    "Spike Feeder.counters": "Spike Feeder.counters.+1/+1",
    "storm": "tally.casts",
    "creature.flying": "Lifting Bird.flying",
    "turns_skipped": "tally.turns skipped",
    "untaps": "tally.untaps",
}
_COUNTERS: Final = re.compile(r"(.+)\.([+-]\d/[+-]\d)")


def word(key: str) -> str:
    """The project's word for a word of the reference cases."""
    found = _COUNTERS.fullmatch(key)
    return WORDS.get(key, key) if found is None else f"{found.group(1)}.counters.{found.group(2)}"


#: Words of the cases for an entry of the stack.
ENTRIES: Final = {"create Elf Warrior": "Create a 1/1 green Elf Warrior creature token"}


#: Words of the cases for a value.
VALUES: Final = {
    "token ability on stack": "true",  # of "partial": the case asserts what is on the stack besides
    "CR 421.5 (c. 2005)": "CR 421.5 (since 2005-08-01)",
}


def expected_facts(name: str) -> dict[str, str]:
    """What the reference data expects of a case, in the project's words.

    A case of two turns has a file for each: "MTR-13-on_p1_turn" holds what it expects of the turn of p1.
    """
    case, _, turn = name.partition("-on_")
    found: dict[str, str] = {}
    for stage in (2, 3, 4):
        row = rulings(stage).get(case)
        if row is not None:
            for key, value in row["expected"].items():
                if key == "per_rotation":
                    found |= {f"per_rotation.{word(k)}": in_words(n) for k, n in value.items()}
                elif not turn:
                    found[word(key)] = in_words(value)
                elif key.startswith(f"on_{turn}."):
                    found[word(key.removeprefix(f"on_{turn}."))] = in_words(value)
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
    return VALUES.get(str(value), str(value))
