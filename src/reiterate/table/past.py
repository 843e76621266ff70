"""What was done at a game, entry by entry, as a chair may see it, and what came onto the stack and left it.

What came onto the stack and what left it, as people tell it.

What was done at a game, entry by entry, as a chair may see it; no answer is longer than a page.
"""

from __future__ import annotations

from typing import Final

from reiterate.ask.building_board import waiting_of
from reiterate.show.board_words import waiting_words
from reiterate.state.model import State
from reiterate.table.entries import CHOICE
from reiterate.table.game_now import Round
from reiterate.table.seat_view import Change, Happened, Shown, shown_entry, visible_changes
from reiterate.table.store import PART
from reiterate.table.told import Told

# --- stack view ----------------------------------------------------------------------------------


def moved_on_stack(before: State, after: State) -> tuple[list[str], list[str]]:
    """What came onto the stack and what left it from one position of a game to another, in words.

    Rows keep their handles from choice to choice, so the handles are compared, and no number is.
    """
    gone = [handle for handle in before.stack if handle not in after.stack]
    come = [handle for handle in after.stack if handle not in before.stack]
    return [waiting_words(waiting_of(after, each, {})) for each in come], [
        waiting_words(waiting_of(before, each, {})) for each in gone
    ]


# --- past ----------------------------------------------------------------------------------------

#: Entries that one call gives.
MOST_SHOWN: Final = 500

#: Characters of words after which an answer with entries ends, whatever they are; each entry counts as so many more.
MOST_TOLD: Final = 100_000
ENTRY: Final = 300


class Page(list[Shown]):
    """Entries in order. ``more``: whether there are others behind them."""

    __slots__ = ("more",)

    def __init__(self) -> None:
        super().__init__()
        self.more = False


def page_of(now: Round, who: str, after: int, limit: int) -> Page:
    """The entries behind a number; old ones are read part by part, and no more than are told."""
    page = Page()
    begin, told = max(0, after), 0
    end = min(len(now.entries), begin + max(0, min(limit, MOST_SHOWN)))
    for at in range(begin, end, PART):
        for entry in now.entries[at : min(end, at + PART)]:
            shown = shown_entry(entry, who, entry.number < now.entries.ruled)
            page.append(shown)
            told += ENTRY + sum(map(len, shown.body.values()))
            if told >= MOST_TOLD:
                page.more = entry.number < len(now.entries)
                return page
    page.more = begin < end < len(now.entries)
    return page


def happened(now: Round, who: str, after: int) -> list[Happened]:
    """The entries behind a number, and what each of them has changed, as far as the positions are still known."""
    found = []
    for entry in page_of(now, who, after, MOST_SHOWN):
        before, behind = now.after.get(entry.number - 1), now.after.get(entry.number)
        moved: list[Change] = []
        onto, off = list[str](), list[str]()
        if before is not None and behind is not None and before is not behind:
            moved = visible_changes(before, behind)
            onto, off = moved_on_stack(before, behind) if entry.kind == CHOICE else ([], [])
        told = now.told.get(entry.number, Told())
        did, then = ("", ()) if entry.covered else (told.did, told.then)
        found.append(Happened(entry=entry, changes=moved, onto=onto, off=off, did=did, then=[*then]))
    return found
