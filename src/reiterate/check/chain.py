"""The proof of elision: the pieces of a certificate's chain are played, and the obligations of each segment are proved.

*base*: the start is a table of a game, and plain play from it gives each segment's head. *step*: the period, played on symbols,
ends in the shape of its head with the amounts F(X), and asks exactly the comparisons listed. *closed*: c(0) is the start, and
F(c(n)) is c(n + 1) for all n. *guards*: every comparison keeps its answer in all periods of the segment. *after*: the choices behind
a segment, up to the end, are as stated. So the end of a segment may be written down without playing its periods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from reiterate.amounts import decimal_text
from reiterate.check import same_shape
from reiterate.check.arithmetic import LE, Form, OutOfBudget, Signs, along, unproved
from reiterate.check.certificate_steps import Player, choice_of
from reiterate.check.form import Block, Certificate, Comparison, Deed, Ending, Jump, Move, Plain, with_amounts
from reiterate.check.huge import form_at
from reiterate.check.monotone import Powers
from reiterate.check.numbers import Number
from reiterate.check.observer import Along, Observer
from reiterate.check.runs import joined, least_of
from reiterate.check.small_values import AFTER, BASE, CLOSED, GUARDS, STEP, Rejected
from reiterate.check.start.legal_position import of_a_game, understood
from reiterate.check.work import tidied
from reiterate.refusals import UNDETERMINED, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    ASSIGN,
    ATTACK,
    BLOCK,
    CAST,
    GO_ON,
    KEEP,
    MAY,
    ORDER,
    PASS,
    PICK,
    PLAY,
    TARGET,
)
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME

#: All that a player can choose: what is none of it is not legal either, and says nothing of a game.
VERBS: Final = frozenset(
    {PASS, ACTIVATE, CAST, PLAY, TARGET, ORDER, MAY, PICK, KEEP, ATTACK, BLOCK, ASSIGN, ANSWER, GO_ON}
)


@dataclass(frozen=True, slots=True)
class Proved:
    """What the chain of a certificate proves."""

    start: State
    end: State  # of an endless chain: the head of its last segment
    iterations: int
    endless: bool
    refusal: Refusal | None  # why the choice at the end is not legal; None where no choice is refused
    head: State | None  # of the last segment


def prove(found: Certificate, observer: Observer) -> Proved:
    """Prove the chain of a certificate that was read. Raises ``Rejected`` with the obligation that fails, or ``OutOfBudget``."""
    if found.terms != found.terms_of_start:
        raise Rejected(BASE, "the digest is not that of the cards at the start")
    of_a_game(found.start)
    observer.begins()
    chain = _Chain(found.start, observer)
    for piece in found.chain:
        if chain.endless:
            raise Rejected(AFTER, "something follows a segment without end")
        if isinstance(piece, Plain):
            chain.plain(piece)
        else:
            chain.segment(piece)
    _check_kind(found, chain.head is not None)
    chain.end(found.end)
    iterations = "" if chain.endless else decimal_text(chain.iterations)
    if (found.claim.endless, found.claim.iterations) != (chain.endless, iterations):
        raise Rejected(AFTER, "the claim is not what the chain shows")
    return Proved(found.start, chain.state, chain.iterations, chain.endless, chain.refusal, chain.head)


def _check_kind(found: Certificate, recurs: bool) -> None:
    """A loop has a segment. What is done once has none, and ends when it is done or the game is over."""
    kind, end = found.claim.kind, found.end
    if kind == "loop" and not recurs:
        raise Rejected(BASE, "no segment: nothing recurs")
    if (kind == "once") != (not recurs) or (end.kind == "done" and kind != "once"):
        raise Rejected(AFTER, "what is done once has no segment, and only that can be done")
    if kind == "once" and end.kind not in ("done", "over"):
        raise Rejected(AFTER, "what is done once ends when it is done, or the game is over")
    if not found.chain and not end.deeds:
        raise Rejected(AFTER, "a chain without a choice")


class _Chain:
    """Goes along the chain, with the state that it has come to."""

    __slots__ = ("censuses", "endless", "head", "iterations", "observer", "player", "refusal", "signs", "state")

    def __init__(self, start: State, observer: Observer) -> None:
        self.state = start
        self.observer = observer
        self.iterations = 0
        self.endless = False
        self.signs = Signs()
        self.player = Player(self.signs, observer)
        self.head: State | None = None  # of the last segment
        self.censuses: set[same_shape.Census] = set()  # of the places of its period
        self.refusal: Refusal | None = None

    @property
    def obligation(self) -> str:
        """What plain play shows here: the base, or what follows a segment."""
        return BASE if self.head is None else AFTER

    # --- plain play ----------------------------------------------------------------------------------------------

    def plain(self, piece: Plain) -> None:
        """Iterations played choice by choice."""
        for iteration in piece.iterations:
            self.state = self.player.plainly(self.state, iteration, self.obligation)
        self.iterations += len(piece.iterations)

    # --- segments ------------------------------------------------------------------------------------------------

    def segment(self, piece: Jump) -> None:
        """A segment: its obligations are proved, and the state behind it is worked out."""
        head = self._head(piece)
        self.observer.segment_begins(piece)
        tracer = Player(self.signs, self.observer)
        self._trace(piece, head, tracer)
        if list(tracer.log.asked.values()) != list(piece.noted.guards):
            raise Rejected(STEP, "the comparisons that the period asks are not those listed")
        closed = self._closed(piece)
        self._check_guards(piece, closed, [*piece.noted.guards, *tracer.log.implied.values()])
        self.observer.segment_proved(piece, head, closed, lambda guard, periods: self._holds(guard, closed, periods))
        self.head, self.censuses = head, tracer.censuses
        if piece.periods is None:
            self.endless = True
            return
        if isinstance(closed, Powers):
            values: list[Any] = list(closed.at(piece.periods)[:-1])
        else:
            values = [form_at(c, piece.periods) for c in closed]
        self.state = with_amounts(head, dict(zip(piece.noted.slots, values, strict=True)))
        self.iterations += piece.periods * len(piece.iterations)

    def _head(self, piece: Jump) -> State:
        """The head of the segment: the state that was come to, with the first amounts that are stated."""
        idle = same_shape.never_there(piece.start, piece.noted.update, piece.closed)
        if idle is not None:
            handle, name = piece.noted.slots[idle]
            raise Rejected(STEP, f"{name} of row {handle} is said to change and is 0 in every period")
        head = joined(tidied(self.state), piece.joins.head, self.obligation)
        written = same_shape.amounts_of(head)
        for (handle, name), amount in zip(piece.noted.slots, piece.start, strict=True):
            there = written.get((handle, name), 0)
            if not same_shape.is_there(head, (handle, name)) or type(there) is not int or there != amount:
                raise Rejected(self.obligation, f"the segment does not start with {name} of row {handle} as stated")
        return head

    def _trace(self, piece: Jump, head: State, tracer: Player) -> None:
        """Play the period on symbols: it ends in the shape of its head, with the amounts of its update."""
        symbols = [Number(x, {(i,): 1}, tracer.log) for i, x in enumerate(piece.start)]
        state = with_amounts(head, dict(zip(piece.noted.slots, symbols, strict=True)))
        for iteration in piece.iterations:
            state = tracer.traced(state, iteration, symbols)
        understood(state)
        same_shape.stay_apart(state)
        end = joined(tidied(state), piece.joins.end, STEP)
        same_shape.check_shape(piece.noted.phi, head, end)
        same_shape.check_update(piece.noted, head, end)

    def _closed(self, piece: Jump) -> Along:
        """The closed forms, proved by substitution; or the powers of a matrix without a negative number."""
        if piece.closed is None:
            try:
                return Powers(piece.noted.update, piece.start)
            except ValueError as error:
                raise Rejected(CLOSED, str(error)) from error
        wrong = unproved(piece.noted.update, piece.start, piece.closed)
        if wrong is not None:
            raise Rejected(CLOSED, f"the closed form of slot {wrong} does not follow its update")
        return piece.closed

    def _holds(self, guard: Comparison, closed: Along, periods: int | None) -> bool:
        """Whether a comparison keeps its answer for so many periods (None: for ever)."""
        if isinstance(closed, Powers):
            return closed.holds(guard.poly, guard.op, guard.truth, periods)
        return self.signs.holds(along(guard.poly, closed), guard.op, guard.truth, periods)

    def _check_guards(self, piece: Jump, closed: Along, guards: Sequence[Comparison]) -> None:
        """Every comparison keeps its answer, and no row comes to stand for fewer than no objects."""
        for guard in guards:
            if not self._holds(guard, closed, piece.periods):
                rule = f" of rule {guard.rule}" if guard.rule else ""
                raise Rejected(GUARDS, f"a comparison{rule} at place {guard.place} changes its answer in the segment")
        if isinstance(closed, Powers):
            return  # none of its amounts is ever below 0
        for (handle, name), each in zip(piece.noted.slots, closed, strict=True):
            least = least_of(name) if handle >= 0 else None
            if least is None:
                continue
            below = each.plus(Form({(1, 0): Fraction(1 - least)}))  # c(n) + 1 <= 0 says that c(n) < 0
            if not self.signs.holds(below, LE, False, piece.periods):
                raise Rejected(GUARDS, f"the row {handle} comes to stand for fewer than no objects")

    # --- the end -------------------------------------------------------------------------------------------------

    def end(self, ending: Ending) -> None:
        """The chain ends as stated."""
        if (ending.kind == "endless") != self.endless:
            raise Rejected(AFTER, "endless is what ends in a segment without end, and nothing else")
        if ending.kind == "endless":
            return
        if ending.kind == "done":
            if asked(self.state) == "over":
                raise Rejected(AFTER, "the game is over")
            return
        if (ending.iteration, ending.choice) != (self.iterations + 1, _choices(ending.deeds) + 1):
            raise Rejected(AFTER, "the end is in another iteration, or before another choice")
        self.state = self.player.plainly(self.state, ending.deeds, AFTER)
        over = asked(self.state) == "over"
        if over != (ending.kind == "over"):
            raise Rejected(AFTER, "the game is over" if over else "the game is not over")
        if over and text_prop(self.state.game, OUTCOME) != ending.outcome:
            raise Rejected(AFTER, "the game ends in another way")
        if ending.kind == "unread" and ending.left != (same_shape.census(self.state) not in self.censuses):
            raise Rejected(AFTER, "whether the position has left the shapes of the loop is not as stated")
        if ending.refused is not None:
            self.refusal = self._refusal(ending, ending.refused)
            self.observer.refused(self.state, ending.refused)

    def _refusal(self, ending: Ending, move: Move) -> Refusal:
        """Why the rules refuse the choice at the end: by the code and the rule that are stated. Words are not compared."""
        if move.choice.verb not in VERBS:
            raise Rejected(AFTER, "the choice at the end is none that a game asks for")
        try:
            refused = verify(self.state, choice_of(move, ()))
        except Unsupported as error:
            refused = error.refusal
        except OutOfBudget:
            raise
        except Exception as error:  # what a hostile file makes of the engine is no proof
            raise Rejected(AFTER, f"the engine can't judge the last choice: {type(error).__name__}") from error
        if refused is None:
            raise Rejected(AFTER, "the choice at the end is legal")
        if refused.kind in (UNSUPPORTED, UNDETERMINED):
            raise Rejected(AFTER, f"the choice at the end is not known to be illegal: {refused.message}")
        if (refused.code, refused.rule) != (ending.code, ending.rule):
            raise Rejected(AFTER, f"the choice at the end is not legal for another reason: {refused.message}")
        return refused


def _choices(deeds: Sequence[Deed]) -> int:
    """How many choices were made, with those in rounds of blocks."""
    count = 0
    for deed in deeds:
        if isinstance(deed, Block) and any(isinstance(each, Block) for each in deed.deeds):
            raise OutOfBudget("the choices of a block in a block, one by one")
        count += len(deed.deeds) * int(deed.rounds.get((), 0)) if isinstance(deed, Block) else 1
    return count
