"""Modular (702.43): counters as it enters, and handed on as it is put into a graveyard from the battlefield."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_boards.playing import differences
from tests.rule_boards.reading import read_boards

_CARDS = """
- cards:
    Worker: {type: Artifact Creature — Construct, cost: "{0}", size: 0/0, text: "Modular 2"}
    Twice: {type: Artifact Creature — Construct, cost: "{0}", size: 0/0, text: "Modular 1\\nModular 2"}
    Golem: {type: Artifact Creature — Golem, cost: "{1}", size: 2/2}
    Bear: {type: Creature — Bear, cost: "{1}", size: 2/2}
    Slay: {type: Instant, cost: "{0}", text: "Destroy target creature."}
    Grow: {type: Instant, cost: "{0}", text: "Put three +1/+1 counters on target creature."}
    Away: {type: Instant, cost: "{0}", text: "Exile target creature."}
"""

#: What it is, the first player's board, the script, what comes of it.
ROWS = (
    ("702.43a it enters with counters", "{hand: [Worker]}", "cast Worker/all pass", "{Worker.counters.+1/+1: 2}"),
    ("702.43b each of two instances", "{hand: [Twice]}", "cast Twice/all pass", "{Twice.counters.+1/+1: 3}"),
    (
        "702.43a the counters it had are handed on",
        "{battlefield: [Golem, {card: Worker, counters: {+1/+1: 2}}], hand: [Grow, Slay]}",
        "cast Grow targeting Worker/all pass/cast Slay targeting Worker/all pass/target Golem/all pass/yes",
        "{Golem.counters.+1/+1: 5}",
    ),
    (
        "702.43a or not",
        "{battlefield: [Golem, {card: Worker, counters: {+1/+1: 2}}], hand: [Slay]}",
        "cast Slay targeting Worker/all pass/target Golem/all pass/no",
        "{Golem.counters.+1/+1: 0}",
    ),
    (
        "702.43a not as it is exiled",
        "{battlefield: [Golem, {card: Worker, counters: {+1/+1: 2}}], hand: [Away]}",
        "cast Away targeting Worker/all pass",
        '{stack: "", Golem.counters.+1/+1: 0}',
    ),
    (
        "603.3d not without an artifact creature",
        "{battlefield: [Bear, {card: Worker, counters: {+1/+1: 2}}], hand: [Slay]}",
        "cast Slay targeting Worker/all pass",
        '{stack: "", Bear.counters.+1/+1: 0}',
    ),
)


@pytest.mark.parametrize(("title", "p1", "script", "expect"), ROWS, ids=[row[0] for row in ROWS])
def test_702_43_modular_hands_its_counters_on(title: str, p1: str, script: str, expect: str, tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in script.split("/"))
    text = f'- rule: "702.43a"\n  title: {title}\n  players:\n    p1: {p1}\n    p2: {{}}\n  script: |\n{lines}  expect: {expect}\n'
    (tmp_path / "board.yaml").write_text(_CARDS + text, encoding="utf-8")
    assert not differences(read_boards(tmp_path)[0])
