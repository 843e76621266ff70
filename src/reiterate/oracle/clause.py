"""One line of card text to abilities: normal form, all readings by the grammar, and the one that is left."""

from __future__ import annotations

import re
from typing import Final

from reiterate.oracle.face import TOO_LONG
from reiterate.oracle.grammar.line_meanings import partner_with
from reiterate.oracle.grammar.reading import Context, readings
from reiterate.oracle.inert import inert_kind
from reiterate.oracle.normal_text import normalise
from reiterate.terms.abilities import Inert, NotUnderstood
from reiterate.terms.base import Ability, walk
from reiterate.terms.proto import Proto

__all__ = ["Context", "read_line"]


def read_line(line: str, context: Context) -> tuple[Ability, ...]:
    """The abilities of one line; see ``read_with_others``."""
    return read_with_others(line, context)[0]


def read_with_others(line: str, context: Context) -> tuple[tuple[Ability, ...], tuple[tuple[Ability, ...], ...]]:
    """The abilities of one line, and the readings of a line that has several.

    out: empty for a line of reminder text only; one ``Inert`` for a line of the table in ``inert``. A line without a reading,
    or with several that mean different things, is one ``NotUnderstood`` with the span where reading stopped.
    """
    normal = normalise(line, context.name, context.legendary)
    if not normal.tokens:
        return (), ()
    long = TOO_LONG.search(line)
    if long is not None:
        return (NotUnderstood(line, *long.span()),), ()
    kind = inert_kind(normal.text)
    if kind:
        return (Inert(line, kind),), ()
    partner = _PARTNER.fullmatch(line)
    if partner is not None:
        return partner_with(partner[1]), ()
    found = readings(tuple(token.text for token in normal.tokens), context)
    good = [abilities for abilities in found.readings if _names_stand(abilities, line)]
    if len(good) == 1:
        return good[0], ()
    named = _NAMED.match(line)
    if named is not None and named[1].split()[0].lower() not in _RESERVED and not _CHAPTERS.fullmatch(named[1]):
        again = read_line(line[named.end() :], context)
        if again and not isinstance(again[0], NotUnderstood | Inert):
            return again, ()
    return (NotUnderstood(line, *normal.span_at(found.position)),), tuple(good)


#: Partner with a card (702.124j), whose name is no word of the language.
_PARTNER: Final = re.compile(r"Partner with ([A-Z][^()]*?)\.?(?: \(.*\))?")
#: A name without meaning in front of an ability (207.2d): capitalised words and a dash.
_NAMED: Final = re.compile(
    r"(?=[^—]*[^\W\d_])([A-Z0-9][\w',!?-]*(?: (?:of|the|and|a|in|to|for|with|[A-Z0-9][\w',!?-]*))*) — (?=When|Whenever|At |\{)"
)
#: The numbers of chapters in front of a dash (714.2).
_CHAPTERS: Final = re.compile(r"[IV]+(, [IV]+)*")
#: Words in front of a dash that have rules of their own.
_RESERVED: Final = frozenset(
    [
        "exhaust",
        "forecast",
        "boast",
        "cohort",
        "kicker",
        "buyback",
        "equip",
        "ward",
        "escape",
        "emerge",
        "level",
        "companion",
        "cumulative",
        "splice",
        "strive",
        "casualty",
        "bargain",
        "flashback",
        "evoke",
        "dash",
        "blitz",
        "warp",
        "morph",
        "megamorph",
        "disguise",
        "foretell",
        "plot",
        "cycling",
        "madness",
        "suspend",
        "reinforce",
        "max",
        "power-up",
        "solved",
        "to",  # "to solve"
        "visit",
        "partner",
        "impending",
        "awaken",
    ]
)


def _names_stand(abilities: tuple[Ability, ...], line: str) -> bool:
    """Whether the names that tokens are given stand in the line as they are, with their capital letters (111.4)."""
    made: list[Proto] = []
    for ability in abilities:
        walk(ability, lambda node: made.append(node) if isinstance(node, Proto) else None)
    return not any(
        t.token
        and t.supertypes
        and t.name not in t.subtypes
        and f"reate {t.name}, a " not in line
        and f"named {t.name}." not in line
        for t in made
    )
