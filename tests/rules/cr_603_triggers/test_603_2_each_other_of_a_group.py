"""Each of n like permanents sees the n - 1 others, and itself too where its ability says so (603.2, 603.6a, 603.10a)."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from tests.support.acting import settled
from tests.support.boards import life, play
from tests.support.combats import run
from tests.support.texts import card, said

RETURN = "Return all creature cards from your graveyard to the battlefield."
WRATH = "Destroy all creatures."
EDICT = "Each player sacrifices {} of their choice."
MANY = {1: "a creature", 2: "two creatures", 3: "three creatures"}
TOTAL = 40


def lost(text: str, spell: str, zone: str, n: int, apart: bool) -> int:
    """How much life both players have lost together, once n like creatures of this text have entered, died or been sacrificed together."""
    layout = Layout(2)
    ogre = card(text, "Creature — Ogre", "Ogre")
    if apart:
        for number in range(n):
            layout.put(ogre, 0, zone, label=f"o{number}")
    else:
        layout.put(ogre, 0, zone, n=n)
    layout.put(card("", "Artifact", "Relic"), 0)
    layout.put(card(spell.format(MANY[n]), "Sorcery", "Spell", "{0}"), 0, "hand")
    state = layout.done()
    state = settled(play(state, said(state, "cast Spell")))
    while asked(state) == "order":  # each of them does the same
        state = settled(run(state, "order #1 first"))
    return TOTAL - int(str(life(state, 0))) - int(str(life(state, 1)))


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("text", "spell", "zone"),
    [
        ("Whenever another creature enters, that creature's controller loses 1 life.", RETURN, "graveyard"),
        ("Whenever another creature enters, you lose 1 life.", RETURN, "graveyard"),
        ("Whenever another creature dies, that creature's controller loses 1 life.", WRATH, "battlefield"),
        ("Whenever another creature dies, you lose 1 life.", WRATH, "battlefield"),
        ("Whenever another creature dies, Ogre deals 1 damage to each opponent.", WRATH, "battlefield"),
        ("Whenever you sacrifice another creature, you lose 1 life.", EDICT, "battlefield"),
        ("Whenever you sacrifice another creature, Ogre deals 1 damage to each opponent.", EDICT, "battlefield"),
    ],
)
def test_603_2_each_sees_each_other(text: str, spell: str, zone: str, apart: bool, n: int) -> None:
    assert lost(text, spell, zone, n, apart) == n * (n - 1)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("text", "spell", "zone"),
    [
        ("Whenever Ogre or another creature you control dies, you lose 1 life.", WRATH, "battlefield"),
        (
            "Whenever Ogre or another creature you control dies, Ogre deals 1 damage to each opponent.",
            WRATH,
            "battlefield",
        ),
        (
            "Whenever Ogre or another creature you control dies, if you control an artifact, you lose 1 life.",
            WRATH,
            "battlefield",
        ),
        (
            "Whenever Ogre or another creature you control enters, Ogre deals 1 damage to each opponent.",
            RETURN,
            "graveyard",
        ),
        (
            "Whenever Ogre or another creature you control enters, that creature's controller loses 1 life.",
            RETURN,
            "graveyard",
        ),
        ("Whenever a creature dies, that creature's controller loses 1 life.", WRATH, "battlefield"),
    ],
)
def test_603_2_each_sees_itself_too_where_it_says_so(text: str, spell: str, zone: str, apart: bool, n: int) -> None:
    assert lost(text, spell, zone, n, apart) == n * n
