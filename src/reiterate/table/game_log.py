"""The log of a game as a process holds it: the last entries at hand, and older ones read from where they are kept.

A log that nothing else keeps holds all of its entries. Either way a log is the sequence of all entries: entry 1 has index 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias, overload

from reiterate.table.entries import BEGINS, HANDS, REMATCH, RULING, UNDO, Noted, standing

#: Entries that stay at hand once older ones are let go, which happens when there are twice as many.
KEPT: Final = 64
#: Entries that are read together where the past is gone through from its end.
_PAGE: Final = 256

#: Reads the entries behind one number, up to another one and with it.
Read: TypeAlias = Callable[[int, int], list[Noted]]


class Log(Sequence[Noted]):
    """All entries of a game, in order. ``kept_by`` lets the old ones leave memory.

    ``ruled``: the number of the last ruling, ``revealed``: of the last entry that has shown a hidden card; 0 where there is none. ``cuts``: of each chair that has cut a shortcut, its
    first such entry that stands. ``rulings``: the rulings that stand.
    """

    __slots__ = ("_gone", "_read", "_tail", "cuts", "revealed", "ruled", "rulings")

    def __init__(self, entries: Sequence[Noted] = ()) -> None:
        self._tail = list(entries)
        self._gone = 0  # entries before the tail
        self._read: Read | None = None
        self.ruled = max((entry.number for entry in entries if entry.said.kind == RULING), default=0)
        self.revealed = max((entry.number for entry in entries if entry.reveals), default=0)
        self.cuts: dict[str, int] = {}
        self.rulings: list[Noted] = []
        for entry in standing(self._tail):
            self._cut(entry)
            self._ruled(entry)

    @property
    def held(self) -> int:
        """How many entries are at hand."""
        return len(self._tail)

    def kept_by(self, read: Read) -> None:
        """Let old entries leave memory, now and later: ``read`` gives them again. Calls that need old ones raise what ``read`` raises."""
        self._read = read
        self._let_go()

    def add(self, entry: Noted) -> None:
        """Let an entry stand behind the others; an undo in it leads back to an entry that stands."""
        self._tail.append(entry)
        if entry.said.kind == RULING:
            self.ruled = entry.number
        if entry.reveals:
            self.revealed = entry.number
        if entry.said.kind == UNDO:
            self.cuts = {who: number for who, number in self.cuts.items() if number <= entry.said.to}
            self.rulings = [each for each in self.rulings if each.number <= entry.said.to]
        elif entry.said.moves:
            self._cut(entry)
            self._ruled(entry)
        self._let_go()

    def back(self) -> Iterator[Noted]:
        """The entries that stand (``noted.standing``), the last one first; old ones are read when they are come to."""
        begin, page = self._gone, self._tail
        at = len(self)
        while at:
            if at <= begin:
                begin = max(0, at - _PAGE)
                page = self[begin:at]
            entry = page[at - begin - 1]
            if entry.said.kind == UNDO:
                at = min(entry.said.to, at - 1)
                continue
            at -= 1
            if entry.said.moves:
                yield entry
            if entry.said.kind in BEGINS:
                return

    def _cut(self, entry: Noted) -> None:
        if entry.said.cuts:
            self.cuts.setdefault(entry.said.who, entry.number)

    def _ruled(self, entry: Noted) -> None:
        """Take notice of a ruling, and forget those of the game before a rematch."""
        if entry.said.kind in (REMATCH, HANDS):
            self.rulings.clear()
            self.cuts.clear()
        elif entry.said.kind == RULING:
            self.rulings.append(entry)

    def _let_go(self) -> None:
        if self._read is not None and len(self._tail) >= 2 * KEPT:
            many = len(self._tail) - KEPT
            del self._tail[:many]
            self._gone += many

    def _behind(self, after: int, until: int) -> list[Noted]:
        """The entries behind one number, up to another one and with it."""
        found: list[Noted] = []
        if after < min(until, self._gone):
            assert self._read is not None
            found = self._read(after, min(until, self._gone))
        return found + self._tail[max(0, after - self._gone) : max(0, until - self._gone)]

    def __len__(self) -> int:
        return self._gone + len(self._tail)

    def __iter__(self) -> Iterator[Noted]:
        return iter(self._behind(0, len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment] # it changes

    @overload
    def __getitem__(self, at: int) -> Noted: ...
    @overload
    def __getitem__(self, at: slice) -> list[Noted]: ...
    def __getitem__(self, at: int | slice) -> Noted | list[Noted]:
        if isinstance(at, slice):
            begin, end, by = at.indices(len(self))
            return self._behind(begin, end) if by == 1 else self._behind(0, len(self))[at]
        index = at + len(self) if at < 0 else at
        if not 0 <= index < len(self):
            raise IndexError(at)
        return self._behind(index, index + 1)[0]
