"""Damage that is redirected is dealt "this way" to its new receiver, and not to what it would have been dealt to (614.6, 614.9)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count
from tests.support.boards import creature, life, named
from tests.support.combats import run
from tests.support.texts import card

GUARD = "{0}: The next %s damage that would be dealt to target creature this turn is dealt to this creature instead."
BOLT = "{T}: This artifact deals 3 damage to target creature. "
DESTROYED = "If %s is dealt damage this way, destroy it."


def shot(then: str, shield: int = 3, guards: str = "Creature — Werewolf") -> State:
    """Silver has dealt 3 damage, which Guard (7/7) takes as much of as is redirected from Ox (5/5)."""
    layout = Layout(2)
    layout.put(card(BOLT + then, "Artifact", "Silver"), 0)
    layout.put(creature("Ox", 5, 5), 1)
    layout.put(card(GUARD % shield, guards, "Guard", "{2}", size=7), 1)
    state = run(layout.done(), "pass", "activate Guard targeting Ox", "all pass")
    return run(state, "activate Silver targeting Ox", "all pass")


def left(state: State) -> tuple[int, int]:
    return count(state, "Ox"), count(state, "Guard")


@pytest.mark.parametrize(("shield", "marked"), [(3, 0), (1, 2)])
def test_614_9_what_damage_is_redirected_to_is_dealt_damage_this_way(shield: int, marked: int) -> None:
    state = shot(DESTROYED % "a Werewolf", shield)
    assert left(state) == (1, 0)
    assert named(state, "Ox")[0].get("damage") == marked


def test_614_6_what_damage_is_redirected_from_is_not_dealt_it() -> None:
    state = shot(DESTROYED % "a Werewolf", guards="Creature — Elf")
    assert left(state) == (1, 1)
    assert named(state, "Guard")[0].get("damage") == 3


def test_614_9_another_thing_is_done_if_it_is_dealt_damage() -> None:
    assert life(shot("If a Werewolf is dealt damage this way, you gain 2 life."), 0) == 22
    assert life(shot("If a Werewolf is dealt damage this way, you gain 2 life.", guards="Creature — Elf"), 0) == 20


def test_614_9_which_of_several_is_meant_is_refused() -> None:
    with pytest.raises(Unsupported) as refused:
        shot(DESTROYED % "a creature", shield=1)
    assert refused.value.refusal.code == "rule-614.9"


def test_701_14_what_fights_is_dealt_damage_this_way() -> None:
    text = "Target creature you control fights target creature you don't control. If a Werewolf is dealt damage this way, you gain 2 life."
    layout = Layout(2)
    layout.put(card(text, "Instant", "Brawl", "{0}"), 0, "hand")
    layout.put(creature("Ox", 5, 5), 0)
    layout.put(card("", "Creature — Werewolf", "Wolf", "{2}", size=7), 1)
    assert life(run(layout.done(), "cast Brawl targeting Ox and Wolf", "all pass"), 0) == 22
