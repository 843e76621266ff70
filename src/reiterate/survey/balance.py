"""The balance of a period, as a linear program: doings that together use up no more of anything than they give.
Part of the solver: the terms.

This is the arithmetic of ``feeds``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Final, NamedTuple, TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.references import Filter, Host, This

#: A thing that is used up (a row with what is used of it), or a kind of event, with the row ``ANYWHERE``.
What: TypeAlias = tuple[str, int]

#: What is of no row; what stands for all that an ability is granted to or lives on, and for tokens; the card itself, where it has no row yet.
ANYWHERE: Final = -1
HOST_ROW: Final = -2
SELF: Final = -3

#: An amount that is not known counts as this many.
MUCH: Final = 1000

#: Exchanges after which a program counts as one that has an answer.
_PIVOTS: Final = 400


class Reach(NamedTuple):
    """What a doing gives to rows that are not known yet: so much of some kinds to what ``where`` says, None for anything.

    ``source``: the row that it comes from, ``HOST_ROW`` where the ability is granted. ``whole``: to each of them. ``exact``: nothing doubles it.
    """

    kinds: tuple[str, ...]
    many: int
    where: Filter | This | Host | None = None
    source: int = SELF
    whole: bool = False
    exact: bool = False


@dataclass(slots=True)
class Doing:
    """One thing that may be done again and again: what it uses up, what has to happen for it, and what it gives.

    ``events``: of each group one has to happen each time. ``choices``: so much of it may be given to any of some things.
    ``ability``: which ability it is, None for a card that is played. ``chosen``: it is an action, and no trigger. ``reaches``: what becomes gifts and choices
    where it is known which rows there are.
    """

    row: int
    uses: dict[What, int] = field(default_factory=dict)
    events: list[frozenset[What]] = field(default_factory=list)
    gives: dict[What, int] = field(default_factory=dict)
    choices: list[tuple[int, tuple[What, ...]]] = field(default_factory=list)
    ability: Term | None = None
    chosen: bool = False
    reaches: list[Reach] = field(default_factory=list)

    def given(self) -> set[What]:
        """All that it may give."""
        return {*self.gives, *(what for _, rows in self.choices for what in rows)}

    def asked(self) -> list[frozenset[What]]:
        """All that it asks for: of each group one has to be given."""
        return [*self.events, *(frozenset({what}) for what in self.uses)]


def most(doings: Sequence[Doing], wanted: Sequence[bool]) -> float:
    """How much of the wanted doings a balance can have; 0.0 where there is none."""
    found = balance(doings, wanted)
    return sum(many for many, want in zip(found, wanted, strict=True) if want)


def balance(doings: Sequence[Doing], wanted: Sequence[bool]) -> list[float]:
    """How often each doing happens in a balance that has some of the wanted ones, with few others; all 0.0 where there is none."""
    kept = supplied(doings)
    found = [0.0] * len(doings)
    if any(wanted[i] for i in kept):
        for i, many in zip(kept, _balance([doings[i] for i in kept], [wanted[i] for i in kept]), strict=True):
            found[i] = many
    return found


def supplied(doings: Sequence[Doing]) -> list[int]:
    """The doings of which something gives all that is asked for: no other one happens in any balance."""
    kept = {i: (doing.asked(), doing.given()) for i, doing in enumerate(doings)}
    while True:
        given = {what for _, gives in kept.values() for what in gives}
        left = {i: each for i, each in kept.items() if not any(map(given.isdisjoint, each[0]))}
        if len(left) == len(kept):
            return list(kept)
        kept = left


def _balance(doings: Sequence[Doing], wanted: Sequence[bool]) -> list[float]:
    """The same of doings of which each may happen."""
    lines: dict[What | tuple[int, frozenset[What]] | tuple[int, int], dict[int, int]] = {}
    column = len(doings)
    given: dict[What, list[tuple[int, int]]] = {}
    for i, doing in enumerate(doings):
        for what, many in doing.gives.items():
            given.setdefault(what, []).append((i, many))
        for number, (many, rows) in enumerate(doing.choices):
            share = lines.setdefault((i, number), {i: many})
            for what in rows:
                share[column] = -1
                given.setdefault(what, []).append((column, 1))
                column += 1
    for i, doing in enumerate(doings):
        for what, many in doing.uses.items():
            line = lines.setdefault(what, {})
            line[i] = line.get(i, 0) - many
        for group in doing.events:
            line = lines.setdefault((i, group), {})
            line[i] = line.get(i, 0) - 1
            for what in group:
                for giver, _ in given.get(what, ()):
                    line[giver] = line.get(giver, 0) + MUCH
    for what, givers in given.items():
        if what in lines:
            for giver, many in givers:
                lines[what][giver] = lines[what].get(giver, 0) + many
    found = _solved(list(lines.values()), column, [int(i < len(doings) and wanted[i]) for i in range(column)])
    return found[: len(doings)]


def _solved(lines: list[dict[int, int]], columns: int, wanted: list[int]) -> list[float]:
    """Unknowns of which none is below 0 and no line is either, with some wanted one above 0; all 0.0 where there are none.

    The simplex method with Bland's rule, which does not go round in circles. It ends with the first step that gives something wanted. All numbers are whole ones:
    each row of the table has a scale of its own, so nothing is rounded.
    """
    table = [[-line.get(j, 0) for j in range(columns)] + [0] for line in lines]  # its last column is the right side
    table.append([*wanted, 1])  # the wanted ones come to 1 at most
    scales = [1] * len(table)
    top, free = [*wanted, 0], list(range(columns))
    basic = list(range(columns, columns + len(table)))
    for _ in range(_PIVOTS):
        able = [(free[j], j) for j in range(columns) if top[j] > 0]
        if not able:
            return [0.0] * columns
        enter = min(able)[1]
        leave, end = -1, True
        for i, row in enumerate(table):
            if row[enter] > 0:
                ahead = -1 if leave < 0 else row[-1] * table[leave][enter] - table[leave][-1] * row[enter]
                if ahead < 0 or (ahead == 0 and basic[i] < basic[leave]):
                    leave, end = i, row[-1] == 0
        _pivot(table, scales, top, leave, enter)
        free[enter], basic[leave] = basic[leave], free[enter]
        if not end:
            break
    else:
        return [1.0] * columns
    found = [0.0] * columns
    for name, row, scale in zip(basic, table, scales, strict=True):
        if name < columns:
            found[name] = row[-1] / scale
    return found


def _pivot(table: list[list[int]], scales: list[int], top: list[int], leave: int, enter: int) -> None:
    """Exchange a basic unknown for another one, in the condensed table."""
    row, scale = table[leave], scales[leave]
    p = row[enter]
    there = [(j, x) for j, x in enumerate(row) if x and j != enter]
    for i, other in enumerate((*table, top)):
        f = other[enter]
        if i == leave or not f:
            continue
        if p != 1:
            other[:] = [p * x for x in other]
        for j, x in there:
            other[j] -= f * x
        other[enter] = -f * scale
        if other is top:
            continue
        scales[i] *= p
        shared = gcd(scales[i], *other)
        if shared > 1:
            scales[i] //= shared
            other[:] = [x // shared for x in other]
    row[enter], scales[leave] = scale, p
