"""Certificates with one field changed, written canonically again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from reiterate.certify.form import canonical
from tests.support.dice import dice

Path = tuple[str | int, ...]

#: The parts of a certificate that claim something; the start is what the claims are about.
CLAIMING = ("chain", "claim", "end", "terms", "versions", "format")


def mutants(text: str, parts: Sequence[str] = CLAIMING) -> Iterator[tuple[Path, str, str]]:
    """Every single change of a field of these parts of a certificate: where, what, and the changed text."""
    value = json.loads(text)
    for path, what, instead in changes(text, parts):
        yield path, what, with_change(value, path, instead)


def changes(text: str, parts: Sequence[str] = CLAIMING) -> list[tuple[Path, str, Any]]:
    """Every single change of a field of these parts: where, what, and what stands there instead."""
    value = json.loads(text)
    return [
        (path, what, instead)
        for key in parts
        for path, found in _walk(value[key], (key,))
        for what, instead in _others(found)
        if instead != found or type(instead) is not type(found)
    ]


def all_changes(value: Any) -> list[tuple[Path, str, Any]]:
    """Every single change of anything inside a value."""
    return [
        (path, what, instead)
        for path, found in _walk(value, ())
        for what, instead in _others(found)
        if path and (instead != found or type(instead) is not type(found))
    ]


def drawn_changes(every: Sequence[tuple[Path, str, Any]], many: int, *name: object) -> list[tuple[Path, str, Any]]:
    """So many of these changes, drawn anew in each run, from all fields in turn: each is drawn from before one is drawn from again."""
    rng = dice(*name)
    fields: dict[tuple[str, ...], list[tuple[Path, str, Any]]] = {}
    for change in rng.sample(every, len(every)):
        fields.setdefault(tuple(step for step in change[0] if isinstance(step, str)), []).append(change)
    turns = [change for turn in zip_longest(*fields.values()) for change in turn if change is not None]
    return turns[:many]


def with_change(value: Any, path: Path, instead: Any) -> str:
    """The canonical text with one change; the value itself is left as it is."""
    at = value
    for step in path[:-1]:
        at = at[step]
    kept = at[path[-1]]
    at[path[-1]] = instead
    made = canonical(value)
    at[path[-1]] = kept
    return made


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _walk(inner, (*path, key))


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values for a field."""
    if isinstance(value, bool):
        yield "the other", not value
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, str):
        yield from _other_texts(value)
    elif isinstance(value, list):
        for i in range(len(value)):
            yield f"without {i}", value[:i] + value[i + 1 :]
            yield f"twice {i}", [*value[: i + 1], *value[i:]]
        for i in range(len(value) - 1):
            yield f"exchanged {i}", [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
    elif isinstance(value, dict):
        for key in value:
            yield f"without {key}", {k: v for k, v in value.items() if k != key}


def _other_texts(value: str) -> Iterator[tuple[str, str]]:
    digits, slash, bottom = value.partition("/")
    if digits.removeprefix("-").isdigit():
        yield "one more", f"{int(digits) + 1}{slash}{bottom}"
        yield "one less", f"{int(digits) - 1}{slash}{bottom}"
        yield "the opposite", f"{-int(digits)}{slash}{bottom}" if int(digits) else "7"
        if slash:
            yield "a smaller part", f"{digits}{slash}{int(bottom) + 1}"
        else:
            yield "none", ""
    else:
        yield "another word", value + "x"
        if value:
            yield "no word", ""
        else:
            yield "a number", "1000"
        if value in ("==", "<="):
            yield "the other comparison", "<=" if value == "==" else "=="
