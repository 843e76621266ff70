"""The procedure of a shortcut: it is proposed (732.2a), answered in turn order (732.2b), and taken (732.2c)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reiterate.amounts import digits_text
from reiterate.loops.loop import Count
from reiterate.loops.play import Played as Reached
from reiterate.loops.play import check_read, play
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.turn_changes import master
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.script.places import Place
from reiterate.script.script import Node, Repeat, parse_script
from reiterate.shortcuts.duty import AFTER_A_CUT, Another, Duty, forbids
from reiterate.shortcuts.duty_to_differ import POSITION_BUDGET, History
from reiterate.shortcuts.fragmented_loops import NOT_ALL_SEEN, duties
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.state.model import HAND, State


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


def proposed_lines(script: str) -> tuple[Node, ...] | Refusal:
    """The lines of a proposal; a refusal where it has none, or one can't be read."""
    return parse_script(script) or no_lines()


def no_lines() -> Refusal:
    """The refusal of a proposal without lines."""
    return Refusal(INPUT, "no-lines", "a proposal without lines proposes nothing", "lines of a script", "732.2a")


# --- responding -----------------------------------------------------------------------------------


#: Answers to one question that are looked at for one that differs from what was proposed; of more, one may.
ANSWERS_SEEN: Final = 64
#: Choices of a proposal that are looked at for one at which a player could stop it; of more, there may be one.
PLACES_SEEN: Final = 1_000


def respond(proposal: Proposal, seat: int, cut: Place | None) -> Proposal | Refusal:
    """The proposal with one player's answer (732.2b): ``cut`` None accepts, a place shortens the shortcut.

    In: the seat of the player, 0 for p1. The given proposal stays as it is. A refusal where it is not that player's turn to
    answer, or the place can't be named. Example: ``respond(proposal, 1, parse_place("4@7.3"))``.
    """
    if seat == proposal.proposer:
        message = f"p{seat + 1} proposed the shortcut and can't shorten it"
        return Refusal(ILLEGAL, "own-proposal", message, "an answer by another player", "732.2b")
    if not proposal.to_answer or proposal.to_answer[0] != seat:
        whose = f"p{proposal.to_answer[0] + 1}" if proposal.to_answer else "nobody"
        message = f"p{seat + 1} does not answer now: {whose} does"
        return Refusal(ILLEGAL, "answer-order", message, "answers in turn order", "732.2b")
    spot = None
    duty = proposal.duty
    if cut is not None:
        numbered = proposal.played_script.numbered(cut, seat)
        found = numbered if isinstance(numbered, Refusal) else proposal.played_script.spot(numbered)
        if isinstance(found, Refusal):
            return found
        if found > proposal.first_end:
            message = f"'{cut}' is no place of the proposed sequence: it is behind its end"
            return Refusal(INPUT, "no-such-place", message, "a place before the proposed end", "732.2b")
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
    if chooser(here.state) != seat:
        message = f"at '{cut}' p{chooser(here.state) + 1} decides, not p{seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "a place where you decide", "732.2b")
    proposed = played_script.proposed(spot)
    assert proposed is not None
    if not another(here.state, proposed):
        what = "pass" if proposed.verb == PASS else "answer as proposed"
        message = f"p{seat + 1} can do nothing but {what} at '{cut}'"
        return Refusal(ILLEGAL, "nothing-else", message, "a place where another choice is possible", "732.2b")
    return Duty(seat, here.state, Another(proposed), AFTER_A_CUT)


def may_stop(proposal: Proposal, seat: int, blocks: bool = False) -> bool:
    """Whether a player could name some place before the present end (732.2b); True where so many were looked at in vain.

    Of iterations that are alike the first period is looked at. ``blocks``: only places inside of blocks are looked at.
    """
    script, seen = proposal.played_script, 0
    for index, part in enumerate(script.parts):
        if blocks and not isinstance(part.node, Repeat):
            continue
        for iteration in part.unlike():
            state = part.loop.reach(iteration - 1)
            if isinstance(state, Refusal):
                return True
            cursor, choice = part.reader.start(), 0
            while Spot(index, iteration, choice + 1) < proposal.end:
                one = play(state, part.reader, cursor, upto=1)
                if not one.choices:
                    break
                choice, seen = choice + 1, seen + 1
                if seen > PLACES_SEEN or (chooser(state) == seat and another(state, one.choices[0])):
                    return True
                state, cursor = one.state, one.cursor
    return False


def another(state: State, proposed: Choice) -> bool:
    """Whether the player who decides may have another choice than the proposed one; False where none is proved."""
    if asked(state) == "priority" and hides_cards(state, decider(state)):
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


def hides_cards(state: State, seat: int) -> bool:
    """Whether a player's hand holds cards that the position does not name."""
    return any(
        row.cls.zone == HAND and row.cls.owner == seat and row.cls.proto == UNKNOWN_CARD for row in state.rows.values()
    )


# --- taking ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken:
    """A shortcut that was taken: the state at its end, who must choose differently, and what was assumed.

    ``played``: the positions on the way, and the actions that may not be made again where they come
    back (732.3). ``iterations``: complete ones of the loop in which the end is, or the last before it; ``each``: of each loop
    of the script by itself.
    """

    state: State
    end: Spot
    iterations: Count
    partial: bool
    duty: Duty | None
    assumptions: tuple[str, ...]
    history: History
    each: tuple[Count, ...] = ()


def take(proposal: Proposal) -> Taken | Refusal:
    """The shortcut taken, once every other player has answered (732.2c); else a refusal.

    Out: the position at the end, how many iterations were whole, what was assumed, and who must now choose differently.
    """
    if proposal.to_answer:
        message = f"p{proposal.to_answer[0] + 1} has not answered yet"
        return Refusal(ILLEGAL, "answers-missing", message, "every other player's answer", "732.2c")
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
    each = played_script.iterations_by_loop(end)
    return Taken(state, end, each[-1] if each else 0, partial, proposal.duty, assumed, played, each)


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
    """Why a choice may not be made at the end of a taken shortcut: it is illegal, or not different where it must be.

    None where it may be made.
    """
    refused = verify(taken.state, choice) or taken.history.forbidden(choice)
    return refused or (None if taken.duty is None else forbids(taken.duty, taken.state, choice))
