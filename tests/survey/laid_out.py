"""Some cards laid out: each layout is a position that can be."""

from __future__ import annotations

import json
from typing import Any

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.combos.layouts import Layout, board_text, layouts
from reiterate.oracle import CompiledCard
from reiterate.script.position import Position, load


def cards(*rows: dict[str, Any]) -> tuple[CardBook, list[CompiledCard]]:
    """A book with some cards that are called A, B, ... and the built-in ones."""
    named = [{"name": "ABCDE"[i], "oracle_text": "", **row} for i, row in enumerate(rows)]
    book = CardBook((read_source("cards", json.dumps(named).encode()), builtin_source()))
    found = [book.find(str(row["name"])) for row in named]
    assert all(isinstance(card, CompiledCard) and card.complete for card in found), found
    return book, [card for card in found if isinstance(card, CompiledCard)]


def laid(*rows: dict[str, Any]) -> list[Layout]:
    """The layouts of some cards, each of which is a position that can be."""
    book, found = cards(*rows)
    made = layouts(found)
    for layout in made:
        position = load(board_text(layout.table("20", "20")), "x.yaml", book)
        assert isinstance(position, Position), (layout, position)
    return made
