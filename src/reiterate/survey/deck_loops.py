"""Which loops the cards of a deck make: known combos first, then pairs that feed each other, each one searched and proved.

The filter comes first (``feeds``), and is no proof. What is tried gets more steps round by round, until the work of all is used up.
Nothing is told of what was not tried but how much of it there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.deadline import OutOfTime, at_most
from reiterate.oracle import CompiledCard
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.survey.combo import FEWEST, MOST, Asked, Combo, Single, combo
from reiterate.survey.feeds import fed_cards, of_use

#: Steps of a pair in the first round, of each candidate at most, and of all together.
FIRST: Final = 1_000
STEPS: Final = 4_000
WORK: Final = 40_000

#: Seconds of processor time of one candidate: far more than its steps take as a rule.
SECONDS: Final = 15.0


@dataclass(frozen=True, slots=True)
class DeckAsked:
    """How a deck is looked through.

    ``known``: rows of card names that are known as combos. ``owned``: names, as ``key_of`` makes them, of cards that one has
    beside the deck. ``steps``: of one candidate at most; ``work``: of all together. ``life``: as ``Asked`` has it.
    """

    known: tuple[tuple[str, ...], ...] = ()
    owned: frozenset[str] = frozenset()
    steps: int = STEPS
    work: int = WORK
    life: str = "20"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Cards that may make a loop. ``missing``: the one that the deck lacks, "" for none; ``known``: a row of the known combos."""

    cards: tuple[CompiledCard, ...]
    missing: str = ""
    known: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(card.name for card in self.cards)

    @property
    def unread(self) -> bool:
        """Whether a clause of a card is not understood."""
        return any(not card.complete for card in self.cards)


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate, and what came of it: a loop, a line that is played once, or why there is neither. ``asked``: how it was asked for."""

    candidate: Candidate
    found: Combo | Single | Refusal
    asked: Asked


@dataclass(slots=True)
class Counts:
    """How many pairs and rows there are, and what came of them.

    ``pairs`` of different cards; ``apart``: their terms don't feed each other; ``unread``: the same, but a clause of a card is not
    understood; ``joined``: all others. ``known``: rows that were given; ``held`` and ``short``: by the deck, but for one card;
    ``strange``: with a card that is nowhere, or of another size. ``searched``: candidates that were tried; ``left``: those that were not, for want of work.
    """

    pairs: int = 0  # discrete
    apart: int = 0  # discrete
    unread: int = 0  # discrete
    joined: int = 0  # discrete
    known: int = 0  # discrete
    held: int = 0  # discrete
    short: int = 0  # discrete
    strange: int = 0  # discrete
    searched: int = 0  # discrete
    left: int = 0  # discrete


class DeckSearch:
    """The search through the different cards of a deck."""

    def __init__(
        self, cards: Sequence[CompiledCard], book: CardBook, asked: DeckAsked, beat: Callable[[], object] = lambda: None
    ) -> None:
        """``beat`` is called between two pieces of work."""
        self.cards = list({card.name: card for card in cards}.values())
        self.book = book
        self.asked = asked
        self.beat = beat
        self.counts = Counts()
        self.alone: set[str] = set()  # cards that loop without another card of the deck
        self.work = asked.work  # steps that are left

    def tries(self) -> Iterator[Tried]:
        """Each candidate that is tried, once, with what came of it. What is not tried is counted."""
        held, short = self._known_rows()
        pairs = self._pairs({frozenset(each.names) for each in held})
        others = [each for both in zip_longest(pairs, short) for each in both if each is not None]
        queue = [*held, *others]
        self.counts.left = len(queue)
        first, most = min(FIRST, self.asked.steps), self.asked.steps
        waiting: list[Tried] = []
        for each in self._in_turn(queue):
            steps = most if each in held else first
            if self.work < steps:
                continue
            tried = self._try(each, steps)
            if steps < most and isinstance(tried.found, Refusal):
                waiting.append(tried)
            else:
                yield tried
            self.counts.searched += 1
            self.counts.left -= 1
        for tried in waiting:
            yield self._try(tried.candidate, most) if self.work >= most else tried

    def _in_turn(self, queue: Sequence[Candidate]) -> Iterator[Candidate]:
        """The candidates; those with a card that was found to loop without the deck's others come last."""
        behind = []
        for each in queue:
            if each.known or self.alone.isdisjoint(each.names):
                yield each
            else:
                behind.append(each)
        yield from behind

    def _try(self, each: Candidate, steps: int) -> Tried:
        self.beat()
        self.work -= steps
        asked = Asked(life=self.asked.life, steps=steps)
        found: Combo | Single | Refusal
        try:
            with at_most(SECONDS):
                found = combo(each.cards, self.book, asked)
        except OutOfTime:
            message = f"{' + '.join(each.names)}: not decided in {SECONDS:g} seconds of work"
            found = Refusal(UNDETERMINED, "time-spent", message, "the same cards by 'reiterate combo'")
        if isinstance(found, Combo) and len(each.names) - len(found.idle) == 1:
            self.alone.update(set(each.names) - set(found.idle))
        return Tried(each, found, asked)

    # --- candidates ----------------------------------------------------------------------------------------------

    def _known_rows(self) -> tuple[list[Candidate], list[Candidate]]:
        """The rows of the known combos that the deck holds, and those for which it lacks one card; what one owns comes first."""
        have = {key: card for card in self.cards for key in _keys(card.name)}
        rows = {tuple(dict.fromkeys(key_of(name) for name in row)): row for row in self.asked.known}
        self.counts.known = len(rows)
        held: dict[frozenset[str], Candidate] = {}
        short: dict[frozenset[str], Candidate] = {}
        for keys, row in rows.items():
            lacking = [name for name in row if key_of(name) not in have]
            if not FEWEST <= len(keys) <= MOST or len(lacking) > 1:
                self.counts.strange += not FEWEST <= len(keys) <= MOST
                continue
            found = [have.get(key) or self.book.find(name) for key, name in zip(keys, dict.fromkeys(row), strict=False)]
            cards = tuple(card for card in found if isinstance(card, CompiledCard))
            if len(cards) < len(keys):
                self.counts.strange += 1
                continue
            missing = next((card.name for card in cards if not have.keys() & _keys(card.name)), "")
            each = Candidate(cards, missing, True)
            (short if missing else held).setdefault(frozenset(each.names), each)
        self.counts.held, self.counts.short = len(held), len(short)
        return list(held.values()), sorted(short.values(), key=lambda each: not self.owns(each.missing))

    def owns(self, name: str) -> bool:
        """Whether a card is among those that one owns beside the deck."""
        return not self.asked.owned.isdisjoint(_keys(name))

    def _pairs(self, known: set[frozenset[str]]) -> list[Candidate]:
        """The pairs that feed each other, but for the known ones; those of which neither loops by itself come first."""
        counts = self.counts
        single = {card.name: _fed(card) for card in self.cards}
        found: list[tuple[tuple[int, int], Candidate]] = []
        for i, one in enumerate(self.cards):
            self.beat()
            for other in self.cards[i + 1 :]:
                counts.pairs += 1
                each = Candidate((one, other))
                if frozenset(each.names) in known:
                    continue
                fed = fed_cards([one.proto, other.proto])
                if fed is None or _joined(each.cards, fed):
                    idle = 2 if fed is None else fed.count(False)
                    found.append(((idle, single[one.name] + single[other.name]), each))
                elif each.unread:
                    counts.unread += 1
                else:
                    counts.apart += 1
        counts.joined = len(found)
        return [each for _, each in sorted(found, key=lambda ranked: ranked[0])]


def _fed(card: CompiledCard) -> bool:
    """Whether a card may feed itself."""
    return fed_cards([card.proto]) != [False]


def _joined(cards: Sequence[CompiledCard], fed: Sequence[bool]) -> bool:
    """Whether a balance has a part for each of some cards; one that only has to be there has a part where another does something."""
    return any(fed) and all(does or of_use(card.proto) for card, does in zip(cards, fed, strict=True))


def _keys(name: str) -> set[str]:
    """How a card may be called in a list: by its whole name, or by its first face."""
    return {key_of(name), key_of(name.split(" // ")[0])}
