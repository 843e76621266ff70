"""``reiterate cards coverage``: how much of a set of cards is understood, or what the reader of card text lacks."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from reiterate.ask.answer import Answer
from reiterate.cards import CardBook
from reiterate.cards.coverage import coverage
from reiterate.cards.missing_words import combos_of, lacking
from reiterate.refusals import Refusal
from reiterate.show import card_text as text
from reiterate.show.brief import Brief


class Covered(NamedTuple):
    """What is told: the answer, in short, and the lines of its whole screen."""

    answer: Answer
    brief: Brief
    lines: list[str]


def coverage_ledger(source: CardBook | Path, missing: bool, combos: Path | None) -> Covered | Refusal:
    """The ledger of some cards; ``missing``: what the reader lacks, with ``combos`` counted in those of a file.

    Raises ``CardFileError`` for a bad card file; a refusal (input) for a bad file of combos.
    """
    if not missing and combos is None:
        ledger = coverage(source)
        return Covered(text.coverage_answer(ledger), text.brief_of_coverage(ledger), text.coverage_lines(ledger))
    rows = None if combos is None else combos_of(combos)
    if isinstance(rows, Refusal):
        return rows
    found = lacking(source, rows)
    return Covered(text.lacking_answer(found), text.brief_of_lacking(found), text.lacking_lines(found))
