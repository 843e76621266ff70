"""The ways to pay for an action: mana abilities that are activated before it, and mana of the pool (601.2g, 601.2h).

Ways that lead to positions which are the same for the rules are one way: no player could tell them apart, so nobody is asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final, TypeAlias

from reiterate.refusals import AMBIGUOUS, Refusal, Unsupported
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    CAST,
    TARGET,
    Choice,
    Option,
    Slot,
    X,
)
from reiterate.rules.costs.mana import Due
from reiterate.rules.decisions.filling import told_apart
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.rules.positions.identity import equal_rows, same_for_rules, short_mark
from reiterate.rules.resolution.stacking import spent_asked
from reiterate.script.saying import player_words
from reiterate.script.sentences import read_sentence, said_of
from reiterate.shortcuts.mana_first import made, mana_first, may_be_made
from reiterate.shortcuts.mana_plan import Planning, due, played
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, Row, State
from reiterate.terms.abilities import is_mana_ability

#: Positions that are looked at while mana is made for one action, and ways that are told.
POSITIONS: Final = 100
TOLD: Final = 6
#: Payments out of one pool that are tried.
PAYMENTS: Final = 64

Steps: TypeAlias = tuple[Choice, ...]
#: Choices one after the other, each as a line and as a player says it.
Lines: TypeAlias = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways to pay that lead to positions which differ for the rules: the choices of each, the action last.

    ``more``: not all ways were looked at, so there may be another one.
    """

    ways: tuple[Steps, ...]
    more: bool = False

    @property
    def only(self) -> Steps | None:
        """The one way that there is; None where there is none, several, or maybe another one."""
        return self.ways[0] if len(self.ways) == 1 and not self.more else None


def ways_to_pay(state: State, action: Choice) -> Ways:
    """How a player with priority may pay for an action.

    In: the action without a payment. Out: the ways; none has a mana ability that it could do without. Where a search for all of them would be long,
    the first one is among those that are told.
    """
    search = _Search(state, action)
    if may_be_made(state, action):
        search.pay(state, ())
        return search.ways()
    planning = Planning(state, action)
    if planning.by_mana:
        search.plan(planning)
        return search.ways()
    first = mana_first(state, action)
    if first is None:
        return Ways(())
    search.look()
    ready = played(state, first)
    if search.more and not search.found and ready is not None:
        search.pay(ready, first)
    return search.ways()


class _Search:
    """Positions that mana abilities lead to, each looked at once, the nearest first; and those in which the action is paid for."""

    def __init__(self, start: State, action: Choice) -> None:
        self.start = start
        self.action = action
        self.found: list[tuple[Steps, State]] = []
        self.seen: dict[int, list[State]] = {}
        self.more = False

    def ways(self) -> Ways:
        """What was found."""
        return Ways(tuple(steps for steps, _ in self.found), self.more)

    def plan(self, planning: Planning) -> None:
        """Carry out the plans of what like permanents make: all of them, or so many that there is no time for more.

        Plans that take as many of each class differ by what mana is left over, and by what was spent where that is asked for.
        """
        plans, self.more = planning.plans()
        for plan in plans:
            alike, more = [plan], False
            if planning.left_over(plan) or self._asks_what_is_spent():
                alike, more = planning.kinds_of(plan)
            self.more = self.more or more
            for each in alike:
                done = planning.carried_out(each)
                if done is None or due(done[1], self.action) not in ((), planning.due):
                    self.more = True
                else:
                    self._keep(done[1], done[0])
                if len(self.found) > TOLD:
                    self.found.pop()
                    self.more = True
                    return

    def _asks_what_is_spent(self) -> bool:
        cls = self.start.rows[self.action.row].cls if self.action.verb == CAST else None
        return cls is not None and cls.proto is not None and bool(spent_asked(Draft(self.start), cls.proto))

    def look(self) -> None:
        """Look at all positions, or at so many of them that there is no time for more."""
        waiting: deque[tuple[State, Steps]] = deque([(self.start, ())])
        left = POSITIONS
        while waiting:
            state, steps = waiting.popleft()
            if may_be_made(state, self.action):
                self.pay(state, steps)
                continue
            for each in self._mana_abilities(state):
                after = played(state, (each,))
                if after is None:
                    self.more = True  # it asks for something besides: such a way is gone by hand
                elif self._is_new(after):
                    waiting.append((after, (*steps, each)))
                    left -= 1
            if left < 0 or len(self.found) >= TOLD:
                self.more = self.more or bool(waiting)
                return

    def _is_new(self, state: State) -> bool:
        like = self.seen.setdefault(short_mark(state), [])
        if any(same_for_rules(state, other) for other in like):
            return False
        like.append(state)
        return True

    def pay(self, state: State, steps: Steps) -> None:
        """Keep the ways to pay in a position, unless an earlier mana ability was not needed."""
        if any(self._may_do_without(steps[:at] + steps[at + 1 :]) for at in range(len(steps))):
            return
        self._keep(state, steps)

    def _keep(self, state: State, steps: Steps) -> None:
        for paid in payments(state, self.action):
            after = made(state, paid)
            if after is None:
                self.more = True
            elif not any(same_for_rules(after, other) for _, other in self.found):
                self.found.append(((*steps, paid), after))

    def _may_do_without(self, fewer: Steps) -> bool:
        after = played(self.start, fewer)
        return after is not None and may_be_made(after, self.action)

    def _mana_abilities(self, state: State) -> Iterator[Choice]:
        """The mana abilities that may be activated; one that asks for more than a kind of mana is left for the hand."""
        pointed = {ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)}
        known: list[Row] = []
        for handle, row in state.rows.items():
            if row.cls.zone != BATTLEFIELD or row.cls.controller != self.action.player or row.cls.proto is None:
                continue
            if handle not in pointed and not row.refs:  # one of two such rows that are alike stands for both
                if any(equal_rows(each, row) for each in known):
                    continue
                known.append(row)
            for index, ability in enumerate(abilities_at(state, handle)):
                if not is_mana_ability(ability):
                    continue
                for kind in mana_choice(ability) or ("",):
                    choice = Choice(ACTIVATE, self.action.player, handle, index=index, answer=kind)
                    if self._may_be(state, choice):
                        yield choice

    def _may_be(self, state: State, choice: Choice) -> bool:
        try:
            refused = verify(state, choice)
        except Unsupported:
            self.more = True
            return False
        self.more = self.more or (refused is not None and refused.kind == AMBIGUOUS)
        return refused is None


def payments(state: State, action: Choice) -> Iterator[Choice]:
    """The ways to pay for an action out of the pool, in a position in which it may be made."""
    try:
        if verify(state, action) is None:
            yield action
            return
        alike = (action.verb, action.row, action.index, action.how)
        for option in options(state):
            if option.unknown or (option.verb, option.row, option.index, option.how) != alike:
                continue
            ways = chain.from_iterable(told_apart(state, fixed(option, action), PAYMENTS))
            for each in islice(ways, PAYMENTS):
                if replace(each, pay=()) == action and verify(state, each) is None:
                    yield each
    except Unsupported:
        return


def fixed(option: Option, choice: Choice) -> Option:
    """An option with the targets, the X and the answer of a choice, so that only the rest is left open."""
    named = iter(choice.targets)
    return replace(option, slots=tuple(_fixed(slot, named, choice) for slot in option.slots))


def _fixed(slot: Slot, named: Iterator[int], choice: Choice) -> Slot:
    if slot.name == TARGET:
        return replace(slot, rows=(next(named),))
    if slot.name == X:
        return replace(slot, low=choice.x, high=choice.x)
    return replace(slot, words=(choice.answer,)) if slot.name == ANSWER else slot


def told_ways(state: State, choices: Sequence[Choice]) -> list[tuple[Choice, list[Lines]]]:
    """Choices without payments, each with its ways to pay as ``said`` tells them. What makes mana for one is tried for all of the same cost."""
    known: dict[tuple[Due, ...], list[tuple[State, Lines]]] = {}
    found = []
    for choice in choices:
        cost = due(state, choice)
        if cost not in known:
            makes = dict.fromkeys(steps[:-1] for steps in ways_to_pay(state, choice).ways)
            ready = [(played(state, steps), said(state, steps)) for steps in makes]
            known[cost] = [(there, lines) for there, lines in ready if there is not None]
        told = [
            [*lines, *last]
            for there, lines in known[cost]
            for paid in payments(there, choice)
            if (last := said(there, (paid,)))
        ]
        found.append((choice, told))
    return found


def said(state: State, steps: Steps) -> Lines:
    """Choices that are made one after the other, each as a line and as a player says it; none where one does not read back."""
    found: Lines = []
    there: State | None = state
    for at, choice in enumerate(steps):
        there = there if at == 0 or there is None else played(there, (steps[at - 1],))
        if there is None:
            return []
        line = said_of(there, choice).text
        if isinstance(read_sentence(there, line), Refusal):
            return []
        found.append((line, player_words(there, choice, line)))
    return found
