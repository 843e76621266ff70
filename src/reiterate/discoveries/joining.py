"""The join: which signatures feed each other, and in which order pairs of them are worth a search. A filter, never a proof.

A set of signatures is one integer with a bit for each of them. So what feeds a doing is found for all partners at once. What passes is asked for a balance
(``survey.balance``) when its turn comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import Final, NamedTuple

from reiterate.discoveries.signatures import (
    COPIER,
    Context,
    Group,
    Profile,
    Profiles,
    Signature,
    follows,
    supplied,
    turned,
)
from reiterate.survey.balance import What
from reiterate.survey.feeds import MANA, fed
from reiterate.survey.printed_mana import PrintedReading

#: Things that nearly every card gives: that one is given says nothing.
_COMMON: Final = ("cast", "activated", "targeted")

#: How many pairs with one signature come before others have their turn.
TURN: Final = 3


class Joined(NamedTuple):
    """Two signatures by their numbers that feed each other. ``rank``: how seldom that is so; the smaller, the seldomer."""

    rank: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Join:
    """All pairs of signatures that feed each other, by their rank. ``looked``: how many pairs there were."""

    signatures: Sequence[Signature]
    pairs: Sequence[Joined]
    looked: int

    def balanced(self) -> Iterator[Joined]:
        """The pairs for which a balance of a loop has a part for both, by their rank."""
        return (pair for pair in self.pairs if balanced(self.signatures[pair.one], self.signatures[pair.other]))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance: none has a signature again before others had their turn."""
        return in_turn(islice(self.balanced(), _WIDE * many), many)


#: Of how many pairs, for each that is wanted, those are taken that have their turn.
_WIDE: Final = 5


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
    """Whether a balance of a loop has a part for both."""
    reading = PrintedReading((one.proto, other.proto))
    doings = list(reading.doings())
    return fed(doings, 0) and fed(doings, 1)


def join(found: Sequence[Signature], sides: Sequence[bool] | None = None) -> Join:
    """The pairs of signatures that feed each other, a signature with itself too where it has two cards.

    ``sides``: of each signature, whether a pair without it is left out unless its other one is kept; None to keep all.
    """
    work = _Joining(found)
    feeders = [work.feeders(i) for i in range(len(found))]
    feeds = _turned(feeders, len(found))
    pairs = [
        Joined(work.rank(one, other), one, other)
        for one in range(len(found))
        for other in _bits((feeders[one] & feeds[one]) >> one << one)
        if (sides is None or sides[one] or sides[other]) and (one != other or len(found[one].cards) > 1)
    ]
    pairs.sort()
    return Join(found, pairs, len(found) * (len(found) + 1) // 2)


class _Joining:
    """The sets of signatures that feed each doing of each signature."""

    def __init__(self, found: Sequence[Signature]) -> None:
        self.found = found
        self.profiles = Profiles()
        self.members: dict[Context, int] = {}  # the signatures of each context
        for i, each in enumerate(found):
            self.members[each.context] = self.members.get(each.context, 0) | 1 << i
        self.offered = self._offered()
        self.fed: list[list[int]] = [self._fed(i) for i in range(len(found))]
        self.weights = [[each.bit_count() for each in sets] for sets in self.fed]

    def feeders(self, i: int) -> int:
        """All signatures that feed something of a signature."""
        return reduce(or_, self.fed[i], 0)

    def rank(self, one: int, other: int) -> int:
        """How seldom two signatures feed each other, from how many feed their doings.

        Behind all others come signatures that need no partner, and those that become copies of it.
        """
        pair = (self.found[one], self.found[other])
        behind = sum(each.alone or COPIER in each.context.words for each in pair)
        return behind * len(self.found) ** 2 + self._weight(one, other) * self._weight(other, one)

    def _weight(self, one: int, other: int) -> int:
        """How many signatures feed the doing of the first one that the fewest feed, of those that the second one feeds."""
        sets, weights = self.fed[one], self.weights[one]
        return min(weight for each, weight in zip(sets, weights, strict=True) if each >> other & 1)

    def _offered(self) -> dict[Context, dict[What, int]]:
        """For each context what the signatures give beside a partner of it, as the partner sees it: for each thing the set of those that give it."""
        size = len(self.found) // 8 + 1
        sets: dict[Context, dict[What, bytearray]] = {context: {} for context in self.members}
        seen: dict[Profile, set[What]] = {}
        for i, each in enumerate(self.found):
            for context, offered in sets.items():
                profile = self.profiles.of(i, each.proto, context)
                if profile not in seen:
                    gives = {what for part in profile.own for what in part.gives}
                    seen[profile] = turned(follows(gives, profile.beside))
                for what in seen[profile]:
                    offered.setdefault(what, bytearray(size))[i >> 3] |= 1 << (i & 7)
        return {
            context: {what: int.from_bytes(each, "little") for what, each in offered.items()}
            for context, offered in sets.items()
        }

    def _fed(self, i: int) -> list[int]:
        """For each doing of a signature the set of those that feed it."""
        each = self.found[i]
        offered = self.offered[each.context]
        beside: dict[Profile, int] = {}
        for context, members in self.members.items():
            profile = self.profiles.of(i, each.proto, context)
            beside[profile] = beside.get(profile, 0) | members
        sets: list[int] = []
        for profile, members in beside.items():
            for j, fed_by in enumerate(_feeders(profile, offered, each.alone)):
                if j < len(sets):
                    sets[j] |= fed_by & members
                else:
                    sets.append(fed_by & members)
        return sets


def _feeders(profile: Profile, offered: Mapping[What, int], alone: bool) -> list[int]:
    """For each doing of a card the set of the partners that feed it; for one that lacks nothing, for each thing of which more is of use.

    ``offered``: for each thing the set of the partners that give it. What a doing lacks may also come from another doing that the same partner feeds.
    ``alone``: mana is of no further use.
    """
    have = {what for part in supplied([*profile.own, *profile.beside]) for what in part.gives}
    lacking = [[group for group in part.asks if have.isdisjoint(group)] for part in profile.own]
    more: dict[What, int] = {}  # what doings of the card give, with the partners that feed them
    found = [0] * len(profile.own)
    waiting = [j for j, groups in enumerate(lacking) if groups]
    fed_by = [[_any(offered, group) for group in groups] for groups in lacking]
    while True:
        before = list(found)
        for j in waiting:
            sets = zip(fed_by[j], lacking[j], strict=True)
            found[j] = reduce(and_, (partners | _any(more, group) for partners, group in sets))
        if found == before:
            break
        more = {}
        for j in waiting:
            for what in follows(profile.own[j].gives, profile.beside) if found[j] else ():
                more[what] = more.get(what, 0) | found[j]
    for part, groups in zip(profile.own, lacking, strict=True):
        for group in sorted(part.asks, key=sorted) if not groups else ():
            wanted = frozenset(what for what in group if what[0] not in _COMMON and not (alone and what == MANA))
            found.append(_any(offered, wanted))
    return found


def _any(offered: Mapping[What, int], group: Group) -> int:
    """The partners that give something of a group."""
    return reduce(or_, (offered.get(what, 0) for what in group), 0)


def _bits(number: int) -> Iterator[int]:
    """The places of the bits of a number that are set."""
    for at, byte in enumerate(number.to_bytes(number.bit_length() // 8 + 1, "little")):
        while byte:
            low = byte & -byte
            yield 8 * at + low.bit_length() - 1
            byte ^= low


def _turned(rows: Sequence[int], size: int) -> list[int]:
    """Sets by number, turned: in which of them each number is."""
    columns = [bytearray(size // 8 + 1) for _ in range(size)]
    for i, row in enumerate(rows):
        at, bit = i >> 3, 1 << (i & 7)
        for j in _bits(row):
            columns[j][at] |= bit
    return [int.from_bytes(each, "little") for each in columns]


__all__ = ["Join", "Joined", "balanced", "in_turn", "join"]
