"""Small writing tools of the rules: splitting groups, moving objects, counters, life, tallies, game flags.

Every function here writes through ``events.apply`` only.
"""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, differ, is_zero, less
from reiterate.state.events import (
    ADD,
    CLASS,
    COUNT,
    DROP,
    MEMBERS,
    NEW,
    NOTE,
    REFS,
    SEQ,
    SET,
    TALLY,
    Draft,
    Event,
    apply,
)
from reiterate.state.index import standing
from reiterate.state.model import (
    EACH,
    GAME,
    HAND,
    POINTING,
    STACK,
    Class,
    Gone,
    Ref,
    Reference,
    Row,
    State,
    each,
    one,
    player,
)
from reiterate.state.model import SET as SETS
from reiterate.state.normal_form import alike_num, is_single, tidy_num
from reiterate.state.progression_rows import cut, members_of
from reiterate.state.properties import (
    ABOUT,
    ACTIVE,
    ASKED,
    CARD,
    COPY,
    LOST,
    PLAYER,
    TIMESTAMPS,
    TOKEN,
    NumberName,
    TextName,
)


def tell(draft: Draft, what: str, row: int = -1, key: str = "", amount: Amount = 0) -> None:
    """Log something that happened without a change of its own."""
    apply(draft, Event(NOTE, what, row, key, amount))


def tally(draft: Draft, key: str, amount: Amount, row: int = -1) -> None:
    """Count something that happened, to ``row`` where that is told; tallies are no part of the position."""
    apply(draft, Event(TALLY, "", row, key, amount))


def add(draft: Draft, what: str, row: int, slot: str, amount: Amount) -> None:
    """Change an amount slot of a row."""
    apply(draft, Event(ADD, what, row, slot, amount))
    draft.news = True


def put(draft: Draft, what: str, row: int, slot: str, amount: Amount) -> None:
    """Set an amount slot of a row."""
    apply(draft, Event(SET, what, row, slot, amount))
    draft.news = True


def turn_into(draft: Draft, what: str, row: int, cls: Class) -> None:
    """Change the class of a row."""
    apply(draft, Event(CLASS, what, row, "", 0, cls))
    draft.news = True


def new_row(draft: Draft, what: str, row: Row) -> int:
    """Add a row and return its handle."""
    handle = draft.fresh
    apply(draft, Event(NEW, what, handle, "", row.n, row))
    draft.news = True
    return handle


def set_seq(draft: Draft, name: str, seq: tuple[int, ...]) -> None:
    """Replace a sequence."""
    apply(draft, Event(SEQ, "", -1, name, 0, seq))


def set_refs(draft: Draft, row: int, refs: dict[str, Reference]) -> None:
    """Replace the references of a row."""
    apply(draft, Event(REFS, "", row, "", 0, refs))


def game(state: State) -> Class:
    """The class of the game's row."""
    return state.rows[GAME].cls


def ask_for(draft: Draft, what: str, key: NumberName | None = None, value: int = 0) -> None:
    """Say what the game waits for, together with one number of its row (``who`` decides, who is ``next``)."""
    now = draft.rows[GAME].cls
    then = now.with_prop(ASKED, what)
    if key is not None:
        then = then.with_prop(key, value)
    if then is not now:
        apply(draft, Event(CLASS, "", GAME, "", 0, then))


def set_game(draft: Draft, cls: Class) -> None:
    """Change step, active player, decision: bookkeeping of the game's row."""
    if cls is not draft.rows[GAME].cls:
        apply(draft, Event(CLASS, "", GAME, "", 0, cls))


def set_about(draft: Draft, handle: int | None) -> None:
    """Say which row the present decision is about."""
    refs = draft.rows[GAME].refs
    if handle is None:
        if refs:
            set_refs(draft, GAME, {})
    else:
        set_refs(draft, GAME, {ABOUT: one(handle)})


def about(state: State) -> int:
    """The row that the present decision is about."""
    ref = state.rows[GAME].refs[ABOUT]
    assert isinstance(ref, Ref)
    return ref.row


def family(state: State, handle: int) -> list[int]:
    """The rows whose members are paired one to one with this row's, itself included."""
    found = [handle]
    for at in found:
        for slot in state.rows[at].refs.values():
            if isinstance(slot, Ref) and slot.mode == EACH and slot.row not in found:
                found.append(slot.row)
        for other in standing(state, POINTING):
            refs = state.rows[other].refs.values()
            paired = any(isinstance(r, Ref) and r.mode == EACH and r.row == at for r in refs)
            if paired and other not in found:
                found.append(other)
    return found


def split(draft: Draft, handle: int, count: Amount, front: bool = False) -> int:
    """Split ``count`` members off a row (the last ones, or the first) and return their row.

    Rows paired with it are split alike, so that member i keeps its partner. In a sequence the new
    row stands before (``front``) or behind the rest. A row is left whole, and returned, when that
    is all of it.
    """
    row = draft.rows[handle]
    rest = row.n - count
    if is_zero(rest, "107.1"):
        return handle
    kin = family(draft, handle)
    fresh: dict[int, int] = {}
    for old in kin:
        fresh[old] = draft.fresh
        whole = draft.rows[old]
        apply(draft, Event(NEW, "", draft.fresh, "", count, Row(whole.cls, whole.num, count, whole.refs)))
        apply(draft, Event(COUNT, "", old, "", rest))
    for old, new in fresh.items():
        refs: dict[str, Reference] = {}
        for slot, ref in draft.rows[old].refs.items():
            if isinstance(ref, Ref) and ref.mode == EACH:
                refs[slot] = one(fresh[ref.row]) if is_single(count) else each(fresh[ref.row])
            else:
                refs[slot] = ref
        if refs:
            set_refs(draft, new, refs)
        _seat_beside(draft, old, new, front)
    _split_sets(draft, fresh)
    return fresh[handle]


def _split_sets(draft: Draft, fresh: dict[int, int]) -> None:
    """Whoever refers to a row as a set refers to both parts of it after a split."""
    for other in standing(draft, POINTING):
        row = draft.rows[other]
        more: dict[str, Reference] = {}
        for slot, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.mode == SETS and ref.row in fresh:
                more[f"{slot}.{fresh[ref.row]}"] = Ref(SETS, fresh[ref.row])
        if more:
            set_refs(draft, other, tidy_sets({**row.refs, **more}))


def tidy_sets(refs: dict[str, Reference]) -> dict[str, Reference]:
    """References with the parts of sets numbered in order, so that names of slots tell nothing of rows."""
    made: dict[str, Reference] = {}
    numbered: dict[str, int] = {}
    for slot, ref in refs.items():
        if (isinstance(ref, Ref) and ref.mode == SETS) or "." in slot:
            stem = slot.partition(".")[0]
            numbered[stem] = numbered.get(stem, -1) + 1
            made[f"{stem}.{numbered[stem]}" if numbered[stem] else stem] = ref
        else:
            made[slot] = ref
    return made


def _seat_beside(draft: Draft, old: int, new: int, front: bool) -> None:
    for name, seq in draft.seqs.items():
        if old in seq:
            at = seq.index(old) + (0 if front else 1)
            set_seq(draft, name, (*seq[:at], new, *seq[at:]))
            return


def single_out(draft: Draft, handle: int, member: Amount = 0) -> int:
    """One member of a row as a row of its own: the ``member``-th from the top for paired rows, else any."""
    if is_single(draft.rows[handle].n):
        return handle
    if type(member) is int and member == 0:
        return split(draft, handle, 1)
    rest = draft.rows[handle].n - member
    if not is_zero(rest, "107.1"):
        split(draft, handle, rest)
    return split(draft, handle, 1)


def stand_apart(state: State, apart: tuple[tuple[int, Amount], ...]) -> Draft:
    """The same position with members of groups that differ by equal steps as rows of their own (``Choice.apart``).

    Nothing happens in the game. Raises ``Unsupported`` where there is no such member, or something
    refers to its group.
    """
    draft = Draft(state)
    for handle, index in apart:
        row = draft.rows.get(handle)
        members = members_of(row) if row is not None else None
        if row is None or members is None or less(index, 0, "107.1") or at_least(index, members.count, "107.1"):
            raise differ("naming a member that is not there")
        if any(refers(draft.rows[other].refs, handle) for other in standing(draft, POINTING)):
            raise differ("taking a member of a group that something refers to")
        above = members.count - 1 - index
        own = handle
        if not is_zero(index, "107.1"):
            apply(draft, Event(MEMBERS, "", handle, "", index * members.width, cut(row, 0, index)))
            own = draft.fresh
        apply(draft, Event(MEMBERS, "", own, "", members.width, cut(row, index, 1)))
        if not is_zero(above, "107.1"):
            apply(draft, Event(MEMBERS, "", draft.fresh, "", above * members.width, cut(row, index + 1, above)))
    draft.dirty.clear()
    return draft


def is_paired(state: State, handle: int) -> bool:
    """Whether a row's members are told apart by what is paired with them."""
    row = state.rows[handle]
    if any(isinstance(r, Ref) and r.mode == EACH for r in row.refs.values()):
        return True
    return any(
        isinstance(r, Ref) and r.mode == EACH and r.row == handle
        for other in standing(state, POINTING)
        for r in state.rows[other].refs.values()
    )


def merge_news(draft: Draft) -> None:
    """Merge rows touched since the last time with rows nobody can tell them from, where nothing refers to either."""
    if not draft.dirty:
        return
    rows, index = draft.rows, draft.index
    for handle in sorted({*draft.dirty}):
        row = rows.get(handle)
        if row is None or row.refs or not row.cls.called:
            continue  # only cards and tokens merge
        like = index[row.cls.called]
        if len(like) == 1:
            continue
        for other in like:
            present = rows[other]
            if present.cls is not row.cls or other == handle or present.refs:
                continue
            if not alike_num(present.num, row.num):
                continue
            if _told_apart(draft, handle, other):
                continue
            if row.cls.ordered and not _neighbours(draft, handle, other):
                continue
            kept, gone = min(handle, other), max(handle, other)
            apply(draft, Event(COUNT, "", kept, "", draft.rows[kept].n + draft.rows[gone].n))
            if row.cls.ordered:
                set_seq(draft, TIMESTAMPS, tuple(h for h in draft.seqs[TIMESTAMPS] if h != gone))
            apply(draft, Event(DROP, "", gone))
            break


def _neighbours(state: State, a: int, b: int) -> bool:
    """Whether nothing with a timestamp lies between two rows that have one."""
    seq = state.seqs.get(TIMESTAMPS, ())
    return a in seq and b in seq and abs(seq.index(a) - seq.index(b)) == 1


def _told_apart(state: State, a: int, b: int) -> bool:
    """Whether anything refers to one of two rows, has a place for it, or is a label of it."""
    for handle in standing(state, POINTING):
        for ref in state.rows[handle].refs.values():
            if isinstance(ref, Ref) and (ref.row == a or ref.row == b):
                return True
    for name, seq in state.seqs.items():
        if name != TIMESTAMPS and (a in seq or b in seq):
            return True
    named = state.labels.values()
    return a in named or b in named


def discard_row(draft: Draft, handle: int, what: str = "", known: Row | None = None) -> None:
    """Remove a row from the game; references to it keep its last known values (608.2h).

    ``known``: the row as it is remembered, with what effects made of it.
    """
    last = draft.rows[handle]
    for name, seq in draft.seqs.items():
        if handle in seq:
            set_seq(draft, name, tuple(h for h in seq if h != handle))
    for other in standing(draft, POINTING):
        refs = draft.rows[other].refs
        if refers(refs, handle):
            set_refs(draft, other, _last_known(refs, handle, known or last))
    for frame in draft.frames:
        if refers(frame.refs, handle):
            frame.refs = _last_known(frame.refs, handle, known or last)
    apply(draft, Event(DROP, what, handle, "", last.n))
    draft.news = True


def refers(refs: dict[str, Reference], handle: int) -> bool:
    """Whether any of the references is to this row."""
    for ref in refs.values():  # noqa: SIM110 # asked of every row that refers to something: a generator costs twice as much
        if isinstance(ref, Ref) and ref.row == handle:
            return True
    return False


def _last_known(refs: dict[str, Reference], handle: int, last: Row) -> dict[str, Reference]:
    gone = Gone(last.cls, tidy_num(last.num))
    return {slot: gone if isinstance(ref, Ref) and ref.row == handle else ref for slot, ref in refs.items()}


def push(draft: Draft, handle: int) -> None:
    """Put a row on top of the stack."""
    set_seq(draft, STACK, (handle, *draft.seqs.get(STACK, ())))


def seats(state: State) -> list[int]:
    """Seats of the players still in the game, in turn order from the active player."""
    rows = state.rows
    found: list[int] = []
    lost = False
    for row in rows.values():
        cls = row.cls
        if cls.kind == PLAYER:
            found.append(cls.owner)
            if LOST in cls.by_prop:
                lost = True
        elif found:
            break  # the players' rows come first, right after the game's
    active = rows[GAME].cls.by_prop.get(ACTIVE, 0)
    assert isinstance(active, int)
    order = found[active:] + found[:active] if active else found
    return [seat for seat in order if LOST not in rows[1 + seat].cls.by_prop] if lost else order


def has_left(state: State, seat: int) -> bool:
    """Whether a player's objects have left the game with them (800.4a); not yet as they lose, nor where the game is over."""
    if not state.rows[1 + seat].cls.prop(LOST) or state.game.prop(ASKED) == "over":
        return False
    return not any(row.cls.owner == seat and row.cls.kind in (CARD, TOKEN, COPY) for row in state.rows.values())


def active_seat(state: State) -> int:
    """The active player's seat."""
    value = state.rows[GAME].cls.by_prop.get(ACTIVE, 0)
    assert isinstance(value, int)
    return value


def number_prop(cls: Class, name: NumberName) -> int:
    """A property that is a whole number; 0 if absent."""
    value = cls.by_prop.get(name, 0)
    assert isinstance(value, int)
    return int(value)


def text_prop(cls: Class, name: TextName) -> str:
    """A property that is a text; "" if absent."""
    value = cls.by_prop.get(name, "")
    assert isinstance(value, str), f"{name} of {cls!r} is no text"
    return value


def next_after(state: State, seat: int) -> int:
    """The next player in turn order who is still in the game (800.4a, 800.4j)."""
    return min(seats(state), key=lambda other: (other <= seat, other))


def opponents(state: State, seat: int) -> list[int]:
    """Seats of a player's opponents in turn order from the active player."""
    return [s for s in seats(state) if s != seat]


def hand_size(state: State, seat: int) -> Amount:
    """How many cards a player has in hand."""
    total: Amount = 0
    for row in state.rows.values():
        if row.cls.zone == HAND and row.cls.owner == seat:
            total = total + row.n
    return total


def in_game(state: State, seat: int) -> bool:
    """Whether a player is still in the game."""
    return not state.rows[player(seat)].cls.prop(LOST)
