"""The claims of a certificate together: what they rest on is gathered while the chain is proved, then each is compared.

The proof of elision asks nothing of the claims. They see its places, its segments and its end as an
``Observer`` does.
"""

from __future__ import annotations

from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.certificate_steps import choice_of
from reiterate.check.chain import Proved
from reiterate.check.claims import gains, needs
from reiterate.check.claims.choices import Watch
from reiterate.check.claims.clauses import Clauses
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.claims.form import Stated, read
from reiterate.check.claims.iterations import Division, Following
from reiterate.check.claims.keeping_up import Keeping
from reiterate.check.form import Certificate, Deed, Jump, Move
from reiterate.check.numbers import Log
from reiterate.check.observer import Along, Conditions, Holds, Observer
from reiterate.check.small_values import AFTER, STEP, Rejected
from reiterate.check.start.legal_position import understood
from reiterate.refusals import fault_said
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State


class Claims(Observer):
    """What a certificate claims beyond its loop: it looks on at the proof, and compares in the end."""

    __slots__ = (
        "clauses",
        "closed",
        "division",
        "following",
        "found",
        "growing",
        "keeping",
        "segments",
        "stated",
        "watch",
    )

    def __init__(self, found: Certificate) -> None:
        self.found = found
        self.stated: Stated = read(found)
        self.clauses = Clauses(found.clauses)
        self.closed = ClosedSet(found.closed_set)
        self.keeping = Keeping(self.closed, self.stated.draw)
        self.growing = gains.Growing()
        self.following = Following()
        self.division = Division(found.chain)
        self.segments = 0  # how many have begun
        self.watch: Watch | None = None  # of the present segment, where something is said of its choices

    # --- looking on ----------------------------------------------------------------------------------------------

    def begins(self) -> None:
        """Verify the closed set: no answer leads out of it."""
        self.closed.verify(self._in_closed_set)

    def _in_closed_set(self, state: State, choice: Choice | None) -> None:
        """A place of a course of the closed set, with the choice of a player who declines to act."""
        understood(state)
        self.clauses.see_beside(state)
        if choice is not None:
            self.keeping.see_declined(state, choice)

    def played(self, before: State, deed: Deed) -> None:
        """Look at a choice that is played plainly. Nothing is said of the choices of a block."""
        self.following.see(before, deed)
        self.clauses.see(before)
        if isinstance(deed, Move):
            choice = choice_of(deed, ())
            self.division.see(before, choice)
            self.keeping.see(before, choice)
        else:
            self.keeping.say_nothing()

    def segment_begins(self, piece: Jump) -> None:
        """Look at the places of this period, where something is said of its choices."""
        stated = self.stated.choosing[self.segments]
        self.segments += 1
        keeping = self.keeping
        if stated is not None:
            self.watch = Watch(self.closed, stated, keeping.actions, keeping.draws)

    def place(self, state: State, choice: Choice, log: Log) -> None:
        """Look at a place of the period, before its choice is known to be legal."""
        self.clauses.see(state)
        try:
            self.division.see(state, choice)
            if self.watch is not None:
                self.watch.see(state, choice, log)
        except (Rejected, OutOfBudget):
            raise
        except Exception as error:  # of a legal choice it would be a fault of the checker
            refused = _not_legal(state, choice)
            if refused is None:
                raise
            message = f"the choice '{choice.verb}' at place {log.place} is not legal: {refused}"
            raise Rejected(STEP, message) from error

    def round_begins(self) -> None:
        """Look at one round of a block."""
        if self.watch is not None:
            self.watch.begin_round()

    def round_ends(self, conditions: Conditions) -> None:
        """What was seen of one round has to hold of all rounds."""
        if self.watch is not None:
            self.watch.end_round(conditions)

    def segment_proved(self, piece: Jump, head: State, along: Along, holds: Holds) -> None:
        """Compare what is said of the choices of this segment, and note what grows in it."""
        if self.watch is None:
            self.keeping.say_nothing()
        else:
            self.watch.compare(piece.periods, holds)
            self.keeping.segment(self.watch.stated, self.watch)
        self.watch = None
        self.growing.segment(piece, along)
        self.following.segment(piece, head)

    def refused(self, state: State, move: Move) -> None:
        """Another player's choice ends the chain only where the loop itself comes to it."""
        self.following.see(state, move)
        if move.choice.player != decider(state) and not self.following.goes_on:
            raise Rejected(AFTER, "the choice at the end is another player's, and not the loop's own")

    # --- comparing -----------------------------------------------------------------------------------------------

    def compare(self, proved: Proved) -> None:
        """Compare the claims with what was gathered. ``Rejected`` with *gains*, *choices* or *needs* where one is false."""
        self.clauses.see(proved.start)
        self.clauses.see(proved.end)
        self.clauses.compare()
        once = self.found.claim.kind == "once"
        growing = self.growing
        true = growing.endless() if proved.endless else growing.ended(proved.start, proved.end, once)
        gains.compare(self.stated.gains, true)
        self.closed.all_come_to()
        self.keeping.compare(self.stated.kept_up_by, self.stated.draw, proved.endless, proved.start, once)
        needs.compare(self.found, self.stated)


def _not_legal(state: State, choice: Choice) -> str | None:
    """Why a choice can't be made in a state; None where it can be."""
    apart = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
    try:
        refused = verify(apart, choice)
    except Exception as error:
        return fault_said(error)
    return None if refused is None else refused.message
