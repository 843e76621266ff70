"""A small card file, and what books tell of it. Processes of a test import this and nothing of pytest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reiterate.cards import Cache, CardBook
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal


def card(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "type_line": "Creature — Elf", "oracle_text": "Flying", **facts}


ROWS = [
    card("First One", oracle_text="{T}: Add {G}."),
    card("Second // Half", card_faces=[card("Second"), card("Half")], layout="split"),
    card("Twin", power="1"),
    card("Twin", power="2"),
    card("Æther Être", oracle_text="When this creature enters, draw a card."),
]
NAMES = ["First One", "Second // Half", "Half", "Twin", "aether etre", "Frist One", "Grizzly Bears", "Nothing"]


def book(file: Path, place: Path | None) -> CardBook:
    found = CardBook.with_files([file], {}, Cache(place))
    assert isinstance(found, CardBook), found
    return found


def told(cards: CardBook) -> list[CompiledCard | Refusal]:
    return [cards.find(name) for name in NAMES]


def honest(file: Path) -> list[CompiledCard | Refusal]:
    """What a book without a cache tells."""
    return told(book(file, None))
