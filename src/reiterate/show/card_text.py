"""Compiled cards as people read them: each clause with its state, and the ledger of a set of cards.

A compiled card as people read it: each clause with its state; what was not understood is marked.

The ledger of how much of a set of cards is understood, as people and programs read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as the_replace
from itertools import islice
from typing import Final

from msgspec.structs import replace
from msgspec.structs import replace as with_fields

from reiterate.ask import answer_parts as parts
from reiterate.ask.answer import Answer
from reiterate.ask.answer_parts import Card, CardClause, Ledger, MissingForm, quantity
from reiterate.ask.answer_parts import UnusableClause as UnusablePart
from reiterate.ask.building_refusals import empty_answer, refused_answer
from reiterate.cards import UnusableClause, fully_usable, unusable_clauses
from reiterate.cards.coverage import Coverage, Missing
from reiterate.cards.missing_words import Group, Lacking
from reiterate.oracle import CompiledCard
from reiterate.oracle.card import Clause
from reiterate.oracle.grammar.printing import Unprintable, show_clause
from reiterate.refusals import Refusal
from reiterate.rules.access.unread_clauses import REFUSED, UnreadClause, clauses_of
from reiterate.show.brief import Brief, Row

# --- card text -----------------------------------------------------------------------------------

_MARKS: Final = {"understood": "ok", "inert": "inert", "not-understood": "NOT UNDERSTOOD"}


def _head(card: CompiledCard) -> str:
    cost = "".join(f"{{{s}}}" for s in card.proto.mana_cost or ())
    return f"{card.name} {cost}".rstrip()


def _types(card: CompiledCard) -> str:
    proto = card.proto
    types = " ".join([*proto.supertypes, *proto.types]) + (f" - {' '.join(proto.subtypes)}" if proto.subtypes else "")
    return types + (f" {proto.power}/{proto.toughness}" if proto.power is not None else "")


def brief_of_cards(cards: Sequence[CompiledCard]) -> Brief:
    """One card clause by clause; of several cards how many are understood, and each card with what is not."""
    if len(cards) == 1:
        (card,) = cards
        rows: list[Row] = [
            (_MARKS[each.status], [each.text, *(f"it may mean: {words}" for words in _readings(each))])
            for each in card.clauses
        ]
        rows += [("unusable", [f"{each.text}: {_read_only(each)}"]) for each in unusable_clauses(card)]
        verdict = "a loop through this card is refused"
        if card.complete:
            verdict = "every clause is understood" + ("" if fully_usable(card) else "; not all of it can be used yet")
        return Brief(f"{_head(card)}: {_types(card)}", verdict, rows)
    known = sum(1 for card in cards if card.complete)
    usable = sum(1 for card in cards if fully_usable(card))
    rows = [(card.name, _unread(card) or ["complete"]) for card in cards]
    verdict = f"{known} of {len(cards)} cards are understood completely, {usable} of them fully usable"
    return Brief("", verdict, rows)


def _unread(card: CompiledCard) -> list[str]:
    unread = [f"{_MARKS[each.status]}: {each.text}" for each in card.clauses if each.status == "not-understood"]
    return unread + [_read_only(each) for each in unusable_clauses(card)]


def _read_only(clause: UnusableClause) -> str:
    """What of a clause that is read can't be used yet: "read; can't be used yet: morph (702.37)"."""
    return f"read; can't be used yet: {clause}"


def card_lines(card: CompiledCard) -> list[str]:
    """The card clause by clause; under a clause that was not read, carets mark where reading stopped."""
    lines = [_head(card), f"  {_types(card)}"]
    unread: dict[str, list[UnreadClause]] = {}
    for each in clauses_of(card.proto):
        unread.setdefault(each.text, [each])
    unusable = {each.text: each for each in unusable_clauses(card)}
    for clause in card.clauses:
        mark = _MARKS[clause.status]
        lines.append(f"  [{mark}] {clause.text}")
        if clause.text in unusable:
            lines.append(f"    {_read_only(unusable.pop(clause.text))}")
        if clause.status == "not-understood":
            start, end = clause.span
            lines.append(" " * (len(mark) + 5 + start) + "^" * max(1, end - start))
            lines += [f"    it may mean: {words}" for words in _readings(clause)]
            lines += [f"    {each.state}: {each.obligation}" for each in unread.get(clause.text, ()) if each.obligation]
    lines += [f"  {text}: {_read_only(each)}" for text, each in unusable.items()]
    return [*lines, f"  {_summary(card)}"]


def _readings(clause: Clause) -> list[str]:
    """What a clause with several meanings may mean: each as it would be printed, or as terms where two print alike."""
    printed: list[str] = []
    for abilities in clause.readings:
        try:
            printed.append(show_clause(abilities))
        except Unprintable:
            printed.append(str(abilities))
    alike = len(set(printed)) < len(printed)
    return [str(abilities) for abilities in clause.readings] if alike else printed


def _summary(card: CompiledCard) -> str:
    """What the card does to a loop that it stands beside."""
    if card.complete:
        return "fully usable" if fully_usable(card) else "read whole; not all of it can be used yet"
    refused = any(each.state == REFUSED for each in clauses_of(card.proto))
    return "a loop beside this card is refused" if refused else "a loop beside this card is proved while that holds"


def cards_answer(cards: Sequence[CompiledCard], unknown: Sequence[Refusal] = ()) -> Answer:
    """The answer that tells cards clause by clause.

    In: the cards, such as ``named`` gives. ``unknown``: why other names were refused; these stand among ``refusals``.
    """
    refused = [each for one in unknown for each in refused_answer("cards", one).refusals]
    return replace(empty_answer("cards"), cards=[_card_part(each) for each in cards], refusals=refused)


def _card_part(card: CompiledCard) -> Card:
    clauses = [CardClause(text=c.text, status=c.status, span=[str(c.span[0]), str(c.span[1])]) for c in card.clauses]
    unusable = [UnusablePart(text=each.text, what=[str(one) for one in each.what]) for each in unusable_clauses(card)]
    return Card(name=card.name, complete=card.complete, clauses=clauses, usable=fully_usable(card), unusable=unusable)


# --- coverage text -------------------------------------------------------------------------------

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
    first, _, *rest = coverage_lines(the_replace(found, unusable={}), BRIEF_FORMS)
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
    left_out += f"; {found.held_out} held out for measuring" if found.held_out else ""
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
        held_out=quantity(found.held_out),
        clauses=quantity(found.clauses),
        groups=quantity(found.number),
        missing=missing,
    )
    return with_fields(empty_answer("coverage"), lacking=lacking)
