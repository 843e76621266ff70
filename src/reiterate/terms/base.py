"""The base of all nodes: `Term`, walks and replacements; and what a word of the language says of itself, `says`.

What the house needs to know of each word of the language, declared once, in the node's class: ``says``.

The search, the typecheck, the range of influence and the layout of positions read these declarations. They keep no
lists of nodes. A declaration gives every part that its kind has. A declaration that leaves a part out, or uses a word that is
not known, does not import. ``check_declared`` sees that no node of a union goes without one.

The base of all nodes: ``Term`` (frozen, compared by content, hashed once), walks and replacements.

A node is plain data. Two nodes are equal when all their fields are. The hash is computed on first
use and kept, so that interned classes and caches keyed by terms stay cheap. The nodes are msgspec
Structs, because no code is made and compiled for each class of them (docs/decisions/start.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, dataclass_transform

# --- declared ------------------------------------------------------------------------------------

#: What happens again and again: what an effect or a payment gives, and what costs and triggers need each time. ``safety``
#: is what nothing asks for.
KINDS: Final = frozenset(
    [
        "mana",
        "enters",
        "leaves",
        "cast",
        "copied",
        "damage",
        "loss",
        "life",
        "dies",
        "drawn",
        "discarded",
        "counters",
        "sacrificed",
        "milled",
        "tapped",
        "untapped",
        "back",
        "turn",
        "step",
        "targeted",
        "activated",
        "flipped",
        "turned-up",
        "turned-down",
        "safety",
    ]
)
#: Kinds that may be said of the source alone: "untapped:this".
OF_SOURCE: Final = frozenset(("untapped:this", "back:this"))

#: What a board should have before anything is tried with a card (``survey.wants``).
ASKED: Final = frozenset(
    [
        "objects",
        "mana",
        "from-hand",
        "attackers",
        "hitters",
        "colors",
        "great",
        "devotion",
        "doubled",
        "counted",
        "happened",
        "much",
        "buried",
        "discards",
        "mills",
        "counters",
        "lands-change",
        "turns",
        "most-life",
        "searches",
        "chosen",
        "revealed",
        "granted",
    ]
)

#: What sets a trigger off from outside once.
STARTERS: Final = frozenset(("life", "card", "damage", "counter", "creature", "death"))

#: Where an effect moves things: ``off`` the battlefield or the stack, as a ``card`` from wherever it is, ``on`` the battlefield.
MOVES: Final = frozenset(("off", "card", "on"))
AS_PERMANENT: Final = "as-permanent"


def _words(text: str, known: frozenset[str]) -> tuple[str, ...]:
    """The words of a part of a declaration. Raises ``ValueError`` for one that is not known."""
    words = tuple(text.split())
    for word in words:
        if word not in known:
            raise ValueError(f"no declaration knows the word {word!r}; known: {', '.join(sorted(known))}")
    return words


class Says:
    """What every node says: what a board should have for it (``asks``), and what it gives each time (``gives``)."""

    __slots__ = ("asks", "gives")

    def __init__(self, *, asks: str, gives: str) -> None:
        self.asks = _words(asks, ASKED)
        self.gives = _words(gives, KINDS | OF_SOURCE)


class Deed(Says):
    """An effect (608).

    ``renews``: the field that names what may be used anew by it: untapped, back, or copied; "all" for everything.
    ``changes``: the fields that name permanents that it changes; with ``AS_PERMANENT`` it does nothing to a card elsewhere, by
    its meaning (110.5), which ``permanents`` says. ``moves``: see ``MOVES``; "off" and "card" speak of the field ``object``. ``names``: it makes, moves or
    chooses something of which the next effect could speak. ``ranged``: the range of influence is asked wherever it looks
    (801). ``lasts``: something of it is in force behind the resolution (611, 603.7).
    """

    __slots__ = ("changes", "lasts", "moves", "names", "permanents", "ranged", "renews")

    def __init__(
        self,
        *,
        asks: str,
        gives: str,
        renews: str,
        changes: str,
        moves: str,
        names: bool,
        ranged: bool,
        lasts: bool,
    ) -> None:
        super().__init__(asks=asks, gives=gives)
        self.renews = renews
        self.changes = tuple(word for word in changes.split() if word != AS_PERMANENT)
        self.permanents = AS_PERMANENT in changes.split()
        self.moves = _words(moves, MOVES)
        self.names = names
        self.ranged = ranged
        self.lasts = lasts


class Payment(Says):
    """A cost (118).

    ``needs``: of these kinds one has to be given each time it is paid. ``source``: whether it gives up the source: "always",
    "" for never, or where this field is None.
    """

    __slots__ = ("needs", "source")

    def __init__(self, *, asks: str, needs: str, gives: str, source: str) -> None:
        super().__init__(asks=asks, gives=gives)
        self.needs = _words(needs, KINDS | OF_SOURCE)
        self.source = source


class Watch(Says):
    """A trigger event (603).

    ``needs``: of these kinds one has to be given each time. ``starters``: what sets it off from outside. ``leaves``: what
    it speaks of is no permanent any more. ``amount``, ``object``: "that much" and "it" have a meaning behind it.
    ``player``: the field that says whose it is, and the values with which "that player" is somebody else.
    """

    __slots__ = ("amount", "leaves", "needs", "object", "player", "starters")

    def __init__(
        self, *, asks: str, needs: str, starters: str, leaves: bool, amount: bool, object: bool, player: str
    ) -> None:
        super().__init__(asks=asks, gives="")
        self.needs = _words(needs, KINDS)
        self.starters = _words(starters, STARTERS)
        self.leaves = leaves
        self.amount = amount
        self.object = object
        self.player = tuple(player.split())


class Rule(Says):
    """What a static ability does (604).

    ``changes``: kinds of what others give, ask for or pay of which there is more, less or something else while it is in force. ``ranged``: the range of
    influence is asked wherever it looks (801).
    """

    __slots__ = ("changes", "ranged")

    def __init__(self, *, asks: str, changes: str, ranged: bool) -> None:
        super().__init__(asks=asks, gives="")
        self.changes = _words(changes, KINDS)
        self.ranged = ranged


class Question(Says):
    """A condition, or a quantity that is counted: what a board should have for it.

    ``source``: whether it asks something of the source, which no field of it names: an ability with it keeps its source (608.2h).
    """

    __slots__ = ("source",)

    def __init__(self, *, asks: str, source: bool) -> None:
        super().__init__(asks=asks, gives="")
        self.source = source


#: What parts of other nodes say: references, sets, abilities.
PLAIN: Final = Says(asks="", gives="")


def check_declared(what: str, union: UnionType, kind: type[Says]) -> None:
    """Raise ``RuntimeError`` where a node of a union has no declaration of its own of this kind."""
    for node in union.__args__:
        if type(node.__dict__.get("says")) is not kind:
            raise RuntimeError(f"the {what} {node.__name__} lacks its declaration: says = {kind.__name__}(...)")


# --- base ----------------------------------------------------------------------------------------

# Type checkers take nodes for frozen dataclasses: they check what is given, set and replaced.
if TYPE_CHECKING:
    from dataclasses import replace

    @dataclass_transform(frozen_default=True)
    class _Struct:
        __struct_fields__: ClassVar[tuple[str, ...]]
        __struct_defaults__: ClassVar[tuple[Any, ...]]

        def __init_subclass__(cls, *, frozen: bool = True, cache_hash: bool = True, gc: bool = True) -> None: ...

else:
    from msgspec import Struct as _Struct
    from msgspec.structs import replace

N = TypeVar("N", bound="Term")

#: What may stand in a field: a node, a tuple, or a plain value. Walks and swaps of whole terms take any.
Part: TypeAlias = Any


class Term(_Struct, frozen=True, cache_hash=True, gc=False):
    """Base of every node of the language. Nodes hold no cycles: a node holds only nodes made before it.

    ``says``: what the house needs to know of this kind of node (``terms.base``).
    """

    says: ClassVar[Says] = PLAIN


class Ability(Term):
    """Base of every ability: effects and tokens hold abilities, which hold effects. See ``abilities`` for its kinds."""


def field_names(kind: type[Term]) -> tuple[str, ...]:
    """The names of the fields of a kind of node, in declaration order."""
    return kind.__struct_fields__


def defaults(kind: type[Term]) -> dict[str, Part]:
    """The values of the fields that may be left out, by their names in declaration order."""
    names, values = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names[len(names) - len(values) :], values, strict=True))


def children(node: Term) -> list[tuple[str, Part]]:
    """The named fields of a node in declaration order; used by printing, typecheck, JSON and walks."""
    return [(name, getattr(node, name)) for name in node.__struct_fields__]


def with_fields(node: N, changed: Mapping[str, Part]) -> N:
    """The node with some fields changed, by their names. Raises ``TypeError`` for a field that it lacks."""
    made: N = replace(node, **changed)
    return made


def walk(node: Part, visit: Callable[[Term], object]) -> None:
    """Call ``visit`` on ``node`` and on every node below it, parents first."""
    if isinstance(node, Term):
        visit(node)
        for _, child in children(node):
            walk(child, visit)
    elif isinstance(node, tuple):
        for child in node:
            walk(child, visit)


def has_kind(node: Part, *kinds: type[Term]) -> bool:
    """Whether a node of one of these kinds stands in ``node``: in ``Draw(You(), Fixed(1))`` one of kind ``You`` does."""
    if isinstance(node, kinds):
        return True
    if isinstance(node, Term):
        return any(has_kind(child, *kinds) for _, child in children(node))
    return isinstance(node, tuple) and any(has_kind(child, *kinds) for child in node)


def swap(node: Part, old: Part, new: Part) -> Part:
    """The node, or tuple of nodes, with every part equal to ``old`` replaced by ``new``."""
    if node == old:
        return new
    if isinstance(node, tuple):
        return tuple(swap(child, old, new) for child in node)
    if not isinstance(node, Term):
        return node
    changed = {name: swap(child, old, new) for name, child in children(node)}
    return type(node)(**changed)


__all__ = [
    "ASKED",
    "AS_PERMANENT",
    "KINDS",
    "MOVES",
    "OF_SOURCE",
    "PLAIN",
    "STARTERS",
    "Ability",
    "Deed",
    "Part",
    "Payment",
    "Question",
    "Rule",
    "Says",
    "Term",
    "Watch",
    "check_declared",
    "children",
    "defaults",
    "field_names",
    "replace",
    "swap",
    "walk",
    "with_fields",
]
