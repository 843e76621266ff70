"""The normal form: what nobody can tell apart is one row with a count; and ``explode``, its opposite."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import Final, TypeAlias

from reiterate.amounts import Amount, differs, identical, is_zero, likeness, plain
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.state.model import EACH, GAME, LIBRARY, ONE, Gone, Ref, Reference, Row, State, each, one
from reiterate.state.properties import ABOUT, PLAYER, WHOLE_GAME

#: ``explode`` refuses to write out more objects than this.
EXPLODE_BUDGET: Final = 5_000

#: Up to so many alike rows that refer to one object are tried one by one when groups are formed.
FEW: Final = 8


def tidy_num(num: dict[str, Amount]) -> dict[str, Amount]:
    """The slots without those that are plainly 0 (presence of a key means nothing)."""
    return {slot: value for slot, value in num.items() if not (type(value) is int and value == 0)}


def alike_num(a: dict[str, Amount], b: dict[str, Amount]) -> bool:
    """Whether all members of two rows hold the same amounts, as polynomials while tracing; records no guard.

    Members that differ among themselves are alike to nothing: more of each would be no larger
    count.
    """
    for slot, mine in a.items():
        other = b.get(slot, 0)
        if type(mine) is int and type(other) is int:  # nearly always, and mostly they differ
            if mine != other:
                return False
        elif differs(mine) or not identical(mine, other):
            return False
    return a.keys() == b.keys() or all(slot in a or identical(0, other) for slot, other in b.items())


def referrers(state: State) -> dict[int, list[tuple[int, str]]]:
    """For every referenced row: which rows refer to it, by which slot."""
    found: dict[int, list[tuple[int, str]]] = {}
    for handle, row in state.rows.items():
        for slot, ref in row.refs.items():
            if isinstance(ref, Ref):
                found.setdefault(ref.row, []).append((handle, slot))
    return found


def same_reference(a: Reference | None, b: Reference | None) -> bool:
    """Whether two references say the same (the same row, or equal last known values)."""
    if isinstance(a, Gone) and isinstance(b, Gone):
        return a.cls is b.cls and alike_num(a.num, b.num)
    return a == b


def _tidy(row: Row) -> Row:
    """The row without slots that are plainly 0, and with the references of its members; the same row where it is so already."""
    refs = _of_one(row)
    for value in row.num.values():
        if type(value) is int and value == 0:
            return Row(row.cls, tidy_num(row.num), row.n, refs)
    return row if refs is row.refs else Row(row.cls, row.num, row.n, refs)


def _of_one(row: Row) -> dict[str, Reference]:
    """A row's references; a single object that refers member by member refers to one."""
    if (
        not row.refs
        or not is_single(row.n)
        or not any(isinstance(r, Ref) and r.mode == EACH for r in row.refs.values())
    ):
        return row.refs
    return {k: one(r.row) if isinstance(r, Ref) and r.mode == EACH else r for k, r in row.refs.items()}


class _Merger:
    """One pass of merging over a copy of a state's tables."""

    __slots__ = ("asked", "cost", "fresh", "labelled", "named_by", "rows", "seqs", "spend", "unlike")

    def __init__(self, state: State, keep_labels: bool, spend: Callable[[int], None] | None) -> None:
        self.spend = spend
        self.cost = 0  # discrete: of the comparison that goes on
        self.unlike: dict[tuple[int, int], int] = {}  # rows found unlike since the last merge, with what that cost
        self.fresh = state.fresh
        self.rows = {handle: _tidy(row) for handle, row in state.rows.items()}
        self.seqs = dict(state.seqs)
        self.named_by = referrers(state)
        about = state.rows[GAME].refs.get(ABOUT) if GAME in state.rows else None
        self.asked = about.row if isinstance(about, Ref) else -1  # the row that a question is about
        if isinstance(about, Ref):  # a question about one of a group is one about any of its members
            self.named_by[about.row] = [name for name in self.named_by[about.row] if name != (GAME, ABOUT)]
        self.labelled = set(state.labels.values()) if keep_labels else set()

    def partners(self, a: int, b: int, seen: frozenset[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The pairs of rows that merge if ``a`` and ``b`` do (with themselves first), or None if they may not."""
        if a in self.labelled or b in self.labelled or a == b:
            return None
        x, y = self.rows[a], self.rows[b]
        if x.cls is not y.cls or x.cls.kind in (PLAYER, WHOLE_GAME) or not alike_num(x.num, y.num):
            return None
        pairs = [(a, b)]
        seen = seen | {(a, b)}
        for slot in sorted(x.refs.keys() | y.refs.keys()):
            p, q = x.refs.get(slot), y.refs.get(slot)
            if same_reference(p, q):
                if isinstance(p, Ref) and p.mode == EACH:
                    return None
                continue
            if not (isinstance(p, Ref) and isinstance(q, Ref)) or p.row not in self.rows or q.row not in self.rows:
                return None
            if (p.row, q.row) in seen:
                continue
            if not (self.paired(a, p) and self.paired(b, q)):
                return None
            deeper = self.partners(p.row, q.row, seen)
            if deeper is None:
                return None
            pairs += deeper
            seen |= set(deeper)
        for (handle, slot), (other, slot2) in zip(self.named_by.get(a, []), self.named_by.get(b, []), strict=False):
            if slot != slot2:
                return None
            if (handle, other) not in seen:
                return None
        if len(self.named_by.get(a, [])) != len(self.named_by.get(b, [])):
            return None
        return pairs

    def paired(self, handle: int, ref: Ref) -> bool:
        """Whether ``ref`` pairs members one to one: both rows equally many, and nothing else refers to it."""
        return len(self.named_by.get(ref.row, [])) == 1 and (ref.mode == EACH or is_single(self.rows[handle].n))

    def whole(self, a: int, b: int) -> list[tuple[int, int]] | None:
        """The pairs of rows that merge if ``a`` and ``b`` do, with all that refers to them; None if they may not.

        Every row that refers to one has a partner that refers to the other in the same way. So
        afterwards member i refers to member i throughout. Unlike ``partners`` this doesn't say that
        the members can be exchanged one pair at a time: several rows may refer to the same ones.
        """
        found: dict[int, int] = {}
        taken: set[int] = set()
        todo = [(a, b)]
        for x, y in todo:
            if found.get(x) == y:
                continue
            if self.spend is not None:
                cost = 3 + len(self.named_by.get(x, ())) ** 2
                self.cost += cost
                self.spend(cost)
            if x == y or x in taken or y in taken or x in found or y in found or {x, y} & self.labelled:
                return None
            r, q = self.rows[x], self.rows[y]
            if r.cls is not q.cls or r.cls.kind in (PLAYER, WHOLE_GAME) or not alike_num(r.num, q.num):
                return None
            if r.refs.keys() != q.refs.keys():
                return None
            found[x] = y
            taken.add(y)
            for slot, ref in r.refs.items():
                other = q.refs[slot]
                if same_reference(ref, other):
                    if isinstance(ref, Ref) and ref.mode == EACH:
                        return None
                elif not (self.by_member(x, ref) and self.by_member(y, other)):
                    return None
                else:
                    assert isinstance(ref, Ref)
                    assert isinstance(other, Ref)
                    todo.append((ref.row, other.row))
            matched = self.matched(self.named_by.get(x, []), self.named_by.get(y, []), found)
            if matched is None:
                return None
            todo += matched
        return list(found.items())

    def compared(self, a: int, b: int) -> list[tuple[int, int]] | None:
        """As ``whole``; two rows that were unlike stay so until something is merged, and that costs the same."""
        known = self.unlike.get((a, b))
        if known is not None:
            if self.spend is not None:
                self.spend(known)
            return None
        self.cost = 0
        pairs = self.whole(a, b)
        if pairs is None:
            self.unlike[(a, b)] = self.cost
        return pairs

    def by_member(self, handle: int, ref: Reference | None) -> bool:
        """Whether members of a row refer one to one to members of another that can be merged with its like."""
        if not isinstance(ref, Ref) or ref.row not in self.rows:
            return False
        return ref.mode == EACH or (ref.mode == ONE and is_single(self.rows[handle].n))

    def matched(
        self, mine: list[tuple[int, str]], others: list[tuple[int, str]], found: dict[int, int]
    ) -> list[tuple[int, int]] | None:
        """The rows that refer to one row, each with one that refers to the other in the same way; None if any has none."""
        if len(mine) != len(others):
            return None
        left = list(others)
        pairs: list[tuple[int, int]] = []
        for handle, slot in mine:
            if not self.by_member(handle, self.rows[handle].refs[slot]):
                return None
            likely = [h for h, s in left if s == slot and found.get(handle, h) == h and self.fits(handle, h, slot)]
            if not likely:
                return None
            chosen = max(likely, key=lambda h: self.agreeing(handle, h))
            left.remove((chosen, slot))
            pairs.append((handle, chosen))
        return pairs

    def fits(self, a: int, b: int, slot: str) -> bool:
        """Whether two rows could be merged for what they are, and both refer by members."""
        x, y = self.rows[a], self.rows[b]
        return x.cls is y.cls and alike_num(x.num, y.num) and self.by_member(b, y.refs[slot])

    def agreeing(self, a: int, b: int) -> int:
        """How many references of two rows are the same."""
        x, y = self.rows[a].refs, self.rows[b].refs
        return sum(same_reference(ref, y.get(slot)) for slot, ref in x.items())

    def apart(self) -> None:
        """Write a few alike rows that refer to one object one by one: they may yet pair with the likes of it."""
        for handle, row in list(self.rows.items()):
            if type(row.n) is not int or not 1 < row.n <= FEW or not self.may_pair(handle, row):
                continue
            more = range(self.fresh, self.fresh + row.n - 1)
            self.fresh += row.n - 1
            for new in (handle, *more):
                self.rows[new] = Row(row.cls, row.num, 1, row.refs)
            for slot, ref in row.refs.items():
                if isinstance(ref, Ref):
                    self.named_by[ref.row] += [(new, slot) for new in more]
            for name, seq in self.seqs.items():
                if handle in seq:
                    at = seq.index(handle) + 1
                    self.seqs[name] = (*seq[:at], *more, *seq[at:])

    def is_duplicate(self, handle: int) -> bool:
        """Whether a row refers to a single object that is no player."""
        refs = [ref for ref in self.rows[handle].refs.values() if isinstance(ref, Ref)]
        return any(ref.mode == ONE and self.rows[ref.row].cls.kind not in (PLAYER, WHOLE_GAME) for ref in refs)

    def may_pair(self, handle: int, row: Row) -> bool:
        """Whether a row of several refers to a single object, by that alone, and some other row is like that object."""
        if handle in self.labelled or self.named_by.get(handle) or any(differs(v) for v in row.num.values()):
            return False
        refs = [ref for ref in row.refs.values() if isinstance(ref, Ref)]
        if not refs or any(ref.mode != ONE for ref in refs):
            return False
        return any(self.has_like(ref.row) for ref in refs)

    def has_like(self, handle: int) -> bool:
        """Whether another row is of the same class as this one, which is no player."""
        cls = self.rows[handle].cls
        if cls.kind in (PLAYER, WHOLE_GAME):
            return False
        return any(row.cls is cls and other != handle for other, row in self.rows.items())

    def merge(self, pairs: list[tuple[int, int]]) -> None:
        """Merge the second row of each pair into the first; references between merged rows become ``each``."""
        self.unlike.clear()
        gone = {b: a for a, b in pairs}
        for a, b in pairs:
            x, y = self.rows[a], self.rows[b]
            refs: dict[str, Reference] = {}
            for slot, ref in x.refs.items():
                if isinstance(ref, Ref) and any(ref.row == kept for kept, _ in pairs):
                    refs[slot] = each(ref.row)
                else:
                    refs[slot] = ref
            self.rows[a] = Row(x.cls, x.num, x.n + y.n, refs)
        about = self.rows[GAME].refs.get(ABOUT) if GAME in self.rows else None
        if isinstance(about, Ref) and about.row in gone:
            game = self.rows[GAME]
            self.rows[GAME] = Row(game.cls, game.num, game.n, {**game.refs, ABOUT: one(gone[about.row])})
        for b in gone:
            del self.rows[b]
            self.named_by.pop(b, None)
        for handle, names in self.named_by.items():
            self.named_by[handle] = [(h, s) for h, s in names if h not in gone]
        for name, seq in self.seqs.items():
            self.seqs[name] = tuple(h for h in seq if h not in gone)

    def stands_alone(self, handle: int) -> bool:
        """Whether a row of objects has plain amounts, refers to nothing, and nothing refers to it."""
        row = self.rows[handle]
        if row.cls.kind in (PLAYER, WHOLE_GAME) or row.refs or self.named_by.get(handle) or handle == self.asked:
            return False
        return all(type(amount) is int for amount in row.num.values())

    def merge_alone(self, handles: list[int]) -> None:
        """Merge rows that refer to nothing, and that nothing refers to, into the first."""
        self.unlike.clear()
        first, *others = handles
        row = self.rows[first]
        n = row.n
        for other in others:
            if self.spend is not None:
                self.spend(3)  # as one comparison of two such rows
            n = n + self.rows.pop(other).n
            self.named_by.pop(other, None)
        self.rows[first] = Row(row.cls, row.num, n, row.refs)


def is_single(n: Amount) -> bool:
    """Whether a row plainly stands for one object; records no guard."""
    return type(n) is int and n == 1


def normal(state: State, keep_labels: bool = True, spend: Callable[[int], None] | None = None) -> State:
    """The normal form: empty rows gone, rows merged that nobody can tell apart, slots that are 0 unwritten.

    ``spend`` is called with what each comparison of two rows costs, before it is made; it may
    raise.

    Labelled rows stay apart while ``keep_labels``. Idempotent. Two states are *same* only if their
    normal forms correspond row by row. Works on traced amounts too: rows merge only where equal as
    polynomials.
    """
    work = _Merger(state, keep_labels, spend)
    for handle in [h for h, r in work.rows.items() if _empty(r)]:
        del work.rows[handle]
        for name, seq in work.seqs.items():
            work.seqs[name] = tuple(h for h in seq if h != handle)
    work.apart()
    groups = _groups(work)
    _merge_plain(work, groups)
    while _merge_once(work, groups, True):
        pass
    while _merge_once(work, groups, False):
        pass
    labels = {k: v for k, v in state.labels.items() if v in work.rows}
    seqs = {name: seq for name, seq in work.seqs.items() if seq}
    fresh = work.fresh if max(work.rows, default=0) >= state.fresh else state.fresh
    made = State(work.rows, seqs, dict(state.tally), labels, fresh)
    made.only = state.only
    return made


def _empty(row: Row) -> bool:
    if type(row.n) is int and row.n != 0:
        return False
    return row.cls.kind not in (PLAYER, WHOLE_GAME) and is_zero(row.n)


#: What the amounts of all rows have in common that are like one; None where that is not known.
_Likeness: TypeAlias = frozenset[tuple[str, Hashable]] | None


class _Group:
    """The rows of one class that stand in no order, oldest first, and which of them may be alike for their amounts."""

    __slots__ = ("alike", "handles", "known")

    def __init__(self, handles: list[int], known: list[_Likeness]) -> None:
        self.handles = handles
        self.known = known
        self.alike: dict[_Likeness, list[int]] = {}
        for at, likeness_of_row in enumerate(known):
            self.alike.setdefault(likeness_of_row, []).append(at)

    @property
    def may_merge(self) -> bool:
        """Whether any two rows could be alike: amounts that are not identical tell two rows apart."""
        return None in self.alike or len(self.alike) < len(self.handles)

    def behind(self, at: int) -> Iterable[int]:
        """The rows behind one of them that hold the same amounts, or that may do so, in order."""
        if self.known[at] is None:
            return self.handles[at + 1 :]
        alike, unclear = self.alike[self.known[at]], self.alike.get(None, [])
        places = alike[bisect_right(alike, at) :]
        if unclear:
            places = sorted(places + unclear[bisect_right(unclear, at) :])
        return [self.handles[other] for other in places]


def _groups(work: _Merger) -> list[_Group]:
    """The rows that may be merged in any order, by class; merging changes neither their amounts nor their order."""
    ordered = {h for seq in work.seqs.values() for h in seq}
    by_class: dict[int, list[int]] = {}
    for handle, row in work.rows.items():
        if handle not in ordered and handle not in work.labelled:
            by_class.setdefault(id(row.cls), []).append(handle)
    groups = [_Group(g, [_known(work, work.rows[h]) for h in g]) for g in by_class.values() if len(g) > 1]
    return [group for group in groups if group.may_merge]


def _known(work: _Merger, row: Row) -> _Likeness:
    """The likeness of a row together with that of the rows that it refers to: these merge with it, or are the same."""
    own = _likeness(row)
    if own is None or not row.refs:
        return own
    found = set(own)
    for slot, ref in row.refs.items():
        there = work.rows.get(ref.row) if isinstance(ref, Ref) else None
        if isinstance(ref, Gone):
            found.add((slot, id(ref.cls)))
        elif there is None or there.cls.kind in (PLAYER, WHOLE_GAME):
            found.add((slot, ref.row))
        else:
            of_it = _likeness(there)
            if of_it is None:
                return None
            found.add((slot, (id(there.cls), of_it)))
    return frozenset(found)


def _likeness(row: Row) -> _Likeness:
    found: list[tuple[str, Hashable]] = []
    for slot, amount in row.num.items():
        known = amount if type(amount) is int else likeness(amount)
        if known is None:
            return None
        if type(known) is not int or known != 0:
            found.append((slot, known))
    return frozenset(found)


def _merge_plain(work: _Merger, groups: list[_Group]) -> None:
    """Merge in one go what is alike by plain numbers and stands alone: one pair after the other takes as many sweeps as rows."""
    for group in groups:
        for known, places in group.alike.items():
            handles = [group.handles[at] for at in places] if known is not None else []
            alone = [handle for handle in handles if work.stands_alone(handle)]
            if len(alone) > 1:
                work.merge_alone(alone)


def _merge_once(work: _Merger, groups: list[_Group], paired: bool) -> bool:
    """Merge all that can be merged in one sweep; whether anything was. ``paired``: without mere duplicates that refer
    to one object, which may belong to different members of a group yet to be formed."""
    merged = False
    for group in groups:
        for at, a in enumerate(group.handles):
            if a not in work.rows:
                continue
            for b in group.behind(at):
                if a in work.rows and b in work.rows:
                    merged |= _try(work, a, b, paired)
    for name in sorted(work.seqs):
        i = 0
        while i + 1 < len(work.seqs[name]):
            a, b = work.seqs[name][i], work.seqs[name][i + 1]
            if _try(work, a, b, paired):
                merged = True
            else:
                i += 1
    return merged


def _try(work: _Merger, a: int, b: int, paired: bool) -> bool:
    pairs = work.compared(a, b)
    if pairs is None or (paired and len(pairs) == 1 and work.is_duplicate(a)):
        return False
    ordered = {h for seq in work.seqs.values() for h in seq}
    behind = {h: below for seq in work.seqs.values() for h, below in pairwise(seq)}
    seated = [(x, y) for x, y in pairs if x in ordered or y in ordered]
    if seated and all(behind.get(y) == x for x, y in seated):
        pairs = [(y, x) for x, y in pairs]
    elif any(behind.get(x) != y for x, y in seated):
        return False
    work.merge(pairs)
    return True


def indistinguishable(state: State, a: int, b: int) -> bool:
    """Whether nobody can tell the members of two rows apart (603.3b: such triggers need no order)."""
    if a == b:
        return True
    x, y = state.rows[a], state.rows[b]
    if x.cls is not y.cls or x.cls.ordered or not alike_num(x.num, y.num):
        return False  # timestamps tell them apart, or the usual answer, without looking at the whole state
    work = _Merger(state, keep_labels=True, spend=None)
    pairs = work.partners(a, b, frozenset())
    if pairs is not None and all(_neighbours(state, x, y) for x, y in pairs):
        return True
    # Each may have followers of its own, such as what is due for it later: then they change places with them.
    pairs = work.whole(a, b)
    placed = {handle for seq in state.seqs.values() for handle in seq}
    return pairs is not None and not any(x in placed or y in placed for x, y in pairs)


def _neighbours(state: State, a: int, b: int) -> bool:
    """Whether only rows of their own class stand between two rows in each order that holds them (613.7)."""
    for seq in state.seqs.values():
        if a in seq and b in seq:
            first, second = sorted((seq.index(a), seq.index(b)))
            if any(state.rows[h].cls is not state.rows[a].cls for h in seq[first + 1 : second]):
                return False
    return True


def explode(state: State) -> State:
    """Every object a row of its own, numbered in order of age.

    Raises ``Unsupported`` where that would be more than ``EXPLODE_BUDGET`` objects.
    """
    members: dict[int, range] = {}
    fresh = 0
    total = 0
    for handle, row in state.rows.items():
        n = plain(row.n)
        if row.cls.kind in (PLAYER, WHOLE_GAME) or n <= 1 or row.cls.zone == LIBRARY:
            n = 1
        else:
            total += n
        if total > EXPLODE_BUDGET:
            message = f"more than {EXPLODE_BUDGET} objects would be written out one by one"
            raise Unsupported(Refusal(UNDETERMINED, "explode-budget", message))
        members[handle] = range(fresh, fresh + n)
        fresh += n
    rows: dict[int, Row] = {}
    for handle, row in state.rows.items():
        for i, member in enumerate(members[handle]):
            refs: dict[str, Reference] = {}
            for slot, ref in row.refs.items():
                if isinstance(ref, Ref) and ref.mode == EACH and len(members[handle]) > 1:
                    refs[slot] = one(members[ref.row][i])
                elif isinstance(ref, Ref):
                    refs[slot] = Ref(ONE, members[ref.row][0])
                else:
                    refs[slot] = ref
            count = row.n if len(members[handle]) == 1 else 1
            rows[member] = Row(row.cls, _of_member(row.num, i), count, refs)
    seqs = {name: tuple(m for h in seq for m in members[h]) for name, seq in state.seqs.items()}
    here = [(label, handle) for label, handle in state.labels.items() if handle in members]
    labels = {label: members[handle][0] for label, handle in here}
    return State(rows, seqs, dict(state.tally), labels, fresh)


def _of_member(num: dict[str, Amount], i: int) -> dict[str, Amount]:
    """The amounts of member number ``i`` of a row, from 0."""
    found = dict(num)
    for slot, amount in num.items():
        if differs(amount):
            found[slot] = amount.at(i // plain(amount.members.width))
    return found
