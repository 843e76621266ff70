"""Tables of handlers that must be whole: one entry for each kind of node that counts as handled (law 9)."""

from __future__ import annotations

from collections.abc import Iterable


def check_whole(what: str, kinds: Iterable[type], handled: frozenset[str]) -> None:
    """Raise ``RuntimeError`` where a handled kind of node has no entry, or an entry is of no handled kind.

    ``what``: the union of the language; ``kinds``: the kinds that the table has; ``handled``: the
    names from ``terms.handled``.
    """
    names = {kind.__name__ for kind in kinds}
    if names != handled:
        raise RuntimeError(f"the table of each {what} lacks or adds: {', '.join(sorted(names ^ handled))}")
