"""The words of abilities on the stack and of permanents: whole, and in the words of their own card (603.1, 301.5, 303.4)."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import entry_text
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.describe import in_play
from reiterate.script.position import Position, load
from reiterate.script.saying import ability_text
from reiterate.state.model import State
from tests.support.own_cards import own_book

OWN: Final = {
    "Vens, Savant of All": ("Creature — Wizard", "When Vens enters, draw a card."),
    "Mage, Twice Named": ("Creature — Wizard", "When Mage enters, if you control an artifact, you gain 3 life."),
    "Watcher": ("Enchantment", "Whenever you cast an artifact, instant, or sorcery spell, you gain 2 life."),
    "Growth": ("Instant", "Target creature gets +1/+1 until end of turn."),
    "Stone": ("Artifact", "{0}: You gain 1 life."),
    "Jitt": (
        "Artifact — Equipment",
        "{0}: Choose one —\n• Equipped creature gets +2/+2 until end of turn.\n• You gain 2 life.\nEquip {2}",
    ),
    "Wings": ("Enchantment — Aura", "Enchant creature\n{0}: Enchanted creature gains flying until end of turn."),
    "Fields": ("Enchantment — Aura", "Enchant land\n{0}: Untap enchanted land."),
    "Elf": ("Creature — Elf", ""),
    "Cave": ("Land", ""),
}


@cache
def book() -> CardBook:
    return own_book(OWN)


def state_after(mine: str, script: str) -> State:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\nplayers:\n  p1: {{{mine}, mana: {{C: 4}}}}\n  p2: {{}}\nscript: |\n{lines}"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    found = run_position(position)
    assert not isinstance(found, Refusal), found
    assert isinstance(found, Result)
    return found.state


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        ("Vens", "draw a card"),
        ("Mage", "if you control an artifact, you gain 3 life"),
    ],
)
def test_603_1_a_trigger_is_told_by_what_it_does_whatever_commas_its_name_has(name: str, deed: str) -> None:
    state = state_after(
        f"hand: [{next(full for full in OWN if full.startswith(name))!r}], battlefield: [Stone]",
        f"cast {name}; all pass",
    )
    assert [entry_text(state, handle) for handle in state.stack] == [deed]


def test_603_1_a_trigger_is_told_by_what_it_does_whatever_commas_its_event_has() -> None:
    state = state_after("hand: [Growth], battlefield: [Watcher, Elf]", "cast Growth targeting Elf")
    assert [entry_text(state, handle) for handle in state.stack] == ["you gain 2 life", "Growth"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Jitt", "Equipped creature gets +2/+2 until end of turn"),
        ("Wings", "Enchanted creature gains flying until end of turn"),
        ("Fields", "Untap enchanted land"),
    ],
)
def test_301_5_the_object_that_something_is_attached_to_is_called_as_its_card_calls_it(name: str, words: str) -> None:
    host = "Cave" if name == "Fields" else "Elf"
    state = state_after(f"battlefield: [Elf, Cave, {{card: {name}, attached to: {host}}}]", f"activate {name}: {words}")
    texts = [ability_text(state, row, each) for row in in_play(state, 0) for each in abilities_at(state, row)]
    assert any(words in text for text in texts)
    assert words.casefold() in entry_text(state, state.stack[0]).casefold()
