"""The join: which signatures feed each other, and in which order pairs of them are worth a search. A filter, never a proof.

What two cards do together is what each does beside a partner of some types (``survey.feeds``). Of that, what nothing gives is struck out until nothing more is
(``survey.balance.supplied``). Here that is done for all pairs: what is asked for and given is a bit each. So the join keeps each pair that has a balance with a part
for both in which they feed each other. What passes is asked for that balance when its turn comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from reiterate.discoveries.signatures import Signature, part
from reiterate.survey.balance import ANYWHERE, Doing, What
from reiterate.survey.card_doings import COPIER, RETYPED, CardDoings, card_doings
from reiterate.survey.feeds import PrintedReading, changes, idle_of, is_of
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto

#: How many pairs with one signature come before others have their turn.
TURN: Final = 3

#: Of how many pairs, for each that is wanted, those are taken that have their turn.
_WIDE: Final = 5

#: What nearly every card gives.
_COMMON: Final = ("mana", "cast", "activated", "targeted")

#: Whose doing it is.
_FIRST, _SECOND, _NOBODY = 1, 2, 0


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
        return (Joined(each >> 2 * _BITS, each >> _BITS & _MASK, each & _MASK) for each in self.packed)

    def balanced(self) -> Iterator[Joined]:
        """The pairs for which a balance of a loop has a part for both, by their rank."""
        return (pair for pair in self.pairs if balanced(self.signatures[pair.one], self.signatures[pair.other]))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance: none has a signature again before others had their turn."""
        return in_turn(islice(self.balanced(), _WIDE * many), many)


#: A pair is one integer: its rank, and two numbers of so many bits.
_BITS: Final = 20
_MASK: Final = (1 << _BITS) - 1


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
    """Whether a balance of a loop has a part for both; a card that only has to be there has one where the other does something."""
    protos = (one.proto, other.proto)
    return not idle_of(protos, list(PrintedReading(protos).doings()))


def join(found: Sequence[Signature], sides: Sequence[bool] | None = None) -> Join:
    """The pairs of signatures that feed each other, a signature with itself too where it has two cards.

    ``sides``: of each signature, whether a pair without it is left out unless its other one is kept; None to keep all.
    """
    classes: dict[object, _Class] = {}
    of = [classes.setdefault(_key(each), _Class(len(classes), each, [])) for each in found]
    for number, each in enumerate(of):
        each.members.append(number)
    kept = _class_pairs(
        list(classes.values()),
        None if sides is None else [any(sides[i] for i in each.members) for each in classes.values()],
    )
    seldom = Counter(number for tier, one, other in kept for number in (one, other))
    packed: list[int] = []
    by_number = list(classes.values())
    for tier, one, other in kept:
        rank = tier << _BITS * 2 | seldom[one] * seldom[other]
        for i in by_number[one].members:
            for j in by_number[other].members:
                if (sides is None or sides[i] or sides[j]) and (
                    i < j or one != other or (i == j and len(found[i].cards) > 1)
                ):
                    packed.append((rank << _BITS | min(i, j)) << _BITS | max(i, j))
    packed.sort()
    return Join(found, packed, len(found) * (len(found) + 1) // 2)


class _Class(NamedTuple):
    """Signatures that differ in amounts alone."""

    number: int
    signature: Signature
    members: list[int]


def _key(each: Signature) -> object:
    made = card_doings(each.proto)
    context = Context.of(each.proto)
    return frozenset(map(part, (*made.doings, *made.cast))), context, made.words, changes(each.proto), each.alone


class Context(NamedTuple):
    """What of a card matters to what its partner does: the types of each face, and whether types or the card itself may become others."""

    types: tuple[tuple[str, ...], ...]
    retyped: bool
    copier: bool

    @classmethod
    def of(cls, proto: Proto) -> Context:
        """The context that a card is for its partner."""
        faces = tuple(tuple(sorted(face.types)) for face in (proto, proto.back) if face is not None)
        words = card_doings(proto).words
        return cls(faces, RETYPED in words, COPIER in words)

    def stub(self) -> Proto:
        """A card of these types that does nothing."""
        back = Proto("another face", self.types[1]) if len(self.types) > 1 else None
        return Proto("another card", self.types[0], back=back)


class _Beside(PrintedReading):
    """A card beside a partner of which no more is known than its context."""

    def __init__(self, card: Proto, context: Context) -> None:
        super().__init__((card, context.stub()))
        self.retyped |= context.retyped
        self.copiers |= {1} if context.copier else set()


class _Part(NamedTuple):
    """One doing: of each mask of ``asks`` a bit has to be given. ``whose``: see ``_FIRST``."""

    asks: tuple[int, ...]
    gives: int
    whose: int


@dataclass(frozen=True, slots=True)
class _View:
    """What a card does beside some partner.

    ``base``: what is given without the partner; ``own``: whether the card does something without it. ``dead``: what of it is not done without it. ``beside``: what
    is done beside both, a bit each. ``asks``, ``gives``: what its doings ask for and give; ``uses``: what they use up; ``offers``: all that may come of what it gives. ``mentions``: kinds that it asks for or gives; ``changes``: kinds that it changes.
    """

    base: int
    own: bool
    dead: tuple[_Part, ...]
    beside: int
    asks: int
    gives: int
    uses: int
    offers: int
    mentions: int
    changes: int


class _Views:
    """Makes views; things and kinds are bits, given out as they come."""

    def __init__(self) -> None:
        self.bits: dict[What, int] = {}
        self.kinds: dict[str, int] = {}
        self.made: dict[object, _View] = {}
        self.around: dict[_Part, int] = {}
        self.rest: dict[int, list[_Part]] = {}

    def row(self, each: _Class, contexts: Sequence[Context], place: int) -> list[_View]:
        """The views of a class beside partners of some contexts; ``place``: 0 or 1, its row in the pair."""
        card = card_doings(each.signature.proto)
        reaches = (reach.where for doing in (*card.doings, *card.cast) for reach in doing.reaches)
        wanted = list(dict.fromkeys(where for where in reaches if isinstance(where, Filter)))
        views: list[_View] = []
        for context in contexts:
            stub = context.stub()
            fits = tuple(context.retyped or context.copier or is_of(stub, filter) for filter in wanted)
            key = each.number, place, fits, context.retyped, context.copier
            if key not in self.made:
                self.made[key] = self._view(each.signature.proto, card, context, place)
            views.append(self.made[key])
        return views

    def _view(self, proto: Proto, card: CardDoings, context: Context, place: int) -> _View:
        reading = _Beside(proto, context)
        doings = list(reading.of_card(0, card))
        own = {0: _FIRST, 1: _SECOND}
        parts = [self._part(doing, place, own.get(doing.row, _NOBODY)) for doing in doings]
        around = [self._part(doing, place, _NOBODY) for doing in reading.around()]
        alive = struck([*parts, *around], 0)
        base = 0
        for each in alive:
            base |= each.gives
        offers = 0
        for each in parts:
            offers |= each.gives
        while more := [each for each in around if each.gives & ~offers and any(offers & ask for ask in each.asks)]:
            for each in more:
                offers |= each.gives
        gives = asks = uses = 0
        for doing, each in zip(doings, parts, strict=True):
            gives |= each.gives
            for ask in each.asks:
                asks |= ask
            for what in doing.uses:
                uses |= self._bit(what, place)
        common = sum(self._bit((kind, ANYWHERE), place) for kind in _COMMON)
        kinds = {what[0] for doing in doings for group in (*doing.asked(), doing.given()) for what in group}
        kinds |= {
            RETYPED
            for doing in (*card.doings, *card.cast)
            for reach in doing.reaches
            if isinstance(reach.where, Filter)
        }
        kinds |= {COPIER} if card.doings else set()
        dead = tuple({each: None for each in parts if each not in alive})
        beside = 0
        for each in around:
            at = self.around.setdefault(each, len(self.around))
            beside |= (each in alive) << at
        swapped = {_FIRST: _SECOND, _SECOND: _FIRST, _NOBODY: _NOBODY}
        if place:
            dead = tuple(each._replace(whose=swapped[each.whose]) for each in dead)
        return _View(
            base,
            any(each.whose == _FIRST for each in alive),
            dead,
            beside,
            asks & ~common,
            gives,
            uses,
            offers,
            self._kinds(kinds),
            self._kinds(changes(proto) | card.words & {COPIER, RETYPED}),
        )

    def tier(self, first: _View, second: _View, first_alone: bool, second_alone: bool) -> int | None:
        """How likely a loop of two cards is: 0 where each needs the other, 1 where one needs what the other changes, 2 where one needs the other, 3 else.

        None where they don't feed each other.
        """
        whose = 0
        if first.dead or second.dead:
            beside = first.beside | second.beside
            rest = self.rest.get(beside)
            if rest is None:
                rest = self.rest[beside] = [each for each, i in self.around.items() if not beside >> i & 1]
            for each in struck([*first.dead, *second.dead, *rest], first.base | second.base):
                whose |= each[2]
        first_does = first.own or bool(whose & _FIRST)
        second_does = second.own or bool(whose & _SECOND)
        first_needs = bool(whose & _FIRST) or (first_does and not first_alone and bool(first.uses & second.offers))
        second_needs = bool(whose & _SECOND) or (second_does and not second_alone and bool(second.uses & first.offers))
        if first_does and second_does and (first_needs or second_needs):
            return 0 if first_needs and second_needs else 2
        if first_does and second_does and first.asks & second.gives and second.asks & first.gives:
            return 3
        first_changed = first_does and bool(second.changes & first.mentions)
        second_changed = second_does and bool(first.changes & second.mentions)
        if first_changed or second_changed:
            return 1 if (first_changed and not first_alone) or (second_changed and not second_alone) else 3
        return None

    def _part(self, doing: Doing, place: int, whose: int) -> _Part:
        asks = [sum(self._bit(what, place) for what in group) for group in doing.asked()]
        return _Part(tuple(sorted(set(asks))), sum(self._bit(what, place) for what in doing.given()), whose)

    def _bit(self, what: What, place: int) -> int:
        """The bit of a thing; the rows of the two cards are exchanged for the second one of a pair."""
        kind, row = what
        seen = (kind, 1 - row) if place and row in (0, 1) else what
        return self.bits.setdefault(seen, 1 << len(self.bits))

    def _kinds(self, kinds: Iterable[str]) -> int:
        return sum(self.kinds.setdefault(kind, 1 << len(self.kinds)) for kind in sorted(kinds))


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


def _class_pairs(classes: Sequence[_Class], sides: Sequence[bool] | None) -> list[tuple[int, int, int]]:
    """The pairs of classes that feed each other: how likely (the smaller, the likelier), and two numbers."""
    views = _Views()
    of_class = [Context.of(each.signature.proto) for each in classes]
    contexts = list(dict.fromkeys(of_class))
    at = {context: i for i, context in enumerate(contexts)}
    number = [at[context] for context in of_class]
    seconds = [views.row(each, contexts, 1) for each in classes]
    columns = [[row[i] for row in seconds] for i in range(len(contexts))]
    alone = [each.signature.alone for each in classes]
    found: list[tuple[int, int, int]] = []
    for one, each in enumerate(classes):
        firsts = views.row(each, contexts, 0)
        column = columns[number[one]]
        here = sides is None or sides[one]
        for other in range(one, len(classes)):
            if here or (sides is not None and sides[other]):
                tier = views.tier(firsts[number[other]], column[other], alone[one], alone[other])
                if tier is not None:
                    found.append((tier, one, other))
    return found


__all__ = ["Join", "Joined", "balanced", "in_turn", "join"]
