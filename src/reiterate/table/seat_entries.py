"""What the latest entries of a game mean to a seat: the ways back, what others said of its proposal, what moved nothing.

In: entries as JSON (``Shown``, ``table/seat_view.py``) in order; the earliest of the game may be missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.show.quantity_words import Json
from reiterate.table.entries import (
    ANSWER,
    BE_CALLED,
    BEGINS,
    CHAT,
    CHOICE,
    OUTCOME,
    PROPOSE,
    RULING,
    SAY,
    UNDO,
    Said,
)

#: Entries behind which nothing that was said of a proposal matters any more.
_PAST: Final = BEGINS | {RULING, UNDO, OUTCOME}


def said_in(entry: Json) -> Said:
    """What somebody did with an entry."""
    return Said(entry["kind"], entry["who"], entry["body"])


def words_alone(entry: Json) -> bool:
    """Whether an entry is words alone, so that the position and what was shown by hand stay as they are."""
    said = said_in(entry)
    return said.kind == CHAT or said.what in (SAY, BE_CALLED)


def leads_on(entry: Json, who: str) -> bool:
    """Whether an entry is a choice of a seat, or leads to another position without any."""
    said = said_in(entry)
    own = said.who == who and (said.kind == CHOICE or said.what in (PROPOSE, ANSWER))
    return own or said.kind in (RULING, UNDO)


def nobody_at(view: Json, entries: Sequence[Json]) -> list[str]:
    """The players' seats that neither a person has taken yet nor the program. In: the view, and what happened (``Happened``)."""
    there = {each["entry"]["who"] for each in entries} | view["names"].keys() | view["programs"].keys()
    return [each["name"] for each in view["board"]["players"] if each["name"] not in there]


def moved(entries: Sequence[Json]) -> bool:
    """Whether anything was done since the game began, or began anew."""
    found = False
    for said in map(said_in, entries):
        found = said.kind not in BEGINS and (found or said.moves)
    return found


def ways_back(entries: Sequence[Json], lowest: int) -> set[int]:
    """The numbers of the entries behind which the game may be asked to go on, from ``lowest`` on; 0: of none.

    These are the entries that stand and have moved the game, but not the last one of them.
    """
    moved: list[int] = []
    for entry in entries:
        said = said_in(entry)
        if said.kind == UNDO:
            moved = [number for number in moved if number <= said.to]
        elif said.moves:
            moved = [*([] if said.kind in BEGINS else moved), entry["number"]]
    return {number for number in moved[:-1] if number >= lowest > 0}


def to_withdraw(entries: Sequence[Json], view: Json) -> int:
    """The entry behind which the game goes on where a seat's own waiting proposal is taken back; 0 where it can't be.

    The rules let nobody withdraw a proposal (732.2b): so the others are asked to go back.
    """
    if view["proposal"] is None or view["proposal"]["proposer"] != view["who"] or view["undo"] is not None:
        return 0
    proposed = max((each["number"] for each in entries if said_in(each).what == PROPOSE), default=0)
    return max((number for number in ways_back(entries, view["undo_from"]) if number < proposed), default=0)


def answers_to(who: str, entries: Sequence[Json]) -> list[Json]:
    """The entries with which others have answered a seat's own proposal, until the seat acts again (732.2b)."""
    found: list[Json] = []
    for entry in reversed(entries):
        said = said_in(entry)
        if said.what == PROPOSE:
            return found[::-1] if said.who == who else []
        if said.what == ANSWER and said.who != who:
            found.append(entry)
        elif said.kind in _PAST or (said.kind == CHOICE and said.who == who):
            return []
    return found[::-1]
