"""What an accepted certificate proves, as values; its words and its JSON are made in ``show/``."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reiterate.check.claims.clauses import Listed
from reiterate.check.claims.form import Choosing, Gain, Need
from reiterate.check.claims.keeping_up import Keepers
from reiterate.rules.access.faces import front_of
from reiterate.rules.access.unread_clauses import assumed_like
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.state.model import State
from reiterate.state.properties import CARD, PLAYER

#: The cards that somebody has under a name, as they are compiled; none where the name is not known.
Lookup = Callable[[str], Iterable[Any]]


@dataclasses.dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted certificate proves.

    ``clauses``: those that are not understood, each with card, text, state, kind and obligation. ``names`` and ``seats``: the names of cards and tokens, and the players, by row. ``others``:
    names of cards that were not found to be those of their names.
    """

    kind: str
    endless: bool
    iterations: str
    segments: int
    guards: int
    end: str
    outcome: str
    left: bool
    gains: tuple[Gain, ...]
    choosing: tuple[Choosing | None, ...]
    kept_up_by: Keepers
    draw: bool
    needs: tuple[Need, ...] | None
    follows: bool
    refused: str
    names: Mapping[int, str]
    seats: Mapping[int, int]
    start: Mapping[str, Any]
    terms: str
    others: tuple[str, ...]
    clauses: tuple[Listed, ...] = ()


def digest_of(start: Mapping[str, Any]) -> str:
    """The SHA-256 of a written start in its one form."""
    text = json.dumps(start, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def names_of(states: Iterable[State]) -> tuple[dict[int, str], dict[int, int]]:
    """The names of cards and tokens by row, and the seats of players by row.

    The first position that has a row counts.
    """
    names: dict[int, str] = {}
    seats: dict[int, int] = {}
    for state in states:
        for handle, row in state.rows.items():
            if row.cls.kind == PLAYER:
                seats.setdefault(handle, row.cls.owner)
            else:
                names.setdefault(handle, "" if row.cls.proto is None else row.cls.proto.name)
    return names, seats


def other_cards(start: State, cards: Lookup | None) -> tuple[str, ...]:
    """The names in a start under which no card is found that is the same; of a hidden card nothing is said.

    A token is no card; what it is stands beside it (``show/start_words``).
    """
    found: dict[str, None] = {}
    for row in start.rows.values():
        proto = row.cls.proto
        if proto is None or row.cls.kind != CARD or proto == UNKNOWN_CARD:
            continue
        for face in (proto, front_of(row.cls) or proto):
            if cards is None or all(assumed_like(each, face) != face for each in cards(face.name)):
                found[face.name] = None
    return tuple(sorted(found))
