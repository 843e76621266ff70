"""The ledger of how much of a set of cards is understood, as people and programs read it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from msgspec.structs import replace as with_fields

from reiterate.ask import answer_cards as parts
from reiterate.ask.answer import Answer
from reiterate.ask.answer_cards import Ledger, MissingForm
from reiterate.ask.answer_quantities import quantity
from reiterate.ask.building_refusals import empty_answer
from reiterate.cards.coverage import Coverage, Missing
from reiterate.cards.missing_words import Group, Lacking
from reiterate.show.brief import Brief, Row

#: Missing forms that are shown: on a screen in short, on a whole one, and to programs.
BRIEF_FORMS: Final = 8
#: What can't be used yet that a short screen shows.
BRIEF_UNUSABLE: Final = 4
SHOWN_FORMS: Final = 20
WRITTEN_FORMS: Final = 50


def coverage_lines(found: Coverage, most: int = SHOWN_FORMS) -> list[str]:
    """The ledger as text, with that many missing forms."""
    head = [
        f"cards {found.cards}: read whole {found.complete}, of these fully usable {found.usable}; partly read {found.partly}, not read {found.none}",
        f"clauses: {_clauses(found)}",
    ]
    if found.unusable:
        head.append("read, can't be used yet: " + ", ".join(f"{what}: {n}" for what, n in found.unusable.items()))
    return head + [f"{m.cards:6} {m.form}  ({m.example})" for m in found.missing[:most]]


def _clauses(found: Coverage) -> str:
    return ", ".join(f"{name} {count}" for name, count in found.clauses.items())


def brief_of_coverage(found: Coverage) -> Brief:
    """The ledger in short, with the most frequent missing forms."""
    first, _, *rest = coverage_lines(replace(found, unusable={}), BRIEF_FORMS)
    rows: list[Row] = [("clauses", [_clauses(found)])]
    if found.unusable:
        most = [f"{what}: {n}" for what, n in islice(found.unusable.items(), BRIEF_UNUSABLE)]
        rows.append(("not usable", [", ".join(most)]))
    return Brief("", first, [*rows, ("missing", [line.strip() for line in rest])] if rest else rows)


def coverage_answer(found: Coverage, forms: int = WRITTEN_FORMS) -> Answer:
    """The answer that tells the ledger, with that many missing forms."""
    missing = [_missing(each) for each in found.missing[:forms]]
    ledger = Ledger(
        cards=quantity(found.cards),
        complete=quantity(found.complete),
        usable=quantity(found.usable),
        partly=quantity(found.partly),
        none=quantity(found.none),
        clauses={name: quantity(count) for name, count in found.clauses.items()},
        unusable={what: quantity(count) for what, count in found.unusable.items()},
        missing=missing,
    )
    return with_fields(empty_answer("coverage"), coverage=ledger)


def _missing(one: Missing) -> MissingForm:
    counts = quantity(one.cards), quantity(one.clauses)
    return MissingForm(form=one.form, cards=counts[0], clauses=counts[1], example=one.example)


def lacking_lines(found: Lacking, groups: int = SHOWN_FORMS) -> list[str]:
    """What is lacking as text, with that many groups."""
    left_out = f"; {found.unknown} left out, with a card that is nowhere" if found.unknown else ""
    head = [
        f"{found.what} {found.all}: whole {found.whole}{left_out}",
        f"clauses not read: {_not_read(found)}",
        f"{found.what} that would be whole with it alone, with all so far; clauses; the words",
    ]
    return head + [_group_line(each) for each in found.groups[:groups]]


def _group_line(group: Group) -> str:
    return f"{group.alone:6} {group.together:6} {group.clauses:6}  {group.words}  ({group.example})"


def _not_read(found: Lacking) -> str:
    return f"{found.clauses}, from {found.number} different words on"


def brief_of_lacking(found: Lacking) -> Brief:
    """What is lacking in short, with the most useful groups."""
    first, _, told, *rest = lacking_lines(found, BRIEF_FORMS)
    rows: list[Row] = [("not read", [_not_read(found)])]
    return Brief("", first, [*rows, ("missing", [told, *(line.strip() for line in rest)])] if rest else rows)


def lacking_answer(found: Lacking, groups: int = WRITTEN_FORMS) -> Answer:
    """The answer that tells what is lacking, with that many groups."""
    missing = [
        parts.MissingWords(
            words=each.words,
            clauses=quantity(each.clauses),
            cards=quantity(each.cards),
            example=each.example,
            alone=quantity(each.alone),
            together=quantity(each.together),
        )
        for each in found.groups[:groups]
    ]
    lacking = parts.Lacking(
        what=found.what,
        all=quantity(found.all),
        whole=quantity(found.whole),
        unknown=quantity(found.unknown),
        clauses=quantity(found.clauses),
        groups=quantity(found.number),
        missing=missing,
    )
    return with_fields(empty_answer("coverage"), lacking=lacking)
