"""Fragmented loops in ``run`` (732.3): how often they may be repeated, and what may not be done again afterwards."""

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
from reiterate.shortcuts import duty_to_differ
from tests.support.as_shown import report_lines

OWN: Final = {
    "Jab": "{0}: Target player loses 1 life.",
    "Drip": "{0}: You gain 1 life.",
    "Idle Wheel": "{0}: Untap Idle Wheel.",
    "Soft Balm": "Whenever you lose life, you may gain 1 life.",
    "Lifting": "{0}: Target creature gains flying until end of turn.",
    "Grounding": "{0}: Target creature loses flying until end of turn.",
    "Winged Banner": "Creatures you control with power 5 or greater have flying.",
    "Mirror Mask": "{5}: Target creature becomes a copy of another target creature until end of turn.",
    "Watchful Wheel": "Whenever an opponent loses life, you may have Watchful Wheel lose flying until end of turn.",
}

#: p1 takes a life of p2, who gains it again: the position is back.
ROUND: Final = "activate Jab targeting p2; all pass; pass; p2: activate Drip; all pass"


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def block(times: object, body: str) -> str:
    return f"repeat {times}:\n" + "".join(f"    {line}\n" for line in body.split("; "))


def lines(body: str) -> str:
    return "\n  ".join(body.split("; "))


def ruled(
    script: str, mine: str = "Jab", theirs: str = "Drip", then: str = "", extra: str = "", more: str = ""
) -> Result | Refusal:
    after = f"then: |\n  {lines(then)}\n" if then else ""
    text = (
        f"format: position/1\n{extra}players:\n  p1: {{battlefield: [{mine}]}}\n  p2: {{battlefield: [{theirs}]}}\n"
        f"{more}script: |\n  {script}\n{after}"
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), (position, text)
    return run_position(position)


def taken(found: Result | Refusal) -> dict[str, str]:
    assert isinstance(found, Result), found
    return found.facts


def refused(found: Result | Refusal) -> Refusal:
    assert isinstance(found, Refusal), found
    assert (found.kind, found.rule) == ("illegal", "732.3")
    return found


@pytest.mark.parametrize("times", ["2", "100", "10^100"])
def test_732_3_more_than_one_iteration_is_refused_with_the_greatest_number(times: str) -> None:
    found = refused(ruled(block(times, ROUND)))
    assert (found.code, found.expected) == ("too-many-iterations", "at most 1 iteration")
    assert found.message.startswith("iteration 2 stops before its choice 1: p1 must choose differently")
    assert found.where.span == f"repeat {times}:"


def test_732_3_one_iteration_is_taken_and_the_duty_is_said() -> None:
    found = ruled(block(1, ROUND))
    facts = taken(found)
    assert (facts["must_differ"], facts["must_change"]) == ("p1", "nobody")
    assert isinstance(found, Result)
    assert "the position has come back: p1 may not act again as before [732.3]" in report_lines(found)


def test_732_3_afterwards_the_same_action_is_refused_and_others_are_not() -> None:
    found = refused(ruled(block(1, ROUND), then="activate Jab targeting p2"))
    assert (found.code, found.where.span) == ("must-differ", "activate Jab targeting p2")
    assert taken(ruled(block(1, ROUND), then="activate Jab targeting p1"))
    assert taken(ruled(block(1, ROUND), then="pass"))


def test_732_3_a_detour_that_changes_nothing_ends_no_duty() -> None:
    detour = "activate Idle Wheel; all pass; activate Jab targeting p2"
    assert refused(ruled(block(1, ROUND), mine="Jab, Idle Wheel", then=detour)).code == "must-differ"
    changed = detour.replace("Idle Wheel", "Drip")
    assert taken(ruled(block(1, ROUND), mine="Jab, Drip", then=changed))["must_differ"] == "p1"


def test_732_3_written_out_line_by_line_it_is_the_same() -> None:
    assert taken(ruled(lines(ROUND)))["must_differ"] == "p1"
    found = refused(ruled(lines(f"{ROUND}; {ROUND}")))
    assert (found.code, found.where.line) == ("must-differ", 11)


def test_732_3_inside_of_one_iteration_too() -> None:
    """p1 gains a life at the end of each iteration, so that no two iterations begin alike."""
    body = f"{ROUND}; {ROUND}; activate Drip; all pass"
    found = refused(ruled(block(10, body), mine="Jab, Drip"))
    assert (found.code, found.where.span) == ("must-differ", "repeat 10:")
    assert taken(ruled(block(10, f"{ROUND}; activate Drip; all pass"), mine="Jab, Drip"))["must_differ"] == "nobody"


def test_732_3_the_active_player_has_the_duty_whoever_began() -> None:
    """In p2's turn p2 is active: p2 may not gain the life again."""
    body = "pass; p1: activate Jab targeting p2; all pass; p2: activate Drip; all pass"
    found = refused(ruled(block(5, body), extra="active: p2\n"))
    assert found.expected == "at most 1 iteration" and "before its choice 5: p2 must" in found.message


def test_732_3_where_the_active_player_is_not_involved_it_is_the_first_in_turn_order() -> None:
    body = "pass; p1: activate Jab targeting p2; all pass; pass; pass; p2: activate Drip; all pass"
    found = refused(ruled(block(5, body), extra="active: p3\n", more="  p3: {}\n"))
    assert found.expected == "at most 1 iteration" and "p1 must" in found.message


FLYING: Final = (
    "activate Lifting targeting Grizzly Bears; all pass; pass; p2: activate Grounding targeting Grizzly Bears; all pass"
)


def test_732_3_a_creature_with_and_without_flying() -> None:
    """The rulebook's example: what has lost flying is what never had it."""
    found = refused(ruled(block(100, FLYING), mine="Lifting, Grizzly Bears", theirs="Grounding"))
    assert found.expected == "at most 1 iteration"
    assert taken(ruled(block(1, FLYING), mine="Lifting, Grizzly Bears", theirs="Grounding"))["must_differ"] == "p1"


@pytest.mark.parametrize(
    "beside", ["Winged Banner", "Mirror Mask"], ids=["what would give it under a condition", "what makes copies"]
)
def test_732_3_where_something_could_bring_flying_back_its_loss_is_a_difference(beside: str) -> None:
    found = refused(ruled(block(100, FLYING), mine=f"Lifting, Grizzly Bears, {beside}", theirs="Grounding"))
    assert found.expected == "at most 2 iterations"


def test_732_3_doing_what_one_may_do_is_an_action_of_ones_own() -> None:
    body = "activate Jab targeting p2; all pass; all pass; p2: yes"
    assert refused(ruled(block(3, body), theirs="Soft Balm")).expected == "at most 1 iteration"


def test_732_3_doing_what_changes_nothing_is_not() -> None:
    """p2 may have an artifact lose flying that it never had: p1 brings the position back alone, as often as p1 likes."""
    body = "activate Jab targeting p1; all pass; all pass; p2: yes; activate Drip; all pass"
    facts = taken(ruled(block("10^100", body), mine="Jab, Drip", theirs="Watchful Wheel"))
    assert (facts["iterations"], facts["must_differ"]) == (str(10**100), "nobody")


def test_732_3_one_player_alone_may_go_round() -> None:
    body = "activate Jab targeting p1; all pass; activate Drip; all pass"
    assert taken(ruled(block("10^100", body), mine="Jab, Drip"))["must_differ"] == "nobody"


def test_732_3_what_grows_may_be_repeated_by_several_players() -> None:
    facts = taken(ruled(block("10^50", ROUND.replace("targeting p2", "targeting p2; activate Drip")), mine="Jab, Drip"))
    assert (facts["iterations"], facts["must_differ"]) == (str(10**50), "nobody")


def test_732_3_two_blocks_one_there_and_one_back() -> None:
    """Ten down, ten up: the first position is back, and going down again from there is what p1 may not do."""
    there = block(10, "activate Jab targeting p2; all pass").rstrip() + "\n  pass\n  "
    back = block(10, "p2: activate Drip; p2: pass; p1: pass; p1: pass").rstrip()
    script = there.replace("pass\n  pass", "pass\n  pass") + back
    found = ruled(script, theirs="Drip")
    assert taken(found)["must_differ"] == "nobody"  # p2 has priority, p1 has passed


def test_positions_beyond_the_budget_are_an_assumption_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duty_to_differ, "POSITION_BUDGET", 4)
    found = ruled(block(1, ROUND))
    assert isinstance(found, Result) and found.taken is not None
    assert any("beyond the first" in text for text in found.taken.assumptions)
