"""Colours and kinds of mana by their letters (105.1, 106.1)."""

from __future__ import annotations

from typing import Final

COLORS: Final = ("W", "U", "B", "R", "G")


MANA_KINDS: Final = ("W", "U", "B", "R", "G", "C")
