"""The scale of a plot of what grows: even steps for small numbers, exact logarithms for others, and what stands at its sides.

In: the JSON of what grows (``Growth``, ``table/scenes.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from reiterate.show.game_words import path_words
from reiterate.show.quantity_words import Json, short_amount, sized

#: How numbers are laid out.
EVEN: Final = "with even steps"
LOGARITHMIC: Final = "on a logarithmic scale"

#: Characters of the last number below a plot that leave room for others.
ROOM: Final = 12


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


@dataclass(frozen=True, slots=True)
class Upwards:
    """The scale upwards: ``top`` is the logarithm of its greatest number; ``plain`` that number where all are small and have even steps, else None."""

    top: Decimal
    plain: int | None

    @property
    def words(self) -> str:
        """How the numbers are laid out."""
        return LOGARITHMIC if self.plain is None else EVEN

    @property
    def ticks(self) -> list[tuple[int | str, Decimal]]:
        """What stands at the side, each at its height."""
        return _power_ticks(self.top) if self.plain is None else [(0, Decimal(0)), (self.plain, Decimal(1))]

    def height(self, point: Json) -> Decimal:
        """Where a point stands: 0 at the bottom, the greatest number at 1; on a logarithmic scale 1 a little above the bottom."""
        log = _log_of(point)
        if self.plain is not None:
            return Decimal(point["value"]) / self.plain
        if log is None:
            return Decimal(0) if point["value"] == "0" else Decimal(1)
        return _share(log, self.top)


def upwards(lines: Sequence[tuple[str, Sequence[Json]]]) -> Upwards:
    """The scale for the numbers of some lines."""
    logs = [log for _, points in lines for log in map(_log_of, points) if log is not None]
    return Upwards(max(Decimal(1), *logs), _plain_top(lines))


def below(ticks: Sequence[Json]) -> list[tuple[str, int]]:
    """What stands below a plot, each with its position; a long last number leaves no room for the one in the middle."""
    told = [(sized(short_amount(each["iteration"])), each["position"]) for each in ticks]
    return told if len(told[-1][0]) <= ROOM else [*told[:2], *told[-1:]]


def steps_words(growth: Json) -> str:
    """How the iterations of a plot are laid out."""
    if growth["scale"] == "even":
        return EVEN
    jump = ", then a jump to the last one" if growth["scale"] == "log_to_end" else ""
    return f"{EVEN} up to {short_amount(growth['ticks'][1]['iteration'])}, then {LOGARITHMIC}{jump}"


def _plain_top(lines: Sequence[tuple[str, Sequence[Json]]]) -> int | None:
    """The greatest of the numbers where all are small, so that they are drawn with even steps; None where they aren't."""
    values = [point["value"] for _, points in lines for point in points]
    if not all(isinstance(each, str) and each.isdecimal() and len(each) <= 3 for each in values):
        return None
    return max(1, *map(int, values))


def _power_ticks(top: Decimal) -> list[tuple[int | str, Decimal]]:
    """What stands at the side of a logarithmic plot: 1, the greatest whole power of ten, and one about halfway between."""
    greatest = int(top)
    found = dict.fromkeys((0, greatest // 2, greatest))
    return [("1" if log == 0 else f"10^{log:,}", _share(Decimal(log), top)) for log in found]


def _share(log: Decimal, top: Decimal) -> Decimal:
    """How high a logarithm stands, as a share of the greatest one: 1 stands a little above the bottom."""
    return (max(log, Decimal(0)) + Decimal("0.3")) / (top + Decimal("0.3"))


def _log_of(point: Json) -> Decimal | None:
    """The logarithm of a point's number; None where it has none."""
    return Decimal(point["log"]) if point["log"] else None
