"""Which of two proved loops gives more: one order of what loops give, as docs/finding.md tells it.
Part of the solver: the search.

The order reads what one iteration changes on the board and what it counts. It chooses among loops
that are proved, and proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from reiterate.state.model import EXILE, GRAVEYARD, LIBRARY, State
from reiterate.state.properties import (
    COUNT_DAMAGE_TO,
    COUNT_EXTRA,
    COUNT_EXTRA_TURNS,
    COUNT_EXTRA_TURNS_OF,
    COUNT_LIFE_LOST_BY,
    COUNTER,
    LIFE,
    MANA,
    MINUS_COUNTERS,
    OUTCOME,
    POISON_COUNTERS,
    STUN_COUNTERS,
)
from reiterate.survey.own_turns import goes_round, kept_by_others, outlasts
from reiterate.survey.period_keys import board_difference
from reiterate.survey.proof import Found, is_motion
from reiterate.survey.script_of_play import ALL_PASS

#: Iterations up to which a loop with an end is told only if nothing better is found soon after.
A_FEW: Final = 5

# What an iteration gives, the least first.
COUNTED: Final = 1  # it is counted: what enters, dies, is cast, is drawn
LESSER: Final = 2  # life, counters, sizes
CARDS: Final = 3  # permanents, and cards in hand
MANA_GIVEN: Final = 4
OPPONENTS: Final = 5  # opponents lose life or cards of their library, or get poison counters
TURNS: Final = 6  # turns, and phases beyond those of a turn

#: What is given, the greatest first, each once.
Given: TypeAlias = tuple[int, ...]

_OF_PLAYER: Final = re.compile(r"p(\d+)\.(.+)")
_SIZES: Final = (".power", ".toughness")
#: What is counted by player and is no gain of that player's.
_HARM: Final = (COUNT_DAMAGE_TO, COUNT_LIFE_LOST_BY)
#: What is no gain on one's own side, by how its name ends.
_NO_GAIN: Final = (
    ".tapped",
    ".damage",
    *(slot.removeprefix(COUNTER) for slot in (MINUS_COUNTERS, POISON_COUNTERS, STUN_COUNTERS)),
)


@dataclass(frozen=True, slots=True, order=True)
class Merit:
    """The merit of a loop, compared field by field: what is named first weighs most.

    ``open``: somebody keeps it up, or it ends; one that goes on by itself for ever is a draw, unless
    somebody stops it (104.4b). ``own``: no other player's turn goes by in it, and none keeps it up. ``often``: it can be done more than a few
    times. ``wins``: the player wins by it. ``endless``: it never ends by itself. ``gives``: what an
    iteration gives. ``resolved``: it leaves nothing more on the stack. ``whole``: no permanent of
    the player is lost before it comes to repeat.
    """

    open: bool
    own: bool
    often: bool
    wins: bool
    useful: bool
    endless: bool
    gives: Given
    resolved: bool
    whole: bool

    def at_most(self, gives: Given) -> bool:
        """Whether no loop whose iteration gives this has more merit, unless the player wins by it."""
        best = Merit(True, True, True, False, bool(gives), True, gives, True, True)
        return OPPONENTS not in gives and best <= self


def merit_of(found: Found) -> Merit:
    """The merit of a proved loop."""
    end = found.loop.end
    won = end is not None and not found.endless and end.state.game.prop(OUTCOME) == f"p{found.me + 1}_wins"
    wins = won and not outlasts(found.loop, found.me)
    gives = given(found.board, found.tallies, found.me)
    often = found.endless or found.greatest > A_FEW
    goes_on = found.endless and all(line == ALL_PASS for line in found.body)
    resolved = found.board.get("stack", 0) <= 0
    others = bool(found.others) and kept_by_others(found.loop, found.me)
    own = not others and not goes_round(found.loop, found.me)
    return Merit(not goes_on, own, often, wins, bool(gives), found.endless, gives, resolved, not _loses_first(found))


def _loses_first(found: Found) -> bool:
    """Whether a player's permanents become fewer in the iterations before the first whole period."""
    segments = found.loop.segments
    there = found.loop.reach(segments[0].start) if segments and segments[0].start > 0 else None
    if not isinstance(there, State):
        return False
    changes = board_difference(found.loop.heads[0], there)
    return any(n < 0 and _on_board(key, -n, found.me) == CARDS for key, n in changes.items())


def given(board: Mapping[str, int], tallies: Mapping[str, int], me: int) -> Given:
    """What changes of a board, and what is counted, give player ``me``."""
    found = {_on_board(key, n, me) for key, n in board.items()} | {_counted(key, me) for key, n in tallies.items() if n}
    return tuple(sorted(found - {0}, reverse=True))


def _on_board(key: str, n: int, me: int) -> int:
    there = _OF_PLAYER.fullmatch(key)
    if there is None:
        return 0
    mine, what = int(there[1]) - 1 == me, there[2]
    if not mine:
        bad = (what in (LIFE, LIBRARY) and n < 0) or (what == POISON_COUNTERS.removeprefix(COUNTER) and n > 0)
        return OPPONENTS if bad else 0
    if n <= 0 or what in (LIBRARY, GRAVEYARD, EXILE) or what.endswith(_NO_GAIN):
        return 0
    if what.startswith(MANA):
        return MANA_GIVEN
    return LESSER if what == LIFE or ".counters." in what or what.endswith(_SIZES) else CARDS


def _counted(key: str, me: int) -> int:
    if key == COUNT_EXTRA_TURNS or is_motion(key) or key in (f"{word}p{me + 1}" for word in _HARM):
        return 0
    if key.startswith(COUNT_EXTRA_TURNS_OF):
        return TURNS if key == f"{COUNT_EXTRA_TURNS_OF}p{me + 1}" else 0
    return TURNS if key.startswith(COUNT_EXTRA) else COUNTED
