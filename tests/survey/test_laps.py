"""Iterations before a detour: what lies beside them is put there, and that is where playing them leads, too."""

from __future__ import annotations

import json
from functools import cache, partial

import pytest

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.loop import Loop
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.worth.second_loops import Laps, OwnLaps, own_laps
from reiterate.worth.trials import BYSTANDERS, _with

WELL = {"name": "Well", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "{0}: Add {G}."}
TEXTS = {
    "nothing of it": "{0}: You gain 1 life.",
    "more of each": "{0}: Put a +1/+1 counter on each creature you control.",
    "exile and return": "{0}: Exile target creature you control, then return that card to the battlefield under its owner's control.",
}
LINES = {
    "nothing of it": ["activate Well", "activate Use", "all pass"],
    "more of each": ["activate Well", "activate Use", "all pass"],
    "exile and return": ["activate Well", "activate Use targeting Grizzly Bears", "all pass"],
}


@cache
def loop_of(name: str) -> Loop:
    """The endless loop of two artifacts and a creature."""
    use = {"name": "Use", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": TEXTS[name]}
    book = CardBook((read_source("cards", json.dumps([WELL, use]).encode()), builtin_source()))
    lines = "".join(f"    {line}\n" for line in LINES[name])
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Well, Use, Grizzly Bears]}\n  p2: {}\nscript: |\n  repeat 10^100:\n"
    position = load(text + lines, "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return study.part.loop


@pytest.mark.parametrize("kind", ["creatures", "lands", "artifacts"])
@pytest.mark.parametrize("name", TEXTS)
def test_what_lies_beside_many_laps_is_as_if_they_were_played(name: str, kind: str) -> None:
    own = own_laps(loop_of(name), 0)
    beside = partial(_with, seat=0, kinds=(kind,))
    start = beside(own.loop.heads[0])
    laps = own.beside(start, beside)
    played = Laps(start, laps.body)
    assert laps.after is not None and played.after is not None
    assert same(laps.after, played.after)
    assert laps.alone in (own.plain, own.written)
    names = [row.cls.proto.name for row in laps.after.rows.values() if row.cls.proto is not None]
    assert BYSTANDERS[kind].name in names


def test_the_laps_of_a_loop_are_found_once() -> None:
    loop = loop_of("nothing of it")
    found = own_laps(loop, 0)
    assert isinstance(found, OwnLaps)
    assert own_laps(loop, 0) is found
    assert found.written is not None and found.laps is found.written
