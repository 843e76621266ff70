"""A compiled card as people read it: each clause with its state; what was not understood is marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from reiterate.ask.answer import Answer
from reiterate.ask.answer_cards import Card, CardClause
from reiterate.ask.answer_cards import UnusableClause as UnusablePart
from reiterate.ask.building_refusals import empty_answer, refused_answer
from reiterate.cards import UnusableClause, fully_usable, unusable_clauses
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal
from reiterate.rules.access.unread_clauses import REFUSED, UnreadClause, clauses_of
from reiterate.show.brief import Brief, Row

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
        rows: list[Row] = [(_MARKS[clause.status], [clause.text]) for clause in card.clauses]
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
            lines += [f"    {each.state}: {each.obligation}" for each in unread.get(clause.text, ()) if each.obligation]
    lines += [f"  {text}: {_read_only(each)}" for text, each in unusable.items()]
    return [*lines, f"  {_summary(card)}"]


def _summary(card: CompiledCard) -> str:
    """What the card does to a loop that it stands beside."""
    if card.complete:
        return "fully usable" if fully_usable(card) else "read whole; not all of it can be used yet"
    refused = any(each.state == REFUSED for each in clauses_of(card.proto))
    return "a loop beside this card is refused" if refused else "a loop beside this card is proved while that holds"


def cards_answer(cards: Sequence[CompiledCard], unknown: Sequence[Refusal] = ()) -> Answer:
    """The answer that tells cards clause by clause. ``unknown``: why other names were refused."""
    refused = [each for one in unknown for each in refused_answer("cards", one).refusals]
    return replace(empty_answer("cards"), cards=[_card_part(each) for each in cards], refusals=refused)


def _card_part(card: CompiledCard) -> Card:
    clauses = [CardClause(text=c.text, status=c.status, span=[str(c.span[0]), str(c.span[1])]) for c in card.clauses]
    unusable = [UnusablePart(text=each.text, what=[str(one) for one in each.what]) for each in unusable_clauses(card)]
    return Card(name=card.name, complete=card.complete, clauses=clauses, usable=fully_usable(card), unusable=unusable)
