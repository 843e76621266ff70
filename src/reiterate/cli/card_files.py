"""``reiterate cards add | list | remove | coverage``: card files that every later command knows, and how much of some cards is understood."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from reiterate.ask.answer import Answer
from reiterate.cards import Cache, CardBook
from reiterate.cards.book import ENVIRONMENT
from reiterate.cards.coverage import coverage, rows_of_source
from reiterate.cards.missing_words import combos_of, lacking
from reiterate.cards.remembered import remember, remembered
from reiterate.refusals import INPUT, Refusal
from reiterate.show import card_text as text
from reiterate.show.brief import Brief, Row


def remember_card_files(files: Sequence[Path], environ: Mapping[str, str]) -> Brief | Refusal:
    """Remember card files; each is read before, so that none is remembered that can't be."""
    known = remembered(environ)
    if isinstance(known, Refusal):
        return known
    whole = [Path(os.path.abspath(file)) for file in files]
    rows: list[Row] = []
    for file in dict.fromkeys(whole):
        count = cards_in_file(file, environ)
        if isinstance(count, Refusal):
            return count
        rows.append((str(file), [f"{count:,} cards"]))
    refused = remember([*[file for file in known if file not in whole], *dict.fromkeys(whole)], environ)
    return refused or Brief("", f"remembered: {len(rows)} card file{'' if len(rows) == 1 else 's'}", rows, more="")


def removed(files: Sequence[Path], environ: Mapping[str, str]) -> Brief | Refusal:
    """Remember card files no longer; the files themselves stay."""
    known = remembered(environ)
    if isinstance(known, Refusal):
        return known
    whole = [Path(os.path.abspath(file)) for file in files]
    for file in whole:
        if file not in known:
            expected = "one of " + ", ".join(map(str, known)) if known else "reiterate cards add FILE"
            return Refusal(INPUT, "card-file", f"{file} is not remembered", expected)
    left = [file for file in known if file not in whole]
    return remember(left, environ) or Brief("", f"remembered: {len(left)} card files", more="")


def listed(environ: Mapping[str, str]) -> Brief | Refusal:
    """The sources of cards in the order in which they are asked."""
    known = remembered(environ)
    if isinstance(known, Refusal):
        return known
    named = environ.get(ENVIRONMENT, "")
    rows: list[Row] = [(ENVIRONMENT, [named])] if named else []
    rows += [("remembered", [f"the {len(known)} files above" if len(known) > 1 else "the file above"])] if known else []
    rows.append(("built in", [f"{builtin_count()} cards"]))
    return Brief("", "cards are asked of these sources in turn", rows, [str(file) for file in known], more="")


def cards_in_file(file: Path, environ: Mapping[str, str]) -> int | Refusal:
    """How many cards a file has."""
    book = CardBook.with_files([file], {}, Cache.of(environ))
    return book if isinstance(book, Refusal) else len(list(book.sources[0].places()))


def builtin_count() -> int:
    """How many cards are built in."""
    return len(list(CardBook.builtin().sources[0].places()))


# --- cards coverage -------------------------------------------------------------------------------


class Covered(NamedTuple):
    """What is told: the answer, in short, and the lines of its whole screen."""

    answer: Answer
    brief: Brief
    lines: list[str]


def coverage_ledger(
    source: CardBook | Path, missing: bool, combos: Path | None, held_out: str, again: Callable[[], None]
) -> Covered | Refusal:
    """The ledger of some cards; ``missing``: what the reader lacks, with ``combos`` counted in those of a file.

    ``held_out``: the digits of cards that are kept for measuring, "" for none. They ask for what the reader lacks, too.
    ``again``: called before each card, for whoever bounds the time of one card and not that of a whole file.
    Raises ``CardFileError`` for a bad card file; a refusal (input) for a bad file of combos.
    """
    facts = _one_by_one(rows_of_source(source), again)
    if not missing and combos is None and not held_out:
        ledger = coverage(facts)
        return Covered(text.coverage_answer(ledger), text.brief_of_coverage(ledger), text.coverage_lines(ledger))
    rows = None if combos is None else combos_of(combos)
    if isinstance(rows, Refusal):
        return rows
    found = lacking(facts, rows, held_out)
    return Covered(text.lacking_answer(found), text.brief_of_lacking(found), text.lacking_lines(found))


def _one_by_one(facts: Iterable[Mapping[str, Any]], again: Callable[[], None]) -> Iterator[Mapping[str, Any]]:
    """The facts of cards; ``again`` is called before each."""
    for row in facts:
        again()
        yield row
