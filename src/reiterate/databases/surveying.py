"""``survey(file, folder)`` proves every combo of a file, or of a deck, and gives each outcome in the order of the file.

    found = survey("variants.json", "spellbook", cards=["oracle-cards.json"])
    for outcome in found:
        print(outcome.id, outcome.came, outcome.how)

A survey that was ended goes on where it stands when it is asked for again with the same folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, Protocol

from reiterate.boards.deck_list import Deck, list_text, read_deck
from reiterate.cards import Cache, CardBook
from reiterate.cards.book import ENVIRONMENT
from reiterate.cards.sources import key_of
from reiterate.combos.deck_loops import DeckAsked, DeckSearch, cards_of, keys_of
from reiterate.databases.combo_files import Reading, Unreadable
from reiterate.databases.combo_rows import Broken, Row
from reiterate.databases.reports import Tally
from reiterate.databases.results_folder import Results, head_of
from reiterate.databases.row_outcomes import BROKEN, Asked, Outcome, broken, unknown
from reiterate.databases.row_worker import Limits
from reiterate.databases.row_workers import Task, crew, worked
from reiterate.databases.text_workers import Crew, NoWorker
from reiterate.limits import MEMORY, SECONDS
from reiterate.refusals import INPUT, Refusal, Where


class Pairs:
    """The pairs of a deck whose terms feed each other, the likeliest first. They claim nothing. ``unknown``: as ``Deck`` has it."""

    def __init__(self, path: Path, deck: Deck, book: CardBook) -> None:
        self.path = path
        self.unknown = deck.unknown
        self.names = [each.names for each in DeckSearch(cards_of(deck, book), book, DeckAsked()).pairs()]
        self.share = 0.0

    def rows(self) -> Iterator[Row]:
        """Each pair as a row."""
        for number, names in enumerate(self.names, 1):
            self.share = number / len(self.names)
            yield Row(number=number, id=" + ".join(names), cards=names)

    def close(self) -> None:
        """Nothing is open."""


class Held:
    """The rows of a file of which a deck has every card, and those that can't be read. ``unknown``: as ``Deck`` has it."""

    def __init__(self, reading: Reading, deck: Deck, book: CardBook) -> None:
        self.unknown = deck.unknown
        self.path = reading.path
        self.reading = reading
        self.keys = {key for card in cards_of(deck, book) for key in keys_of(card.name)}

    @property
    def share(self) -> float:
        """How much of the file is read, from 0 to 1."""
        return self.reading.share

    def rows(self) -> Iterator[Row | Broken]:
        """The rows. Raises ``Unreadable``."""
        for row in self.reading.rows():
            if isinstance(row, Broken) or self.keys.issuperset(map(key_of, row.cards)):
                yield row

    def close(self) -> None:
        """Close the file before its end."""
        self.reading.close()


def rows_of_deck(deck: Path, reading: Reading | None, book: CardBook) -> Pairs | Held | Refusal:
    """The rows that a deck list holds; ``reading``: a file of combos, None for the pairs of its cards. A refusal (input) of the list."""
    text = list_text(deck)
    found = text if isinstance(text, Refusal) else read_deck(text, deck.name, book, partly=True)
    if isinstance(found, Refusal):
        return found
    return Pairs(deck, found, book) if reading is None else Held(reading, found, book)


# --- the survey -----------------------------------------------------------------------------------


#: Rows from the first one on that all name an unknown card, after which the survey ends.
STRANGE: Final = 200


class Rows(Protocol):
    """Rows that come one by one. ``path``: where they come from; ``share``: how much of them has come, from 0 to 1."""

    path: Path

    @property
    def share(self) -> float: ...

    def rows(self) -> Iterator[Row | Broken]: ...

    def close(self) -> None: ...


class Survey:
    """A survey under way: iterate over it once. ``refusal``: why it ended before the file does; None where it did not. ``tally``: the outcomes so far."""

    def __init__(
        self, reading: Rows, results: Results | None, crew: AbstractContextManager[Crew], asked: Asked
    ) -> None:
        """``crew``: who works on the rows, entered for that. ``asked``: how each row is asked for."""
        self.reading = reading
        self.results = results
        self.crew = crew
        self.asked = asked
        self.refusal: Refusal | None = None
        self.tally = Tally()
        self.strange = 0  # discrete: rows so far, while all of them name an unknown card

    @property
    def share(self) -> float:
        """How much of the file is read, from 0 to 1."""
        return self.reading.share

    @property
    def aside(self) -> int:
        """Rows of other files or questions that stood in the folder, and were put aside."""
        return self.results.aside if self.results is not None else 0

    @property
    def kept(self) -> int:
        """Rows whose outcomes stood in the folder."""
        return self.results.kept if self.results is not None else 0

    def __iter__(self) -> Iterator[Outcome]:
        try:
            with self.crew as entered, closing(worked(self._tasks(), entered, self.asked)) as done:
                for each in done:
                    if self.results is not None:
                        self.results.keep(each)
                    self.tally.add(each.outcome)
                    yield each.outcome
                    if self._strange(each.outcome):
                        return
        except NoWorker as error:
            self.refusal = error.refusal
        except OSError as error:
            self.refusal = Refusal(INPUT, "file", f"the results can't be written: {error.strerror}", "room on the disk")
        finally:
            self.reading.close()
            if self.results is not None:
                self.results.close()

    def _tasks(self) -> Iterator[Task]:
        """The rows to be worked on, and the outcomes that are known."""
        try:
            for row in self.reading.rows():
                known = self.results.known(row) if self.results is not None else None
                if known is not None:
                    yield known
                elif isinstance(row, Broken):
                    yield broken(row)
                else:
                    yield row
        except Unreadable as error:
            self.refusal = error.refusal
        if self.results is not None:
            self.results.end()

    def _strange(self, found: Outcome) -> bool:
        """Whether so many rows have come that all name unknown cards."""
        if self.strange < 0 or found.came == BROKEN:
            return False
        self.strange = self.strange + 1 if unknown(found) else -1
        if self.strange < STRANGE:
            return False
        message = f"each of the first {STRANGE} rows names a card that is not known: {found.how} (row {found.number})"
        expected = "--cards FILE with the cards of the database, and a column of card names"
        self.refusal = Refusal(INPUT, "cards-unknown", message, expected, where=Where(file=str(self.reading.path)))
        return True


def survey(
    file: str | Path | None = None,
    folder: str | Path | None = None,
    *,
    deck: str | Path | None = None,
    cards: Iterable[str | Path] = (),
    workers: int = 2,
    dask: str = "",
    life: int = 20,
    players: int = 2,
    steps: int | None = None,
    seconds: float = SECONDS,
    megabytes: int = MEMORY // 1_000_000,
) -> Survey | Refusal:
    """Prove every combo of a file, or of a deck.

    In: ``file``, in any form that ``docs/survey.md`` lists. ``folder``: where the results are kept, None to keep none. ``deck``: a deck list.
    With a file only rows are proved of which the deck has every card. Without a file pairs of the deck's cards are proved. ``cards``: card files.
    ``workers``: how many rows are worked on at once. ``dask``: the address of a Dask scheduler, "" for none. ``life``, ``players`` and
    ``steps``: how each combo is asked for. ``seconds`` and ``megabytes``: what each combo may take, 0 for no limit.
    Out: the survey, to be iterated over; or a refusal where a file, the folder or Dask can't be used.
    """
    named = os.environ.get(ENVIRONMENT, "")
    files = [Path(each) for each in cards] + ([Path(named)] if named else [])
    limits = Limits(seconds=float(seconds), megabytes=megabytes, asked=Asked(life=life, players=players, steps=steps))
    who = crew(limits, files, workers, dask)
    if isinstance(who, Refusal):
        return who
    unreadable = None if file is None else _unreadable(Path(file))
    if unreadable is not None:
        return unreadable
    rows = _rows(None if file is None else Path(file), None if deck is None else Path(deck), files)
    if isinstance(rows, Refusal):
        return rows
    results = _opened(folder, limits, files)
    if isinstance(results, Refusal):
        rows.close()
        return results
    return Survey(rows, results, who, limits.asked)


def _opened(folder: str | Path | None, limits: Limits, files: Sequence[Path]) -> Results | Refusal | None:
    """The results in a folder, None for no folder."""
    if folder is None:
        return None
    head = head_of(limits, files)
    return head if isinstance(head, Refusal) else Results.opened(Path(folder), head)


def _unreadable(file: Path) -> Refusal | None:
    """Why not even one row of a file can be read; None where one can. So a file that is refused leaves a folder as it was."""
    try:
        reading = Reading(file)
        rows = reading.rows()
        try:
            next(rows, None)
        finally:
            rows.close()
            reading.close()
    except Unreadable as error:
        return error.refusal
    return None


def _rows(file: Path | None, deck: Path | None, files: Sequence[Path]) -> Rows | Refusal:
    """The rows of a file, or of a deck."""
    try:
        reading = None if file is None else Reading(file)
    except Unreadable as error:
        return error.refusal
    if deck is None:
        return reading or Refusal(INPUT, "combo-file", "neither combos nor a deck are named", "a file, or a deck list")
    book = CardBook.with_files(files, {}, Cache.of(os.environ))
    found = book if isinstance(book, Refusal) else rows_of_deck(deck, reading, book)
    if isinstance(found, Refusal) and reading is not None:
        reading.close()
    return found
