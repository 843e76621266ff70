"""The corpus of clauses: ``kind: clause => printed``, "not: words" where reading stops at these words, or "inert: why"."""

from __future__ import annotations

from pathlib import Path

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import show_clause
from reiterate.terms.abilities import Inert, NotUnderstood
from reiterate.terms.base import Ability

CORPORA = Path(__file__).parent / "corpora"
NAME = "Test Card"
CONTEXTS = {
    "creature": Context(NAME),
    "aura": Context(NAME, attached=True),
    "spell": Context(NAME, spell=True, has_x=True),
}


def read(kind: str, text: str) -> tuple[Ability, ...]:
    """The abilities of a clause on a card of this kind."""
    return read_line(text, CONTEXTS[kind])


def result(kind: str, text: str) -> str:
    """The right side of the corpus for a clause: the print in the clause's own spelling."""
    abilities = read(kind, text)
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            return f"not: {ability.text[ability.start : ability.end] or 'the end'}"
        if isinstance(ability, Inert):
            return f"inert: {ability.kind}"
    return show_clause(abilities)


def corpus() -> list[tuple[str, str, str]]:
    """Kind, clause and right side of every line."""
    found = []
    for line in (CORPORA / "clauses.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            left, _, right = line.partition(" => ")
            kind, _, text = left.partition(": ")
            found.append((kind, text, right))
    return found
