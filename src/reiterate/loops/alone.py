"""Which amounts that a loop makes grow do something by themselves, and which only count what something else may see."""

from __future__ import annotations

from typing import Any, Final

from reiterate.loops.trace import Slot

#: Tallies of events that give nobody anything and take nothing from anybody; what comes of them is counted elsewhere.
SEEN_ONLY: Final = frozenset(
    {"etb", "dies", "casts", "sacrifices", "lifegain", "proliferates", "populates", "copies"}
    | {"activations", "mana activations", "resolved", "repetitions"}
)


def read_in(segment: dict[str, Any]) -> set[Slot]:
    """The amounts of a written segment that something in it depends on: a comparison, or what another amount becomes.

    Rounds of blocks are part of it: what they compare, what their amounts begin with and become, and how many there are.
    """
    slots = [(slot[0], slot[1]) for slot in segment["slots"]]
    return _read(segment, slots, slots) | _in_blocks(segment.get("iterations", []), slots)


def _in_blocks(iterations: list[list[dict[str, Any]]], around: list[Slot]) -> set[Slot]:
    found: set[Slot] = set()
    for block in (deed for deeds in iterations for deed in deeds if "block" in deed):
        own = [(slot[0], slot[1]) for slot in block["slots"]]
        names = [*around, *own]
        rounds = block["rounds"] if isinstance(block["rounds"], list) else []  # digits where there are always as many
        found |= _read(block, own, names) | {names[i] for _, product in rounds for i in product}
        for slot, poly in zip(own, block["start"], strict=True):
            found |= {names[i] for _, product in poly for i in product if names[i] != slot}
        found |= _in_blocks([block["block"]], names)
    return found


def _read(noted: dict[str, Any], own: list[Slot], names: list[Slot]) -> set[Slot]:
    found = {names[i] for guard in noted["guards"] for _, product in guard["poly"] for i in product}
    for slot, poly in zip(own, noted["update"], strict=True):
        found |= {names[i] for _, product in poly for i in product if names[i] != slot}
    return found


def alone(slot: Slot, read: set[Slot]) -> bool:
    """Whether an amount does something by itself: it is part of the position, or read by the loop, or such a tally."""
    handle, name = slot
    return handle >= 0 or slot in read or name.partition(".")[0] not in SEEN_ONLY
