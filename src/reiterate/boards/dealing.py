"""New games from deck lists: libraries in a random order, and opening hands (103.3, 103.5; ``docs/decisions/decks.md``)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import shake_256
from typing import Final, NamedTuple

from reiterate.boards.deck_list import Deck, Listed, read_deck
from reiterate.cards import CardBook
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.position_text import commented, scalar
from reiterate.script.yaml_text import FORMAT, Table, Text, read_yaml
from reiterate.script.yaml_text import Listed as ListedValues
from reiterate.terms.unusable import opening_action

#: Cards of an opening hand (103.5).
HAND: Final = 7
#: Decks of one game.
MOST_DECKS: Final = 6
#: Bytes of a random number.
_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new game: the text of its position file, a title, and what of the lists is no part of it."""

    text: str
    title: str
    left_out: tuple[str, ...]


class _Cards(NamedTuple):
    """The cards of a player in a dealt position, as the file says them; the top of the library first."""

    hand: list[str]
    library: list[str]
    battlefield: list[str]

    def without(self, name: str) -> tuple[str, list[str]]:
        """A card of the hand by its printed name, and the hand without it."""
        at = [_printed(each) for each in self.hand].index(name)
        return self.hand[at], self.hand[:at] + self.hand[at + 1 :]


def dealt(lists: Sequence[tuple[str, str]], book: CardBook, seed: str = "") -> Dealt | Refusal:
    """A new game from deck lists, one for each player in turn order: ``(text, name of the file)``.

    ``seed``: words that decide the order of the libraries; without them the order is drawn anew each time.
    """
    if not 2 <= len(lists) <= MOST_DECKS:
        return Refusal(INPUT, "deck", f"a game of {len(lists)} decks", f"2 to {MOST_DECKS} decks", "100.1")
    decks: list[Deck] = []
    for seat, (text, file) in enumerate(lists, 1):
        found = read_deck(text, file, book)
        if isinstance(found, Refusal):
            return replace(found, message=f"p{seat}'s deck: {found.message}")
        decks.append(found)
    refused = _uneven(decks, lists) or _small(decks, lists)
    if refused is not None:
        return refused
    drawn = seed or secrets.token_hex(_BYTES)
    names = [
        deck.name or file.rpartition("/")[2].rpartition(".")[0] or file
        for deck, (_, file) in zip(decks, lists, strict=True)
    ]
    left_out = tuple(f"p{seat}: {each}" for seat, deck in enumerate(decks, 1) for each in deck.left_out)
    comments = [
        f"A new game: {' against '.join(names)}. p1 begins, and skips the first draw step." if len(decks) == 2 else
        f"A new game: {', '.join(names)}. p1 begins.",
        *([f"The libraries are shuffled by the seed {seed!r}."] if seed else []),
        *(f"left out: {each}" for each in left_out),
        *_opening(decks, book),
    ]  # fmt: skip
    text = commented(comments, _text(decks, drawn))
    return Dealt(text, " against ".join(names)[:200], left_out)


def dealt_again(text: str, seed: str = "", players: Sequence[str] = ()) -> str:
    """The position of a game from deck lists, with hands and libraries shuffled together and dealt anew (103.3, 103.5).

    In: the text of such a position; the ``seed`` as in ``dealt``; of which ``players``, such as ``p1``, all without any.
    """
    drawn = seed or secrets.token_hex(_BYTES)

    def anew(who: str, seat: _Cards) -> _Cards:
        if players and who not in players:
            return seat
        cards = shuffled([*seat.hand, *seat.library, *seat.battlefield], f"{drawn}\n{who}")
        return _Cards(cards[:HAND], cards[HAND:], [])

    return _laid_again(text, anew)


def on_the_bottom(text: str, player: str, name: str) -> str:
    """The position of a game from deck lists, with a card of a player's hand below that player's library (103.5)."""
    return _out_of_hand(text, player, name, lambda seat, card: seat._replace(library=[*seat.library, card]))


def onto_the_battlefield(text: str, player: str, name: str) -> str:
    """The position of a game from deck lists, which begins with a card of a player's hand on the battlefield (103.6a)."""
    return _out_of_hand(text, player, name, lambda seat, card: seat._replace(battlefield=[*seat.battlefield, card]))


def _out_of_hand(text: str, player: str, name: str, put: Callable[[_Cards, str], _Cards]) -> str:
    """The position with a card of a player's hand put elsewhere among that player's cards."""

    def moved(who: str, seat: _Cards) -> _Cards:
        if who != player:
            return seat
        card, hand = seat.without(name)
        return put(seat._replace(hand=hand), card)

    return _laid_again(text, moved)


def dealt_hand(text: str, player: str) -> list[str]:
    """The names of the cards in a player's hand, in a position of a game from deck lists."""
    _, players = _read(text)
    board = players.get(player)
    return [_printed(each) for each in _cards_in(board, "hand")] if isinstance(board, Table) else []


def _read(text: str) -> tuple[Table, Table]:
    """A position that decks were dealt to, and its players."""
    document = read_yaml(text, "position")
    players = document.get("players") if isinstance(document, Table) else None
    assert isinstance(document, Table) and isinstance(players, Table), "a position that decks were dealt to"
    return document, players


def _laid_again(text: str, change: Callable[[str, _Cards], _Cards]) -> str:
    """Such a position with cards elsewhere; ``change`` gives those of a player for the present ones."""
    document, players = _read(text)
    lines = [f"{key.text}: {value.text}\n" for key, value in document.items if isinstance(value, Text)]
    lines.append("players:\n")
    for who, board in players.items:
        assert isinstance(board, Table)
        there = _Cards(*(_cards_in(board, zone) for zone in _Cards._fields))
        lines += _seat(who.text, _cards_in(board, "commander"), change(who.text, there))
    return "".join(lines)


def _cards_in(board: Table, zone: str) -> list[str]:
    """The names in a zone of a dealt position, as the file says them."""
    found = board.get(zone)
    return [each.text for each in found.items if isinstance(each, Text)] if isinstance(found, ListedValues) else []


def _seat(who: str, commanders: Sequence[str], cards: _Cards) -> list[str]:
    """The lines of a player."""
    lines = [f"  {who}:\n"]
    if commanders:
        lines.append(f"    commander: [{', '.join(map(scalar, commanders))}]\n")
    if cards.battlefield:
        lines.append(f"    battlefield: [{', '.join(map(scalar, cards.battlefield))}]\n")
    lines.append(f"    hand: [{', '.join(map(scalar, cards.hand))}]\n" if cards.hand else "    hand: 0\n")
    lines.append("    library:\n" if cards.library else "    library: 0\n")
    return [*lines, *(f"      - {scalar(name)}\n" for name in cards.library)]


def shuffled(cards: Sequence[str], seed: str) -> list[str]:
    """The cards in an order that the seed alone decides: the same on every machine and in every version of Python."""
    found = list(cards)
    for at, drawn in zip(range(len(found) - 1, 0, -1), _numbers(seed), strict=False):
        other = drawn % (at + 1)
        found[at], found[other] = found[other], found[at]
    return found


def _numbers(seed: str) -> Iterator[int]:
    """Numbers below 2^128 without end; the rest of a division by a small number is as good as uniform."""
    at = 0
    while True:
        yield int.from_bytes(shake_256(f"{seed}\n{at}".encode("utf-8", "replace")).digest(_BYTES))
        at += 1


def _uneven(decks: Sequence[Deck], lists: Sequence[tuple[str, str]]) -> Refusal | None:
    """Why decks belong to games of different rules: some have a commander and others none (903.6)."""
    without = next((at for at, deck in enumerate(decks) if not deck.commanders), -1)
    if not any(deck.commanders for deck in decks) or without < 0:
        return None
    message = f"p{without + 1}'s deck: another deck has a commander, and this one has none"
    where = Where(lists[without][1], 1, 1)
    return Refusal(INPUT, "deck", message, "a section 'Commander' in each list, or in none", "903.6", where)


def _small(decks: Sequence[Deck], lists: Sequence[tuple[str, str]]) -> Refusal | None:
    """Which deck is too small for an opening hand (103.5)."""
    small = next((at for at, deck in enumerate(decks) if deck.size < HAND), -1)
    if small < 0:
        return None
    message = f"p{small + 1}'s deck: a deck of {decks[small].size} cards can't give a hand of {HAND}"
    return Refusal(INPUT, "deck", message, f"at least {HAND} cards", "103.5", Where(lists[small][1], 1, 1))


def _text(decks: Sequence[Deck], seed: str) -> str:
    lines = [f"format: {FORMAT}\n"]
    lines += ["rules: commander\n"] if any(deck.commanders for deck in decks) else []
    lines += ["step: upkeep\n"] if len(decks) > 2 else []  # nobody skips the first draw step there (103.8c)
    lines.append("players:\n")
    for seat, deck in enumerate(decks, 1):
        cards = [*map(_once, shuffled(_names(deck.main), f"{seed}\np{seat}"))]
        lines += _seat(f"p{seat}", [*map(_once, _names(deck.commanders))], _Cards(cards[:HAND], cards[HAND:], []))
    return "".join(lines)


def _opening(decks: Sequence[Deck], book: CardBook) -> Iterator[str]:
    """Which cards have words for an opening hand (103.6), for whoever does not play the position at a table."""
    for name in dict.fromkeys(_names([each for deck in decks for each in deck.main])):
        found = book.find(name)
        if not isinstance(found, Refusal) and opening_action(found.proto):
            yield f"{name} has words for an opening hand (103.6). A table asks for them. Elsewhere change the position by hand."


def _names(cards: Sequence[Listed]) -> list[str]:
    return [each.name for each in cards for _ in range(each.count)]


def _once(name: str) -> str:
    """A card of a list; a name that begins with a number is told with a count, which it is not."""
    return f"1 {name}" if name[0].isdecimal() else name


def _printed(written: str) -> str:
    """The name of a card as it is printed, of a line that ``_once`` made."""
    return written.removeprefix("1 ") if written[2:3].isdecimal() else written
