"""``reiterate new``: a position with comments to begin with, which runs as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reiterate.refusals import INPUT, Refusal

TEXT: Final = """\
# A position: a board, what is proposed there, how the others answer, and what should come of it.
# reiterate run FILE plays it, reiterate loop FILE studies its loop. All keys: docs/positions.md.
format: position/1
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
# A count is 7, 1000000 or 10^100. There is no "if": a shortcut is a fixed sequence (730.2a).
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


def written(output: Path, force: bool) -> Refusal | None:
    """Write that position to a file; a refusal where the file is there already, unless ``force``, or can't be written."""
    if output.exists() and not force:
        return Refusal(INPUT, "file-exists", f"{output.name} is there already", "another name, or --force")
    try:
        output.write_text(TEXT, encoding="utf-8")
    except OSError as error:
        return Refusal(INPUT, "file", f"{output.name}: {error.strerror}", "a file that can be opened")
    return None
