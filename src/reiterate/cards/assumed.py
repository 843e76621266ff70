"""Clauses of which a person says that they do not matter: ``Card: words``, for cards of a book."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reiterate.oracle import NOT_UNDERSTOOD, CompiledCard
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.terms.abilities import Assumed, NotUnderstood
from reiterate.terms.base import Ability
from reiterate.terms.base import replace as with_values
from reiterate.terms.proto import Proto

_CODE = "assume"
_FORM = '"Card: words of the clause", such as "Kinnan, Bonder Prodigy: {5}{G}{U}"'


@dataclass(frozen=True, slots=True)
class Assumption:
    """A clause of a card that is assumed not to matter: the card's full name, and the clause's text."""

    card: str
    text: str


def ways_to_split(written: str) -> list[tuple[str, str]]:
    """The ways to read ``Card: words``: a card's name may have colons, and so may the words."""
    at = [i for i, letter in enumerate(written) if letter == ":"]
    parts = [(written[:i].strip(), written[i + 1 :].strip()) for i in at]
    return [(card, words) for card, words in parts if card and words]


def no_form(written: str) -> Refusal:
    """The refusal of words that name no card and no clause."""
    message = f"'{written}' names no card and no words of a clause"
    return Refusal(INPUT, _CODE, message, _FORM, where=Where(span=written))


def assumption(card: CompiledCard, words: str, written: str) -> Assumption | Refusal:
    """The clause of a card in which these words stand, in any case; a refusal where none or several have them."""
    facts = {clause.text: clause.fact for clause in card.clauses if clause.status == NOT_UNDERSTOOD}
    unread = facts.keys()
    found = [text for text in sorted(unread) if _plain(words) in _plain(text)]
    if len(found) == 1 and not facts[found[0]]:
        return Assumption(card.name, found[0])
    where, listed = Where(span=written), "; ".join(f'"{_short(text)}"' for text in sorted(unread) if not facts[text])
    expected = f"words of one of these: {listed}" if listed else "a card with a clause that may be assumed"
    if len(found) == 1:
        message = f"{card.name}: what is no line of its text can't be assumed away: {found[0]}"
    elif found:
        message = f"{card.name}: the words '{words}' stand in {len(found)} clauses that are not understood"
    elif any(_plain(words) in _plain(clause.text) for clause in card.clauses):
        message = f"{card.name}: the clause with the words '{words}' is understood, so nothing is to be assumed"
    else:
        message = f"{card.name}: no clause that is not understood has the words '{words}'"
    return Refusal(INPUT, _CODE, message, expected, where=where)


def assuming(card: CompiledCard, assumptions: tuple[Assumption, ...]) -> CompiledCard:
    """The card with the clauses assumed that some assumptions name."""
    texts = {one.text for one in assumptions if one.card == card.name}
    if not texts:
        return card
    clauses = tuple(
        replace(clause, abilities=tuple(as_assumed(ability, texts) for ability in clause.abilities))
        for clause in card.clauses
    )
    return CompiledCard(card.name, assumed_of(card.proto, texts), clauses)


def assumed_of(proto: Proto, texts: set[str]) -> Proto:
    """The printed facts with the clauses of these texts assumed."""
    return with_values(proto, abilities=tuple(as_assumed(ability, texts) for ability in proto.abilities))


def as_assumed(ability: Ability, texts: set[str]) -> Ability:
    """An ability; where it is not understood and has one of the texts, as assumed."""
    if isinstance(ability, NotUnderstood) and ability.text in texts:
        return Assumed(ability.text, ability.start, ability.end)
    return ability


def _plain(words: str) -> str:
    return " ".join(words.casefold().replace("−", "-").replace("’", "'").split())


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
