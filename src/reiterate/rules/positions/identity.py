"""Relations of two positions: *same*, *same shape*, *same for the rules*, and *alike* (MTR 4.4).

Three relations, three names: *same*, *same shape*, *same for the rules*.

``same``: the two states are the same game, whatever handles, order of bags, names of labels or
tallies they have. ``same_shape``: the same without amounts; used to find a period.
``same_for_rules``: the same without what no rule could tell apart (732.3, tournament recurrence). Each
is shown by a correspondence of rows that fixes the players: an isomorphism. When the budget for
finding one is spent, the answer is "not shown". That answer may refuse something and never allows
it.

The fourth relation of positions: *alike*, which is "identical in all relevant ways" (MTR 4.4).

Two positions are alike where nothing differs but what can't matter. Each difference is listed: with the reason why it
can't matter, or as not shown. Of what is not shown, a judge decides. ``same`` and ``same_for_rules`` stand in ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from reiterate.amounts import Amount, Progression, differs, identical
from reiterate.rules.positions.idle_effects import without_idle_marks, without_overruled
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Row, State, seat_of
from reiterate.state.progression_rows import folded, progressing
from reiterate.state.properties import LIBRARY_OF, PARTLY_SHUFFLED, PLAYER, SHUFFLED, WHOLE_GAME, N

# --- identity ------------------------------------------------------------------------------------

#: How many candidate pairings the search for a correspondence tries before it answers "not shown".
CORRESPONDENCE_BUDGET: Final = 2_000

Correspondence = dict[int, int]


def same(s: State, t: State) -> bool:
    """Whether two states are the same game: equal normal forms up to the naming of rows."""
    return correspond(folded(s, keep_labels=False), folded(t, keep_labels=False), amounts=True) is not None


def equal(s: State, t: State) -> bool:
    """Whether two states are equal in all that they hold: handles, order, labels and tallies, too.

    Unlike ``same`` it asks for no correspondence. Whatever is worked out from one state holds for the other as it stands.
    """
    if s is t:
        return True
    return (
        (s.fresh, s.seqs, s.labels, s.only) == (t.fresh, t.seqs, t.labels, t.only)
        and list(s.rows) == list(t.rows)
        and _equal_amounts(s.tally, t.tally)
        and all(equal_rows(row, t.rows[handle]) for handle, row in s.rows.items())
    )


def equal_rows(one: Row, other: Row) -> bool:
    """Whether two rows are equal in all that they hold."""
    if one is other:
        return True
    return (
        one.cls is other.cls
        and one.refs.keys() == other.refs.keys()
        and identical(one.n, other.n)
        and _equal_amounts(one.num, other.num)
        and all(_equal_refs(ref, other.refs[slot]) for slot, ref in one.refs.items())
    )


def _equal_refs(one: Ref | Gone, other: Ref | Gone) -> bool:
    if isinstance(one, Ref):
        return isinstance(other, Ref) and (one.mode, one.row) == (other.mode, other.row)
    return isinstance(other, Gone) and one.cls is other.cls and _equal_amounts(one.num, other.num)


def _equal_amounts(some: Mapping[str, Amount], others: Mapping[str, Amount]) -> bool:
    return some.keys() == others.keys() and all(identical(amount, others[name]) for name, amount in some.items())


def same_shape(s: State, t: State) -> bool:
    """Whether two states are the same without amounts."""
    return correspond(s, t, amounts=False) is not None


def same_for_rules(s: State, t: State) -> bool:
    """Whether two states are the same position for 732.3: *same*, without what no rule could tell apart."""
    return same(as_rules_see(s), as_rules_see(t))


def as_rules_see(state: State) -> State:
    """The state without what no rule could tell apart from its absence; the same state where it has none of that."""
    return without_overruled(without_idle_marks(state))


def skeleton(state: State) -> tuple[object, ...]:
    """A cheap key of a state's shape by age: equal keys show the same shape, row by row in order of age.

    What a period makes anew has a stable order of age after one iteration, so this finds periods
    quickly.
    """
    place = {handle: i for i, handle in enumerate(sorted(state.rows))}
    rows = tuple(_row_key(state.rows[h], place) for h in sorted(state.rows))
    seqs = tuple((name, tuple(place[h] for h in seq)) for name, seq in sorted(state.seqs.items()) if seq)
    return (rows, seqs)


def _row_key(row: Row, place: dict[int, int]) -> tuple[object, ...]:
    key = (id(row.cls), _ref_key(row, place))
    for amount in row.num.values():
        if differs(amount):
            return (*key, progressing(row))
    return key


def _ref_key(row: Row, place: dict[int, int]) -> tuple[object, ...]:
    if not row.refs:
        return ()
    out: list[object] = []
    for slot in sorted(row.refs):
        ref = row.refs[slot]
        if isinstance(ref, Ref):
            out.append((slot, ref.mode, place.get(ref.row, -1)))
        else:
            out.append((slot, "gone", id(ref.cls)))
    return tuple(out)


def correspond(s: State, t: State, amounts: bool) -> Correspondence | None:
    """A one-to-one correspondence of rows from ``s`` to ``t`` that keeps classes, references and sequences.

    With ``amounts`` it also keeps every amount. None: there is none, or the budget was spent (not
    shown).
    """
    if len(s.rows) != len(t.rows):
        return None
    by_age = dict(zip(sorted(s.rows), sorted(t.rows), strict=True))
    if _holds(s, t, by_age, amounts):
        return by_age
    return _Matcher(s, t, amounts).find()


def _holds(s: State, t: State, phi: Correspondence, amounts: bool) -> bool:
    for handle, row in s.rows.items():
        if not _rows_match(row, t.rows[phi[handle]], phi, amounts):
            return False
        if row.cls.kind in (WHOLE_GAME, PLAYER) and phi[handle] != handle:
            return False
    names = s.seqs.keys() | t.seqs.keys()
    return all(tuple(phi[h] for h in s.seqs.get(name, ())) == t.seqs.get(name, ()) for name in names)


def _rows_match(a: Row, b: Row, phi: Correspondence, amounts: bool) -> bool:
    if a is b and not a.refs:
        return True
    if a.cls is not b.cls or ((a.num or b.num) and progressing(a) != progressing(b)):
        return False
    if amounts and not (identical(a.n, b.n) and _same_num(a.num, b.num)):
        return False
    if a.refs.keys() != b.refs.keys():
        return False
    for slot, ref in a.refs.items():
        other = b.refs[slot]
        if isinstance(ref, Gone):
            if not (isinstance(other, Gone) and _same_gone(ref, other, amounts)):
                return False
        elif not isinstance(other, Ref) or other.mode != ref.mode or other.row != phi.get(ref.row):
            return False
    return True


def _same_num(a: dict[str, Amount], b: dict[str, Amount]) -> bool:
    return all(identical(a.get(k, 0), b.get(k, 0)) for k in a.keys() | b.keys())


def _same_gone(a: Gone, b: Gone, amounts: bool) -> bool:
    return a.cls is b.cls and (not amounts or _same_num(a.num, b.num))


def _hashed(amount: Amount) -> object:
    """An amount as a part of a key: equal for equal amounts."""
    return amount.key() if differs(amount) else amount


class _Matcher:
    """Colour refinement over classes, references and sequences, ties broken by search within a budget."""

    __slots__ = ("amounts", "left", "s", "t")

    def __init__(self, s: State, t: State, amounts: bool) -> None:
        self.s = s
        self.t = t
        self.amounts = amounts
        self.left = CORRESPONDENCE_BUDGET

    def find(self) -> Correspondence | None:
        """A correspondence, or None."""
        colours: dict[tuple[object, ...], int] = {}
        a = {h: self._first(colours, self.s, h) for h in self.s.rows}
        b = {h: self._first(colours, self.t, h) for h in self.t.rows}
        return self._search(a, b)

    def _first(self, colours: dict[tuple[object, ...], int], state: State, handle: int) -> int:
        row = state.rows[handle]
        fixed = handle if row.cls.kind in (WHOLE_GAME, PLAYER) else -1
        places = tuple((name, seq.index(handle)) for name, seq in sorted(state.seqs.items()) if handle in seq)
        key: tuple[object, ...] = (id(row.cls), fixed, places)
        if self.amounts:
            key = (*key, row.n, tuple(sorted((k, _hashed(v)) for k, v in row.num.items() if not identical(v, 0))))
        return colours.setdefault(key, len(colours))

    def _refine(self, a: dict[int, int], b: dict[int, int]) -> tuple[dict[int, int], dict[int, int]] | None:
        """Split colours by the colours around, until nothing changes; None if the two states differ."""
        count = len(set(a.values()))
        while True:
            colours: dict[tuple[object, ...], int] = {}
            a2 = _around(self.s, a, colours)
            b2 = _around(self.t, b, colours)
            if sorted(a2.values()) != sorted(b2.values()):
                return None
            a, b = a2, b2
            now = len(set(a.values()))
            if now == count:
                return a, b
            count = now

    def _search(self, a: dict[int, int], b: dict[int, int]) -> Correspondence | None:
        refined = self._refine(a, b)
        if refined is None:
            return None
        a, b = refined
        groups: dict[int, tuple[list[int], list[int]]] = {}
        for side, colours in ((0, a), (1, b)):
            for handle, colour in colours.items():
                groups.setdefault(colour, ([], []))[side].append(handle)
        open_groups = [g for g in groups.values() if len(g[0]) > 1]
        if not open_groups:
            phi = {g[0][0]: g[1][0] for g in groups.values()}
            return phi if _holds(self.s, self.t, phi, self.amounts) else None
        ours, theirs = min(open_groups, key=lambda g: len(g[0]))
        mark = len(a) + len(b) + 1
        for other in theirs:
            self.left -= 1
            if self.left < 0:
                return None
            found = self._search({**a, ours[0]: mark}, {**b, other: mark})
            if found is not None:
                return found
        return None


def _around(state: State, colours: dict[int, int], fresh: dict[tuple[object, ...], int]) -> dict[int, int]:
    incoming: dict[int, list[tuple[str, str, int]]] = {}
    for handle, row in state.rows.items():
        for slot, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.row in colours:
                incoming.setdefault(ref.row, []).append((slot, ref.mode, colours[handle]))
    out: dict[int, int] = {}
    for handle, row in state.rows.items():
        outgoing = tuple(
            (slot, ref.mode, colours.get(ref.row, -1)) if isinstance(ref, Ref) else (slot, "gone", id(ref.cls))
            for slot, ref in sorted(row.refs.items())
        )
        key = (colours[handle], outgoing, tuple(sorted(incoming.get(handle, []))))
        out[handle] = fresh.setdefault(key, len(fresh))
    return out


def rename(state: State, phi: Correspondence, fresh: int) -> State:
    """The same state with every handle ``h`` called ``phi[h]``; ``fresh`` becomes the next handle."""
    rows: dict[int, Row] = {}
    for handle in sorted(state.rows, key=lambda h: phi[h]):
        row = state.rows[handle]
        refs = {slot: Ref(ref.mode, phi[ref.row]) if isinstance(ref, Ref) else ref for slot, ref in row.refs.items()}
        rows[phi[handle]] = Row(row.cls, row.num, row.n, refs)
    seqs = {name: tuple(phi[h] for h in seq) for name, seq in state.seqs.items()}
    labels = {label: phi[h] for label, h in state.labels.items()}
    return State(rows, seqs, dict(state.tally), labels, fresh)


# --- alike positions -----------------------------------------------------------------------------

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
