"""Effects that take away a keyword until end of turn which their object could not have (613.1f).

No rule can tell such an effect from no effect at all. Every later effect that gives the keyword overrules it (613.7).
So it matters only where something that is older gives the keyword, or may come to give it.
"""

from __future__ import annotations

from functools import cache

from reiterate.amounts import identical
from reiterate.state.model import Row, State
from reiterate.state.properties import COUNTER
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_continuous import GainKeywords, LoseKeywords
from reiterate.terms.effects_copies import BecomeCopy
from reiterate.terms.proto import Proto
from reiterate.terms.references import This


def without_idle_marks(state: State) -> State:
    """The state without effects that take away what their object could not have; the same state where it has none."""
    idle = {
        handle: lost - given
        for handle, row in state.rows.items()
        if row.cls.marks and (lost := _lost(row)) and (given := _kept_up(state, row)) is not None and lost - given
    }
    if not idle:
        return state
    rows = {handle: _without(row, idle[handle]) if handle in idle else row for handle, row in state.rows.items()}
    return State(rows, state.seqs, state.tally, state.labels, state.fresh)


def _lost(row: Row) -> frozenset[str]:
    """The keywords that a row has lost until end of turn."""
    return frozenset(word for mark in row.cls.marks if isinstance(mark, LoseKeywords) for word in mark.keywords)


def _kept_up(state: State, row: Row) -> frozenset[str] | None:
    """The keywords of which it is not shown that the row could not have them; None where none is shown (copies)."""
    found = {word for word in _lost(row) if not identical(row.get(f"{COUNTER}{word}"), 0)}
    if row.cls.proto is not None:
        found |= _printed(row.cls.proto)
    for mark in row.cls.marks:
        if not isinstance(mark, LoseKeywords):
            found |= _named(mark)
    for other in state.rows.values():
        if other.cls.proto is not None:
            if _copies(other.cls.proto):
                return None
            found |= _given_always(other.cls.proto)
        if other.cls.term is not None and other.cls.zone != "stack":
            found |= _named(other.cls.term)
    return frozenset(found)


def _named(term: Term) -> set[str]:
    """The keywords that a term names, but those that it only takes away."""
    found: set[str] = set()

    def visit(node: Term) -> None:
        if isinstance(node, GainKeywords):
            found.update(node.keywords)
        elif isinstance(node, Keyword):
            found.add(node.name)

    walk(term, visit)
    return found


@cache
def _printed(card: Proto) -> frozenset[str]:
    """The keywords that are printed on a card."""
    return frozenset(ability.name for ability in card.abilities if isinstance(ability, Keyword))


@cache
def _given_always(card: Proto) -> frozenset[str]:
    """The keywords that static abilities of a card speak of."""
    return frozenset().union(*(_named(ability) for ability in card.abilities if isinstance(ability, Static)))


@cache
def _copies(card: Proto) -> bool:
    """Whether a card turns permanents into copies, which brings printed keywords."""
    seen: list[Term] = []
    walk(card.abilities, lambda node: seen.append(node) if isinstance(node, BecomeCopy) else None)
    return bool(seen)


def _without(row: Row, idle: frozenset[str]) -> Row:
    """The row without its losing these keywords."""
    marks: list[Term] = []
    for mark in row.cls.marks:
        if not isinstance(mark, LoseKeywords):
            marks.append(mark)
        elif kept := tuple(word for word in mark.keywords if word not in idle):
            marks.append(LoseKeywords(This(), kept))
    return Row(row.cls.but("marks", tuple(marks)), row.num, row.n, row.refs)
