"""Rows, references, classes and the state: the one record type that everything in a game is made of.

A *row* is a group of alike things, such as permanents, cards in a hand, entries of the stack or
waiting triggers. Each player and the game itself are rows too. Its class holds everything discrete,
its ``num`` slots everything that can grow, ``n`` says how many it stands for. A row handle is
private to one state: it is never printed, sorted by meaning or compared across states. Handle 0 is
the game's row and handle 1 + seat a player's.
"""

from __future__ import annotations

from threading import RLock
from typing import Final, Literal, TypeAlias, overload

from reiterate.amounts import Amount, debug_text, differ, differs
from reiterate.state.properties import (
    ATTACKING,
    BLOCKING,
    CARD,
    COMMANDER_ARRIVED,
    EFFECT,
    PAIRED,
    PLAYER,
    PRINTED,
    TOKEN,
    UNDER,
    WHOLE_GAME,
    FlagName,
    ListName,
    NumberName,
    TermName,
    TextName,
)
from reiterate.state.text_reads import histories, speaks_of_protection, speaks_of_sources
from reiterate.terms.abilities import Static
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.proto import SAGA, Proto
from reiterate.terms.static_effects import UNORDERED, ControlHost
from reiterate.terms.trigger_events import StateIs
from reiterate.terms.unusable import blocking, opaque

GAME: Final = 0

BATTLEFIELD: Final = "battlefield"
HAND: Final = "hand"
GRAVEYARD: Final = "graveyard"
EXILE: Final = "exile"
LIBRARY: Final = "library"
STACK: Final = "stack"
WAITING: Final = "waiting"
COMMAND: Final = "command"
EFFECTS: Final = "effects"  # continuous effects, shields and delayed triggers
NOWHERE: Final = ""

# Entries of the index of a state (``State.index``), beside some zones and properties.
CALLED: Final = "called "  # family: cards and tokens by name, anywhere but on the stack
POINTING: Final = "pointing"  # rows with references
STEERING: Final = "steering"  # rows that change control, or whose controller was changed (613.1b)
WATCHING: Final = "watching"  # permanents with a state trigger (603.8)
OPAQUE: Final = "opaque"  # rows whose printed abilities include a clause that is not understood
UNREAD: Final = "unread"  # those of which such a clause could do something by itself where they are
HISTORIC: Final = "historic"  # rows whose text reads a history of the turn
PROTECTIVE: Final = "protective"  # rows whose text has or gives protection (702.16)
SOURCED: Final = "sourced"  # rows whose text has a target that is an ability from some source (113.7)

#: The rows of each entry, in order of age. Which entries a row stands in follows from its class
#: and from whether it has references: never from an amount.
Index: TypeAlias = "dict[str, tuple[int, ...]]"

Prop: TypeAlias = "str | int | bool | Term | tuple[Prop, ...]"


class Class:
    """Everything discrete about a row, interned: two classes are equal only if they are the same object.

    ``kind`` is one of the kinds of rows, ``props`` are its properties, sorted by name: see
    ``state.properties``. ``marks`` are effects that last until end of turn, in order and in normal
    form. No field holds a number that can grow.
    """

    __slots__ = (
        "by_prop",
        "called",
        "controller",
        "key",
        "kind",
        "listed",
        "marks",
        "memo",
        "mortal",
        "opaque",
        "ordered",
        "owner",
        "props",
        "proto",
        "sick",
        "static",
        "steers",
        "tapped",
        "term",
        "unread",
        "watching",
        "zone",
    )

    kind: str
    zone: str
    proto: Proto | None
    term: Term | None
    owner: int
    controller: int
    tapped: bool
    sick: bool
    marks: tuple[Term, ...]
    props: tuple[tuple[str, Prop], ...]
    key: tuple[object, ...]
    static: bool  # derived: its printed abilities include a static one, and it is on the battlefield
    ordered: bool  # derived: on the battlefield with a static ability whose timestamp can matter (613.7)
    steers: bool  # derived: it changes who controls something, or somebody else controlled it before (613.1b)
    mortal: bool  # derived: on the battlefield as something that state-based actions look at, as printed (704.5)
    opaque: bool  # derived: its printed abilities include a clause that is not understood
    unread: bool  # derived: one of these could do something by itself where it is
    watching: bool  # derived: on the battlefield with a state trigger (603.8)
    by_prop: dict[str, Prop]  # derived: the properties by name
    called: str  # derived: the entry of the index for its name; "" for what is no card or token
    listed: tuple[str, ...]  # derived: the entries of the index in which its rows stand, interned
    memo: dict[tuple[object, ...], Class]

    def __init__(self, key: tuple[object, ...], values: dict[str, object]) -> None:
        self.key = key
        self.memo = {}
        for name, value in values.items():
            setattr(self, name, value)
        self.by_prop = dict(self.props)
        abilities = self.proto.abilities if self.proto is not None and self.zone == BATTLEFIELD else ()
        lasting = [a.effect for a in abilities if isinstance(a, Static)]
        self.static = bool(lasting) or self.kind == EFFECT
        self.ordered = any(not isinstance(effect, UNORDERED) for effect in lasting)
        self.steers = (
            isinstance(self.term, GainControl)
            or UNDER in self.by_prop
            or any(isinstance(effect, ControlHost) for effect in lasting)
        )
        self.mortal = self.zone == BATTLEFIELD and self.proto is not None and _mortal(self.proto)
        self.watching = self.zone == BATTLEFIELD and _has_state_trigger(self.proto)
        self.opaque = self.proto is not None and bool(opaque(self.proto.abilities))
        self.unread = self.proto is not None and blocking(self.proto.abilities, self.zone, self.proto.types) is not None
        self.called = _called(self)
        self.listed = _listed(self)

    @overload
    def prop(self, name: FlagName) -> bool: ...
    @overload
    def prop(self, name: NumberName, default: int = ...) -> int: ...
    @overload
    def prop(self, name: TextName, default: str) -> str: ...
    @overload
    def prop(self, name: TextName) -> str | Literal[False]: ...
    @overload
    def prop(self, name: ListName, default: tuple[Prop, ...]) -> tuple[Prop, ...]: ...
    @overload
    def prop(self, name: ListName) -> tuple[Prop, ...] | Literal[False]: ...
    @overload
    def prop(self, name: TermName) -> Term | Literal[False]: ...
    @overload
    def prop(self, name: str, default: Prop = ...) -> Prop: ...
    def prop(self, name: str, default: Prop = False) -> Prop:
        """The value of a property, of the type that its name has; ``default`` where it is absent."""
        return self.by_prop.get(name, default)

    def but(self, name: str, value: object) -> Class:
        """This class with one field changed."""
        at = (name, value)
        found = self.memo.get(at)
        if found is None:
            values = self.values()
            values[name] = value
            found = self.memo[at] = _intern(values)
        return found

    @overload
    def with_prop(self, name: FlagName, value: bool) -> Class: ...
    @overload
    def with_prop(self, name: NumberName, value: int) -> Class: ...
    @overload
    def with_prop(self, name: TextName, value: str | bool) -> Class: ...
    @overload
    def with_prop(self, name: ListName, value: tuple[Prop, ...] | bool) -> Class: ...
    @overload
    def with_prop(self, name: TermName, value: Term | bool) -> Class: ...
    def with_prop(self, name: str, value: Prop) -> Class:
        """This class with one property changed, of the type that its name has; False removes the property."""
        at = (name, value.__class__, value)  # True is not 1
        found = self.memo.get(at)
        if found is None:
            kept = [(k, v) for k, v in self.props if k != name]
            if value is not False:
                kept.append((name, value))
            values = self.values()
            values["props"] = tuple(sorted(kept, key=lambda kv: kv[0]))
            found = self.memo[at] = _intern(values)
        return found

    def values(self) -> dict[str, object]:
        """The fields by name."""
        return {name: getattr(self, name) for name in FIELDS}

    def __repr__(self) -> str:
        name = self.proto.name if self.proto is not None else ""
        return f"<{self.kind} {name} in {self.zone} of {self.controller}>"


def _called(cls: Class) -> str:
    """The entry of the index for the name of a card or token that is anywhere but on the stack."""
    if cls.kind not in (CARD, TOKEN) or cls.zone in (NOWHERE, STACK):
        return ""
    return CALLED + (cls.proto.name if cls.proto is not None else "")


def texts_of(cls: Class) -> tuple[Term, ...]:
    """What an object says, and what the card says that it becomes elsewhere, if that is another one (707.2, 712.8a)."""
    text = cls.term if cls.proto is None else cls.proto
    own = cls.by_prop.get(PRINTED)
    return (*(() if text is None else (text,)), *((own,) if isinstance(own, Term) else ()))


_LISTED: dict[tuple[str, ...], tuple[str, ...]] = {}


def _listed(cls: Class) -> tuple[str, ...]:
    """The entries of the index in which rows of a class stand; none for players and the game."""
    if cls.kind in (PLAYER, WHOLE_GAME):
        return ()
    text = cls.term if cls.proto is None else cls.proto
    entries: tuple[tuple[str, bool], ...] = (
        (cls.called, bool(cls.called)),
        (cls.zone, cls.zone in (WAITING, EFFECTS)),
        (STEERING, cls.steers),
        (WATCHING, cls.watching),
        (OPAQUE, cls.opaque),
        (UNREAD, cls.unread),
        (HISTORIC, any(map(histories, texts_of(cls)))),
        (PROTECTIVE, text is not None and speaks_of_protection(text)),
        (SOURCED, text is not None and speaks_of_sources(text)),
        *((name, name in cls.by_prop) for name in (ATTACKING, BLOCKING, COMMANDER_ARRIVED, PAIRED)),
    )
    found = tuple(entry for entry, stands in entries if stands)
    return _LISTED.setdefault(found, found)


def _mortal(proto: Proto) -> bool:
    return (
        "creature" in proto.types
        or "planeswalker" in proto.types
        or "battle" in proto.types
        or "legendary" in proto.supertypes
        or "world" in proto.supertypes
        or "Aura" in proto.subtypes
        or SAGA in proto.subtypes
        or "Equipment" in proto.subtypes
    )


def _has_state_trigger(proto: Proto | None) -> bool:
    terms: list[Term] = []
    if proto is not None:
        walk(proto.abilities, lambda node: terms.append(node) if isinstance(node, StateIs) else None)
    return bool(terms)


FIELDS: Final = ("kind", "zone", "proto", "term", "owner", "controller", "tapped", "sick", "marks", "props")

_CLASSES: dict[tuple[object, ...], Class] = {}
#: One of all equal cards: two card books each have their own, and whether two objects are of one card is asked by ``is``.
_PROTOS: dict[object, object] = {}
#: Two threads that meet the same class make it once.
_INTERNING: Final = RLock()


def _intern(values: dict[str, object]) -> Class:
    # True == 1 in Python: the type of every property is part of the key, so that a flag never equals a number.
    props = values["props"]
    assert isinstance(props, tuple)
    key = (*(values[name] for name in FIELDS), tuple(type(v).__name__ for _, v in props))
    found = _CLASSES.get(key)
    if found is None:
        with _INTERNING:
            found = _CLASSES.get(key)
            if found is None:
                values["proto"] = _PROTOS.setdefault(values["proto"], values["proto"])
                found = _CLASSES[key] = Class(key, values)
    return found


def make_class(
    kind: str,
    zone: str = NOWHERE,
    *,
    proto: Proto | None = None,
    term: Term | None = None,
    owner: int = -1,
    controller: int = -1,
    tapped: bool = False,
    sick: bool = False,
    marks: tuple[Term, ...] = (),
    props: tuple[tuple[str, Prop], ...] = (),
) -> Class:
    """The interned class with these fields."""
    return _intern(
        {
            "kind": kind,
            "zone": zone,
            "proto": proto,
            "term": term,
            "owner": owner,
            "controller": controller,
            "tapped": tapped,
            "sick": sick,
            "marks": marks,
            "props": tuple(sorted((p for p in props if p[1] is not False), key=lambda kv: kv[0])),
        }
    )


class Ref:
    """A reference to a row, by ``mode``.

    ``one``: the one object that the row is. ``each``: member i to member i of a row of as many.
    ``set``: the whole row as a set; as the row is split, so is the reference.
    """

    __slots__ = ("mode", "row")

    def __init__(self, mode: str, row: int) -> None:
        self.mode = mode
        self.row = row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and self.mode == other.mode and self.row == other.row

    def __hash__(self) -> int:
        return hash((self.mode, self.row))

    def __repr__(self) -> str:
        return f"{self.mode}({self.row})"


class Gone:
    """What is left of a referenced object that is gone: its class and amounts as it last was (608.2h)."""

    __slots__ = ("cls", "num")

    def __init__(self, cls: Class, num: dict[str, Amount]) -> None:
        for amount in num.values():
            if differs(amount):
                raise differ("what is last known of an object")
        self.cls = cls
        self.num = num

    def __repr__(self) -> str:
        return f"gone({self.cls!r})"


Reference: TypeAlias = Ref | Gone

ONE: Final = "one"
EACH: Final = "each"
SET: Final = "set"


def one(row: int) -> Ref:
    """A reference to a single object."""
    return Ref(ONE, row)


def whole(row: int) -> Ref:
    """A reference to all members of a row as a set."""
    return Ref(SET, row)


def each(row: int) -> Ref:
    """A reference from every member of a group to its own member of another."""
    return Ref(EACH, row)


class Row:
    """A group of ``n`` alike things. Never changed once it is in a state; an absent amount is 0.

    Members may differ in amounts by equal steps: such a slot holds a ``Progression``
    (``state.progression_rows``).
    """

    __slots__ = ("cls", "n", "num", "refs")

    cls: Class
    num: dict[str, Amount]
    n: Amount
    refs: dict[str, Reference]

    def __init__(self, cls: Class, num: dict[str, Amount], n: Amount, refs: dict[str, Reference]) -> None:
        self.cls = cls
        self.num = num
        self.n = n
        self.refs = refs

    def get(self, slot: str) -> Amount:
        """The amount in a slot; 0 where nothing is written."""
        return self.num.get(slot, 0)

    def __repr__(self) -> str:
        return f"Row({self.cls!r}, {debug_text(self.num)}, n={debug_text(self.n)}, {self.refs!r})"


NO_NUM: Final[dict[str, Amount]] = {}
NO_REFS: Final[dict[str, Reference]] = {}


class State:
    """A whole game at one place. Treated as immutable; only ``events.apply`` changes a state's draft.

    ``rows``: handle -> row, in order of age. ``seqs``: named sequences of handles ("stack" top
    first, "library.<seat>" top first). ``tally``: counts of events, outside identity and unreadable
    by rules. ``labels``: names that players gave to objects, outside identity; labelled rows are
    not merged. ``fresh``: the next handle. ``view``: cache of derived characteristics, and
    ``index``: which rows stand where (``state.index``); neither is ever part of anything. ``only``:
    decisions of the last choice that had one answer (``rules.access.questions``), for scripts alone.
    """

    __slots__ = ("fresh", "index", "labels", "only", "rows", "seqs", "tally", "view")

    rows: dict[int, Row]
    seqs: dict[str, tuple[int, ...]]
    tally: dict[str, Amount]
    labels: dict[str, int]
    fresh: int
    view: dict[int, object]
    index: Index  # empty until it is asked for
    only: tuple[object, ...]

    def __init__(
        self,
        rows: dict[int, Row],
        seqs: dict[str, tuple[int, ...]],
        tally: dict[str, Amount],
        labels: dict[str, int],
        fresh: int,
        view: dict[int, object] | None = None,
        index: Index | None = None,
    ) -> None:
        self.rows = rows
        self.seqs = seqs
        self.tally = tally
        self.labels = labels
        self.fresh = fresh
        self.view = {} if view is None else view
        self.index = {} if index is None else index
        self.only = ()

    @property
    def stack(self) -> tuple[int, ...]:
        """Handles of the stack's rows, top first."""
        return self.seqs.get(STACK, ())

    @property
    def game(self) -> Class:
        """The class of the game's row: step, active player, whose decision."""
        return self.rows[GAME].cls


def player(seat: int) -> int:
    """The handle of a player's row."""
    return 1 + seat


def seat_of(handle: int) -> int:
    """The seat of a player's row handle."""
    return handle - 1


def is_player(state: State, handle: int) -> bool:
    """Whether a handle names a player's row."""
    row = state.rows.get(handle)
    return row is not None and row.cls.kind == PLAYER
