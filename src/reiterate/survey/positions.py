"""The positions that a search has seen: which one is new, and which one was seen with at least as much of one's own.
Part of the solver: the search.

A position is two tuples of small numbers, one number a row: for what the row is, and for its
amounts. Rows that are alike share a number, so a wide board takes little more memory than a narrow
one.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import plain
from reiterate.rules.positions.identity import skeleton
from reiterate.state.model import BATTLEFIELD, Row, State
from reiterate.state.progression_rows import written
from reiterate.state.properties import LIFE, MANA, PLAYER, N

#: Positions of the same shape that are kept to be compared with.
COMPARED: Final = 8


class Positions:
    """The positions that a search of player ``me`` has seen, each by a number of the caller's."""

    __slots__ = ("amounts", "me", "numbers", "places", "seen")

    def __init__(self, me: int) -> None:
        self.me = me
        self.numbers: dict[object, int] = {}
        self.places: dict[tuple[tuple[str, int], ...], int] = {}
        self.amounts: list[dict[str, int]] = []
        self.seen: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}

    def meet(self, state: State, number: int) -> tuple[bool, int]:
        """Whether a position is new, to be kept by ``number``; and the number of an earlier one that is the same, or -1.

        It isn't new where one was seen that differs only in less of what an opponent has, or in more
        of one's own.
        """
        there = tuple(self._amounts(state.rows[handle]) for handle in sorted(state.rows))
        earlier = self.seen.setdefault(self._shape(state), [])
        for old, at in earlier:
            if old == there:
                return False, at
            if all(a == b or _at_least(self.amounts[a], self.amounts[b]) for a, b in zip(old, there, strict=True)):
                return False, -1
        if len(earlier) < COMPARED:
            earlier.append((there, number))
        return True, -1

    def _shape(self, state: State) -> tuple[int, ...]:
        rows, orders = skeleton(state)
        assert isinstance(rows, tuple)
        numbers = self.numbers
        return (numbers.setdefault(orders, len(numbers)), *(numbers.setdefault(row, len(numbers)) for row in rows))

    def _amounts(self, row: Row) -> int:
        """The number of a row's amounts, each marked by "+" where more of it is better, by "-" where less is."""
        mine = row.cls.controller == self.me and row.cls.zone == BATTLEFIELD
        found: dict[str, int] = {}
        for slot, value in written(row).items():
            mark = "+" if mine and slot == N else _better(row, slot, self.me)
            found[mark + slot] = plain(value)
        key = tuple(sorted(found.items()))
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.amounts)
            self.amounts.append(found)
        return place


def _better(row: Row, slot: str, me: int) -> str:
    if row.cls.kind != PLAYER:
        return ""
    if row.cls.owner == me:
        return "+" if slot == LIFE or slot.startswith(MANA) else ""
    return "-" if slot == LIFE else ""


def _at_least(old: dict[str, int], new: dict[str, int]) -> bool:
    for key in old.keys() | new.keys():
        a, b = old.get(key, 0), new.get(key, 0)
        if a != b and key[0] != ("+" if a > b else "-"):
            return False
    return True
