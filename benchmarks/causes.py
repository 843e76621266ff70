"""Listed causes: rows of combo data whose claims can't all be held, each with one sentence that says why.

``listed_causes.json`` holds ids, and for claims that are not true of the cards these claims. A cause
never stands for something that could be proved: what can is proved, and leaves the list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

FILE: Final = Path(__file__).parent / "listed_causes.json"

#: The cards make no loop: a line of play that is played once does what is claimed.
ONCE: Final = "once"
#: The cards make a loop, and what is claimed besides does not follow from any loop of theirs.
CLAIM: Final = "claim"


class Cause(NamedTuple):
    """Why a row lacks something: its kind, the claims that are not held, and one sentence."""

    kind: str
    lacks: frozenset[str]
    why: str


@cache
def causes() -> Mapping[str, Cause]:
    """The listed causes by the ids of their rows."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return {row["id"]: Cause(row["kind"], frozenset(row.get("lacks", ())), row["why"]) for row in rows}


def excused(line: Mapping[str, Any], kind: str) -> Cause | None:
    """The listed cause of a measured row that came to what ``kind`` is about; None where it lacks more than is listed."""
    found = causes().get(line["id"])
    if found is None or found.kind != kind or not found.lacks >= set(line.get("lacks", ())):
        return None
    return found
