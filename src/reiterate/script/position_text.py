"""Documents of position files written as text: what ``yaml_text.py`` reads comes out again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from reiterate.refusals import Refusal
from reiterate.script.puzzle import read_puzzle
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.script.yaml_text import Listed, Table, Text, Value

#: Texts that are written without quotation marks, also within brackets.
_PLAIN: Final = re.compile(r"[A-Za-z0-9+][A-Za-z0-9+/'^*_. -]*(?<![ ])")
#: Texts of several lines that a block holds as they are, such as scripts.
_BLOCK: Final = re.compile(r"(?:[!-~][ -~]*\n)(?:(?:[ -~]*[!-~])?\n)*(?:[ -~]*[!-~]\n)|(?:[!-~](?:[ -~]*[!-~])?\n)")


def position_text(text: str, file: str) -> str | Refusal:
    """The text of a position file as it is; of a puzzle the position file that says the same, with comments.

    The comments list what plays no part. A refusal where a puzzle can't be read.
    """
    if not is_puzzle(text):
        return text
    puzzle = read_puzzle(text, file)
    if isinstance(puzzle, Refusal):
        return puzzle
    return commented((f"left out: {each}" for each in puzzle.left_out), written(puzzle.document))


def commented(comments: Iterable[str], text: str) -> str:
    """A text behind lines of comment."""
    return "".join(f"# {' '.join(each.split())}\n" for each in comments) + text


def written(document: Table) -> str:
    """The text of a document: a block for the whole, for players and for what lies on a battlefield."""
    return "".join(_block(document, 0))


def _block(table: Table, depth: int) -> list[str]:
    """The lines of a mapping."""
    lines: list[str] = []
    for key, value in table.items:
        head = f"{'  ' * depth}{scalar(key.text)}:"
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
    return f"{{{', '.join(f'{scalar(key.text)}: {_flow(item)}' for key, item in value.items)}}}"


def scalar(text: str) -> str:
    """A text as YAML reads it again: plain where that is safe, else in quotation marks."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=True)
