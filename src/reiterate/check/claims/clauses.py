"""Clauses that are not understood: each one of the chain is listed, with what has to hold for it to do nothing.

What has to hold is shown by the proof itself. The rules refuse a card of which such a clause could do something by
itself, and an event that a clause waits for. What somebody could use counts among the options. Here the list is
compared with the cards of all places, and every clause is read anew from its words. Its shape is read in this module.
Its event is read by the reader of card text, with another effect than the one that the compiler takes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from reiterate.check.small_values import Rejected, a_list, a_text, an_object
from reiterate.check.work import spend
from reiterate.lazy_module import Later
from reiterate.oracle.face import CARRIED_FACES
from reiterate.rules.access.unread_clauses import ASSUMED, REFUSED, UnreadClause, unread_clauses
from reiterate.state.model import STACK, State

if TYPE_CHECKING:
    from reiterate.oracle import compile
else:
    compile = Later("reiterate.oracle.compile")

#: Card, text, state, kind and obligation of a clause.
Listed: TypeAlias = tuple[str, str, str, str, str]

#: The obligation.
CLAUSES: Final = "clauses"

_FIELDS: Final = ("card", "text", "state", "kind", "obligation")

#: Work that reading one clause anew is.
_READING: Final = 2_000

#: Commas behind which an event may end.
_COMMA_BUDGET: Final = 6

_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_EVENT_WORDS: Final = re.compile(r"(?:\w[\w'’,!/ -]* — )?(?:When|Whenever|At the beginning)\b")
_COST_WORDS: Final = re.compile(
    r"(?:[A-Z0-9][\w'’,!/ -]* — )?(?:\{[^{}]+\}|[+−–-]?(?:\d+|X)(?=:)|(?:Pay|Sacrifice|Discard|Exile|Tap|Untap|Remove"
    r"|Return|Put|Reveal|Mill|Collect|Unattach|Forage)\b)[^.:\"“]*: "
)
#: What makes a line more than something to be used: a clause with such words has to be something else.
_BY_ITSELF: Final = re.compile(
    r"(?:\w[\w'’,!/ -]* — )?(?:When|Whenever|At the|If you would|If an?\b[^,]*\bwould|As long as|As ~)\b"
)
_QUOTED: Final = re.compile(r'["“][^"“”]*["”]')
_ITSELF: Final = re.compile(r"\b[Tt]his (?=[a-zA-Z]+ (?:enters?|can't|would|has|is|gets|doesn't)\b)[a-zA-Z]+")
_OF_PLAYERS: Final = re.compile(
    r"If (?:you|an opponent|a player) would (?:draw|gain life|lose life|mill|create)\b[^.]*, "
)
_OF_CASTING: Final = re.compile(
    r"(?:(?:Each|Your)? ?(?:[Oo]pponents?|[Pp]layers?)|You) can(?:'t cast [^.,;:]+| cast [^.,;:]+ only [^.,;:]+)\."
    r"|[^.,;:]*\b[Ss]pells [^.,;:]*\bcosts? [^.,;:]+ more to cast\b[^.,;:]*\.|[Ss]pells cost [^.,;:]+ more to cast\b[^.,;:]*\."
)
_MORE_OF_CASTING: Final = re.compile(r"\b(?:and|may|less|instead|activates?|plays?)\b|~")
_OF_A_TURN: Final = re.compile(r"If you would begin your turn while ~ is tapped, ")
_OF_ITSELF: Final = re.compile(r"(?:As ~ enters|~ enters|You may have ~ enter|If ~ would|~ can't attack)\b")
_MORE_OF_ITSELF: Final = re.compile(
    r"\. |\band ~|.~ (?:has|gets|is|can't|doesn't)\b|\band (?:has|is|gets|can't|doesn't)\b|\bblock"
)


#: Types of permanents alone (110.4a): abilities of other cards function on the stack.
_PERMANENTS: Final = {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}
#: What a clause says that may be about its card as a spell.
_AS_A_SPELL: Final = re.compile(r"\bstack\b|\bthis spell\b|\bcosts? [^.]*\bcast\b|\bcast this\b", re.IGNORECASE)


class Clauses:
    """What a certificate lists, and what stands on the cards of its chain."""

    __slots__ = ("beside", "cast", "seen", "stated")

    def __init__(self, written: Any) -> None:
        self.stated: tuple[Listed, ...] = a_list(written, _listed)
        self.seen: dict[Listed, UnreadClause] = {}
        self.beside: set[Listed] = set()  # in positions that other answers lead to
        self.cast: dict[Listed, UnreadClause] = {}  # those of spells, there and on the chain

    def see(self, state: State) -> None:
        """A place of the chain."""
        for one in unread_clauses(state):
            self.seen[_named(one)] = one
            self._see_spell(state, one)

    def see_beside(self, state: State) -> None:
        """A position that other answers lead to: nothing stands there that is not on the chain."""
        for one in unread_clauses(state):
            self.beside.add(_named(one))
            self._see_spell(state, one)

    def _see_spell(self, state: State, one: UnreadClause) -> None:
        if state.rows[one.row].cls.zone == STACK:
            self.cast[_named(one)] = one

    def compare(self) -> None:
        """``Rejected`` where another clause is listed than is there, or one is not what it is listed as."""
        true = sorted(self.seen)
        missing = next((one for one in true if one not in self.stated), None)
        if missing is not None:
            raise Rejected(CLAUSES, f'{missing[0]}: a clause is not listed, or as something else: "{missing[1]}"')
        if list(self.stated) != true or not self.beside <= self.seen.keys():
            raise Rejected(CLAUSES, "the clauses listed are not those of the cards, in order")
        for one in self.seen.values():
            _read_anew(one)
        for one in self.cast.values():
            _read_as_of_a_spell(one)


def _listed(value: Any) -> Listed:
    found = an_object(value, "clause", set(_FIELDS))
    card, text, state, kind, obligation = (a_text(found[name]) for name in _FIELDS)
    return card, text, state, kind, obligation


def _named(one: UnreadClause) -> Listed:
    return one.name, one.text, one.state, one.kind, one.obligation


def _read_anew(one: UnreadClause) -> None:
    """``Rejected`` where the words of a clause are not what the clause is listed as."""
    if one.state == REFUSED:
        raise Rejected(CLAUSES, f'{one.name}: nothing is known of a clause: "{one.text}"')
    if one.state == ASSUMED:
        return
    spend(_READING)
    if not _SHAPES[one.kind](one):
        raise Rejected(CLAUSES, f'{one.name}: these words are no {one.kind} clause: "{one.text}"')
    if one.term not in compile.read_again(one.card, one.text):
        raise Rejected(CLAUSES, f'{one.name}: a clause is read as something else: "{one.text}"')


def _read_as_of_a_spell(one: UnreadClause) -> None:
    """``Rejected`` where a clause of a spell may say how it is cast, or may do something on the stack (113.6, 601.2)."""
    if one.state == ASSUMED:
        return
    permanent = set(one.card.types) & _PERMANENTS and not set(one.card.types) - _PERMANENTS
    if not permanent or one.kind == "casting" or _AS_A_SPELL.search(one.text):
        raise Rejected(CLAUSES, f'{one.name}: a clause of a spell may matter as it is cast: "{one.text}"')


# --- the shapes of clauses ---------------------------------------------------------------------------------------


def _activated(one: UnreadClause) -> bool:
    """A cost and a colon; or a keyword, which has no sentence."""
    text = _plain(one)
    return bool(_COST_WORDS.match(text)) or not (set(':."“') & set(text) or _BY_ITSELF.match(text))


def _casting(one: UnreadClause) -> bool:
    """Nothing that happens by itself: no event, no replacement, no cost of an ability."""
    text = _plain(one)
    return not _BY_ITSELF.match(text) and not set('"“') & set(text) and not _COST_WORDS.match(text)


def _face(one: UnreadClause) -> bool:
    """Not a line of the card's text."""
    return one.text in CARRIED_FACES


def _trigger(one: UnreadClause) -> bool:
    """An event up to a comma, and behind the comma no further part of a list of events."""
    text = _plain(one)
    if not _EVENT_WORDS.match(text):
        return False
    commas = [i for i, letter in enumerate(text) if letter == ","][:_COMMA_BUDGET]
    for comma in commas:
        spend(_READING)
        event = compile.event_again(one.card, text[:comma])
        if event is not None:
            parts = text[comma + 1 :].partition(".")[0].split(",")
            more = any(part.split()[:1] in (["or"], ["and"], ["and/or"]) for part in parts[:-1])
            return event == getattr(one.term, "trigger", None) and not more
    return False


def _static(one: UnreadClause) -> bool:
    """Said in one part: of the card itself as it enters, leaves or attacks, of what a player would do, or of a set."""
    text = _QUOTED.sub("", _plain(one)).replace(one.name, "~")
    text = _ITSELF.sub("~", text)
    if getattr(one.term, "event", "") == "cast":
        return bool(_OF_CASTING.fullmatch(text)) and not _MORE_OF_CASTING.search(text)
    if getattr(one.term, "event", "") == "begins tapped":
        parts = text.split(". ")
        return bool(_OF_A_TURN.match(text)) and all(part.startswith("If you do, ") for part in parts[1:])
    if _OF_PLAYERS.match(text):
        return True
    if _OF_ITSELF.match(text):
        return not _MORE_OF_ITSELF.search(text)
    return (
        not {",", ";", ":", '"', "~"} & set(text.split()[0])
        and " and " not in text
        and text.count(".") == 1
        and "," not in text
    )


def _plain(one: UnreadClause) -> str:
    """The words of a clause without what stands in brackets."""
    return _IN_BRACKETS.sub("", one.text).strip()


_SHAPES: Final = {"activated": _activated, "casting": _casting, "face": _face, "trigger": _trigger, "static": _static}
