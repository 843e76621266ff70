"""Which case needs which sentence: without the line or clause that stands for the sentence, the case is ruled otherwise.

A policy is a mapping of lines and of clauses, and each cites its sentences. "MTR 4.4 par. 3 sent. 2" is the second sentence of
the third paragraph.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from reiterate.judging import policies as p
from reiterate.judging import policies as s
from reiterate.judging.policies import COMPREHENSIVE, G18, SECTION_421, TOURNAMENT, Policy


@dataclass(frozen=True, slots=True)
class Needed:
    """A line (named by its situation) or clause of a policy, and a case that is ruled otherwise without it.

    ``said``: what is said instead of what the case says, "" for that.
    """

    policy: Policy
    entry: str
    case: str
    said: str = ""


NEEDED: Final = (
    Needed(COMPREHENSIVE, s.ENDS, "ends-2005"),
    Needed(COMPREHENSIVE, s.MANDATORY, "CR-23"),
    Needed(COMPREHENSIVE, s.ONE, "MTR-07"),
    Needed(COMPREHENSIVE, s.ONE_ACROSS_ANEW, "drawn-cards", "p2: number 3; p1: accept"),
    Needed(COMPREHENSIVE, s.FRAGMENTED, "MTR-13-on_p1_turn"),
    Needed(COMPREHENSIVE, s.SEVERAL, "two-brooks", "p1: number 3; p2: accept"),
    Needed(COMPREHENSIVE, s.ACROSS_TURNS, "turns"),
    Needed(COMPREHENSIVE, s.ACROSS_TURNS_ANEW, "life-across-turns", "p2: number 4; p1: accept"),
    Needed(COMPREHENSIVE, s.NOT_DETERMINED, "G18-09"),
    Needed(COMPREHENSIVE, p.PARTIAL, "cut-with-a-fog"),
    Needed(TOURNAMENT, s.ENDS, "G18-07"),
    Needed(TOURNAMENT, s.MANDATORY, "MTR-03"),
    Needed(TOURNAMENT, s.MANDATORY, "MTR-04"),
    Needed(TOURNAMENT, s.MANDATORY, "MTR-05"),
    Needed(TOURNAMENT, s.ONE, "MTR-07"),
    Needed(TOURNAMENT, s.ONE, "MTR-08"),
    Needed(TOURNAMENT, s.ONE_ACROSS_ANEW, "drawn-cards"),
    Needed(TOURNAMENT, s.FRAGMENTED, "MTR-11"),
    Needed(TOURNAMENT, s.FRAGMENTED, "MTR-12"),
    Needed(TOURNAMENT, s.SEVERAL, "two-brooks"),
    Needed(TOURNAMENT, s.ACROSS_TURNS, "MTR-19"),
    Needed(TOURNAMENT, s.ACROSS_TURNS, "MTR-19-twin"),
    Needed(TOURNAMENT, s.ACROSS_TURNS_ANEW, "life-across-turns"),
    Needed(TOURNAMENT, s.NOT_DETERMINED, "MTR-28"),
    Needed(TOURNAMENT, p.IDENTICAL, "MTR-01"),
    Needed(TOURNAMENT, p.UNCHANGING, "life-across-turns"),
    Needed(TOURNAMENT, p.DRAWN_CARDS, "drawn-cards"),
    Needed(TOURNAMENT, p.PARTIAL, "MTR-23"),
    Needed(TOURNAMENT, p.RECURRENCE, "MTR-25"),
    Needed(TOURNAMENT, p.CHOICES, "MTR-34"),
    Needed(TOURNAMENT, p.HIDDEN, "hidden-hand"),
    Needed(TOURNAMENT, p.ARBITER, "MTR-40"),
    Needed(TOURNAMENT, p.ARBITER, "no-loop"),
    Needed(TOURNAMENT, p.NO_OPTING_OUT, "MTR-35"),
    Needed(TOURNAMENT, p.SEEN_THROUGH, "detour"),
    Needed(TOURNAMENT, p.NO_RESTART, "MTR-38-twin"),
    Needed(TOURNAMENT, p.NO_RESTART, "not-again"),
    Needed(TOURNAMENT, p.STALLING, "MTR-39"),
    Needed(G18, s.ENDS, "G18-07"),
    Needed(G18, s.MANDATORY, "G18-06"),
    Needed(G18, s.ONE, "G18-02"),
    Needed(G18, s.ONE, "G18-03"),
    Needed(G18, s.ONE, "G18-04"),
    Needed(G18, s.ONE_ACROSS_ANEW, "drawn-cards"),
    Needed(G18, s.FRAGMENTED, "G18-05"),
    Needed(G18, s.SEVERAL, "G18-10-twin"),
    Needed(G18, s.ACROSS_TURNS, "turns-g18"),
    Needed(G18, s.ACROSS_TURNS_ANEW, "life-across-turns", "p2: number 4; p1: accept"),
    Needed(G18, s.NOT_DETERMINED, "G18-08"),
    Needed(G18, p.NO_INFINITY, "G18-01"),
    Needed(G18, p.OWNER_STOPS, "owner-stops"),
    Needed(G18, p.PARTIAL, "part-of-an-iteration"),
    Needed(G18, p.NO_NUMBER, "G18-07"),
    Needed(G18, p.ARBITER, "MTR-40"),
    Needed(SECTION_421, s.ENDS, "ends-2005"),
    Needed(SECTION_421, s.MANDATORY, "draw-2005"),
    Needed(SECTION_421, s.ONE, "one-2005"),
    Needed(SECTION_421, s.ONE_ACROSS_ANEW, "drawn-cards"),
    Needed(SECTION_421, s.FRAGMENTED, "G18-05-twin"),
    Needed(SECTION_421, s.SEVERAL, "both-2005"),
    Needed(SECTION_421, s.ACROSS_TURNS, "turns-2005"),
    Needed(SECTION_421, s.ACROSS_TURNS_ANEW, "life-across-turns", "p2: number 4; p1: accept"),
    Needed(SECTION_421, s.NOT_DETERMINED, "random-2005"),
    Needed(SECTION_421, p.INDEPENDENT, "G18-10"),
    Needed(SECTION_421, p.PARTIAL, "one-2005"),
    Needed(SECTION_421, p.LAST_WORD, "both-2005"),
)

#: Sentences of the texts that policies stand for.
SENTENCES: Final = (
    *(
        f"MTR 4.4 par. {paragraph} sent. {n}"
        for paragraph, many in enumerate((2, 3, 5, 5, 2, 3, 4, 4), 1)
        for n in range(1, many + 1)
    ),
    *("G.18.1", "G.18.2", "G.18.3", "G.18.4", "G.18.Ruling.1", "G.18.Note"),
    *("421.1", "421.2", "421.3", "421.4", "421.5"),
    *("732.2a", "732.2b", "732.2c", "732.3", "732.4", "732.5"),
)

#: Sentences that rule nothing, with what they do instead.
RULES_NOTHING: Final = MappingProxyType({"MTR 4.4 par. 1 sent. 1": "says what a loop is"})


def entries(policy: Policy) -> dict[str, tuple[str, ...]]:
    """The lines and clauses of a policy, with the sentences that each cites."""
    return {name: line.cites for name, line in policy.lines.items()} | dict(policy.clauses)


def without(policy: Policy, entry: str) -> Policy:
    """A policy without one of its lines or clauses."""
    lines = {name: line for name, line in policy.lines.items() if name != entry}
    clauses = {name: cites for name, cites in policy.clauses.items() if name != entry}
    return replace(policy, lines=MappingProxyType(lines), clauses=MappingProxyType(clauses))
