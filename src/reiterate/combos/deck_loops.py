"""Which loops the cards of a deck make: known combos first, then pairs that feed each other, each one searched and proved.

The filter comes first (``feeds``), and is no proof. What is tried gets more steps round by round, until the work of all is used up.
Nothing is told of what was not tried but how much of it there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from reiterate.boards.deck_list import Deck
from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.combos.combo import FEWEST, MOST, Asked, Combo, combo
from reiterate.combos.played_once import Single
from reiterate.deadline import OutOfTime, at_most
from reiterate.oracle import CompiledCard
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.survey.feeds import doings_of, fed, met, of_use
from reiterate.survey.proof import NoLoop

#: Steps of a candidate in the first round, in the second one, and of all together.
FIRST: Final = 250
STEPS: Final = 2_000
WORK: Final = 40_000

#: Ranks of pairs from which on they are unlikely: only one of them gives the other something, or the terms don't tell.
UNLIKELY: Final = 2

#: Steps that a candidate costs at least.
LEAST: Final = 50

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
    """Cards that may make a loop.

    ``missing``: the one that the deck lacks, "" for none; ``known``: a row of the known combos. ``likely``: they are searched with all steps
    before any others are.
    """

    cards: tuple[CompiledCard, ...]
    missing: str = ""
    known: bool = False
    likely: bool = True

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


def cards_of(deck: Deck, book: CardBook) -> list[CompiledCard]:
    """The different cards that a game with a deck begins with: commanders, the main deck, a companion. Names without a card are left out."""
    found = [book.find(each.name) for each in (*deck.commanders, *deck.main, *deck.companion)]
    return list({card.name: card for card in found if isinstance(card, CompiledCard)}.values())


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
        pairs = self.pairs({frozenset(each.names) for each in held})
        others = [each for both in zip_longest(pairs, short) for each in both if each is not None]
        queue = [*held, *others]
        self.counts.left = len(queue)
        for likely in (True, False):
            yield from self._rounds([each for each in queue if each.likely == likely], held)

    def _rounds(self, queue: Sequence[Candidate], held: Sequence[Candidate]) -> Iterator[Tried]:
        """What comes of some candidates: all get few steps, then those of which nothing came get all."""
        most = self.asked.steps
        waiting: list[tuple[Candidate, Tried | None]] = [(each, None) for each in queue]
        for steps in sorted({min(FIRST, most), most}):
            behind: list[tuple[Candidate, Tried | None]] = []
            for each, before in self._in_turn(waiting):
                wanted = most if each in held else steps
                if self.work < wanted:
                    yield from () if before is None else (before,)
                    continue
                tried = self._try(each, wanted)
                self.counts.searched += before is None
                self.counts.left -= before is None
                if wanted < most and _unfinished(tried.found, wanted):
                    behind.append((each, tried))
                else:
                    yield tried
            waiting = behind

    def _in_turn(self, waiting: Sequence[tuple[Candidate, Tried | None]]) -> Iterator[tuple[Candidate, Tried | None]]:
        """The candidates; those with a card that was found to loop without the deck's others come last."""
        behind = []
        for each, before in waiting:
            if each.known or self.alone.isdisjoint(each.names):
                yield each, before
            else:
                behind.append((each, before))
        yield from behind

    def _try(self, each: Candidate, steps: int) -> Tried:
        self.beat()
        asked = Asked(life=self.asked.life, steps=steps)
        found: Combo | Single | Refusal
        try:
            with at_most(SECONDS):
                found = combo(each.cards, self.book, asked)
        except OutOfTime:
            message = f"{' + '.join(each.names)}: not decided in {SECONDS:g} seconds of work"
            found = Refusal(UNDETERMINED, "time-spent", message, "the same cards by 'reiterate combo'")
        self.work -= _cost(found, steps)
        if isinstance(found, Combo) and len(each.names) - len(found.idle) == 1:
            self.alone.update(set(each.names) - set(found.idle))
        return Tried(each, found, asked)

    # --- candidates ----------------------------------------------------------------------------------------------

    def _known_rows(self) -> tuple[list[Candidate], list[Candidate]]:
        """The rows of the known combos that the deck holds, and those for which it lacks one card; what one owns comes first."""
        have = {key: card for card in self.cards for key in keys_of(card.name)}
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
            missing = next((card.name for card in cards if not have.keys() & keys_of(card.name)), "")
            each = Candidate(cards, missing, True)
            (short if missing else held).setdefault(frozenset(each.names), each)
        self.counts.held, self.counts.short = len(held), len(short)
        return list(held.values()), sorted(short.values(), key=lambda each: not self.owns(each.missing))

    def owns(self, name: str) -> bool:
        """Whether a card is among those that one owns beside the deck."""
        return not self.asked.owned.isdisjoint(keys_of(name))

    def pairs(self, known: Set[frozenset[str]] = frozenset()) -> list[Candidate]:
        """The pairs of the deck's cards that may feed each other, the likeliest first.

        In: ``known``, the names of pairs that are left out. Counts in ``self.counts`` how many pairs were looked at,
        joined, apart, or told nothing of because a clause is not read.
        """
        counts = self.counts
        found: list[tuple[Candidate, _Joined]] = []
        for i, one in enumerate(self.cards):
            self.beat()
            for other in self.cards[i + 1 :]:
                counts.pairs += 1
                each = Candidate((one, other))
                if frozenset(each.names) in known:
                    continue
                joined = _joined(one, other)
                if joined is not None:
                    found.append((each, joined))
                elif each.unread:
                    counts.unread += 1
                else:
                    counts.apart += 1
        counts.joined = len(found)
        often = Counter(kind for _, joined in found for way in joined.ways for kind in way)
        ranked = [(each.unread, *joined.rank(often), each) for each, joined in found]
        ranked.sort(key=lambda pair: pair[:3])
        return [replace(each, likely=not unread and tier < UNLIKELY) for unread, tier, _, each in ranked]


@dataclass(frozen=True, slots=True)
class _Joined:
    """Two cards for which a balance of a loop has a part.

    ``ways``: the kinds of what the one gives and the other asks for, and the other way round. ``does``: how many of the two do
    something in the balance. A card that only has to be there has a part where the other one does something.
    ``known``: whether the terms tell.
    """

    ways: tuple[frozenset[str], ...]
    does: int  # discrete
    known: bool = True

    def rank(self, often: Mapping[str, int]) -> tuple[int, int]:
        """The likelier the loop, the smaller. ``often``: how many pairs are joined by what is of each kind.

        First come pairs of which each gives the other what it asks for, those first that are joined by what joins few pairs. Then come those of
        which one only has to be there.
        """
        if not self.known:
            return UNLIKELY + 1, 0
        if self.does < len(self.ways):
            return 1, 0
        most = max(often.values(), default=1)
        back, forth = (min((often[kind] for kind in way), default=most) for way in self.ways)
        return (0 if all(self.ways) else UNLIKELY), back * forth


def _joined(one: CompiledCard, other: CompiledCard) -> _Joined | None:
    """How two cards are joined; None where no balance has a part for both."""
    doings = doings_of([one.proto, other.proto])
    if doings is None:
        return _Joined((), 2, False)
    does = [fed(doings, row) for row in (0, 1)]
    if not any(does) or not all(done or of_use(card.proto) for card, done in zip((one, other), does, strict=True)):
        return None
    return _Joined((frozenset(met(doings, 0, 1)), frozenset(met(doings, 1, 0))), sum(does))


def _cost(found: Combo | Single | Refusal, steps: int) -> int:
    """The steps that a search took, of those that it might take: at least some, since boards were laid out."""
    return max(LEAST, found.steps if isinstance(found, Combo | NoLoop) else steps)


def _unfinished(found: Combo | Single | Refusal, steps: int) -> bool:
    """Whether more steps may find a loop where these found none: not where the search ended with half of them left."""
    return isinstance(found, Refusal) and not (isinstance(found, NoLoop) and found.steps < steps // 2)


def keys_of(name: str) -> set[str]:
    """How a card may be called in a list: by its whole name, or by its first face."""
    return {key_of(name), key_of(name.split(" // ")[0])}
