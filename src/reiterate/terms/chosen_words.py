"""The colour chosen as an object entered, put into the words that speak of it (607.2d)."""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.terms.abilities import Keyword
from reiterate.terms.base import Part, Term, children, replace
from reiterate.terms.effects_mana import AddChosen, AddMana
from reiterate.terms.filters import Filter
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.proto import Proto

#: What protection is from, where its words say "from the chosen color"; no object has it as long as none is chosen.
FROM_CHOSEN: Final = "from the chosen color"


@cache
def in_color(proto: Proto, color: str) -> Proto:
    """A printed object whose abilities name the colour chosen for it; the same object where none speaks of a choice."""
    abilities = _in_color(proto.abilities, color)
    return proto if abilities == proto.abilities else replace(proto, abilities=abilities)


def _in_color(node: Part, color: str) -> Part:
    if isinstance(node, tuple):
        return tuple(_in_color(child, color) for child in node)
    if not isinstance(node, Term) or isinstance(node, Proto):
        return node  # what a token says is a matter of its own choice
    if isinstance(node, AddChosen):
        return AddMana((color,))
    if isinstance(node, Keyword):
        return Keyword(node.name, f"from {COLOR_NAMES[color]}") if node.parameter == FROM_CHOSEN else node
    if isinstance(node, Filter):
        return replace(node, chosen="", colors=(*node.colors, color)) if node.chosen == "color" else node
    return type(node)(**{name: _in_color(child, color) for name, child in children(node)})
