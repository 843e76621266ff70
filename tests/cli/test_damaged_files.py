"""Whatever stands in a file that a person gives, its reader answers or refuses: damage of every sort, for every reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.boards.deck_list import read_deck
from reiterate.boards.kept_draft import restored
from reiterate.cards import CardBook, CardFileError
from reiterate.cards.card_json import card_of_bytes
from reiterate.cards.missing_words import combos_of
from reiterate.cards.remembered import ENVIRONMENT, FILE, remembered
from reiterate.cards.sources import facts_in_order, read_source
from reiterate.check.certificate import check
from reiterate.decoded import MOST_NESTING, NotDecoded, decoded_text, json_of
from reiterate.games import log
from reiterate.refusals import Refusal
from reiterate.script.position import file_text, load
from reiterate.service import asked
from reiterate.table.entries import is_log
from reiterate.table.exporting import read_log

#: An honest file of each sort.
HONEST: Final[dict[str, bytes]] = {
    "cards": b'[{"name": "Bear", "type_line": "Creature", "cmc": 2}]',
    "lines of cards": b'{"name": "Bear", "type_line": "Creature", "cmc": 2}\n{"name": "Elk", "cmc": 1}\n',
    "position": b"format: position/1\nplayers:\n  p1:\n    battlefield: [Grizzly Bears]\n  p2: {life: 7}\n",
    "puzzle": b"[metadata]\nName:A\nGoal:Win\nTurns:1\n[state]\nhumanlife=20\nailife=7\nhumanbattlefield=Grizzly Bears\n",
    "deck": b"4 Grizzly Bears\n10 Forest\n",
    "game": b'{"format": "game/1", "number": "0", "what": "position", "text": "format: position/1", "who": "", "to": "0"}\n',
    "log": b'{"format": "log/1", "title": "t"}\n{"number": 1, "kind": "chat", "who": "p1", "body": {}}\n',
    "request": b'{"position": "format: position/1"}',
    "certificate": b'{"chain":[],"claim":{},"closed_set":null,"end":{},"format":"certificate/1","start":{},"terms":"","versions":{}}\n',
    "paths": b'["/a", "/b"]',
    "combos": b'{"id": 2, "cards": ["Grizzly Bears", "Forest"], "produces": ["Infinite mana"]}\n{"cards": ["Forest"]}\n',
    "draft": b'{"players": [["20", "7"]], "active": 0, "step": "", "pieces": []}',
}


def _deep(begin: str, end: str, n: int) -> Callable[[bytes], bytes]:
    return lambda honest: (begin * n + end * n).encode() + honest


def _within(what: str) -> Callable[[bytes], bytes]:
    """Put something in the place of a number, a word or a value."""
    return lambda honest: next(
        (
            honest.replace(old, what.encode("utf-8", "surrogatepass"), 1)
            for old in (b"2", b"7", b"1", b"20")
            if old in honest
        ),
        honest,
    )


DAMAGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "as it is": lambda honest: honest,
    "empty": lambda honest: b"",
    "a blank": lambda honest: b" \n",
    "truncated": lambda honest: honest[: len(honest) // 2],
    "CRLF": lambda honest: honest.replace(b"\n", b"\r\n"),
    "a mark of UTF-8": lambda honest: b"\xef\xbb\xbf" + honest,
    "UTF-16": lambda honest: honest.decode().encode("utf-16"),
    "UTF-16 without a mark": lambda honest: honest.decode().encode("utf-16-le"),
    "latin-1": lambda honest: honest.replace(b"a", "é".encode("latin-1"), 1),
    "half a letter": lambda honest: honest + b"\xc3",
    "NUL": lambda honest: honest.replace(b"e", b"\0", 2),
    "escaped NUL": _within('"\\u0000"'),
    "a lone surrogate": _within("\ud800"),
    "an escaped surrogate": _within('"\\ud800"'),
    "a long number": _within("9" * 6_000),
    "a long negative number": _within("-" + "9" * 6_000),
    "a long power": _within("1e999999"),
    "a long word": _within('"' + "9" * 20_000 + '"'),
    "NaN": _within("NaN"),
    "infinite": _within("-Infinity"),
    "null": lambda honest: b"null",
    "a number alone": lambda honest: b"9" * 6_000,
    "keys twice": lambda honest: honest.replace(b'{"', b'{"name": "x", "format": 1, "', 1) + honest,
    "lists in lists": _deep("[", "]", 20_000),
    "tables in tables": _deep('{"a":', "}", 20_000),
    "lists within": _within("[" * 20_000 + "]" * 20_000),
    "lists within, not so deep": _within("[" * 900 + "]" * 900),
    "keys in keys": lambda honest: b"? " * 20_000 + honest,
    "entries in entries": lambda honest: b"- " * 20_000 + honest,
    "bytes": lambda honest: bytes(range(256)) * 4,
}


def _cards(content: bytes) -> object:
    try:
        source = read_source("cards", content)
    except CardFileError as error:
        return error.refusal
    book = CardBook((source,))
    rows = list(facts_in_order(source))  # whatever the index holds can be decoded
    return [book.find(str(row["name"])) for row in rows]


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of text, given what is decoded."""

    def reader(content: bytes) -> object:
        try:
            return read(decoded_text(content))
        except NotDecoded as error:
            return error

    return reader


def _in_a_file(read: Callable[[Path], object], folder: Path, name: str = "given") -> Callable[[bytes], object]:
    def reader(content: bytes) -> object:
        (folder / name).write_bytes(content)
        return read(folder / name)

    return reader


def _position(path: Path) -> object:
    text = file_text(path)
    return text if isinstance(text, Refusal) else load(text, path.name, CardBook.builtin())


def readers(folder: Path) -> dict[str, Callable[[bytes], object]]:
    """Every reader of what a person gives."""
    book = CardBook.builtin()
    return {
        "cards": _cards,
        "compiled card": card_of_bytes,
        "position": _in_a_file(_position, folder),
        "deck": _text(lambda text: read_deck(text, "deck", book)),
        "game": _in_a_file(log.read, folder),
        "log": _text(read_log),
        "log or not": _text(is_log),
        "request": lambda content: asked.read(content, asked.RuleAsked),
        "certificate": _text(lambda text: check(text, book.protos)),
        "paths": _in_a_file(lambda path: remembered({ENVIRONMENT: str(path.parent)}), folder, FILE),
        "combos": _in_a_file(combos_of, folder),
        "draft": _text(restored),
    }


@pytest.mark.slow("every reader is given every damage")
@pytest.mark.parametrize("damage", DAMAGES)
def test_each_reader_answers_or_refuses(damage: str, tmp_path: Path) -> None:
    contents = {DAMAGES[damage](honest) for honest in HONEST.values()}
    for name, read in readers(tmp_path).items():
        for found in map(read, sorted(contents)):
            assert not isinstance(found, Refusal) or (found.message and found.exit_code in (1, 2, 3)), name


@given(
    st.one_of(
        st.binary(max_size=60), st.text(alphabet='[]{}":,0123456789eE.-\\u nulltrfasINy\0', max_size=40).map(str.encode)
    )
)
def test_whatever_the_bytes_a_value_is_decoded_or_told_as_not_decoded(content: bytes) -> None:
    for kind in (object, list[int], dict[str, str]):
        try:
            found: Any = json_of(content, kind)
        except NotDecoded:
            continue
        assert json.loads(content.removeprefix(b"\xef\xbb\xbf")) == found


@pytest.mark.parametrize(
    ("content", "why", "line", "column"),
    [
        (b'{"a":\n 1,,}', "keys must be strings", 2, 4),
        (b"\xff\xfe{\0}\0", "UTF-16", 1, 1),
        (b'{"a":\n"\xe9"}', "UTF-8", 2, 2),
        (b"[" * 70 + b"]" * 70, f"deeper than {MOST_NESTING}", 0, 0),
        (b"9" * 6_000, "out of range", 0, 0),
    ],
)
def test_what_can_not_be_decoded_says_why_and_where(content: bytes, why: str, line: int, column: int) -> None:
    with pytest.raises(NotDecoded) as raised:
        json_of(content)
    assert why in raised.value.why
    assert (raised.value.line, raised.value.column) in ((line, column), (0, 0))


def test_a_card_that_can_not_be_decoded_is_quoted_with_its_line() -> None:
    with pytest.raises(CardFileError) as raised:
        read_source("cards.json", b'[{"name": "Bear"},\n{"name": "Elk", "cmc": ' + b"9" * 6_000 + b"}]")
    refusal = raised.value.refusal
    assert (refusal.exit_code, refusal.where.line) == (2, 2)
    assert refusal.where.span.startswith('{"name": "Elk"')
