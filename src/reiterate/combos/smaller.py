"""Taking away and solving again: from the board of a found loop to a smaller one that has a loop which gives the same things.
Part of the solver: taking away.

``needs`` asks what the lines of one script do without. Here the search begins anew on the smaller board. So any payment that pays does, and any
permanent that does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from reiterate.combos.layouts import Layout
from reiterate.refusals import Refusal
from reiterate.survey.gain_order import A_FEW
from reiterate.survey.proof import Found
from reiterate.worth.gains import own_gains

#: Searches that may be made for a smaller board.
TRIES: Final = 10

#: Steps that all of them may take.
ALL: Final = 1_500

#: Steps that a search on a smaller board may take, as a multiple of those of the found loop, with a least and a greatest number.
OFTEN: Final = 2
LEAST: Final = 150
GREATEST: Final = 600

_T = TypeVar("_T")

#: Searches a board for so many steps.
Searched: TypeAlias = Callable[[Layout, int], "Found | Refusal"]


@dataclass(slots=True)
class Smaller:
    """Makes the board of a loop smaller as long as a search finds a loop there that gives the same things."""

    layout: Layout
    found: Found
    searched: Searched
    tries: int = TRIES  # discrete: searches that may still be made
    steps: int = ALL  # discrete: steps that they may still take

    def run(self) -> tuple[Layout, Found]:
        """The smallest board that was tried and has such a loop, with that loop."""
        if self.layout.life:
            self._does(replace(self.layout, life=""))
        for kind in self.layout.starters:
            self._does(replace(self.layout, starters=tuple(each for each in self.layout.starters if each != kind)))
        for helper, many in self.layout.helpers:
            self._fewer(many, lambda n, at=helper: replace(self.layout, helpers=_with(self.layout.helpers, at, n)))  # type: ignore[misc] # bound now
        for kind, many in self.layout.mana:
            self._fewer(many, lambda n, at=kind: replace(self.layout, mana=_with(self.layout.mana, at, n)))  # type: ignore[misc] # as above
        return self.layout, self.found

    def _fewer(self, many: int, layout: Callable[[int], Layout]) -> None:
        """Go down from a number that does: by one, then by ever more as long as that does, and by one again from there."""
        low, step = -1, 1
        while many - low > 1 and self.tries > 0:
            tried = max(low + 1, many - step)
            if self._does(layout(tried)):
                many, step = tried, step + 1
            else:
                low, step = tried, 1

    def _does(self, layout: Layout) -> bool:
        """Take a smaller board where a search finds as good a loop on it."""
        if self.tries <= 0 or self.steps <= 0:
            return False
        most = min(max(LEAST, OFTEN * self.found.steps), GREATEST, self.steps)
        tried = self.searched(layout, most)
        self.tries -= 1
        self.steps -= most if isinstance(tried, Refusal) else tried.steps
        if isinstance(tried, Refusal) or not _as_good(tried, self.found):
            return False
        self.layout, self.found = layout, tried
        return True


def _with(many: tuple[tuple[_T, int], ...], key: _T, n: int) -> tuple[tuple[_T, int], ...]:
    """Things with how many of each, with ``n`` of one of them."""
    changed = ((each, n if each == key else there) for each, there in many)
    return tuple((each, there) for each, there in changed if there)


def _as_good(tried: Found, found: Found) -> bool:
    """Whether a loop gives all that another one gives by itself, and ends no sooner."""
    if not tried.loop.segments or tried.endless != found.endless:
        return False
    if not found.endless and (tried.greatest < found.greatest or tried.greatest <= A_FEW):
        return False
    return _names(found) <= _names(tried)


def _names(found: Found) -> set[str]:
    return {gain.name for gain in own_gains(found.loop, found.me)}
