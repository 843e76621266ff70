"""Signatures: what a card asks for and gives (``survey.card_doings``), and what it changes by being there. Cards of one signature feed the same cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from reiterate.oracle import CompiledCard
from reiterate.survey.balance import Doing
from reiterate.survey.card_doings import all_of, card_doings, mana_of
from reiterate.survey.feeds import PrintedReading, changes, fed
from reiterate.terms.abilities import Static
from reiterate.terms.proto import Proto


@dataclass(frozen=True, slots=True)
class Signature:
    """Cards that ask for the same and give the same, those with the least mana value first.

    ``alone``: whether a balance of a loop is known in which one of them needs no partner.
    """

    cards: tuple[CompiledCard, ...]
    alone: bool

    @property
    def proto(self) -> Proto:
        """The terms of the first card, which stand for those of all."""
        return self.cards[0].proto


def signatures(cards: Iterable[CompiledCard]) -> tuple[list[Signature], list[CompiledCard]]:
    """The signatures of some cards in the order of their first names; and the cards whose terms don't tell.

    In: cards of which every clause is understood.
    """
    by_key: dict[object, list[CompiledCard]] = {}
    untold: list[CompiledCard] = []
    for card in cards:
        made = card_doings(card.proto)
        if "anything" in made.words:
            untold.append(card)
            continue
        doings = frozenset(map(_amounts, (*made.doings, *made.cast)))
        key = doings, made.words, types_of(card.proto), _static(card.proto)
        by_key.setdefault(key, []).append(card)
    groups = [
        sorted(group, key=lambda card: (mana_of(card.proto.mana_cost or ()), card.name)) for group in by_key.values()
    ]
    groups.sort(key=lambda group: group[0].name)
    return [Signature(tuple(group), _alone(group[0].proto)) for group in groups], untold


def part(doing: Doing) -> object:
    """A doing as something that can be compared, without amounts."""
    reaches = frozenset((reach.kinds, reach.where, reach.whole) for reach in doing.reaches)
    return frozenset(doing.asked()), frozenset(doing.gives), reaches, doing.row


def _amounts(doing: Doing) -> object:
    uses, gives = frozenset(doing.uses.items()), frozenset(doing.gives.items())
    return uses, frozenset(doing.events), gives, frozenset(doing.reaches), doing.chosen, doing.row


def types_of(proto: Proto) -> tuple[tuple[str, ...], ...]:
    """The card types of each face."""
    return tuple(tuple(sorted(face.types)) for face in (proto, proto.back) if face is not None)


def _static(proto: Proto) -> frozenset[object]:
    """The static abilities of a card that change what others do."""
    if not changes(proto):
        return frozenset()
    return frozenset(node for node in all_of((proto.abilities, proto.back)) if isinstance(node, Static))


@lru_cache(maxsize=32768)
def _alone(proto: Proto) -> bool:
    return fed(list(PrintedReading((proto,)).doings()), 0)
