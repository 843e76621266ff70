"""YAML read without surprises: every scalar stays text, and is read as what a position file wants there.

YAML read without surprises: every scalar stays the text that was written, and what could mislead is refused.

Double keys, anchors and aliases, tags, deep nesting and oversized files are refused with their
place. ``1:30`` is the text "1:30" and ``1e100`` the text "1e100" here, whatever YAML would make of
them.

Values of a YAML document read as what a position file wants there; each refusal names the place.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import yaml

from reiterate.deadline import check
from reiterate.refusals import INPUT, Refusal, Where, place_quote
from reiterate.script.places import quantity, seat_named

# --- yaml text -----------------------------------------------------------------------------------

MAX_BYTES: Final = 1_000_000
MAX_LINES: Final = 20_000
MAX_NESTING: Final = 64
#: Values of a document: words, lists and tables. Each takes 40 microseconds to read, deep inside of others 80, and as much again to lay out.
MAX_VALUES: Final = 15_000
#: Words between blanks, wherever they stand. Each takes some 4 microseconds to read.
MAX_WORDS: Final = 200_000
#: The look behind keeps a run of digits from being tried again from each of its digits.
_DIGITS: Final = re.compile(r"(?<!\d)\d{10001,}")
MAX_BLANKS: Final = 300
#: Words are told apart by searches that try a run of blanks anew from each blank: a long one would take hours.
_BLANKS: Final = re.compile(rf"(?<![^\S\n])[^\S\n]{{{MAX_BLANKS + 1},}}")
#: Lists that begin on one line inside each other, and the brackets of lists and maps.
_DASHES: Final = re.compile(r" *(?:- +)+")
_BRACKETS: Final = re.compile(r"[\[\]{}]")


#: The parser of libyaml, which most installations have: thirty times as fast as the one in Python.
_COMPILED: Final[type | None] = getattr(yaml, "CBaseLoader", None)
#: What the two parsers might take for different things. Hardly any file has it.
_SELDOM: Final = re.compile(
    r"[\t\r\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff?\ud800-\udfff\U00010000-\U0010ffff]|^%|^\.\.\.|---|[|>][-+\d]*#",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as written."""

    text: str
    where: Where


@dataclass(frozen=True, slots=True)
class Listed:
    """A list."""

    items: tuple[Value, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping with text keys, in order."""

    items: tuple[tuple[Text, Value], ...]
    where: Where

    def get(self, key: str) -> Value | None:
        """The value of a key, or None."""
        for name, value in self.items:
            if name.text == key:
                return value
        return None


Value: TypeAlias = Text | Listed | Table


class _Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def read_yaml(text: str, file: str) -> Value | Refusal:
    """Parse a document; a refusal with file, line and column for whatever is wrong with it."""
    refused = _too_much(text, file)
    if refused is not None:
        return refused
    quotes = _Quotes(text)
    value = _quickly(text, file, quotes)
    return _with_reasons(text, file, quotes) if value is None else value


def _with_reasons(text: str, file: str, quotes: _Quotes) -> Value | Refusal:
    """Parse a document, or say what is wrong with it and where."""
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Where(file, mark.line + 1, mark.column + 1, quotes.of(mark.line)) if mark else Where(file)
        return Refusal(INPUT, "yaml", f"not readable as YAML: {error.problem}", "a position file", where=where)
    except yaml.YAMLError as error:
        return Refusal(INPUT, "yaml", f"not readable as YAML: {str(error)[:200]}", "a position file", where=Where(file))
    except _Refused as error:
        where = error.refusal.where
        return replace(error.refusal, where=replace(where, file=file, span=quotes.of(where.line - 1)))
    if node is None:
        return Refusal(INPUT, "empty", "the file is empty", "a position file", where=Where(file, 1, 1))
    try:
        return _convert(node, file, quotes)
    except _Refused as error:
        return error.refusal


def _too_much(text: str, file: str) -> Refusal | None:
    if len(text) > MAX_BYTES:
        message = f"the file has more than {MAX_BYTES:,} characters"
        return Refusal(INPUT, "file-too-large", message, "a smaller file", where=Where(file, 1, 1))
    if text.count("\n") > MAX_LINES:
        message = f"the file has more than {MAX_LINES:,} lines"
        return Refusal(INPUT, "file-too-large", message, "a shorter file", where=Where(file, MAX_LINES, 1))
    found = _DIGITS.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start())
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
        where = Where(file, line + 1, column + 1, found.group(0)[:20] + "...")
        return Refusal(
            INPUT, "count-too-large", "a number has more than 10,000 digits", "10^N with N up to 10,000", where=where
        )
    depth = words = 0
    for number, line_text in enumerate(text.split("\n"), 1):
        deepest = _deepest(line_text)
        depth += line_text.count("[") + line_text.count("{") - line_text.count("]") - line_text.count("}")
        indent = len(line_text) - len(line_text.lstrip(" "))
        if depth > MAX_NESTING or deepest > 10 * MAX_NESTING or indent > 4 * MAX_NESTING:
            message = f"the file nests deeper than {MAX_NESTING}"
            return Refusal(INPUT, "nesting", message, "a flatter file", where=Where(file, number, 1, line_text[:60]))
        words += len(line_text.split())
        if words > MAX_WORDS:
            message = f"the file has more than {MAX_WORDS:,} words"
            return Refusal(
                INPUT, "file-too-large", message, "a smaller file", where=Where(file, number, 1, place_quote(line_text))
            )
    return None


def _deepest(line: str) -> int:
    """How many lists and maps a line has open at once, at most; those that are closed again, or beside each other, are none."""
    dashes = _DASHES.match(line)
    most = opened = dashes.group(0).count("-") if dashes is not None else 0
    for bracket in _BRACKETS.findall(line):
        opened += 1 if bracket in "[{" else -1
        most = max(most, opened)
    return most


class _Quotes:
    """The lines of a text as a place quotes them. Each value of a document asks for its line, which may be all of the text."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.known: dict[int, str] = {}

    def of(self, index: int) -> str:
        """A line, counted from 0; "" where there is none."""
        if index not in self.known:
            self.known[index] = place_quote(self.lines[index]) if 0 <= index < len(self.lines) else ""
        return self.known[index]


def _quickly(text: str, file: str, quotes: _Quotes) -> Value | Refusal | None:
    """Parse a document with the compiled parser, or say that it is too long or too deep.

    None where there is no such parser, and where anything else is wrong: the parser in Python tells more of that.
    """
    if _COMPILED is None or _SELDOM.search(text) is not None:
        return None
    try:
        parser = _COMPILED(text)
    except UnicodeEncodeError:
        return None
    try:
        return _Composed(parser, file, quotes).document()
    except yaml.YAMLError:
        return None
    except _Refused as error:
        where = error.refusal.where
        return replace(error.refusal, where=replace(where, file=file, span=quotes.of(where.line - 1)))


class _Composed:
    """The value that the events of a parser make up; None for whatever a document may not hold."""

    __slots__ = ("file", "parser", "quotes", "values")

    def __init__(self, parser: Any, file: str, quotes: _Quotes) -> None:
        self.parser = parser
        self.file = file
        self.quotes = quotes
        self.values = 0

    def document(self) -> Value | None:
        """The only document; None where there is none, or another one."""
        self.parser.get_event()  # the stream begins
        if not isinstance(self.parser.get_event(), yaml.DocumentStartEvent):
            return None
        found = self._value(self.parser.get_event(), 0)
        self.parser.get_event()  # the document ends
        alone = isinstance(self.parser.get_event(), yaml.StreamEndEvent)
        return found if alone else None

    def _value(self, event: Any, depth: int) -> Value | None:
        """The value that begins with an event; None for what is not accepted."""
        check()
        self.values += 1
        if type(event) is yaml.AliasEvent or event.anchor is not None or event.tag is not None:
            return None
        mark = event.start_mark
        where = Where(self.file, mark.line + 1, mark.column + 1, self.quotes.of(mark.line))
        if self.values > MAX_VALUES:
            raise _too_many(where)
        if depth > MAX_NESTING:
            raise _too_deep(where)
        if type(event) is yaml.ScalarEvent:
            absent = not event.value and not event.style  # the two parsers put it at different places
            return None if absent or _BLANKS.search(event.value) is not None else Text(event.value, where)
        if type(event) is yaml.SequenceStartEvent:
            return self._listed(where, depth + 1)
        return self._table(where, depth + 1)

    def _listed(self, where: Where, depth: int) -> Listed | None:
        items: list[Value] = []
        while type(event := self.parser.get_event()) is not yaml.SequenceEndEvent:
            found = self._value(event, depth)
            if found is None:
                return None
            items.append(found)
        return Listed(tuple(items), where)

    def _table(self, where: Where, depth: int) -> Table | None:
        items: dict[str, tuple[Text, Value]] = {}
        while type(event := self.parser.get_event()) is not yaml.MappingEndEvent:
            key = self._value(event, depth)
            if not isinstance(key, Text) or key.text in items:
                return None
            value = self._value(self.parser.get_event(), depth)
            if value is None:
                return None
            items[key.text] = (key, value)
        return Table(tuple(items.values()), where)


class _Loader(yaml.SafeLoader):
    """Composes nodes only; refuses anchors, aliases and tags as they come, and what is too much or too deep before it is read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.values = 0
        self.depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call] # the library has no types here
        mark = event.start_mark
        where = Where("", mark.line + 1, mark.column + 1)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused(
                Refusal(INPUT, "alias", "anchors and aliases are not accepted", "the value itself", where=where)
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise _Refused(Refusal(INPUT, "tag", f"the tag {tag} is not accepted", "a plain value", where=where))
        check()
        self.values += 1
        if self.values > MAX_VALUES:
            raise _too_many(where)
        if self.depth > MAX_NESTING:
            raise _too_deep(where)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


def _too_many(where: Where) -> _Refused:
    message = f"the file has more than {MAX_VALUES:,} values"
    return _Refused(Refusal(INPUT, "file-too-large", message, "a smaller file", where=where))


def _too_deep(where: Where) -> _Refused:
    message = f"the file nests deeper than {MAX_NESTING}"
    return _Refused(Refusal(INPUT, "nesting", message, "a flatter file", where=where))


def _convert(node: yaml.Node, file: str, quotes: _Quotes) -> Value:
    mark = node.start_mark
    where = Where(file, mark.line + 1, mark.column + 1, quotes.of(mark.line))
    if isinstance(node, yaml.ScalarNode):
        if _BLANKS.search(node.value) is not None:
            message = f"more than {MAX_BLANKS} blanks stand in a row"
            raise _Refused(Refusal(INPUT, "blanks", message, "words with single blanks between them", where=where))
        return Text(str(node.value), where)
    if isinstance(node, yaml.SequenceNode):
        return Listed(tuple(_convert(child, file, quotes) for child in node.value), where)
    assert isinstance(node, yaml.MappingNode)
    items: list[tuple[Text, Value]] = []
    seen: set[str] = set()
    for key_node, value_node in node.value:
        key = _convert(key_node, file, quotes)
        if not isinstance(key, Text):
            raise _Refused(Refusal(INPUT, "key", "a key is not a plain word", "a word", where=where))
        if key.text in seen:
            message = f"the key '{key.text}' stands twice"
            raise _Refused(Refusal(INPUT, "double-key", message, "each key once", where=key.where))
        seen.add(key.text)
        items.append((key, _convert(value_node, file, quotes)))
    return Table(tuple(items), where)


# --- yaml values ---------------------------------------------------------------------------------

#: The form of position files that are written; files of the earlier one are read, too (``position.py``).
FORMAT: Final = "position/2"


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def bad(code: str, message: str, where: Where, expected: str = "", rule: str = "") -> Refused:
    return Refused(Refusal(INPUT, code, message, expected, rule, where))


def text_of(value: Value) -> str:
    if not isinstance(value, Text):
        raise bad("shape", "this is not a single value", value.where, "one word or number")
    return value.text


def table_of(value: Value) -> Table:
    if not isinstance(value, Table):
        raise bad(
            "shape", "names with values belong here", value.where, "a name, a colon and its value, such as 'life: 20'"
        )
    return value


def known_keys(table: Table, keys: tuple[str, ...], later: tuple[str, ...] = ()) -> None:
    """Refuse a key that is not among these; of the ``later`` ones the refusal says which format has them."""
    for key, _ in table.items:
        if key.text in later:
            raise bad("unknown-key", f"the key '{key.text}' is not known here", key.where, f"format: {FORMAT}")
        if key.text not in keys:
            near = difflib.get_close_matches(key.text, keys, 1)
            hint = f"'{near[0]}'" if near else ", ".join(keys)
            raise bad("unknown-key", f"the key '{key.text}' is not known here", key.where, hint)


def quantity_of(value: Value) -> int:
    found = quantity(text_of(value))
    if isinstance(found, Refusal):
        raise Refused(found.at(value.where))
    return found


def count_of(value: Value) -> int:
    found = quantity_of(value)
    if found < 1:
        raise bad("count", f"'{text_of(value)}' is no number of objects", value.where, "a count of at least 1")
    return found


def truth_of(value: Value) -> bool:
    word = text_of(value).lower()
    if word not in ("yes", "no", "true", "false"):
        raise bad("flag", f"'{word}' is neither yes nor no", value.where, "yes or no")
    return word in ("yes", "true")


def seat_of(value: Value, players: int) -> int:
    seat = seat_named(text_of(value))
    if seat is None or not 0 <= seat < players:
        raise bad("player", f"'{text_of(value)}' is no player of this position", value.where, f"p1 to p{players}")
    return seat


def items_of(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Listed) else (value,)


def flag_of(table: Table, key: str) -> bool:
    value = table.get(key)
    return value is not None and truth_of(value)


_COUNTED: Final = re.compile(r"(\d+(?:\*10\^\d+)?|10\^\d+)(?:\s*x)?\s+(.+)")


def counted(item: Value) -> tuple[int, str]:
    """The count and name of an entry such as "3 Forest"."""
    written = text_of(item).strip()
    found = _COUNTED.fullmatch(written)
    if found is None:
        return 1, written
    return count_of(Text(found.group(1), item.where)), found.group(2)
