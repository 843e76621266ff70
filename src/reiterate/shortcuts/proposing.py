"""Proposing a shortcut (732.2a): the proposal, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reiterate.amounts import digits_text
from reiterate.loops.play import Played as Reached
from reiterate.loops.play import check_read
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.turn_changes import master
from reiterate.script.places import Place
from reiterate.script.script import Node
from reiterate.shortcuts.duty import Duty
from reiterate.shortcuts.fragmented_loops import duties
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.state.model import State


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer to a proposal: accepted (``cut`` None), or the spot where they will choose differently."""

    seat: int
    cut: Spot | None


@dataclass(slots=True)
class Proposal:
    """A legal proposal: the script worked out, the end that was proposed, the present end, the answers so far.

    ``duty``: what the player who cut owes at the present end (732.2c).
    """

    proposer: int
    played_script: PlayedScript
    first_end: Spot
    end: Spot
    to_answer: list[int]
    answers: list[Answer] = field(default_factory=list)
    duty: Duty | None = None


def propose(state: State, script: Sequence[Node], proposer: int, end: Place | None = None) -> Proposal | Refusal:
    """Propose a shortcut (732.2a): the proposal, or a refusal that says why it is none.

    In: the position; the script, as ``parse_script`` reads it; the seat of the proposer, 0 for p1. ``end``: the place where the
    shortcut ends, None for the end of the script. The proposer must have priority, every choice must be legal, and
    somebody must have priority at the end.
    """
    if asked(state) != "priority" or chooser(state) != proposer:
        who = f"p{chooser(state) + 1}" if asked(state) == "priority" else "nobody"
        message = f"p{proposer + 1} can't propose a shortcut: {who} has priority"
        return Refusal(ILLEGAL, "no-priority", message, "a proposal by the player with priority", "732.2a")
    played_script = PlayedScript(state)
    try:
        check_read(state)
        refused = played_script.extend(script, proposer)
        if refused is not None:
            return refused
        spot = _end_of(played_script, end)
    except Unsupported as error:
        return error.refusal
    if isinstance(spot, Refusal):
        return spot
    fragmented = duties(played_script, spot)[1]
    if fragmented is not None:
        return fragmented
    order = seats(state)
    at = order.index(proposer)
    return Proposal(proposer, played_script, spot, spot, [order[(at + i) % len(order)] for i in range(1, len(order))])


def chooser(state: State) -> int:
    """The seat of the player who makes the present choice: the one who decides, or who controls them (723.5)."""
    return master(state, decider(state))


def _end_of(played_script: PlayedScript, end: Place | None) -> Spot | Refusal:
    spot: Spot | Refusal = played_script.last if end is None else played_script.spot(end)
    if isinstance(spot, Refusal):
        return spot
    if end is not None:
        last = played_script.parts[-1]
        if spot.part != len(played_script.parts) - 1 or spot.iteration != last.count:
            message = f"the end '{end}' is not in the last iteration of the last line"
            expected = f"a place in iteration {digits_text(last.count)} of line {last.node.number}, or fewer iterations"
            return Refusal(ILLEGAL, "end-not-last", message, expected, "732.2a")
    here = played_script.at(spot) if end is not None else Reached(played_script.final, [], "", None, ())
    if isinstance(here, Refusal):
        return here
    ask = asked(here.state)
    if ask not in ("priority", "over"):
        message = f"the proposed end is inside a resolution or before a decision ({ask}): nobody has priority there"
        return Refusal(ILLEGAL, "end-without-priority", message, "a place where some player has priority", "732.2a")
    return spot
