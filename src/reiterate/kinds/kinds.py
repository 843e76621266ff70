"""What is ruled of a loop: who keeps it up, whose objects take part, whether it ends, whether it is determined.

A ruling holds for iterations from one to another: an alternative that becomes legal at iteration
500 begins a statement of its own. ``kind_of_loop`` makes the rulings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.loops.loop import Count

# What a choice of the loop is.
PASS: Final = "passes"
ACTS: Final = "acts"
FORCED: Final = "forced"  # the only answer, or one that nobody can be made to give another instead of (732.6)
CONTINUES: Final = "continues"  # there are other answers, and with each the loop goes on
LEAVES: Final = "leaves"  # some other legal answer would not continue the loop
RIDES: Final = "rides"  # an action or a choice that the loop goes on without: it is in no kernel
ENDS: Final = "ends"  # the loop's own answer ends it, and some other one is not shown to
UNKNOWN: Final = "unknown"

# Whether it ends.
NEVER: Final = "never"
AT: Final = "at"

# Whether it is a draw by itself.
YES: Final = "yes"
NO: Final = "no"
DECLINED: Final = "if everybody declines to act"


@dataclass(frozen=True, slots=True)
class Statement:
    """What is true of one choice of the loop from iteration ``first`` on, up to before ``holds_until`` (None: always).

    ``place``: which choice of the iteration; ``offset``: which iteration of the period, from 0.
    ``answers``: how many legal ones there are, where the loop demands an answer. ``witness``:
    another answer and what comes of it. ``brief``: the choice without its player and the words of its ability.
    """

    first: Count
    holds_until: Count | None
    offset: int
    place: int
    seat: int
    choice: str
    role: str
    answers: int
    witness: str
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Possible:
    """An action that a player could take with priority during the loop and that is no part of it.

    The action is possible from iteration ``first`` on, up to before ``holds_until`` (None: always). ``pays_for``: of a mana ability, what it would
    pay for in the first of these iterations. ``at``: of another answer to a question, the number of the choice that asks it,
    from 1. For an action that is taken with priority it is 0. ``brief``: ``what`` without the words of an ability.
    """

    first: Count
    holds_until: Count | None
    seat: int
    what: str
    mana: bool
    unknown: str  # the code of why it can't be told whether it is possible
    pays_for: tuple[str, ...] = ()
    at: int = 0
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player does in a loop: an action (``acts``), or an answer that could have been another one."""

    seat: int
    what: str
    acts: bool


@dataclass(frozen=True, slots=True)
class Kernel:
    """What can't be left out of a loop. Where that is nothing, nobody keeps the loop up.

    ``recurs``: whether the loop of the kernel alone brings the position back, tallies apart.
    """

    kept: tuple[Kept, ...]
    recurs: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a loop ends: never; at choice ``choice`` of iteration ``iteration``; or not known, with the reason."""

    when: str
    iteration: Count
    choice: int
    outcome: str  # "" where the game goes on
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Kind:
    """All rulings on a loop. ``keepers`` are the players of its kernels, in turn order.

    ``kernels``: each holds what can't be left out, and each alone keeps a loop up. ``riders``: what the loop goes on without.
    ``only_turns``: turns pass in which other cards are drawn and nobody keeps anything up, which is no loop.

    ``in_draw``: the players for whom it would be a draw. With a limited range of influence those
    are the controllers of involved objects and the players within their range (104.4f), else all.
    ``unknown``: why the keepers may not be all ("" where they are); ``unseen``: why ``could_act``
    may not be. ``open``: players with unknown cards in hand, who may be able to do more than
    ``could_act`` says. ``order``: turn order from the active player.
    """

    keepers: tuple[int, ...]
    unknown: str
    across_turns: bool
    within_resolution: bool
    recurs: bool
    involved: tuple[int, ...]
    in_draw: tuple[int, ...]
    ending: Ending
    determined: bool
    read: str
    statements: tuple[Statement, ...]
    could_act: tuple[Possible, ...]
    open: tuple[int, ...]
    order: tuple[int, ...]
    unseen: str
    kernels: tuple[Kernel, ...] = ()
    riders: tuple[Kept, ...] = ()
    only_turns: bool = False

    @property
    def nobody_else(self) -> bool | None:
        """Whether nobody could do anything that is no part of the loop; None where that is not known."""
        if self.to_ask:
            return False
        return None if self.unseen else True

    @property
    def mandatory(self) -> bool | None:
        """Whether nobody keeps the loop up; None where that is not known."""
        if self.keepers:
            return False
        return None if self.unknown else True

    @property
    def draw(self) -> str:
        """Whether the game is a draw by 104.4b: yes; if everybody declines to act (each is asked in turn order); no."""
        if self.keepers or self.ending.when == AT or not self.determined:
            return NO
        if self.unknown or self.unseen or self.ending.when == UNKNOWN:
            return UNKNOWN
        return DECLINED if self.to_ask else YES

    @property
    def to_ask(self) -> tuple[int, ...]:
        """The players who are asked in turn order before the loop is a draw: those who could do something else."""
        able = {p.seat for p in self.could_act} | set(self.open)
        return tuple(seat for seat in self.order if seat in able)

    @property
    def back_but_for_more(self) -> tuple[int, ...]:
        """The players of kernels that bring the position back, where the whole iteration does not: more is done in it."""
        back = {kept.seat for kernel in self.kernels if kernel.recurs for kept in kernel.kept}
        return () if self.recurs else tuple(seat for seat in self.order if seat in back)

    @property
    def must_differ(self) -> int | None:
        """The player who must choose differently where several bring back a position (732.3), or None."""
        return self.keepers[0] if len(self.keepers) > 1 and self.recurs and self.ending.when != AT else None
