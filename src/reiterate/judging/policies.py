"""The policies: for each situation of a loop who is asked, what they may say, and what follows, sentence by sentence.

The situation of a loop: the one question that all policies ask of it first, answered from its kind.

A policy is a table. Each line cites the sentences that it stands for, and holds no code about boards. What the
Tournament Rules and G.18 leave open, the Comprehensive Rules still say (732.1c).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from reiterate.judging.statements import ACCEPT, CUT, INDEFINITELY, NO_ACTION, NUMBER
from reiterate.kinds.kinds import AT, UNKNOWN, Kind

# --- situations ----------------------------------------------------------------------------------

#: It can't be told what the loop is; the kind holds the reason.
NOT_KNOWN: Final = "not known"
#: The loop reads something random or hidden.
NOT_DETERMINED: Final = "not determined"
#: Nobody keeps the loop up, and it ends by itself.
ENDS: Final = "nobody keeps it up, it ends"
#: Nobody keeps the loop up, and it never ends.
MANDATORY: Final = "nobody keeps it up, it never ends"
#: One player keeps the loop up.
ONE: Final = "one player keeps it up"
#: The same across turns, and something is different in each iteration.
ONE_ACROSS_ANEW: Final = "one player keeps it up across turns, the position does not come back"
#: Several players keep the loop up, and their actions together bring the position back.
FRAGMENTED: Final = "several keep it up, the position comes back"
#: Several players keep the loop up, and the position never comes back.
SEVERAL: Final = "several keep it up, the position does not come back"
#: The same two across turns.
ACROSS_TURNS: Final = "several keep it up across turns, the position comes back"
ACROSS_TURNS_ANEW: Final = "several keep it up across turns, the position does not come back"

#: All situations.
SITUATIONS: Final = frozenset(
    {
        NOT_KNOWN,
        NOT_DETERMINED,
        ENDS,
        MANDATORY,
        ONE,
        ONE_ACROSS_ANEW,
        FRAGMENTED,
        SEVERAL,
        ACROSS_TURNS,
        ACROSS_TURNS_ANEW,
    }
)


def situation_of(kind: Kind) -> str:
    """The situation of a loop, by who keeps it up, whether it ends, and whether it is determined."""
    if not kind.determined:
        return NOT_DETERMINED
    again = kind.recurs and kind.ending.when != AT
    if len(kind.keepers) == 1:
        if kind.unknown:
            return NOT_KNOWN
        return ONE_ACROSS_ANEW if kind.across_turns and not again else ONE
    if kind.keepers:
        if kind.across_turns:
            return ACROSS_TURNS if again else ACROSS_TURNS_ANEW
        return FRAGMENTED if again else SEVERAL
    if kind.unknown or kind.ending.when == UNKNOWN:
        return NOT_KNOWN
    return ENDS if kind.ending.when == AT else MANDATORY


def by_choices(kind: Kind, seat: int) -> bool:
    """Whether a player sustains the loop by choices alone: no kernel holds an action of that player (MTR 4.4 par. 7)."""
    own = [kept.acts for kernel in kind.kernels for kept in kernel.kept if kept.seat == seat]
    return bool(own) and not any(own)


# --- policies ------------------------------------------------------------------------------------

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
NO_LOOP: Final = "not_a_loop"

# What is owed by who stopped the loop earliest.
PRIORITY: Final = "has priority there"
DIFFER: Final = "must choose differently there"
BREAK: Final = "must break the loop there"

# Which numbers somebody may name after the first one.
LOWER: Final = "lower"
ANY: Final = "any"
HIGHER: Final = "higher"

# Where a number stops the loop.
BETWEEN: Final = "between two iterations"
OWN_ACTION: Final = "before the action of who named it"


# What a text says of loops in any situation. A policy that has a clause cites its sentences.
#: Iterations are identical: what differs in some of them is another loop.
IDENTICAL: Final = "iterations are identical"
#: A loop may span turns only where nothing changes meaningfully.
UNCHANGING: Final = "only loops that change nothing span turns"
#: Cards that are drawn, and do not sustain the loop, are a meaningful change.
DRAWN_CARDS: Final = "drawn cards are a meaningful change"
#: The last iteration may be performed in part.
PARTIAL: Final = "the last iteration may be performed in part"
#: Who carries a loop out that is not determined stops where a position comes back.
RECURRENCE: Final = "a loop that is not determined stops where a position comes back"
#: Where choices sustain the loop, another choice is owed, and the game moves to that choice.
CHOICES: Final = "choices may sustain a loop"
#: Where hidden cards decide whether another choice exists, the judge says so.
HIDDEN: Final = "the judge sees hidden cards"
#: The judge has the last word on what is a loop.
ARBITER: Final = "the judge is the arbiter"
#: No player may refuse the shortcut as such.
NO_OPTING_OUT: Final = "no player may opt out"
#: What changes nothing relevant between iterations does not hide the loop.
SEEN_THROUGH: Final = "irrelevant changes are seen through"
#: A loop that was shortcut begins again only after a relevant change.
NO_RESTART: Final = "no restart before a relevant change"
#: Loops that are proposed to use up time are Stalling.
STALLING: Final = "loops to use up time are Stalling"
#: "Infinitely many" is no number, and is named so.
NO_INFINITY: Final = "there is no infinity"
#: Who named the number may stop earlier.
OWNER_STOPS: Final = "the owner may stop earlier"
#: A loop that ends takes no number.
NO_NUMBER: Final = "a loop that ends takes no number"
#: Of two numbers the last word belongs to a certain player.
LAST_WORD: Final = "the last word"
#: Actions that do not depend on one another have a line of their own.
INDEPENDENT: Final = "independent actions"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a policy. ``barred``: what the first of them may not say, though the text speaks of it; nobody is offered it.

    ``first`` and ``others``: what the keepers (where nobody keeps the loop up: everybody) and the others may say.
    ``least``: the least number that the first of them may name. ``later``: which numbers later speakers may name.
    ``shown``: how often the cycle has to be shown before a number is named. ``at``: where a number stops the loop.
    ``drawn_by``: the paragraph by which the loop is a draw where nobody stops it.
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
    at: str = BETWEEN
    barred: tuple[str, ...] = ()
    drawn_by: str = "104.4b"


@dataclass(frozen=True, slots=True)
class Policy:
    """A text as a table.

    ``governing``: the text by its number. ``clauses``: what it says in any situation, with the sentences.
    """

    name: str
    governing: str
    lines: Mapping[str, Line]
    clauses: Mapping[str, tuple[str, ...]]

    def line(self, situation: str) -> Line | None:
        """The line for a situation; None where the policy has none."""
        return self.lines.get(situation)

    def says(self, clause: str) -> bool:
        """Whether the text has a sentence of that clause."""
        return clause in self.clauses

    def cite(self, clause: str) -> str:
        """The sentence of a clause; "" where the text has none."""
        return self.clauses[clause][0] if clause in self.clauses else ""

    @property
    def restart(self) -> bool:
        """Whether a loop that was stopped may be proposed again at once."""
        return not self.says(NO_RESTART)


_SHORTEN: Final = (ACCEPT, CUT)
_LOWER: Final = (ACCEPT, NUMBER, CUT)
#: Of a loop that another player keeps up: to do nothing about it is to agree.
_OR_NOTHING: Final = (*_LOWER, NO_ACTION)
_PROPOSED: Final = Line(PROPOSER_FIRST, TAKEN, ("732.2a", "732.2b", "732.2c"), (NUMBER,), _SHORTEN, DIFFER)
_DIFFERENT: Final = Line(NOBODY, MUST_CHANGE, ("732.3",), owes=DIFFER)
_RUNS: Final = Line(NOBODY, RUNS, ("732.1b", "732.4"))

COMPREHENSIVE: Final = Policy(
    "comprehensive",
    "CR 732",
    MappingProxyType(
        {
            ENDS: _RUNS,
            MANDATORY: Line(WHO_COULD_ACT, DRAW, ("732.4", "104.4b", "732.5"), (NO_ACTION, CUT), (NO_ACTION, CUT)),
            ONE: _PROPOSED,
            ONE_ACROSS_ANEW: _PROPOSED,
            FRAGMENTED: _DIFFERENT,
            SEVERAL: _PROPOSED,
            ACROSS_TURNS: _DIFFERENT,
            ACROSS_TURNS_ANEW: _PROPOSED,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("732.2a",)),
        }
    ),
    MappingProxyType({PARTIAL: ("732.2b",)}),
)

_NAMED: Final = (NUMBER, CUT)
_OR_NOT: Final = (NUMBER, CUT, INDEFINITELY)
_INDEFINITELY: Final = Line(
    EVERYBODY,
    DRAW,
    ("MTR 4.4 par. 4 sent. 3", "MTR 4.4 par. 4 sent. 4", "MTR 4.4 par. 4 sent. 5"),
    _OR_NOT,
    (*_OR_NOT, ACCEPT),
    least=0,
    later=ANY,
    at=OWN_ACTION,
    drawn_by="MTR 4.4 par. 4",
)
_EACH_NAMES: Final = Line(
    EVERYBODY,
    TAKEN,
    ("MTR 4.4 par. 3 sent. 4", "MTR 4.4 par. 3 sent. 5"),
    _NAMED,
    (*_NAMED, ACCEPT),
    least=0,
    later=ANY,
)
_NUMBER_OR_NOT: Final = (NUMBER, CUT, NO_ACTION)
_ONE_NAMES: Final = Line(
    KEEPERS_FIRST,
    TAKEN,
    ("MTR 4.4 par. 3 sent. 1", "MTR 4.4 par. 3 sent. 2", "MTR 4.4 par. 3 sent. 3"),
    (NUMBER,),
    _OR_NOTHING,
    least=0,
    barred=(INDEFINITELY,),
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
                ("MTR 4.4 par. 2 sent. 1", "MTR 4.4 par. 2 sent. 2", "MTR 4.4 par. 2 sent. 3"),
                _NUMBER_OR_NOT,
                _NUMBER_OR_NOT,
                BREAK,
                least=0,
                later=ANY,
                drawn_by="MTR 4.4 par. 2",
            ),
            ONE: _ONE_NAMES,
            ONE_ACROSS_ANEW: _ONE_NAMES,
            FRAGMENTED: _EACH_NAMES,
            SEVERAL: _EACH_NAMES,
            ACROSS_TURNS: _INDEFINITELY,
            ACROSS_TURNS_ANEW: _INDEFINITELY,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("MTR 4.4 par. 6 sent. 1",)),
        }
    ),
    MappingProxyType(
        {
            IDENTICAL: ("MTR 4.4 par. 1 sent. 2",),
            UNCHANGING: ("MTR 4.4 par. 4 sent. 1",),
            DRAWN_CARDS: ("MTR 4.4 par. 4 sent. 2",),
            PARTIAL: ("MTR 4.4 par. 5 sent. 1", "MTR 4.4 par. 5 sent. 2"),
            RECURRENCE: ("MTR 4.4 par. 6 sent. 2", "MTR 4.4 par. 6 sent. 3"),
            CHOICES: ("MTR 4.4 par. 7 sent. 1", "MTR 4.4 par. 7 sent. 2", "MTR 4.4 par. 7 sent. 3"),
            HIDDEN: ("MTR 4.4 par. 7 sent. 4",),
            ARBITER: ("MTR 4.4 par. 8 sent. 1",),
            NO_OPTING_OUT: ("MTR 4.4 par. 8 sent. 2",),
            SEEN_THROUGH: ("MTR 4.4 par. 8 sent. 2",),
            NO_RESTART: ("MTR 4.4 par. 8 sent. 3",),
            STALLING: ("MTR 4.4 par. 8 sent. 4",),
        }
    ),
)

_CURRENT: Final = Line(KEEPERS_FIRST, TAKEN, ("G.18.3",), (NUMBER,), _LOWER)
_CYCLE: Final = Line(KEEPERS_FIRST, TAKEN, ("G.18.2",), (NUMBER,), _OR_NOTHING, shown=2)

G18: Final = Policy(
    "g18",
    "G.18",
    MappingProxyType(
        {
            ENDS: Line(NOBODY, RUNS, ("G.18.Ruling.1",)),
            MANDATORY: Line(NOBODY, DRAW, ("G.18.4",), drawn_by="G.18.4"),
            ONE: _CYCLE,
            ONE_ACROSS_ANEW: _CYCLE,
            FRAGMENTED: _CURRENT,
            SEVERAL: _CURRENT,
            ACROSS_TURNS: _CURRENT,
            ACROSS_TURNS_ANEW: _CURRENT,
            NOT_DETERMINED: Line(NOBODY, DISCRETION, ("G.18.Note",)),
        }
    ),
    MappingProxyType(
        {
            NO_INFINITY: ("G.18.1",),
            OWNER_STOPS: ("G.18.2",),
            PARTIAL: ("G.18.2",),
            NO_NUMBER: ("G.18.Ruling.1",),
            ARBITER: ("G.18.Note",),
        }
    ),
)

_BOTH_REQUIRED: Final = Line(KEEPERS_FIRST, TAKEN, ("421.3",), (NUMBER,), (ACCEPT, NUMBER))
_ALL_HIS: Final = Line(KEEPERS_FIRST, TAKEN, ("421.2",), (NUMBER,), _OR_NOTHING)

#: Section 421 of the Comprehensive Rules, in force until July 2009.
SECTION_421: Final = Policy(
    "comprehensive, section 421",
    "CR 421",
    MappingProxyType(
        {
            ENDS: Line(NOBODY, RUNS, ("421.1",)),
            MANDATORY: Line(NOBODY, DRAW, ("421.4", "102.4b"), drawn_by="102.4b"),
            ONE: _ALL_HIS,
            ONE_ACROSS_ANEW: _ALL_HIS,
            FRAGMENTED: _BOTH_REQUIRED,
            SEVERAL: _BOTH_REQUIRED,
            ACROSS_TURNS: _BOTH_REQUIRED,
            ACROSS_TURNS_ANEW: _BOTH_REQUIRED,
            NOT_DETERMINED: Line(NOBODY, REJECTED, ("421.1",)),
            #: Actions of different players that do not depend on one another.
            INDEPENDENT: Line(KEEPERS_FIRST, TAKEN, ("421.5",), (NUMBER,), (ACCEPT, NUMBER), later=HIGHER),
        }
    ),
    MappingProxyType({PARTIAL: ("421.2",), LAST_WORD: ("421.3",)}),
)

POLICIES: Final[Mapping[str, Policy]] = MappingProxyType({p.name: p for p in (COMPREHENSIVE, TOURNAMENT, G18)})
