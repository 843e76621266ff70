"""Seats that the program plays: it passes, or it cuts a shortcut once and then acts where it has to.

A program sees what its seat sees. What it does is an entry like any other; replaying a game asks no program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import asked
from reiterate.script.places import Place
from reiterate.script.script import Repeat
from reiterate.shortcuts.played_script import Part
from reiterate.shortcuts.proposing import Proposal, chooser
from reiterate.shortcuts.responding import respond
from reiterate.table.chairs import CUTS_ONCE, seat_of
from reiterate.table.hiding import seen_from
from reiterate.table.noted import AGREE, ANSWER, CHOICE, STATEMENT, UNDO, Said
from reiterate.table.rounds import Round
from reiterate.table.sight import own_lines

#: Entries that programs make one after the other before somebody else has to act.
MOST_MOVES: Final = 40

#: The iteration in which a program cuts, where there are so many, and the places in it that it looks at.
_ITERATION: Final = 7
_PLACES: Final = 24


def moves(now: Round, who: str, way: str) -> Iterator[Said]:
    """What a program would do now, the best first: the first of them that is accepted is done; nothing where it waits."""
    seat = seat_of(who)
    assert seat is not None
    if now.asked is not None and who in now.asked.waiting:
        last = now.asked.waiting == (who,)
        yield Said(UNDO, who, {"to": str(now.asked.to)}) if last else Said(STATEMENT, who, {"what": AGREE})
        return
    waiting = now.game.proposal
    if waiting is not None:
        if waiting.to_answer[:1] == [seat] and now.offered is not None:
            cut = _cut(now, now.offered.heard, who, seat) if way == CUTS_ONCE else ""
            yield Said(STATEMENT, who, {"what": ANSWER, "text": cut or "accept"})
        return
    if asked(now.game.state) != "over" and chooser(now.game.state) == seat:
        lines = own_lines(seen_from(now.game.state, who))
        first = [line for line in lines if line == "pass" or line.startswith("no ")]
        for line in (*first, *(line for line in lines if line not in first)):
            yield Said(CHOICE, who, {"text": line})


def _cut(now: Round, heard: Proposal, who: str, seat: int) -> str:
    """A cut of a proposal, the first that is accepted; "" where there is none, or this seat has cut before."""
    if who in now.entries.cuts:
        return ""
    blocks = [part for part in heard.played_script.parts if isinstance(part.node, Repeat)]
    for part in reversed(blocks):
        for number in range(1, _PLACES + 1):
            place = Place(((part.node.number, _iteration(part)),), 0, number)
            answered = respond(heard, seat, place)
            if isinstance(answered, Refusal):
                if answered.code == "no-such-place":
                    break
            elif answered.end < heard.end:
                return f"cut {place}"
    return ""


def _iteration(part: Part) -> int:
    """The iteration of a block in which a program cuts."""
    return part.count if isinstance(part.count, int) and part.count < _ITERATION else _ITERATION
