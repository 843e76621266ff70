"""The form of certificates: one text for each value, and the digest of the cards at the start."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from reiterate.refusals import UNSUPPORTED, Refusal

FORMAT: Final = "certificate/2"

#: Digits of a number printed on a card that a certificate holds; its reader reads no more.
PRINTED_BUDGET: Final = 4_000
_TOO_LONG: Final = 10**PRINTED_BUDGET


def canonical(value: object) -> str:
    """The one text of a JSON value: sorted keys, no spaces, one line."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def terms_digest(start: dict[str, Any]) -> str:
    """The digest of the compiled cards of a written state."""
    protos = sorted({canonical(row["class"]["proto"]) for row in start["rows"] if "proto" in row["class"]})
    return hashlib.sha256("".join(protos).encode()).hexdigest()


def beyond_printing(written: Any) -> Refusal | None:
    """The refusal for a written state with a printed number of more digits than a certificate holds; None where all fit."""
    todo = [written]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list):
            todo += value
        elif type(value) is int and abs(value) >= _TOO_LONG:
            message = f"certificates hold no printed number of more than {PRINTED_BUDGET} digits"
            return Refusal(UNSUPPORTED, "certificate-printed", message, "a smaller number on the card", "732.2")
    return None


def stated_choices(value: dict[str, Any]) -> list[Any]:
    """What a certificate says of the choices of each segment: an object with "roles" and more, or "unknown".

    In: the certificate as data. Out: its own objects, one a segment, in order of the chain; whoever changes one changes the certificate.
    """
    return [piece["choices"] for piece in value["chain"] if piece["kind"] == "segment"]
