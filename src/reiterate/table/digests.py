"""Digests of positions, of cards' meaning and of the engine: an entry says what it led to, and who worked that out."""

from __future__ import annotations

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec

from reiterate.state.json_form import class_to_json, state_to_json
from reiterate.state.model import Class, State

#: The parts of the package that decide what an entry leads to.
ENGINE: Final = (
    "amounts",
    "terms",
    "state",
    "rules",
    "loops",
    "script",
    "shortcuts",
    "kinds",
    "judging",
    "survey",
    "worth",
    "combos",
    "games",
)

#: Classes whose text is kept. Classes are shared between positions, and are most of their text.
CLASSES: Final = 8_192

_PACKAGE: Final = Path(__file__).resolve().parent.parent


_SORTED: Final = msgspec.json.Encoder(order="sorted")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def state_text(state: State) -> str:
    """A state as the one text that its digest is of: JSON with sorted names and without blanks."""
    return _SORTED.encode(state_to_json(state, _class_text)).decode()


@lru_cache(maxsize=CLASSES)
def _class_text(cls: Class) -> msgspec.Raw:
    """The text of a class. Python's own JSON writes it: a class may hold numbers of any size."""
    text = json.dumps(class_to_json(cls), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return msgspec.Raw(text.encode())


def state_digest(state: State) -> str:
    """The digest of a position: of everything in it, hidden cards too. It is for the store and the judge alone."""
    return _digest(state_text(state))


def terms_digest(state: State) -> str:
    """The digest of what the cards of a position mean to the engine."""
    protos = {json.dumps(row.get("class", {}).get("proto", 0), sort_keys=True) for row in state_to_json(state)["rows"]}
    return _digest("\n".join(sorted(protos)))


@cache
def engine_digest() -> str:
    """The digest of the engine: of the sources that decide what an entry leads to."""
    found = hashlib.sha256()
    for room in ENGINE:
        for file in sorted((_PACKAGE / room).rglob("*.py")):
            found.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\n" + file.read_bytes())
    return found.hexdigest()
