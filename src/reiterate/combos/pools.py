"""Mana in a pool: what pays for some costs, each once, or for any one of them.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

#: Mana in a pool by its kind.
Pool: TypeAlias = tuple[tuple[str, int], ...]

#: Mana for an X.
X_MANA: Final = 3


def dearest(costs: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Symbols that pay for any of some costs: of each kind as many as the one that has most of it."""
    symbols = dict.fromkeys(symbol for cost in costs for symbol in cost if not symbol.isdecimal())
    colored = [symbol for symbol in symbols for _ in range(max(list(cost).count(symbol) for cost in costs))]
    generic = max((int(symbol) for cost in costs for symbol in cost if symbol.isdecimal()), default=0)
    return (*colored, str(generic)) if generic else tuple(colored)


def pool_for(costs: Sequence[Sequence[str]]) -> Pool:
    """The mana that pays for some costs, each once."""
    found: dict[str, int] = {}
    for cost in costs:
        for symbol in cost:
            color = next((letter for letter in symbol if letter in "WUBRG"), "C")
            many = int(symbol) if symbol.isdecimal() else X_MANA if symbol == "X" else 1
            if many:
                found[color] = found.get(color, 0) + many
    return tuple(found.items())
