"""What ``reiterate loop`` says of the kind of a loop is true: who keeps it up, why it is a draw, what could be done."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.book import builtin_source, read_source
from reiterate.judge.kinds import ENDS, Kind, kind_of
from reiterate.judge.told import kind_json, kind_lines
from reiterate.refusals import Refusal
from reiterate.script.position import load
from reiterate.shortcuts.session import Study, study_loop

OWN: Final = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Watchful Wheel": "Whenever an opponent gains life, you may untap Watchful Wheel.",
    "Leech": "Whenever an opponent gains life, you may lose 1 life.",
    "Hungry Leech": "Whenever an opponent gains life, you lose 1 life.",
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def studied(mine: str, theirs: str, script: str) -> Study:
    text = (
        f"format: position/1\nplayers:\n  p1: {{hand: 0, {mine}}}\n  p2: {{hand: 0, {theirs}}}\n"
        "script: |\n" + "".join(f"  {line}\n" for line in script.split("; "))
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), (position, text)
    found = study_loop(position)
    assert isinstance(found, Study), found
    return found


def kind(mine: str, theirs: str, script: str) -> Kind:
    found = kind_of(studied(mine, theirs, script).part.loop)
    assert isinstance(found, Kind), found
    return found


CHIMES: Final = "activate Spark; all pass; repeat 5:;   all pass"
ASKED: Final = CHIMES + ";   p2: yes;   all pass"


def draw_line(found: Kind) -> str:
    return next(line for line in kind_lines(found) if line.startswith("draw:"))


def test_104_4b_only_mandatory_actions_where_nothing_is_asked() -> None:
    found = kind("battlefield: [Spark, Chime]", "battlefield: []", CHIMES)
    assert draw_line(found).startswith("draw: yes: only mandatory actions, and nobody could")


def test_104_4b_where_something_is_asked_it_goes_on_whatever_is_answered() -> None:
    found = kind("battlefield: [Spark, Chime]", "battlefield: [Watchful Wheel]", ASKED)
    assert found.draw == "yes"
    assert draw_line(found).startswith("draw: yes: it goes on whatever is answered, and nobody could")


def test_the_scripts_own_answer_is_no_witness() -> None:
    """p2 loses a life by each "yes" and is dead at the twentieth: no other answer of theirs would end the loop."""
    found = kind("battlefield: [Spark, Chime]", "battlefield: [Leech]", ASKED)
    assert found.keepers == () and found.ending.when == "at"
    assert [s.role for s in found.statements if s.seat == 1 and s.role == ENDS] == [ENDS]
    said = [line for line in kind_lines(found) if "ends it, as it is answered" in line]
    assert len(said) == 1 and "iteration 20" in said[0]
    data = kind_json(found)
    assert data["kept_up_by"] == "nobody" and data["draw"] == "no"


def test_who_could_have_left_still_keeps_it_up() -> None:
    """Guard and Gond against a Suture Priest: p1 acts; p2's answer takes life and never stops p1 but at the end."""
    found = kind(
        "battlefield: [{card: Midnight Guard, label: g}, {card: Presence of Gond, attached to: g}]",
        "battlefield: [Suture Priest]",
        "repeat 5:;   activate g;   all pass;   all pass;   p2: yes;   all pass",
    )
    assert found.keepers == (0,)
    assert found.unknown == ""
