"""Shortcut words of a player's own (732.1a): any words will do, as long as all players know what they stand for.

``words:`` of a case file says it. A line of a script that is such a word is replaced by the lines that it stands for.
The script is read afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reiterate.refusals import INPUT, Refusal
from reiterate.script.script import parse_script

#: Lines that a script may have once its words are replaced.
LINES: Final = 20_000


def read_words(said: Mapping[str, str]) -> Mapping[str, tuple[str, ...]] | Refusal:
    """Words with the lines that they stand for; a refusal of a word for nothing, or for what is no sequence.

    A word may stand for words that are said before it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for word, text in said.items():
        name = _plain(word)
        lines = tuple(line.rstrip() for line in in_full(text, found).splitlines() if line.strip())
        if not name or not lines or name.endswith(":"):
            message = f"'{word[:60]}' stands for nothing"
            return Refusal(INPUT, "own-word", message, "a word, and the lines that it stands for", "732.1a")
        parsed = parse_script("\n".join(lines))
        if isinstance(parsed, Refusal):
            return parsed
        found[name] = lines
    return found


def in_full(text: str, words: Mapping[str, tuple[str, ...]]) -> str:
    """A script with each line that is one of the words replaced by its lines, indented as it was."""
    if not words:
        return text
    done: list[str] = []
    for line in text.splitlines():
        lines = words.get(_plain(line))
        indent = " " * (len(line) - len(line.lstrip(" ")))
        done += [line] if lines is None else [indent + each for each in lines]
        if len(done) > LINES:
            return text
    return "\n".join(done)


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()
