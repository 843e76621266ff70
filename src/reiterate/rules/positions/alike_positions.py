"""The fourth relation of positions: *alike*, which is "identical in all relevant ways" (MTR 4.4).

Two positions are alike where nothing differs but what can't matter. Each difference is listed: with the reason why it
can't matter, or as not shown. Of what is not shown, a judge decides. ``same`` and ``same_for_rules`` stand in ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from reiterate.amounts import Amount, Progression, differs, identical
from reiterate.rules.positions.identity import as_rules_see, correspond, same, same_for_rules
from reiterate.rules.positions.idle_marks import without_idle_marks
from reiterate.state.model import BATTLEFIELD, Row, State, seat_of
from reiterate.state.progression_rows import folded
from reiterate.state.properties import LIBRARY_OF, PARTLY_SHUFFLED, PLAYER, SHUFFLED, WHOLE_GAME, N

#: Differences that are listed before the rest is left out.
LISTED: Final = 12

#: What two positions have in common that are alike or the same for the rules; others seldom have it.
Mark: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two positions, in words; ``why`` it can't matter, "" where that is not shown."""

    what: str
    why: str = ""

    def __str__(self) -> str:
        if self.why:
            return f"{self.what}: can't matter, because {self.why}"
        return f"{self.what}: not shown to be no matter, the judge decides"


def alike(before: State, now: State) -> bool:
    """Whether nothing differs but what can't matter."""
    return same_for_rules(before, now) or same_for_rules(unordered(before), unordered(now))


def differences(before: State, now: State) -> tuple[Difference, ...]:
    """What differs between two positions, what can't matter first; () where they are the same."""
    if same(before, now):
        return ()
    found = [
        Difference(f"the order of p{seat + 1}'s library", "it was shuffled, and nobody knows it (701.24a)")
        for seat in _reordered(before, now)
    ]
    bags = unordered(before), unordered(now)
    if same(*bags):
        return tuple(found)
    lost = without_idle_marks(bags[0]), without_idle_marks(bags[1])
    if same(*lost):
        what = "keywords lost until end of turn"
        return (*found, Difference(what, "what has lost them could not have them (613.7)"))
    if same_for_rules(*bags):
        return (*found, Difference("effects until end of turn", "later ones overrule them (613.7)"))
    return (*found, *_not_shown(*lost))


def mark_of(state: State) -> Mark:
    """What two alike positions have in common: to find those that may be alike among many.

    It is what all objects of one class have together: how many they are, and the sum of each of their amounts. However
    they are put into rows, that is the same. Amounts that are no whole numbers have no part in it.
    """
    seen = as_rules_see(unordered(state))
    sums: dict[int, dict[str, int | None]] = {}
    for row in seen.rows.values():
        of_class = sums.setdefault(id(row.cls), {})
        for name, amount in ((N, row.n), *((slot, _sum(amount, row.n)) for slot, amount in row.num.items())):
            before = of_class.get(name, 0)
            of_class[name] = before + amount if type(amount) is int and before is not None else None
    of_classes = ((cls, *sorted((k, v) for k, v in of_class.items() if v)) for cls, of_class in sums.items())
    seqs = ((name, tuple(_runs(id(seen.rows[h].cls) for h in seq))) for name, seq in seen.seqs.items() if seq)
    return (tuple(sorted(of_classes)), tuple(sorted(seqs)))


def short_mark(state: State) -> int:
    """The mark of a position as one number, for those who keep many of them: unlike positions seldom share it.

    Positions that share it are to be compared. It is of use in this process alone.
    """
    return hash(mark_of(state))


def _sum(amount: Amount, n: Amount) -> Amount | None:
    """An amount of all members of a row together; None where it is no whole number."""
    if not differs(amount):
        return amount * n if type(amount) is int and type(n) is int else None
    if not isinstance(amount, Progression):
        return None
    count, width, first, step = amount.members.count, amount.members.width, amount.first, amount.step
    if type(count) is int and type(width) is int and type(first) is int and type(step) is int:
        return width * (count * first + step * (count * (count - 1) // 2))
    return None


def _runs(classes: Iterable[int]) -> Iterator[int]:
    """Classes in order, neighbours of one class told once."""
    return (each for each, _ in groupby(classes))


def unordered(state: State) -> State:
    """The state with each library whose whole order nobody knows as a bag of cards."""
    shuffled = {f"{LIBRARY_OF}{seat}" for seat in _shuffled(state)}
    if not shuffled:
        return state
    seqs = {name: seq for name, seq in state.seqs.items() if name not in shuffled}
    return State(state.rows, seqs, state.tally, state.labels, state.fresh)


def _shuffled(state: State) -> list[int]:
    """The players whose library was shuffled as a whole."""
    rows = sorted((handle, row) for handle, row in state.rows.items() if row.cls.kind == PLAYER)
    return [seat_of(handle) for handle, row in rows if row.cls.prop(SHUFFLED) and not row.cls.prop(PARTLY_SHUFFLED)]


def _reordered(before: State, now: State) -> list[int]:
    """The players whose shuffled library is written in another order in each of two states."""
    return [
        seat for seat in _shuffled(before) if seat in _shuffled(now) and _written(before, seat) != _written(now, seat)
    ]


def _written(state: State, seat: int) -> list[int]:
    return [id(state.rows[handle].cls) for handle in state.seqs.get(f"{LIBRARY_OF}{seat}", ())]


def _not_shown(before: State, now: State) -> list[Difference]:
    """The differences of two states that are unlike in more than an order: amounts one by one, else what is where."""
    before, now = folded(before, keep_labels=False), folded(now, keep_labels=False)
    phi = correspond(before, now, amounts=False)
    found: list[Difference] = []
    if phi is not None:
        for handle, row in before.rows.items():
            found += [Difference(f"{slot} of {_called(handle, row)}") for slot in _unlike(row, now.rows[phi[handle]])]
    else:
        counted = _kinds(before), _kinds(now)
        for kind in sorted(counted[0] | counted[1]):
            if kind not in counted[0] or kind not in counted[1]:
                found.append(Difference(f"there is {'now' if kind in counted[1] else 'no more'} {kind}"))
    return (found or [Difference("something that has no name of its own")])[:LISTED]


def _unlike(a: Row, b: Row) -> list[str]:
    slots = [slot for slot in sorted(a.num.keys() | b.num.keys()) if not identical(a.get(slot), b.get(slot))]
    return slots if identical(a.n, b.n) else ["how many there are", *slots]


def _kinds(state: State) -> set[str]:
    return {_called(handle, row) for handle, row in state.rows.items()}


def _called(handle: int, row: Row) -> str:
    """What a row is in words, without numbers."""
    cls = row.cls
    if cls.kind == WHOLE_GAME:
        return "the turn, the step, or who decides"
    if cls.kind == PLAYER:
        return f"p{seat_of(handle) + 1}" + (", whose library was shuffled" if cls.prop(SHUFFLED) else "")
    name = cls.proto.name if cls.proto is not None else cls.kind
    tapped = ", tapped" if cls.tapped else ""
    if cls.zone == BATTLEFIELD:
        return f"p{cls.controller + 1}'s {name} on the battlefield{tapped}"
    return f"{name} in p{cls.controller + 1}'s {cls.zone}" if cls.zone else f"{name} of p{cls.controller + 1}"
