"""Abilities that trigger on damage to "you", and on becoming a target of somebody's spell or ability (120.2, 115.10, 603.2).

The boards and their results are worked out from the rules' text. Damage is dealt by a source to a player or a permanent
(120.2). An object becomes a target as the spell or ability is put on the stack with its targets (601.2c, 603.3d); whose
it is is told by who controls it (109.5).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.state.model import State
from tests.support.own_cards import own_book

OWN: Final = {
    "Judge": ("Enchantment", "Whenever a Human deals damage to you, destroy it."),
    "Mourner": ("Enchantment", "Whenever a creature deals combat damage to you, you gain 5 life."),
    "Shy": ("Creature — Spirit", "When Shy becomes the target of a spell or ability an opponent controls, exile Shy."),
    "Proud": (
        "Creature — Spirit",
        "Whenever Proud becomes the target of a spell or ability you control, you gain 1 life.",
    ),
    "Wary": ("Creature — Spirit", "Whenever Wary becomes the target of a spell an opponent controls, you gain 1 life."),
    "Human": ("Creature — Human", "{0}: Human deals 1 damage to any target."),
    "Elf": ("Creature — Elf", "{0}: Elf deals 1 damage to any target."),
    "Bare Human": ("Creature — Human", "Sacrifice Bare Human: Bare Human deals 1 damage to any target."),
    "Fog": ("Instant", "Prevent all damage that would be dealt this turn."),
    "Growth": ("Instant", "Target creature gets +1/+1 until end of turn."),
    "Field": ("Enchantment", "Whenever a permanent deals damage to you, you gain 7 life."),
    "Chief": ("Enchantment", "Whenever a Goblin deals damage to you, you gain 7 life."),
    "Ward": ("Enchantment", "If a Goblin would deal damage to you, prevent 1 of that damage."),
    "Violence": (
        "Enchantment",
        "If a Goblin you control would deal damage to a permanent or player, it deals that much damage plus 2 instead.",
    ),
    "Fury": (
        "Enchantment",
        "If a permanent you control would deal damage to a permanent or player, it deals double that damage instead.",
    ),
    "Source": (
        "Enchantment",
        "If a source you control would deal damage to a permanent or player, it deals double that damage instead.",
    ),
    "Bolt": ("Instant", "Bolt deals 3 damage to any target."),
    "Tarfire": ("Kindred Instant — Goblin", "Tarfire deals 3 damage to any target."),
    "Goblin": ("Creature — Goblin", "{0}: Goblin deals 3 damage to any target."),
    "Bare Goblin": ("Creature — Goblin", "Sacrifice Bare Goblin: Bare Goblin deals 3 damage to any target."),
    "Poker": ("Artifact", "{0}: Target creature gets +1/+1 until end of turn."),
}


@cache
def book() -> CardBook:
    return own_book(OWN)


def after(mine: str, theirs: str, script: str, more: str = "") -> State:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\n{more}players:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\nscript: |\n{lines}"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    found = run_position(position)
    assert not isinstance(found, Refusal), found
    assert isinstance(found, Result)
    return found.state


def zones(state: State, name: str) -> list[str]:
    return sorted(r.cls.zone for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == name)


def life(state: State, seat: int) -> int:
    return int(str(state.rows[1 + seat].get("life")))


@pytest.mark.parametrize(
    ("source", "target", "where"),
    [
        ("Human", "p2", ["graveyard"]),  # p2 controls the Judge: "you" is p2 (109.5)
        ("Human", "p1", ["battlefield"]),
        ("Human", "Wary", ["battlefield"]),  # a permanent of theirs is not "you"
        ("Elf", "p2", ["battlefield"]),
    ],
)
def test_120_2_damage_to_you_is_damage_to_the_controller_of_the_ability(
    source: str, target: str, where: list[str]
) -> None:
    state = after(
        f"battlefield: [{source}]",
        "battlefield: [Judge, Wary]",
        f"activate {source} targeting {target}; resolve the stack; resolve the stack",
    )
    assert zones(state, source) == where


def test_615_1_prevented_damage_is_not_dealt() -> None:
    state = after(
        "battlefield: [Human], hand: [Fog]",
        "battlefield: [Judge]",
        "cast Fog; all pass; activate Human targeting p2; all pass",
    )
    assert zones(state, "Human") == ["battlefield"]
    assert not state.stack


def test_608_2h_a_source_that_is_gone_is_not_destroyed_again() -> None:
    state = after(
        "battlefield: [Bare Human]", "battlefield: [Judge]", "activate Bare Human targeting p2; all pass; all pass"
    )
    assert zones(state, "Bare Human") == ["graveyard"]
    assert life(state, 1) == 19


def test_510_2_combat_damage_to_you_is_neither_other_damage_nor_anothers() -> None:
    fight = "all pass to declare attackers; attack with Elf; all pass to combat damage; resolve the stack"
    assert life(after("battlefield: [Elf]", "battlefield: [Mourner]", fight), 1) == 20 - 2 + 5
    assert life(after("battlefield: [Elf, Mourner]", "", fight), 0) == 20
    other = "activate Elf targeting p2; resolve the stack"
    assert life(after("battlefield: [Elf]", "battlefield: [Mourner]", other), 1) == 19


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("cast Growth targeting Shy", False),
        ("activate Poker targeting Shy", False),
        ("cast Growth targeting Wary", True),
    ],
)
def test_115_10_an_opponents_spell_or_ability_makes_it_shy(line: str, stays: bool) -> None:
    state = after("hand: [Growth], battlefield: [Poker]", "battlefield: [Shy, Wary]", f"{line}; all pass")
    assert (zones(state, "Shy") == ["battlefield"]) is stays


def test_115_10_its_own_controllers_spell_does_not() -> None:
    state = after(
        "hand: [Growth], battlefield: [Shy, Poker]",
        "",
        "cast Growth targeting Shy; activate Poker targeting Shy; resolve the stack",
    )
    assert zones(state, "Shy") == ["battlefield"]


@pytest.mark.parametrize(
    ("name", "mine", "gained"), [("Proud", True, 2), ("Proud", False, 0), ("Wary", True, 0), ("Wary", False, 1)]
)
def test_115_10_whose_and_what(name: str, mine: bool, gained: int) -> None:
    """Proud hears spells and abilities of its controller, Wary spells of an opponent alone."""
    script = f"cast Growth targeting {name}; activate Poker targeting {name}; resolve the stack"
    tools = "hand: [Growth], battlefield: [Poker"
    state = after(f"{tools}, {name}]", "", script) if mine else after(f"{tools}]", f"battlefield: [{name}]", script)
    assert life(state, 0 if mine else 1) == 20 + gained


#: What deals 3 damage to p2: a spell without and with the subtype Goblin, a permanent, and one that is gone by then.
DEALT = {
    "Bolt": "cast Bolt targeting p2",
    "Tarfire": "cast Tarfire targeting p2",
    "Goblin": "activate Goblin targeting p2",
    "Bare Goblin": "activate Bare Goblin targeting p2",
}


@pytest.mark.parametrize(
    ("mine", "theirs", "lives"),
    [
        ("", "Field", {"Bolt": 17, "Tarfire": 17, "Goblin": 24, "Bare Goblin": 24}),
        ("", "Chief", {"Bolt": 17, "Tarfire": 17, "Goblin": 24, "Bare Goblin": 24}),
        ("", "Ward", {"Bolt": 17, "Tarfire": 17, "Goblin": 18, "Bare Goblin": 18}),
        ("Violence", "", {"Bolt": 17, "Tarfire": 17, "Goblin": 15, "Bare Goblin": 15}),
        ("Fury", "", {"Bolt": 17, "Tarfire": 17, "Goblin": 14, "Bare Goblin": 14}),
        ("Source", "", {"Bolt": 14, "Tarfire": 14, "Goblin": 14, "Bare Goblin": 14}),
    ],
)
@pytest.mark.parametrize("dealt", DEALT)
def test_109_2_what_deals_damage_and_is_no_source_in_the_text_is_a_permanent(
    mine: str, theirs: str, lives: dict[str, int], dealt: str
) -> None:
    """ "A Goblin" is a Goblin permanent, also one that was sacrificed (608.2h); a Goblin spell is a source and no permanent."""
    triggers = "; resolve the stack" if lives[dealt] > 20 else ""
    state = after(
        f"hand: [Bolt, Tarfire], battlefield: [Goblin, Bare Goblin{f', {mine}' if mine else ''}]",
        f"battlefield: [{theirs}]",
        f"{DEALT[dealt]}; resolve the stack{triggers}",
    )
    assert not state.stack
    assert life(state, 1) == lives[dealt]
