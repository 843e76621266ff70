"""Periods of blocks that were traced once: the same block is done again from another head of the same shape.

A period is proved for all amounts that are its symbols, as long as its guards hold. So it serves each head that corresponds to
its own, row by row in order of age, with equal amounts elsewhere. Only its closed forms are made anew.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import value_of
from reiterate.loops.closed_forms import Iterated
from reiterate.loops.head_slots import Slot, amount_at, moved
from reiterate.loops.play import Block, Work
from reiterate.loops.trace import SYMBOL_ROUNDS, trace
from reiterate.loops.traced_period import Period, close_period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.positions.identity import Correspondence, correspond, skeleton
from reiterate.state.model import Gone, State
from reiterate.state.normal_form import same_reference
from reiterate.state.progression_rows import has_progressions

#: Periods of one block that are kept, the latest ones.
KEPT: Final = 4

#: A block that has a lemma is done by that until it was so often done from a head of one shape: the lemma is made anew each time.
TRACED_AT: Final = 3


def same_play(head: State, other: State) -> Correspondence | None:
    """How the rows of two heads correspond where a script means the same objects in both; None where it may not.

    Labels name corresponding rows, the order of age is the same, and what is last known of an object that is gone is equal.
    """
    phi = correspond(head, other, amounts=False)
    if phi is None or {label: phi[handle] for label, handle in head.labels.items()} != other.labels:
        return None
    ages = [phi[handle] for handle in sorted(head.rows)]
    if ages != sorted(ages):
        return None
    for handle, row in head.rows.items():
        refs = other.rows[phi[handle]].refs
        if any(isinstance(ref, Gone) and not same_reference(ref, refs[slot]) for slot, ref in row.refs.items()):
            return None
    return phi


class KeptPeriods:
    """The traced periods of blocks, by the lines of a block."""

    __slots__ = ("asked", "by_body")

    def __init__(self) -> None:
        self.by_body: dict[int, tuple[object, list[tuple[object, Period]]]] = {}
        self.asked: dict[
            object, int
        ] = {}  # discrete: how often a block from a head of this shape had to be done another way

    def traced(self, block: Block, head: State, work: Work) -> None:
        """Trace a period of a block that has a lemma, when it was often done from heads of this shape.

        Where another head differs in an amount that is no symbol of the period, it becomes one.
        """
        shape = skeleton(head)
        key = (id(block.body), shape)
        self.asked[key] = self.asked.get(key, 0) + 1
        if not TRACED_AT <= self.asked[key] < TRACED_AT + SYMBOL_ROUNDS:
            return
        symbols: set[Slot] = set()
        for known, period in self.by_body.get(id(block.body), (None, []))[1]:
            phi = same_play(period.head, head) if known == shape else None
            if phi is not None:
                moving = {*period.slots, *moved(period.head, head, phi)}
                symbols |= {_there(phi, slot) for slot in moving}
        try:
            found = trace(head, block.reader, 1, sorted(symbols), watch_options=False, work=work, inside=True)
        except Unsupported:
            return
        if not isinstance(found, Refusal):
            self.keep(block.body, found)

    def keep(self, body: object, period: Period) -> None:
        """Keep a period of the block with these lines, where it can serve other heads."""
        if isinstance(period.closed, Iterated) or len(period.update) > len(period.slots):
            return
        if period.head.only or has_progressions(period.head):
            return
        _, found = self.by_body.setdefault(id(body), (body, []))
        key = skeleton(period.head)
        found[:] = [(known, other) for known, other in found if known != key or other.iterations != period.iterations]
        found.append((key, period))
        del found[:-KEPT]

    def at(self, body: object, head: State, work: Work) -> Period | None:
        """A period of a block that holds at least once from this normal head; None where none is known."""
        kept = self.by_body.get(id(body))
        if kept is None or head.only:
            return None
        key = skeleton(head)
        for known, period in reversed(kept[1]):
            found = _from_here(period, head, work) if known == key else None
            if found is not None and found.valid_until != 0 and not isinstance(found.closed, Iterated):
                return found
        return None


def _there(phi: Correspondence, slot: Slot) -> Slot:
    """The slot of the other head that corresponds to one of this head; a tally is its own."""
    handle, name = slot
    return (phi[handle] if handle >= 0 else handle, name)


def _from_here(period: Period, head: State, work: Work) -> Period | None:
    """The period from another head of its shape; None where the head differs in what is no symbol of it, or nothing is known."""
    phi = same_play(period.head, head)
    if phi is None or not set(moved(period.head, head, phi)) <= set(period.slots):
        return None
    slots = [_there(phi, slot) for slot in period.slots]
    start = [value_of(amount_at(head, slot)) for slot in slots]
    work.closing(period.guards, dict(enumerate(start)))
    found = Period()
    for name in ("choices", "decisions", "guards", "iterations", "update"):
        setattr(found, name, getattr(period, name))
    found.head, found.slots, found.phi = head, slots, period.phi
    try:
        closed = close_period(found, start)
    except Unsupported:
        return None
    return None if isinstance(closed, Refusal) else closed
