"""Taking a shortcut (732.2c): the state at its end, and who must choose differently there."""

from __future__ import annotations

from dataclasses import dataclass

from reiterate.loops.loop import Count
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.script.script import Repeat
from reiterate.shortcuts.duty import Duty, forbids
from reiterate.shortcuts.duty_to_differ import POSITION_BUDGET, History
from reiterate.shortcuts.fragmented_loops import NOT_ALL_SEEN, duties
from reiterate.shortcuts.played_script import PlayedScript, Spot
from reiterate.shortcuts.proposing import Proposal
from reiterate.state.model import State


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
