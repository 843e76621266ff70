"""Equipped, enchanted and modified permanents (301.5, 303.4, 700.9), in sets of every kind."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import matches, power, toughness, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.references import Filter
from tests.support.acting import settled
from tests.support.boards import BEAR, life, play
from tests.support.combats import combat, run
from tests.support.written import card, not_read

SWORD = card("Equipped creature gets +2/+0.\nEquip {1}", "Artifact — Equipment", name="Sword")
AURA = card("Enchant creature\nEnchanted creature gets +0/+2.", "Enchantment — Aura", name="Veil")


def laid(*texts: str, owner: int = 0) -> tuple[State, dict[str, int]]:
    """Four Bears of the first player: with a Sword, with an Aura of a player, with a counter, and with nothing."""
    layout = Layout(2)
    rows = {name: layout.put(BEAR, 0) for name in ("sword", "aura", "plain")}
    rows["counter"] = layout.put(BEAR, 0, counters={"charge": 1})
    for name, proto, seat in (("sword", SWORD, 0), ("aura", AURA, owner)):
        layout.attach(layout.put(proto, seat), rows[name])
    for text in texts:
        rows[text] = layout.put(card(text, name="Own"), 0)
    layout.set_player(0, "mana.C", 9)
    return layout.done(), rows


@pytest.mark.parametrize(
    ("hung", "owner", "wanted"),
    [
        ("Equipment", 0, {"sword"}),
        ("Aura", 0, {"aura"}),
        ("Aura", 1, {"aura"}),
        ("modified", 0, {"sword", "aura", "counter"}),
        ("modified", 1, {"sword", "counter"}),  # another player's Aura modifies nothing (700.9)
    ],
)
def test_700_9_which_permanents_are(hung: str, owner: int, wanted: set[str]) -> None:
    state, rows = laid(owner=owner)
    assert {name for name, row in rows.items() if matches(state, Filter(hung=hung), row, 0, -1)} == wanted


def test_613_4c_equipped_creatures_get_more_while_they_are() -> None:
    """2/2 with the Sword 4/2, and +1/+1 besides; moved to another one, that one is."""
    state, rows = laid("Equipped creatures you control get +1/+1 and have vigilance.")
    sword = next(h for h, r in state.rows.items() if r.cls.proto == SWORD)
    assert (power(state, rows["sword"]), toughness(state, rows["sword"])) == (5, 3)
    assert "vigilance" in view(state, rows["sword"]).keywords
    assert (power(state, rows["plain"]), toughness(state, rows["plain"])) == (2, 2)
    state = settled(play(state, Choice("activate", 0, sword, targets=(rows["plain"],))))
    assert (power(state, rows["sword"]), toughness(state, rows["sword"])) == (2, 2)
    assert (power(state, rows["plain"]), toughness(state, rows["plain"])) == (5, 3)
    assert "vigilance" in view(state, rows["plain"]).keywords


def test_613_4c_what_becomes_modified_is_so_at_once() -> None:
    state, rows = laid("Modified creatures you control have trample.", "{1}: Put a +1/+1 counter on target creature.")
    adds = next(h for text, h in rows.items() if text.startswith("{1}"))
    assert "trample" not in view(state, rows["plain"]).keywords
    state = settled(play(state, Choice("activate", 0, adds, targets=(rows["plain"],))))
    assert "trample" in view(state, rows["plain"]).keywords


@pytest.mark.parametrize("equipped", [True, False])
def test_611_3a_as_long_as_the_source_is_equipped(equipped: bool) -> None:
    layout = Layout(2)
    row = layout.put(
        card(
            "As long as this creature is equipped, it gets +0/+3.",
            "Creature — Elf",
            name="Elf",
            power="1",
            toughness="1",
        ),
        0,
    )
    sword = layout.put(SWORD, 0)
    if equipped:
        layout.attach(sword, row)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == ((3, 4) if equipped else (1, 1))


def test_603_2_a_modified_creature_attacks() -> None:
    layout = Layout(2)
    layout.put(card("Whenever a modified creature you control attacks, you gain 1 life.", name="Own"), 0)
    layout.attach(layout.put(SWORD, 0), layout.put(BEAR, 0))
    layout.put(BEAR, 0)
    assert life(settled(run(combat(layout), "attack with everything")), 0) == 21


def test_107_1_they_are_counted_and_are_targets() -> None:
    state, rows = laid(
        "{1}: You gain 1 life for each modified creature you control.", "{1}: Tap target equipped creature."
    )
    gains, taps = (h for text, h in rows.items() if text.startswith("{1}"))
    assert life(settled(play(state, Choice("activate", 0, gains))), 0) == 23
    legal = {
        name
        for name in ("sword", "aura", "counter", "plain")
        if verify(state, Choice("activate", 0, taps, targets=(rows[name],))) is None
    }
    assert legal == {"sword"}


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a modified creature you control dies, draw a card.",
        "Whenever an equipped creature leaves the battlefield, draw a card.",
    ],
)
def test_603_10_what_was_attached_to_what_has_left_is_not_read(text: str) -> None:
    assert not_read(text)
