"""Colours and kinds of mana by their letters (105.1, 106.1)."""

from __future__ import annotations

from typing import Final

COLORS: Final = ("W", "U", "B", "R", "G")


MANA_KINDS: Final = ("W", "U", "B", "R", "G", "C")


def hybrid(symbol: str) -> tuple[str, ...]:
    """The ways to pay a hybrid symbol, such as W and B of {W/B}, and P, two life, of {W/P} (107.4e, f); () for any other symbol."""
    parts = tuple(symbol.split("/"))
    return parts if len(parts) > 1 and all(part in (*MANA_KINDS, "P") for part in parts) else ()


def either(symbol: str) -> tuple[str, ...]:
    """The two ways to pay a symbol such as {2/W}: its colour, or generic mana (107.4e); () for any other symbol."""
    number, _, color = symbol.partition("/")
    return (color, number) if number == "2" and color in MANA_KINDS else ()


def payable(symbol: str, resolving: bool = False) -> bool:
    """Whether the rules can have a symbol of a cost paid (107.4): not snow {S}; and not {2/W} while something resolves."""
    if symbol.isdigit() or symbol == "X" or symbol in MANA_KINDS or hybrid(symbol):
        return True
    return bool(either(symbol)) and not resolving
