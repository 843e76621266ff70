"""Text and JSON of what a person gives: the one place that knows all that decoding can raise.

What decoding raises depends on the bytes: a wrong encoding, damage, numbers beyond any use, and nesting that the interpreter's
stack can't follow. Each reader of a file catches ``NotDecoded`` alone, and quotes the place in words of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

import msgspec

#: How deep values nest at most where a reader takes whatever JSON there is.
MOST_NESTING: Final = 64

#: What a file begins with that an editor marks as UTF-8, and those that it writes as UTF-16.
_MARK: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_BYTE: Final = re.compile(r" \(byte (\d+)\)")

T = TypeVar("T")


class NotDecoded(Exception):
    """Bytes that are not what they should be.

    ``line`` and ``column`` count from 1; 0 where the place isn't known. ``value``: it is JSON, but a value is not as asked for.
    """

    def __init__(self, why: str, line: int = 0, column: int = 0, value: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.line = line
        self.column = column
        self.value = value


def mark(content: bytes) -> int:
    """Bytes of the mark that some editors put at the beginning of UTF-8. Raises ``NotDecoded`` for the mark of UTF-16."""
    if content.startswith(_UTF_16):
        raise NotDecoded("the text is not UTF-8 but UTF-16", 1, 1)
    return len(_MARK) if content.startswith(_MARK) else 0


def decoded_text(content: bytes) -> str:
    """Text in UTF-8, without a mark at its beginning. Raises ``NotDecoded``."""
    bare = content[mark(content) :]
    try:
        return bare.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotDecoded("the text is not UTF-8", *_place(bare, error.start)) from None


@overload
def json_of(content: bytes, kind: type[T]) -> T: ...
@overload
def json_of(content: bytes) -> Any: ...
def json_of(content: bytes, kind: Any = Any) -> Any:
    """A JSON value, as a type of msgspec where one is given. Raises ``NotDecoded``.

    Refused are bytes that are not UTF-8, damaged JSON, and values of another type. So are whole numbers of more than 64 bits
    that no type asks for, numbers beyond a float, and values nested deeper than ``MOST_NESTING``.
    """
    bare = content[mark(content) :]
    return guarded(lambda: msgspec.json.decode(flat(bare), type=kind), bare)


def guarded(decode: Callable[[], T], content: bytes) -> T:
    """What a decoder of msgspec or of the library makes of some bytes, all that it can raise told as ``NotDecoded``."""
    try:
        return decode()
    except msgspec.ValidationError as error:
        raise NotDecoded(str(error), value=True) from None
    except json.JSONDecodeError as error:
        raise NotDecoded(error.msg, error.lineno, error.colno) from None
    except UnicodeDecodeError:
        decoded_text(content)  # a decoder tells the byte of one string; the text tells the line
        raise NotDecoded("the text is not UTF-8") from None
    except msgspec.DecodeError as error:
        found = _BYTE.search(str(error))
        place = _place(content, int(found[1])) if found else (0, 0)
        raise NotDecoded(_BYTE.sub("", str(error)).removeprefix("JSON is malformed: "), *place) from None
    except RecursionError:
        raise NotDecoded("values are nested too deep") from None
    except ValueError:  # the library's decoder: a number of more digits than Python reads
        raise NotDecoded("a number has too many digits") from None


def flat(content: bytes) -> bytes:
    """The same bytes where nothing in them nests too deep; each bracket is looked at only where there are many. Raises ``NotDecoded``."""
    if content.count(b"[") + content.count(b"{") <= MOST_NESTING:
        return content
    depth = 0
    bare = _STRING.sub(b"", content)
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MOST_NESTING:
            raise NotDecoded(f"values nest deeper than {MOST_NESTING}")
    return content


def _place(content: bytes, at: int) -> tuple[int, int]:
    """The line and the column of a byte."""
    return content.count(b"\n", 0, at) + 1, at - content.rfind(b"\n", 0, at)
