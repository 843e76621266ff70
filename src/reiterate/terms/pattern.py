"""One row of the table of sentences: a pattern in normal form with holes, and the node that it stands for.

``{name:type}`` is a hole for the field ``name``; ``word|word`` are spellings of one word; ``word?``
may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from reiterate.terms.base import Term, children, defaults
from reiterate.terms.filters import Filter
from reiterate.terms.hole_words import WORDED
from reiterate.terms.quantities import Fixed, ThatMuch, XValue
from reiterate.terms.references import Each

_PIECE: Final = re.compile(r"\{(\w+):(\w+)\}|(\S+)")


class Template:
    """One row: its kind and pattern, the node that it stands for, and the values that the pattern itself says."""

    __slots__ = ("fixed", "kind", "make", "pattern", "pieces", "words")

    def __init__(self, kind: str, pattern: str, make: type[Term], fixed: Mapping[str, Any]) -> None:
        self.kind = kind
        self.pattern = pattern
        self.make = make
        self.fixed = dict(fixed)
        self.pieces: list[tuple[str, str] | tuple[str, ...]] = []
        for match in _PIECE.finditer(pattern):
            if match[1]:
                self.pieces.append(("{" + match[1], match[2]))
            else:
                self.pieces.append(tuple(match[3].split("|")))
        self.words = frozenset(piece[0] for piece in self.pieces if len(piece) == 1 and not piece[0].endswith("?"))

    @property
    def holes(self) -> dict[str, str]:
        """The types of the holes by field."""
        return {piece[0][1:]: piece[1] for piece in self.pieces if is_hole(piece)}

    def says(self, node: Term) -> bool:
        """Whether the pattern with its holes filled says everything about a node."""
        if type(node) is not self.make:
            return False
        holes = self.holes
        optional = defaults(self.make)
        for name, value in children(node):
            if name in self.fixed:
                if value != self.fixed[name]:
                    return False
            elif name not in holes and (name not in optional or value != optional[name]):
                return False
        return all(_fits(kind, getattr(node, name)) for name, kind in holes.items())


def is_hole(piece: tuple[str, ...]) -> bool:
    """Whether a piece is a hole; a mana symbol is a word."""
    return piece[0].startswith("{") and not piece[0].endswith("}")


def _fits(kind: str, value: Any) -> bool:
    """Whether a value can stand in a hole of a type, where one field takes several."""
    if kind in WORDED:
        return any(value == known for _, known in WORDED[kind])
    if kind in ("n", "amount"):
        return isinstance(value, Fixed | XValue | ThatMuch)
    if kind in ("many", "noun", "one"):
        return isinstance(value, Filter)
    if kind == "others":
        return isinstance(value, Each)
    if kind == "generic":
        return isinstance(value, Fixed)
    if kind in ("q", "foreach"):
        return not isinstance(value, Fixed | ThatMuch)
    return value is not None


def template(of: str, pattern: str, make: Any, /, **fixed: Any) -> Template:
    """One row of the table: the kind, the pattern, the node and the values that the pattern itself says."""
    return Template(of, pattern, make, fixed)
