"""Smaller boards and fewer cards, each solved again: a loop that gives the same things with less. Part of the solver: taking away.

Taking away and solving again: from the board of a found loop to a smaller one that has a loop which gives the same things.
Part of the solver: taking away.

``needs`` asks what the lines of one script do without. Here the search begins anew on the smaller board. So any payment that pays does, and any
permanent that does the same.

Layouts with no more on them than a loop needs, and without one of the cards.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from reiterate.combos.helpers import STARTERS, Entry
from reiterate.combos.layouts import Layout
from reiterate.combos.worth_telling import as_long_as_life
from reiterate.refusals import Refusal
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.position import Position
from reiterate.state.model import BATTLEFIELD, HAND
from reiterate.survey.gain_order import A_FEW
from reiterate.survey.needs import Need, Needs
from reiterate.survey.proof import Found, Meter, Prover
from reiterate.worth.gains import own_gains
from reiterate.worth.given import MANA

# --- smaller -------------------------------------------------------------------------------------

#: Searches that may be made for a smaller board.
TRIES: Final = 10

#: Steps that all of them may take, and as a multiple of those of the found loop.
ALL: Final = 1_500
ALL_OFTEN: Final = 4

#: Steps that a search on a smaller board may take, as a multiple of those of the found loop, with a least and a greatest number.
OFTEN: Final = 2
LEAST: Final = 150
GREATEST: Final = 600

_T = TypeVar("_T")

#: Searches a board for so many steps.
Searched: TypeAlias = Callable[[Layout, int], "Found | Refusal"]

#: Lays a board out.
Laid: TypeAlias = Callable[[Layout], "Position | Refusal"]


@dataclass(slots=True)
class Taking:
    """Takes away from the board of a loop as long as a loop there gives the same things.

    ``any_mana``: mana of another kind counts as the same thing.
    """

    layout: Layout
    found: Found
    searched: Searched
    laid: Laid
    any_mana: bool = False
    tries: int = TRIES  # discrete: searches that may still be made
    steps: int = ALL  # discrete: steps that they may still take

    def does(self, layout: Layout) -> bool:
        """Take another board where a search finds as good a loop on it."""
        if self.tries <= 0 or self.steps <= 0:
            return False
        most = min(max(LEAST, OFTEN * self.found.steps), GREATEST, self.steps)
        tried = self.searched(layout, most)
        self.tries -= 1
        self.steps -= most if isinstance(tried, Refusal) else tried.steps
        if isinstance(tried, Refusal) or not as_much(tried, self.found, self.any_mana):
            return False
        self.layout, self.found = layout, tried
        return True

    def proves(self, layout: Layout, prefix: Sequence[str], body: Sequence[str]) -> bool:
        """Take another board where these lines are as good a loop on it: no search is made."""
        position = self.laid(layout)
        if isinstance(position, Refusal):
            return False
        tried = Prover(position.state, self.found.me, Meter(GREATEST)).prove(prefix, body)
        if not isinstance(tried, Found) or not as_much(tried, self.found):
            return False
        self.layout, self.found = layout, replace(tried, steps=self.found.steps)
        return True


@dataclass(slots=True)
class Smaller(Taking):
    """Makes the board of a loop smaller as long as a search finds a loop there that gives the same things."""

    def __post_init__(self) -> None:
        self.steps = max(self.steps, ALL_OFTEN * self.found.steps)

    def run(self) -> tuple[Layout, Found]:
        """The smallest board that was tried and has such a loop, with that loop."""
        if self.layout.life:
            self.does(replace(self.layout, life=""))
        for kind in self.layout.starters:
            self.does(replace(self.layout, starters=tuple(each for each in self.layout.starters if each != kind)))
        for helper, many in self.layout.helpers:
            self._fewer(many, lambda n, at=helper: replace(self.layout, helpers=with_many(self.layout.helpers, at, n)))  # type: ignore[misc] # bound now
        for helper, many in self.layout.against:
            self._fewer(many, lambda n, at=helper: replace(self.layout, against=with_many(self.layout.against, at, n)))  # type: ignore[misc] # as above
        for kind, many in self.layout.mana:
            self._fewer(many, lambda n, at=kind: replace(self.layout, mana=with_many(self.layout.mana, at, n)))  # type: ignore[misc] # as above
        return self.layout, self.found

    def _fewer(self, many: int, layout: Callable[[int], Layout]) -> None:
        """Go down from a number that does: by one, then by ever more as long as that does, and by one again from there."""
        low, step = -1, 1
        while many - low > 1 and self.tries > 0:
            tried = max(low + 1, many - step)
            if self.does(layout(tried)):
                many, step = tried, step + 1
            else:
                low, step = tried, 1


def with_many(many: tuple[tuple[_T, int], ...], key: _T, n: int) -> tuple[tuple[_T, int], ...]:
    """Things with how many of each, with ``n`` of one of them that is there."""
    changed = ((each, n if each == key else there) for each, there in many)
    return tuple((each, there) for each, there in changed if there)


def as_much(tried: Found, found: Found, any_mana: bool = False) -> bool:
    """Whether a loop gives all that another one gives by itself, and ends no sooner but by the opponents' life. ``any_mana``: mana of any kind for mana."""
    if not tried.loop.segments or tried.endless != found.endless:
        return False
    sooner = tried.greatest < found.greatest and not (as_long_as_life(tried) and as_long_as_life(found))
    if not found.endless and (sooner or tried.greatest <= A_FEW):
        return False
    return _names(found, any_mana) <= _names(tried, any_mana)


def _names(found: Found, any_mana: bool) -> set[str]:
    return {MANA if any_mana and gain.given.kind == MANA else gain.name for gain in own_gains(found.loop, found.me)}


# --- fewer ---------------------------------------------------------------------------------------

_ME: Final = 0


def front(name: str) -> str:
    """The name of a card's front face."""
    return name.split(" // ")[0]


def face_names(name: str) -> frozenset[str]:
    """The names that a card may go by where it lies: its own, and that of each face (712.8)."""
    return frozenset({name, *name.split(" // ")})


def lacking(layout: Layout, name: str) -> Layout:
    """A layout without a card, whichever face it has up, and without what is attached to it or exiled by it."""
    gone = face_names(name)
    without = tuple(e for e in layout.battlefield if not {e.get("card"), e.get("attached to")} & gone)
    hand, graveyard = (tuple(each for each in zone if each not in gone) for zone in (layout.hand, layout.graveyard))
    helpers = tuple((each, n) for each, n in layout.helpers if dict(each.entry).get("attached to") not in gone)
    return replace(layout, battlefield=without, hand=hand, graveyard=graveyard, helpers=helpers)


def only(layout: Layout, needed: Needs, first: Mapping[str, Mapping[str, int]]) -> Layout:
    """A layout with no more helpers, mana, starters and counters than a loop needs.

    In: ``needed``, the needs of the loop; where they are not known, the layout stays as it is. ``first``: the counters with
    which each card enters, by name and kind.
    """
    if needed.needs is None:
        return layout
    there: dict[tuple[int, str, str], int] = {}
    mana: dict[str, int] = {}
    for need in needed.needs:
        if need.what == "mana":
            mana[_kind(need)] = need.count
        elif need.what == "object":
            key = (need.seat, need.zone, need.name)
            there[key] = there.get(key, 0) + need.count
    helpers = tuple(
        (helper, there[(_ME, helper.zone, helper.name)])
        for helper, _ in layout.helpers
        if (_ME, helper.zone, helper.name) in there
    )
    starters = tuple(kind for kind in layout.starters if (_ME, HAND, STARTERS[kind][0]) in there)
    against = tuple(
        (helper, min(many, there[(1, BATTLEFIELD, helper.name)]))
        for helper, many in layout.against
        if (1, BATTLEFIELD, helper.name) in there
    )
    counters = {
        need.name: dict(need.counters) for need in needed.needs if need.zone == BATTLEFIELD and need.seat == _ME
    }
    cards = tuple(grown(entry, first, counters) for entry in layout.battlefield)
    hidden = there.get((_ME, HAND, UNKNOWN_CARD.name), 0)
    beside = replace(layout, helpers=helpers, starters=starters, against=against, hidden=hidden)
    return replace(beside, battlefield=cards, mana=tuple(mana.items()))


def grown(entry: Entry, first: Mapping[str, Mapping[str, int]], needed: Mapping[str, Mapping[str, int]]) -> Entry:
    """A permanent of a position file with no more counters of each kind than are needed, but with all that it enters with.

    In: ``entry``, its fields. ``first``: the counters with which each card enters, by name and kind. ``needed``: those that a
    loop needs, likewise. A card that ``needed`` does not name stays as it is.

    >>> grown({"card": "Bear", "counters": {"+1/+1": "5"}}, {}, {"Bear": {"+1/+1": 2}})
    {'card': 'Bear', 'counters': {'+1/+1': '2'}}
    """
    name, there = entry.get("card"), entry.get("counters")
    if not isinstance(name, str) or not isinstance(there, dict) or front(name) not in needed:
        return entry
    least = needed[front(name)]
    kept = {kind: max(least.get(kind, 0), first.get(name, {}).get(kind, 0)) for kind in there}
    left = {kind: str(n) for kind, n in kept.items() if n}
    return {**{key: value for key, value in entry.items() if key != "counters"}, **({"counters": left} if left else {})}


def _kind(need: Need) -> str:
    return f"{need.name}/{need.only}" if need.only else need.name


def without_stand_ins(layout: Layout, needed: Needs) -> Layout:
    """A board without the helpers that a loop needs, which may take the place of an idle card."""
    names = {need.name for need in needed.needs or ()}
    return replace(layout, helpers=tuple((helper, n) for helper, n in layout.helpers if helper.name not in names))
