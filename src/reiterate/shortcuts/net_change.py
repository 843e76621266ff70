"""What a period of a loop leaves changed on the board, beside what is counted in it: life, mana, cards, permanents, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from reiterate.amounts import Amount, Formula, in_total, value_of
from reiterate.loops.loop import Count, Loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, Row, State
from reiterate.state.properties import CARD, COUNTER, DAMAGE, LIFE, MANA, PLAYER

#: Numbers by the words for them.
Numbers: TypeAlias = dict[str, "int | Formula"]


def board_numbers(state: State) -> Numbers:
    """A board as numbers: the stack, life, zones, mana; of all permanents of a name how many, tapped, sizes and counters.

    ``Unsupported`` where a size can't be told as one number.
    """
    numbers: Numbers = {}
    for handle in state.stack:
        _add(numbers, "stack", state.rows[handle].n)
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.kind == PLAYER:
            for slot, value in row.num.items():
                if slot == LIFE or slot.startswith((MANA, COUNTER)):
                    _add(numbers, f"p{cls.owner + 1}.{slot.removeprefix(COUNTER)}", value)
        elif cls.zone == BATTLEFIELD and cls.proto is not None:
            _permanent(numbers, state, handle)
        elif cls.zone in (HAND, LIBRARY, GRAVEYARD, EXILE) and cls.kind == CARD:
            _add(numbers, f"p{cls.owner + 1}.{cls.zone}", row.n)
    return numbers


def _permanent(found: Numbers, state: State, handle: int) -> None:
    row = state.rows[handle]
    proto = row.cls.proto
    assert proto is not None
    name = f"p{row.cls.controller + 1}.{'tokens.' if proto.token else ''}{proto.name}"
    _add(found, name, row.n)
    if row.cls.tapped:
        _add(found, f"{name}.tapped", row.n)
    for slot, value in row.num.items():
        if slot == DAMAGE or slot.startswith(COUNTER):
            _add(found, f"{name}.{slot.replace(COUNTER, 'counters.', 1)}", _all(row, value))
    if has_pt(view(state, handle)) and is_creature(state, handle):
        _add(found, f"{name}.power", _all(row, power(state, handle)))
        _add(found, f"{name}.toughness", _all(row, toughness(state, handle)))


def _all(row: Row, amount: Amount) -> Amount:
    """What all members of a row have together that have ``amount`` each."""
    return in_total(amount, row.n)


def _add(found: Numbers, key: str, amount: Amount) -> None:
    found[key] = found.get(key, 0) + value_of(amount)


def changed_amounts(before: Mapping[str, Amount], after: Mapping[str, Amount]) -> Numbers:
    """What is another number in ``after``."""
    keys = sorted(before.keys() | after.keys())
    found = {key: value_of(after.get(key, 0)) - value_of(before.get(key, 0)) for key in keys}
    return {key: n for key, n in found.items() if n}


def first_period(loop: Loop) -> tuple[Count, int]:
    """Before which iteration the first period that was proved begins, and how many iterations it has; else the first one."""
    return (loop.segments[0].start, loop.segments[0].period.iterations) if loop.segments else (0, 1)


def states_around(loop: Loop, size: int) -> tuple[State, State] | None:
    """The states around ``size`` iterations from the first period on; None where the loop doesn't come so far."""
    at = first_period(loop)[0]
    before, after = loop.reach(at), loop.reach(at + size)
    return None if isinstance(before, Refusal) or isinstance(after, Refusal) else (before, after)


def net(loop: Loop) -> Numbers | None:
    """What the first period leaves changed on the board; None where that can't be told."""
    states = states_around(loop, first_period(loop)[1])
    if states is None:
        return None
    try:
        return changed_amounts(board_numbers(states[0]), board_numbers(states[1]))
    except Unsupported:
        return None


def counted_iterations(loop: Loop, size: int) -> Numbers:
    """What is counted in ``size`` iterations from the first period on."""
    states = states_around(loop, size)
    return {} if states is None else changed_amounts(states[0].tally, states[1].tally)
