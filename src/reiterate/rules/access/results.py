"""Results of random events as input: which side a coin shows, whether a flip is won, which cards are on top (705, 701.24).

Nothing random is decided by the engine. A choice carries the results that came as it was carried out. Code that meets
a random event calls ``given`` with what could come; where no result was given, ``Random`` refuses by name.

Whoever keeps a game may throw: ``throwing`` lets a function answer while one step is tried, and gives what it answered.
The step is then carried out with these results in its choice, so that a step depends on nothing but state and choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import Amount, digits_text, equal, is_zero, less, parse_quantity, plain
from reiterate.refusals import ILLEGAL, INPUT, UNSUPPORTED, Refusal, Unsupported
from reiterate.state.events import Draft

HEADS: Final = "heads"
TAILS: Final = "tails"
WINS: Final = "wins"
LOSES: Final = "loses"
MILLS: Final = "mills"
DRAWS: Final = "draws"
EXILES: Final = "exiles"
DISCARDS: Final = "discards"
RETURNS: Final = "returns"
ORDERS: Final = "orders"  # cards of a library in their order, the first nearest to the top

#: What cards are called that nobody knows.
UNKNOWN: Final = "unknown"
#: Verbs of results that name cards which stay hidden from some player.
HIDDEN: Final = (DRAWS, ORDERS)

#: Cards whose order a result says, at most.
MOST_ORDERED: Final = 1_000
#: Results that are listed for one random event, at most.
LISTED: Final = 64
#: Characters of a result, and those of it that a refusal quotes.
LENGTH: Final = 20_000
_QUOTED: Final = 120
#: Pieces between commas that may be one name.
_PIECES: Final = 4

_OF_CARDS: Final = (MILLS, DRAWS, EXILES, DISCARDS, RETURNS, ORDERS)
_SAID: Final = re.compile(
    r"(?:p(\d{1,2}) )?(?:(?:(heads|tails)|(wins|loses)(?: the flip)?)|(mills|draws|exiles|discards|returns|orders) (\S.*))",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(r"(?:([0-9^*]+) )?(\S.*)")
#: What a line may say.
ACCEPTED: Final = "heads, tails, wins, loses, or 'mills', 'draws', 'exiles', 'discards', 'returns' or 'orders' with cards, such as 'mills Forest, 3 unknown'"


@dataclass(frozen=True, slots=True)
class Chance:
    """A random event. ``seat``: whose it is. ``verbs``: what a result of it says.

    ``bag``: the cards that could come, with how many of each there are; ``amount``: how many of them come.
    """

    what: str
    seat: int
    rule: str
    verbs: tuple[str, ...]
    bag: tuple[tuple[str, Amount], ...] = ()
    amount: Amount = 0

    @property
    def expected(self) -> str:
        """What a script may say above the line in which the event happens."""
        if not self.verbs:
            return ""
        if self.verbs[0] in _OF_CARDS:
            return f"'result: {self.verbs[0]} ...' with the cards, above the line"
        return " or ".join(f"'result: {verb}'" for verb in self.verbs) + ", above the line"


#: What says results while a step is tried.
_THROW: Final[ContextVar[Callable[[Chance], str] | None]] = ContextVar("throw", default=None)


class Random(Unsupported):
    """A random event happened, and its result was not given."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(Refusal(UNSUPPORTED, "random-result", chance.what, chance.expected, chance.rule))
        self.chance = chance


class Impossible(Exception):
    """A result was given that can't have come; ``step`` gives its refusal back."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def verb_of(text: str) -> str:
    """What a result says: heads, wins, mills, ...; "" for words that are no result."""
    found = _SAID.fullmatch(text)
    return "" if found is None else (found[2] or found[3] or found[4]).lower()


def quoted_result(text: str) -> str:
    """A result as a refusal quotes it."""
    return f"'result: {text[:_QUOTED]}'"


def misread(text: str) -> Refusal | None:
    """Why a text says no result at all, whatever the event; None where it says one."""
    if len(text) > LENGTH:
        message = f"{quoted_result(text)} goes on for more than {LENGTH:,} characters"
        return Refusal(INPUT, "result", message, "counts in front of names", "705.1")
    if _SAID.fullmatch(text) is None:
        return Refusal(INPUT, "result", f"{quoted_result(text)} says no result", ACCEPTED, "705.1")
    return None


def given(draft: Draft, chance: Chance) -> tuple[str, str]:
    """The result of a random event, as its verb and the words behind it; raises ``Random`` where none was given.

    Raises ``Impossible`` for a result of another event or of another player.
    """
    if not draft.results:
        throw = _THROW.get()
        thrown = throw(chance) if throw is not None else ""
        if not thrown:
            raise Random(chance)
        draft.results.append(thrown)
    text = draft.results.pop(0)
    found = _SAID.fullmatch(text)
    assert found is not None, "a result that ``misread`` refuses"
    verb = verb_of(text)
    if verb not in chance.verbs:
        raise _impossible(text, f"{chance.what}, and {quoted_result(text)} is no result of that", chance)
    if found[1] is not None and int(found[1]) - 1 != chance.seat:
        raise _impossible(text, f"p{chance.seat + 1} has this result, not p{found[1]}: {quoted_result(text)}", chance)
    return verb, text if verb in _OF_CARDS else ""


def order_comes(draft: Draft) -> bool:
    """Whether the next result says the order of cards of a library, or somebody throws it."""
    return verb_of(draft.results[0]) == ORDERS if draft.results else _THROW.get() is not None


@contextmanager
def throwing(throw: Callable[[Chance], str]) -> Iterator[list[str]]:
    """Let a function say the results of random events that none was given for, while one step is tried.

    ``throw``: a result as a line says it, "" for none. Gives the list of what was thrown, in order.
    """
    thrown: list[str] = []

    def noted(chance: Chance) -> str:
        said = throw(chance)
        thrown.extend([said] if said else [])
        return said

    before = _THROW.set(noted)
    try:
        yield thrown
    finally:
        _THROW.reset(before)


def order_given(draft: Draft, chance: Chance) -> list[tuple[int, Amount]]:
    """All cards of a bag in the order that a result says: (place in the bag, how many) in turn, a place perhaps more than once."""
    text = given(draft, chance)[1]
    found = _SAID.fullmatch(text)
    assert found is not None
    cards = _read_cards(text, found[5], chance)
    _refuse_others(text, cards, chance)
    return cards


def cards_given(draft: Draft, chance: Chance) -> list[tuple[int, Amount]]:
    """Which of the cards of a bag came, and how many of each: (place in the bag, how many)."""
    text = given(draft, chance)[1]
    found = _SAID.fullmatch(text)
    assert found is not None
    return list(_refuse_others(text, _read_cards(text, found[5], chance), chance).items())


def _refuse_others(text: str, cards: list[tuple[int, Amount]], chance: Chance) -> dict[int, Amount]:
    """How many of each came. Raises ``Impossible`` where the bag has not so many, or another number comes."""
    total: Amount = 0
    seen: dict[int, Amount] = {}
    for place, count in cards:
        total = total + count
        seen[place] = seen.get(place, 0) + count
    for place, count in seen.items():
        name, there = chance.bag[place]
        if less(there, count, chance.rule):
            raise _impossible(text, f"{quoted_result(text)}: there are not so many of {name}", chance, _there(chance))
    if not equal(total, chance.amount, chance.rule):
        message = f"{quoted_result(text)} names another number of cards than p{chance.seat + 1} {chance.verbs[0]}"
        raise _impossible(text, message, chance, f"{digits_text(plain(chance.amount))} in all")
    return seen


def _read_cards(text: str, rest: str, chance: Chance) -> list[tuple[int, Amount]]:
    """The cards of a list; a comma may belong to a name, and a name may stand without what is behind its comma."""
    pieces = [piece.strip() for piece in rest.split(",")]
    found: list[tuple[int, Amount]] = []
    while pieces:
        read = next(
            (r for size in range(min(len(pieces), _PIECES), 0, -1) if (r := _card(", ".join(pieces[:size]), chance))),
            None,
        )
        if read is None:
            message = f"{quoted_result(text)}: no card '{pieces[0][:60]}' could be among them"
            raise _impossible(text, message, chance, _there(chance))
        size, places, count = read
        if len(places) > 1:
            raise _impossible(text, f"{quoted_result(text)}: '{pieces[0][:60]}' names more than one card", chance)
        if is_zero(count, chance.rule):
            raise _impossible(text, f"{quoted_result(text)}: a card that comes 0 times", chance)
        found.append((places[0], count))
        del pieces[:size]
    return found


def _card(words: str, chance: Chance) -> tuple[int, list[int], Amount] | None:
    """How many pieces of a list the words are, the places in the bag that they could name, and the number said."""
    read = _COUNTED.fullmatch(words)
    count = parse_quantity(read[1]) if read is not None and read[1] is not None else 1
    if read is None or isinstance(count, Refusal):
        return None
    name = read[2].strip('"').casefold()
    if name in ("unknown card", "unknown cards"):
        name = UNKNOWN
    places = [i for i, (known, _) in enumerate(chance.bag) if known.casefold() == name]
    places = places or [i for i, (known, _) in enumerate(chance.bag) if known.split(",")[0].casefold() == name]
    return (words.count(",") + 1, places, count) if places else None


def _there(chance: Chance) -> str:
    return ", ".join(f"{digits_text(plain(there))} {name}" for name, there in chance.bag[:LISTED])


def _impossible(text: str, message: str, chance: Chance, expected: str = "") -> Impossible:
    return Impossible(Refusal(ILLEGAL, "impossible-result", message, expected or chance.expected, chance.rule))


def unused(text: str) -> Refusal:
    """The refusal of a result that nothing asked for."""
    message = f"{quoted_result(text)} was given, and nothing random happens in the line below it"
    return Refusal(ILLEGAL, "unused-result", message, "a line in which the event happens", "705.1")


def possible(chance: Chance) -> tuple[str, ...] | None:
    """Every result that could come, as lines say them; None where there are more than ``LISTED``, and for orders of cards."""
    if ORDERS in chance.verbs:
        return None
    if not chance.bag:
        return chance.verbs
    if type(chance.amount) is not int or any(type(there) is not int for _, there in chance.bag):
        return None
    ways: list[tuple[int, ...]] = [()]
    for i, (_, there) in enumerate(chance.bag):
        last = i == len(chance.bag) - 1
        longer: list[tuple[int, ...]] = []
        for way in ways:
            left = chance.amount - sum(way)
            assert isinstance(there, int)
            longer += [(*way, n) for n in range(left if last else 0, min(left, there) + 1)]
            if len(longer) > LISTED:
                return None
        ways = longer
    verb = chance.verbs[0]
    return tuple(f"{verb} " + ", ".join(f"{n} {chance.bag[i][0]}" for i, n in enumerate(way) if n) for way in ways)
