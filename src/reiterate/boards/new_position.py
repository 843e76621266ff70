"""``reiterate new``: a position to begin with, from a puzzle, from deck lists, or one with comments that runs as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reiterate.boards.dealing import Dealt, dealt
from reiterate.cards import CardBook
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.position import file_text, load
from reiterate.script.position_text import position_text
from reiterate.script.puzzle_lines import is_puzzle

TEXT: Final = """\
# A position: a board, what is proposed there, how the others answer, and what should come of it.
# reiterate run FILE plays it, reiterate loop FILE studies its loop. All keys: docs/positions.md.
format: position/2
title: A loop of two cards

players:
  p1:
    life: 20
    # mana: {G: 1, C: 2}          mana in the pool
    # hand: [Lightning Bolt]      names, or a number of unknown cards
    # graveyard: [3 Forest]
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
      # other keys: label, tapped, sick, counters: {+1/+1: 2}, count: 3
      # a token: {token: Elf Warrior, power: 1, toughness: 1}
  p2:
    life: 20

# One sentence a line: activate, cast, tap, pass, all pass, order, target, attack with ...
# A count is 7, 1000000 or 10^100. There is no "if": a shortcut is a fixed sequence (732.2a).
script: |
  repeat 1000:
    activate Midnight Guard
    all pass
    all pass

# The others accept, or choose otherwise just before a place: line 1, iteration 7, choice 4.
answers:
  - p2: accept
  # - p2: cut 1@7.4

# What should come of it; reiterate run says what differs, and ends with exit code 1 then.
expect:
  iterations: 1000
  p1.tokens.Elf Warrior: 1000
"""


def new_position_text(puzzle: Path | None, decks: Sequence[Path], seed: str, book: CardBook | None) -> str | Refusal:
    """The text of a position file: of a puzzle of Forge, of a new game between decks, or ``TEXT``.

    ``book``: the cards of the puzzle or of the decks; None where there is neither.
    """
    if book is None:
        return TEXT
    if puzzle is not None:
        text = file_text(puzzle, "a readable puzzle of Forge")
        return text if isinstance(text, Refusal) else of_puzzle(text, puzzle.name, book)
    made = dealt_of(decks, seed, book)
    return made if isinstance(made, Refusal) else made.text


def dealt_of(decks: Sequence[Path], seed: str, book: CardBook | Refusal) -> Dealt | Refusal:
    """A new game between the decks of some files.

    In: a deck list for each player in turn order; the seed of the shuffles; the cards, or why they can't be read.
    Out: the game; or a refusal that names the file, or the one that ``book`` is.
    """
    if isinstance(book, Refusal):
        return book
    lists: list[tuple[str, str]] = []
    for file in decks:
        text = file_text(file, "a deck list, such as '4 Lightning Bolt' on each line")
        if isinstance(text, Refusal):
            return text
        lists.append((text, file.name))
    return dealt(lists, book, seed)


def of_puzzle(text: str, file: str, book: CardBook) -> str | Refusal:
    """The position file of a puzzle, whose cards are known and can be laid out so."""
    if not is_puzzle(text):
        message = "this is no puzzle of Forge"
        return Refusal(INPUT, "puzzle", message, "[metadata] or [state] on the first line", where=Where(file, 1, 1))
    position = load(text, file, book)
    return position if isinstance(position, Refusal) else position_text(text, file)


def kept(file: Path, text: str, force: bool) -> Refusal | None:
    """Write a position file; a refusal where it can't be written, or is there already and ``force`` is not said."""
    if file.exists() and not force:
        return Refusal(INPUT, "file-exists", f"{file.name} is there already", "another name, or --force")
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or "it can't be written"
        return Refusal(INPUT, "file", f"{file.name}: {reason}", "a file that can be opened")
    return None
