"""What a survey comes to: counts of all outcomes, why rows are not proved, the summary of a terminal, and a table for spreadsheets."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from reiterate.databases.row_outcomes import (
    BROKEN,
    CALLED,
    CERTIFIED,
    DIFFERS,
    LOOP_ENDS,
    PLAYED_ONCE,
    REFUSED,
    Came,
    Outcome,
)
from reiterate.show.brief import Brief, Row, listed

#: Reasons that are told.
REASONS: Final = 12

#: Different reasons that are counted, and what all further ones are called: each row of a file may name another unknown card.
MOST_REASONS: Final = 10_000
OTHERS: Final = "another reason"

#: Reasons that a terminal shows.
_SHORT: Final = 4

#: What a spreadsheet would take for the beginning of a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

_COLUMNS: Final = (
    "number",
    "id",
    "cards",
    "came",
    "how",
    "claims",
    "gains",
    "not shown",
    "verdict",
    "needs",
    "answers",
    "code",
    "card",
)


class Tally:
    """Counts over outcomes. ``reasons``: by what came, why, with how many rows for each."""

    def __init__(self) -> None:
        self.came: Counter[Came] = Counter()
        self.reasons: dict[Came, Counter[str]] = {}

    def add(self, found: Outcome) -> None:
        """Count a row."""
        self.came[found.came] += 1
        reasons = self.reasons.setdefault(found.came, Counter())
        for reason in _reasons(found):
            reasons[reason if reason in reasons or len(reasons) < MOST_REASONS else OTHERS] += 1

    @property
    def all(self) -> int:
        """The rows."""
        return sum(self.came.values())

    @property
    def certified(self) -> int:
        """The rows with a certificate."""
        return sum(self.came[came] for came in CERTIFIED)

    def share(self, many: int) -> str:
        """So many rows as a share of all."""
        return f"{many:,} of {self.all:,} ({100 * many / max(self.all, 1):.0f} %)"

    def most(self, came: Came, many: int = REASONS) -> list[tuple[str, int]]:
        """The most frequent reasons of an outcome, equal ones by their words."""
        found = self.reasons.get(came, Counter())
        return sorted(found.items(), key=lambda each: (-each[1], each[0]))[:many]


def tally_of(outcomes: Iterable[Outcome]) -> Tally:
    """The counts over some outcomes."""
    tally = Tally()
    for found in outcomes:
        tally.add(found)
    return tally


def _reasons(found: Outcome) -> Sequence[str]:
    """Why a row is no more than it is, in words that many rows share."""
    if found.came == DIFFERS:
        idle = ["a named card plays no part"] if found.idle else []
        return [*idle, *(f"not shown: {claim}" for claim in found.lacks)] or [_ends(found)]
    if found.came == REFUSED:
        return [f"{found.code}: {found.card}" if found.card else found.code]
    if found.came == BROKEN:
        return [found.how]
    return [found.code] if found.code else []


def _ends(found: Outcome) -> str:
    """Why a row whose cards give all that is claimed is no loop without end."""
    return LOOP_ENDS if found.outcome == "ends" else PLAYED_ONCE


def brief(title: str, tally: Tally, written: Sequence[Path]) -> Brief:
    """The summary of a survey. ``written``: where the results stand."""
    rows: list[Row] = [(CALLED[came], [f"{tally.share(tally.came[came])}"]) for came in CALLED if tally.came[came]]
    for came in (DIFFERS, REFUSED):
        reasons = [f"{words} ({many:,})" for words, many in tally.most(came, _SHORT)]
        rows += [(f"{came}, mostly", [listed(reasons, "; ")])] if reasons else []
    rows += [("written", [", ".join(str(path) for path in written)])] if written else []
    return Brief(title, f"{tally.share(tally.certified)} rows are certified", rows, more="")


def write_csv(outcomes: Iterable[Outcome], file: Path) -> None:
    """Write a line for each row. Raises ``OSError``."""
    with file.open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened, lineterminator="\n")
        table.writerow(_COLUMNS)
        for found in outcomes:
            start = dict(found.told).get("start", ())
            cells = (
                found.id,
                " + ".join(found.cards),
                found.came,
                found.how,
                " | ".join(found.claims),
                " | ".join(found.gains),
                " | ".join(found.lacks),
                found.verdict,
                " ".join(start),
                " | ".join(found.answered_over),
                found.code,
                found.card,
            )
            table.writerow([found.number, *map(_plain, cells)])


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
