"""Why two cards feed each other: what each gives the other in a balance of a loop, in the words of ``terms.base``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.survey.balance import HOST_ROW, Doing, balance, most
from reiterate.survey.feeds import PrintedReading, met
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
    "turned-up": "a permanent that is turned face up",
    "turned-down": "a permanent that is turned face down",
    "back": "a card to play again",
    "turn": "a turn",
    "step": "a step",
    "targeted": "a target",
    "activated": "an activation",
    "flipped": "a flipped coin",
    "found": "a card that is found",
    "lands": "a land that is played",
    "repeated": "a copy of an ability",
    "doubled": "a copy of a permanent spell",
}


def happening(doings: Sequence[Doing]) -> list[int]:
    """Which doings happen in balances of two cards: a balance has few beside those that are wanted."""
    found: dict[int, None] = {}
    for row in (0, 1):
        many = balance(doings, [doing.row == row for doing in doings])
        found |= dict.fromkeys(i for i, each in enumerate(many) if each > 0)
    return list(found)


def enabled(one: Proto, other: Proto) -> int:
    """Of how many of two cards a balance has a doing that none has without the other card."""
    doings = list(PrintedReading((one, other)).doings())
    return sum(_enabled(doings, row) for row in (0, 1))


def _enabled(doings: Sequence[Doing], row: int) -> bool:
    alone = [doing for doing in doings if doing.row != 1 - row]
    return any(
        most(doings, [each is doing for each in doings]) and not most(alone, [each is doing for each in alone])
        for doing in doings
        if doing.row == row
    )


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
