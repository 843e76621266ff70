"""The coverage ledger: how many cards of a file compile, how many of these are fully usable, and which missing forms would help most.

A missing form is the text of a clause made general: names, numbers and symbols replaced by
placeholders, cut after the words where reading stopped. The ledger is the same for the same file,
in any process.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from reiterate.cards.book import CardBook
from reiterate.cards.sources import facts_in_order, open_source
from reiterate.cards.usable import unusable_clauses
from reiterate.lazy_module import Later
from reiterate.oracle import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard

if TYPE_CHECKING:
    from reiterate.oracle import compile, normal_text, words
else:
    compile = Later("reiterate.oracle.compile")
    normal_text = Later("reiterate.oracle.normal_text")
    words = Later("reiterate.oracle.words")

#: How many words after the last one that was read belong to a form.
_WORDS: Final = 3
_SYMBOLS: Final = re.compile(r"(\{[^{}]+\} ?)+")
_NUMBERS: Final = re.compile(r"(?<![\w{])[+-]?[0-9X]+(/[+-]?[0-9X]+)?(?![\w}])")


@dataclass(frozen=True, slots=True)
class Missing:
    """A form that is not understood: how often, on how many cards, and one of them."""

    form: str
    clauses: int
    cards: int
    example: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a set of cards is understood. ``partly``: some clause is and some is not.

    ``usable``: of the ``complete`` cards those that are fully usable (``cards/usable.py``). ``unusable``: what of the others can't be
    used yet, with its rule number, and the number of cards that have it; the most frequent first.
    """

    cards: int
    complete: int
    usable: int
    partly: int
    none: int
    clauses: Mapping[str, int]
    unusable: Mapping[str, int]
    missing: tuple[Missing, ...]


def general_form(clause: Clause, name: str) -> str:
    """A clause that is not understood as a form: up to a few words behind the place where reading stopped."""
    end = clause.span[1]
    tail = clause.text[end:].split()[:_WORDS]
    return _general(clause.text[:end] + (" " + " ".join(tail) if tail else ""), name)


def general_words(clause: Clause, name: str) -> str:
    """The words of a clause at which reading stopped, as a form: the first that could not be read and a few behind it."""
    start = clause.span[0]
    said = clause.text[start:].split() or clause.text.split()[-_WORDS:]
    return _general(" ".join(said[:_WORDS]), name).rstrip(" .,:;") or "the end"


def _general(text: str, name: str) -> str:
    """A piece of card text made general."""
    normal = normal_text.normalise(text, name)
    known = words.subtypes()
    general = ["Subtype" if token.text in known else token.text for token in normal.tokens]
    return " ".join(_NUMBERS.sub("N", _SYMBOLS.sub("{M} ", " ".join(general))).split())


def coverage(source: CardBook | str | Path | Iterable[Mapping[str, Any]]) -> Coverage:
    """The ledger of a file, of all sources of a book, or of rows of facts. Raises ``CardFileError`` for a bad file."""
    ledger = _Ledger()
    for row in rows_of_source(source):
        ledger.add(compile.compile_card(row))
    return ledger.close()


def rows_of_source(source: CardBook | str | Path | Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """The rows of facts of a file, of all sources of a book, or given ones. Raises ``CardFileError`` for a bad file."""
    if isinstance(source, CardBook):
        return (row for one in source.sources for row in facts_in_order(one))
    if isinstance(source, str | Path):
        return facts_in_order(open_source(Path(source)))
    return source


class _Ledger:
    """Counts while cards go by."""

    def __init__(self) -> None:
        self.cards: Counter[str] = Counter()
        self.clauses: Counter[str] = Counter({UNDERSTOOD: 0, INERT: 0, NOT_UNDERSTOOD: 0})
        self.forms: Counter[str] = Counter()
        self.form_cards: dict[str, set[str]] = {}
        self.unusable: Counter[str] = Counter()

    def add(self, card: CompiledCard) -> None:
        """Count one card."""
        missing = [clause for clause in card.clauses if clause.status == NOT_UNDERSTOOD]
        self.clauses.update(clause.status for clause in card.clauses)
        if not missing:
            unusable = {str(what) for clause in unusable_clauses(card) for what in clause.what}
            self.cards["complete"] += 1
            self.cards["usable"] += not unusable
            self.unusable.update(unusable)
        else:
            self.cards["none" if len(missing) == len(card.clauses) else "partly"] += 1
        for clause in missing:
            form = general_form(clause, card.proto.name)
            self.forms[form] += 1
            self.form_cards.setdefault(form, set()).add(card.name)

    def close(self) -> Coverage:
        """The finished ledger; forms by the number of cards, then by text."""
        found = [
            Missing(form, count, len(self.form_cards[form]), min(self.form_cards[form]))
            for form, count in self.forms.items()
        ]
        found.sort(key=lambda m: (-m.cards, m.form))
        return Coverage(
            cards=sum(self.cards[each] for each in ("complete", "partly", "none")),
            complete=self.cards["complete"],
            usable=self.cards["usable"],
            partly=self.cards["partly"],
            none=self.cards["none"],
            clauses=dict(self.clauses),
            unusable=dict(sorted(self.unusable.items(), key=lambda one: (-one[1], one[0]))),
            missing=tuple(found),
        )
