"""Who keeps a loop up along its chain, whether it is a draw by itself (104.4b), and what happens where nobody acts.

What happens where nobody acts: whether a loop within a step stops at once, so that its actions are what keeps it up.

Who keeps a loop up along its whole chain, and whether it is a draw by itself (104.4b).

Both are derived, and then compared with the claim. Those keep a loop up whose actions and choices can't be left out of it.
Nobody does only where nobody acts, and where every choice is shown to go on: of those played plainly, and of those of every
period. Where one player acts, that player keeps the loop up if it stops when everybody passes. Whether one of several
players' actions can be left out is not looked at: then nothing is claimed.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.claims.answers import ways_to_answer
from reiterate.check.claims.choices import Watch
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.claims.form import Choosing
from reiterate.check.claims.idle import could_act
from reiterate.check.claims.roles import (
    ACTS,
    CONTINUES,
    DECLINES,
    LEAVES,
    PASSES,
    UNKNOWN,
    Actions,
    hidden_in,
    looked_at,
    passes_last,
    possible,
    unread,
)
from reiterate.check.numbers import Log
from reiterate.check.small_values import CHOICES, Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ATTACK, BLOCK, PASS, Choice, Option
from reiterate.rules.access.influence import limited
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State

# --- left alone ----------------------------------------------------------------------------------

#: Passes and only answers that are played before it is not known.
PASSED_BUDGET: Final = 500

_DECLARED: Final = {"attack": ATTACK, "block": BLOCK}


def stops_alone(start: State) -> bool:
    """Whether everything resolves and nothing is left where everybody passes and gives the only answer there is.

    False where that was not seen: somebody has several answers, the game is over, or a budget ran out.
    """
    state = State(start.rows, start.seqs, start.tally, start.labels, start.fresh)
    try:
        for _ in range(PASSED_BUDGET):
            ask = asked(state)
            if ask == "over":
                return False
            if ask == "priority":
                if not state.stack and passes_last(state):
                    return True
                choice = Choice(PASS, decider(state))
            elif ask in _DECLARED:
                choice = Choice(_DECLARED[ask], decider(state), answer="none")
            else:
                ways = ways_to_answer(state)
                if len(ways) != 1:
                    return False
                choice = ways[0]
            if verify(state, choice) is not None:
                return False
            state = step(state, choice)[0]
    except (Rejected, OutOfBudget, Unsupported):
        pass
    return False


# --- keeping up ----------------------------------------------------------------------------------

#: What may be said in the place of a list of players.
NOBODY: Final = "nobody"
NOT_KNOWN: Final = "unknown"
NO_LOOP: Final = "no loop"

#: Who keeps it up: players, or one of the words above.
Keepers: TypeAlias = "tuple[int, ...] | str"

#: Rows of the states in which the choices of plain iterations are looked at, before they are "unknown".
LOOK_BUDGET: Final = 20_000


class Keeping:
    """Gathers the choices of a chain."""

    __slots__ = (
        "acting",
        "actions",
        "closed",
        "continues",
        "could",
        "doubtful",
        "draws",
        "hidden",
        "leaves",
        "left",
        "unsaid",
    )

    def __init__(self, closed: ClosedSet, draws: bool = False) -> None:
        self.closed = closed
        self.draws = draws  # whether a draw is claimed, so that what could be done is looked for apart from ``options``
        self.actions = Actions()
        self.leaves = False  # whether there are ways out
        self.continues = False  # whether that is said of some choice
        self.acting: set[int] = set()
        self.doubtful: set[int] = set()  # who may have another answer
        self.unsaid = False  # whether there are choices of which nothing is said
        self.could = False  # whether somebody could do something
        self.hidden = False  # whether what could be done depends on unknown cards, or is known of some periods only
        self.left = LOOK_BUDGET

    def see(self, state: State, choice: Choice) -> None:
        """A choice that is played plainly."""
        self.actions.made(state, choice)
        self.left -= len(state.rows)
        if self.left < 0:
            self.unsaid = True
            return
        try:
            role, found = looked_at(state, choice)
        except Unsupported:
            self.unsaid = True
            return
        if role == UNKNOWN and self.closed.nodes and self.closed.holds(state, Log()) is not None:
            role = CONTINUES
        self._one(role, choice.player)
        if role == ACTS:
            self.actions.take(state, choice, found)
        self._could(state, role, found)

    def see_declined(self, state: State, choice: Choice) -> None:
        """A pass, or no attack or block, in a course of the closed set."""
        try:
            role, found = looked_at(state, choice)
        except Unsupported:
            self.hidden = True
            return
        self._could(state, role, found)

    def _could(self, state: State, role: str, found: list[Option]) -> None:
        self.could |= any(True for _ in possible(state, role, found))
        self.hidden |= bool(hidden_in(state)) or any(option.unknown for option in found)
        if self.draws and not self.could and not self.hidden:
            self.could = could_act(unread(state))

    def say_nothing(self) -> None:
        """Choices of which nothing is said."""
        self.unsaid = True

    def segment(self, stated: Choosing, watch: Watch) -> None:
        """A period of which something is stated that was shown to be so."""
        for role, player in zip(stated.roles, watch.players, strict=True):
            lasting = stated.until is None or role in (PASSES, ACTS, LEAVES)
            self._one(role if lasting else UNKNOWN, player)
        self.could |= bool(stated.could) or watch.could
        self.hidden |= stated.until is not None or bool(stated.unseen) or watch.hidden

    def _one(self, role: str, player: int) -> None:
        self.continues |= role == CONTINUES
        self.leaves |= role == LEAVES
        self.could |= role == DECLINES  # what follows "unless" could be done, though nobody has to (732.6)
        if role in (ACTS, LEAVES):
            self.acting.add(player)
        elif role == UNKNOWN:
            self.doubtful.add(player)

    def keepers(self, start: State) -> Keepers:
        """Who keeps it up, from the position at its start on."""
        if self.unsaid or self.doubtful - self.acting:
            return NOT_KNOWN
        if self.actions.taken and (len(self.acting) > 1 or self.actions.turns or not stops_alone(start)):
            return NOT_KNOWN
        return tuple(sorted(self.acting)) if self.acting else NOBODY

    def draw(self, endless: bool, start: State) -> bool:
        """Whether it is a draw by itself: endless, kept up by nobody, and nobody could do anything else (104.4b, 732.4)."""
        if not endless or limited(start) or self.keepers(start) != NOBODY:
            return False
        return not (self.hidden or self.could)

    def compare(self, said: Keepers, draw: bool, endless: bool, start: State, once: bool) -> None:
        """``Rejected`` where something else is claimed."""
        self.closed.planned.compare(self.actions.taken, self.acting)
        if self.closed.planned.passing and not self.actions.turns:
            raise Rejected(CHOICES, "out of the closed set: nothing may be left to resolve")
        if self.continues and self.actions.turns:
            self.closed.planned.ask_again(self.closed.asked_on_chain)
        if self.continues and self.acting:
            if self.unsaid or self.actions.turns or not self.actions.taken:
                raise Rejected(
                    CHOICES,
                    "somebody acts in the loop, and of some choices nothing is said, or it goes on across turns",
                )
            self.closed.planned.go_round(self.actions.taken)
        if self.leaves:
            if self.unsaid:
                raise Rejected(CHOICES, "a way out of a loop of which some choices are not looked at")
            self.actions.compare()
        true = NO_LOOP if once else self.keepers(start)
        if said != true:
            raise Rejected(CHOICES, f"who keeps it up is not what is claimed: {named(true)}")
        if draw != (not once and self.draw(endless, start)):
            raise Rejected(CHOICES, "it is a draw by itself" if not draw else "it is not shown to be a draw by itself")


def named(keepers: Keepers) -> str:
    """Who keeps it up in words."""
    return keepers if isinstance(keepers, str) else ", ".join(f"p{seat + 1}" for seat in keepers)
