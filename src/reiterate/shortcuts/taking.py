"""Taking a shortcut (730.2c): the state at its end, and who must choose differently there."""

from __future__ import annotations

from dataclasses import dataclass

from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.turn_changes import master
from reiterate.script.script import Repeat
from reiterate.shortcuts.duty_to_differ import POSITION_BUDGET, History
from reiterate.shortcuts.fragmented_loops import NOT_ALL_SEEN, duties
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.proposing import DutyAfterCut, Proposal
from reiterate.state.identity import same
from reiterate.state.model import State


@dataclass(frozen=True, slots=True)
class Taken:
    """A shortcut that was taken: the state at its end, who must choose differently, and what was assumed.

    ``played``: the positions on the way, and the actions that may not be made again where they come
    back (730.3).
    """

    state: State
    end: Spot
    iterations: Count
    partial: bool
    duty: DutyAfterCut | None
    assumptions: tuple[str, ...]
    history: History


def take(proposal: Proposal) -> Taken | Refusal:
    """The shortcut taken, once every other player has answered (730.2c); else a refusal."""
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
    """Why a choice may not be made at the end of a taken shortcut: it is illegal, or not different where it must be.

    None where it may be made.
    """
    refused = verify(taken.state, choice) or taken.history.forbidden(choice)
    if refused is not None or taken.duty is None:
        return refused
    return as_proposed(taken.state, taken.duty, choice)


def as_proposed(state: State, duty: DutyAfterCut, choice: Choice) -> Refusal | None:
    """Why a legal choice may not be made at the place of a cut: it leads where the proposed one leads (730.2c)."""
    if master(state, choice.player) != duty.seat:
        return None
    if same(step(state, choice)[0], step(state, duty.instead_of)[0]):
        message = f"p{choice.player + 1} must choose differently here than was proposed"
        return Refusal(ILLEGAL, "must-differ", message, "any other choice", "730.2c")
    return None
