"""Copies that keep something of their own or copy again (707.9), the chosen type, blocked by what (509.3d), ranges (801.13)."""

from __future__ import annotations

import json
from typing import Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.script.describe import find, in_play
from reiterate.script.position import load

#: Name: type, cost, power, toughness, text.
OWN: Final = {
    "Bear": ("Creature — Bear", "{G}", 2, 2, ""),
    "Goblin": ("Creature — Goblin", "{R}", 1, 1, ""),
    "Void": ("Creature — Eldrazi", "{R}", 3, 3, "Devoid"),
    "Shifter": (
        "Creature — Shapeshifter",
        "{U}",
        0,
        1,
        "{0}: This creature becomes a copy of target creature, except it has this ability.",
    ),
    "Painted": (
        "Creature — Shapeshifter",
        "{U}",
        0,
        1,
        "{0}: You may have this creature become a copy of target creature, except it doesn't copy that creature's color.",
    ),
    "Clone": (
        "Creature — Shapeshifter",
        "{0}",
        0,
        0,
        "You may have this creature enter as a copy of any creature on the battlefield.",
    ),
    "Marked Clone": (
        "Creature — Shapeshifter",
        "{0}",
        0,
        0,
        "You may have this creature enter as a copy of any creature on the battlefield, "
        "except it enters with two additional +1/+1 counters on it.",
    ),
    "Banner": ("Enchantment", "{1}", 0, 0, "Creatures you control get +1/+1."),
    "Mask": ("Instant", "{0}", 0, 0, "Target creature becomes a copy of another target creature until end of turn."),
    "Automaton": (
        "Artifact Creature — Construct",
        "{3}",
        2,
        2,
        "As this creature enters, choose a creature type.\n"
        "This creature is the chosen type in addition to its other types.\n"
        "Other creatures you control of the chosen type get +1/+1.",
    ),
    "Rhino": (
        "Creature — Rhino",
        "{G}",
        4,
        4,
        "Whenever this creature becomes blocked by a creature, you gain 1 life.",
    ),
    "Hunter": ("Creature — Cat", "{G}", 4, 4, "Whenever this creature becomes blocked by a Goblin, you gain 1 life."),
    "Peace": ("Enchantment", "{W}", 0, 0, "Prevent all damage that would be dealt by creatures."),
    "Wall": ("Enchantment", "{W}", 0, 0, "Prevent all damage that would be dealt to creatures."),
    "Pyro": ("Instant", "{0}", 0, 0, "Pyro deals 1 damage to each creature."),
    "Mend": ("Instant", "{0}", 0, 0, "Prevent the next 4 damage that would be dealt to any target this turn."),
    "Take": ("Instant", "{0}", 0, 0, "Gain control of target creature until end of turn."),
    "Aside": (
        "Instant",
        "{0}",
        0,
        0,
        "The next 3 damage that would be dealt to target creature this turn is dealt to another target creature instead.",
    ),
    "Mist": ("Instant", "{0}", 0, 0, "Prevent all damage that would be dealt this turn."),
}


def book() -> CardBook:
    rows = []
    for name, (types, cost, might, size, text) in OWN.items():
        row = {"name": name, "type_line": types, "mana_cost": cost, "oracle_text": text}
        if "Creature" in types:
            row |= {"power": str(might), "toughness": str(size)}
        rows.append(row)
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def played(players: str, script: str, more: str = "") -> Result | Refusal:
    lines = "\n  ".join(script.split("; "))
    position = load(f"format: position/1\n{more}players: {players}\nscript: |\n  {lines}\n", "board.yaml", book())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def shown(result: Result | Refusal, name: str) -> tuple[set[str], tuple[str, ...], object]:
    """The colours, subtypes and power of a permanent by its words."""
    assert isinstance(result, Result), result
    handle = find(result.state, name, in_play(result.state), "permanent")
    assert not isinstance(handle, Refusal), handle
    seen = view(result.state, handle)
    return set(seen.colors), seen.subtypes, power(result.state, handle)


def life(result: Result | Refusal, seat: int) -> object:
    assert isinstance(result, Result), result
    return result.state.rows[1 + seat].get("life")


def code(result: Result | Refusal) -> str:
    assert isinstance(result, Refusal), result
    return result.code


def compiled(text: str, types: str = "Creature — Shapeshifter") -> object:
    card = compile_card({"name": "It", "type_line": types, "oracle_text": text, "power": "1", "toughness": "1"})
    return card.proto.abilities if card.complete else None


# --- this ability (707.9a) ---------------------------------------------------------------------------------------


def test_707_9a_this_ability_is_there_again_after_each_copying() -> None:
    board = "{p1: {battlefield: [{card: Shifter, label: it}, Bear, Goblin, Void]}, p2: {}}"
    once = "activate it targeting Bear; all pass"
    again = "activate it targeting Goblin; all pass"
    assert shown(played(board, once), "it") == ({"G"}, ("Bear",), 2)
    third = played(board, f"{once}; {again}; activate it targeting Void; all pass")
    assert shown(third, "it")[1:] == (("Eldrazi",), 3)


def test_707_9a_a_copy_of_it_has_the_ability_too() -> None:
    board = "{p1: {battlefield: [{card: Shifter, label: it}, Bear, Goblin], hand: [Clone]}, p2: {}}"
    script = "activate it targeting Bear; all pass; cast Clone; all pass; choose it; activate newest Bear targeting Goblin; all pass"
    assert shown(played(board, script), "newest Goblin") == ({"R"}, ("Goblin",), 1)


def test_707_9a_what_keeps_nothing_of_itself_has_the_ability_once_only() -> None:
    board = "{p1: {battlefield: [{card: Painted, label: it}, Bear]}, p2: {}}"
    script = "activate it targeting Bear; all pass; yes; activate it targeting Bear"
    assert isinstance(played(board, script), Refusal)


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Create a token that's a copy of target creature, except it has this ability.",
        "{T}: Create a token that's a copy of target creature, except it doesn't copy that creature's color.",
        "You may have this creature enter as a copy of any creature on the battlefield, except it has this ability.",
        "At the beginning of the next end step, this creature becomes a copy of target creature, except it has this ability.",
    ],
)
def test_707_9a_this_ability_of_what_is_no_resolving_ability_is_not_read(text: str) -> None:
    assert compiled(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Whenever another creature enters, ~ becomes a copy of it, except it has this ability.",
        "At the beginning of your upkeep, you may have ~ become a copy of target creature, except it doesn't copy "
        "that creature's color and it has this ability.",
    ],
)
def test_the_words_print_back(text: str) -> None:
    abilities = compiled(text.replace("~", "this creature").replace("copy of it,", "copy of that creature,"))
    assert isinstance(abilities, tuple) and [show(one) for one in abilities] == [text]


# --- kept colours (707.9c) ---------------------------------------------------------------------------------------


def test_707_9c_a_colour_that_is_not_copied_stays() -> None:
    board = "{p1: {battlefield: [{card: Painted, label: it}, Bear]}, p2: {}}"
    assert shown(played(board, "activate it targeting Bear; all pass; yes"), "it") == ({"U"}, ("Bear",), 2)
    assert shown(played(board, "activate it targeting Bear; all pass; no"), "it") == ({"U"}, ("Shapeshifter",), 0)


def test_707_9d_what_defines_the_colour_is_not_copied_then() -> None:
    board = "{p1: {battlefield: [{card: Painted, label: it}, Void]}, p2: {}}"
    result = played(board, "activate it targeting Void; all pass; yes")
    assert shown(result, "it") == ({"U"}, ("Eldrazi",), 3)


def test_707_9c_a_colour_that_it_has_for_a_turn_is_refused() -> None:
    board = "{p1: {battlefield: [{card: Painted, label: it}, Bear, Goblin], hand: [Mask]}, p2: {}}"
    script = "activate it targeting Goblin; cast Mask targeting it and Bear; all pass; all pass; yes"
    assert code(played(board, script)) == "rule-707.9c"


# --- a copy that may copy again (707.9e) -------------------------------------------------------------------------


def test_616_1f_a_copy_of_an_unused_copier_may_copy_again() -> None:
    board = "{p1: {battlefield: [Banner, {card: Clone, label: blank}, Bear], hand: [Clone]}, p2: {}}"
    assert shown(played(board, "cast Clone; all pass; choose blank; choose Bear"), "newest Bear")[2] == 3
    assert shown(played(board, "cast Clone; all pass; choose blank; choose nothing"), "newest Clone")[2] == 1


def test_707_9e_only_the_last_copying_says_how_it_enters() -> None:
    board = (
        "{p1: {battlefield: [Banner, {card: Marked Clone, label: blank}, Bear], hand: [Clone, Marked Clone]}, p2: {}}"
    )
    first = played(board, "cast Marked Clone; all pass; choose blank; choose Bear")
    assert shown(first, "newest Bear")[2] == 5  # the second copying has the counters as well, once
    second = played(board, "cast Clone; all pass; choose blank; choose Bear")
    assert shown(second, "newest Bear")[2] == 5
    assert shown(played(board, "cast Marked Clone; all pass; choose Bear"), "newest Bear")[2] == 5
    third = played(board, "cast Marked Clone; all pass; choose blank; choose nothing")
    assert shown(third, "newest Marked Clone")[2] == 3


# --- the chosen type (607.2d) ------------------------------------------------------------------------------------


def test_607_2d_a_chosen_type_is_that_of_the_source() -> None:
    board = "{p1: {battlefield: [{card: Automaton, chosen: Goblin}, Goblin, Bear]}, p2: {battlefield: [Goblin]}}"
    result = played(board, "")
    assert shown(result, "Automaton")[1] == ("Construct", "Goblin")
    assert [shown(result, name)[2] for name in ("Automaton", "Goblin of p1", "Goblin of p2", "Bear")] == [2, 2, 1, 2]


def test_607_2d_what_becomes_a_copy_has_chosen_nothing() -> None:
    board = "{p1: {battlefield: [{card: Automaton, chosen: Goblin}, {card: Bear, label: it}], hand: [Mask]}, p2: {}}"
    assert code(played(board, "cast Mask targeting it and Automaton; all pass")) == "rule-607"


# --- blocked by what (509.3d) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "blocks", "gained"),
    [
        ("Rhino", "3 Bear together block Rhino", 3),
        ("Rhino", "Bear and Goblin block Rhino", 2),
        ("Hunter", "Bear and Goblin block Hunter", 1),
        ("Hunter", "3 Bear together block Hunter", 0),
    ],
)
def test_509_3d_it_triggers_once_for_each_creature_that_blocks_it(name: str, blocks: str, gained: int) -> None:
    board = f"{{p1: {{battlefield: [{name}]}}, p2: {{battlefield: [3 Bear, Goblin]}}}}"
    script = f"all pass to declare attackers; attack with {name}; all pass to declare blockers; p2: {blocks}"
    assert life(played(board, script + "; all pass" * gained), 0) == 20 + gained


def test_509_3d_nobody_blocks_and_nothing_triggers() -> None:
    board = "{p1: {battlefield: [Rhino]}, p2: {battlefield: [Bear]}}"
    script = "all pass to declare attackers; attack with Rhino; all pass to declare blockers; p2: no block"
    assert life(played(board, f"{script}; all pass to end of combat"), 0) == 20


# --- prevention and range (801.13b) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("reach", "damage"), [(1, [0, 0, 1, 0]), (2, [0, 0, 0, 0])])
def test_801_13b_where_the_receiver_is_said_it_has_to_be_in_range(reach: int, damage: list[int]) -> None:
    """p1 has what prevents damage to creatures; p3, two seats away, damages each creature in range of p3."""
    board = (
        "{p1: {battlefield: [Wall, {card: Bear, label: a}]}, p2: {battlefield: [{card: Bear, label: b}]}, "
        "p3: {battlefield: [{card: Bear, label: c}], hand: [Pyro]}, p4: {battlefield: [{card: Bear, label: d}]}}"
    )
    result = played(board, "cast Pyro; all pass", f"range: {reach}\nactive: p3\n")
    assert isinstance(result, Result), result
    assert [_damage(result, label) for label in "abcd"] == damage


def _damage(result: Result, label: str) -> object:
    handle = find(result.state, label, in_play(result.state), "permanent")
    assert not isinstance(handle, Refusal), handle
    return result.state.rows[handle].get("damage")


@pytest.mark.parametrize(("reach", "damage"), [(1, [1, 1]), (2, [0, 0])])
def test_801_13b_where_neither_is_said_both_have_to_be_in_range(reach: int, damage: list[int]) -> None:
    """p1 prevents all damage; p3, two seats away, damages its own creature and that of p2."""
    board = (
        "{p1: {hand: [Mist]}, p2: {battlefield: [{card: Bear, label: b}]}, "
        "p3: {battlefield: [{card: Bear, label: c}], hand: [Pyro]}, p4: {}}"
    )
    script = "cast Pyro; p3: pass; p4: pass; p1: cast Mist; all pass; all pass"
    result = played(board, script, f"range: {reach}\nactive: p3\n")
    assert isinstance(result, Result), result
    assert [_damage(result, label) for label in "bc"] == damage


@pytest.mark.parametrize(("reach", "left"), [(1, 18), (2, 20)])
def test_801_13b_where_the_source_is_said_it_has_to_be_in_range(reach: int, left: int) -> None:
    board = "{p1: {battlefield: [Peace]}, p2: {}, p3: {battlefield: [Bear]}, p4: {}}"
    script = "all pass to declare attackers; attack p2 with Bear; all pass to end of combat"
    assert life(played(board, script, f"range: {reach}\nactive: p3\n"), 1) == left


@pytest.mark.parametrize(("reach", "damage"), [(1, 1), (2, 0)])
def test_801_13b_a_shield_on_what_has_come_out_of_range_prevents_nothing(reach: int, damage: int) -> None:
    """p1's shield stands before the creature of p2, which p3 takes and damages."""
    board = "{p1: {hand: [Mend]}, p2: {battlefield: [{card: Bear, label: b}]}, p3: {hand: [Take, Pyro]}, p4: {}}"
    script = (
        "p3: pass; p4: pass; p1: cast Mend targeting b; all pass; p3: cast Take targeting b; all pass; "
        "p3: cast Pyro; all pass"
    )
    result = played(board, script, f"range: {reach}\nactive: p3\n")
    assert isinstance(result, Result), result
    assert _damage(result, "b") == damage


@pytest.mark.parametrize(("reach", "damage"), [(1, [0, 1, 0]), (2, [0, 1, 2])])
def test_801_13a_damage_is_not_turned_aside_to_what_the_spell_does_not_reach(reach: int, damage: list[int]) -> None:
    """p2 turns damage aside from its creature to that of p3; p1, who casts Pyro, sees that of p3 only with a range of 2."""
    board = (
        "{p1: {hand: [Pyro]}, p2: {battlefield: [{card: Bear, label: b}, {card: Bear, label: a}], hand: [Aside]}, "
        "p3: {battlefield: [{card: Bear, label: c}]}, p4: {}}"
    )
    script = "cast Pyro; p1: pass; p2: cast Aside targeting b and c; all pass; all pass"
    result = played(board, script, f"range: {reach}\n")
    assert isinstance(result, Result), result
    dead = [label for label in "bac" if isinstance(find(result.state, label, in_play(result.state), "p"), Refusal)]
    assert dead == (["c"] if reach == 2 else [])
    assert [_damage(result, label) for label in "ba"] == damage[:2]
