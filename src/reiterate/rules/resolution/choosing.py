"""Objects that a player chooses as an effect happens (608.2d)."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, at_most, equal, less
from reiterate.rules.access.questions import Question, decide, note_objects, only_way, standing
from reiterate.rules.characteristics.evaluate import card_fits, matches
from reiterate.rules.events import replacement as replacement
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD
from reiterate.terms.filters import Filter


def candidates(draft: Draft, seat: int, zone_names: tuple[str, ...], filter: Filter, source: int) -> list[int]:
    """The rows of a player's permanents and cards in zones that could be chosen."""
    found = []
    for handle, row in draft.rows.items():
        if row.cls.proto is None or row.cls.zone not in zone_names:
            continue
        if row.cls.zone == BATTLEFIELD:
            if row.cls.controller == seat and matches(draft, filter, handle, seat, source):
                found.append(handle)
        elif row.cls.owner == seat and (filter == Filter() or card_fits(draft, filter, row, seat, handle)):
            found.append(handle)
    return found


def total(draft: Draft, rows: list[int]) -> Amount:
    """How many objects some rows are."""
    found: Amount = 0
    for row in rows:
        found = found + draft.rows[row].n
    return found


def choose_rows(
    draft: Draft, seat: int, rows: list[int], low: Amount, high: Amount, text: str
) -> list[tuple[int, Amount]]:
    """Which objects a player chooses: rows with counts, all of them where there is no choice."""
    stands = standing(draft, Question("objects", seat, rows=tuple(rows), low=low, text=text))
    if stands is not None:
        return list(stands.picks)
    all_of_them = total(draft, rows)
    if not rows or at_most(high, 0, "608.2d"):
        return []
    only: list[tuple[int, Amount]] | None
    if at_least(low, all_of_them, "608.2d"):
        only = [(row, draft.rows[row].n) for row in rows]
    else:
        only = only_way(draft, rows, low) if equal(low, high, "608.2d") else None
    if only is not None:
        note_objects(draft, seat, rows, only, text)
        return only
    most = all_of_them if less(all_of_them, high, "608.2d") else high
    return list(decide(draft, Question("objects", seat, rows=tuple(rows), low=low, high=most, text=text)).picks)
