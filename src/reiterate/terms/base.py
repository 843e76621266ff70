"""The base of all nodes: ``Term`` (frozen, compared by content, hashed once), walks and replacements.

A node is plain data. Two nodes are equal when all their fields are. The hash is computed on first
use and kept, so that interned classes and caches keyed by terms stay cheap. The nodes are msgspec
Structs, because no code is made and compiled for each class of them (docs/decisions/start.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

from reiterate.terms.declared import PLAIN, Says

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

__all__ = ["Ability", "Part", "Term", "children", "defaults", "field_names", "replace", "swap", "walk", "with_fields"]


class Term(_Struct, frozen=True, cache_hash=True, gc=False):
    """Base of every node of the language. Nodes hold no cycles: a node holds only nodes made before it.

    ``says``: what the house needs to know of this kind of node (``terms.declared``).
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
