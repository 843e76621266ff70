"""One line of card text to abilities: normal form, parse, meaning, and the print that must give the line back."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from reiterate.oracle.build import Setting, abilities_of
from reiterate.oracle.face import TOO_LONG
from reiterate.oracle.gone import gone
from reiterate.oracle.inert import inert_reason
from reiterate.oracle.lines import read_words
from reiterate.oracle.normal_text import Normal, loose, normalise
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.parser import parser
from reiterate.oracle.styles import styles
from reiterate.terms.abilities import Inert, NotUnderstood
from reiterate.terms.base import Ability, walk
from reiterate.terms.check import problems
from reiterate.terms.print_abilities import show_clause
from reiterate.terms.print_nouns import Unprintable
from reiterate.terms.proto import Proto

#: How deep texts in quotes may nest.
MAX_DEPTH: Final = 3


@dataclass(frozen=True, slots=True)
class Context:
    """What a line's reading needs of its card."""

    name: str = ""
    spell: bool = False
    host: str = "enchanted creature"
    attached: bool = False
    has_x: bool = False
    types: tuple[str, ...] = ()


def read_line(line: str, context: Context) -> tuple[Ability, ...]:
    """The abilities of one line.

    out: empty for a line of reminder text only; one ``Inert`` for a line of the table in ``inert``. A line that is not
    covered, or would not print back, is one ``NotUnderstood`` with the span where reading stopped.
    """
    normal = normalise(line, context.name)
    if not normal.tokens:
        return ()
    long = TOO_LONG.search(line)
    if long is not None:
        return (NotUnderstood(line, *long.span()),)
    why = inert_reason(normal.text)
    if why:
        return (Inert(line, why),)
    try:
        abilities = _by_grammar(normal.text, context, 0)
        wrong = _where_print_differs(normal, abilities, context)
        if wrong is None:
            return abilities
    except NotRead as error:
        wrong = error.position
    try:
        abilities = _by_templates(tuple(token.text for token in normal.tokens), context, 0)
        _check_names(abilities, line)
        return abilities
    except NotRead:
        named = _NAMED.match(line)
        if named is not None and named[1].split()[0].lower() not in _RESERVED:
            abilities = read_line(line[named.end() :], context)
            if abilities and not isinstance(abilities[0], NotUnderstood | Inert):
                return abilities
        return (NotUnderstood(line, *normal.span_at(wrong)),)


#: A name without meaning in front of an ability (207.2d): capitalised words and a dash.
_NAMED: Final = re.compile(
    r"(?=[^—]*[^\W\d_])([A-Z0-9][\w',!-]*(?: (?:of|the|and|a|in|to|for|with|[A-Z0-9][\w',!-]*))*) — (?=When|Whenever|At |\{)"
)
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
        "morph",
        "cycling",
        "madness",
        "suspend",
        "reinforce",
        "max",
        "power-up",
    ]
)


def _read(text: str, context: Context, depth: int) -> tuple[Ability, ...]:
    """Read a normal text by the grammar, else by the templates. Raises ``NotRead``."""
    try:
        return _by_grammar(text, context, depth)
    except NotRead as error:
        try:
            return _by_templates(tuple(text.split()), context, depth)
        except NotRead:
            raise error from error


def _by_templates(words: tuple[str, ...], context: Context, depth: int) -> tuple[Ability, ...]:
    """Read the words of a line by the table of templates."""
    setting = Setting(_quoter(depth), context.spell, context.has_x)
    abilities = read_words(words, setting, _parse)
    _check(abilities, context)
    return abilities


def _check_names(abilities: tuple[Ability, ...], line: str) -> None:
    """The names that tokens are given stand in the line as they are, with their capital letters (111.4)."""
    made: list[Proto] = []
    for ability in abilities:
        walk(ability, lambda node: made.append(node) if isinstance(node, Proto) else None)
    for token in made:
        if (
            token.token
            and token.supertypes
            and f"reate {token.name}, a " not in line
            and token.name not in token.subtypes
        ):
            raise NotRead(0, "no name of a token")


def _check(abilities: tuple[Ability, ...], context: Context) -> None:
    found = [p for a in abilities for p in problems(a, attached=context.attached)]
    found += [why for why in map(gone, abilities) if why]
    if found:
        raise NotRead(0, found[0])


def _quoter(depth: int) -> Callable[[Token], tuple[Ability, ...]]:
    """The reader of texts in quotes at a depth of nesting."""

    def quote(token: Token) -> tuple[Ability, ...]:
        start = (token.start_pos or 0) + 2
        if depth >= MAX_DEPTH:
            raise NotRead(start, "texts in quotes nest too deep")
        try:
            return _read(str(token)[2:-1], Context(attached=False), depth + 1)
        except NotRead as error:
            raise NotRead(start + error.position, error.why) from error

    return quote


def _by_grammar(text: str, context: Context, depth: int) -> tuple[Ability, ...]:
    """Parse a normal text and give it its meaning. Raises ``NotRead``."""
    abilities = abilities_of(_parse(text), Setting(_quoter(depth), context.spell, context.has_x))
    _check(abilities, context)
    return abilities


@lru_cache(maxsize=2048)  # many cards share a line once their names are "~"
def _parse(text: str) -> Tree[Token]:
    try:
        return parser().parse(text)
    except UnexpectedInput as error:
        position: Any = error.pos_in_stream
        if isinstance(error, UnexpectedToken):
            position = None if error.token.type == "$END" else error.token.start_pos
        where = len(text) if position is None else int(position)
        raise NotRead(where, "no word that could stand here") from error


def _where_print_differs(normal: Normal, abilities: tuple[Ability, ...], context: Context) -> int | None:
    """None where the abilities print back to the clause, else the position of the first other word."""
    wanted = loose(normal)
    best = -1
    for style in styles(normal.text):
        try:
            printed = loose(normalise(show_clause(abilities, "~", context.host, style)))
        except Unprintable:
            continue
        if printed == wanted:
            return None
        best = max(best, _common(printed, wanted))
    return _position(normal, max(best, 0))


def _common(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    """How many words two texts share at their start."""
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def _position(normal: Normal, words: int) -> int:
    """The position in the normal text of the token after so many loose words."""
    for index, token in enumerate(normal.tokens):
        if len(loose(Normal(normal.tokens[: index + 1]))) > words:
            return sum(len(t.text) + 1 for t in normal.tokens[:index]) + (len(token.text) > 0) - 1
    return max(len(normal.text) - 1, 0)
