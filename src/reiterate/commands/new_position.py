"""``reiterate new``: a position with comments to begin with, which runs as it stands."""

from __future__ import annotations

from typing import Final

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
