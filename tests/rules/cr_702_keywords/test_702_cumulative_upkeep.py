"""Cumulative upkeep (702.24): all age counters are paid for or none, with mana, life, permanents or cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_boards.playing import differences
from tests.rule_boards.reading import read_boards

_CARDS = """
- cards:
    Bear: {type: Creature — Bear, cost: "{1}{G}", size: 2/2}
    One: {type: Creature — Elder, cost: "{1}", size: 1/1, text: "Cumulative upkeep {1}"}
    Green: {type: Creature — Elder, cost: "{1}", size: 1/1, text: "Cumulative upkeep {G}{G}"}
    Life: {type: Creature — Elder, cost: "{1}", size: 1/1, text: "Cumulative upkeep—Pay 2 life."}
    Lands: {type: Creature — Elder, cost: "{1}", size: 1/1, text: "Cumulative upkeep—Sacrifice a land."}
    Hand: {type: Creature — Elder, cost: "{1}", size: 1/1, text: "Cumulative upkeep—Discard a card."}
    Ground: {type: Land}
"""

#: What it is, the first player's board, the script behind "upkeep", what comes of it.
ROWS = (
    ("702.24a {1} for each of five", "{battlefield: [{card: One, counters: {age: 4}}], mana: {}}", "", "{p1.graveyard: 1}"),
    ("702.24a life for each", "{battlefield: [{card: Life, counters: {age: 2}}]}", "yes", "{p1.life: 14, Life.counters.age: 3}"),
    ("702.24a it may be not paid", "{battlefield: [{card: Life, counters: {age: 2}}]}", "no", "{p1.life: 20, p1.graveyard: 1}"),
    ("119.4 not with too little life", "{life: 5, battlefield: [{card: Life, counters: {age: 2}}]}", "", "{p1.life: 5, p1.graveyard: 1}"),
    ("119.4 with just enough it can be paid", "{life: 7, battlefield: [{card: Life, counters: {age: 2}}]}", "yes", "{p1.life: 1}"),
    ("107.1 life for many counters", "{life: 10^30, battlefield: [{card: Life, counters: {age: 10^20}}]}", "yes", "{p1.life: 999999999799999999999999999998}"),
    ("702.24a lands", "{battlefield: [{card: Lands, counters: {age: 1}}, 2 Ground, Bear]}", "yes", "{p1.graveyard: 2, Lands.counters.age: 2}"),
    ("702.24a one land doesn't pay for two", "{battlefield: [{card: Lands, counters: {age: 1}}, Ground]}", "", "{p1.graveyard: 1}"),
    ("702.24a cards", "{battlefield: [{card: Hand, counters: {age: 1}}], hand: [2 Bear]}", "yes", "{p1.graveyard: 2, p1.hand: 0}"),
    ("702.24a mana of a colour", "{battlefield: [{card: Green, counters: {age: 1}}, 3 Forest]}", "activate Forest/activate untapped Forest/no", "{p1.graveyard: 1}"),
    (
        "702.24a mana of a colour for each",
        "{battlefield: [{card: Green, counters: {age: 1}}, 4 Forest]}",
        "activate Forest/activate untapped Forest/activate untapped Forest/activate untapped Forest/yes",
        "{Green.counters.age: 2, p1.mana.G: 0}",
    ),
)  # fmt: skip # a row a line


@pytest.mark.parametrize(("title", "p1", "script", "expect"), ROWS, ids=[row[0] for row in ROWS])
def test_cumulative_upkeep_is_paid_for_each_age_counter(
    title: str, p1: str, script: str, expect: str, tmp_path: Path
) -> None:
    lines = "".join(f"    {line}\n" for line in ("all pass to next upkeep", *script.split("/")) if line)
    text = f'- rule: "702.24a"\n  title: {title}\n  active: p2\n  players:\n    p1: {p1}\n    p2: {{}}\n  script: |\n{lines}  expect: {expect}\n'
    (tmp_path / "board.yaml").write_text(_CARDS + text, encoding="utf-8")
    assert not differences(read_boards(tmp_path)[0])
