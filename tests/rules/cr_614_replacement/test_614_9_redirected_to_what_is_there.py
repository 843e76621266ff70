"""Damage is redirected to what may be dealt damage by then (614.9), and counters of damage are put by no known effect (614.16)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from tests.support.acting import settled
from tests.support.boards import BEAR, life, named, play
from tests.support.texts import card, said

SHIELD = "{0}: The next 1 damage that would be dealt to Kor this turn is dealt to target creature you control instead."
GOD = "As long as your devotion to white is less than two, God isn't a creature."
BOLT = "Bolt deals 3 damage to target creature."


@pytest.mark.parametrize(("falls", "marked"), [(False, 2), (True, 3)])
def test_614_9_what_is_no_creature_any_more_takes_nothing(falls: bool, marked: int) -> None:
    layout = Layout(2)
    kor = layout.put(card(SHIELD, "Creature — Kor", "Kor", size=5), 0)
    god = layout.put(card(GOD, "Legendary Enchantment Creature — God", "God", "{0}", 6), 0)
    layout.put(card("", "Enchantment", "Devout", "{W}{W}"), 0)
    layout.put(card("Destroy target enchantment.", "Instant", "Break", "{0}"), 0, "hand")
    layout.put(card(BOLT, "Instant", "Bolt", "{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("activate", 0, kor, targets=(god,))))
    if falls:
        state = settled(play(state, said(state, "cast Break targeting Devout")))
    state = settled(play(state, said(state, "cast Bolt targeting Kor")))
    assert named(state, "Kor")[0].get("damage") == marked


def test_614_16_counters_of_damage_by_an_ability_are_refused_beside_what_doubles_those_of_effects() -> None:
    layout = Layout(2)
    text = "Infect\n{0}: Pinger deals 1 damage to target creature."
    pinger = layout.put(card(text, "Creature — Human", "Pinger", size=1), 0)
    bear = layout.put(BEAR, 0)
    double = "If an effect would put one or more counters on a permanent you control, it puts twice that many of those counters on that permanent instead."
    layout.put(card(double, name="Season"), 0)
    with pytest.raises(Unsupported) as refused:
        settled(play(layout.done(), Choice("activate", 0, pinger, targets=(bear,))))
    assert refused.value.refusal.rule == "614.16"


def test_602_2_an_ability_of_a_card_in_hand_is_activated_too() -> None:
    layout = Layout(2)
    watch = "Whenever you activate an ability, if it isn't a mana ability, you gain 1 life."
    layout.put(card(watch, "Artifact", "Rings"), 0)
    layout.put(card("Cycling {0}", "Creature — Bear", "Cub"), 0, "hand")
    layout.library(0, [(BEAR, 3)])
    state = layout.done()
    assert life(settled(play(state, said(state, "activate Cub"))), 0) == 21
