"""The join: which signatures feed each other, and in which order pairs of them are worth a search. A filter, never a proof.

What two cards do together is what each does beside a partner of some types (``survey.feeds``). Of that, what nothing gives is struck out until nothing more is
(``survey.balance.supplied``). Here that is done for all pairs: what is asked for and given is a bit each. So the join keeps each pair that has a balance with a part
for both in which they feed each other. What passes is asked for that balance when its turn comes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
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
    """Two signatures by their numbers that feed each other. ``tier``: how likely, the smaller the likelier.

    ``rank``: how many others they feed; the smaller, the seldomer.
    """

    tier: int
    rank: int
    one: int
    other: int


#: A pair of classes is one integer: its two numbers of so many bits.
_BITS: Final = 20
_MASK: Final = (1 << _BITS) - 1

#: Tiers of pairs, the likeliest first: each gives the other something or only one does, and how many of the two loop alone.
TIERS: Final = 6


@dataclass(frozen=True, slots=True)
class Join:
    """All pairs of signatures that feed each other, by their rank.

    ``classes``: signatures that differ in amounts alone, by their numbers. ``tiers``: of each tier the pairs of classes, packed. ``often``: in how many pairs a class is.
    ``looked``: how many pairs of signatures there were. ``sides``: as ``join`` takes them. ``beside``: the classes beside each other.
    """

    signatures: Sequence[Signature]
    classes: Sequence[Sequence[int]]
    tiers: Sequence[array[int]]
    often: Sequence[int]
    looked: int
    sides: Sequence[bool] | None
    beside: _Beside

    @property
    def pairs(self) -> Iterator[Joined]:
        """The pairs, one after another. A tier is put in order when its turn comes."""
        for number, tier in enumerate(self.tiers):
            for each in sorted(tier, key=self._rank):
                for one, other in self.members(each):
                    yield Joined(number, self._rank(each), one, other)

    def __len__(self) -> int:
        """How many pairs there are."""
        return sum(self._many(each) for tier in self.tiers for each in tier)

    def balanced(self, pairs: Iterable[Joined]) -> Iterator[Joined]:
        """Those of some pairs for which a balance of a loop has a part for both."""
        return (pair for pair in pairs if balanced(self.signatures[pair.one], self.signatures[pair.other]))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance: none has a signature again before others had their turn."""
        return in_turn(islice(self.balanced(self.pairs), WIDE * many), many)

    def members(self, pair: int) -> Iterator[tuple[int, int]]:
        """The pairs of signatures of a pair of classes, the smaller number first."""
        one, other = unpacked(pair)
        sides = self.sides
        for i in self.classes[one]:
            for j in self.classes[other]:
                if one == other and (i > j or (i == j and len(self.signatures[i].cards) == 1)):
                    continue
                if sides is None or sides[i] or sides[j]:
                    yield min(i, j), max(i, j)

    def keeps(self, one: int, other: int) -> bool:
        """Whether two signatures feed each other."""
        classes = [next(i for i, each in enumerate(self.classes) if number in each) for number in (one, other)]
        return self.beside.tier(*classes) is not None

    def _rank(self, pair: int) -> int:
        one, other = unpacked(pair)
        return self.often[one] * self.often[other]

    def _many(self, pair: int) -> int:
        one, other = unpacked(pair)
        if one == other or self.sides is not None:
            return sum(1 for _ in self.members(pair))
        return len(self.classes[one]) * len(self.classes[other])


def packed(one: int, other: int) -> int:
    """Two numbers of classes as one."""
    return min(one, other) << _BITS | max(one, other)


def unpacked(pair: int) -> tuple[int, int]:
    """The numbers of a pair of classes."""
    return pair >> _BITS, pair & _MASK


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
    by_key: dict[object, list[int]] = {}
    for number, each in enumerate(found):
        by_key.setdefault(_key(each), []).append(number)
    classes = list(by_key.values())
    wanted = [sides is None or any(sides[i] for i in each) for each in classes]
    beside = _Beside([found[each[0]] for each in classes])
    tiers = [array("Q") for _ in range(TIERS)]
    often = [0] * len(classes)
    for tier, one, other in beside.pairs(wanted):
        tiers[tier].append(one << _BITS | other)
        often[one] += 1
        often[other] += 1
    return Join(found, classes, tiers, often, len(found) * (len(found) + 1) // 2, sides, beside)


def _key(each: Signature) -> object:
    made = card_doings(each.proto)
    doings = frozenset(map(part, (*made.doings, *made.cast)))
    return doings, made.words, Context.of(each.proto), changes(each.proto), each.alone


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


class _Parts:
    """Some parts that happen together with others: which of them something gives what they ask for."""

    __slots__ = ("asks", "gives", "met", "parts", "whose")

    def __init__(self, parts: Sequence[_Part]) -> None:
        self.parts = parts
        self.asks = _all(ask for each in parts for ask in each.asks)
        self.gives = _all(each.gives for each in parts)
        self.whose = _all(each.whose for each in parts)
        self.met: dict[int, tuple[int, int]] = {}

    def where(self, given: int) -> tuple[int, int]:
        """What the parts give, and whose they are, that have what they ask for where so much is given; asked often, so it is kept."""
        here = given & self.asks
        found = self.met.get(here)
        if found is None:
            kept = [each for each in self.parts if all(here & ask for ask in each.asks)]
            found = self.met[here] = _all(each.gives for each in kept), _all(each.whose for each in kept)
        return found


class _View(NamedTuple):
    """What a card does beside some partner. ``given``: what there is without the partner. ``does``: whose doings happen without it.

    ``dead``: what of it does not. ``beside``: what happens beside both, a bit each. ``wants``: all of which more may be of use; ``offers``: all that may come of it.
    ``there``: whether it may be of use by being there; ``alone``: whether it may loop without a partner.
    """

    given: int
    does: int
    dead: _Parts
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
        self.rest: dict[int, _Parts] = {}
        self.dead: dict[frozenset[_Part], _Parts] = {}

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
        asked = {what for doing in doings for group in doing.asked() for what in group} - _COMMON
        kinds = {kind for doing in doings for kind, _ in (*doing.given(), *asked)} | {COPIER, RETYPED}
        if signature.alone:  # it has the mana that it asks for, but may have more use of other mana
            asked.discard(MANA)
        changed = changes(signature.proto) | card.words & {COPIER, RETYPED}
        dead = frozenset(each for each in parts if each not in alive)
        return _View(
            given=_all(each.gives for each in alive),
            does=_all(each.whose for each in alive),
            dead=self.dead.setdefault(dead, _Parts(sorted(dead))),
            beside=sum((each in alive) << self.around.setdefault(each, len(self.around)) for each in around),
            wants=self._mask(asked, place) | self._changed(kinds if doings else ()),
            offers=offers | self._changed(changed),
            there=bool(changed),
            alone=signature.alone,
        )

    def beside(self, first: _View, seconds: Iterable[tuple[int, _View]]) -> Iterator[tuple[int, int]]:
        """Of some numbered partners of a card those that it feeds or that feed it, and how likely a loop is; the smaller, the likelier.

        First come those where each gives the other something, and among them those that don't loop alone. This is done for all pairs of cards, so it makes no calls
        that it can do without.
        """
        given1, does1, dead1, beside1, wants1, offers1, there1, alone1 = first
        asks1, gives1, met1 = dead1.asks, dead1.gives, dead1.met
        for number, (given2, does2, dead2, beside2, wants2, offers2, there2, alone2) in seconds:
            new = 0
            if dead1.parts or dead2.parts:
                rest = self.rest.get(beside1 | beside2) or self._rest(beside1 | beside2)
                base = given1 | given2
                given, before = base | gives1 | dead2.gives | rest.gives, -1
                while given != before:  # ``balance.supplied``, in bits
                    before = given
                    gives, whose = met1.get(given & asks1) or dead1.where(given)
                    more, others = dead2.met.get(given & dead2.asks) or dead2.where(given)
                    last, _ = rest.met.get(given & rest.asks) or rest.where(given)
                    given = base | gives | more | last
                    new = whose | others
            does = does1 | does2 | new
            if not does or not (does & 1 or there1) or not (does & 2 or there2):
                continue
            forth = does & 1 and (new & 1 or wants1 & offers2)
            back = does & 2 and (new & 2 or wants2 & offers1)
            if forth or back:
                yield number, alone1 + alone2 + (0 if forth and back else 3)

    def _rest(self, beside: int) -> _Parts:
        """What lies beside the cards and does not happen yet."""
        return self.rest.setdefault(beside, _Parts([each for each, i in self.around.items() if not beside >> i & 1]))

    def _part(self, doing: Doing, place: int) -> _Part:
        whose = 1 << (doing.row ^ place) if doing.row in (0, 1) else 0
        asks = sorted({self._mask(group, place) for group in doing.asked()})
        return _Part(tuple(asks), self._mask(doing.given(), place), whose)

    def _mask(self, things: Iterable[What], place: int) -> int:
        """The bits of some things; the rows of the two cards are exchanged for the second one of a pair."""
        turned = ((kind, row ^ place if row in (0, 1) else row) for kind, row in things)
        return _all(self.bits.setdefault(what, 1 << len(self.bits)) for what in turned)

    def things(self, mask: int) -> list[What]:
        """The things of some bits."""
        return [what for what, bit in self.bits.items() if mask & bit]

    def _changed(self, kinds: Iterable[str]) -> int:
        return self._mask((("changed " + kind, ANYWHERE) for kind in kinds), 0)


class _Beside:
    """Classes of signatures beside each other, each as what it does beside partners of the types of the other one."""

    def __init__(self, classes: Sequence[Signature]) -> None:
        self.work = _Joining()
        contexts = [Context.of(each.proto) for each in classes]
        known = list(dict.fromkeys(contexts))
        numbers = {context: c for c, context in enumerate(known)}
        self.context = [numbers[each] for each in contexts]
        self.where = [[i for i, each in enumerate(self.context) if each == c] for c in range(len(known))]
        self.firsts = [self.work.views(i, each, known, 0) for i, each in enumerate(classes)]
        self.seconds = [self.work.views(i, each, known, 1) for i, each in enumerate(classes)]

    def pairs(self, wanted: Sequence[bool]) -> Iterator[tuple[int, int, int]]:
        """The pairs of classes that feed each other: the tier, and two numbers; one of them is wanted."""
        columns = [[[self.seconds[i][c] for i in there] for there in self.where] for c in range(len(self.where))]
        for one, firsts in enumerate(self.firsts):
            column = columns[self.context[one]]
            for c, first in enumerate(firsts):
                begin = bisect_left(self.where[c], one)
                others: Iterable[tuple[int, _View]] = zip(self.where[c][begin:], column[c][begin:], strict=True)
                if not wanted[one]:
                    others = ((i, view) for i, view in others if wanted[i])
                for other, tier in self.work.beside(first, others):
                    yield tier, one, other

    def tier(self, one: int, other: int) -> int | None:
        """How likely a loop of two classes is, as ``_Joining.beside`` says it; None where they don't feed each other."""
        first, second = self.firsts[one][self.context[other]], self.seconds[other][self.context[one]]
        return next((tier for _, tier in self.work.beside(first, [(other, second)])), None)

    def given(self, one: int, other: int) -> tuple[list[What], list[What]]:
        """What the first class gives the second one, and the other way round. A thing of a card has the row 0, whichever card it is."""
        first, second = self.firsts[one][self.context[other]], self.seconds[other][self.context[one]]
        masks = second.wants & first.offers, first.wants & second.offers
        forth, back = (sorted({(kind, min(row, 0)) for kind, row in self.work.things(mask)}) for mask in masks)
        return forth, back


def _all(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def struck(parts: list[_Part], base: int) -> list[_Part]:
    """The parts of which something gives all that is asked for. ``base``: what is given beside them."""
    given, before = base | _all(each.gives for each in parts), -1
    while given != before:
        before = given
        parts = [each for each in parts if all(given & ask for ask in each.asks)]
        given = base | _all(each.gives for each in parts)
    return parts


__all__ = ["Join", "Joined", "balanced", "in_turn", "join"]
