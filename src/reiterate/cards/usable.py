"""Whether a card is fully usable: not only read, but each of its clauses can be used in a game that is played here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reiterate.oracle import NOT_UNDERSTOOD, CompiledCard
from reiterate.terms.proto import Proto
from reiterate.terms.unusable import Unusable, defines_size, unusable, unusable_symbols


@dataclass(frozen=True, slots=True)
class UnusableClause:
    """A clause that is read and can't be used yet. ``text``: its line on the card; ``what``: its parts that can't be used."""

    text: str
    what: tuple[Unusable, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.what))


def fully_usable(card: CompiledCard) -> bool:
    """Whether all of a card can be used: each clause of both faces is read, and the rules carry out what it says.

    In: a compiled card. Out: False where a clause is not understood, or is read and can never be used.
    Such are a keyword such as bestow, a cost that can't be paid, and a mana cost of snow mana. So is another face that
    can't be played. A refusal that depends on the game, such as a choice for each member of a group, makes no card less usable.
    The table of what can't be used is ``terms/unusable.py``.
    """
    return card.complete and not unusable_clauses(card)


def unusable_clauses(card: CompiledCard) -> tuple[UnusableClause, ...]:
    """The clauses of a card that are read and can't be used yet, in printed order; its mana cost comes first.

    Clauses that are not understood are none of these (``CompiledCard.missing``).
    """
    found = _of_cost(card.proto)
    sized = defines_size(card.proto)
    for clause in card.clauses:
        if clause.status != NOT_UNDERSTOOD:
            parts = [part for ability in clause.abilities for part in unusable(ability, sized)]
            found.append(UnusableClause(clause.text, tuple(dict.fromkeys(parts))))
    for half in card.proto.halves[:2]:
        found += _of_cost(half)
    back = card.proto.back
    if back is not None:
        found += _of_cost(back)
        found += [UnusableClause(f"back face: {back.name}", unusable(a, defines_size(back))) for a in back.abilities]
    return tuple(clause for clause in found if clause.what)


def unusable_words(cards: Iterable[CompiledCard]) -> list[str]:
    """For each card with clauses that are read and can't be used yet one sentence: "Abzan Guide: morph (702.37) can't be used yet"."""
    found = ((card, unusable_clauses(card)) for card in cards)
    return [f"{card.name}: {', '.join(map(str, clauses))} can't be used yet" for card, clauses in found if clauses]


def _of_cost(proto: Proto) -> list[UnusableClause]:
    """The mana cost of a face, as a clause."""
    symbols = "".join(f"{{{symbol}}}" for symbol in proto.mana_cost or ())
    return [UnusableClause(f"mana cost {symbols} of {proto.name}", unusable_symbols(proto))]
