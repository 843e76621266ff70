"""The checker: plays a certificate again on its own numbers and proves its obligations.

*base*: plain play from the start gives each segment's head. *step*: the period played on symbols ends in the shape of
its head with the amounts F(X), and asks exactly the comparisons listed. *closed*: c(0) is the start and F(c(n)) is
c(n + 1) for all n. *guards*: every comparison keeps its answer for all periods of the segment. *after*: what follows a
segment, up to the end, is as stated. *choices*, *gains* and *needs*: what is said of them is so. Rounds of a block that are done at once
are a period inside: the same obligations hold for them. Trusted are the rules engine, the normal form, and whole numbers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from reiterate.amounts import decimal_text
from reiterate.check import form, same_shape
from reiterate.check.accepted import Accepted as Accepted
from reiterate.check.accepted import names_of
from reiterate.check.arithmetic import LE, Form, OutOfBudget, Polynomial, Signs, along, constant, plus, unproved
from reiterate.check.blocks import after, conditions, unproved_round
from reiterate.check.claims import gains, needs
from reiterate.check.claims.choices import Watch
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.claims.keeping_up import Keeping
from reiterate.check.described import Lookup, clean, other_cards
from reiterate.check.end_follows import Following
from reiterate.check.form import Block, Certificate, Comparison, Deed, Ending, Jump, Move, Plain, with_amounts
from reiterate.check.huge import form_at
from reiterate.check.legal_position import of_a_game, understood
from reiterate.check.monotone import Powers
from reiterate.check.numbers import Log, Number, evaluated, number, poly_of, value_of
from reiterate.check.runs import joined, least_of
from reiterate.check.small_values import AFTER, BASE, CHOICES, CLOSED, GUARDS, STEP, NotAForm, Rejected
from reiterate.check.work import counted, spend, tidied, weight
from reiterate.refusals import FALSE, INPUT, UNDETERMINED, UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choices import ATTACK, PASS, Choice
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State
from reiterate.state.properties import OUTCOME

# --- playing -----------------------------------------------------------------------------------------------------


def _choice(move: Move, values: Sequence[Any]) -> Choice:
    """The choice with its amounts worked out."""
    changed: dict[str, Any] = {}
    for name, content in move.amounts.items():
        if not isinstance(content, tuple):
            changed[name] = evaluated(content, values)
        elif name == "sizes":
            changed[name] = tuple(evaluated(poly, values) for poly in content)
        else:
            firsts = getattr(move.choice, name)
            changed[name] = tuple((first, evaluated(p, values)) for first, p in zip(firsts, content, strict=True))
    return dataclasses.replace(move.choice, **changed)


def _in_order(attack: Choice) -> bool:
    """Whether each attack is written in its one form: in what order attackers are named says nothing (508.1a)."""
    declared = [(row, target) for (row, _), target in zip(attack.picks, attack.targets, strict=False)]
    return declared == sorted(declared)


def _played(state: State, move: Move, values: Sequence[Any], obligation: str) -> State:
    """One legal choice, or ``Rejected``."""
    spend(weight(state))
    understood(state)
    try:
        choice = _choice(move, values)
        refused = verify(state, choice)
        if choice.verb == PASS and choice.over is None:
            raise Rejected(obligation, "a pass that does not say what it lets resolve")
        if choice.verb == ATTACK and not _in_order(choice):
            raise Rejected(obligation, "attackers that are not declared in the order of their rows")
        if refused is not None:
            raise Rejected(obligation, f"the choice '{choice.verb}' is not legal: {refused.message}")
        return step(state, choice)[0]
    except (Rejected, OutOfBudget):
        raise
    except Unsupported as error:
        raise Rejected(obligation, f"the rules do not cover it: {error.refusal.message}") from error
    except Exception as error:  # what a hostile file makes of the engine is no proof
        raise Rejected(obligation, f"the engine can't play it: {type(error).__name__}: {error}") from error


class Player:
    """Plays choices and blocks, on plain numbers or on symbols."""

    __slots__ = ("censuses", "depth", "keeping", "log", "signs", "watch")

    def __init__(self, signs: Signs, watch: Watch | None = None, keeping: Keeping | None = None) -> None:
        self.signs = signs
        self.keeping = keeping  # what looks at the choices of plain play
        self.log = Log()
        self.watch = watch
        self.depth = 0  # of blocks in blocks
        self.censuses: set[same_shape.Census] = set()

    def plainly(self, state: State, deeds: Sequence[Deed], obligation: str) -> State:
        """Choices and blocks one by one, on plain numbers."""
        for deed in deeds:
            before = state
            if isinstance(deed, Block):
                state = self._rounds(state, deed, (), obligation)
            else:
                state = _played(state, deed, (), obligation)
            if self.keeping is not None and isinstance(deed, Block):
                self.keeping.say_nothing()
            elif self.keeping is not None and isinstance(deed, Move):
                self.keeping.see(before, _choice(deed, ()))
        return state

    def traced(self, state: State, deeds: Sequence[Deed], values: Sequence[Any]) -> State:
        """The same on symbols: what is told apart is kept apart at every place."""
        for deed in deeds:
            if isinstance(deed, Block):
                state = self._rounds(state, deed, values, STEP)
            else:
                same_shape.stay_apart(state)
                if self.depth == 0:
                    self.censuses.add(same_shape.census(state))
                if self.watch is not None:
                    self.watch.see(state, _choice(deed, values), self.log)
                state = _played(state, deed, values, STEP)
            self.log.place += 1
        return state

    def _rounds(self, state: State, block: Block, values: Sequence[Any], obligation: str) -> State:
        """Rounds of a block at once: one of them is a period, whose number and start are symbols."""
        head = tidied(state)
        written = same_shape.amounts_of(head)
        for place, poly in zip(block.noted.slots, block.start, strict=True):
            if not same_shape.is_there(head, place) or poly_of(written.get(place, 0)) != poly:
                raise Rejected(obligation, f"a block does not start with {place[1]} of row {place[0]} as stated")
        idle = same_shape.never_there((), block.noted.update, block.closed)
        if idle is not None:
            handle, name = block.noted.slots[idle]
            raise Rejected(STEP, f"{name} of row {handle} is said to change and is 0 in every round of a block")
        if _whole(evaluated(block.rounds, _values(values))) < 1:
            raise Rejected(obligation, "a block of no rounds")
        if block.rounds.keys() - {()}:
            self.log.rest_on(block.rounds, LE, False, "")
        inner = Log()
        self.depth += 1
        around = None if self.watch is None else self.watch.begin_round()
        with self.log.apart(inner):
            own = [
                Number(_whole(evaluated(poly, _values(values))), {(block.around + i,): 1}, self.log)
                for i, poly in enumerate(block.start)
            ]
            begun = with_amounts(head, dict(zip(block.noted.slots, own, strict=True)))
            end = self.traced(begun, block.deeds, [*values, *own])
            understood(end)
            same_shape.stay_apart(end)
            end = tidied(end)
            same_shape.check_shape(block.noted.phi, head, end)
            same_shape.check_update(block.noted, head, end)
        self.depth -= 1
        chosen = [] if self.watch is None or around is None else self.watch.end_round(around)
        if list(inner.asked.values()) != list(block.noted.guards):
            raise Rejected(STEP, "the comparisons that a round of a block asks are not those listed")
        wrong = unproved_round(block)
        if wrong is not None:
            raise Rejected(CLOSED, f"the closed form of slot {wrong} of a block does not follow its update")
        for guard in [*inner.asked.values(), *inner.implied.values()]:
            self._rest_on(guard, block, values)
        for guard in chosen:
            self._rest_on(guard, block, values, self.watch)
        for i, (handle, name) in enumerate(block.noted.slots):
            least = least_of(name) if handle >= 0 else None
            if least is not None:  # no row comes to stand for fewer than no objects
                below: Polynomial = plus({(block.around + i,): 1}, constant(1 - least))
                self._rest_on(Comparison(below, LE, False, "", self.log.place), block, values)
        ends = after(block, block.rounds)
        amounts = [number(_whole(evaluated(p, _values(values))), _all_whole(p), self.log) for p in ends]
        return with_amounts(head, dict(zip(block.noted.slots, amounts, strict=True)))

    def _rest_on(self, guard: Comparison, block: Block, values: Sequence[Any], watch: Watch | None = None) -> None:
        """What the block rests on for a comparison to keep its answer; with ``watch``, what is said of choices does."""
        plainly = _values(values)
        found = conditions(guard, block, lambda poly: _whole(evaluated(poly, plainly)), self.signs)
        if watch is not None:
            watch.rest_on(found)
            return
        if found is None:
            rule = f" of rule {guard.rule}" if guard.rule else ""
            raise Rejected(GUARDS, f"a comparison{rule} changes its answer in the rounds of a block, or may do so")
        for poly, op, truth in found:
            if poly.keys() - {()}:
                self.log.rest_on(poly, op, truth, guard.rule)


def _values(symbols: Sequence[Any]) -> list[Any]:
    return [value_of(symbol) for symbol in symbols]


def _whole(value: Any) -> int:
    if isinstance(value, Fraction):
        if value.denominator != 1:
            raise Rejected(CLOSED, "an amount of a block that is not whole")
        return value.numerator
    return int(value)


def _all_whole(poly: Polynomial) -> Polynomial:
    return {product: c.numerator if c.denominator == 1 else c for product, c in poly.items()}


# --- obligations -------------------------------------------------------------------------------------------------


class _Checker:
    """Goes along the chain."""

    __slots__ = (
        "censuses",
        "closed",
        "endless",
        "following",
        "growing",
        "heads",
        "iterations",
        "jumped",
        "keeping",
        "player",
        "signs",
        "start",
        "state",
    )

    def __init__(self, start: State, closed: ClosedSet, draws: bool) -> None:
        self.start = start
        self.closed = closed
        self.state = start
        self.iterations = 0
        self.jumped = False
        self.endless = False
        self.signs = Signs()
        self.keeping = Keeping(closed, draws)
        self.player = Player(self.signs, keeping=self.keeping)
        self.growing = gains.Growing()
        self.following = Following()
        self.heads: list[State] = []  # of the last segment: gains name its rows
        self.censuses: set[same_shape.Census] = set()

    @property
    def obligation(self) -> str:
        """What plain play shows here: the base, or what follows a segment."""
        return AFTER if self.jumped else BASE

    def in_closed_set(self, state: State, choice: Choice | None) -> None:
        """A place of a course of the closed set, with what is chosen by who declines to act."""
        understood(state)
        if choice is not None:
            self.keeping.see_declined(state, choice)

    def plain(self, piece: Plain) -> None:
        """Iterations played choice by choice."""
        for iteration in piece.iterations:
            self._plainly(iteration, self.obligation)
        self.iterations += len(piece.iterations)

    def _plainly(self, deeds: Sequence[Deed], obligation: str) -> None:
        for deed in deeds:
            self.following.see(self.state, deed)
            self.state = self.player.plainly(self.state, [deed], obligation)

    def jump(self, piece: Jump) -> None:
        """A segment: all its obligations, and the state behind it."""
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
        watch = (
            None
            if piece.choosing is None
            else Watch(
                self.closed, piece.choosing, lambda move: _choice(move, ()), self.keeping.actions, self.keeping.draws
            )
        )
        tracer = Player(self.signs, watch)
        self._trace(piece, head, tracer)
        if list(tracer.log.asked.values()) != list(piece.noted.guards):
            raise Rejected(STEP, "the comparisons that the period asks are not those listed")
        closed = self._closed(piece)
        self._check_guards(piece, closed, [*piece.noted.guards, *tracer.log.implied.values()])
        if tracer.watch is not None and piece.choosing is not None:
            tracer.watch.compare()
            self._check_choices(piece, closed, tracer.watch)
            self.keeping.segment(piece.choosing, tracer.watch)
        else:
            self.keeping.say_nothing()
        self.growing.segment(piece, closed)
        self.jumped = True
        self.following.segment(piece, head)
        self.heads = [head]
        self.censuses = tracer.censuses
        if piece.periods is None:
            self.endless = True
            return
        if isinstance(closed, Powers):
            values: list[Any] = list(closed.at(piece.periods)[:-1])
        else:
            values = [form_at(c, piece.periods) for c in closed]
        self.state = with_amounts(head, dict(zip(piece.noted.slots, values, strict=True)))
        self.iterations += piece.periods * len(piece.iterations)

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

    def _closed(self, piece: Jump) -> tuple[Form, ...] | Powers:
        if piece.closed is None:
            try:
                return Powers(piece.noted.update, piece.start)
            except ValueError as error:
                raise Rejected(CLOSED, str(error)) from error
        wrong = unproved(piece.noted.update, piece.start, piece.closed)
        if wrong is not None:
            raise Rejected(CLOSED, f"the closed form of slot {wrong} does not follow its update")
        return piece.closed

    def _holds(self, guard: Comparison, closed: tuple[Form, ...] | Powers, periods: int | None) -> bool:
        if isinstance(closed, Powers):
            return closed.holds(guard.poly, guard.op, guard.truth, periods)
        return self.signs.holds(along(guard.poly, closed), guard.op, guard.truth, periods)

    def _check_guards(self, piece: Jump, closed: tuple[Form, ...] | Powers, guards: Sequence[Comparison]) -> None:
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

    def _check_choices(self, piece: Jump, closed: tuple[Form, ...] | Powers, watch: Watch) -> None:
        """What is said of choices holds exactly as long as stated."""
        assert piece.choosing is not None
        until = piece.choosing.until
        guards = list(watch.log.asked.values())
        if until is not None and piece.periods is not None and until >= piece.periods:
            raise Rejected(CHOICES, "a statement about choices that holds for longer than the segment")
        for guard in guards:
            if not self._holds(guard, closed, piece.periods if until is None else until):
                raise Rejected(CHOICES, f"what could be chosen at place {guard.place} changes before it is said to")
        for guard in watch.within:
            if not self._holds(guard, closed, piece.periods if until is None else until):
                raise Rejected(CHOICES, "a position of the period leaves the closed set")
        if until is not None and all(self._holds(guard, closed, until + 1) for guard in guards):
            raise Rejected(CHOICES, "what could be chosen does not change where it is said to")

    def end(self, ending: Ending) -> None:
        """What the road ends with."""
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
        self._plainly(ending.deeds, AFTER)
        over = asked(self.state) == "over"
        if over != (ending.kind == "over"):
            raise Rejected(AFTER, "the game is over" if over else "the game is not over")
        if over and text_prop(self.state.game, OUTCOME) != ending.outcome:
            raise Rejected(AFTER, "the game ends in another way")
        if ending.kind == "unread" and ending.left != (same_shape.census(self.state) not in self.censuses):
            raise Rejected(AFTER, "whether the position has left the shapes of the loop is not as stated")
        if ending.refused is not None:
            self.following.see(self.state, ending.refused)
            self._check_refused(ending, ending.refused)

    def _check_refused(self, ending: Ending, move: Move) -> None:
        refused = _refusal(self.state, move)
        if refused is None:
            raise Rejected(AFTER, "the choice at the end is legal")
        if refused.kind in (UNSUPPORTED, UNDETERMINED):
            raise Rejected(AFTER, f"the choice at the end is not known to be illegal: {refused.message}")
        if move.choice.player != decider(self.state) and not self.following.goes_on:
            raise Rejected(AFTER, "the choice at the end is another player's, and not the loop's own")
        if (refused.code, refused.rule, refused.message) != (ending.code, ending.rule, ending.message):
            raise Rejected(AFTER, f"the choice at the end is not legal for another reason: {refused.message}")


def _choices(deeds: Sequence[Deed]) -> int:
    """How many choices were made, with those in rounds of blocks."""
    count = 0
    for deed in deeds:
        if isinstance(deed, Block) and any(isinstance(each, Block) for each in deed.deeds):
            raise OutOfBudget("the choices of a block in a block, one by one")
        count += len(deed.deeds) * int(deed.rounds.get((), 0)) if isinstance(deed, Block) else 1
    return count


def _refusal(state: State, move: Move) -> Refusal | None:
    try:
        return verify(state, _choice(move, ()))
    except Unsupported as error:
        return error.refusal
    except OutOfBudget:
        raise
    except Exception as error:  # what a hostile file makes of the engine is no proof
        raise Rejected(AFTER, f"the engine can't judge the last choice: {type(error).__name__}") from error


# --- the whole ---------------------------------------------------------------------------------------------------


def check(text: str, cards: Lookup | None = None) -> Accepted | Refusal:
    """Check a certificate. A refusal names the obligation that failed, or why the file is not one that can be read.

    ``cards``: the cards of a name, each compiled anew, with which those of the start are compared.
    """
    found = _answer(text, cards)
    return dataclasses.replace(found, message=clean(found.message)) if isinstance(found, Refusal) else found


def _answer(text: str, cards: Lookup | None) -> Accepted | Refusal:
    try:
        with counted():
            return _checked(form.read(text), cards)
    except Rejected as error:
        return Refusal(FALSE, f"certificate-{error.obligation}", f"{error.obligation}: {error}", rule="730.2a")
    except NotAForm as error:
        return Refusal(INPUT, "certificate-form", str(error), "a file that 'reiterate certify' wrote")
    except OutOfBudget as error:
        return Refusal(UNDETERMINED, "certificate-budget", f"not checked: {error}")
    except Exception as error:  # a state that no game has: what the normal form makes of it is no proof
        return Refusal(FALSE, "certificate-step", f"step: no such state can be followed: {type(error).__name__}")


def _checked(found: Certificate, cards: Lookup | None) -> Accepted:
    if found.terms != found.terms_of_start:
        raise Rejected(BASE, "the digest is not that of the cards at the start")
    of_a_game(found.start)
    checker = _Checker(found.start, ClosedSet(found.closed_set), found.claim.draw)
    checker.closed.verify(checker.in_closed_set)
    for piece in found.chain:
        if checker.endless:
            raise Rejected(AFTER, "something follows a segment without end")
        if isinstance(piece, Plain):
            checker.plain(piece)
        else:
            checker.jump(piece)
    claim = found.claim
    if claim.kind == "loop" and not checker.jumped:
        raise Rejected(BASE, "no segment: nothing recurs")
    if (claim.kind == "once") != (not checker.jumped) or (found.end.kind == "done" and claim.kind != "once"):
        raise Rejected(AFTER, "what is done once has no segment, and only that can be done")
    if claim.kind == "once" and found.end.kind not in ("done", "over"):
        raise Rejected(AFTER, "what is done once ends when it is done, or the game is over")
    if not found.chain and not found.end.deeds:
        raise Rejected(AFTER, "a road without a choice")
    checker.end(found.end)
    if (claim.endless, claim.iterations) != (
        checker.endless,
        "" if checker.endless else decimal_text(checker.iterations),
    ):
        raise Rejected(AFTER, "the claim is not what the chain shows")
    growing = checker.growing
    true = growing.endless() if checker.endless else growing.ended(checker.start, checker.state, claim.kind == "once")
    gains.compare(claim.gains, true)
    checker.closed.all_come_to()
    checker.keeping.compare(claim.kept_up_by, claim.draw, checker.endless, checker.start, claim.kind == "once")
    needs.compare(found, _choice)
    segments = [piece for piece in found.chain if isinstance(piece, Jump)]
    return Accepted(
        claim.kind,
        claim.endless,
        claim.iterations,
        len(segments),
        sum(len(piece.noted.guards) for piece in segments),
        found.end.kind,
        found.end.outcome,
        found.end.left,
        claim.gains,
        tuple(piece.choosing for piece in segments),
        claim.kept_up_by,
        claim.draw,
        claim.needs,
        checker.following.goes_on,
        f"{found.end.message} [{found.end.rule}]" if found.end.rule else found.end.message,
        names_of([found.start, *checker.heads]),
        found.written,
        found.terms,
        other_cards(found.start, cards),
    )
