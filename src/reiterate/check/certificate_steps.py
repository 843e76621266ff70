"""The steps of a certificate: single choices and blocks, played on plain numbers or on symbols.

Each choice is asked of the rules, and played by the rules. A block does many rounds at once. One
round is played on symbols of its own, as a period is; its closed forms give the amounts behind all
rounds (``blocks``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from reiterate.check import same_shape
from reiterate.check.arithmetic import LE, Polynomial, Signs, constant, plus
from reiterate.check.blocks import Condition, after, conditions, unproved_round
from reiterate.check.form import Block, Comparison, Deed, Move, with_amounts
from reiterate.check.numbers import Log, Number, evaluated, number, poly_of, value_of
from reiterate.check.observer import Observer
from reiterate.check.runs import least_of
from reiterate.check.small_values import CLOSED, GUARDS, STEP, Rejected, engine_refusals
from reiterate.check.start.legal_position import understood
from reiterate.check.work import spend, tidied, weight
from reiterate.rules.access.choice import ATTACK, PASS, Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State


def choice_of(move: Move, values: Sequence[Any]) -> Choice:
    """The choice of a move with its amounts worked out. ``values``: the amounts of the period, by number; () for plain numbers."""
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
    with engine_refusals(obligation, "the rules do not cover it", "the engine can't play it"):
        choice = choice_of(move, values)
        refused = verify(state, choice)
        if choice.verb == PASS and choice.over is None:
            raise Rejected(obligation, "a pass that does not say what it lets resolve")
        if choice.verb == ATTACK and not _in_order(choice):
            raise Rejected(obligation, "attackers that are not declared in the order of their rows")
        if refused is not None:
            raise Rejected(obligation, f"the choice '{choice.verb}' is not legal: {refused.message}")
        return step(state, choice)[0]


class Player:
    """Plays choices and blocks, on plain numbers or on symbols."""

    __slots__ = ("censuses", "depth", "log", "observer", "signs")

    def __init__(self, signs: Signs, observer: Observer) -> None:
        self.signs = signs
        self.observer = observer
        self.log = Log()
        self.depth = 0  # of blocks in blocks
        self.censuses: set[same_shape.Census] = set()

    def plainly(self, state: State, deeds: Sequence[Deed], obligation: str) -> State:
        """Play choices and blocks one by one, on plain numbers. Raises ``Rejected``, which names ``obligation``, where one can't be played."""
        for deed in deeds:
            before = state
            if isinstance(deed, Block):
                state = self._rounds(state, deed, (), obligation)
            else:
                state = _played(state, deed, (), obligation)
            self.observer.played(before, deed)
        return state

    def traced(self, state: State, deeds: Sequence[Deed], values: Sequence[Any]) -> State:
        """Play the choices and blocks of a period on symbols; what is told apart is kept apart at every place.

        In: ``values``, the symbols of the amounts, by number. Comparisons go to ``self.log``. Raises ``Rejected`` for the step.
        """
        for deed in deeds:
            if isinstance(deed, Block):
                state = self._rounds(state, deed, values, STEP)
            else:
                same_shape.stay_apart(state)
                if self.depth == 0:
                    self.censuses.add(same_shape.census(state))
                self.observer.place(state, choice_of(deed, values), self.log)
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
        self.observer.round_begins()
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
        if list(inner.asked.values()) != list(block.noted.guards):
            raise Rejected(STEP, "the comparisons that a round of a block asks are not those listed")
        wrong = unproved_round(block)
        if wrong is not None:
            raise Rejected(CLOSED, f"the closed form of slot {wrong} of a block does not follow its update")
        for guard in [*inner.asked.values(), *inner.implied.values()]:
            self._rest_on(guard, block, values)
        self.observer.round_ends(lambda guard: self._conditions(guard, block, values))
        for i, (handle, name) in enumerate(block.noted.slots):
            least = least_of(name) if handle >= 0 else None
            if least is not None:  # no row comes to stand for fewer than no objects
                below: Polynomial = plus({(block.around + i,): 1}, constant(1 - least))
                self._rest_on(Comparison(below, LE, False, "", self.log.place), block, values)
        ends = after(block, block.rounds)
        amounts = [number(_whole(evaluated(p, _values(values))), _all_whole(p), self.log) for p in ends]
        return with_amounts(head, dict(zip(block.noted.slots, amounts, strict=True)))

    def _conditions(self, guard: Comparison, block: Block, values: Sequence[Any]) -> list[Condition] | None:
        """Comparisons of the amounts around under which a guard keeps its answer in all rounds; None for none."""
        plainly = _values(values)
        return conditions(guard, block, lambda poly: _whole(evaluated(poly, plainly)), self.signs)

    def _rest_on(self, guard: Comparison, block: Block, values: Sequence[Any]) -> None:
        """Keep the comparisons that a guard of the rounds rests on."""
        found = self._conditions(guard, block, values)
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
