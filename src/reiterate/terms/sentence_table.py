"""The table of sentences: patterns with holes that are both read and printed. Look here for the words of a node.

A pattern is written in normal form (see ``pattern``). A node without a row here, or a rule in
``print_*``, can't be printed. A sentence without a row here, or a rule of the grammar, can't be
read. So reading and printing can't disagree. The rows stand in ``rows_*`` by their kind. Of two
rows that fit, the first one counts.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.terms.base import Term
from reiterate.terms.pattern import Template
from reiterate.terms.rows_conditions import CONDITIONS
from reiterate.terms.rows_costs import COSTS
from reiterate.terms.rows_effects import EFFECTS
from reiterate.terms.rows_events import EVENTS
from reiterate.terms.rows_quantities import EACH, QUANTITIES
from reiterate.terms.rows_statics import STATICS

TABLE: Final = (*EFFECTS, *CONDITIONS, *QUANTITIES, *EACH, *EVENTS, *STATICS, *COSTS)


@cache
def by_kind(kind: str) -> tuple[Template, ...]:
    """The rows of one kind, in the order of the table."""
    return tuple(row for row in TABLE if row.kind == kind)


@cache
def _by_node(kind: str) -> dict[type, tuple[Template, ...]]:
    found: dict[type, tuple[Template, ...]] = {}
    for row in by_kind(kind):
        found[row.make] = (*found.get(row.make, ()), row)
    return found


def template_of(kind: str, node: Term) -> Template | None:
    """The first row of a kind that says everything about a node."""
    return next((row for row in _by_node(kind).get(type(node), ()) if row.says(node)), None)
