"""Cheap keys of a position for the search: where a period may end, what it spent, and what it changed.
Part of the solver: the search.

They only choose what to try. Whether a sequence is a loop is decided by ``loops`` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from reiterate.amounts import Amount, in_total, plain
from reiterate.rules.characteristics.derived import has_pt
from reiterate.rules.characteristics.evaluate import is_creature, power, toughness, view
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, Class, Row, State
from reiterate.state.properties import (
    ADDED_PHASE,
    ADDED_STEP,
    ADDED_TURN,
    ARRIVED,
    CARD,
    CAST_FROM,
    COUNTER,
    DAMAGE,
    LIFE,
    MANA,
    MINUS_COUNTERS,
    PLAYER,
    POISON_COUNTERS,
    RESUME,
    STUN_COUNTERS,
    WHOLE_GAME,
)
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.effects_continuous import GainKeywords

#: Zones in which things may become more from one head to the next.
_MAY_GROW: Final = frozenset({"battlefield", "hand", "graveyard", "exile", "library", "command", "effects"})
_OWN: Final = frozenset({"battlefield", "hand", "graveyard"})
#: What waits for its turn, phase or step to begin (500.7 to 500.9): there may be more of it from one head to the next.
_WAITING: Final = frozenset({ADDED_TURN, ADDED_PHASE, ADDED_STEP})
#: Counters that nobody is glad to have.
_BAD_COUNTERS: Final = frozenset({MINUS_COUNTERS, POISON_COUNTERS, STUN_COUNTERS})


#: What has to be the same at both ends of a period: the decision, and what lies on the stack in which order.
Head: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def head_of(state: State) -> Head:
    """The head of a normal position. How many alike abilities lie at one place of the stack is left to ``Marks``.

    What comes behind an additional phase is left out (500.8): it is the same from the second lap of combats on.
    """
    moving: list[tuple[int, int]] = []
    stack = set(state.stack)
    for handle, row in state.rows.items():
        if row.cls.kind == WHOLE_GAME:
            moving.append((id(row.cls.with_prop(RESUME, False)), 1))
        elif row.cls.kind != PLAYER and row.cls.zone not in _MAY_GROW and handle not in stack:
            moving.append((id(row.cls), 1 if row.cls.kind in _WAITING else plain(row.n)))
    return tuple(sorted(moving)), tuple(_entry(state.rows[h]) for h in state.stack)


def _entry(row: Row) -> tuple[int, int]:
    return id(row.cls), 0 if isinstance(row.cls.term, Activated | Triggered) else plain(row.n)


class Marks:
    """What the search compares of two normal positions with the same head."""

    __slots__ = ("own", "piles", "rows", "settled")

    def __init__(self, state: State, me: int, like: Callable[[Class], Class] | None = None) -> None:
        """``like``: the class that a permanent is counted as; without it what is summoning sick counts as what is not."""
        self.piles = tuple(plain(state.rows[handle].n) for handle in state.stack)
        self.rows: Counter[int] = Counter()
        self.own: Counter[tuple[int, str]] = Counter()
        counted_as = like or _awake
        unsettled = False
        for handle, row in state.rows.items():
            cls = row.cls
            if cls.kind == PLAYER:
                if cls.owner == me:
                    self.own.update({(0, s): plain(v) for s, v in row.num.items() if s.startswith(MANA)})
                self.rows[id(cls)] += 1
            elif cls.kind in _WAITING:
                self.own[(id(cls), "n")] += plain(row.n)
            elif cls.kind != WHOLE_GAME and cls.zone in _MAY_GROW:
                alike = id(counted_as(cls))
                unsettled = unsettled or (like is None and (bool(cls.marks) or CAST_FROM in cls.by_prop))
                self.rows[alike] += 1
                if cls.zone in _OWN and (cls.controller if cls.zone == BATTLEFIELD else cls.owner) == me:
                    self._count(state, handle, alike)
        self.settled = Marks(state, me, _settled) if unsettled else self

    def _count(self, state: State, handle: int, alike: int) -> None:
        row = state.rows[handle]
        n = plain(row.n)
        self.own[(alike, "n")] += n
        for slot, value in row.num.items():
            if slot.startswith(COUNTER) and slot not in _BAD_COUNTERS:
                self.own[(alike, slot)] += plain(in_total(value, row.n))

    def may_close(self, before: Marks) -> bool:
        """Whether a period may have gone from ``before`` to here: all that was there is there, and none of it less."""
        return self.holds(before) and not self.spent(before)

    def settles(self, before: Marks) -> bool:
        """Whether a lap may have gone from ``before`` to here, the first one: all is there but for what that leaves for good."""
        changed = self.settled is not self or before.settled is not before
        return changed and self.settled.may_close(before.settled)

    def holds(self, before: Marks) -> bool:
        """Whether all rows of ``before`` are there, and maybe more; also at each place of the stack."""
        piled = all(now >= then for now, then in zip(self.piles, before.piles, strict=True))
        return piled and all(self.rows[cls] >= n for cls, n in before.rows.items())

    def spent(self, before: Marks) -> bool:
        """Whether mana, permanents, cards or counters of one's own became fewer."""
        return any(self.own[key] < n for key, n in before.own.items())

    def mana_spent(self, before: Marks) -> int:
        """Of how many kinds of mana one has less than before."""
        return sum(self.own[key] < n for key, n in before.own.items() if not key[0])


def _awake(cls: Class) -> Class:
    """The class without summoning sickness: what enters anew each iteration differs from its first in that alone."""
    if not cls.sick and ARRIVED not in cls.by_prop:
        return cls
    return cls.but("sick", False).with_prop(ARRIVED, False)


def _settled(cls: Class) -> Class:
    """The same without what a first lap leaves for good: that it was cast, and keywords that it has until end of turn."""
    cls = _awake(cls)
    if CAST_FROM in cls.by_prop:
        cls = cls.with_prop(CAST_FROM, False)
    if any(isinstance(mark, GainKeywords) for mark in cls.marks):
        cls = cls.but("marks", tuple(mark for mark in cls.marks if not isinstance(mark, GainKeywords)))
    return cls


def facts(state: State) -> Counter[str]:
    """A board as numbers: life, zones, mana; of all permanents of a name how many, tapped, their sizes and counters."""
    found: Counter[str] = Counter({"stack": sum(plain(state.rows[handle].n) for handle in state.stack)})
    for handle, row in state.rows.items():
        cls, n = row.cls, plain(row.n)
        if cls.kind == PLAYER:
            written = {s: plain(v) for s, v in row.num.items() if s == LIFE or s.startswith((MANA, COUNTER))}
            found.update({f"p{cls.owner + 1}.{slot.removeprefix(COUNTER)}": v for slot, v in written.items()})
        elif cls.zone == BATTLEFIELD and cls.proto is not None:
            token = "tokens." if cls.proto.token else ""
            name = f"p{cls.controller + 1}.{token}{cls.proto.name}"
            found.update({name: n, f"{name}.tapped": n * cls.tapped, f"{name}.damage": _all(row, row.get(DAMAGE))})
            counters = {s.removeprefix(COUNTER): v for s, v in row.num.items() if s.startswith(COUNTER)}
            found.update({f"{name}.counters.{kind}": _all(row, number) for kind, number in counters.items()})
            if has_pt(view(state, handle)) and is_creature(state, handle):
                found.update({f"{name}.power": _all(row, power(state, handle))})
                found.update({f"{name}.toughness": _all(row, toughness(state, handle))})
        elif cls.zone in (HAND, LIBRARY, GRAVEYARD, EXILE) and cls.kind == CARD:
            found[f"p{cls.owner + 1}.{cls.zone}"] += n
    return found


def _all(row: Row, amount: Amount) -> int:
    """What all members of a row have together that have ``amount`` each."""
    return plain(in_total(amount, row.n))


def board_difference(before: State, after: State) -> dict[str, int]:
    """What is another number on the board of ``after``."""
    return changed_facts(facts(before), facts(after))


def changed_facts(a: Counter[str], b: Counter[str]) -> dict[str, int]:
    """What is another number in the facts of a later board ``b``."""
    return {key: b[key] - a[key] for key in sorted(a.keys() | b.keys()) if a[key] != b[key]}


def counted_between(before: State, after: State) -> dict[str, int]:
    """What was counted from one position to another."""
    keys = sorted(before.tally.keys() | after.tally.keys())
    return {key: n for key in keys if (n := plain(after.tally.get(key, 0)) - plain(before.tally.get(key, 0)))}


def weakens(change: Mapping[str, int], me: int) -> bool:
    """Whether a player's own permanents become less tough, so that they die in the end (704.5f)."""
    return any(n < 0 and key.startswith(f"p{me + 1}.") and key.endswith(".toughness") for key, n in change.items())


def only_losses(change: Mapping[str, int], me: int) -> bool:
    """Whether a change of the board does nothing but take from one player."""
    mine = f"p{me + 1}."
    return bool(change) and all(
        key.startswith(mine) and ((n < 0) != (key in (f"{mine}poison",) or key.endswith((".damage", ".tapped"))))
        for key, n in change.items()
    )
