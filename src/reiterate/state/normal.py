"""The normal form: what nobody can tell apart is one row with a count; and ``explode``, its opposite."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, differs, identical, is_zero, plain
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.state.model import EACH, ONE, Gone, Ref, Reference, Row, State, each, one

#: ``explode`` refuses to write out more objects than this.
EXPLODE_BUDGET: Final = 5_000


def tidy_num(num: dict[str, Amount]) -> dict[str, Amount]:
    """The slots without those that are plainly 0 (presence of a key means nothing)."""
    return {slot: value for slot, value in num.items() if not (type(value) is int and value == 0)}


def alike_num(a: dict[str, Amount], b: dict[str, Amount]) -> bool:
    """Whether two sets of slots hold the same amounts, as polynomials while tracing; records no guard."""
    if a is b:
        return True
    return all(identical(a.get(slot, 0), b.get(slot, 0)) for slot in a.keys() | b.keys())


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


def _of_one(row: Row) -> dict[str, Reference]:
    """A row's references; a single object that refers member by member refers to one."""
    if not is_single(row.n) or not any(isinstance(r, Ref) and r.mode == EACH for r in row.refs.values()):
        return row.refs
    return {k: one(r.row) if isinstance(r, Ref) and r.mode == EACH else r for k, r in row.refs.items()}


class _Merger:
    """One pass of merging over a copy of a state's tables."""

    __slots__ = ("labelled", "named_by", "rows", "seqs")

    def __init__(self, state: State, keep_labels: bool) -> None:
        self.rows = {h: Row(r.cls, tidy_num(r.num), r.n, _of_one(r)) for h, r in state.rows.items()}
        self.seqs = dict(state.seqs)
        self.named_by = referrers(state)
        self.labelled = set(state.labels.values()) if keep_labels else set()

    def partners(self, a: int, b: int, seen: frozenset[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The pairs of rows that merge if ``a`` and ``b`` do (with themselves first), or None if they may not."""
        if a in self.labelled or b in self.labelled or a == b:
            return None
        x, y = self.rows[a], self.rows[b]
        if x.cls is not y.cls or x.cls.kind in ("player", "game") or not alike_num(x.num, y.num):
            return None
        if x.num and any(differs(v) for v in x.num.values()):
            return None  # members that differ: more of each is no larger count
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

    def merge(self, pairs: list[tuple[int, int]]) -> None:
        """Merge the second row of each pair into the first; references between merged rows become ``each``."""
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
        for b in gone:
            del self.rows[b]
            self.named_by.pop(b, None)
        for handle, names in self.named_by.items():
            self.named_by[handle] = [(h, s) for h, s in names if h not in gone]
        for name, seq in self.seqs.items():
            self.seqs[name] = tuple(h for h in seq if h not in gone)


def is_single(n: Amount) -> bool:
    """Whether a row plainly stands for one object; records no guard."""
    return type(n) is int and n == 1


def normal(state: State, keep_labels: bool = True) -> State:
    """The normal form: empty rows gone, rows merged that nobody can tell apart, slots that are 0 unwritten.

    Labelled rows stay apart while ``keep_labels``. Idempotent. Two states are *same* only if their normal forms
    correspond row by row. Works on traced amounts too: rows merge only where equal as polynomials.
    """
    work = _Merger(state, keep_labels)
    for handle in [h for h, r in work.rows.items() if _empty(r)]:
        del work.rows[handle]
        for name, seq in work.seqs.items():
            work.seqs[name] = tuple(h for h in seq if h != handle)
    while _merge_once(work):
        pass
    labels = {k: v for k, v in state.labels.items() if v in work.rows}
    seqs = {name: seq for name, seq in work.seqs.items() if seq}
    return State(work.rows, seqs, dict(state.tally), labels, state.fresh)


def _empty(row: Row) -> bool:
    return row.cls.kind not in ("player", "game") and is_zero(row.n)


def _merge_once(work: _Merger) -> bool:
    """Merge all that can be merged in one sweep; whether anything was."""
    ordered = {h for seq in work.seqs.values() for h in seq}
    merged = False
    by_class: dict[int, list[int]] = {}
    for handle in list(work.rows):
        if handle not in ordered:
            by_class.setdefault(id(work.rows[handle].cls), []).append(handle)
    groups = [g for g in by_class.values() if len(g) > 1]
    for group in groups:
        for i, a in enumerate(group):
            for b in group[i + 1 :]:
                if a in work.rows and b in work.rows:
                    merged |= _try(work, a, b, ordered)
    for name in sorted(work.seqs):
        i = 0
        while i + 1 < len(work.seqs[name]):
            a, b = work.seqs[name][i], work.seqs[name][i + 1]
            if _try(work, a, b, ordered - {a, b}):
                merged = True
            else:
                i += 1
    return merged


def _try(work: _Merger, a: int, b: int, ordered: set[int]) -> bool:
    pairs = work.partners(a, b, frozenset())
    if pairs is None or any(x in ordered or y in ordered for x, y in pairs):
        return False
    work.merge(pairs)
    return True


def alike(state: State, a: int, b: int) -> bool:
    """Whether nobody can tell the members of two rows apart (603.3b: such triggers need no order)."""
    if a == b:
        return True
    x, y = state.rows[a], state.rows[b]
    if x.cls is not y.cls or not alike_num(x.num, y.num):
        return False  # the usual answer, without looking at the whole state
    return _Merger(state, keep_labels=True).partners(a, b, frozenset()) is not None


def explode(state: State) -> State:
    """Every object a row of its own; ``Unsupported`` where that would be more than ``EXPLODE_BUDGET`` objects."""
    members: dict[int, list[int]] = {}
    fresh = state.fresh
    total = 0
    for handle, row in state.rows.items():
        n = plain(row.n)
        if row.cls.kind in ("player", "game") or n == 1 or row.cls.zone == "library":
            members[handle] = [handle]
            continue
        total += n
        if total > EXPLODE_BUDGET:
            message = f"more than {EXPLODE_BUDGET} objects would be written out one by one"
            raise Unsupported(Refusal(UNDETERMINED, "explode-budget", message))
        members[handle] = [handle, *range(fresh, fresh + n - 1)]
        fresh += n - 1
    rows: dict[int, Row] = {}
    for handle, row in state.rows.items():
        for i, member in enumerate(members[handle]):
            refs: dict[str, Reference] = {}
            for slot, ref in row.refs.items():
                if isinstance(ref, Ref) and ref.mode == EACH and len(members[handle]) > 1:
                    refs[slot] = one(members[ref.row][i])
                elif isinstance(ref, Ref):
                    refs[slot] = Ref(ONE, ref.row)
                else:
                    refs[slot] = ref
            count = row.n if len(members[handle]) == 1 else 1
            rows[member] = Row(row.cls, _of_member(row.num, i), count, refs)
    seqs = {name: tuple(m for h in seq for m in members[h]) for name, seq in state.seqs.items()}
    return State(rows, seqs, dict(state.tally), dict(state.labels), fresh)


def _of_member(num: dict[str, Amount], i: int) -> dict[str, Amount]:
    """The amounts of member number ``i`` of a row, from 0."""
    found = dict(num)
    for slot, amount in num.items():
        if differs(amount):
            found[slot] = amount.at(i // plain(amount.members.width))
    return found
