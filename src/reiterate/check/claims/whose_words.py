"""Whose words stand in a start: each is of a card of its name, or made of such words by the rules, or of no card.

Words stand in a start wherever a term can: as a card or token, as an ability or effect, as an effect until end of turn, and in
properties; of rows, and of what is gone. Play that led there is not shown. So words count as made where the rules could make
them of words of some card that is named in the start. Where that can't be told they count as words of no card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from reiterate.check.accepted import Lookup, NoCards, Unowned
from reiterate.check.claims.made_words import Words, terms_in
from reiterate.rules.access import text_changes
from reiterate.rules.access.unread_clauses import assumed_like
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.state.model import Class, Gone, State
from reiterate.state.properties import (
    ABILITY,
    CARD,
    CHOSEN_COLOR,
    COPIABLE,
    COPIED,
    DELAYED,
    EFFECT,
    ENCHANT,
    FLASHBACK,
    LAST_KNOWN,
    MAY_PLAY,
    PLAYER,
    PRINTED,
    REST,
    SHELTERED,
    SHIELD,
    WORD_CHANGES,
)
from reiterate.terms.base import Term
from reiterate.terms.chosen_words import in_color
from reiterate.terms.code import to_json
from reiterate.terms.effects_continuous import ChangeText
from reiterate.terms.effects_spells import GainFlashback, LetPlay
from reiterate.terms.print_spelling import COLOR_NAMES
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import SkipDraw

#: Tokens of one start that are looked up among those that any card creates, where nothing in it makes them.
TOKEN_BUDGET: Final = 24

#: What a property grants that is no term, and the kind of effect that grants it.
_GRANTED: Final[dict[str, type]] = {FLASHBACK: GainFlashback, MAY_PLAY: LetPlay, SHELTERED: SkipDraw}

#: Where whole cards stand.
_FACES: Final = (COPIABLE, COPIED, PRINTED)


@dataclass(frozen=True, slots=True)
class _Place:
    """A class at a row; ``of``: "" for the row's own, else the reference to what is gone."""

    row: int
    of: str
    cls: Class


def words_of(start: State, cards: Lookup | None) -> NoCards:
    """The names under which no card is found that is the same, and the words that are of no card.

    ``cards``: the cards of a name; none to compare with where it is None.
    """
    places = list(_places(start))
    words = Words(sum(row.cls.kind == PLAYER for row in start.rows.values()))
    _gather(places, words, cards)
    names: dict[str, None] = {}
    found: list[Unowned] = []
    for place in places:
        for what, said in _not_said(place.cls, words):
            if place.cls.kind == CARD and what in ("proto", PRINTED) and isinstance(said, Proto):
                names[said.name] = None
            else:
                written = said if isinstance(said, str) else to_json(said)
                found.append(Unowned(place.row, f"{place.of}, {what}" if place.of else what, written))
    return NoCards(tuple(sorted(names)), tuple(found))


def _places(start: State) -> Iterator[_Place]:
    for handle, row in start.rows.items():
        yield _Place(handle, "", row.cls)
        for name, ref in row.refs.items():
            if isinstance(ref, Gone):
                yield _Place(handle, name, ref.cls)


def _faces(cls: Class) -> Iterator[Proto]:
    """The cards of a class: what it is, and what it is without a copy effect or a changed text."""
    for each in (cls.proto, *(cls.by_prop.get(name) for name in _FACES)):
        if isinstance(each, Proto) and each != UNKNOWN_CARD:
            yield each


# --- what is said ------------------------------------------------------------------------------------------------


def _gather(places: list[_Place], words: Words, cards: Lookup | None) -> None:
    """Cards of their names first; then what is made of them, and of that, until nothing more is."""
    there = dict.fromkeys(face for place in places for face in _faces(place.cls))
    for face in there:
        if cards is not None and any(assumed_like(each, face) == face for each in cards(face.name)):
            words.add(face)
    _gather_made(places, words, there)
    if cards is None:
        return
    nobodys = [face for face in there if face.token and face not in words.cards]
    for token in nobodys[:TOKEN_BUDGET]:
        if token in cards(f"{token.name} token"):
            words.add(token)
    _gather_made(places, words, there)


def _gather_made(places: list[_Place], words: Words, there: dict[Proto, None]) -> None:
    before = -1
    while len(words.cards) != before:
        before = len(words.cards)
        for face in there:
            if face in words.cards or words.copies(face):
                words.add(face)
        for place in places:
            cls = place.cls
            if _worded(cls, words) and cls.proto is not None:
                words.add(cls.proto)
            color = cls.by_prop.get(CHOSEN_COLOR)
            if cls.proto is not None and cls.proto in words.cards and color in COLOR_NAMES:
                words.add(in_color(cls.proto, str(color)))


def _worded(cls: Class, words: Words) -> bool:
    """Whether a class has a changed text, by an effect of some card, of what is said without that (612)."""
    plain = cls.by_prop.get(COPIABLE)
    changed = WORD_CHANGES in cls.by_prop and bool(words.of(ChangeText))
    return (
        changed and isinstance(plain, Proto) and plain in words.cards and text_changes.with_copiable(cls, plain) is cls
    )


# --- what is not said --------------------------------------------------------------------------------------------


def _not_said(cls: Class, words: Words) -> Iterator[tuple[str, Term | str]]:
    """The terms of a class that nobody's words are, each with where it stands."""
    if cls.proto is not None and cls.proto != UNKNOWN_CARD and cls.proto not in words.cards:
        yield "proto", cls.proto
    if cls.term is not None and not _term_said(cls, words):
        yield "ability", cls.term
    for mark in cls.marks:
        if not words.lasts(mark):
            yield "until end of turn", mark
    for name, value in cls.props:
        for term in terms_in(value):
            if not _property_said(cls, name, term, words):
                yield name, term
        if name in _GRANTED and not words.of(_GRANTED[name]):
            yield name, str(value)


def _term_said(cls: Class, words: Words) -> bool:
    assert cls.term is not None
    if cls.kind == ABILITY:
        return cls.term in words.parts
    if cls.kind == DELAYED:
        return words.delays(cls.term)
    if cls.kind == EFFECT:
        return words.lasts(cls.term)
    return cls.kind == SHIELD and words.shields(cls.term)


def _property_said(cls: Class, name: str, term: Any, words: Words) -> bool:
    if name == COPIABLE:
        return _worded(cls, words)
    if name in _FACES:
        return term in words.cards
    if name == REST:
        return words.goes_on(term)
    if name == ENCHANT:
        return words.enchants(term)
    return name == LAST_KNOWN and isinstance(term, Proto) and words.remembers(term)
