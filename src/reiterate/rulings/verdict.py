"""The verdict on a matter: what follows, for whom, and because of which findings and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.loops.loop import Count

# Outcomes, in the words of the reference cases.
DRAW: Final = "draw"
GAME_CONTINUES: Final = "game_continues"
MUST_CHANGE: Final = "must_change_choice"
REJECTED: Final = "proposal_rejected"
STANDS: Final = "proposal_stands"
ILLEGAL: Final = "action_illegal"
NOT_A_LOOP: Final = "not_a_loop"
RUNS: Final = "runs_to_completion"
UNDETERMINED: Final = "undetermined"
PENALTY: Final = "penalty"
DISCRETION: Final = "judge_discretion"
#: Somebody still has to speak.
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Because:
    """One reason: what was found or said, and the sentence of the text that makes it matter ("" for none)."""

    what: str
    cites: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where somebody stops a loop: after ``iterations`` whole ones, before choice ``choice`` of the next one.

    ``choice`` 1 is the boundary between two iterations.
    """

    seat: int
    iterations: Count
    choice: int = 1

    def before(self, other: Stop) -> bool:
        """Whether this place comes before another one; equal places are not before each other."""
        if self.iterations == other.iterations:
            return self.choice < other.choice
        return bool(self.iterations < other.iterations)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows.

    ``stop``: the place to which the game advances, None where no place follows. ``priority`` and ``must_change``:
    the seat that acts there, and the seat that owes another choice. ``in_draw``: for whom the game is a draw.
    ``allowed``: whether the shortcut may be taken, None where none was proposed. ``reason``: the code of a rejection.
    ``to_speak``: who still has to say something, with what they may say. ``accepted`` and ``rejected``: what was said
    where a number was asked for, and was one or was none. ``branches``: what follows if hidden cards are so or so.
    ``assumptions``: what nobody could see and is assumed.
    """

    outcome: str
    because: tuple[Because, ...]
    stop: Stop | None = None
    priority: int | None = None
    must_change: int | None = None
    owes: str = ""
    in_draw: tuple[int, ...] = ()
    allowed: bool | None = None
    reason: str = ""
    to_speak: tuple[tuple[int, tuple[str, ...]], ...] = ()
    winner: int | None = None
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
