"""One line of card text to abilities: normal form, parse, meaning, and the print that must give the line back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from reiterate.oracle.build import Setting, abilities_of
from reiterate.oracle.inert import inert_reason
from reiterate.oracle.normal import Normal, loose, normalise
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.parser import parser
from reiterate.terms import nodes as n
from reiterate.terms.check import problems
from reiterate.terms.show import Style, show_clause
from reiterate.terms.wording import Unprintable

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


def read_line(line: str, context: Context) -> tuple[n.Ability, ...]:
    """The abilities of one line.

    out: empty for a line of reminder text only; one ``Inert`` for a line of the listed table; one ``NotUnderstood``
    with the span where reading stopped, for what is not covered or would not print back.
    """
    normal = normalise(line, context.name)
    if not normal.tokens:
        return ()
    why = inert_reason(normal.text)
    if why:
        return (n.Inert(line, why),)
    try:
        abilities = _read(normal.text, context, 0)
    except NotRead as error:
        return (n.NotUnderstood(line, *normal.span_at(error.position)),)
    wrong = _where_print_differs(normal, abilities, context)
    if wrong is not None:
        return (n.NotUnderstood(line, *normal.span_at(wrong)),)
    return abilities


def _read(text: str, context: Context, depth: int) -> tuple[n.Ability, ...]:
    """Parse a normal text and give it its meaning. Raises ``NotRead``."""
    tree = _parse(text)

    def quote(token: Token) -> tuple[n.Ability, ...]:
        start = (token.start_pos or 0) + 2
        if depth >= MAX_DEPTH:
            raise NotRead(start, "texts in quotes nest too deep")
        try:
            return _read(str(token)[2:-1], Context(attached=False), depth + 1)
        except NotRead as error:
            raise NotRead(start + error.position, error.why) from error

    setting = Setting(quote, context.spell, context.has_x)
    abilities = abilities_of(tree, setting)
    found = [p for a in abilities for p in problems(a, attached=context.attached)]
    if found:
        raise NotRead(0, found[0])
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


def styles(text: str) -> Iterator[Style]:
    """The spellings that a normal text may have used, by the words it has."""
    equal = "equal to the number of" in text
    suffix = " as long as " in text
    after = "that's tapped" in text or "that are tapped" in text
    its = "its controller" in text
    spellings = ((True, True), (True, False), (False, False))
    for every in ("", *(word for word in ("all", "each") if f"{word} " in text)):
        for elide, terse in spellings:
            for late in (False, True) if equal else (False,):
                yield Style(equal, late, elide, suffix, every, after, terse, its)


def _where_print_differs(normal: Normal, abilities: tuple[n.Ability, ...], context: Context) -> int | None:
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
