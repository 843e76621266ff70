"""What meets ``shortcut_allowed: false`` in a file: a refusal by the rules, not one of what is not understood or worked out."""

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
from tests.support.as_shown import report_lines

#: A card with a clause that is not understood.
OWN: Final = {
    "Odd Clock": "Whenever the moon winks, each clock sneezes.",
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def run(expect: str, theirs: str = "Odd Clock", times: int = 3, guard: str = "Midnight Guard") -> Result | Refusal:
    text = (
        "format: position/1\nplayers:\n  p1:\n    battlefield:\n"
        f"      - {{card: {guard}, label: guard}}\n      - {{card: Presence of Gond, attached to: guard}}\n"
        f"      - {theirs}\nscript: |\n  repeat {times}:\n    activate guard\n    all pass\n    all pass\n"
        f"expect: {{{expect}}}\n"
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def test_what_is_not_understood_does_not_meet_it() -> None:
    found = run("shortcut_allowed: false")
    assert isinstance(found, Refusal)
    assert (found.code, found.exit_code) == ("clause-not-understood", 4)


def test_the_code_meets_it() -> None:
    found = run("refused: clause-not-understood")
    assert isinstance(found, Result) and not found.differences


def test_both_together_differ_in_what_is_not_known() -> None:
    found = run("refused: clause-not-understood, shortcut_allowed: false")
    assert isinstance(found, Result)
    assert [(d.path, d.expected, d.actual) for d in found.differences] == [("shortcut_allowed", "false", "not known")]
    assert any("not known" in line for line in report_lines(found))


def test_what_was_not_worked_out_does_not_meet_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every segment found is one more than the budget: the answer is undetermined (exit 3)."""
    monkeypatch.setattr("reiterate.loops.loop.SEGMENT_BUDGET", 0)
    found = run("shortcut_allowed: false", theirs="Grizzly Bears", times=10_000)
    assert isinstance(found, Refusal), found
    assert (found.code, found.exit_code) == ("segment-budget", 3)


@pytest.mark.parametrize("expect", ["shortcut_allowed: false", "refused: too-many-iterations, shortcut_allowed: false"])
def test_a_refusal_by_the_rules_meets_it(expect: str) -> None:
    """Grizzly Bears don't untap: the second activation is not legal."""
    found = run(expect, theirs="Soul Warden", guard="Grizzly Bears", times=2)
    assert isinstance(found, Result), found
    assert not found.differences


def test_a_shortcut_that_is_taken_does_not_meet_it() -> None:
    found = run("shortcut_allowed: false", theirs="Grizzly Bears")
    assert isinstance(found, Result)
    assert [d.actual for d in found.differences] == ["true"]
