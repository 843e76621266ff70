"""Cuts at any choice of one's own (732.1, 732.2b): a "may", a target, an order, a payment, a block; and what is owed there."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.script.position import load
from tests.support.as_shown import report_json, report_lines

OWN: Final = {
    "Tapper": "Whenever a creature an opponent controls enters, tap target creature.",
    "Lone Tapper": "Whenever a creature an opponent controls enters, tap target artifact.",
    "Gainer": "Whenever a creature an opponent controls enters, you gain 1 life.",
    "Loser": "Whenever a creature an opponent controls enters, that player loses 1 life.",
    "Payer": "Whenever a creature an opponent controls enters, you may pay {1}. If you do, you gain 1 life.",
    "Eater": "Whenever a creature an opponent controls enters, each player sacrifices an artifact.",
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Enchantment", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def ruled(theirs: str, body: str, answer: str, then: str = "", expect: str = "", times: int = 10) -> Result | Refusal:
    """What comes of p1's Guard enchanted by Gond, done so often against a board of p2."""
    lines = ["format: position/1", "players:", "  p1:", "    battlefield:"]
    lines += ["      - {card: Midnight Guard, label: guard}", "      - {card: Presence of Gond, attached to: guard}"]
    lines += [
        "  p2:",
        f"    {theirs}",
        "script: |",
        f"  repeat {times}:",
        *(f"    {line}" for line in body.split("; ")),
    ]
    lines += ["answers:", f"  - p2: {answer}"]
    lines += ["then: |", *(f"  {line}" for line in then.split("; "))] if then else []
    lines += ["expect:", *(f"  {line}" for line in expect.split("; "))] if expect else []
    position = load("\n".join(lines) + "\n", "board.yaml", book())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def stands(found: Result | Refusal) -> dict[str, str]:
    assert isinstance(found, Result), found
    assert found.taken is not None
    return found.facts


def code(found: Result | Refusal) -> str:
    assert isinstance(found, Refusal), found
    return found.code


PRIEST: Final = ("battlefield: [Suture Priest]", "activate guard; all pass; all pass; p2: yes; all pass")


def test_732_2b_a_player_shortens_at_their_own_may() -> None:
    """The sixth choice is p2's "may": nobody has priority there, six times p1 has lost 1 life."""
    found = ruled(*PRIEST, "cut 7.6")
    facts = stands(found)
    assert (facts["priority"], facts["decides"], facts["must_change"]) == ("nobody", "p2", "p2")
    assert (facts["iterations"], facts["partial"], facts["p2.may_pass"]) == ("6", "true", "false")
    assert isinstance(found, Result)
    board = report_json(found)["run"]["board"]
    assert board["status"] == "p2 decides whether to do it"
    assert [each["life"] for each in board["players"] if each["name"] == "p1"] == ["14"]
    assert "p2 must now choose differently than was proposed [732.2c]" in report_lines(found)


def test_732_2c_the_answer_after_a_cut_at_a_may_must_differ() -> None:
    refused = ruled(*PRIEST, "cut 7.6", "p2: yes")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("must-differ", "732.2c")
    found = ruled(*PRIEST, "cut 7.6", "p2: no; all pass", "p1.life: 14; priority: p1; decides: p1; guard.tapped: false")
    assert stands(found)["must_change"] == "p2" and isinstance(found, Result) and not found.differences


@pytest.mark.parametrize(("choice", "why"), [(3, "nothing-else"), (4, "not-your-decision"), (5, "nothing-else")])
def test_732_2b_beside_a_may_nothing_else_is_possible(choice: int, why: str) -> None:
    """p2 has neither cards nor mana: each pass of theirs is the only choice."""
    assert code(ruled(*PRIEST, f"cut 7.{choice}")) == why


def test_732_2b_a_target_is_a_game_choice() -> None:
    board = "battlefield: [Tapper, Grizzly Bears]"
    body = "activate guard; all pass; p2: target Grizzly Bears; all pass; all pass"
    facts = stands(ruled(board, body, "cut 3.4"))
    assert (facts["priority"], facts["decides"]) == ("nobody", "p2")
    assert code(ruled(board, body, "cut 3.4", "p2: target Grizzly Bears")) == "must-differ"
    stands(ruled(board, body, "cut 3.4", "p2: target guard; all pass", "guard.tapped: true"))


def test_732_2b_a_forced_target_is_no_place_to_choose_differently() -> None:
    """One artifact alone can be the target: it is not even asked for, and no place of the sequence is p2's but passes."""
    body = "activate guard; all pass; all pass; all pass"
    assert code(ruled("battlefield: [Lone Tapper, Sol Ring]", body, "cut 3.3")) == "nothing-else"


def test_732_2b_the_order_of_triggers_is_a_game_choice() -> None:
    board = "battlefield: [Gainer, Loser]"
    body = "activate guard; all pass; p2: order gain first; all pass; all pass; all pass"
    facts = stands(ruled(board, body, "cut 3.4"))
    assert (facts["priority"], facts["decides"]) == ("nobody", "p2")
    assert code(ruled(board, body, "cut 3.4", "p2: order gain first")) == "must-differ"
    stands(ruled(board, body, "cut 3.4", "p2: order lose first; all pass; all pass", "p2.life: 23"))


def test_732_2b_a_payment_is_a_game_choice() -> None:
    board = "mana: {C: 10}\n    battlefield: [Payer]"
    found = ruled(board, "activate guard; all pass; all pass; yes; all pass", "cut 3.6")
    facts = stands(found)
    assert (facts["priority"], facts["decides"], facts["must_change"]) == ("nobody", "p2", "p2")
    assert isinstance(found, Result)
    assert found.state.rows[2].get("mana.C") == 8


def test_732_2b_what_is_sacrificed_is_a_game_choice() -> None:
    board = "battlefield: [Eater, Sol Ring, Mind Stone]"
    body = "activate guard; all pass; all pass; p2: choose Sol Ring; all pass"
    facts = stands(ruled(board, body, "cut 1.6", times=1))
    assert (facts["priority"], facts["decides"]) == ("nobody", "p2")
    assert code(ruled(board, body, "cut 1.6", "p2: choose Sol Ring", times=1)) == "must-differ"
    found = ruled(board, body, "cut 1.6", "p2: choose Mind Stone", "Sol Ring.count: 1", times=1)
    assert stands(found) and isinstance(found, Result) and not found.differences


COMBAT: Final = """
format: position/1
players:
  p1: {battlefield: [Grizzly Bears]}
  p2: {battlefield: [Midnight Guard]}
script: |
  all pass to declare attackers
  attack with Grizzly Bears
  all pass to declare blockers
  p2: no block
  all pass to end of combat
answers:
  - p2: cut 4
"""


def combat(then: str = "", board: str = "[Midnight Guard]") -> Result | Refusal:
    text = COMBAT.replace("[Midnight Guard]", board) + (f"then: {then}\n" if then else "")
    position = load(text.lstrip(), "board.yaml", book())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def test_732_2b_blocking_is_a_game_choice() -> None:
    facts = stands(combat())
    assert (facts["priority"], facts["decides"], facts["must_change"]) == ("nobody", "p2", "p2")
    assert code(combat("'p2: no block'")) == "must-differ"
    found = combat("'p2: Midnight Guard blocks Grizzly Bears'")
    assert stands(found)["must_change"] == "p2" and isinstance(found, Result) and found.after is not None


def test_732_2b_who_can_not_block_has_nothing_to_choose() -> None:
    """Nobody is asked to block where nothing can (509.1): the place does not exist."""
    found = combat(board="[{card: Midnight Guard, tapped: yes}]")
    assert isinstance(found, Refusal) and found.code in ("nothing-asked", "no-such-place")


def test_732_2a_a_proposed_end_still_needs_somebody_with_priority() -> None:
    text = COMBAT.partition("answers:")[0].replace("  all pass to end of combat\n", "") + "end: 4\n"
    position = load(text.lstrip(), "board.yaml", book())
    assert not isinstance(position, Refusal)
    found = run_position(position)
    assert isinstance(found, Refusal) and (found.code, found.rule) == ("end-without-priority", "732.2a")
