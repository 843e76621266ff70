"""Tables of handlers that must be whole: one entry for each kind of node of a union of the language (law 9)."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType


def check_whole(what: str, kinds: Iterable[type], union: UnionType) -> None:
    """Raise ``RuntimeError`` where a kind of node of the union has no entry, or an entry is of no such kind.

    ``what``: the union in words; ``kinds``: the kinds that the table has.
    """
    differs = {*kinds} ^ {*union.__args__}
    if differs:
        names = ", ".join(sorted(kind.__name__ for kind in differs))
        raise RuntimeError(f"the table of each {what} lacks or adds: {names}")
