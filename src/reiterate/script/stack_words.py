"""Words for one ability or spell among others: its own words, or its source's name (113.7)."""

from __future__ import annotations

import re
from typing import Final

from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.pending import entry_text
from reiterate.state.model import BATTLEFIELD, Class, Gone, State
from reiterate.state.properties import SOURCE
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Term

_OF: Final = re.compile(r"(?:the\s+)?(trigger|ability|spell)s?\s+of\s+(.+)", re.IGNORECASE)
_NOUN: Final = re.compile(r"(.*?)(?:['’]s)?\s*\b(trigger|ability|spell)s?", re.IGNORECASE)


def fitting(state: State, entries: list[int], words: str) -> list[int]:
    """The entries that words mean: those whose text has them; where there is none, those of a source of that name."""
    whole = words.strip().casefold()
    plainly = [h for h in entries if whole in entry_text(state, h).casefold()]
    if plainly:
        return plainly
    found = _OF.fullmatch(words.strip())
    if found is not None:
        kind, rest, owned = found.group(1), found.group(2), True
    else:
        noun = _NOUN.fullmatch(words.strip())
        kind, rest = (noun.group(2), noun.group(1)) if noun is not None else ("", words.strip())
        owned = False
    entries = [h for h in entries if _is_a(state, h, kind.casefold())]
    said = rest.strip().casefold()
    by_text = [] if owned else [h for h in entries if said in entry_text(state, h).casefold()]
    return by_text or [h for h in entries if said in source_names(state, h)]


def _is_a(state: State, handle: int, kind: str) -> bool:
    term = state.rows[handle].cls.term
    if kind == "trigger":
        return isinstance(term, Triggered)
    if kind == "ability":
        return isinstance(term, Activated | Triggered)
    return kind != "spell" or term is None


def source_names(state: State, handle: int) -> set[str]:
    """The names of an entry's source: in full, before its comma, and its labels.

    Where the entry needs no source and keeps none, all permanents with that ability are meant.
    """
    source = state.rows[handle].refs.get(SOURCE)
    if isinstance(source, Gone):
        return _names(state, -1, source.cls)
    term = state.rows[handle].cls.term
    rows = [source.row] if source is not None else [h for h in state.rows if _has(state, h, term)]
    return {name for row in rows for name in _names(state, row, state.rows[row].cls)}


def _has(state: State, handle: int, term: Term | None) -> bool:
    return term is not None and state.rows[handle].cls.zone == BATTLEFIELD and term in view(state, handle).abilities


def _names(state: State, handle: int, cls: Class) -> set[str]:
    name = cls.proto.name.casefold() if cls.proto is not None else ""
    labels = {label.casefold() for label, row in state.labels.items() if row == handle}
    return {name, name.partition(",")[0], *labels} - {""}
