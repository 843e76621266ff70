"""Foreign text on its way to a screen: titles, labels, names of cards and files, whatever a person did not type here.

Nothing here decides anything. A terminal must not take such text for commands. A reader must not
take it for the program's own words. So these are written out: characters that move a cursor, change
a colour, turn the direction of writing, or can't be seen.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Final

import msgspec

#: Categories of characters that are written out: controls, formats (bidirectional marks, zero width, tags), halves of
#: pairs, and separators of lines and paragraphs.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

#: Combining marks on one letter that are shown; a pile of them covers the lines above and below.
MOST_MARKS: Final = 4


def plain(text: str) -> str:
    r"""A text on one line that a terminal shows as it is.

    in: any text. out: the same with hidden characters as ``\n``, ``\x1b`` or ``\u202e``; what is plain stays the
    same object.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        shown.append(_escaped(letter) if marks > MOST_MARKS or hidden(letter) else letter)
    return "".join(shown)


#: Characters of a word, and of a text, that are told again in full; of a longer one its beginning and its end.
LONG_WORD: Final = 300
LONG_TEXT: Final = 2_000
_LONG: Final = re.compile(rf"\S{{{LONG_WORD + 1},}}")


def shortened(text: str) -> str:
    """A text in which very long words are shortened, and which is shortened itself where it is very long.

    >>> shortened("nothing is known of " + "9" * 5000)
    'nothing is known of 99999999999999999999...99999999999999999999 (5,000 characters)'
    """
    if len(text) <= LONG_WORD:
        return text
    text = _LONG.sub(lambda word: _ends_of(word[0], 20), text)
    return text if len(text) <= LONG_TEXT else _ends_of(text, LONG_TEXT // 4)


def _ends_of(text: str, many: int) -> str:
    return f"{text[:many]}...{text[-many:]} ({len(text):,} characters)"


def hidden(letter: str) -> bool:
    """Whether a character is one that a reader can't see or that a terminal obeys."""
    return unicodedata.category(letter) in _HIDDEN


def clean(text: str) -> str:
    """A text without what could not be seen: control characters, marks of direction, line ends, as their numbers."""
    return "".join(c if c.isprintable() else _numbered(c) for c in text)


def quoted(text: str) -> str:
    """A text of somebody else, in quotes."""
    return '"' + clean(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _numbered(c: str) -> str:
    n = ord(c)
    return f"\\x{n:02x}" if n < 256 else f"\\u{n:04x}" if n < 65_536 else f"\\U{n:08x}"


def encodable(text: str, encoding: str | None) -> str:
    r"""A text whose characters a stream of that encoding can take; the others as ``\xe9`` or ``\u2212``."""
    name = encoding or "utf-8"
    return text.encode(name, "backslashreplace").decode(name)


def json_text(value: Any, encoding: str | None = None) -> str:
    r"""A value as indented JSON for a screen, ended by a line break.

    in: a JSON value; the encoding of the stream, UTF-8 where None. Out: text of the same value. Hidden characters, and
    those that the stream can't take, are ``\uXXXX``.
    """
    plain = json.dumps(value, ensure_ascii=False, sort_keys=True)
    try:
        text = msgspec.json.format(plain.encode(), indent=2).decode()  # the same text, four times as fast
    except UnicodeEncodeError:  # half of a surrogate pair
        text = json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True)
    if not text.isascii() or "\x7f" in text:
        # Outside of strings JSON is ASCII, so whatever is replaced stands inside of one.
        text = "".join(c if c == "\n" or _passes(c, encoding or "utf-8") else _json_escape(c) for c in text)
    return text + "\n"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def _passes(letter: str, encoding: str) -> bool:
    if letter.isascii():
        return letter != "\x7f"
    if hidden(letter):
        return False
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _json_escape(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != "\x7f" else "\\u007f"
