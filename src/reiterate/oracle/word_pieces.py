"""Words laid over the pieces of a row of the table, and cut at stops and commas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from reiterate.terms.pattern import Template, is_hole

Words = tuple[str, ...]

Piece = tuple[str, tuple[str, ...], bool]  # hole name or "", its type or the words, whether it may be missing


@cache
def pieces_of(template: Template) -> tuple[Piece, ...]:
    """The pieces of a template ready for matching."""
    found: list[Piece] = []
    for piece in template.pieces:
        if is_hole(piece):
            found.append((piece[0][1:], (piece[1],), False))
        else:
            optional = any(word.endswith("?") for word in piece)
            found.append(("", tuple(word.removesuffix("?") for word in piece), optional))
    return tuple(found)


def laid(pieces: Sequence[Piece], words: Words, at: int) -> Iterator[dict[str, Words]]:
    """Every way to lay the pieces over the words."""
    if not pieces:
        if at == len(words):
            yield {}
        return
    name, texts, optional = pieces[0]
    if not name:
        if at < len(words) and words[at] in texts:
            yield from laid(pieces[1:], words, at + 1)
        if optional:
            yield from laid(pieces[1:], words, at)
        return
    if len(pieces) == 1:
        if at < len(words) and "." not in words[at:]:
            yield {name: words[at:]}
        return
    for end in range(at + 1, len(words) + 1):
        if words[end - 1] == ".":
            return  # a hole does not reach over the end of a sentence
        for rest in laid(pieces[1:], words, end):
            yield {name: words[at:end], **rest}


def with_stops(words: Words) -> Words:
    """The words with a full stop behind a text in quotes that ends its sentence."""
    found: list[str] = []
    for word, following in zip(words, (*words, ".")[1:], strict=True):
        found.append(word)
        if word.startswith('"') and word.endswith('. "') and following not in (",", "and", ".", "until"):
            found.append(".")
    return tuple(found)


def split(words: Words, at: str) -> list[Words]:
    found: list[Words] = []
    here: list[str] = []
    for word in words:
        if word == at:
            if here:
                found.append(tuple(here))
            here = []
        else:
            here.append(word)
    return [*found, tuple(here)] if here else found
