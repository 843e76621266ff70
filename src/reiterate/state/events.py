"""Events: the only writer. Every change of a state is one frozen event applied by ``apply``.

An event says by ``op`` what changes in the data and by ``what`` what happened in the game
("tapped", "gained life"). Applying the same events to the same state gives the same state, so a
list of events is a replay and a log.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from reiterate.amounts import Amount, debug_text, differ, differs
from reiterate.state.index import enlist, indexed, put_in, strike, take_out
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    EXILE,
    GAME,
    GRAVEYARD,
    POINTING,
    Class,
    Index,
    Ref,
    Reference,
    Row,
    State,
)
from reiterate.state.properties import KEYWORD_COUNTED

NEW: Final = "new"  # row appears as `value`
CLASS: Final = "class"  # the row's class becomes `value`
ADD: Final = "add"  # slot `key` changes by `amount`
SET: Final = "set"  # slot `key` becomes `amount`
COUNT: Final = "count"  # the row stands for `amount` things
REFS: Final = "refs"  # the row's references become `value`
SEQ: Final = "seq"  # sequence `key` becomes `value`
DROP: Final = "drop"  # the row is gone
TALLY: Final = "tally"  # tally `key` grows by `amount`
LABEL: Final = "label"  # label `key` names the row (or nothing: -1)
_AMOUNTS: Final = (ADD, SET)
MEMBERS: Final = "members"  # the row stands for the members of `value`: a part of a group whose members differ
NOTE: Final = "note"  # nothing changes in the data: something happened that is worth telling

# What the key of a note says, where programs ask for it.
TURN_BEGINS: Final = "turn begins"  # 500.1
COMBAT_DAMAGE_DEALT: Final = "combat damage"  # 510.2

Value: TypeAlias = "Class | Row | dict[str, Reference] | tuple[int, ...] | None"


class Event:
    """One change. Frozen by convention: made once, applied once, kept for ever."""

    __slots__ = ("amount", "key", "op", "row", "value", "what")

    def __init__(
        self, op: str, what: str, row: int = -1, key: str = "", amount: Amount = 0, value: Value = None
    ) -> None:
        self.op = op
        self.what = what
        self.row = row
        self.key = key
        self.amount = amount
        self.value = value

    def __repr__(self) -> str:
        return (
            f"Event({self.op}, {self.what!r}, row={self.row}, {self.key!r}, {debug_text(self.amount)}, {self.value!r})"
        )


#: Bytes of a table for each row, and of an empty one, from which on the table is written anew. Python keeps the room of rows that are gone, in
#: copies too: after some dozens of new rows each position of a game took 2,400 bytes more.
_WIDE: Final = 60
_LEAST: Final = 300


class Draft(State):
    """A state being written: its own copies of the tables, the events so far, and the rows touched."""

    __slots__ = (
        "answers",
        "batch",
        "batched",
        "checked",
        "dirty",
        "ended",
        "entering",
        "events",
        "frames",
        "joined",
        "news",
        "results",
        "standing",
        "watch",
    )

    def __init__(self, base: State) -> None:
        index = (base.index or indexed(base)).copy()
        view = base.view.copy()
        super().__init__(base.rows.copy(), base.seqs.copy(), base.tally.copy(), base.labels, base.fresh, view, index)
        self.events: list[Event] = []
        self.dirty: list[int] = []
        self.ended: list[int] = []  # effects until something that has happened now, still to be carried out
        self.answers: list[Any] = []  # decisions made beforehand for what happens in the middle of an event
        self.results: list[str] = []  # results of random events that were given beforehand, in order
        self.standing: list[Any] = []  # decisions made before a player left, which stand
        self.watch: Any = None  # where what is played could begin anew, if somebody asks for that
        self.frames: list[Any] = []  # what resolves now; each has ``refs``, kept up as those of rows are
        self.batch = 0  # the number of what happens at the same time now
        self.entering = 0  # the number of what enters the battlefield at the same time now
        self.batched: dict[object, int] = {}  # in which of these an ability about one or more things triggered
        self.joined: dict[object, tuple[int, range]] = {}  # and one about damage, with the handles of what waits for it
        self.checked = 0  # how many of them the last check of state-based actions knew
        self.news = False  # something happened since state-based actions were last checked

    def done(self) -> State:
        """The written state. The draft must not be used afterwards."""
        known = self.view.get(UNSETTLED)
        if isinstance(known, tuple) and len(self.dirty) > self.checked:
            self.view[UNSETTLED] = (*known, *self.dirty[self.checked :])
        rows = self.rows
        if sys.getsizeof(rows) > _WIDE * len(rows) + _LEAST:
            rows = {handle: row for handle, row in rows.items()}  # noqa: C416 # a copy made by ``dict`` keeps the room
        made = State(rows, self.seqs, self.tally, self.labels, self.fresh, self.view, self.index)
        made.only = self.only
        return made


def apply(draft: Draft, event: Event) -> None:
    """Apply one event to a draft and log it: the single function that changes a state."""
    draft.events.append(event)
    op = event.op
    handle = event.row
    rows = draft.rows
    if op == CLASS:
        old = rows[handle]
        now = event.value
        assert isinstance(now, Class)
        rows[handle] = Row(now, old.num, old.n, old.refs)
        if handle != GAME:
            _turned(draft, handle, old.cls, now)
        elif draft.view.get(WHOLE, STEADY) != STEADY:
            draft.view.clear()
    elif op in _AMOUNTS:
        old = rows[handle]
        if type(event.amount) is not int and differs(event.amount):
            _stays(old, event)
        num = old.num.copy()
        num[event.key] = event.amount if op == SET else num.get(event.key, 0) + event.amount
        rows[handle] = Row(old.cls, num, old.n, old.refs)
        draft.dirty.append(handle)
        if draft.view.get(WHOLE, STEADY) != STEADY or event.key in KEYWORD_COUNTED:
            draft.view.clear()
    elif op == TALLY:
        if type(event.amount) is not int and differs(event.amount):
            raise differ("counting an amount")
        draft.tally[event.key] = draft.tally.get(event.key, 0) + event.amount
    elif op == SEQ:
        assert isinstance(event.value, tuple)
        draft.seqs[event.key] = event.value
    elif op == NEW:
        assert isinstance(event.value, Row)
        made = event.value
        if made.num:
            _no_member(made)
        rows[handle] = made
        if made.cls.listed or made.refs:
            enlist(draft.index, handle, made)
        if handle >= draft.fresh:
            draft.fresh = handle + 1
        draft.dirty.append(handle)
        view = draft.view
        if made.cls.static or _in_layers(view, made.cls) or _counted(made):
            view.clear()
        elif HEARD in view and made.cls.zone in _HEARING:
            new = view.get(UNHEARD, ())
            assert isinstance(new, tuple)
            view[UNHEARD] = (*new, handle)
    elif op == DROP:
        _dropped(draft, handle, rows.pop(handle))
    elif op == LABEL:
        draft.labels = {**draft.labels, event.key: handle}
        if handle < 0:
            del draft.labels[event.key]
    elif op in (COUNT, REFS, MEMBERS):
        _replace(draft, event)
    else:
        assert op == NOTE, f"unknown event {op}"


def _turned(draft: Draft, handle: int, was: Class, now: Class) -> None:
    """What follows from a new class of a row that is not the game's."""
    draft.dirty.append(handle)
    if was.listed is not now.listed:
        _relist(draft.index, handle, was, now)
    moved = was.zone != now.zone or was.controller != now.controller
    # Tapping and flags change nobody's characteristics: what reads them is never kept in the view.
    if moved or was.proto is not now.proto or was.marks != now.marks:
        given = was.static or now.static or _counted(draft.rows[handle])
        _stale(draft, handle, given, now.zone == BATTLEFIELD)
    elif draft.view.get(WHOLE, STEADY) != STEADY or (WHOLE in draft.view and was.props != now.props):
        draft.view.clear()


def _counted(row: Row) -> bool:
    """Whether keyword counters give a row something as a static ability does (122.1b)."""
    return not KEYWORD_COUNTED.isdisjoint(row.num)


def _in_layers(view: Mapping[int, object], cls: Class) -> bool:
    """Whether what was derived by the layers may change as a row of a class comes or goes."""
    known = view.get(WHOLE)
    return known is not None and (known != STEADY or cls.zone in _LAYERED)


def _relist(index: Index, handle: int, was: Class, now: Class) -> None:
    """Let a row stand in the entries of its new class."""
    for entry in was.listed:
        if entry not in now.listed:
            take_out(index, handle, entry)
    for entry in now.listed:
        if entry not in was.listed:
            put_in(index, handle, entry)


def _stale(draft: Draft, handle: int, all_of_it: bool, other: bool = False, gone: bool = False) -> None:
    """Forget what no longer follows: everything where a static ability comes or goes, else what is known of the row.

    ``other``: the row is still a permanent, and may have other abilities than before. ``gone``: the row was taken away.
    """
    if all_of_it or (WHOLE in draft.view and not gone):
        draft.view.clear()
    else:
        draft.view.pop(handle, None)
        if other:
            draft.view.pop(HEARD, None)


def _replace(draft: Draft, event: Event) -> None:
    """Change what a row stands for, or what it refers to."""
    handle = event.row
    if event.op == MEMBERS:
        assert isinstance(event.value, Row)
        if handle in draft.rows:
            strike(draft.index, handle, draft.rows[handle])
        enlist(draft.index, handle, event.value)
        draft.rows[handle] = event.value
        draft.fresh = max(draft.fresh, handle + 1)
        draft.view.clear()
    else:
        old = draft.rows[handle]
        if event.op == COUNT:
            if old.num:
                _no_member(old)
            draft.rows[handle] = Row(old.cls, old.num, event.amount, old.refs)
            if old.cls.static or WHOLE in draft.view:
                draft.view.clear()
        else:
            assert isinstance(event.value, dict)
            draft.rows[handle] = Row(old.cls, old.num, old.n, event.value)
            if old.refs and not event.value:
                take_out(draft.index, handle, POINTING)
            elif event.value and not old.refs:
                put_in(draft.index, handle, POINTING)
            _left(draft, old)
            # Characteristics read references of permanents and of continuous effects alone.
            read = old.cls.static or old.cls.zone == BATTLEFIELD
            if read or (handle != GAME and WHOLE in draft.view):
                draft.view.clear()
    draft.dirty.append(handle)


def _stays(row: Row, event: Event) -> None:
    """Refuse an amount that differs from member to member anywhere but in the row of these members."""
    own = [v for v in row.num.values() if differs(v)]
    if not any(v.members is getattr(event.amount, "members", None) for v in own):
        raise differ("keeping an amount")


def _no_member(row: Row) -> None:
    """Refuse to make a row, or to change how many it stands for, whose members differ: only ``MEMBERS`` does."""
    for amount in row.num.values():
        if type(amount) is not int and differs(amount):
            raise differ("taking some members, or keeping an amount,")


def _dropped(draft: Draft, handle: int, row: Row) -> None:
    if row.cls.listed or row.refs:
        strike(draft.index, handle, row)
    if row.refs:
        _left(draft, row)
    _stale(draft, handle, row.cls.static or _in_layers(draft.view, row.cls) or _counted(row), gone=True)
    if draft.labels and handle in draft.labels.values():
        draft.labels = {label: named for label, named in draft.labels.items() if named != handle}


def _left(draft: Draft, row: Row) -> None:
    """Objects that a row referred to may now be like others: nothing tells them apart any more."""
    for ref in row.refs.values():
        if isinstance(ref, Ref) and ref.row in draft.rows:
            draft.dirty.append(ref.row)


#: Where ``State.view`` says that everything in it depends on everything.
WHOLE: Final = -2

#: What stands there where nothing was read but permanents and lasting effects themselves: no amount, condition or flag.
STEADY: Final = "steady"

#: The zones whose rows the layers look at.
_LAYERED: Final = (BATTLEFIELD, EFFECTS)


#: Where ``State.view`` keeps which rows may wait for each kind of event.
HEARD: Final = -4

#: Where ``State.view`` keeps the rows that are new since, oldest first; and where such rows can be.
UNHEARD: Final = -6
#: The zones in which a card has triggered abilities that work there (113.6).
HEARING_CARDS: Final = (EXILE, GRAVEYARD)
_HEARING: Final = (BATTLEFIELD, EFFECTS, *HEARING_CARDS)


#: Where ``State.view`` keeps the rows that the next check of state-based actions looks at: those
#: touched since the last check, and those of which more than the row itself decides. Where it
#: keeps none, the check looks at all rows.
UNSETTLED: Final = -5


def replay(state: State, events: list[Event]) -> State:
    """The state after applying logged events to the state they were logged from."""
    draft = Draft(state)
    for event in events:
        apply(draft, event)
    return draft.done()
