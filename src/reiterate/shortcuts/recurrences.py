"""Positions that come back: each is found by its mark, and told with who acted in between (732.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from reiterate.rules.positions.identity import as_rules_see, same
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import EXILE, HAND, LIBRARY, State

#: The relations of two positions (``rules.positions.identity``).
SAME: Final = "same"
SAME_FOR_RULES: Final = "same for the rules"

#: What a verdict by 732.3 assumes of cards that nobody has seen, in front of where they lie.
UNSEEN: Final = "no card that nobody has seen looks back at earlier events, such as spells cast this turn"
#: Zones in which unknown cards may lie.
_ZONES: Final = (HAND, LIBRARY, EXILE)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The position of place ``begin`` is there again at place ``end``: so many choices had been made at either.

    ``relation``: ``SAME`` or ``SAME_FOR_RULES``. ``actors``: who acted independently in between, in turn order from
    the active player. ``unseen``: the players with unknown cards, which are assumed to read nothing of what came before.
    """

    begin: int
    end: int
    relation: str
    actors: tuple[int, ...]
    unseen: tuple[int, ...]

    def moved(self, by: int) -> Recurrence:
        """The same where so many positions before all others are forgotten."""
        return replace(self, begin=self.begin - by, end=self.end - by)

    @property
    def must_differ(self) -> int | None:
        """The player who must choose differently: the active one, or the first in turn order who acted (732.3).

        None where fewer than two players acted: then no loop is fragmented.
        """
        return self.actors[0] if len(self.actors) > 1 else None

    @property
    def fragmented(self) -> bool:
        """Whether independent actions of several players brought the position back (732.3)."""
        return len(self.actors) > 1


def relation_of(one: State, other: State) -> str:
    """How two positions are the same, ``SAME`` before ``SAME_FOR_RULES``; "" where they are not shown to be."""
    if same(one, other):
        return SAME
    a, b = as_rules_see(one), as_rules_see(other)
    if a is one and b is other:
        return ""
    return SAME_FOR_RULES if same(a, b) else ""


def unseen_by_all(state: State) -> tuple[int, ...]:
    """The players who own unknown cards in a hand, a library or exile."""
    return tuple(
        sorted(
            {row.cls.owner for row in state.rows.values() if row.cls.zone in _ZONES and row.cls.proto == UNKNOWN_CARD}
        )
    )


def assumed(state: State) -> tuple[str, ...]:
    """What is assumed of unknown cards, in words, with the zones in which they lie; nothing where there are none."""
    zones = sorted(
        {
            (row.cls.owner, _ZONES.index(row.cls.zone))
            for row in state.rows.values()
            if row.cls.zone in _ZONES and row.cls.proto == UNKNOWN_CARD
        }
    )
    found: dict[int, list[str]] = {}
    for seat, zone in zones:
        found.setdefault(seat, []).append(_ZONES[zone])
    lie = "; ".join(f"p{seat + 1}: {', '.join(where)}" for seat, where in found.items())
    return (f"{UNSEEN} ({lie})",) if lie else ()
