"""What compiling a card gives: its printed facts with abilities, and the state of each clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.base import Ability
from reiterate.terms.proto import Proto

UNDERSTOOD: Final = "understood"
INERT: Final = "inert"
NOT_UNDERSTOOD: Final = "not-understood"


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of card text (113.2c). ``span``: where reading stopped, (0, 0) where it did not.

    ``fact``: it stands for a printed fact beside the text, such as a word of the type line that is not understood.
    ``readings``: what it may mean, where that is several things and it is not understood for that.
    """

    text: str
    status: str
    abilities: tuple[Ability, ...]
    span: tuple[int, int] = (0, 0)
    fact: bool = False
    readings: tuple[tuple[Ability, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledCard:
    """A card's front face: printed facts with all abilities, and its clauses in printed order."""

    name: str
    proto: Proto
    clauses: tuple[Clause, ...]

    @property
    def complete(self) -> bool:
        """Whether no clause is left unread."""
        return all(clause.status != NOT_UNDERSTOOD for clause in self.clauses)

    @property
    def missing(self) -> tuple[NotUnderstood, ...]:
        """The abilities that were not read."""
        return tuple(a for a in self.proto.abilities if isinstance(a, NotUnderstood))
