"""Proposing, answering and taking a shortcut under the Comprehensive Rules (730.2a to 730.2c)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reiterate.amounts import digits_text
from reiterate.loops.loop import Count
from reiterate.loops.play import Played as Reached
from reiterate.loops.play import check_read
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choices import PASS, Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import asked, decider, verify
from reiterate.rules.events.turn_changes import master
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.script.places import Place
from reiterate.script.script import Node, Repeat
from reiterate.shortcuts.fragments import POSITION_BUDGET, History
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.recurrences import NOT_ALL_SEEN, duties
from reiterate.state.identity import same
from reiterate.state.model import HAND, State

#: Answers to one question that are looked at for one that differs from what was proposed; of more, one may.
ANSWERS_SEEN: Final = 64


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player said to a proposal: accepted, or the spot where they will choose differently."""

    seat: int
    cut: Spot | None


@dataclass(frozen=True, slots=True)
class Duty:
    """The player who must choose differently at the shortcut's end, and what was proposed there (730.2c)."""

    seat: int
    instead_of: Choice


@dataclass(slots=True)
class Proposal:
    """A legal proposal: its road, the end that was proposed and the present one, the answers so far."""

    proposer: int
    played_script: PlayedScript
    first_end: Spot
    end: Spot
    to_answer: list[int]
    answers: list[Answer] = field(default_factory=list)
    duty: Duty | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A shortcut that was taken: the state at its end, who must choose differently, and what was assumed.

    ``played``: the positions on the way, and the actions that may not be made again where they come back (730.3).
    """

    state: State
    end: Spot
    iterations: Count
    partial: bool
    duty: Duty | None
    assumptions: tuple[str, ...]
    history: History


def propose(state: State, script: Sequence[Node], proposer: int, end: Place | None = None) -> Proposal | Refusal:
    """Suggest a shortcut (730.2a): the proposer must have priority, every choice must be legal, somebody must have
    priority at its end. Returns the proposal or the reason why it is not one.
    """
    if asked(state) != "priority" or _chooser(state) != proposer:
        who = f"p{_chooser(state) + 1}" if asked(state) == "priority" else "nobody"
        message = f"p{proposer + 1} can't propose a shortcut: {who} has priority"
        return Refusal(ILLEGAL, "no-priority", message, "a proposal by the player with priority", "730.2a")
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


def _chooser(state: State) -> int:
    """The seat of the player who makes the present choice: the one who decides, or who controls them (722.5)."""
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
            return Refusal(ILLEGAL, "end-not-last", message, expected, "730.2a")
    here = played_script.at(spot) if end is not None else Reached(played_script.final, [], "", None, ())
    if isinstance(here, Refusal):
        return here
    ask = asked(here.state)
    if ask not in ("priority", "over"):
        message = f"the proposed end is inside a resolution or before a decision ({ask}): nobody has priority there"
        return Refusal(ILLEGAL, "end-without-priority", message, "a place where some player has priority", "730.2a")
    return spot


def respond(proposal: Proposal, seat: int, cut: Place | None) -> Proposal | Refusal:
    """One player's answer, in turn order after the proposer (730.2b): accept (None) or shorten to a place."""
    if seat == proposal.proposer:
        message = f"p{seat + 1} proposed the shortcut and can't shorten it"
        return Refusal(ILLEGAL, "own-proposal", message, "an answer by another player", "730.2b")
    if not proposal.to_answer or proposal.to_answer[0] != seat:
        whose = f"p{proposal.to_answer[0] + 1}" if proposal.to_answer else "nobody"
        message = f"p{seat + 1} does not answer now: {whose} does"
        return Refusal(ILLEGAL, "answer-order", message, "answers in turn order", "730.2b")
    spot = None
    duty = proposal.duty
    if cut is not None:
        found = proposal.played_script.spot(cut)
        if isinstance(found, Refusal):
            return found
        if found > proposal.first_end:
            message = f"'{cut}' is no place of the proposed sequence: it is behind its end"
            return Refusal(INPUT, "no-such-place", message, "a place before the proposed end", "730.2b")
        if found < proposal.end:
            refused = _may_cut(proposal.played_script, found, seat, cut)
            if isinstance(refused, Refusal):
                return refused
            spot, duty = found, refused
    return Proposal(
        proposal.proposer,
        proposal.played_script,
        proposal.first_end,
        spot if spot is not None else proposal.end,
        proposal.to_answer[1:],
        [*proposal.answers, Answer(seat, spot)],
        duty,
    )


def _may_cut(played_script: PlayedScript, spot: Spot, seat: int, cut: Place) -> Duty | Refusal:
    """The duty that a cut would bring, or why the place can't be named by this player."""
    here = played_script.at(spot)
    if isinstance(here, Refusal):
        return here
    if _chooser(here.state) != seat:
        message = f"at '{cut}' p{_chooser(here.state) + 1} decides, not p{seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "a place where you decide", "730.2b")
    proposed = played_script.proposed(spot)
    assert proposed is not None
    if not _another(here.state, proposed):
        what = "pass" if proposed.verb == PASS else "answer as proposed"
        message = f"p{seat + 1} can do nothing but {what} at '{cut}'"
        return Refusal(ILLEGAL, "nothing-else", message, "a place where another choice is possible", "730.2b")
    return Duty(seat, proposed)


def _another(state: State, proposed: Choice) -> bool:
    """Whether a player who decides may have another choice than the proposed one; False where it is proved that not."""
    if asked(state) == "priority" and _hides_cards(state, decider(state)):
        return True
    if asked(state) == "priority":
        return proposed.verb != PASS or any(option.verb != PASS for option in options(state))
    made: list[Choice] = []
    try:
        for option in options(state):
            made += instances(state, option, ANSWERS_SEEN)
            if option.unknown or len(made) >= ANSWERS_SEEN:
                return True
        as_proposed = step(state, proposed)[0]
        legal = [choice for choice in made if verify(state, choice) is None]
        return not legal or any(not same(step(state, choice)[0], as_proposed) for choice in legal)
    except Unsupported:
        return True


def _hides_cards(state: State, seat: int) -> bool:
    """Whether a player's hand holds cards that the position does not name."""
    return any(
        row.cls.zone == HAND and row.cls.owner == seat and row.cls.proto == UNKNOWN_CARD for row in state.rows.values()
    )


def take(proposal: Proposal) -> Taken | Refusal:
    """Take the shortcut once every other player has answered (730.2c)."""
    if proposal.to_answer:
        message = f"p{proposal.to_answer[0] + 1} has not answered yet"
        return Refusal(ILLEGAL, "answers-missing", message, "every other player's answer", "730.2c")
    played_script, end = proposal.played_script, proposal.end
    if end == played_script.last:
        state = played_script.final
        partial = _inside_block(played_script, end)
    else:
        here = played_script.at(end)
        if isinstance(here, Refusal):
            return here
        state = here.state
        partial = _inside_block(played_script, end)
    played, _, whole = duties(played_script, end)
    played.come_to(state)
    assumed = _assumptions(played_script.start, state) + (() if whole else (NOT_ALL_SEEN.format(POSITION_BUDGET),))
    return Taken(state, end, played_script.iterations_before(end), partial, proposal.duty, assumed, played)


def _inside_block(played_script: PlayedScript, end: Spot) -> bool:
    """Whether an end lies within an iteration of a block."""
    return (
        end.part < len(played_script.parts)
        and end.choice > 1
        and isinstance(played_script.parts[end.part].node, Repeat)
    )


def _assumptions(start: State, end: State) -> tuple[str, ...]:
    moved = [key for key in sorted(end.tally) if key.split(".")[0] in ("draws", "mills", "discards")]
    touched = [key for key in moved if not _same_tally(start, end, key)]
    if not touched:
        return ()
    return ("unknown cards are plain: nothing triggers on or replaces their being drawn, milled or discarded",)


def _same_tally(start: State, end: State, key: str) -> bool:
    return start.tally.get(key, 0) == end.tally.get(key, 0)


def verify_after(taken: Taken, choice: Choice) -> Refusal | None:
    """Whether a choice may be made at the end of a taken shortcut: legal, and different where that is a duty."""
    refused = verify(taken.state, choice) or taken.history.forbidden(choice)
    if refused is not None or taken.duty is None:
        return refused
    if master(taken.state, choice.player) != taken.duty.seat:
        return None
    if same(step(taken.state, choice)[0], step(taken.state, taken.duty.instead_of)[0]):
        message = f"p{choice.player + 1} must choose differently here than was proposed"
        return Refusal(ILLEGAL, "must-differ", message, "any other choice", "730.2c")
    return None
