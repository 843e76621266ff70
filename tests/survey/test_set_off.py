"""A sacrifice that only sets a loop off is repeated in each lap where that gives more. Results by hand from rules 702.79a and 702.93a."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.combos.combo import Combo
from reiterate.worth.deeds import deeds_of
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed

CREATURE: Final[dict[str, Any]] = {"power": "2", "toughness": "2", "mana_cost": "{2}{B}"}
STINGER: Final = {
    **CREATURE,
    "name": "Stinger",
    "type_line": "Creature \u2014 Goblin",
    "oracle_text": "When this creature enters, it deals damage equal to its power to any target.\nPersist",
}
MENDER: Final = {
    **CREATURE,
    "name": "Mender",
    "type_line": "Creature \u2014 Ouphe",
    "oracle_text": "When this creature enters, you gain 2 life.\nPersist",
}
LORD: Final = {
    **CREATURE,
    "name": "Lord",
    "type_line": "Creature \u2014 Zombie",
    "power": "5",
    "toughness": "5",
    "oracle_text": "Other non-Human creatures you control get +1/+1 and have undying.",
}
PIT: Final = {"name": "Pit", "type_line": "Artifact", "mana_cost": "{1}"}


def with_pit(creature: Mapping[str, Any], text: str) -> Combo:
    book = invented(creature, LORD, {**PIT, "oracle_text": text})
    return found(creature["name"], "Lord", "Pit", book=book)


def sacrifices(made: Combo) -> int:
    """How often something is sacrificed in a lap."""
    _, head = deeds_of(made.found.start, made.found.prefix)
    assert head is not None
    return sum(deed.sacrifices() for deed in deeds_of(head, made.found.body)[0])


@pytest.mark.parametrize("text", ["Sacrifice a creature: Scry 1.", "{0}, Sacrifice a creature: You gain 1 life."])
def test_702_93a_two_deaths_in_turns_hurt_the_opponent(text: str) -> None:
    """With a +1/+1 counter Stinger has power 4, with a -1/-1 counter 2: undying and persist return it in turns, 6 damage for two deaths.

    Both trigger at the first death. If undying returns it, 4 damage are dealt before the first lap, and 2, 4, 2, 4, 2, 4 in the laps.
    If persist does, 2 are dealt and then 4, 2, 4, 2, 4, 2. After five laps that is 18, and after six 22 or 20.
    """
    made = with_pit(STINGER, text)
    assert made.idle == () and (sacrifices(made), made.found.period) == (1, 2)
    assert made.wins_at == 6
    assert {(name, 1) for name in ("Stinger", "Lord", "Pit")} <= needed(made)


def test_two_deaths_in_turns_give_what_the_outlet_gives_too() -> None:
    made = with_pit(MENDER, "Sacrifice a creature: Add {C}{C}.")
    assert made.idle == () and made.found.endless and (sacrifices(made), made.found.period) == (1, 2)
    assert plain(made.found.board["p1.life"]) == 4 and plain(made.found.board["p1.mana.C"]) == 4


def test_602_5b_a_sacrifice_once_each_turn_only_sets_the_loop_off() -> None:
    """Stinger may hurt itself: it dies by that again and again, and no opponent loses anything."""
    made = with_pit(STINGER, "Sacrifice a creature: Scry 1. Activate only once each turn.")
    assert sacrifices(made) == 0 and made.found.endless
    assert not any("damage" in gain.what and gain.most is None for gain in gains(made.found.loop, 0))
