"""What the rules handle (law 9).

Every node of a union of the language is carried out by the rules: their tables are whole, or the program does not start
(``rules.access.whole_tables``). A keyword that is no word of the language makes its clause one that is not understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reiterate.terms.abilities import Assumed, Keyword, NotUnderstood
from reiterate.terms.base import Term, walk
from reiterate.terms.keywords import KEYWORDS

_KNOWN: Final = frozenset(KEYWORDS)
_UNHANDLED: dict[Term, str] = {}


def not_understood(abilities: Iterable[Term]) -> str | None:
    """The text of the first ability that is not understood, or a keyword that the rules don't handle; None for neither.

    What a person assumes not to matter is passed over.
    """
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            if not isinstance(ability, Assumed):
                return ability.text
            continue
        if name := unhandled(ability):
            return name
    return None


def unhandled(ability: Term) -> str:
    """The first keyword in an ability that the rules have no handler for, "" where there is none."""
    known = _UNHANDLED.get(ability)
    if known is None:
        found: list[str] = []

        def visit(node: Term) -> None:
            if isinstance(node, Keyword) and node.name not in _KNOWN:
                found.append(node.name)

        walk(ability, visit)
        known = _UNHANDLED[ability] = found[0] if found else ""
    return known
