"""What a script does where it is proposed, worked out once whatever is said of it (732.2)."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reiterate.refusals import Refusal
from reiterate.script.places import Place
from reiterate.script.script import Node, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.procedure import Proposal, Taken, propose, take
from reiterate.state.model import State

#: Proposals of one case that are kept while other words are tried on it.
PROPOSALS: Final = 8


class Proposals:
    """The proposals of one case, whatever is said of them: what a script does is worked out once.

    The last ones are kept, each with the ends at which it was taken. They depend on the position, on the script with its
    numbers and on the proposer, and on no answer but the end.
    """

    __slots__ = ("_made", "_taken")

    def __init__(self) -> None:
        self._made: deque[tuple[State, tuple[Node, ...], int, Place | None, Proposal]] = deque(maxlen=PROPOSALS)
        self._taken: deque[tuple[PlayedScript, Taken]] = deque(maxlen=PROPOSALS)

    def propose(self, state: State, script: Sequence[Node], proposer: int, end: Place | None) -> Proposal | Refusal:
        """As ``propose`` of ``shortcuts`` (732.2a). A refusal is not kept."""
        nodes = tuple(script)
        for start, lines, seat, place, kept in tuple(self._made):
            if start is state and (lines, seat, place) == (nodes, proposer, end) and _as_written(lines, nodes):
                return kept
        made = propose(state, nodes, proposer, end)
        if isinstance(made, Proposal):
            self._made.append((state, nodes, proposer, end, made))
        return made

    def take(self, proposal: Proposal) -> Taken | Refusal:
        """As ``take`` of ``shortcuts`` (732.2c). Its history is the caller's."""
        if not proposal.to_answer:
            for script, kept in tuple(self._taken):
                if script is proposal.played_script and kept.end == proposal.end:
                    return replace(kept, duty=proposal.duty, history=kept.history.copy())
        taken = take(proposal)
        if isinstance(taken, Taken):
            self._taken.append((proposal.played_script, replace(taken, history=taken.history.copy())))
        return taken


def _as_written(lines: Sequence[Node], others: Sequence[Node]) -> bool:
    """Whether equal lines of a script stand in the same places of the same file, too: refusals quote them."""
    return all(
        one is other
        or (
            isinstance(one, Repeat)
            and isinstance(other, Repeat)
            and one.body is other.body
            and _head(one) == _head(other)
        )
        for one, other in zip(lines, others, strict=True)
    )


def _head(block: Repeat) -> tuple[object, str]:
    return block.where, block.head


#: The proposals of the positions that were ruled on last, for the next word in one of them; each by the thread that ruled.
_KEPT: Final[deque[tuple[State, int, Proposals]]] = deque(maxlen=2)


def proposals_in(state: State) -> Proposals:
    """The proposals that were made in a position: the very same one, not one that is like it."""
    own = threading.get_ident()
    for start, thread, kept in tuple(_KEPT):
        if start is state and thread == own:
            return kept
    made = Proposals()
    _KEPT.append((state, own, made))
    return made
