"""``reiterate survey FILE``: the survey, how far it is while it goes on, and its report in a folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from reiterate.cards import Cache, CardBook
from reiterate.cards.remembered import remembered
from reiterate.databases.combo_files import Reading, Unreadable
from reiterate.databases.reports import brief, tally_of, write_csv
from reiterate.databases.results_folder import BEFORE, ROWS, outcomes_of
from reiterate.databases.surveying import Held, Pairs, Survey, survey
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.show.brief import Brief, listed
from reiterate.show.game_words import seconds_words
from reiterate.web.survey_page import write_page

TABLE: Final = "rows.csv"
PAGE: Final = "report.html"

#: Bytes of a file whose rows are counted before; of a longer one it is told how much is read.
_COUNTED: Final = 20_000_000

#: Seconds from which on the time that is left is told in minutes.
_MINUTES: Final = 90

#: Says how far the work is, and how many seconds it has taken.
Tell: TypeAlias = Callable[[str, float], None]

#: Seconds between two words on how far it is.
_EVERY: Final = 0.5


def surveyed(
    file: Path | None,
    cards: Sequence[Path],
    bounds: tuple[float, int],
    tell: Tell,
    output: Path | None = None,
    with_text: bool = False,
    **asked: Any,
) -> tuple[Brief | None, Refusal | None]:
    """The summary of a survey whose results are written, and why it ended early; either is None where there is none.

    ``bounds``: the seconds and the megabytes that each row may take. ``with_text``: whether the page holds the text of cards. ``asked``: deck, workers, dask, life,
    players and steps.
    """
    seconds, megabytes = bounds
    given = {name: value for name, value in asked.items() if value is not None}
    known = remembered(os.environ)
    if isinstance(known, Refusal):
        return None, known
    named = file or given.get("deck") or Path()
    folder = output if output is not None else Path(f"{named.name}.survey")
    files = [*cards, *known]
    found = survey(file, folder, cards=files, seconds=seconds, megabytes=megabytes, **given)
    if isinstance(found, Refusal):
        return None, found
    book = CardBook.with_files(files, cached=Cache.of(os.environ)) if with_text else None
    if isinstance(book, Refusal):
        return None, book
    _watched(found, tell)
    written = [folder / ROWS, folder / TABLE, folder / PAGE]
    try:
        tally = tally_of(outcomes_of(folder))
        write_csv(outcomes_of(folder), written[1])
        write_page(outcomes_of(folder), tally, named.name, written[2], book)
    except OSError as error:
        message = f"the report can't be written: {error.strerror}"
        return None, Refusal(INPUT, "file", message, "a folder that can be written", where=Where(file=str(folder)))
    told = brief(named.name, tally, written)
    if found.aside:
        many = f"{found.aside:,} row{'' if found.aside == 1 else 's'}"
        said = f"{many} of another file or question stood in this folder, and now in {folder / BEFORE}"
        told = replace(told, rows=[*told.rows, ("put aside", [said])])
    if isinstance(found.reading, Pairs | Held) and found.reading.unknown:
        lines = [f"line {where.line}: {where.span}" for where in found.reading.unknown]
        told = replace(told, rows=[*told.rows, ("no card", [listed(lines, "; ")])])
    return (told if tally.all else None), found.refusal


def _watched(found: Survey, tell: Tell) -> None:
    """Go through a survey, and say how far it is."""
    whole = isinstance(found.reading, Reading) and found.reading.size <= _COUNTED
    many = rows_in_file(found.reading.path) if whole else 0
    begun = said = time.monotonic()
    for done, _ in enumerate(found, 1):
        now = time.monotonic()
        if now - said >= _EVERY:
            said = now
            rows = many or int(done / max(found.share, 1e-9))
            tell(how_far(done, done - found.kept, now - begun, rows), now - begun)


def rows_in_file(path: Path) -> int:
    """The rows of a file."""
    rows = 0
    try:
        for _ in Reading(path).rows():
            rows += 1
    except Unreadable:  # the survey says so
        pass
    return rows


def how_far(done: int, worked: int, seconds: float, many: int) -> str:
    """How far a survey is: rows, their rate, and the time that is left. ``worked``: rows that took work."""
    said = f"{done:,} of {many:,} rows"
    if worked <= 0 or seconds <= 0:
        return said
    rate = worked / seconds
    left = round((many - done) / rate)
    words = seconds_words(left if left < _MINUTES else 60 * round(left / 60))
    return f"{said}, {rate:.1f} a second, {words} left"
