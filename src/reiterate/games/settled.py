"""A loop of a game that goes on, as a case: settled under a policy by what the players said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reiterate.judging.case_file import Case, case_of, under
from reiterate.judging.policies import POLICIES
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.refusals import ILLEGAL, INPUT, Refusal
from reiterate.script.describe import seat_named
from reiterate.script.position import Position
from reiterate.script.script import Node
from reiterate.shortcuts.proposing import chooser
from reiterate.state.model import HAND, State


def statements(lines: Sequence[str]) -> tuple[Said, ...] | Refusal:
    """Statements such as "p1: number 9" or "judge: is no loop"; a refusal quotes a line that is none."""
    found: list[Said] = []
    for line in lines:
        who, colon, words = line.partition(":")
        seat = JUDGE if who.strip().lower() == "judge" else seat_named(who)
        if not colon or seat is None:
            return Refusal(INPUT, "statement", f"'{line[:60]}' names no player", "p1: number 9", "732.2b")
        one = read_statement(seat, words.strip())
        if isinstance(one, Refusal):
            return one
        found.append(one)
    return tuple(found)


def judged(
    position: Position, state: State, script: tuple[Node, ...], policy: str, said: tuple[Said, ...]
) -> Ruling | Refusal:
    """The ruling on a loop at a position of a game, under the policy of a name.

    The cycle counts as shown twice (G.18.2): the players have seen it at the table.
    """
    if policy not in POLICIES:
        return Refusal(INPUT, "policy", f"'{policy[:40]}' is no policy", ", ".join(POLICIES))
    here = replace(position, state=state, script=script, proposer=chooser(state), end=None, answers=[], then=())
    case = under(case_of(here), policy, "")
    return judge(replace(case, said=said, shown=2)) if isinstance(case, Case) else case


def could_act(ruling: Ruling) -> Refusal | None:
    """Why a loop that ends by itself is not played to its end at once: somebody could act before (117.1, 732.2b).

    Whoever has cards in hand counts as able, whatever the cards are: so no hidden card is told (400.2).
    """
    kind = ruling.kind
    if kind is None:
        return None
    rows = ruling.case.position.state.rows.values()
    able = {row.cls.owner for row in rows if row.cls.zone == HAND} | set(kind.to_ask)
    if not able and not kind.unseen:
        return None
    who = ", ".join(f"p{seat + 1}" for seat in kind.order if seat in able) or "somebody"
    message = f"{who} could act before the loop has ended"
    return Refusal(ILLEGAL, "could-act", message, "that loop as a proposal, which the others accept or cut", "732.2b")
