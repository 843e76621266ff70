"""A compiled card as people read it: each clause with its state; what was not understood is marked."""

from __future__ import annotations

from typing import Final

from reiterate.oracle import CompiledCard
from reiterate.rules.access.unread_clauses import REFUSED, UnreadClause, clauses_of
from reiterate.show.shipped_forms import Card, Clause

_MARKS: Final = {"understood": "ok", "inert": "inert", "not-understood": "NOT UNDERSTOOD"}


def card_lines(card: CompiledCard) -> list[str]:
    """The card clause by clause; under a clause that was not read, carets mark where reading stopped."""
    proto = card.proto
    types = " ".join([*proto.supertypes, *proto.types]) + (f" - {' '.join(proto.subtypes)}" if proto.subtypes else "")
    cost = "".join(f"{{{s}}}" for s in proto.mana_cost or ())
    size = f" {proto.power}/{proto.toughness}" if proto.power is not None else ""
    lines = [f"{card.name} {cost}".rstrip(), f"  {types}{size}"]
    unread: dict[str, list[UnreadClause]] = {}
    for each in clauses_of(proto):
        unread.setdefault(each.text, [each])
    for clause in card.clauses:
        mark = _MARKS[clause.status]
        lines.append(f"  [{mark}] {clause.text}")
        if clause.status == "not-understood":
            start, end = clause.span
            lines.append(" " * (len(mark) + 5 + start) + "^" * max(1, end - start))
            lines += [f"    {each.state}: {each.obligation}" for each in unread.get(clause.text, ()) if each.obligation]
    return [*lines, f"  {_summary(card)}"]


def _summary(card: CompiledCard) -> str:
    """What the card does to a loop that it stands beside."""
    if card.complete:
        return "complete"
    refused = any(each.state == REFUSED for each in clauses_of(card.proto))
    return "a loop beside this card is refused" if refused else "a loop beside this card is proved while that holds"


def card_form(card: CompiledCard) -> Card:
    """The same as a plain form."""
    clauses = [Clause(text=c.text, status=c.status, span=[str(c.span[0]), str(c.span[1])]) for c in card.clauses]
    return Card(name=card.name, complete=card.complete, clauses=clauses)
