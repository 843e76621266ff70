"""What the layers gave is kept from position to position only where nothing changed that they read: rule 613."""

from __future__ import annotations

import json
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.play import DONE, play
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import Characteristics
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.events import STEADY, WHOLE
from reiterate.state.model import BATTLEFIELD, State

CARDS: Final = [
    {"name": name, "type_line": "Artifact", "oracle_text": text}
    for name, text in {
        "Pull": "{0}: Gain control of target creature until end of turn.",
        "Well": "{0}: Add {G}.",
        "Spring": "{0}: You gain 15 life.",
        "Banner": "Creatures you control get +1/+1.",
        "Moot": "As long as you have 30 or more life, creatures you control have flying.",
        "Bell": "{T}: You gain 1 life.",
        "Mirror": "{0}: Create a token that's a copy of target creature you control.",
        "Ward": "Untapped creatures you control get +1/+1.",
    }.items()
]
PULLED: Final = ["activate Pull targeting Grizzly Bears", "all pass"]


def played(battlefield: str, lines: list[str]) -> list[State]:
    """The positions of a line of play with these permanents, and a Grizzly Bears of an opponent."""
    book = CardBook((read_source("cards", json.dumps(CARDS).encode()), builtin_source()))
    script = "".join(f"  {line}\n" for line in lines)
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: [{battlefield}]}}\n  p2: {{battlefield: [Grizzly Bears]}}\n"
    position = load(f"{text}script: |\n{script}", "board.yaml", book)
    assert isinstance(position, Position), position
    course = play(position.state, BodyReader(position.script))
    assert course.stop == DONE, course.refusal
    states = [position.state]
    for choice in course.choices:
        for handle, row in states[-1].rows.items():
            if row.cls.zone == BATTLEFIELD:
                view(states[-1], handle)
        states.append(step(states[-1], choice)[0])
    return states


def unlike(state: State) -> list[str]:
    """The characteristics of permanents that are kept and would be others if they were worked out now."""
    anew = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
    return [
        f"{row!r}: {slot}"
        for handle, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD and isinstance(kept := state.view.get(handle), Characteristics)
        for slot in Characteristics.__slots__
        if getattr(kept, slot) != getattr(view(anew, handle), slot)
    ]


@pytest.mark.parametrize(
    ("battlefield", "lines", "kept"),
    [
        ("Pull, Well, Spring", ["activate Well", "activate Spring", "all pass", "activate Well"], True),
        ("Pull, Bell", ["activate Bell", "all pass"], True),
        ("Pull, Well, Banner", ["activate Well", "activate Well"], False),
        ("Pull, Spring, Moot", ["activate Spring", "all pass"], False),
        ("Pull, Ward, Well", ["activate Well"], False),
    ],
)
def test_613_what_is_kept_is_what_the_layers_give_now(battlefield: str, lines: list[str], kept: bool) -> None:
    states = played(battlefield, [*PULLED, *lines])
    assert [unlike(state) for state in states] == [[] for _ in states]
    assert (states[-1].view.get(WHOLE) == STEADY) is kept


def test_613_1f_an_ability_comes_with_the_life_that_it_asks_for() -> None:
    """The condition is read anew after 15 life were gained."""
    states = played("Pull, Spring, Moot", [*PULLED, "activate Spring", "all pass"])
    bears = next(
        h for h, row in states[0].rows.items() if row.cls.proto is not None and row.cls.proto.name == "Grizzly Bears"
    )
    assert "flying" not in view(states[-3], bears).keywords
    assert "flying" in view(states[-1], bears).keywords


def test_613_1d_what_enters_after_the_effect_is_seen_by_it() -> None:
    """A permanent that comes later is worked out with all others."""
    states = played("Pull, Banner, Mirror", [*PULLED, "activate Mirror targeting Grizzly Bears", "all pass"])
    assert [unlike(state) for state in states] == [[] for _ in states]
    tokens = [h for h, row in states[-1].rows.items() if row.cls.kind == "token"]
    assert len(tokens) == 1
    assert view(states[-1], tokens[0]).add == (1, 1)
