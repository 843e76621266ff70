"""Honest certificates by name, and the parts of them that forgers change."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Final

from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.loops.loop import find_loop
from tests.certify.certified import block_of_triggers
from tests.certify.choice_boards import certificate
from tests.certify.near_misses import good
from tests.kinds.kinds_table import BASES

Value = dict[str, Any]
GOND: Final = "combos/gond-alarm"  # endless; row 3 acts, row 9 are its tokens
GRIND: Final = "combos/painter-grindstone"  # ends: a library runs out; nobody keeps it up
BOND: Final = "bond-blood"  # ends: the opponent dies; nobody keeps it up
BASALT: Final = "basalt-power-artifact"
CATHARS: Final = "cathars-crusade"  # tokens joined to a run
FULL: Final = "block"  # a block of ever more triggers
CHIME: Final = "chime"  # a draw by itself


@cache
def text_of(name: str) -> str:
    """The honest certificate."""
    if name == FULL:
        found = certify_plainly(find_loop(*block_of_triggers("10^50")))
    elif name in BASES:
        found = certificate(BASES[name].text())
    else:
        found = good(name)
    assert isinstance(found, str), found
    return found


def last(value: Value) -> Value:
    """The last segment."""
    found: Value = [piece for piece in value["chain"] if piece["kind"] == "segment"][-1]
    return found


def row(value: Value, handle: int) -> Value:
    """A row of the start."""
    found: Value = value["start"]["rows"][handle]
    return found


def digest(value: Value) -> None:
    """The digest of the cards as they are now."""
    protos = sorted({canonical(r["class"]["proto"]) for r in value["start"]["rows"] if "proto" in r["class"]})
    value["terms"] = hashlib.sha256("".join(protos).encode()).hexdigest()


def broken_off(value: Value, periods: str, end: Value) -> None:
    """An endless loop that ends after some periods, with gains that are near-infinite."""
    last(value)["periods"] = periods
    before = int(periods) + len(value["chain"][0]["iterations"])
    value["end"] = {"iteration": str(before + 1), "choice": "1", "choices": [], **end}
    value["claim"] |= {"endless": False, "iterations": str(before)}
    gains = [gain for gain in value["claim"]["gains"] if gain["amount"][0] < 0]
    for gain in gains:
        gain |= {"size": "near-infinite", "most": str(before * int(gain["change"][0][2].partition("/")[0]))}
    value["claim"]["gains"] = gains
