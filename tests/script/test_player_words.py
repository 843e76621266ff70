"""A choice as a player says it: what is used and what that does, what is cast, what comes first."""

from __future__ import annotations

import json

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from tests.table.laid_table import opened, quick_folder, seated

BOARD = """format: position/1
players:
  p1:
    hand: [Lightning Bolt, Forest]
    mana: {R: 1}
    battlefield:
      - Mountain
      - {card: Grizzly Bears, label: bears}
      - {card: Presence of Gond, attached to: bears}
      - Basalt Monolith
      - Midnight Guard
      - Soul Warden
      - Soul Warden
  p2: {}
"""


def words(*played: str) -> dict[str, str]:
    """What p1 may do behind some lines, as a script and as a player says it; p2 passes in between."""
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, BOARD)
        for line in played:
            game.play("p2" if line == "p2: pass" else "p1", line.removeprefix("p2: "))
        view = table.view(game["p1"])
        assert not isinstance(view, Refusal)
        return {each.line: each.words for each in view.may}


def test_what_is_used_is_said_with_what_it_does() -> None:
    found = words()
    assert found["activate Mountain"] == "Tap Mountain: Add {R}"
    assert found["activate bears"] == "Grizzly Bears: create a 1/1 green Elf Warrior creature token"
    assert found["activate Basalt Monolith: Add {C}{C}{C}"] == "Tap Basalt Monolith: Add {C}{C}{C}"
    assert found["cast Lightning Bolt targeting p2"] == "Cast Lightning Bolt targeting p2"
    assert (found["play Forest"], found["pass"]) == ("Play Forest", "Pass")


def test_603_3b_of_triggers_that_are_put_in_order_each_is_said_with_what_it_does() -> None:
    found = words("activate bears", "pass", "p2: pass")
    assert "First: untap Midnight Guard" in found.values(), found
    assert "First: Soul Warden's trigger: you gain 1 life" in found.values(), found


def test_702_6a_an_ability_of_a_keyword_is_said_with_its_keyword() -> None:
    """Beside another ability its line says a number, for a keyword names no deed."""
    facts = {
        "name": "Blade",
        "type_line": "Artifact — Equipment",
        "mana_cost": "",
        "oracle_text": "{0}: You gain 1 life.\nEquip {0}",
    }
    book = CardBook((read_source("cards", json.dumps([facts]).encode()), builtin_source()))
    board = "format: position/1\nplayers:\n  p1: {battlefield: [Blade, Midnight Guard]}\n  p2: {}\n"
    with quick_folder() as folder, opened(folder, book) as table:
        view = table.view(seated(table, board)["p1"])
        assert not isinstance(view, Refusal)
        found = {each.line: each.words for each in view.may}
    line = "activate Blade: #2 targeting Midnight Guard"
    assert found[line] == "Blade: Equip {0} targeting Midnight Guard", found


def test_a_target_is_named_in_place_of_the_words_for_it() -> None:
    """What an ability says of itself and of its target is known from what is used, and from the target."""
    board = """format: position/1
players:
  p1:
    hand: [Walking Ballista]
    battlefield: [{card: Walking Ballista, counters: {+1/+1: 1}}, {card: Spike Feeder, counters: {+1/+1: 1}}]
    mana: {C: 2}
  p2: {battlefield: [Grizzly Bears]}
"""
    with quick_folder() as folder, opened(folder) as table:
        view = table.view(seated(table, board)["p1"])
        assert not isinstance(view, Refusal)
        found = {each.words: (each.line, each.kind) for each in view.may}
    assert {
        "Cast Walking Ballista with X = 0",
        "Walking Ballista: 1 damage to p2",
        "Walking Ballista: 1 damage to Grizzly Bears",
        "Spike Feeder: gain 2 life",
        "Spike Feeder: put a +1/+1 counter on Grizzly Bears",
    } <= set(found), found
    kinds = [kind for _, kind in found.values()]
    assert kinds == sorted(kinds, key=["cast", "ability", "mana", "other", "pass"].index)
