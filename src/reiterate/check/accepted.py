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
from reiterate.state.model import State
from reiterate.state.properties import PLAYER

#: The cards that somebody has under a name, as they are compiled; none where there is none.
#: Under "NAME token" the tokens of that name that cards create.
Lookup = Callable[[str], Iterable[Any]]


@dataclasses.dataclass(frozen=True, slots=True)
class Unowned:
    """Words of a start that are of no card: the row, where they stand there, and the words as they are written."""

    row: int
    place: str
    written: Any


@dataclasses.dataclass(frozen=True, slots=True)
class Repeated:
    """What a segment repeats: how many ``periods`` (None: without end), of how many ``choices`` and ``blocks`` each."""

    periods: int | None
    choices: int
    blocks: int


@dataclasses.dataclass(frozen=True, slots=True)
class NoCards:
    """What of a start is of no card: ``others``, names of cards that are not found to be theirs, and other ``words``."""

    others: tuple[str, ...]
    words: tuple[Unowned, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted certificate proves.

    ``alike``: whether all iterations are
    the same choices, so that their number is the only one. ``segments``: what is repeated, in order. ``clauses``: those that are not understood, each with card, text, state, kind and obligation. ``names`` and ``seats``: the names of cards and tokens, and the players, by row. ``nobodys``:
    names of cards that were not found to be those of their names, and words of no card.
    """

    kind: str
    endless: bool
    iterations: str
    alike: bool
    segments: tuple[Repeated, ...]
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
    nobodys: NoCards
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
