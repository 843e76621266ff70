"""Documents of position files written as text: what ``yaml_text.py`` reads comes out again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from reiterate.lazy_module import Later
from reiterate.refusals import Refusal
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.script.yaml_text import Listed, Table, Text, Value
from reiterate.untrusted_text import clean, quoted

if TYPE_CHECKING:
    from reiterate.script import puzzle
else:
    puzzle = Later("reiterate.script.puzzle")

#: Texts that are written without quotation marks, also within brackets.
_PLAIN: Final = re.compile(r"[A-Za-z0-9+][A-Za-z0-9+/'^*_. -]*(?<![ ])")
#: Texts of several lines that a block holds as they are, such as scripts.
_BLOCK: Final = re.compile(r"(?:[!-~][ -~]*\n)(?:(?:[ -~]*[!-~])?\n)*(?:[ -~]*[!-~]\n)|(?:[!-~](?:[ -~]*[!-~])?\n)")

#: Characters of a key that needs no question mark in front: YAML looks for a colon within 1,024 characters only.
LONGEST_KEY: Final = 1_000


def position_text(text: str, file: str) -> str | Refusal:
    """The text of a position file as it is; of a puzzle the position file that says the same, with comments.

    The comments list what plays no part. A refusal where a puzzle can't be read.
    """
    if not is_puzzle(text):
        return text
    read = puzzle.read_puzzle(text, file)
    if isinstance(read, Refusal):
        return read
    return commented((f"left out: {each}" for each in read.left_out), document_text(read.document))


def commented(comments: Iterable[str], text: str) -> str:
    """A text behind lines of comment. What YAML takes in no place, such as control characters, is written as its number."""
    return "".join(f"# {clean(' '.join(each.split()))}\n" for each in comments) + text


def document_text(document: Table) -> str:
    """The text of a document: a block for the whole, for players and for what lies on a battlefield."""
    return "".join(_block(document, 0))


def _block(table: Table, depth: int) -> list[str]:
    """The lines of a mapping."""
    lines: list[str] = []
    for key, value in table.items:
        head = _head(key, "  " * depth)
        if isinstance(value, Table) and value.items and depth < 2:
            lines += [f"{head}\n", *_block(value, depth + 1)]
        elif isinstance(value, Text) and _BLOCK.fullmatch(value.text):
            lines += [f"{head} |\n", *(f"{'  ' * (depth + 1)}{line}\n" for line in value.text.splitlines())]
        elif isinstance(value, Listed) and len(_flow(value)) > 80:
            lines += [f"{head}\n", *(f"{'  ' * (depth + 1)}- {_flow(item)}\n" for item in value.items)]
        else:
            lines.append(f"{head} {_flow(value)}\n")
    return lines


def _flow(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, Text):
        return scalar(value.text)
    if isinstance(value, Listed):
        return f"[{', '.join(_flow(item) for item in value.items)}]"
    return f"{{{', '.join(f'{_head(key)} {_flow(item)}' for key, item in value.items)}}}"


def _head(key: Text, indent: str | None = None) -> str:
    """A key and its colon: on a line that is indented so, or within brackets."""
    said = scalar(key.text)
    if len(said) <= LONGEST_KEY:
        return f"{indent or ''}{said}:"
    return f"? {said} :" if indent is None else f"{indent}? {said}\n{indent}:"


def scalar(text: str) -> str:
    """A text as YAML reads it again: plain where that is safe, else in quotation marks."""
    return text if _PLAIN.fullmatch(text) else quoted(text)
