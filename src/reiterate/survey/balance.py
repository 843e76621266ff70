"""The balance of a period, as a linear program: doings that together use up no more of anything than they give.

This is the arithmetic of the solver's first part (``feeds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from reiterate.terms.base import Term

#: A thing that is used up (a row with what is used of it), or a kind of event, with the row -1.
What: TypeAlias = tuple[str, int]

#: An amount that is not known counts as this many.
MUCH: Final = 1000

#: What is less than this is nothing.
_TINY: Final = 1e-9

#: Exchanges after which a program counts as one that has an answer.
_PIVOTS: Final = 400


@dataclass(slots=True)
class Doing:
    """One thing that may be done again and again: what it uses up, what has to happen for it, and what it gives.

    ``events``: of each group one has to happen each time. ``choices``: so much of it may be given to any of some things.
    ``ability``: which ability it is, None for a card that is played. ``chosen``: it is an action, and no trigger.
    """

    row: int
    uses: dict[What, int] = field(default_factory=dict)
    events: list[frozenset[What]] = field(default_factory=list)
    gives: dict[What, int] = field(default_factory=dict)
    choices: list[tuple[int, tuple[What, ...]]] = field(default_factory=list)
    ability: Term | None = None
    chosen: bool = False


def most(doings: Sequence[Doing], wanted: Sequence[bool]) -> float:
    """How much of the wanted doings a balance can have; 0.0 where there is none."""
    found = balance(doings, wanted)
    return sum(many for many, want in zip(found, wanted, strict=True) if want)


def balance(doings: Sequence[Doing], wanted: Sequence[bool]) -> list[float]:
    """How often each doing happens in a balance that has some of the wanted ones, with few others; all 0.0 where there is none."""
    kept = _supplied(doings)
    found = [0.0] * len(doings)
    if any(wanted[i] for i in kept):
        for i, many in zip(kept, _balance([doings[i] for i in kept], [wanted[i] for i in kept]), strict=True):
            found[i] = many
    return found


def _supplied(doings: Sequence[Doing]) -> list[int]:
    """The doings of which something gives all that is asked for: no other one happens in any balance."""
    kept = list(range(len(doings)))
    while True:
        given = {what for i in kept for what in doings[i].gives}
        given |= {what for i in kept for _, rows in doings[i].choices for what in rows}
        left = [i for i in kept if doings[i].uses.keys() <= given and not any(map(given.isdisjoint, doings[i].events))]
        if len(left) == len(kept):
            return kept
        kept = left


def _balance(doings: Sequence[Doing], wanted: Sequence[bool]) -> list[float]:
    """The same of doings of which each may happen."""
    lines: dict[What | tuple[int, frozenset[What]] | tuple[int, int], dict[int, float]] = {}
    column = len(doings)
    given: dict[What, list[tuple[int, int]]] = {}
    for i, doing in enumerate(doings):
        for what, many in doing.gives.items():
            given.setdefault(what, []).append((i, many))
        for number, (many, rows) in enumerate(doing.choices):
            share = lines.setdefault((i, number), {i: float(many)})
            for what in rows:
                share[column] = -1.0
                given.setdefault(what, []).append((column, 1))
                column += 1
    for i, doing in enumerate(doings):
        for what, many in doing.uses.items():
            line = lines.setdefault(what, {})
            line[i] = line.get(i, 0.0) - many
        for group in doing.events:
            line = lines.setdefault((i, group), {})
            line[i] = line.get(i, 0.0) - 1
            for what in group:
                for giver, _ in given.get(what, ()):
                    line[giver] = line.get(giver, 0.0) + MUCH
    for what, givers in given.items():
        if what in lines:
            for giver, many in givers:
                lines[what][giver] = lines[what].get(giver, 0.0) + many
    found = _solved(list(lines.values()), column, [float(i < len(doings) and wanted[i]) for i in range(column)])
    return found[: len(doings)]


def _solved(lines: list[dict[int, float]], columns: int, wanted: list[float]) -> list[float]:
    """Unknowns of which none is below 0 and no line is either, with some wanted one above 0; all 0.0 where there are none.

    The simplex method with Bland's rule, which does not go round in circles. It ends with the first step that gives something wanted.
    """
    table = [[-line.get(j, 0.0) for j in range(columns)] for line in lines]
    table.append(list(wanted))  # the wanted ones come to 1 at most
    right = [0.0] * len(lines) + [1.0]
    top, free = list(wanted), list(range(columns))
    basic = list(range(columns, columns + len(table)))
    for _ in range(_PIVOTS):
        able = [(free[j], j) for j, c in enumerate(top) if c > _TINY]
        if not able:
            return [0.0] * columns
        enter = min(able)[1]
        ratios = [(right[i] / row[enter], basic[i], i) for i, row in enumerate(table) if row[enter] > _TINY]
        ratio, _, leave = min(ratios)
        _pivot(table, right, top, leave, enter)
        free[enter], basic[leave] = basic[leave], free[enter]
        if ratio > _TINY:
            break
    else:
        return [1.0] * columns
    found = [0.0] * columns
    for name, many in zip(basic, right, strict=True):
        if name < columns:
            found[name] = many
    return found


def _pivot(table: list[list[float]], right: list[float], top: list[float], leave: int, enter: int) -> None:
    """Exchange a basic unknown for another one, in the condensed table."""
    row, p = table[leave], table[leave][enter]
    new = [x / p for x in row]
    new[enter] = 1 / p
    bound = right[leave] / p
    for i, other in enumerate((*table, top)):
        f = other[enter]
        if i != leave and f:
            for j, x in enumerate(new):
                if x:
                    other[j] -= f * x
            other[enter] = -f / p
            if other is not top:
                right[i] = max(0.0, right[i] - f * bound)
    table[leave], right[leave] = new, bound
