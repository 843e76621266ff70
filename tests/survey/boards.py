"""What loops of invented cards give: a board and its script in, gains by their words out."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from reiterate.amounts import Formula
from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.loop import Loop
from reiterate.script.position import Position, load
from reiterate.worth.gains import Gain, gains

CARDS = [
    {
        "name": "Forge",
        "type_line": "Artifact",
        "oracle_text": "{0}: Create a 1/1 red Goblin creature token.\nSacrifice a Goblin: You gain 1 life.",
    },
    {
        "name": "Gift",
        "type_line": "Artifact",
        "oracle_text": "{0}: Target opponent creates a 1/1 red Goblin creature token.",
    },
    {"name": "Whip", "type_line": "Artifact", "oracle_text": "{0}: Put a -0/-1 counter on target creature."},
    {"name": "Hex", "type_line": "Artifact", "oracle_text": "{0}: Put a +1/+1 counter on target creature."},
    {"name": "Spark", "type_line": "Artifact", "oracle_text": "{0}: Add one mana of any color."},
    {"name": "Ember", "type_line": "Artifact", "oracle_text": "{0}: Add {R}."},
    {"name": "Dawn", "type_line": "Artifact", "oracle_text": "{0}: Untap all creatures you control."},
    {"name": "Noon", "type_line": "Artifact", "oracle_text": "{0}: Untap target creature you control."},
    {"name": "Sift", "type_line": "Artifact", "oracle_text": "{0}: Draw a card, then discard a card."},
    {
        "name": "Vanguard Elf",
        "type_line": "Creature \u2014 Elf",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: You gain 1 life.",
    },
    {"name": "Trade", "type_line": "Artifact", "oracle_text": "Discard a card: Draw a card."},
    {"name": "Dusk", "type_line": "Artifact", "oracle_text": "{0}: Untap target creature with power 2 or less."},
    {"name": "Grind", "type_line": "Artifact", "oracle_text": "{0}: You mill a card and you gain 1 life."},
]


def of(battlefield: str, script: str, more: str = "", cards: Sequence[object] = ()) -> dict[str, int | Formula | None]:
    """What a loop of these cards gives, with how much of it."""
    return {gain.what: gain.most for gain in _given(battlefield, script, more, cards)}


def beside(battlefield: str, script: str, cards: Sequence[object] = ()) -> dict[str, str]:
    """What a loop of these cards gives, with what has to be there besides for it."""
    return {gain.what: gain.beside for gain in _given(battlefield, script, "", cards)}


def _given(battlefield: str, script: str, more: str, cards: Sequence[object]) -> list[Gain]:
    return gains(loop_of(battlefield, script, more, cards), 0)


def loop_of(battlefield: str, script: str, more: str, cards: Sequence[object]) -> Loop:
    """The loop of p1's script on a board of these cards."""
    book = CardBook((read_source("cards", json.dumps([*CARDS, *cards]).encode()), builtin_source()))
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: [{battlefield}]{more}}}\n  p2: {{battlefield: [Grizzly Bears]}}\n"
    lines = "\n".join(f"    {line.strip()}" for line in script.split(";"))
    position = load(f"{text}script: |\n  repeat 10^100:\n{lines}\n", "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return study.part.loop


def given_by(cards: list[dict[str, str]], rest: str) -> dict[str, int | None]:
    """What a loop with cards of these texts gives, by words, with the exact most."""
    rows = [{"mana_cost": "{1}", **card} for card in cards]
    book = CardBook((read_source("made", msgspec.json.encode(rows)), builtin_source()))
    position = load(f"format: position/1\n{rest}", "board", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return {gain.name: gain.most for gain in gains(study.part.loop, position.proposer)}  # type: ignore[misc] # whole numbers


def engine(text: str) -> list[dict[str, str]]:
    """An artifact with this ability for {0}."""
    return [{"name": "Engine", "type_line": "Artifact", "oracle_text": "{0}: " + text}]
