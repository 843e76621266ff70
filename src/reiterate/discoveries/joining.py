"""The join: which signatures feed each other, and in which order pairs of them are worth a search. A filter, never a proof.

What two cards do together is what each does beside a partner of some types (``survey.feeds``). Of that, what nothing gives is struck out until nothing more is
(``survey.balance.supplied``). Here that is done for all pairs: what is asked for and given is a bit each. So the join keeps each pair that has a balance with a part
for both in which they feed each other. What passes is asked for that balance when its turn comes.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final, NamedTuple

from reiterate.discoveries.signatures import Signature, part, types_of
from reiterate.survey.balance import ANYWHERE, Doing, What
from reiterate.survey.card_doings import COPIER, MANA, RETYPED, CardDoings, card_doings
from reiterate.survey.feeds import PrintedReading, changes, idle_of, is_of
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter

#: How many pairs with one signature come before others have their turn.
TURN: Final = 3

#: Of how many pairs, for each that is wanted, those are taken that have their turn.
WIDE: Final = 5

#: What nearly every card gives.
_COMMON: Final = frozenset((kind, ANYWHERE) for kind in ("cast", "activated", "targeted"))


class Joined(NamedTuple):
    """Two signatures by their numbers that feed each other. ``rank``: how seldom that is so; the smaller, the seldomer."""

    rank: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Join:
    """All pairs of signatures that feed each other, by their rank. ``looked``: how many pairs there were."""

    signatures: Sequence[Signature]
    packed: Sequence[int]
    looked: int

    @property
    def pairs(self) -> Iterator[Joined]:
        """The pairs, one after another."""
        return (Joined(*_unpacked(each)) for each in self.packed)

    def balanced(self) -> Iterator[Joined]:
        """The pairs for which a balance of a loop has a part for both, by their rank."""
        return (pair for pair in self.pairs if balanced(self.signatures[pair.one], self.signatures[pair.other]))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance: none has a signature again before others had their turn."""
        return in_turn(islice(self.balanced(), WIDE * many), many)


#: A pair is one integer: its rank, and two numbers of so many bits.
_BITS: Final = 20
_MASK: Final = (1 << _BITS) - 1


def _packed(rank: int, one: int, other: int) -> int:
    return (rank << _BITS | one) << _BITS | other


def _unpacked(pair: int) -> tuple[int, int, int]:
    return pair >> 2 * _BITS, pair >> _BITS & _MASK, pair & _MASK


def in_turn(pairs: Iterable[Joined], many: int) -> list[Joined]:
    """So many of some pairs, in their order but for those with a signature that came often."""
    came: Counter[int] = Counter()
    ordered: list[tuple[int, Joined]] = []
    for pair in pairs:
        ordered.append((max(came[pair.one], came[pair.other]) // TURN, pair))
        came.update((pair.one, pair.other))
    ordered.sort(key=lambda each: each[0])
    return [pair for _, pair in ordered[:many]]


def balanced(one: Signature, other: Signature) -> bool:
    """Whether a balance of a loop has a part for both cards.

    A card that only has to be there has a part where the other one does something.
    """
    protos = (one.proto, other.proto)
    return not idle_of(protos, list(PrintedReading(protos).doings()))


def join(found: Sequence[Signature], sides: Sequence[bool] | None = None) -> Join:
    """The pairs of signatures that feed each other, a signature with itself too where it has two cards.

    ``sides``: of each signature, whether a pair without it is left out unless its other one is kept; None to keep all.
    """
    classes: dict[object, list[int]] = {}  # signatures that differ in amounts alone
    for number, each in enumerate(found):
        classes.setdefault(_key(each), []).append(number)
    members = list(classes.values())
    wanted = [sides is None or any(sides[i] for i in each) for each in members]
    kept = array("Q", (_packed(*each) for each in _pairs([found[each[0]] for each in members], wanted)))
    often = Counter(number for each in kept for number in _unpacked(each)[1:])
    packed = [
        _packed(tier << 2 * _BITS | often[one] * often[other], min(i, j), max(i, j))
        for tier, one, other in map(_unpacked, kept)
        for i in members[one]
        for j in members[other]
        if (one != other or i < j or (i == j and len(found[i].cards) > 1)) and (sides is None or sides[i] or sides[j])
    ]
    packed.sort()
    return Join(found, packed, len(found) * (len(found) + 1) // 2)


def _key(each: Signature) -> object:
    made = card_doings(each.proto)
    doings = frozenset(map(part, (*made.doings, *made.cast)))
    return doings, made.words, Context.of(each.proto), changes(each.proto), each.alone


def _pairs(classes: Sequence[Signature], wanted: Sequence[bool]) -> Iterator[tuple[int, int, int]]:
    """The pairs of classes that feed each other: how likely (the smaller, the likelier), and two numbers; one of them is wanted."""
    work = _Joining()
    of_class = [Context.of(each.proto) for each in classes]
    contexts = list(dict.fromkeys(of_class))
    number = [contexts.index(each) for each in of_class]
    seconds = [work.views(i, each, contexts, 1) for i, each in enumerate(classes)]
    columns = [[row[i] for row in seconds] for i in range(len(contexts))]
    for one, each in enumerate(classes):
        firsts, column = work.views(one, each, contexts, 0), columns[number[one]]
        for other in range(one, len(classes)):
            if wanted[one] or wanted[other]:
                tier = work.tier(firsts[number[other]], column[other])
                if tier is not None:
                    yield tier, one, other


class Context(NamedTuple):
    """What of a card matters to what its partner does: the types of each face, and whether types or the card itself may become others."""

    types: tuple[tuple[str, ...], ...]
    retyped: bool
    copier: bool

    @classmethod
    def of(cls, proto: Proto) -> Context:
        """The context that a card is for its partner."""
        words = card_doings(proto).words
        return cls(types_of(proto), RETYPED in words, COPIER in words)

    def stub(self) -> Proto:
        """A card of these types that does nothing."""
        back = Proto("another face", self.types[1]) if len(self.types) > 1 else None
        return Proto("another card", self.types[0], back=back)


class _Part(NamedTuple):
    """One doing: of each mask of ``asks`` a bit has to be given. ``whose``: a bit for each of the two cards."""

    asks: tuple[int, ...]
    gives: int
    whose: int


class _View(NamedTuple):
    """What a card does beside some partner. ``given``: what there is without the partner. ``does``: whose doings happen without it.

    ``dead``: what of it does not. ``beside``: what happens beside both, a bit each. ``wants``: all of which more may be of use; ``offers``: all that may come of it.
    ``there``: whether it may be of use by being there; ``alone``: whether it may loop without a partner.
    """

    given: int
    does: int
    dead: tuple[_Part, ...]
    beside: int
    wants: int
    offers: int
    there: bool
    alone: bool


class _Joining:
    """Makes views and joins them; each thing is a bit, given out as it comes."""

    def __init__(self) -> None:
        self.bits: dict[What, int] = {}
        self.made: dict[object, _View] = {}
        self.around: dict[_Part, int] = {}
        self.rest: dict[int, list[_Part]] = {}

    def views(self, number: int, each: Signature, contexts: Sequence[Context], place: int) -> list[_View]:
        """The views of a class beside partners of some contexts; ``place``: 0 or 1, its row in the pair."""
        card = card_doings(each.proto)
        reaches = (reach.where for doing in (*card.doings, *card.cast) for reach in doing.reaches)
        filters = list(dict.fromkeys(where for where in reaches if isinstance(where, Filter)))
        found: list[_View] = []
        for context in contexts:
            fits = tuple(is_of(context.stub(), filter) for filter in filters)
            key = number, place, fits, context.retyped, context.copier
            if key not in self.made:
                self.made[key] = self._view(each, card, context, place)
            found.append(self.made[key])
        return found

    def _view(self, signature: Signature, card: CardDoings, context: Context, place: int) -> _View:
        reading = PrintedReading((signature.proto, context.stub()))
        reading.retyped |= context.retyped
        reading.copiers |= {1} if context.copier else set()
        doings = list(reading.of_card(0, card))
        parts = [self._part(doing, place) for doing in doings]
        around = [self._part(doing, place) for doing in reading.around()]
        alive = struck([*parts, *around], 0)
        offers = _all(each.gives for each in parts)
        while more := _all(each.gives for each in around if any(offers & ask for ask in each.asks)) & ~offers:
            offers |= more
        useless = {*_COMMON, MANA} if signature.alone else _COMMON
        asked = {what for doing in doings for group in doing.asked() for what in group} - useless
        kinds = {kind for doing in doings for kind, _ in (*doing.given(), *asked)} | {COPIER, RETYPED}
        changed = changes(signature.proto) | card.words & {COPIER, RETYPED}
        return _View(
            given=_all(each.gives for each in alive),
            does=_all(each.whose for each in alive),
            dead=tuple(dict.fromkeys(each for each in parts if each not in alive)),
            beside=sum((each in alive) << self.around.setdefault(each, len(self.around)) for each in around),
            wants=self._mask(asked, place) | self._changed(kinds if doings else ()),
            offers=offers | self._changed(changed),
            there=bool(changed),
            alone=signature.alone,
        )

    def tier(self, first: _View, second: _View) -> int | None:
        """How likely a loop of two cards is, the smaller the likelier; None where they don't feed each other.

        First come those where each gives the other something, and among them those that don't loop alone.
        """
        does = first.does | second.does
        new = 0
        if first.dead or second.dead:
            beside = first.beside | second.beside
            if beside not in self.rest:
                self.rest[beside] = [each for each, i in self.around.items() if not beside >> i & 1]
            parts = [*first.dead, *second.dead, *self.rest[beside]]
            for each in struck(parts, first.given | second.given):
                new |= each[2]
            does |= new
        if not does or not (does & 1 or first.there) or not (does & 2 or second.there):
            return None
        forth = does & 1 and (new & 1 or first.wants & second.offers)
        back = does & 2 and (new & 2 or second.wants & first.offers)
        if not (forth or back):
            return None
        return first.alone + second.alone + (0 if forth and back else 3)

    def _part(self, doing: Doing, place: int) -> _Part:
        whose = 1 << (doing.row ^ place) if doing.row in (0, 1) else 0
        asks = sorted({self._mask(group, place) for group in doing.asked()})
        return _Part(tuple(asks), self._mask(doing.given(), place), whose)

    def _mask(self, things: Iterable[What], place: int) -> int:
        """The bits of some things; the rows of the two cards are exchanged for the second one of a pair."""
        turned = ((kind, row ^ place if row in (0, 1) else row) for kind, row in things)
        return _all(self.bits.setdefault(what, 1 << len(self.bits)) for what in turned)

    def _changed(self, kinds: Iterable[str]) -> int:
        return self._mask((("changed " + kind, ANYWHERE) for kind in kinds), 0)


def _all(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def struck(parts: list[_Part], base: int) -> list[_Part]:
    """The parts of which something gives all that is asked for: ``balance.supplied``, in bits. ``base``: what is given beside them."""
    while True:
        given = base
        for each in parts:
            given |= each[1]
        left = []
        for each in parts:
            for ask in each[0]:
                if not given & ask:
                    break
            else:
                left.append(each)
        if len(left) == len(parts):
            return parts
        parts = left


__all__ = ["Join", "Joined", "balanced", "in_turn", "join"]
