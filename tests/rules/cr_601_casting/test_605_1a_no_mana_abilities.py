"""Abilities that add mana and are no mana abilities: their kind of mana is chosen as they resolve (605.1a, 608.2d)."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import question, says, settled
from tests.support.boards import FOREST
from tests.support.combats import run
from tests.support.texts import card, code


def _answered(state: State, line: str) -> None:
    """The line is legal without a kind, refused with one, and the kind is asked as the ability resolves."""
    assert code(state, f"{line} for {{G}}") in ("mana-kind", "not-a-sentence")
    state = settled(run(state, line))
    assert len(state.stack) == 1
    assert question(state)[0] == "mana"
    assert says(state, "G").rows[1].get("mana.G") == 1


def test_605_1a_a_targeted_ability_chooses_its_mana_as_it_resolves() -> None:
    layout = Layout(2)
    shaman = "{T}: Exile target land card from a graveyard. Add one mana of any color."
    layout.put(card(shaman, "Creature — Elf Shaman", "Shaman"), 0)
    layout.put(FOREST, 0, "graveyard")
    _answered(layout.done(), "activate Shaman targeting Forest")


def test_605_1a_a_loyalty_ability_chooses_its_mana_as_it_resolves() -> None:
    facts = {"name": "Domri", "type_line": "Legendary Planeswalker — Domri", "mana_cost": "{1}{R}{G}", "loyalty": "4"}
    layout = Layout(2)
    layout.put(compile_card({**facts, "oracle_text": "+1: Add {R} or {G}."}).proto, 0)
    _answered(layout.done(), "activate Domri")
