"""What a loop gains, as a certificate says it: amounts that grow without bound, or what there is more of in the end."""

from __future__ import annotations

from typing import Any, Final

from reiterate.amounts import Formula, decimal_text, value_of
from reiterate.loops.head_slots import Slot, amounts_of
from reiterate.refusals import unsupported
from reiterate.state.model import State
from reiterate.state.properties import PLAYER, N

#: Tallies of events that give nobody anything and take nothing from anybody; what comes of them is counted elsewhere.
SEEN_ONLY: Final = frozenset(
    {"etb", "dies", "casts", "sacrifices", "lifegain", "proliferates", "populates", "copies"}
    | {"activations", "mana activations", "resolved", "repetitions"}
)


def used_in(segment: dict[str, Any]) -> set[Slot]:
    """The amounts of a written segment that something in it depends on: a comparison, or what another amount becomes."""
    found = {i for guard in segment["guards"] for _, product in guard["poly"] for i in product}
    for j, poly in enumerate(segment["update"]):
        found |= {i for _, product in poly for i in product if i != j}
    return {(slot[0], slot[1]) for i, slot in enumerate(segment["slots"]) if i in found}


def _alone(slot: Slot, used: set[Slot]) -> bool:
    """Whether an amount does something by itself: it is part of the position, or read by the loop, or such a tally."""
    handle, name = slot
    return handle >= 0 or slot in used or name.partition(".")[0] not in SEEN_ONLY


class Growing:
    """The amounts that grow beyond every bound along the segments of a chain, with their change each period."""

    __slots__ = ("found", "last", "used")

    def __init__(self) -> None:
        self.found: dict[Slot, Any] = {}
        self.last: dict[Slot, Any] = {}  # those of the last segment
        self.used: set[Slot] = set()  # what a comparison of a segment reads, or another amount is made of

    def segment(self, made: dict[str, Any], growing: dict[Slot, Any]) -> None:
        """Note one more segment. In: ``made``, the segment as it is written. ``growing``: its slots that grow, each with the change in a period."""
        self.used |= used_in(made)
        self.last = growing
        self.found |= growing

    def endless(self) -> list[dict[str, Any]]:
        """What a loop without end gives."""
        return [self._gain(slot, self.last[slot], "", "infinite") for slot in sorted(self.last)]

    def ended(self, start: State, end: State, once: bool) -> list[dict[str, Any]]:
        """What there is more of at the end than at the start: tallies, and what the players' own rows hold.

        ``once``: the chain is played once, and has no segments. Out: gains as a certificate writes them, in order of slots.
        """
        before, after = amounts_of(start), amounts_of(end)
        found = []
        for slot in sorted(after):
            handle, name = slot
            if handle >= 0 and (end.rows[handle].cls.kind != PLAYER or name == N):
                continue
            more = value_of(after[slot]) - value_of(before.get(slot, 0))
            if (once or slot in self.found) and more > 0:
                change = "" if once else self.found[slot]
                found.append(self._gain(slot, change, _number_json(more), "once" if once else "near-infinite"))
        return found

    def _gain(self, slot: Slot, change: Any, most: Any, size: str) -> dict[str, Any]:
        by_itself = _alone(slot, self.used)
        return {"amount": list(slot), "alone": by_itself, "change": change, "most": most, "size": size}


def _number_json(n: int | Formula) -> Any:
    if not isinstance(n, Formula):
        return decimal_text(n)
    return [
        [decimal_text(c.numerator), decimal_text(c.denominator), [[decimal_text(b), _exponent(e)] for b, e in powers]]
        for powers, c in sorted(n.terms)
    ]


def _exponent(e: int | Formula) -> str:
    if isinstance(e, Formula):
        raise unsupported("certificate-growth", "certificates hold no exponent that is a formula itself", "732.2")
    return decimal_text(e)
