"""What is said of choices: who acts, what has no other answer, who else could act; and for how many periods that holds.

It is a statement of its own: an alternative that becomes legal later bounds it, and bounds no jump.
"""

from __future__ import annotations

from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.claims.exits import leads_out
from reiterate.check.claims.form import Choosing, Possible
from reiterate.check.claims.idle import could_act
from reiterate.check.claims.options_shape import Offers, shape_of
from reiterate.check.claims.options_shape import compare as compare_offered
from reiterate.check.claims.roles import (
    ACTS,
    CONTINUES,
    HIDDEN,
    LEAVES,
    UNKNOWN,
    Actions,
    Deed,
    deed_of,
    hidden_in,
    looked_at,
    possible,
    unread,
)
from reiterate.check.form import Comparison
from reiterate.check.numbers import Log
from reiterate.check.observer import Conditions, Holds
from reiterate.check.small_values import CHOICES, Rejected
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.state.model import State


class Watch:
    """Looks at every place of a period, on comparisons of its own."""

    __slots__ = (
        "acted",
        "actions",
        "around",
        "closed",
        "could",
        "draws",
        "hidden",
        "log",
        "offered",
        "players",
        "possible",
        "roles",
        "stated",
        "unseen",
        "ways_out",
        "within",
    )

    def __init__(
        self,
        closed: ClosedSet,
        stated: Choosing,
        actions: Actions,
        draws: bool = False,
    ) -> None:
        self.log = Log()
        self.around: list[tuple[Log, list[Comparison]]] = []  # what was compared outside of the present rounds
        self.draws = draws  # whether a draw is claimed: then what could be done is looked for apart from ``options``
        self.could = False  # whether something was found so
        self.actions = actions
        self.ways_out = dict(stated.leaves)
        self.closed = closed
        self.stated = stated
        self.within: list[Comparison] = []  # under which positions lie in the closed set, and answers lead out
        self.offered: list[Offers] = []
        self.roles: list[str] = []
        self.players: list[int] = []
        self.possible: dict[Deed, Possible] = {}
        self.acted: set[Deed] = set()
        self.unseen: set[int] = set()
        self.hidden = False  # whether what could be done depends on a card that is not known

    def see(self, state: State, choice: Choice, log: Log) -> None:
        """A place and what is chosen there. ``Rejected`` where what could be chosen is not known."""
        place = len(self.roles)
        with log.apart(self.log):
            try:
                role, found = looked_at(state, choice)
            except Unsupported as error:
                raise Rejected(CHOICES, f"what could be chosen is not covered: {error.refusal.message}") from error
            except TypeError as error:
                raise Rejected(CHOICES, f"what could be chosen can't be told: {error}") from error
            if self.draws and not self.could:
                self.could = could_act(unread(state))
        if role == UNKNOWN and self.stated.roles[place : place + 1] == (CONTINUES,):
            within = self.closed.holds(state, log)
            if within is not None:
                role = CONTINUES
                self.within += within
        elif role == UNKNOWN and place in self.ways_out:
            within, over = leads_out(state, self.ways_out[place], log, self.actions, choice)
            self.within += within
            self.actions.short |= not over
            role = LEAVES
        self.actions.made(state, choice)
        self.roles.append(role)
        self.offered.append(shape_of(found))
        self.players.append(choice.player)
        for deed, option in possible(state, role, found):
            at = Possible(place, option.player, option.verb, option.row, option.index)
            self.possible.setdefault(deed, at)
        done = deed_of(state, choice)
        if done is not None and role == ACTS:
            self.acted.add(done)
            with log.apart(self.log):
                self.actions.take(state, choice, found)
        self.unseen |= hidden_in(state)
        self.hidden |= any(option.unknown == HIDDEN for option in found)

    # --- rounds of a block ---------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Put aside what was compared so far: what follows is on the amounts of a round."""
        self.around.append((self.log, self.within))
        self.log, self.within = Log(), []

    def end_round(self, conditions: Conditions) -> None:
        """The comparisons of choices in a round keep their answers in all rounds, or ``Rejected``."""
        found = [*self.log.asked.values(), *self.log.implied.values(), *self.within]
        self.log, self.within = self.around.pop()
        for guard in found:
            needed = conditions(guard)
            if needed is None:
                raise Rejected(CHOICES, "what could be chosen changes in the rounds of a block, or may do so")
            self.within += [Comparison(poly, op, truth, "", 0) for poly, op, truth in needed if poly.keys() - {()}]

    # -------------------------------------------------------------------------------------------------------------

    def compare(self, periods: int | None, holds: Holds) -> None:
        """``Rejected`` where something else is stated of the choices, or where it holds for longer or shorter than stated."""
        self._compare_places()
        self._compare_until(periods, holds)

    def _compare_until(self, periods: int | None, holds: Holds) -> None:
        """What is said of choices holds exactly as long as stated."""
        until = self.stated.until
        guards = list(self.log.asked.values())
        if until is not None and periods is not None and until >= periods:
            raise Rejected(CHOICES, "a statement about choices that holds for longer than the segment")
        last = periods if until is None else until
        for guard in guards:
            if not holds(guard, last):
                raise Rejected(CHOICES, f"what could be chosen at place {guard.place} changes before it is said to")
        for guard in self.within:
            if not holds(guard, last):
                raise Rejected(CHOICES, "a position of the period leaves the closed set")
        if until is not None and all(holds(guard, until + 1) for guard in guards):
            raise Rejected(CHOICES, "what could be chosen does not change where it is said to")

    def _compare_places(self) -> None:
        """At each place of the period the stated choice is made, and the stated options are there."""
        stated = self.stated
        if list(stated.roles) != self.roles:
            raise Rejected(CHOICES, "what is said of a choice of the period is not so")
        if self.roles.count(LEAVES) != len(self.ways_out):
            raise Rejected(CHOICES, "a way out of a choice that is not said to leave the loop")
        could = sorted(
            (at for deed, at in self.possible.items() if deed not in self.acted),
            key=lambda at: (at.place, at.player, at.verb, at.row, at.index),
        )
        if list(stated.could) != could:
            raise Rejected(CHOICES, "what else could be done in the period is not so")
        compare_offered(stated.offered, self.offered)
        if list(stated.unseen) != sorted(self.unseen):
            raise Rejected(CHOICES, "who has unknown cards is not so")
