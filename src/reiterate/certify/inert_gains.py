"""Which amounts that a loop makes grow do something by themselves, and which only count what something else may see."""

from __future__ import annotations

from typing import Any, Final

from reiterate.loops.head_slots import Slot

#: Tallies of events that give nobody anything and take nothing from anybody; what comes of them is counted elsewhere.
SEEN_ONLY: Final = frozenset(
    {"etb", "dies", "casts", "sacrifices", "lifegain", "proliferates", "populates", "copies"}
    | {"activations", "mana activations", "resolved", "repetitions"}
)


def read_in(segment: dict[str, Any]) -> set[Slot]:
    """The amounts of a written segment that something in it depends on: a comparison, or what another amount becomes."""
    found = {i for guard in segment["guards"] for _, product in guard["poly"] for i in product}
    for j, poly in enumerate(segment["update"]):
        found |= {i for _, product in poly for i in product if i != j}
    return {(slot[0], slot[1]) for i, slot in enumerate(segment["slots"]) if i in found}


def alone(slot: Slot, read: set[Slot]) -> bool:
    """Whether an amount does something by itself: it is part of the position, or read by the loop, or such a tally."""
    handle, name = slot
    return handle >= 0 or slot in read or name.partition(".")[0] not in SEEN_ONLY
