"""What a deck holds as one ``answer/1``: each loop that was found is certified, and the checker is asked before it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from reiterate.ask.answer import Answer, DeckLoop, DeckMiss, UnreadCard
from reiterate.ask.answer import Deck as Part
from reiterate.ask.answer_parts import Where, quantity
from reiterate.ask.building_combo import combo_answer
from reiterate.ask.building_refusals import empty_answer
from reiterate.boards.deck_list import Deck
from reiterate.cards import CardBook
from reiterate.combos.combo import Combo
from reiterate.combos.deck_loops import DeckAsked, DeckSearch, Tried, cards_of
from reiterate.combos.one_shots import AMOUNT
from reiterate.combos.played_once import Single
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal

#: What is said where the checker did not accept a certificate.
_NOT_ACCEPTED = "a loop was found, but no certificate of it was accepted"


def deck_loops(
    deck: Deck, book: CardBook, asked: DeckAsked | None = None, beat: Callable[[], object] = lambda: None
) -> DeckLoops:
    """The loops of a deck, as an iterator that gives each one as it is proved.

    In: a deck that ``read_deck`` gave, and the cards; how it is looked through. ``beat`` is called between two pieces of work.
    Nothing is searched before the first loop is asked for. Example: ``for loop in deck_loops(deck, book): print(loop.cards)``.
    """
    return DeckLoops(deck, book, asked or DeckAsked(), beat)


@dataclass(slots=True)
class DeckLoops:
    """The loops of a deck, one after another; ``answer()`` tells what was found so far, and all that is known beside it."""

    deck: Deck
    book: CardBook
    asked: DeckAsked
    beat: Callable[[], object] = lambda: None
    loops: list[DeckLoop] = field(default_factory=list)
    unproved: list[DeckMiss] = field(default_factory=list)
    cards: list[CompiledCard] = field(init=False)
    search: DeckSearch = field(init=False)

    def __post_init__(self) -> None:
        self.cards = cards_of(self.deck, self.book)
        self.search = DeckSearch(self.cards, self.book, self.asked, self.beat)

    def __iter__(self) -> Iterator[DeckLoop]:
        """Each loop, and each line that wins and is played once, as it is proved; no cards are told twice."""
        for tried in self.search.tries():
            told = self._told(tried)
            if isinstance(told, DeckMiss):
                self.unproved += [told] if told.known or tried.candidate.unread else []
            elif told is not None:
                self.loops.append(told)
                yield told

    def _told(self, tried: Tried) -> DeckLoop | DeckMiss | None:
        """What is told of a candidate; None where that was told already, or is a line that gives an amount and no more."""
        found, each = tried.found, tried.candidate
        if isinstance(found, Refusal):
            return DeckMiss(
                cards=list(each.names), missing=each.missing, known=each.known, code=found.code, why=found.message
            )
        idle = found.idle if isinstance(found, Combo) else ()
        cards = list((Counter(each.names) - Counter(idle)).elements())
        missing = each.missing if each.missing in cards else ""
        if any(set(loop.cards) == set(cards) for loop in self.loops) or (
            isinstance(found, Single) and found.what == AMOUNT
        ):
            return None
        made = combo_answer(found, tried.asked, self.book)
        if not made.proved:
            code = next((refused.code for refused in made.answer.refusals), "check")
            return DeckMiss(cards=cards, missing=missing, known=each.known, code=code, why=_NOT_ACCEPTED)
        return DeckLoop(
            cards=cards,
            missing=missing,
            owned=bool(missing) and self.search.owns(missing),
            known=each.known and not idle,
            combo=made.combo,
            certificate=made.answer.certificate,
        )

    def answer(self) -> Answer:
        """All that is known of the deck so far."""
        counts, deck = self.search.counts, self.deck
        here = [loop for loop in self.loops if not loop.missing]
        part = Part(
            name=deck.name,
            cards=quantity(deck.size + len(deck.commanders)),
            different=quantity(len(self.cards)),
            loops=[loop for loop in here if not loop.combo.once],
            lines=[loop for loop in here if loop.combo.once],
            lacking=sorted((loop for loop in self.loops if loop.missing), key=lambda loop: not loop.owned),
            unproved=self.unproved,
            unread=[UnreadCard(name=card.name, clause=card.missing[0].text) for card in self.cards if card.missing],
            unknown=[Where(file=at.file, line=at.line, column=at.column, span=at.span) for at in deck.unknown],
            left_out=deck.left_out,
            pairs=quantity(counts.pairs),
            apart=quantity(counts.apart),
            unread_pairs=quantity(counts.unread),
            joined=quantity(counts.joined),
            known=quantity(counts.known),
            held=quantity(counts.held),
            short=quantity(counts.short),
            strange=quantity(counts.strange),
            tried=quantity(counts.searched),
            not_tried=quantity(counts.left),
        )
        return replace(empty_answer("deck"), title=deck.name, deck=part)


def deck_answer(deck: Deck, book: CardBook, asked: DeckAsked | None = None) -> Answer:
    """What a deck holds, after the whole search: an answer with the part ``deck``.

    In: a deck that ``read_deck`` gave, and the cards; how it is looked through. A deck without loops is an answer, not a refusal.
    """
    found = deck_loops(deck, book, asked)
    for _ in found:
        pass
    return found.answer()
