"""The base of all nodes: the decorator ``term`` (frozen, compared by content, hashed once), walks and replacements.

A node is plain data. Two nodes are equal when all their fields are. The hash is computed on first
use and kept, so that interned classes and caches keyed by terms stay cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")
N = TypeVar("N", bound="Term")

#: What may stand in a field: a node, a tuple, or a plain value. Walks and swaps of whole terms take any.
Part: TypeAlias = Any


class Term:
    """Base of every node of the language. Has no fields of its own but the cached hash."""

    __slots__ = ("_hash",)
    _hash: int


class Ability(Term):
    """Base of every ability: effects and tokens hold abilities, which hold effects. See ``abilities`` for its kinds."""

    __slots__ = ()


def _cached_hash(self: Any) -> int:
    try:
        known: int = self._hash
        return known
    except AttributeError:
        made = hash((type(self).__name__, *(getattr(self, f.name) for f in fields(self))))
        object.__setattr__(self, "_hash", made)
        return made


@dataclass_transform(frozen_default=True)
def term(cls: type[T]) -> type[T]:
    """Make ``cls`` a frozen slotted dataclass whose hash is computed once."""
    made: type[T] = dataclass(frozen=True, slots=True)(cls)
    made.__hash__ = _cached_hash  # type: ignore[method-assign] # the one place that installs it
    return made


def children(node: Term) -> list[tuple[str, Part]]:
    """The named fields of a node in declaration order; used by printing, typecheck, JSON and walks."""
    return [(f.name, getattr(node, f.name)) for f in fields(node)]  # type: ignore[arg-type] # every kind of node is a dataclass


def with_fields(node: N, changed: Mapping[str, Part]) -> N:
    """The node with some fields changed, by their names. Raises ``TypeError`` for a field that it lacks."""
    made: N = replace(node, **changed)  # type: ignore[type-var] # every kind of node is a dataclass
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
