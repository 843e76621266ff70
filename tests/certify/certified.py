"""Certificates for tests: written, accepted, in the published form; and the boards of a block of triggers and of a swarm."""

from __future__ import annotations

import json
from typing import Any, Final

from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop
from reiterate.loops.play import Reader
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from tests.loops.swarms import INSECT, SWARM
from tests.support.generated_loops import CREATURE, Made, engine
from tests.support.schemas import compiled, validate

OBLIGATIONS: Final = {
    f"certificate-{name}" for name in ("base", "step", "closed", "guards", "after", "choices", "gains", "needs")
}


def accepted(text: str) -> Accepted:
    """The checker's answer; fails where it is a refusal."""
    found = check(text)
    assert isinstance(found, Accepted), found
    return found


def certified(start: State, reader: Reader) -> str:
    """The certificate of a loop; fails where it is refused."""
    text = certify_plainly(find_loop(start, reader))
    assert isinstance(text, str), text
    return text


def segments(text: str) -> list[dict[str, Any]]:
    """The segments of a certificate."""
    return [piece for piece in json.loads(text)["chain"] if piece["kind"] == "segment"]


def fits(text: str) -> None:
    """The text follows the published form."""
    validate(json.loads(text), "certificate", 2)


def block_of_triggers(life: str) -> tuple[State, BodyReader]:
    """Each new Shaman sees the next one: 1 + 2 + 3 + ... life lost, one trigger at a time."""
    board = Made("block", "block", lives=["20", life], entries=[["Test Shaman"], []])
    engine(board, "Create a token that's a copy of target creature.")
    board.cards.append(("Test Shaman", CREATURE, "Whenever another creature enters, each opponent loses 1 life."))
    board.body = ["activate engine targeting oldest Test Shaman", "all pass", "for each trigger:", "  all pass"]
    return board.loop()


def swarm(life: str) -> tuple[State, BodyReader]:
    """Insects double while an opponent loses 1 life each time."""
    board = Made("swarm", "swarm", lives=["20", life], entries=[[INSECT], []])
    engine(board, SWARM, "Each opponent loses 1 life.")
    return board.loop()


def one_more_period(value: dict[str, Any]) -> dict[str, Any]:
    """The claim of one period more, with everything that follows from it."""
    segment = next(piece for piece in value["chain"] if piece["kind"] == "segment")
    segment["periods"] = str(int(segment["periods"]) + 1)
    more = len(segment["iterations"])
    for place in (value["claim"]["iterations"], value["end"]["iteration"]):
        assert place
    value["claim"]["iterations"] = str(int(value["claim"]["iterations"]) + more)
    value["end"]["iteration"] = str(int(value["end"]["iteration"]) + more)
    return value


def without_end(value: dict[str, Any]) -> dict[str, Any]:
    """The claim that the first segment never ends."""
    at = next(i for i, piece in enumerate(value["chain"]) if piece["kind"] == "segment")
    value["chain"][at]["periods"] = ""
    return value | {
        "chain": value["chain"][: at + 1],
        "end": {"kind": "endless"},
        "claim": {**value["claim"], "kind": "loop", "endless": True, "iterations": "", "gains": []},
    }


def readable(value: object) -> bool:
    """Whether a value follows the published form of certificates: then it can be read."""
    return compiled("certificate", 2).is_valid(value)
