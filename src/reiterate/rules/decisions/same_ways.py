"""The ways of choosing an option in which an object that is named once is named again, as another target or for a cost.

A row that is named again means another one of its group. So these ways stand beside those of ``filling`` (601.2c, 602.2b).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from reiterate.amounts import Amount, plain
from reiterate.records import replace
from reiterate.rules.access.choice import ACTIVATE, CAST, ITSELF, PICKS, TARGET, Choice, Option, Pick, Slot
from reiterate.rules.access.choice import TARGET as TARGET_VERB
from reiterate.rules.access.same_member import real_row, same_as, target_meant
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.normal_form import is_single

Picked = Sequence[Sequence[Pick]]


def may_mean_the_same(state: State, option: Option) -> bool:
    """Whether some way of choosing an option names a group twice."""
    if option.verb not in (ACTIVATE, CAST, TARGET_VERB):
        return False
    seen = {option.row} if option.verb == ACTIVATE else set[int]()
    for slot in option.slots:
        if slot.name == PICKS and any(_is_group(state, row) for row in slot.rows if row in seen):
            return True
        if slot.name == TARGET and any(_is_group(state, row) for row in slot.rows if row in seen - {option.row}):
            return True
        if slot.rows and slot.name != PICKS:
            seen.update(slot.rows)
    return False


def _is_group(state: State, row: int) -> bool:
    return row in state.rows and not is_single(state.rows[row].n)


def same_targets(state: State, option: Option, unpaid: Choice) -> Iterator[Choice]:
    """The choice, and the like ones in which a target is the very object that an earlier target is."""
    slots = [slot for slot in option.slots if slot.name == TARGET]
    ways: list[list[int]] = []
    for at, row in enumerate(unpaid.targets):
        first = at - plain(slots[at].low) if at < len(slots) else 0
        earlier = range(first) if at < len(slots) and _is_group(state, row) else ()
        ways.append([row, *(same_as(k) for k in earlier if unpaid.targets[k] == row)])
    for targets in product(*ways):
        if all(targets[target_meant(row)] >= 0 for row in targets if target_meant(row) >= 0):
            yield replace(unpaid, targets=targets)


def same_given(state: State, option: Option, aimed: Choice, picked: Picked) -> Iterator[Picked]:
    """What is given up for costs, and the like in which it is what acts, or what is a target."""
    slots = [slot for slot in option.slots if slot.name == PICKS]
    ways = [
        [_replaced(row, count, again) for again in _named_before(state, option, aimed, slot, (row, count))]
        for slot, picks in zip(slots, picked, strict=True)
        for row, count in picks
    ]
    sizes = [len(picks) for picks in picked]
    for combined in product(*ways):
        parts = iter(combined)
        given = [[pick for _ in range(size) for pick in next(parts)] for size in sizes]
        if _there(state, option, slots, replace(aimed, picks=tuple(pick for part in given for pick in part)), given):
            yield given


def _named_before(state: State, option: Option, aimed: Choice, slot: Slot, pick: Pick) -> Iterator[tuple[int, ...]]:
    """Which objects of a row that are named before are among those picked."""
    row, count = pick[0], plain(pick[1])
    yield ()
    if not _is_group(state, row) or count >= plain(state.rows[row].n):
        return
    again = [same_as(k) for k, target in enumerate(aimed.targets) if target == row]
    if option.verb == ACTIVATE and row == option.row and not slot.but_itself and _stays(state, row):
        again.append(ITSELF)
    for many in range(1, min(count, len(again)) + 1):
        yield from combinations(again, many)


def _stays(state: State, row: int) -> bool:
    return state.rows[row].cls.zone == BATTLEFIELD


def _replaced(row: int, count: Amount, again: tuple[int, ...]) -> tuple[Pick, ...]:
    rest = plain(count) - len(again)
    return (*(((row, rest),) if rest else ()), *((each, 1) for each in again))


def _there(state: State, option: Option, slots: Sequence[Slot], choice: Choice, given: Picked) -> bool:
    """Whether the groups have so many members besides those that are named twice, and nothing is given up twice."""
    apart = {row for row in (*choice.targets, *(row for row, _ in choice.picks)) if row < ITSELF}
    apart |= {ITSELF for row, _ in choice.picks if row == ITSELF}
    gone = Counter(real_row(choice, row) for row in apart)
    for taps in (True, False):
        taken: Counter[int] = Counter()
        but_itself = False
        for slot, picks in zip(slots, given, strict=True):
            if slot.taps == taps:
                but_itself |= slot.but_itself and any(row == option.row for row, _ in picks)
                for row, count in picks:
                    taken[row] += plain(count)
        for row, many in taken.items():
            own = but_itself and row == option.row and ITSELF not in apart
            if many > (1 if row < 0 else plain(state.rows[row].n) - gone[row] - own):
                return False
    return True
