"""Starts in the middle of a choice: the question that a file says is the one that the choice asks (608.2d)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.check.certificate import start_refused
from reiterate.loops.play import play
from reiterate.rules.decisions.pending import asked
from reiterate.script.position import Position, load
from reiterate.state.json_form import state_to_json
from tests.support.loop_cases import body_reader

CARDS: Final = [
    {
        "name": "Prism",
        "type_line": "Artifact",
        "mana_cost": "{1}",
        "oracle_text": "{T}: Add five mana in any combination of colors.\n{0}: Proliferate.\n{0}: Scry 2.\n"
        "{0}: Proliferate, then scry 2.",
    }
]
BOARD: Final = """format: position/1
players:
  p1:
    battlefield:
      - Prism
      - {card: Grizzly Bears, counters: {+1/+1: 1}}
    hand: [Clone]
    mana: {U: 4}
    library: [2 Forest, Island]
  p2:
    battlefield: [Grizzly Bears]
script: |
  pass
"""
#: What leads to a question, and the kind of the question.
ASKING: Final = {
    "mixed": "activate Prism: #1",
    "objects": "activate Prism: #2\nall pass",
    "number": "activate Prism: #3\nall pass",
    "object": "cast Clone\nall pass",
    "number behind objects": "activate Prism: #4\nall pass\nchoose 1 Grizzly Bears",
}


def start(name: str) -> Any:
    """A position in which something is asked."""
    book = CardBook((read_source("asked", json.dumps(CARDS).encode()), builtin_source()))
    found = load(BOARD, "board.yaml", book)
    assert isinstance(found, Position), found
    played = play(found.state, body_reader(ASKING[name]))
    assert asked(played.state) == "answer", played.refusal
    return state_to_json(played.state)


def question(value: Any) -> Any:
    """The row of the question."""
    (found,) = (row for row in value["rows"] if row["class"]["kind"] == "pending")
    return found


def forged(value: Any) -> Iterator[tuple[str, Any]]:
    """The start with another question: what may be chosen, how much, of what kind, by whom, and what was answered before."""
    asks = question(value)
    props, num = asks["class"]["props"], asks.get("num", {})
    changes: list[tuple[str, Any]] = [
        (f"{slot} of {n}", ("num", slot, n)) for slot in ("low", "high") for n in ("3", "1000000")
    ]
    changes += [(f"kind {kind}", ("props", "kind", kind)) for kind in ("mixed", "number", "objects", "yes", "pay")]
    changes += [("words", ("props", "words", ["W", "C"])), ("text", ("props", "text", "to pay"))]
    changes += [("nobody's answer", ("props", "choices", props["choices"] + 1))]
    changes += [("another's", ("class", "controller", 1)), ("another choice", ("props", "000.index", [0, 7]))]
    options = {slot for slot in asks.get("refs", {}) if slot.startswith("option")}
    changes += [(f"not {slot}", ("refs", slot, None)) for slot in options]
    changes += [("one more", ("refs", f"option{len(options):04}", {"mode": "one", "row": 1}))]
    changes += [(f"answered {slot}", ("num", slot, "9")) for slot in num if slot.startswith("001.p")]
    for what, (where, slot, said) in changes:
        made = copy.deepcopy(value)
        row = question(made)
        at = {"num": row.setdefault("num", {}), "refs": row.setdefault("refs", {})}.get(where, row["class"])
        at = at["props"] if where == "props" else at
        if at.get(slot) == said:
            continue
        at[slot] = said
        for part in ("num", "refs"):
            row[part] = {name: each for name, each in row[part].items() if each is not None}
            if not row[part]:
                del row[part]
        yield what, made


@pytest.mark.parametrize("name", ASKING)
def test_608_2d_the_question_of_a_start_is_the_one_that_its_choice_asks(name: str) -> None:
    """With a greater number in the file, five mana of a card became a million."""
    value = start(name)
    assert question(value)["class"]["props"]["kind"] in name
    assert start_refused(value) is None
    tried = 0
    for what, made in forged(value):
        assert start_refused(made) is not None, what
        tried += 1
    assert tried > 8


def test_704_3_a_choice_that_asks_was_made_where_state_based_actions_were_performed() -> None:
    value = start("objects")
    value["rows"][2]["class"]["props"] = {"losing": True}
    found = start_refused(value)
    assert found is not None
    assert "lost the game" in found.message
