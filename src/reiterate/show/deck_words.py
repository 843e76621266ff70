"""What a deck holds in words: in short, and line by line."""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.ask.answer import Answer, Deck, DeckLoop
from reiterate.show.brief import Brief, Row, listed
from reiterate.show.screen import cleaned


def brief_of_deck(found: Answer) -> Brief:
    """A deck in short: the loops first, and what was not looked at."""
    deck = _part(found)
    rows: list[Row] = [
        ("holds", [_line(loop) for loop in deck.loops]),
        ("once", [_line(loop) for loop in deck.lines]),
        ("lacks one", [_line(loop) for loop in deck.lacking]),
        ("not told", [*_unread(deck)]),
        ("pairs", [_pairs(deck)]),
    ]
    return Brief(found.title, _verdict(deck), [row for row in rows if row[1]])


def deck_lines(found: Answer) -> list[str]:
    """All that is told of a deck, line by line."""
    deck = _part(found)
    lines = [*([found.title] if found.title else []), _verdict(deck), ""]
    for head, loops in (("holds", deck.loops), ("played once", deck.lines), ("lacks one card", deck.lacking)):
        for loop in loops:
            said = loop.combo.said
            lines.append(f"{head}: {_line(loop)}")
            told = (("you get", said.gets), ("you win", said.wins), ("start", said.start), ("stops", said.stops))
            lines += [f"    {name}: {words}" for name, words in told if words]
    for miss in deck.unproved:
        lines.append(f"not proved: {_names(miss.cards, miss.missing)}: {miss.why} ({miss.code})")
    lines += [f'not understood: {card.name}: "{card.clause}"' for card in deck.unread]
    lines += [f"no card: line {at.line}: {at.span}" for at in deck.unknown]
    lines += [f"left out: {each}" for each in deck.left_out]
    return [*lines, _pairs(deck), *_known(deck)]


def _part(found: Answer) -> Deck:
    clean: Answer = cleaned(found)
    assert clean.deck is not None
    return clean.deck


def _verdict(deck: Deck) -> str:
    """How many loops a deck holds, all of them proved."""
    said = [f"{_many(len(deck.loops), 'loop')} proved"]
    said += [f"{_many(len(deck.lines), 'line')} that win once"] if deck.lines else []
    said += [f"{len(deck.lacking)} with one card more"] if deck.lacking else []
    return f"{', '.join(said)}; {deck.cards.text()} cards, {deck.different.text()} different"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _names(cards: Sequence[str], missing: str) -> str:
    return " + ".join(f"{name} (lacking)" if name == missing else name for name in cards)


def _line(loop: DeckLoop) -> str:
    """The cards of a loop, the verdict, and what it gives."""
    owned = "; you own it" if loop.owned else ""
    gets = f": {loop.combo.said.gets}" if loop.combo.said.gets else ""
    return f"{_names(loop.cards, loop.missing)}{owned}: {loop.combo.said.verdict}{gets}"


def _unread(deck: Deck) -> list[str]:
    """What could not be read or proved."""
    said = [f"cards not understood: {listed([card.name for card in deck.unread])}"] if deck.unread else []
    said += [f"no cards: {listed([at.span for at in deck.unknown])}"] if deck.unknown else []
    pairs = [" + ".join(miss.cards) for miss in deck.unproved]
    return [*said, *([f"not proved: {listed(pairs)}"] if pairs else []), *_known(deck)]


def _known(deck: Deck) -> list[str]:
    """How much of the known combos the deck holds."""
    if not deck.known.amount:
        return []
    said = f"of {deck.known.text()} known combos the deck holds {deck.held.text()}, and lacks one card for {deck.short.text()}"
    strange = f"; {deck.strange.text()} of them name cards that are not known" if deck.strange.amount else ""
    return [said + strange]


def _pairs(deck: Deck) -> str:
    """What was looked at and what was not."""
    said = f"{deck.pairs.text()}: {deck.apart.text()} don't feed each other, {deck.joined.text()} may"
    said += f", {deck.unread_pairs.text()} could not be read" if deck.unread_pairs.amount else ""
    left = f"; not tried: {deck.not_tried.text()} (more: --all-steps)" if deck.not_tried.amount else "; not tried: 0"
    return f"{said}; tried with the known ones: {deck.tried.text()}{left}"
