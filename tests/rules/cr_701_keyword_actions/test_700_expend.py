"""Expend (700.14): mana spent on casting spells in a turn reaches a number, once each turn for each number."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.terms.trigger_events import Expends
from tests.rule_boards.playing import differences
from tests.rule_boards.reading import read_boards
from tests.support.shown import shows

_CARDS = """
- cards:
    Four: {type: Enchantment, cost: "{1}", text: "Whenever you expend 4, you gain 1 life."}
    Both: {type: Enchantment, cost: "{1}", text: "Whenever you expend 4, you gain 1 life.\\nWhenever you expend 8, you gain 10 life."}
    One: {type: Instant, cost: "{1}", text: "You gain 100 life."}
    Big: {type: Instant, cost: "{X}", text: "You gain 100 life."}
    Phyrexian: {type: Instant, cost: "{1}{G/P}", text: "You gain 100 life."}
    Stone: {type: Artifact, cost: "{1}", text: "{3}: You gain 1000 life."}
"""

#: What it is, the first player's board, the script, their life.
ROWS = (
    ("three are too few", "{battlefield: [Four], hand: [Big], mana: {C: 9}}", "cast Big with X = 3/resolve the stack", "120"),
    ("four are enough", "{battlefield: [Four], hand: [Big], mana: {C: 9}}", "cast Big with X = 4/resolve the stack", "121"),
    ("four spells of one", "{battlefield: [Four], hand: [4 One], mana: {C: 9}}", "cast One/cast One/cast One/cast One/resolve the stack", "421"),
    ("a second time it isn't reached", "{battlefield: [Four], hand: [Big, One], mana: {C: 9}}", "cast Big with X = 4/resolve the stack/cast One/resolve the stack", "221"),
    ("two numbers one after the other", "{battlefield: [Both], hand: [Big, Big], mana: {C: 9}}", "cast Big with X = 5/resolve the stack/cast Big with X = 3/resolve the stack", "231"),
    ("each of a group", "{battlefield: [3 Four], hand: [Big], mana: {C: 9}}", "cast Big with X = 4/resolve the stack", "123"),
    ("without bound", "{battlefield: [Four], hand: [Big], mana: {C: 10^100}}", "cast Big with X = 10^99/resolve the stack", "121"),
    ("mana for abilities isn't counted", "{battlefield: [Four, Stone], hand: [One], mana: {C: 9}}", "activate Stone/all pass/cast One/resolve the stack", "1120"),
    ("life for a symbol is no mana", "{battlefield: [Four], hand: [Big, Phyrexian], mana: {C: 4}}", "cast Big with X = 2/resolve the stack/cast Phyrexian/resolve the stack", "218"),
)  # fmt: skip # a row a line


@shows(Expends)
@pytest.mark.parametrize(("title", "p1", "script", "life"), ROWS, ids=[row[0] for row in ROWS])
def test_700_14_expended(title: str, p1: str, script: str, life: str, tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in script.split("/"))
    text = f'- rule: "700.14"\n  title: {title}\n  players:\n    p1: {p1}\n    p2: {{}}\n  script: |\n{lines}  expect: {{p1.life: {life}}}\n'
    (tmp_path / "board.yaml").write_text(_CARDS + text, encoding="utf-8")
    assert not differences(read_boards(tmp_path)[0])
