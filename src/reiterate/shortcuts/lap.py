"""One lap of a loop from a place on, and whether a choice elsewhere goes on with that loop (MTR 4.4).

Two positions are the same for a loop where its lap can be played in both and does the same in both. It does the same where
the same kinds of things change, choice by choice. What else lies on the board has no part in that. So a land that was tapped, a rider, or a
twin of a permanent makes no other loop of it. What can't be shown goes on with nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from reiterate.amounts import identical, summed
from reiterate.loops.loop import Count, Loop
from reiterate.loops.play import Cursor, Reader
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.priority import give_priority
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import acts, verify
from reiterate.rules.events.combat_state import OF_COMBAT
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.events import Draft
from reiterate.state.model import Class, Row, State
from reiterate.state.properties import MANA, PLAYER, WHOLE_GAME

#: Choices of a lap that are looked at; what a longer one does behind them is not compared.
CHOICES: Final = 300

#: Periods in a row that have to change the same where a loop is left alone.
PERIODS: Final = 3

#: What one choice changes: kinds of rows of which there are more or fewer, and amounts that are other ones.
Change: TypeAlias = tuple["Class | int", str]
Changes: TypeAlias = frozenset[Change]

#: In a change: how many there are.
_MANY: Final = "n"


@dataclass(frozen=True, slots=True)
class Made:
    """A choice of a lap: the position it is made in, the cursors before and behind it, its place in its iteration, what it changes."""

    state: State
    choice: Choice
    at: Cursor
    behind: Cursor
    place: int
    changes: Changes


@dataclass(frozen=True, slots=True)
class Lap:
    """One period of a loop behind so many whole iterations, choice by choice, and its script.

    ``alone``: what changes in a period where nobody acts, if actions only ride along with the loop; else ().
    ``riding``: sets of choices without which it is the same loop. Each set is of one action, from where its player comes to
    act to where that action has resolved.
    """

    reader: Reader
    made: tuple[Made, ...]
    alone: tuple[Changes, ...] = ()
    riding: frozenset[frozenset[int]] = frozenset()

    def without(self, riders: Collection[Collection[int]]) -> Lap:
        """The lap of a loop that goes on without any one of such sets of actions: it is the same loop then."""
        return replace(self, riding=frozenset(self._choices_of(each) for each in riders) - {frozenset()})

    def _choices_of(self, riders: Collection[int]) -> frozenset[int]:
        found: set[int] = set()
        for at in riders:
            stack = self.made[at].state.stack
            begin = at
            while begin and self.made[begin - 1].choice.verb == PASS and self.made[begin - 1].state.stack == stack:
                begin -= 1
            end = at + 1
            while end < len(self.made) and not _rests(self.made[end].state, stack):
                end += 1
            if (
                end < len(self.made) or begin
            ):  # an iteration may end behind what a rider did, and begin with another choice
                found.update(range(begin, end))
        return frozenset(found)

    def left_alone(self) -> Lap:
        """The lap with what is left of its loop where nobody acts; the same where nobody acts in it, or no period is seen."""
        if not any(acts(one.state, one.choice) for one in self.made):
            return self
        seen: list[Changes] = []
        with suppress(Unsupported):
            seen.extend(one for one in self._by_itself(self.made[0].state) if one)
        for size in range(1, len(seen) // PERIODS + 1):
            last = seen[-size:]
            before = (seen[-size * (n + 1) : -size * n] for n in range(1, PERIODS))
            if all(alike_changes(a, b) for each in before for a, b in zip(last, each, strict=True)):
                return replace(self, alone=tuple(last))
        return self

    def at(self, seat: int, places: Collection[int]) -> tuple[int, ...]:
        """Which choices of the lap a player makes at such places of an iteration."""
        return tuple(i for i, one in enumerate(self.made) if one.choice.player == seat and one.place in places)

    def by_kernel(self, own: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """A player's choices in what is left of the lap without each set of other actions; all of them where none is left out."""
        kept = {tuple(at for at in own if at not in without) for without in self.riding}
        return tuple(sorted(kept - {()})) or (tuple(own),)

    def steps(self) -> Iterator[tuple[Made, Made]]:
        """Each choice of the lap with the one behind it."""
        return pairwise(self.made)

    def goes_on(self, at: int, state: State, choice: Choice) -> bool:
        """Whether a legal choice is choice ``at`` of the lap again, and the whole lap follows it if everybody else goes on.

        False where that is not shown.
        """
        own = self.made[at]
        if (choice.verb, choice.player) != (own.choice.verb, own.choice.player) or asked(state) != asked(own.state):
            return False
        try:
            behind = step(state, choice)[0]
            if not alike_changes(own.changes, changes_of_choice(state, behind)):
                return False
            return any(self._follows(at, behind, each) for each in ((), *self.riding) if at not in each)
        except Unsupported:
            return False

    def _follows(self, at: int, state: State, skipped: Collection[int] = ()) -> bool:
        for number in (*range(at + 1, len(self.made)), *range(at)):
            if number in skipped:
                continue
            one = self.made[number]
            if over(state):
                return False
            choice = self._read(one, state)
            if choice is None:
                return False
            behind = step(state, choice)[0]
            if not alike_changes(one.changes, changes_of_choice(state, behind)):
                return False
            state = behind
        return True

    def _read(self, one: Made, state: State) -> Choice | None:
        """A choice of the lap as it is made in another position; None where it can't be made there."""
        read = self.reader.next(state, one.at)
        choice = read[0] if isinstance(read, tuple) else one.choice
        return choice if choice.player == decider(state) and verify(state, choice) is None else None

    def goes_on_by_itself(self, state: State) -> bool:
        """Whether the loop goes on from a position if everybody passes, whatever else waits on the stack.

        False where that is not shown.
        """
        lap = list(self.alone) or [one.changes for one in self.made if one.changes]
        if not lap:
            return False
        many = len(state.stack) + 2 + 2 * len(lap)
        seen: list[Changes] = []
        try:
            for one in self._by_itself(state):
                if one:
                    seen.append(one)
                if len(seen) == many:
                    break
        except Unsupported:
            return False
        last = seen[-len(lap) :]
        turned = (lap[i:] + lap[:i] for i in range(len(lap)))
        return len(seen) == many and any(
            all(alike_changes(a, b) for a, b in zip(one, last, strict=True)) for one in turned
        )

    def _by_itself(self, state: State) -> Iterator[Changes]:
        """What changes, choice by choice, where everybody passes and answers as in the lap; it stops where nothing waits."""
        for _ in range(2 * CHOICES):
            if over(state) or (asked(state) == "priority" and not state.stack):
                return
            choice = Choice(PASS, decider(state)) if asked(state) == "priority" else self._answer(state)
            if choice is None:
                return
            behind = step(state, choice)[0]
            yield changes_of_choice(state, behind)
            state = behind

    def _answer(self, state: State) -> Choice | None:
        """The answer of the lap to what is asked, else the only one there is; None where there are several."""
        for one in self.made:
            if asked(one.state) == asked(state) and one.choice.player == decider(state):
                choice = self._read(one, state)
                if choice is not None:
                    return choice
        ways = [way for option in options(state) if not option.unknown for way in instances(state, option, 2)]
        return ways[0] if len(ways) == 1 else None


def lap_of(loop: Loop, iterations: Count) -> Lap | None:
    """The period of a loop that follows so many whole iterations; None where no choice of it can be made any more."""
    size = max((segment.period.iterations for segment in loop.segments), default=1)
    mades: list[Made] = []
    try:
        state = loop.reach(iterations)
        if isinstance(state, Refusal):
            return None
        for _ in range(size):
            behind = _iteration(loop.reader, state, mades)
            if behind is None:
                break
            state = behind
    except Unsupported:
        pass
    return Lap(loop.reader, tuple(mades)) if mades else None


def _iteration(reader: Reader, state: State, found: list[Made]) -> State | None:
    """Play one iteration and note its choices; None where it was not played to its end."""
    cursor, place = reader.start(), 0
    while len(found) < CHOICES and not over(state):
        read = reader.next(state, cursor)
        if read is None:
            return state
        if isinstance(read, Refusal) or verify(state, read[0]) is not None:
            return None
        place += 1
        behind = step(state, read[0])[0]
        found.append(Made(state, read[0], cursor, read[1], place, changes_of_choice(state, behind)))
        state, cursor = behind, read[1]
    return None


def _rests(state: State, stack: tuple[int, ...]) -> bool:
    """Whether the same waits on the stack again, and somebody has priority."""
    return state.stack == stack and asked(state) == "priority"


# --- what changes -------------------------------------------------------------------------------------------------


def changes_of_choice(before: State, after: State) -> Changes:
    """What one choice changes, whatever the amounts: kinds of rows in number, and amounts of a kind.

    Who has priority is no change, and neither is mana in a pool: what is left of it is gone with the step (106.4).
    """
    changes: set[Change] = set()
    kinds: dict[Class, tuple[list[Row], list[Row]]] = {}
    for handle in before.rows.keys() | after.rows.keys():
        was, now = before.rows.get(handle), after.rows.get(handle)
        if was is now or (was is not None and was.cls.kind == WHOLE_GAME):
            continue
        for side, row in enumerate((was, now)):
            if row is not None and row.cls.kind != PLAYER:
                kinds.setdefault(row.cls, ([], []))[side].append(row)
        if was is not None and now is not None and was.cls.kind == PLAYER:
            changes.update((was.cls.owner, slot) for slot in _slots(was, now) if not slot.startswith(MANA))
        elif was is not None and now is not None and was.cls is now.cls:
            changes.update((was.cls, slot) for slot in _slots(was, now))
    for cls, (gone, there) in kinds.items():
        if not identical(summed(row.n for row in gone), summed(row.n for row in there)):
            changes.add((cls, _MANY))
    return frozenset(changes)


def _slots(was: Row, now: Row) -> list[str]:
    return [slot for slot in was.num.keys() | now.num.keys() if not identical(was.get(slot), now.get(slot))]


def alike_changes(lap: Changes, here: Changes) -> bool:
    """Whether a choice changes what the lap's own one changes.

    Besides, permanents may only be tapped or untapped, get over summoning sickness, and be in combat. So a creature that
    attacks or blocks along, and does nothing by it, is no relevant change.
    """
    if lap == here:
        return True
    if lap - here:
        return False
    more = [(cls, what) for cls, what in here - lap if isinstance(cls, Class) and what == _MANY]
    rested = [_rested(cls) for cls, _ in more]
    return len(more) == len(here - lap) and all(rested.count(one) > 1 for one in rested)


def _rested(cls: Class) -> Class:
    at_rest = cls.but("tapped", False).but("sick", False)
    for name in OF_COMBAT:
        at_rest = at_rest.with_prop(name, False)
    return at_rest


def handed_over(state: State, seat: int, anew: bool = False) -> State:
    """The position with priority handed to a player: nobody counts as having passed, and no step ends (MTR 4.4).

    Where a choice other than priority is asked, the position stays as it is. ``anew``: passes are forgotten too where
    that player has priority already.
    """
    if over(state) or asked(state) != "priority" or (decider(state) == seat and not anew):
        return state
    draft = Draft(state)
    give_priority(draft, seat, 0)
    return draft.done()
