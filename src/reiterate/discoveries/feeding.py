"""Why two cards feed each other: what each gives the other in a balance of a loop, in the words of ``terms.base``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.discoveries.signatures import part
from reiterate.survey.balance import HOST_ROW, Doing, balance
from reiterate.survey.card_doings import all_of, card_doings
from reiterate.survey.feeds import PrintedReading, changes, met
from reiterate.terms.abilities import Static
from reiterate.terms.proto import Proto

#: Kinds of what is given, in words.
WORDS: Final = {
    "mana": "mana",
    "enters": "a permanent that enters",
    "entered": "a new object",
    "leaves": "a permanent that leaves",
    "cast": "a spell that is cast",
    "copied": "a copy of a spell",
    "damage": "damage",
    "loss": "loss of life",
    "life": "gain of life",
    "dies": "a death",
    "drawn": "a card that is drawn",
    "discarded": "a discard",
    "counters": "counters",
    "sacrificed": "a sacrifice",
    "milled": "milled cards",
    "tapped": "a permanent that is tapped",
    "untapped": "an untapped permanent",
    "back": "a card to play again",
    "turn": "a turn",
    "step": "a step",
    "targeted": "a target",
    "activated": "an activation",
    "flipped": "a flipped coin",
    "found": "a card that is found",
    "lands": "a land that is played",
    "repeated": "a copy of an ability",
}


def happening(doings: Sequence[Doing]) -> list[int]:
    """Which doings happen in balances of two cards: a balance has few beside those that are wanted."""
    found: dict[int, None] = {}
    for row in (0, 1):
        many = balance(doings, [doing.row == row for doing in doings])
        found |= dict.fromkeys(i for i, each in enumerate(many) if each > 0)
    return list(found)


def parts_of(proto: Proto) -> frozenset[object]:
    """What a card may have a part with: its doings without amounts, and what it changes by being there."""
    card = card_doings(proto)
    return frozenset((*map(part, (*card.doings, *card.cast)), *_statics(proto)))


def parts_played(one: Proto, other: Proto) -> tuple[frozenset[object], frozenset[object]]:
    """What each of two cards does in a balance of a loop, as ``parts_of`` has it.

    A card that does nothing in the balance plays its part by its static abilities.
    """
    reading = PrintedReading((one, other))
    doings: list[Doing] = []
    whose: list[tuple[int, object]] = []
    for row, card in enumerate(reading.cards):
        placed = list(reading.of_card(row, card))
        plain = [*card.doings, *card.cast] if len(placed) == len(card.doings) + len(card.cast) else []
        doings += placed
        whose += [(row, part(plain[i]) if plain else None) for i in range(len(placed))]
    doings += reading.around()
    played: tuple[set[object], set[object]] = (set(), set())
    for i in happening(doings):
        if i < len(whose) and doings[i].row == whose[i][0] and whose[i][1] is not None:
            played[whose[i][0]].add(whose[i][1])
    first, second = (frozenset(parts or _statics(proto)) for parts, proto in zip(played, (one, other), strict=True))
    return first, second


def _statics(proto: Proto) -> frozenset[object]:
    return frozenset(node for node in all_of(proto.abilities) if isinstance(node, Static) and changes(proto))


def reasons(one: Proto, other: Proto) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the first card gives the second one in a balance of a loop, and the other way round.

    Only what the receiver's own doings of the balance don't give is told, where there is any of that.
    """
    doings = list(PrintedReading((one, other)).doings())
    happens = [doings[i] for i in happening(doings)]
    forth = _given(happens, 0, 1) or _met(doings, 0, 1)
    return forth, _given(happens, 1, 0) or _met(doings, 1, 0)


def _met(doings: Sequence[Doing], giver: int, taker: int) -> tuple[str, ...]:
    """What the one gives and the other asks for in any way."""
    return tuple(sorted(WORDS[kind] for kind in met(doings, giver, taker)))


def _given(happens: Sequence[Doing], giver: int, taker: int) -> tuple[str, ...]:
    gives = {what for doing in happens if doing.row == giver for what in doing.given()}
    own = {what for doing in happens if doing.row == taker for what in doing.given()}
    beside = [doing for doing in happens if doing.row not in (giver, taker)]
    gives |= {what for doing in beside for what in doing.given() if any(map(gives.__contains__, doing.uses))}
    gives |= {what for doing in beside for what in doing.given() if any(map(gives.intersection, doing.events))}
    asked = {what for doing in happens if doing.row in (taker, HOST_ROW) for group in doing.asked() for what in group}
    both = asked & gives
    return tuple(sorted({WORDS[kind] for kind, _ in (both - own or both)}))
