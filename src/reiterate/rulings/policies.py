"""The policies: for each situation of a loop who is asked, what they may say, and what follows, sentence by sentence.

A policy is a table. Each line cites the sentences that it stands for, and holds no code about boards. What the
Tournament Rules and G.18 leave open, the Comprehensive Rules still say (730.1c).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from reiterate.rulings.situations import (
    ACROSS_TURNS,
    ACROSS_TURNS_ANEW,
    ENDS,
    FRAGMENTED,
    MANDATORY,
    NOT_DETERMINED,
    ONE,
    SEVERAL,
)
from reiterate.rulings.statements import ACCEPT, CUT, INDEFINITELY, NO_ACTION, NUMBER

# Who is asked, in which order.
NOBODY: Final = "nobody"
#: Those who could do something else, in turn order from the active player.
WHO_COULD_ACT: Final = "who could act"
#: Every player, in turn order from the active player.
EVERYBODY: Final = "everybody"
#: The proposer, then the others in turn order after the proposer.
PROPOSER_FIRST: Final = "the proposer first"
#: The keepers in turn order from the active player, then the others.
KEEPERS_FIRST: Final = "the keepers first"

# What follows where nobody stops the loop.
DRAW: Final = "draw"
RUNS: Final = "runs_to_completion"
MUST_CHANGE: Final = "must_change_choice"
TAKEN: Final = "taken"
REJECTED: Final = "proposal_rejected"
DISCRETION: Final = "judge_discretion"

# What is owed by who stopped the loop earliest.
PRIORITY: Final = "has priority there"
DIFFER: Final = "must choose differently there"
BREAK: Final = "must break the loop there"

# Which numbers somebody may name after the first one.
LOWER: Final = "lower"
ANY: Final = "any"
HIGHER: Final = "higher"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a policy.

    ``first`` and ``others``: what the first speaker and the later ones may say. ``least``: the least number that may
    be named. ``later``: which numbers later speakers may name. ``shown``: how often the cycle has to be shown before
    a number is named. ``last_word``: the number is followed by the part of an iteration that lets the last one to
    agree act last (421.3).
    """

    asked: str
    unstopped: str
    cites: tuple[str, ...]
    first: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    owes: str = PRIORITY
    least: int = 1
    later: str = LOWER
    shown: int = 0
    last_word: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """A text as a table.

    ``governing``: the text by its number. ``restart``: whether a loop that was stopped may be proposed again at once.
    ``endless_word``: the reason where somebody says "infinitely many".
    """

    name: str
    governing: str
    lines: Mapping[str, Line]
    restart: bool
    restart_cites: tuple[str, ...]
    endless_word: str

    def line(self, situation: str) -> Line | None:
        """The line for a situation; None where the policy has none."""
        return self.lines.get(situation)


_SHORTEN: Final = (ACCEPT, CUT)
_LOWER: Final = (ACCEPT, NUMBER, CUT)
_PROPOSED: Final = Line(PROPOSER_FIRST, TAKEN, ("730.2a", "730.2b", "730.2c"), (NUMBER,), _SHORTEN, DIFFER)
_DIFFERENT: Final = Line(NOBODY, MUST_CHANGE, ("730.3",), owes=DIFFER)
_RUNS: Final = Line(NOBODY, RUNS, ("730.1b", "730.4"))

COMPREHENSIVE: Final = Policy(
    "comprehensive",
    "CR 730",
    MappingProxyType(
        {
            ENDS: _RUNS,
            MANDATORY: Line(WHO_COULD_ACT, DRAW, ("730.4", "104.4b", "730.5"), (NO_ACTION, CUT), (NO_ACTION, CUT)),
            ONE: _PROPOSED,
            FRAGMENTED: _DIFFERENT,
            SEVERAL: _PROPOSED,
            ACROSS_TURNS: _DIFFERENT,
            ACROSS_TURNS_ANEW: _PROPOSED,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("730.2a",)),
        }
    ),
    True,
    ("730.2a",),
    "not_a_number",
)

_NAMED: Final = (NUMBER, CUT)
_OR_NOT: Final = (NUMBER, CUT, INDEFINITELY)
_INDEFINITELY: Final = Line(
    KEEPERS_FIRST,
    DRAW,
    ("MTR 4.4 p4 s3", "MTR 4.4 p4 s4", "MTR 4.4 p4 s5"),
    _OR_NOT,
    (*_OR_NOT, ACCEPT),
    least=0,
    later=ANY,
)
_EACH_NAMES: Final = Line(
    KEEPERS_FIRST, TAKEN, ("MTR 4.4 p3 s4", "MTR 4.4 p3 s5"), _NAMED, (*_NAMED, ACCEPT), least=0, later=ANY
)

TOURNAMENT: Final = Policy(
    "tournament",
    "MTR 4.4",
    MappingProxyType(
        {
            ENDS: _RUNS,
            MANDATORY: Line(
                EVERYBODY,
                DRAW,
                ("MTR 4.4 p2 s1", "MTR 4.4 p2 s2", "MTR 4.4 p2 s3"),
                (NUMBER, CUT, NO_ACTION),
                (NUMBER, CUT, NO_ACTION),
                BREAK,
                least=0,
                later=ANY,
            ),
            ONE: Line(
                KEEPERS_FIRST,
                TAKEN,
                ("MTR 4.4 p3 s1", "MTR 4.4 p3 s2", "MTR 4.4 p3 s3"),
                (NUMBER,),
                _LOWER,
                least=0,
            ),
            FRAGMENTED: _EACH_NAMES,
            SEVERAL: _EACH_NAMES,
            ACROSS_TURNS: _INDEFINITELY,
            ACROSS_TURNS_ANEW: _INDEFINITELY,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("MTR 4.4 p6 s1",)),
        }
    ),
    False,
    ("MTR 4.4 p8 s3",),
    "not_a_number",
)

_CURRENT: Final = Line(KEEPERS_FIRST, TAKEN, ("G.18.3",), (NUMBER,), _LOWER)

G18: Final = Policy(
    "g18",
    "G.18",
    MappingProxyType(
        {
            ENDS: Line(NOBODY, RUNS, ("G.18.Ruling.1",)),
            MANDATORY: Line(NOBODY, DRAW, ("G.18.4",)),
            ONE: Line(KEEPERS_FIRST, TAKEN, ("G.18.2",), (NUMBER,), _LOWER, shown=2),
            FRAGMENTED: _CURRENT,
            SEVERAL: _CURRENT,
            ACROSS_TURNS: _CURRENT,
            ACROSS_TURNS_ANEW: _CURRENT,
            NOT_DETERMINED: Line(NOBODY, DISCRETION, ("G.18.Note",)),
        }
    ),
    True,
    ("G.18.2",),
    "infinity",
)

_LAST_WORD: Final = Line(KEEPERS_FIRST, TAKEN, ("421.3",), (NUMBER,), _LOWER, last_word=True)

#: Section 421 of the Comprehensive Rules, in force until July 2009.
SECTION_421: Final = Policy(
    "comprehensive, section 421",
    "CR 421",
    MappingProxyType(
        {
            ENDS: _RUNS,
            MANDATORY: Line(NOBODY, DRAW, ("421.4", "102.4b")),
            ONE: Line(KEEPERS_FIRST, TAKEN, ("421.2",), (NUMBER,), _LOWER),
            FRAGMENTED: _LAST_WORD,
            SEVERAL: _LAST_WORD,
            ACROSS_TURNS: _LAST_WORD,
            ACROSS_TURNS_ANEW: _LAST_WORD,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("421.1",)),
        }
    ),
    True,
    ("421.2",),
    "infinity",
)
#: Of section 421: actions of different players that do not depend on one another.
INDEPENDENT_421: Final = Line(KEEPERS_FIRST, TAKEN, ("421.5",), (NUMBER,), (ACCEPT, NUMBER), later=HIGHER)

POLICIES: Final[Mapping[str, Policy]] = MappingProxyType({p.name: p for p in (COMPREHENSIVE, TOURNAMENT, G18)})
