"""The scale of a plot of what grows: even steps for small numbers, exact logarithms for others, and what stands at its sides.

In: the JSON of what grows (``Growth``, ``table/scenes.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from reiterate.show.game_words import path_words
from reiterate.show.quantity_words import MOST_DIGITS, Json, short_amount


def together(lines: Sequence[Json]) -> list[tuple[str, Sequence[Json]]]:
    """The lines by their words; lines that are the same everywhere are one."""
    found: dict[str, tuple[str, Sequence[Json]]] = {}
    for line in lines:
        key = repr([point["value"] for point in line["points"]])
        words = path_words(line["path"])
        if key in found:
            if not line["path"].endswith((".power", ".toughness")):
                found[key] = (f"{found[key][0]}, {words}", found[key][1])
        else:
            found[key] = (words, line["points"])
    return list(found.values())


def plain_top(lines: Sequence[tuple[str, Sequence[Json]]]) -> int | None:
    """The greatest of the numbers where all are small, so that they are drawn with even steps; None where they aren't."""
    values = [point["value"] for _, points in lines for point in points]
    if not all(isinstance(each, str) and each.isdecimal() and len(each) <= 3 for each in values):
        return None
    return max(1, *map(int, values))


def power_ticks(top: Decimal) -> list[tuple[int | str, Decimal]]:
    """What stands at the side of a logarithmic plot: 1, the greatest whole power of ten, and one about halfway between."""
    greatest = int(top)
    found = dict.fromkeys((0, greatest // 2, greatest))
    return [("1" if log == 0 else f"10^{log:,}", share(Decimal(log), top)) for log in found]


def share(log: Decimal, top: Decimal) -> Decimal:
    """How high a logarithm stands, as a share of the greatest one: 1 stands a little above the bottom."""
    return (max(log, Decimal(0)) + Decimal("0.3")) / (top + Decimal("0.3"))


def log_of(point: Json) -> Decimal | None:
    """The logarithm of a point's number; None where it has none."""
    return Decimal(point["log"]) if point["log"] else None


def round_power(written: Any) -> str:
    """A quantity of JSON for the side of a plot: with more than 15 digits the nearest power of ten, else the number in short."""
    digits = str(written)
    if not digits.isdecimal() or len(digits) <= MOST_DIGITS:
        return short_amount(written)
    return f"10^{len(digits) - (int(digits[:2]) < 32):,}"  # 3.2 is about the middle between 1 and 10
