"""Seats that the program plays: it passes, or it cuts a shortcut once and then acts where it has to.

A program sees what its seat sees. What it does is an entry like any other; replaying a game asks no program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.amounts import is_zero
from reiterate.games import game as games
from reiterate.games.offered import listed
from reiterate.games.stopping import best_act
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice
from reiterate.rules.access.state_access import in_game
from reiterate.rules.costs.mana import pool
from reiterate.rules.decisions.pending import asked, decider
from reiterate.script.places import Place
from reiterate.script.script import Node, Repeat, parse_script
from reiterate.script.sentences import said_of
from reiterate.shortcuts.mana_first import is_mana
from reiterate.shortcuts.played_script import Part
from reiterate.shortcuts.procedure import Proposal, chooser, respond
from reiterate.state.model import State
from reiterate.table import endings
from reiterate.table.entries import (
    AGREE,
    AGREE_REMOVE,
    ANSWER,
    CHOICE,
    PROPOSE,
    REMOVE,
    SAY,
    STATEMENT,
    UNDO,
    WANT_REMATCH,
    Said,
)
from reiterate.table.hiding import seen_from
from reiterate.table.opening_hands import lines, who_is_asked
from reiterate.table.rounds import Round
from reiterate.table.seats import CUTS_ONCE, seat_of

#: Entries that programs make one after the other before somebody else has to act.
MOST_MOVES: Final = 40

#: The iteration in which a program cuts, where there are so many, and the places in it that it looks at.
_ITERATION: Final = 7
_PLACES: Final = 24

#: Places at which it tries out what stops the loop: each of them takes as long as many iterations.
_TRIED: Final = 4


def moves(now: Round, who: str, way: str) -> Iterator[Said]:
    """What a program would do now, the best first: the first of them that is accepted is done; nothing where it waits."""
    seat = seat_of(who)
    assert seat is not None
    if now.asked is not None and who in now.asked.waiting:
        last = now.asked.waiting == (who,)
        yield Said(UNDO, who, {"to": str(now.asked.to)}) if last else Said(STATEMENT, who, {"what": AGREE})
        return
    beside = _beside(now, who, seat)
    if beside is not None:
        yield beside
        return
    if now.opening is not None:  # it keeps what it was dealt (103.5)
        yield from (Said(CHOICE, who, {"text": line}) for line in lines(now)[:1] if who_is_asked(now) == seat)
        return
    waiting = now.game.proposal
    if waiting is not None:
        if waiting.to_answer[:1] == [seat] and now.offered is not None:
            cut = _cut(now, now.offered.heard, who, seat) if way == CUTS_ONCE else ""
            for text in (cut, "accept") if cut else ("accept",):
                yield Said(STATEMENT, who, {"what": ANSWER, "text": text})
        return
    if asked(now.game.state) != "over" and chooser(now.game.state) == seat:
        yield from (Said(CHOICE, who, {"text": line}) for line in _lines(now, who, way))


def _beside(now: Round, who: str, seat: int) -> Said | None:
    """What a program says of the game itself: it declines to stop a loop, agrees to what others want, and plays again."""
    if endings.final(now.game.state):
        wants = bool(now.rematch) and who not in now.rematch
        return Said(STATEMENT, who, {"what": WANT_REMATCH}) if wants else None
    if not in_game(now.game.state, seat):
        return None
    for player, agreed in now.removing.items():
        if who not in (player, *agreed):
            what = REMOVE if endings.last_to_agree(now, who, player) else AGREE_REMOVE
            return Said(STATEMENT, who, {"what": what, "player": player})
    drawn = endings.known_draw(now)
    if drawn is not None and endings.still_to_decline(now, drawn)[:1] == (seat,):
        return Said(STATEMENT, who, {"what": SAY, "text": "no action"})
    return None


def _lines(now: Round, who: str, way: str) -> Iterator[str]:
    """Lines of a program that decides: what it has cut for, else passing and its like, and mana that nothing needs last."""
    state = seen_from(now.game.state, who)
    aim = _aim(now, state, who) if way == CUTS_ONCE and who in now.entries.cuts else None
    if aim is not None:
        said = said_of(state, aim)
        yield said.head if said.passes else said.text
    offered = listed(state).choices
    first = [line for line, choice in offered.items() if _does_nothing(choice)]
    yield from first
    yield from sorted((line for line in offered if line not in first), key=lambda line: is_mana(state, offered[line]))


def _does_nothing(choice: Choice) -> bool:
    """Whether a choice is a plain pass, or a declaration of no creature (508.1, 509.1)."""
    return (choice.verb == PASS and choice.over is None) or (choice.verb in (ATTACK, BLOCK) and not choice.picks)


def _aim(now: Round, state: State, who: str) -> Choice | None:
    """What comes next of what a program has cut for; None where it owes nothing, and has made no mana for anything.

    It is worked out anew with each choice, until its action is on the stack.
    """
    seat = seat_of(who)
    if asked(state) != "priority" or decider(state) != seat:
        return None
    passed = Choice(PASS, seat)
    owes = games.owes(now.game) and games.not_now(now.game, passed) is not None
    if not owes and not _has_made_mana(now, state, seat, who):
        return None
    proposed = next((one.said for one in now.entries.back() if one.said.what == PROPOSE), None)
    script = None if proposed is None else parse_script(proposed.text)
    blocks = [node for node in script if isinstance(node, Repeat)] if isinstance(script, tuple | list) else []
    proposer = None if proposed is None else seat_of(proposed.who)
    if not blocks or proposer is None:
        return None
    act = best_act(state, proposer, blocks[-1])
    return None if act is None else act.next


def _has_made_mana(now: Round, state: State, seat: int, who: str) -> bool:
    """Whether the last entry is a mana ability of a program, whose mana is there: it has put nothing on the stack."""
    last = next((one.said for one in now.entries.back()), None)
    if last is None or (last.kind, last.who) != (CHOICE, who) or last.text == "pass":
        return False
    if state.stack and state.rows[state.stack[0]].cls.controller == seat:
        return False
    return any(not is_zero(amount, "106.4") for amount in pool(state, seat).values())


def _cut(now: Round, heard: Proposal, who: str, seat: int) -> str:
    """A cut of a proposal: the first place at which the loop can be stopped, else the first with something to do but mana.

    "" where there is no place, or this seat has cut before.
    """
    if who in now.entries.cuts:
        return ""
    blocks = [part for part in heard.played_script.parts if isinstance(part.node, Repeat)]
    accepted, looked = "", 0
    for part in reversed(blocks):
        for number in range(1, _PLACES + 1):
            place = Place(((part.node.number, _iteration(part)),), 0, number)
            answered = respond(heard, seat, place)
            if isinstance(answered, Refusal):
                if answered.code == "no-such-place":
                    break
            elif answered.end < heard.end:
                acts, stops = _acts_at(answered, part.node, who)
                accepted, looked = accepted or (f"cut {place}" if acts else ""), looked + 1
                if stops:
                    return f"cut {place}"
                if accepted and looked >= _TRIED:
                    return accepted
    return accepted


def _acts_at(answered: Proposal, block: Node, who: str) -> tuple[bool, bool]:
    """Whether a program has something to do at the present end of a proposal but to make mana, and whether that stops the loop."""
    here = answered.played_script.at(answered.end)
    if isinstance(here, Refusal) or not isinstance(block, Repeat):
        return False, False
    state = seen_from(here.state, who)
    act = best_act(state, answered.proposer, block) if asked(state) == "priority" else None
    if act is not None:
        return True, act.stops
    return any(choice.verb != PASS and not is_mana(state, choice) for choice in listed(state).choices.values()), False


def _iteration(part: Part) -> int:
    """The iteration of a block in which a program cuts."""
    return part.count if isinstance(part.count, int) and part.count < _ITERATION else _ITERATION
