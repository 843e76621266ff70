"""Loops of the boards of ``kinds_table``, their certificates, and what is claimed of choices in them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.kinds.kinds import YES, Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from tests.kinds.kinds_table import book

CHOICES: Final = "certificate-choices"


@cache
def loop_of(text: str) -> Loop | Refusal:
    """The loop of a board's first block; a refusal where it does not begin."""
    found = load(text, "board.yaml", book())
    assert isinstance(found, Position), found
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    node = found.script[at]
    assert isinstance(node, Repeat)
    played_script = PlayedScript(found.state)
    refused = played_script.extend(found.script[:at], found.proposer)
    return refused if refused is not None else find_loop(played_script.final, BodyReader(node.body))


@cache
def certificate(text: str) -> str | Refusal:
    """The certificate of a board's first block."""
    loop = loop_of(text)
    return loop if isinstance(loop, Refusal) else certify_plainly(loop)


def claimed(text: str, **claims: Any) -> str:
    """The certificate with other claims."""
    value = json.loads(text)
    assert claims.keys() <= value["claim"].keys()
    value["claim"] |= claims
    return canonical(value)


def refused(text: str) -> Refusal:
    """The checker's refusal; fails where it accepts."""
    found = check(text)
    assert isinstance(found, Refusal), found
    return found


#: No certificate can be read that holds a card with so long a number in its words.
TOO_LONG: Final = {"far picking"}
#: Boards whose loop nobody keeps up, and which of them are draws: as the certificate says.
DRAWS: Final = {
    *("chime", "idle neighbour", "three players", "echo", "counting", "milling", "brood", "doubling", "pit", "slime"),
    *("undead", "bond undead", "waning", "picking"),
}


def agrees(keepers: tuple[int, ...] | str, draw: bool, kind: Kind) -> None:
    """What the checker derived is what the solver says of the kind, or less."""
    if keepers == "nobody":
        assert kind.mandatory is True
    elif isinstance(keepers, tuple):
        assert keepers == tuple(sorted(kind.keepers)) and keepers
    else:
        assert keepers == "unknown"
    assert not draw or kind.draw == YES
