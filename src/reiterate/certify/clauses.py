"""Clauses that are not understood along a chain, as a certificate lists them: each with what has to hold for it."""

from __future__ import annotations

from typing import Any, TypeAlias

from reiterate.rules.access.unread_clauses import unread_clauses
from reiterate.state.model import State

#: Card, text, state, kind and obligation of a clause.
Listed: TypeAlias = tuple[str, str, str, str, str]

_FIELDS = ("card", "text", "state", "kind", "obligation")


class Clauses:
    """Gathers the clauses of all states of a chain."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: set[Listed] = set()

    def see(self, state: State) -> None:
        """Note the clauses of a state."""
        self.found |= {(one.name, one.text, one.state, one.kind, one.obligation) for one in unread_clauses(state)}

    def join(self, others: Clauses) -> None:
        """Note the clauses that others have gathered."""
        self.found |= others.found

    def json(self) -> list[dict[str, Any]]:
        """All clauses as data, in the order of cards and texts."""
        return [dict(zip(_FIELDS, one, strict=True)) for one in sorted(self.found)]
