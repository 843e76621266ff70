"""Signatures: what a card asks for and gives, read from its terms without a partner. Cards of one signature feed the same partners.

A partner matters by its context: the types of its faces, and a few words of its terms that change what other cards do. So a card is read once for each
context in which it reads otherwise. The reading is that of ``survey.feeds``, with printed mana.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from reiterate.oracle import CompiledCard
from reiterate.survey.balance import Doing, What
from reiterate.survey.feeds import HOST_ROW, Reading, fed
from reiterate.survey.printed_mana import PrintedReading
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto

#: The row of the card that is read, and that of its partner.
ROW: Final = 0
PARTNER: Final = 1

#: What of some cards changes what others do, as ``Reading`` calls it.
WORDS: Final = ("retyped", "much", "lands", "drawn_back", "replayed", "instead", "cheap")
COPIER: Final = "copier"
UNPRINTED: Final = "unprinted"

#: A group of things of which one has to be given.
Group: TypeAlias = frozenset[What]


class Context(NamedTuple):
    """What of a card matters to what its partner does: the types of each face, and words of ``WORDS``, ``COPIER``, ``UNPRINTED``."""

    types: tuple[tuple[str, ...], ...]
    words: frozenset[str]


class Part(NamedTuple):
    """One doing without amounts: the groups that it asks for, and what it gives."""

    asks: frozenset[Group]
    gives: frozenset[What]


class Profile(NamedTuple):
    """The doings of a card beside a partner of some context, in the order of the reading, and those of what lies beside both."""

    own: tuple[Part, ...]
    beside: frozenset[Part]


@dataclass(frozen=True, slots=True)
class Signature:
    """Cards that ask for the same and give the same, those with the least mana value first.

    ``alone``: whether a balance of a loop is known in which one of them needs no partner.
    """

    cards: tuple[CompiledCard, ...]
    context: Context
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
        reading = PrintedReading((card.proto,))
        if reading.anything:
            untold.append(card)
            continue
        doings = frozenset(_amounts(doing) for doing in reading.doings() if doing.row == ROW)
        by_key.setdefault((doings, context_of(card.proto)), []).append(card)
    groups = [sorted(group, key=lambda card: (mana_value(card.proto), card.name)) for group in by_key.values()]
    made = [
        Signature(tuple(group), context_of(group[0].proto), feeds_itself(group[0].proto))
        for group in sorted(groups, key=lambda group: group[0].name)
    ]
    return made, untold


def _amounts(doing: Doing) -> object:
    """A doing as something that can be compared."""
    uses, gives = frozenset(doing.uses.items()), frozenset(doing.gives.items())
    return uses, frozenset(doing.events), gives, frozenset(doing.choices), doing.chosen


def context_of(proto: Proto) -> Context:
    """The context that a card is for its partner."""
    reading = PrintedReading((proto,))
    words = {word for word in WORDS if getattr(reading, word)}
    words |= {COPIER} if reading.copiers else set()
    words |= set() if reading.printed_mana else {UNPRINTED}
    return Context(tuple(tuple(sorted(face.types)) for _, face in reading.faces), frozenset(words))


def feeds_itself(proto: Proto) -> bool:
    """Whether a balance of a loop has a part for a card without a partner."""
    return fed(list(PrintedReading((proto,)).doings()), ROW)


def mana_value(proto: Proto) -> int:
    """The mana value of a card, with nothing for X (202.3)."""
    symbols = proto.mana_cost or ()
    return sum(int(symbol) if symbol.isdigit() else symbol != "X" for symbol in symbols)


class _Beside(PrintedReading):
    """Reads one card beside a partner of which no more is known than its context."""

    def __init__(self, card: Proto, context: Context) -> None:
        types = context.types
        back = Proto("another face", types[1]) if len(types) > 1 else None
        self.partner = Proto("another card", types[0], back=back)
        self.looked = False  # whether the partner's types were asked for
        super().__init__((card, self.partner))
        for word in WORDS:
            if word in context.words:
                setattr(self, word, True)
        if COPIER in context.words:
            self.copiers.add(PARTNER)
        self.printed_mana = self.printed_mana and UNPRINTED not in context.words

    def _of_card(self, i: int, face: Proto, cast: bool = True) -> Iterator[Doing]:
        return iter(()) if face in (self.partner, self.partner.back) else super()._of_card(i, face, cast)

    def _fits(self, there: int, wanted: Filter, source: int) -> bool:
        self.looked |= there == PARTNER
        return super()._fits(there, wanted, source)


@dataclass(slots=True)
class Profiles:
    """The profiles of signatures, read when they are asked for."""

    kept: dict[tuple[int, frozenset[str], tuple[tuple[str, ...], ...]], Profile] = field(default_factory=dict)
    typed: dict[tuple[int, frozenset[str]], bool] = field(default_factory=dict)
    same: dict[Profile, Profile] = field(default_factory=dict)

    def of(self, number: int, proto: Proto, context: Context) -> Profile:
        """The profile of a signature beside a partner; ``number``: which signature it is."""
        types = context.types if self.typed.get((number, context.words), True) else ()
        key = (number, context.words, types)
        if key not in self.kept:
            reading = _Beside(proto, context)
            made = _profile(reading)
            self.typed[number, context.words] = reading.looked
            key = (number, context.words, context.types if reading.looked else ())
            self.kept[key] = self.same.setdefault(made, made)
        return self.kept[key]


def _profile(reading: Reading) -> Profile:
    own: dict[Part, None] = {}
    beside: set[Part] = set()
    for doing in reading.doings():
        asks = frozenset([*doing.events, *(frozenset({what}) for what in doing.uses)])
        part = Part(asks, frozenset([*doing.gives, *(what for _, rows in doing.choices for what in rows)]))
        if doing.row in (ROW, PARTNER):
            own[part] = None
        else:
            beside.add(part)
    return Profile(tuple(own), frozenset(beside))


def turned(gives: Iterable[What]) -> set[What]:
    """What is given, with the rows of card and partner exchanged."""
    other = {ROW: PARTNER, PARTNER: ROW}
    return {(kind, other.get(row, row)) for kind, row in gives}


def supplied(parts: Sequence[Part]) -> list[Part]:
    """The parts of which something gives all that is asked for: the greatest set of them."""
    kept = list(parts)
    while True:
        given = {what for part in kept for what in part.gives}
        left = [part for part in kept if not any(map(given.isdisjoint, part.asks))]
        if len(left) == len(kept):
            return kept
        kept = left


def follows(gives: Iterable[What], beside: Iterable[Part]) -> set[What]:
    """What is given, with all that what lies beside the cards gives for it."""
    given = set(gives)
    waiting = list(beside)
    while True:
        done = [part for part in waiting if not any(map(given.isdisjoint, part.asks))]
        if not done:
            return given
        for part in done:
            given |= part.gives
        waiting = [part for part in waiting if part not in done]


__all__ = ["HOST_ROW", "Context", "Profiles", "Signature", "signatures"]
