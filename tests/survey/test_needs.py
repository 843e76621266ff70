"""What a scripted loop needs at its start: worked out by hand, the same as of a found loop, and honest where it is not known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest

import reiterate.survey.needs as needs_room
from reiterate.ask.answer import Answer
from reiterate.ask.answer_words import need_words
from reiterate.ask.building import Asking, answer, exit_code
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import parse_script
from tests.support.as_shown import screen_lines
from tests.support.files import ROOT

GOOGOL: Final = 10**100

#: A board of one artifact, with the lines of one iteration: {1} is spent before the artifact gives one back.
WHEEL: Final = ("{T}: Add {C}.\n{1}: Untap Wheel.", "[{card: Wheel, tapped: yes}]", "mana: {C: 3}")
UNTAPPED: Final = "repeat 5:\n    activate Wheel: untap Wheel paying {C}\n    all pass\n    activate Wheel: add {C}"


def board(text: str, battlefield: str, more: str, script: str) -> Position:
    """A board where p1 has an artifact named Wheel of these words."""
    row = {"name": "Wheel", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": text}
    book = CardBook((read_source("cards", json.dumps([row]).encode()), builtin_source()))
    players = f"players:\n  p1: {{{more}, battlefield: {battlefield}}}\n  p2: {{library: 10}}\n"
    found = load(f"format: position/1\n{players}script: |\n  {script}\n", "board.yaml", book)
    assert isinstance(found, Position), found
    return found


def told(found: Answer) -> list[str] | None:
    assert found.loop is not None, found.refusals
    needed = found.loop.needs
    return None if needed is None else [need_words(each, found.proposer) for each in needed]


def needs_of(text: str, battlefield: str, more: str, script: str) -> list[str] | None:
    return told(answer(board(text, battlefield, more, script), ["loop"]))


def test_mana_that_comes_back_is_needed_once() -> None:
    """Of three mana one is spent first; each iteration gives it back. A tapped Wheel does."""
    assert needs_of(*WHEEL, UNTAPPED) == ["Wheel", "1 {C} mana"]


def test_a_round_of_turns_needs_nothing() -> None:
    """Both players draw until p1 would have to discard: no permanent and no mana takes part."""
    script = "repeat 3:\n    all pass to next main phase\n    all pass to next main phase"
    assert needs_of("{T}: Add {C}.", "[Wheel, Forest]", "library: 30, hand: 0, mana: {G: 2}", script) == []


def test_life_that_is_paid_before_it_is_gained_is_needed() -> None:
    """With 2 life the payment leaves 0, and the player loses before the ability resolves (704.5a)."""
    script = "repeat 5:\n    activate Wheel\n    all pass"
    assert needs_of("Pay 2 life: You gain 3 life.", "[Wheel]", "life: 20", script) == ["Wheel", "3 life"]


@pytest.mark.parametrize(("life", "needed"), [(20, 17), (18, 17), (17, 17), (4 * GOOGOL + 3, 4 * GOOGOL + 1)])
def test_life_that_is_spent_is_needed_for_every_iteration(life: int, needed: int) -> None:
    """Of 20 life four payments of 4 leave the player in the game; they need 16 life and one more to live on."""
    script = "repeat 3:\n    activate Wheel\n    all pass"
    position = board("Pay 4 life: Put a charge counter on Wheel.", "[Wheel]", f"life: {life}", script)
    loop = answer(position, ["loop"]).loop
    assert loop is not None and loop.needs is not None
    assert [(each.what, each.count.amount) for each in loop.needs] == [("object", 1), ("life", needed)]


def test_life_that_only_rises_is_no_need() -> None:
    script = "repeat 5:\n    activate Wheel\n    all pass"
    assert needs_of("{0}: You gain 3 life.", "[Wheel]", "life: 20", script) == ["Wheel"]


def test_a_block_before_the_loop_is_done_at_once() -> None:
    """The 500 Elves that the first block makes are what the second block sacrifices."""
    position = load_file(ROOT / "examples" / "two-loops.yaml", CardBook.builtin())
    assert isinstance(position, Position)
    assert told(answer(position, ["loop"])) == [
        "Midnight Guard (untapped, not summoning sick)",
        "Presence of Gond",
        "Ashnod's Altar",
    ]


@pytest.mark.parametrize("name", ["guard-gond", "zirda-monolith", "dragon-animate-dead", "yawgmoth-messengers"])
def test_a_found_script_has_the_needs_with_which_it_was_found(name: str) -> None:
    position = load_file(ROOT / "examples" / "combos" / f"{name}.yaml", CardBook.builtin())
    assert isinstance(position, Position)
    found = answer(position, ["find"], Asking(judged=False))
    assert found.find is not None and found.find.loop.needs
    script = parse_script("\n".join(found.find.script))
    assert isinstance(script, tuple)
    scripted = answer(replace(position, script=script), ["loop"])
    assert scripted.loop is not None and scripted.loop.needs == found.find.loop.needs


def test_needs_beyond_the_budget_are_not_told_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs_room, "SCRIPT_BUDGET", 1)
    found = answer(board(*WHEEL, UNTAPPED), ["loop"])
    assert told(found) is None and exit_code(found) == 0
    (refusal,) = found.refusals
    assert (refusal.question, refusal.code) == ("needs", "needs-budget")
    assert "needs at the start  can't be told: what the loop needs is not known after 1 choices" in " ".join(
        screen_lines(found)
    )


def test_life_beyond_the_budget_leaves_the_other_needs_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs_room, "LIFE_BUDGET", 1)
    script = "repeat 5:\n    activate Wheel\n    all pass"
    found = answer(board("Pay 2 life: You gain 3 life.", "[Wheel]", "life: 20", script), ["loop"])
    assert told(found) == ["Wheel"]
    assert [each.message for each in found.refusals] == ["how much life the loop needs is not known after 1 choices"]


def test_needs_are_asked_only_where_somebody_wants_them() -> None:
    found = answer(board(*WHEEL, UNTAPPED), ["loop"], Asking(needed=False))
    assert told(found) is None and found.refusals == []
