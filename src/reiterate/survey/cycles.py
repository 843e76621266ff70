"""Cycles of a finite graph: ways back to a position by way of another line of play.
Part of the solver: the search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

Edges = Mapping[int, Sequence[int]]


def on_cycles(edges: Edges) -> list[int]:
    """The nodes from which and to which cycles lead, in order: the others are trimmed from both sides."""
    left = set(edges) | {b for ends in edges.values() for b in ends}
    while True:
        leads = {a for a in left if any(b in left for b in edges.get(a, ()))}
        led = {b for a in leads for b in edges.get(a, ())}
        kept = leads & led
        if kept == left:
            return sorted(left)
        left = kept


def shortest(edges: Edges, start: int) -> list[int]:
    """The nodes of a shortest cycle through ``start``, from it on; [] if there is none."""
    came: dict[int, int] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in edges.get(here, ()):
            if there == start:
                found = [here]
                while found[-1] != start:
                    found.append(came[found[-1]])
                return found[::-1]
            if there not in came:
                came[there] = here
                queue.append(there)
    return []


def cycles(edges: Edges) -> Iterator[list[int]]:
    """A shortest cycle through each node that lies on one and on no cycle that came before."""
    done: set[int] = set()
    kept = on_cycles(edges)
    inside = set(kept)
    among = {a: [b for b in edges.get(a, ()) if b in inside] for a in kept}
    for start in kept:
        if start in done:
            continue
        found = shortest(among, start)
        if found:
            done.update(found)
            yield found
