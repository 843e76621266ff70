"""``reiterate deck``: the loops of a deck list, with the known combos and the collection that files hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reiterate.ask.answer import Answer
from reiterate.ask.building_deck import deck_loops
from reiterate.boards.deck_list import MOST_COLLECTED, list_text, read_collection, read_deck
from reiterate.cards import CardBook
from reiterate.combos.deck_loops import STEPS, WORK, DeckAsked
from reiterate.databases.combo_files import known_combos
from reiterate.refusals import Refusal


def deck_holds(
    file: Path,
    text: str | None,
    book: CardBook,
    beat: Callable[[], object],
    known: Path | None = None,
    own: Path | None = None,
    life: int = 20,
    steps: int | None = None,
    all_steps: int | None = None,
) -> Answer | Refusal:
    """What a deck holds; ``text``: the list itself where the file is standard input. A refusal (input) of any of the files."""
    listed = list_text(file) if text is None else text
    deck = listed if isinstance(listed, Refusal) else read_deck(listed, file.name, book, partly=True)
    if isinstance(deck, Refusal):
        return deck
    rows = [] if known is None else known_combos(known)
    if isinstance(rows, Refusal):
        return rows
    owned = frozenset[str]() if own is None else _owned(own)
    if isinstance(owned, Refusal):
        return owned
    asked = DeckAsked(
        tuple(rows), owned, STEPS if steps is None else steps, WORK if all_steps is None else all_steps, str(life)
    )
    found = deck_loops(deck, book, asked, beat)
    for _ in found:
        pass
    return found.answer()


def _owned(own: Path) -> frozenset[str] | Refusal:
    text = list_text(own, MOST_COLLECTED)
    return text if isinstance(text, Refusal) else read_collection(text, own.name)
