"""Sources of damage that are no permanents, damage that is no combat damage, and "another source" (109.2, 120.7, 609.7)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import ChangeDamage
from reiterate.terms.trigger_events import DealsDamage
from tests.support.acting import handle, settled
from tests.support.boards import BEAR, life, play
from tests.support.combats import combat, run
from tests.support.shown import shows
from tests.support.written import card, not_read

BOLT = card("Bolt deals 3 damage to any target.", "Instant", "{R}", "Bolt", colors=["R"])
PINGER = card(
    "{1}: This creature deals 1 damage to any target.",
    "Creature — Elf",
    "{G}",
    "Pinger",
    power="1",
    toughness="1",
    colors=["G"],
)
MARTYR = card(
    "Sacrifice this creature: It deals 1 damage to any target.",
    "Creature — Elf",
    "{R}",
    "Martyr",
    power="1",
    toughness="1",
    colors=["R"],
)


def watcher(text: str) -> Proto:
    return card(text, name="Watcher")


def struck(text: str, seat: int, victim: int, deals: Proto = BOLT) -> State:
    """A watcher of the first player; a player's source deals damage to a player."""
    layout = Layout(2, active=seat)
    layout.put(watcher(text), 0)
    row = layout.put(deals, seat, "hand" if deals is BOLT else "battlefield")
    layout.set_player(seat, "mana.R", 1)
    state = layout.done()
    verb = "cast" if deals is BOLT else "activate"
    return settled(play(state, Choice(verb, seat, row, targets=(player(victim),))))


@shows(DealsDamage)
@pytest.mark.parametrize(
    ("text", "seat", "victim", "gained"),
    [
        ("Whenever a source you control deals damage to an opponent, you gain that much life.", 0, 1, 3),
        ("Whenever a source you control deals noncombat damage to an opponent, you gain that much life.", 0, 1, 3),
        ("Whenever a source you control deals combat damage to an opponent, you gain that much life.", 0, 1, 0),
        ("Whenever a source you control deals damage to an opponent, you gain that much life.", 1, 1, 0),
        ("Whenever a source you control deals damage to you, you gain that much life.", 0, 0, 0),
        ("Whenever a red source you control deals damage to an opponent, you gain that much life.", 0, 1, 3),
        ("Whenever a green source you control deals damage to an opponent, you gain that much life.", 0, 1, 0),
        ("Whenever a noncreature source you control deals damage, you gain that much life.", 0, 1, 3),
        ("Whenever an instant or sorcery source you control deals damage, you gain that much life.", 0, 1, 3),
        ("Whenever a creature you control deals damage to an opponent, you gain that much life.", 0, 1, 0),
    ],
)
def test_609_7_a_spell_is_a_source(text: str, seat: int, victim: int, gained: int) -> None:
    """Bolt deals 3. What it dealt to its own player is gained back: 20 - 3 + 3."""
    state = struck(text, seat, victim)
    assert life(state, 0) == 20 + gained
    assert life(state, 1) == (17 if victim == 1 else 20)


@pytest.mark.parametrize(("deals", "gained"), [(PINGER, 1), (MARTYR, 1)])
def test_608_2h_a_source_that_has_left_was_one(deals: Proto, gained: int) -> None:
    state = struck(
        "Whenever a source you control deals noncombat damage to an opponent, you gain that much life.", 0, 1, deals
    )
    assert life(state, 0) == 20 + gained


def test_120_2a_combat_damage_is_not_noncombat_damage() -> None:
    layout = Layout(2)
    layout.put(
        watcher("Whenever a source you control deals noncombat damage to an opponent, you gain that much life."), 0
    )
    layout.put(watcher("Whenever a source you control deals combat damage to an opponent, you gain that much life."), 0)
    layout.put(BEAR, 0)
    state = run(combat(layout), "attack with 1 Bear", "all pass to end")
    assert (life(state, 0), life(state, 1)) == (22, 18)


@pytest.mark.parametrize(("by", "gained"), [("Pinger", 0), ("Bolt", 3)])
def test_609_7_another_source_is_not_the_source_itself(by: str, gained: int) -> None:
    text = "{1}: This creature deals 1 damage to any target.\nWhenever another source you control deals damage, you gain that much life."
    layout = Layout(2)
    own = layout.put(card(text, "Creature — Elf", "{G}", "Pinger", power="1", toughness="1"), 0)
    bolt = layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    choice = (
        Choice("cast", 0, bolt, targets=(player(1),))
        if by == "Bolt"
        else Choice("activate", 0, own, targets=(player(1),))
    )
    assert life(settled(play(layout.done(), choice)), 0) == 20 + gained


def test_603_2_that_player_is_who_controls_the_source() -> None:
    """The source is an opponent's; "that player" is its controller, who sacrifices."""
    layout = Layout(2, active=1)
    layout.put(
        watcher("Whenever a source an opponent controls deals damage to you, that player sacrifices a permanent."), 0
    )
    layout.put(BEAR, 0)
    bear = layout.put(BEAR, 1)
    bolt = layout.put(BOLT, 1, "hand")
    layout.set_player(1, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 1, bolt, targets=(player(0),))))
    assert bear not in state.rows and handle(state, "Watcher") >= 0


@shows(ChangeDamage)
@pytest.mark.parametrize(
    ("text", "dealt"),
    [
        (
            "If a source you control would deal noncombat damage to an opponent or a permanent an opponent controls, it deals double that damage to that player or permanent instead.",
            6,
        ),
        (
            "If another red source you control would deal damage to a permanent or player, it deals that much damage plus 1 to that permanent or player instead.",
            4,
        ),
        (
            "If a green source you control would deal damage to a permanent or player, it deals that much damage plus 1 to that permanent or player instead.",
            3,
        ),
        (
            "If an instant or sorcery source you control would deal damage to a permanent or player, it deals that much damage plus 4 to that permanent or player instead.",
            7,
        ),
    ],
)
def test_614_1a_damage_of_a_spell_is_changed(text: str, dealt: int) -> None:
    assert life(struck(text, 0, 1), 1) == 20 - dealt


def test_614_1a_noncombat_damage_alone() -> None:
    layout = Layout(2)
    layout.put(
        watcher(
            "If a source you control would deal noncombat damage to an opponent or a permanent an opponent controls, it deals that much damage plus 2 instead."
        ),
        0,
    )
    layout.put(BEAR, 0)
    assert life(run(combat(layout), "attack with 1 Bear", "all pass to end"), 1) == 18


def test_609_7_another_source_than_one_that_doubles() -> None:
    """A pinger that changes the damage of other sources deals its own as it is: 1."""
    text = "{1}: This creature deals 1 damage to any target.\nIf another source you control would deal damage to a permanent or player, it deals double that damage to that permanent or player instead."
    layout = Layout(2)
    own = layout.put(card(text, "Creature — Elf", "{G}", "Pinger", power="1", toughness="1"), 0)
    layout.set_player(0, "mana.R", 1)
    assert life(settled(play(layout.done(), Choice("activate", 0, own, targets=(player(1),)))), 1) == 19


def test_other_words_are_not_read() -> None:
    assert not_read("Whenever a source you control deals 5 or more damage to a player, draw a card.")
